package messages

import (
	"fmt"
	"time"

	"almanac/runtime/dates"
)

// FormatDate writes a day, with the year or without.
func (t *Catalog) FormatDate(day time.Time, year bool) string {
	before, after := t.DayAffixes(day)
	text := before + t.number(day.Day()) + after
	if year {
		text += fmt.Sprintf(t.YearSuffix, day.Year())
	}
	return text
}

// DayAffixes returns what stands before and after the number of a day where the day
// is written out.
func (t *Catalog) DayAffixes(day time.Time) (before, after string) {
	return t.around(t.Weekdays[day.Weekday()], t.Months[day.Month()-1])
}

// FormatTime writes the time of day of a wall time.
func (t *Catalog) FormatTime(w dates.WallTime) string {
	at := time.Unix(w.Unix(), 0).UTC()
	return t.clock(at.Hour(), at.Minute())
}

// FormatMonth writes a month with its year.
func (t *Catalog) FormatMonth(day time.Time) string {
	return t.Months[day.Month()-1] + " " + day.Format("2006")
}

// WeekStart returns the first day of a day's week.
func (t *Catalog) WeekStart(day time.Time) time.Time {
	first := time.Sunday
	if t.WeekStartsMonday {
		first = time.Monday
	}
	return day.AddDate(0, 0, -(int(day.Weekday()-first)+7)%7)
}

// Count writes a number of events.
func (t *Catalog) Count(n int64) string {
	if n == 1 || n == 0 && t.ZeroIsSingular {
		return fmt.Sprintf(t.EventCountOne, n)
	}
	return fmt.Sprintf(t.EventCountOther, n)
}

// Between is what the API writes between the lowest and the highest cost.
const Between = " – "
