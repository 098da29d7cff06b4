package record

import (
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/desk/page"
	"almanac/runtime/locale"
)

// Locale returns how the language of the page writes days and begins weeks.
func (x *Exchange) Locale() *locale.Locale {
	return locale.For(page.FrameOf(x.R.Context()).Language.String())
}

// ShortDay writes a day as the pages of the site do, such as "Sat 28 Nov"; the year only if it is
// not the present one of the site.
func (x *Exchange) ShortDay(w dates.WallTime) string {
	now := x.Desk.Env.Deployment.Zone.At(x.Desk.Env.Clock())
	withYear := !strings.HasPrefix(string(w), string(now)[:len("2006")])
	return x.Locale().FormatShortDate(time.Unix(w.Unix(), 0).UTC(), withYear)
}

// ShortTime writes a start as the pages of the site do, such as "Sat 28 Nov · 7 pm".
func (x *Exchange) ShortTime(w dates.WallTime, allDay bool) string {
	if allDay {
		return x.ShortDay(w)
	}
	return x.ShortDay(w) + " · " + x.Locale().FormatTime(w)
}

// timeText writes what an input for a date or a time contains as people read it.
func (x *Exchange) timeText(of Field, s string) string {
	at := dates.WallTime(strings.Replace(FullTime(s), "T", " ", 1))
	switch of.Input {
	case InputDate:
		at = dates.WallTime(s + " 00:00:00")
	case inputTime:
		at = dates.WallTime("2000-01-01 " + string(at))
	default: // A day and a time.
	}
	switch {
	case !at.Valid():
		return s
	case of.Input == InputDate:
		return x.ShortDay(at)
	case of.Input == inputTime:
		return x.Locale().FormatTime(at)
	case of.Input == InputTimestamp:
		return x.ShortTime(at, false) + " " + of.Zone.Abbreviation(at)
	}
	return x.ShortTime(at, false)
}
