package recurrence

import (
	"slices"
	"time"

	"almanac/runtime/dates"
)

// Simple is a rule as people say it in a form: what it leaves out follows from the start.
type Simple struct {
	Freq     Frequency // Daily, Weekly, Monthly or Yearly.
	Interval int
	Days     []time.Weekday // Of a week; none for that of the start.
	MonthDay MonthDay       // Of a month or a year.
	Until    string         // Last day, such as 2027-06-30, the whole of which counts; "" for none.
	Count    int            // Number of dates; 0 for any.
}

// MonthDay says which day of a month is meant, which is that of the start.
type MonthDay string

// The days of a month.
const (
	MonthDayDate        MonthDay = ""          // Such as the 11th.
	MonthDayNth         MonthDay = "nth"       // Such as the second Friday.
	MonthDayLast        MonthDay = "last"      // Such as the last Friday.
	MonthDayEnd         MonthDay = "end"       // The last day.
	MonthDayFirstOfWork MonthDay = "firstwork" // The first day from Monday to Friday.
	MonthDayLastOfWork  MonthDay = "lastwork"
)

// MonthDays returns the days of a month in the order in which a form offers them.
func MonthDays() []MonthDay {
	return []MonthDay{
		MonthDayDate, MonthDayNth, MonthDayLast, MonthDayEnd, MonthDayFirstOfWork, MonthDayLastOfWork,
	}
}

// Has reports whether a start is such a day of its month.
func (d MonthDay) Has(start dates.WallTime) bool {
	at := clock(start)
	days := daysIn(at.Year(), int(at.Month()))
	isWork := at.Weekday() >= time.Monday && at.Weekday() <= time.Friday
	switch d {
	case MonthDayLast:
		return at.Day() > days-7
	case MonthDayEnd:
		return at.Day() == days
	case MonthDayFirstOfWork:
		return isWork && (at.Day() == 1 || at.Day() <= 3 && at.Weekday() == time.Monday)
	case MonthDayLastOfWork:
		return isWork && (at.Day() == days || at.Day() >= days-2 && at.Weekday() == time.Friday)
	default:
		return true
	}
}

// NthWeekday returns which one of its weekdays a day is in its month, from 1 to 5.
func NthWeekday(start dates.WallTime) int { return (clock(start).Day()-1)/7 + 1 }

// Rule returns the rule for a record with the start of a pattern.
func (s Simple) Rule(at *Pattern) Rule {
	r := Rule{Freq: s.Freq, Interval: max(s.Interval, 1), WeekStart: time.Monday, Count: s.Count}
	if s.Until != "" {
		end := dates.WallTime(s.Until + " 23:59:59")
		r.Until = at.Zone.Instant(end).Format("20060102T150405Z")
		if at.AllDay {
			r.Until = clock(end).Format("20060102")
		}
	}
	switch s.Freq {
	case Weekly:
		for _, day := range slices.Sorted(slices.Values(s.Days)) {
			r.ByDay = append(r.ByDay, Weekday{Day: day})
		}
	case Monthly, Yearly:
		s.addMonthDay(&r, at.Start)
	default: // Days have no parts.
	}
	return r
}

// addMonthDay adds the parts of a rule that say which day of a month it means.
func (s Simple) addMonthDay(r *Rule, start dates.WallTime) {
	weekday := clock(start).Weekday()
	switch s.MonthDay {
	case MonthDayNth:
		r.ByDay = []Weekday{{N: NthWeekday(start), Day: weekday}}
	case MonthDayLast:
		r.ByDay = []Weekday{{N: -1, Day: weekday}}
	case MonthDayEnd:
		r.ByMonthDay = []int{-1}
	case MonthDayFirstOfWork, MonthDayLastOfWork:
		for day := time.Monday; day <= time.Friday; day++ {
			r.ByDay = append(r.ByDay, Weekday{Day: day})
		}
		r.BySetPos = []int{1}
		if s.MonthDay == MonthDayLastOfWork {
			r.BySetPos = []int{-1}
		}
	default:
		return // The day of the start.
	}
	if r.Freq == Yearly {
		r.ByMonth = []int{int(clock(start).Month())}
	}
}

// Simple returns the rule of the pattern as a form says it, false if no form can.
func (p *Pattern) Simple() (Simple, bool) {
	rule, err := Parse(p.Rule)
	if err != nil || rule.Freq < Daily {
		return Simple{}, false
	}
	rule = rule.withoutStart(clock(p.Start))
	s := Simple{Freq: rule.Freq, Interval: rule.Interval, Count: rule.Count}
	if rule.Until != "" {
		s.Until = p.lastDay(rule.Until)
	}
	if rule.Freq == Weekly {
		for _, w := range rule.ByDay {
			s.Days = append(s.Days, w.Day)
		}
	}
	for _, s.MonthDay = range MonthDays() {
		if s.Rule(p).withoutEnd() == rule.withoutEnd() {
			return s, true
		}
	}
	return Simple{}, false
}

// lastDay returns the last day that UNTIL allows a start on.
func (p *Pattern) lastDay(until string) string {
	if t, err := time.Parse("20060102T150405Z", until); err == nil {
		last := p.Zone.At(t)
		if last.Sub(last.StartOfDay()) < p.Start.Sub(p.Start.StartOfDay()) {
			last = last.AddSeconds(-secondsPerDay)
		}
		return string(last[:len(time.DateOnly)])
	}
	if t, err := time.Parse("20060102", until[:min(len(until), len("20060102"))]); err == nil {
		return t.Format(time.DateOnly)
	}
	return ""
}

// withoutEnd returns the text of a rule without its end.
func (r Rule) withoutEnd() string {
	r.Until, r.Count = "", 0
	return r.String()
}

// withoutStart returns a rule without the parts that say what follows from its start.
func (r Rule) withoutStart(start time.Time) Rule {
	isDay := len(r.ByMonthDay) == 1 && r.ByMonthDay[0] == start.Day()
	isMonth := len(r.ByMonth) == 1 && r.ByMonth[0] == int(start.Month())
	others := len(r.ByWeekNo) + len(r.ByYearDay) + len(r.BySetPos) + len(r.ByDay)
	switch {
	case r.Freq == Daily && r.Interval == 1 && len(r.ByDay) > 0 && len(r.BySetPos) == 0:
		r.Freq = Weekly
	case others > 0 || r.Skip != Omit:
	case r.Freq == Monthly && isDay && len(r.ByMonth) == 0:
		r.ByMonthDay = nil
	case r.Freq == Yearly && isMonth && (isDay || len(r.ByMonthDay) == 0):
		r.ByMonth, r.ByMonthDay = nil, nil
	}
	if r.Freq != Weekly || r.Interval == 1 || len(r.ByDay) < 2 {
		r.WeekStart = time.Monday // The first day of the week means nothing here.
	}
	return r
}
