package locale

import (
	"fmt"
	"strings"
	"time"

	"almanac/runtime/dates"
)

// FormatDate writes a day, with the year or without.
func (l *Locale) FormatDate(day time.Time, year bool) string {
	return l.beforeDay(day) + l.FormatDayAndMonth(day, year)
}

// FormatDayAndMonth writes a day without its weekday, with the year or without.
func (l *Locale) FormatDayAndMonth(day time.Time, year bool) string {
	before, after := l.around(l.Months[day.Month()-1])
	text := before + l.number(day.Day()) + after
	if year {
		text += fmt.Sprintf(l.YearSuffix, day.Year())
	}
	return text
}

// beforeDay returns what stands before a day and its month: the weekday.
func (l *Locale) beforeDay(day time.Time) string { return l.Weekdays[day.Weekday()] + l.weekdaySuffix }

// DayAffixes returns what stands before and after the number of a day where the day
// is written out.
func (l *Locale) DayAffixes(day time.Time) (before, after string) {
	before, after = l.around(l.Months[day.Month()-1])
	return l.beforeDay(day) + before, after
}

// FormatShortDate writes a day in short, with the year or without: "Thu 26 Nov".
func (l *Locale) FormatShortDate(day time.Time, year bool) string {
	text := l.FormatDayOfMonth(day) + " " + l.MonthAbbr[day.Month()-1]
	if year {
		text += day.Format(" 2006")
	}
	return text
}

// FormatShortDayAndMonth writes a day in short without its weekday: "26 Nov".
func (l *Locale) FormatShortDayAndMonth(day time.Time, year bool) string {
	_, text, _ := strings.Cut(l.FormatShortDate(day, year), " ") // Weekdays stand first, without blanks.
	return text
}

// FormatDayOfMonth writes a day without its month: "Thu 26".
func (l *Locale) FormatDayOfMonth(day time.Time) string {
	return l.short(l.WeekdayAbbr[day.Weekday()], l.number(day.Day()))
}

// FormatTime writes the time of day of a wall time.
func (l *Locale) FormatTime(w dates.WallTime) string {
	at := time.Unix(w.Unix(), 0).UTC()
	return l.clock(at.Hour(), at.Minute())
}

// FormatTimes writes the times of day at which something begins and ends, with a dash between
// them.
func (l *Locale) FormatTimes(from, until dates.WallTime) (start, end string) {
	return l.from(l.FormatTime(from)), l.FormatTime(until)
}

// FormatMonth writes a month with its year.
func (l *Locale) FormatMonth(day time.Time) string {
	return l.Months[day.Month()-1] + " " + day.Format("2006")
}

// MonthWeeks returns the weeks that have days of a month, given by its first one: the first day of
// the first week, and how many there are.
func (l *Locale) MonthWeeks(month time.Time) (first time.Time, weeks int) {
	first = l.WeekStart(month)
	return first, int(l.WeekStart(month.AddDate(0, 1, -1)).Sub(first)/(7*24*time.Hour)) + 1
}

// WeekStart returns the first day of a day's week.
func (l *Locale) WeekStart(day time.Time) time.Time {
	first := time.Sunday
	if l.WeekStartsMonday {
		first = time.Monday
	}
	return day.AddDate(0, 0, -(int(day.Weekday()-first)+7)%7)
}
