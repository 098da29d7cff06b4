package records

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// frequencies are those that the inputs have by themselves.
var frequencies = []recurrence.Frequency{recurrence.Daily, recurrence.Weekly, recurrence.Monthly, recurrence.Yearly}

// weekdayWords are the days of a week as RFC 5545 names them, from Sunday.
var weekdayWords = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// Days of a month: each is that of the start.
const (
	monthDay      = ""          // Such as the 11th.
	monthNth      = "nth"       // Such as the second Friday.
	monthLast     = "last"      // Such as the last Friday.
	monthEnd      = "end"       // The last day.
	monthFirstJob = "firstwork" // The first day from Monday to Friday.
	monthLastJob  = "lastwork"
)

// monthDays are they in the order in which a form offers them.
var monthDays = []string{monthDay, monthNth, monthLast, monthEnd, monthFirstJob, monthLastJob}

// clockOf returns a wall time as a time in UTC.
func clockOf(w dates.WallTime) time.Time { return time.Unix(w.Unix(), 0).UTC() }

// nth returns which one of its weekdays a day is in its month.
func nth(at time.Time) int { return (at.Day()-1)/daysOfWeek + 1 }

// rule returns the rule that the inputs mean for a record with a start, "" for none.  Numbers
// and days in them were checked.
func (p repeat) rule(at recurrence.Pattern) string {
	i := slices.IndexFunc(frequencies, func(f recurrence.Frequency) bool { return f.String() == p.How })
	if i < 0 {
		return strings.TrimPrefix(p.Rule, "RRULE:")
	}
	interval, _ := strconv.Atoi(p.Every)
	r := recurrence.Rule{Freq: frequencies[i], Interval: max(interval, 1), WeekStart: time.Monday}
	switch r.Freq {
	case recurrence.Weekly:
		for day, word := range weekdayWords {
			if slices.Contains(p.Days, word) {
				r.ByDay = append(r.ByDay, recurrence.Weekday{Day: time.Weekday(day)})
			}
		}
	case recurrence.Monthly, recurrence.Yearly:
		p.addMonthDay(&r, clockOf(at.Start))
	default: // Days have no parts.
	}
	switch p.Ends {
	case endsUntil:
		r.Until = untilText(at, p.Until)
	case endsCount:
		r.Count, _ = strconv.Atoi(p.Count)
	}
	return r.String()
}

// addMonthDay adds the parts of a rule that say which day of a month it means.
func (p repeat) addMonthDay(r *recurrence.Rule, start time.Time) {
	switch p.Month {
	case monthNth:
		r.ByDay = []recurrence.Weekday{{N: nth(start), Day: start.Weekday()}}
	case monthLast:
		r.ByDay = []recurrence.Weekday{{N: -1, Day: start.Weekday()}}
	case monthEnd:
		r.ByMonthDay = []int{-1}
	case monthFirstJob, monthLastJob:
		for day := time.Monday; day <= time.Friday; day++ {
			r.ByDay = append(r.ByDay, recurrence.Weekday{Day: day})
		}
		r.BySetPos = []int{1}
		if p.Month == monthLastJob {
			r.BySetPos = []int{-1}
		}
	default:
		return // The day of the start.
	}
	if r.Freq == recurrence.Yearly {
		r.ByMonth = []int{int(start.Month())}
	}
}

// untilText returns UNTIL for a last day, the whole of which counts by the clock of the record.
func untilText(at recurrence.Pattern, day string) string {
	end := dates.WallTime(day + " 23:59:59")
	if at.AllDay {
		return clockOf(end).Format("20060102")
	}
	return at.Zone.Instant(end).Format("20060102T150405Z")
}

// untilDay returns the last day that UNTIL allows a start on.
func untilDay(at recurrence.Pattern, until string) string {
	if t, err := time.Parse("20060102T150405Z", until); err == nil {
		last := at.Zone.At(t)
		if last.Sub(last.StartOfDay()) < at.Start.Sub(at.Start.StartOfDay()) {
			last = last.AddSeconds(-secondsOfDay)
		}
		return day(last)
	}
	if t, err := time.Parse("20060102", until[:min(len(until), len("20060102"))]); err == nil {
		return t.Format(dayLayout)
	}
	return ""
}

// repeat returns the inputs that mean how the series repeats: a rule that these cannot say is
// in the input for rules.
func (s *series) repeat() repeat {
	at := s.pattern()
	p := repeat{How: howDates, Every: "1"}
	for _, left := range s.Except {
		p.Except = append(p.Except, day(left))
	}
	for _, d := range s.Dates {
		p.Dates = append(p.Dates, wholeMinutes(strings.Replace(string(d.Start), " ", "T", 1)))
	}
	if s.Rule == "" {
		return p
	}
	rule, err := recurrence.Parse(s.Rule)
	if err != nil {
		p.How, p.Rule = howRule, s.Rule
		return p
	}
	rule = plain(rule, clockOf(s.Start))
	p.How, p.Every = rule.Freq.String(), strconv.Itoa(rule.Interval)
	switch {
	case rule.Until != "":
		p.Ends, p.Until = endsUntil, untilDay(at, rule.Until)
	case rule.Count > 0:
		p.Ends, p.Count = endsCount, strconv.Itoa(rule.Count)
	}
	for _, w := range rule.ByDay {
		p.Days = append(p.Days, weekdayWords[w.Day])
	}
	for _, p.Month = range monthDays {
		if made, err := recurrence.Parse(p.rule(at)); err == nil && endless(made) == endless(rule) {
			if p.How != "WEEKLY" {
				p.Days = nil
			}
			return p
		}
	}
	return repeat{How: howRule, Rule: s.Rule, Except: p.Except, Dates: p.Dates}
}

// endless returns a rule without its end.
func endless(r recurrence.Rule) string {
	r.Until, r.Count = "", 0
	return r.String()
}

// plain returns a rule without the parts that say what follows from its start.
func plain(r recurrence.Rule, start time.Time) recurrence.Rule {
	isDay := len(r.ByMonthDay) == 1 && r.ByMonthDay[0] == start.Day()
	isMonth := len(r.ByMonth) == 1 && r.ByMonth[0] == int(start.Month())
	others := len(r.ByWeekNo) + len(r.ByYearDay) + len(r.BySetPos) + len(r.ByDay)
	switch {
	case r.Freq == recurrence.Daily && r.Interval == 1 && len(r.ByDay) > 0 && len(r.BySetPos) == 0:
		r.Freq = recurrence.Weekly
	case others > 0 || r.Skip != recurrence.Omit:
	case r.Freq == recurrence.Monthly && isDay && len(r.ByMonth) == 0:
		r.ByMonthDay = nil
	case r.Freq == recurrence.Yearly && isMonth && (isDay || len(r.ByMonthDay) == 0):
		r.ByMonth, r.ByMonthDay = nil, nil
	}
	if r.Freq != recurrence.Weekly || r.Interval == 1 || len(r.ByDay) < 2 {
		r.WeekStart = time.Monday // The first day of the week means nothing here.
	}
	return r
}
