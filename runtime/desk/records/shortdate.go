package records

import (
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/desk/page"
	"almanac/runtime/locale"
)

// locale returns how the language of the page names days and begins weeks.
func (h *handler) locale() *locale.Locale {
	return locale.For(page.FrameOf(h.r.Context()).Language.String())
}

// shortDay writes a day as lists show it, such as "Sat 28 Nov"; the year only if it is not the
// present one of the site.
func (h *handler) shortDay(w dates.WallTime) string {
	at := time.Unix(w.Unix(), 0).UTC()
	format := h.t("{weekday} {day} {month}")
	if now := h.desk.Env.Deployment.Zone.At(h.desk.Env.Clock()); !strings.HasPrefix(string(w), string(now)[:len("2006")]) {
		format = h.t("{weekday} {day} {month} {year}")
	}
	return strings.NewReplacer(
		"{weekday}", h.t(weekdayKey(at.Weekday())), "{day}", strconv.Itoa(at.Day()), "{month}", h.t(monthKey(at.Month())),
		"{year}", strconv.Itoa(at.Year()),
	).Replace(format)
}

// shortTime writes a start as lists show it, such as "Sat 28 Nov 19:00".
func (h *handler) shortTime(w dates.WallTime, allDay bool) string {
	if allDay {
		return h.shortDay(w)
	}
	return h.shortDay(w) + " " + clock(w)
}

// clock returns the time of the day, such as "19:00".
func clock(w dates.WallTime) string { return string(w)[len("2006-01-02 "):len("2006-01-02 15:04")] }

// monthTitle writes a month, such as "November 2026".
func (h *handler) monthTitle(first time.Time) string {
	return strings.ReplaceAll(h.t(first.Month().String()+" {year}"), "{year}", strconv.Itoa(first.Year()))
}

// shortName is how many letters short names of days and months have in English.
const shortName = 3

func weekdayKey(d time.Weekday) string { return d.String()[:shortName] }

func monthKey(m time.Month) string { return m.String()[:shortName] }

// dateKeys lists the keys of the messages for days and months.
func dateKeys() []string {
	var keys []string
	for d := range time.Weekday(7) {
		keys = append(keys, weekdayKey(d))
	}
	for m := time.January; m <= time.December; m++ {
		keys = append(keys, monthKey(m), m.String()+" {year}")
	}
	return keys
}
