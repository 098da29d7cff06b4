package records

import (
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/desk/page"
	"almanac/runtime/locale"
)

// locale returns how the language of the page writes days and begins weeks.
func (h *handler) locale() *locale.Locale {
	return locale.For(page.FrameOf(h.r.Context()).Language.String())
}

// shortDay writes a day as the pages of the site do, such as "Sat 28 Nov"; the year only if it is
// not the present one of the site.
func (h *handler) shortDay(w dates.WallTime) string {
	now := h.desk.Env.Deployment.Zone.At(h.desk.Env.Clock())
	withYear := !strings.HasPrefix(string(w), string(now)[:len("2006")])
	return h.locale().FormatShortDate(time.Unix(w.Unix(), 0).UTC(), withYear)
}

// shortTime writes a start as the pages of the site do, such as "Sat 28 Nov · 7 pm".
func (h *handler) shortTime(w dates.WallTime, allDay bool) string {
	if allDay {
		return h.shortDay(w)
	}
	return h.shortDay(w) + " · " + h.locale().FormatTime(w)
}

// timeText writes what an input for a date or a time contains as people read it.
func (h *handler) timeText(of field, s string) string {
	at := dates.WallTime(strings.Replace(fullTime(s), "T", " ", 1))
	switch of.input {
	case inputDate:
		at = dates.WallTime(s + " 00:00:00")
	case inputTime:
		at = dates.WallTime("2000-01-01 " + string(at))
	default: // A day and a time.
	}
	switch {
	case !at.Valid():
		return s
	case of.input == inputDate:
		return h.shortDay(at)
	case of.input == inputTime:
		return h.locale().FormatTime(at)
	case of.input == inputTimestamp:
		return h.shortTime(at, false) + " " + of.zone.Abbreviation(at)
	}
	return h.shortTime(at, false)
}
