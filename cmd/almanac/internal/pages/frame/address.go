package frame

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/runtime/dates"
)

// Address reads the address of the calendar.  What it does not understand it
// notes, and goes on as if it had not been sent.
func (p *Page) Address() address.Address {
	present := address.FirstOfMonth(p.Today)
	a := address.Address{Month: present, Present: present, From: p.Today, Today: true, Page: 1}
	switch sent := p.Sent(address.ParamView); {
	case slices.Contains(address.ViewNames, sent), sent == address.ViewPast:
		a.View = sent
	case sent != address.EmbedMonth:
		p.Note(p.T.Text("“%s” isn’t an option here.", Printable(sent)))
	}
	if month := p.Sent(address.ParamMonth); month != "" {
		at, err := time.Parse(address.MonthLayout, month)
		if err != nil {
			p.Note(p.T.Text("“%s” isn’t a month. Use the format 2027-03.", Printable(month)))
		} else {
			a.Month = at
		}
	}
	if from, ok := p.date(address.ParamFrom); ok {
		a.From, a.Today = from, false
	}
	if until, ok := p.date(address.ParamUntil); ok {
		a.Until = until
	}
	if !a.Until.IsZero() && a.Until.Before(a.From) {
		p.Note(p.T.Text("The end date is before the start date."))
		a.Until = time.Time{}
	}
	a = p.readWhen(a)
	for name, value := range a.Filters() {
		*value = p.Sent(name)
	}
	switch sent := p.Sent(address.ParamCollapse); sent {
	case "":
	case address.CollapseSeries:
		a.Once = true
	default:
		p.Note(p.T.Text("“%s” isn’t an option here.", Printable(sent)))
	}
	page := p.PageNumber()
	if a.View == address.ViewWeek || a.View == address.ViewDay {
		a = p.Moved(a, a.From)
	}
	if a.View != address.ViewMonth && a.View != address.ViewWeek {
		a.Page = page
	}
	return a
}

// readWhen reads the time that the address names, instead of dates that it has.
func (p *Page) readWhen(a address.Address) address.Address {
	switch sent := p.Sent(address.ParamWhen); {
	case slices.Contains(address.WhenNames, sent):
		return a.During(sent, p.Today)
	case sent == address.WhenDates && !a.HasRange():
		a.View = address.ViewList
	case sent == "" && p.Query.Has(address.ParamWhen) && a.HasRange():
		a.From = p.Today
		return a.Anytime()
	case sent != "" && sent != address.WhenDates:
		if day, ok := p.date(address.ParamWhen); ok { // Of a week or a day.
			a.From, a.Today = day, false
		}
	}
	return a
}

// Moved returns the address of a week or a day that has a day.
func (p *Page) Moved(a address.Address, day time.Time) address.Address {
	today := p.Today
	if a.View == address.ViewWeek {
		day, today = p.T.WeekStart(day), p.T.WeekStart(today)
	}
	a = a.Anytime()
	a.From, a.Today = day, day.Equal(today)
	return a
}

// As returns the address of another view of the same time, with the same filters.
func (p *Page) As(a address.Address, view string) address.Address {
	day, isNow := a.From, a.Today
	if other := (address.Address{View: view}); a.HasRange() && other.HasRange() {
		a.View, a.Page = view, 1
		return a
	}
	if a.View == address.ViewMonth {
		day, isNow = a.Month, a.Month.Equal(a.Present)
	}
	if isNow {
		day = p.Today
	}
	a.View = view
	a = p.Moved(a, day)
	a.Month = address.FirstOfMonth(day)
	return a
}

// PageNumber reads the number of the page, 1 when it was not sent.
func (p *Page) PageNumber() int64 {
	sent := p.Sent(address.ParamPage)
	if sent == "" {
		return 1
	}
	n, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || n < 1 {
		p.Note(p.T.Text("There is no page “%s”.", Printable(sent)))
		return 1
	}
	return n
}

// Sent returns a parameter, "" when it was not sent, or empty as forms send
// what nobody has filled in.
func (p *Page) Sent(name string) string {
	value := strings.TrimSpace(p.Query.Get(name))
	if !clean(value) {
		p.Note(p.T.Text("The link contains invalid characters."))
		return ""
	}
	return value
}

// date reads a parameter as the API reads dates.
func (p *Page) date(name string) (time.Time, bool) {
	sent := p.Sent(name)
	if sent == "" {
		return time.Time{}, false
	}
	at, err := dates.Parse(sent, p.API.Env.Deployment.Zone, p.Now)
	if err != nil {
		p.Note(p.T.Text("“%s” isn’t a date. Use the format 2027-03-21.", Printable(sent)))
		return time.Time{}, false
	}
	return Day(at.Local), true
}
