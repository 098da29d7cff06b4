package pages

import (
	"time"

	"almanac/runtime/locale"
	"almanac/runtime/messages"
	"almanac/runtime/views"
)

// translation has the messages of the pages in one language, and writes days and times as it
// does.
type translation struct {
	*locale.Locale
	texts *messages.Catalog
	year  int // The present one, which goes without saying.
}

// Text returns a message with its values filled in.
func (t *translation) Text(key string, values ...any) string {
	return t.texts.Text(t.Tag, key, values...)
}

// address writes an address in one line: in English with the postal code after the region, in
// other languages before the town.
func (t *translation) address(a *views.PageAddress) string {
	town := compact(", ", compact(" ", a.Code, a.Locality), a.Region)
	if base, _ := t.Tag.Base(); base.String() == "en" {
		town = compact(" ", compact(", ", a.Locality, a.Region), a.Code)
	}
	return compact(", ", a.Street, town, a.Country)
}

// longDate writes a day with its year if that is not the present one.
func (t *translation) longDate(day time.Time) string { return t.FormatDate(day, day.Year() != t.year) }

// shortDate does the same in short.
func (t *translation) shortDate(day time.Time) string {
	return t.FormatShortDate(day, day.Year() != t.year)
}

// week names a week by its first day.
func (t *translation) week(first time.Time) string {
	return t.Text("Week of %s", t.FormatShortDayAndMonth(first, first.Year() != t.year))
}

func (t *translation) count(n int64) string { return t.Text("%d events", n) }

// view returns the name of a view, by its word in addresses.
func (t *translation) view(name string) string {
	switch name {
	case viewWeek:
		return t.Text("Week")
	case viewDay:
		return t.Text("Day")
	case viewList:
		return t.Text("List")
	case viewPhoto:
		return t.Text("Photos")
	default:
		return t.Text("Month")
	}
}

// scheme returns the name of a color scheme, by its word in addresses.
func (t *translation) scheme(name string) string {
	switch name {
	case "light":
		return t.Text("Light")
	case "dark":
		return t.Text("Dark")
	default:
		return t.Text("Match visitor’s device")
	}
}

// status returns what is said of an event that does not take place as planned, "" of
// others.
func (t *translation) status(of string) string {
	switch of {
	case "canceled":
		return t.Text("Canceled")
	case "postponed":
		return t.Text("Postponed")
	default:
		return ""
	}
}

// invalidFilter says that a filter has a value that nothing has.
func (t *translation) invalidFilter(name, value string) string {
	switch name {
	case paramCategory:
		return t.Text("No category called “%s”.", value)
	case paramTag:
		return t.Text("No tag called “%s”.", value)
	case paramVenue:
		return t.Text("No venue called “%s”.", value)
	case paramSearch:
		return t.Text("Search is limited to 1,000 characters.")
	default:
		return t.Text("“%s” isn’t an option here.", value)
	}
}
