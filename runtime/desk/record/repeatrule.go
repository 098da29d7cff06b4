package record

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/records"
	"almanac/runtime/recurrence"
)

// frequencies are those that the inputs have by themselves.
var frequencies = []recurrence.Frequency{recurrence.Daily, recurrence.Weekly, recurrence.Monthly, recurrence.Yearly}

// WeekdayWords are the days of a week as RFC 5545 names them, from Sunday.
var WeekdayWords = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// ClockOf returns a wall time as a time in UTC.
func ClockOf(w dates.WallTime) time.Time { return time.Unix(w.Unix(), 0).UTC() }

// RuleFor returns the rule that the inputs mean for a record with a start, "" for none.  Numbers
// and days in them were checked.
func (p Repeat) RuleFor(at recurrence.Pattern) string {
	i := slices.IndexFunc(frequencies, func(f recurrence.Frequency) bool { return f.String() == p.How })
	if i < 0 {
		return strings.TrimPrefix(p.Rule, "RRULE:")
	}
	s := recurrence.Simple{Freq: frequencies[i], MonthDay: p.Month}
	s.Interval, _ = strconv.Atoi(p.Every)
	for day, word := range WeekdayWords {
		if slices.Contains(p.Days, word) {
			s.Days = append(s.Days, time.Weekday(day))
		}
	}
	switch p.Ends {
	case EndsUntil:
		s.Until = p.Until
	case EndsCount:
		s.Count, _ = strconv.Atoi(p.Count)
	}
	return s.Rule(&at).String()
}

// RepeatOf returns the inputs that mean how a series repeats: a rule that these cannot say is
// in the input for rules.  A date beside the rule that is left out is in none.
func RepeatOf(s *records.Series) Repeat {
	at := s.Pattern()
	p := Repeat{How: HowDates, Every: "1"}
	beside := func(left dates.WallTime) bool {
		return slices.ContainsFunc(s.Dates, func(d recurrence.Span) bool { return d.Start == left })
	}
	for _, left := range s.Except {
		if !beside(left) {
			p.Except = append(p.Except, Day(left))
		}
	}
	for _, d := range s.Dates {
		if !slices.Contains(s.Except, d.Start) {
			p.Dates = append(p.Dates, wholeMinutes(strings.Replace(string(d.Start), " ", "T", 1)))
		}
	}
	if s.Rule == "" {
		return p
	}
	rule, ok := at.Simple()
	if !ok {
		p.How, p.Rule = HowRule, s.Rule
		return p
	}
	p.How, p.Every, p.Month = rule.Freq.String(), strconv.Itoa(rule.Interval), rule.MonthDay
	switch {
	case rule.Until != "":
		p.Ends, p.Until = EndsUntil, rule.Until
	case rule.Count > 0:
		p.Ends, p.Count = EndsCount, strconv.Itoa(rule.Count)
	}
	for _, day := range rule.Days {
		p.Days = append(p.Days, WeekdayWords[day])
	}
	return p
}
