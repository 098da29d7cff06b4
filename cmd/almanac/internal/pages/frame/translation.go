package frame

import (
	"strings"
	"time"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/runtime/locale"
	"almanac/runtime/messages"
	"almanac/runtime/views"
)

// Translation has the messages of the pages in one language, and writes days and times as it
// does.
type Translation struct {
	*locale.Locale
	texts *messages.Catalog
	year  int // The present one, which goes without saying.
}

// NewTranslation returns the translation of a language in a year.
func NewTranslation(language string, texts *messages.Catalog, year int) *Translation {
	return &Translation{locale.For(language), texts, year}
}

// Text returns a message with its values filled in.
func (t *Translation) Text(key string, values ...any) string {
	return t.texts.Text(t.Tag, key, values...)
}

// Address writes an address in one line: in English with the postal code after the region, in
// other languages before the town.
func (t *Translation) Address(a *views.PageAddress) string {
	town := Compact(", ", Compact(" ", a.Code, a.Locality), a.Region)
	if base, _ := t.Tag.Base(); base.String() == "en" {
		town = Compact(" ", Compact(", ", a.Locality, a.Region), a.Code)
	}
	return Compact(", ", a.Street, town, a.Country)
}

// LongDate writes a day with its year if that is not the present one.
func (t *Translation) LongDate(day time.Time) string { return t.FormatDate(day, day.Year() != t.year) }

// ShortDate does the same in short.
func (t *Translation) ShortDate(day time.Time) string {
	return t.FormatShortDate(day, day.Year() != t.year)
}

// Days writes the days from one to another in short, without their weekdays: "28–29 Nov".
func (t *Translation) Days(first, last time.Time) string {
	end := t.FormatShortDayAndMonth(last, last.Year() != t.year)
	switch {
	case first.Equal(last):
		return end
	case first.Year() == last.Year() && first.Month() == last.Month():
		_, day, _ := strings.Cut(t.FormatDayOfMonth(first), " ") // Weekdays stand first, without blanks.
		return day + "–" + end
	}
	return t.FormatShortDayAndMonth(first, first.Year() != last.Year()) + " – " + end
}

// Week names a week by its first day.
func (t *Translation) Week(first time.Time) string {
	return t.Text("Week of %s", t.FormatShortDayAndMonth(first, first.Year() != t.year))
}

// Pair writes a value with what it is.
func (t *Translation) Pair(label, value string) string {
	if value == "" {
		return label
	}
	return t.Text("%s: %s", label, value)
}

// Count says how many events there are.
func (t *Translation) Count(n int64) string { return t.Text("%d events", n) }

// View returns the name of a view, by its word in addresses.
func (t *Translation) View(name string) string {
	switch name {
	case address.ViewWeek:
		return t.Text("Week")
	case address.ViewDay:
		return t.Text("Day")
	case address.ViewList:
		return t.Text("List")
	case address.ViewPhoto:
		return t.Text("Photos")
	default:
		return t.Text("Month")
	}
}

// When returns the name of a time, by its word in addresses.
func (t *Translation) When(name string) string {
	switch name {
	case address.WhenTonight:
		return t.Text("Tonight")
	case address.WhenTomorrow:
		return t.Text("Tomorrow")
	case address.WhenWeekend:
		return t.Text("This weekend")
	default:
		return t.Text("Today")
	}
}

// Scheme returns the name of a color scheme, by its word in addresses.
func (t *Translation) Scheme(name string) string {
	switch name {
	case "light":
		return t.Text("Light")
	case "dark":
		return t.Text("Dark")
	default:
		return t.Text("Match visitor’s device")
	}
}

// Status returns what is said of an event that does not take place as planned, "" of
// others.
func (t *Translation) Status(of string) string {
	switch of {
	case "canceled":
		return t.Text("Canceled")
	case "postponed":
		return t.Text("Postponed")
	default:
		return ""
	}
}

// InvalidFilter says that a filter has a value that nothing has.
func (t *Translation) InvalidFilter(name, value string) string {
	switch name {
	case address.ParamCategory:
		return t.Text("No category called “%s”.", value)
	case address.ParamTag:
		return t.Text("No tag called “%s”.", value)
	case address.ParamVenue:
		return t.Text("No venue called “%s”.", value)
	case address.ParamSearch:
		return t.Text("Search is limited to 1,000 characters.")
	default:
		return t.Text("“%s” isn’t an option here.", value)
	}
}
