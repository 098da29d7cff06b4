// Package describe says in the words of a language how something repeats, for pages and forms.
package describe

import (
	"fmt"
	"slices"
	"time"

	"golang.org/x/text/language"

	"almanac/runtime/locale"
	"almanac/runtime/recurrence"
)

// Pattern returns the rule of a pattern in words, such as "Every Tuesday until June 30, 2027".
// It leaves out dates beside the rule and exceptions, which are better listed.
func Pattern(tag language.Tag, p *recurrence.Pattern) string {
	l := locale.For(tag.String())
	s := sentence{grammar: grammars()[l.Tag], locale: l}
	rule, err := recurrence.Parse(p.Rule)
	if err != nil { // There is none.
		return s.certain
	}
	s.rule = rule.WithDays(time.Unix(p.Start.Unix(), 0).UTC())
	s.normalize()
	text, ok := s.repeats()
	if !ok {
		text = s.certain
	}
	separator := " "
	if len(s.rule.ByMonthDay) > 0 && ok { // "On the 15th until the 30th" would be other days.
		separator = ", "
	}
	switch {
	case rule.Count == 1:
		text += ", " + s.once
	case rule.Count > 1:
		text += ", " + fmt.Sprintf(s.times, rule.Count)
	case rule.Until != "":
		text += separator + fmt.Sprintf(s.until, l.FormatDayAndMonth(time.Unix(p.Until(rule).Unix(), 0).UTC(), true))
	}
	return text
}

// sentence is a rule that is put into words.
type sentence struct {
	grammar
	locale *locale.Locale
	rule   recurrence.Rule
}

// normalize makes of a rule the one that people would take for the same days.
func (s *sentence) normalize() {
	r := &s.rule
	if r.Interval > 1 || len(r.BySetPos) > 0 {
		return
	}
	daysAlone := len(r.ByDay) > 0 && !numbered(r.ByDay) && len(r.ByMonthDay)+len(r.ByYearDay)+len(r.ByWeekNo) == 0
	switch {
	case daysAlone:
		r.Freq = recurrence.Weekly
	case r.Freq == recurrence.Daily && len(r.ByMonthDay) > 0,
		r.Freq == recurrence.Yearly && len(r.ByMonthDay) > 0 && len(r.ByMonth)+len(r.ByYearDay)+len(r.ByWeekNo) == 0:
		r.Freq = recurrence.Monthly
	}
}

// numbered reports whether one of the days is the first of its month, the last or another.
func numbered(days []recurrence.Weekday) bool {
	return slices.ContainsFunc(days, func(d recurrence.Weekday) bool { return d.N != 0 })
}

// repeats puts the rule into words without its end, and reports whether that can be done in a
// few of them.
func (s *sentence) repeats() (string, bool) {
	r := &s.rule
	if len(r.ByHour)+len(r.ByMinute)+len(r.BySecond) > 0 || r.Freq < recurrence.Daily {
		return "", false
	}
	if r.Freq == recurrence.Weekly {
		return s.weekly()
	}
	if r.Freq == recurrence.Daily {
		return s.every() + s.months(), len(r.ByDay)+len(r.ByMonthDay)+len(r.BySetPos) == 0
	}
	if len(r.BySetPos) > 0 {
		on, ok := s.positions()
		return s.every() + s.months() + on, ok
	}
	kinds := 0
	for _, n := range []int{len(r.ByMonthDay), len(r.ByYearDay), len(r.ByWeekNo)} {
		kinds += min(n, 1)
	}
	switch {
	case kinds > 1, kinds == 1 && numbered(r.ByDay):
		return "", false
	case len(r.ByMonthDay) > 0:
		return s.ofMonth(), true
	case len(r.ByYearDay) > 0:
		return s.every() + s.on(s.ordinals(r.ByYearDay), s.dayOfYear), len(r.ByDay)+len(r.ByMonth) == 0
	case len(r.ByWeekNo) > 0:
		var weeks []string
		for _, n := range r.ByWeekNo {
			weeks = append(weeks, fmt.Sprint(n))
		}
		return s.every() + fmt.Sprintf(s.inWeek, s.and(weeks)) + s.onWeekdays(), r.ByWeekNo[0] > 0 && len(r.ByMonth) == 0
	}
	whole := func(d recurrence.Weekday) bool { return d.N == 0 } // Each such day of the period.
	return s.every() + s.months() + s.numberedDays(), !slices.ContainsFunc(r.ByDay, whole)
}

// every says how long the periods are.
func (s *sentence) every() string {
	if s.rule.Interval == 1 {
		return s.one[s.rule.Freq]
	}
	return fmt.Sprintf(s.many[s.rule.Freq], s.rule.Interval)
}

// weekly is for rules of weeks, and for those of each week.
func (s *sentence) weekly() (string, bool) {
	days := s.weekdays()
	on, ok := s.onWeekdays(), len(s.rule.BySetPos) == 0
	switch {
	case s.rule.Interval > 1:
		return s.every() + s.months() + on, ok
	case len(days) == allDays:
		return s.one[recurrence.Daily] + s.months(), ok
	case s.mondayToFriday():
		return s.everyWorkday + s.months(), ok
	}
	return fmt.Sprintf(s.everyWeekday, s.and(s.each(days, s.weekdayOfEvery))) + s.months(), ok
}

const allDays = 7

// weekdays returns the names of the days of the rule, in the order of a week of the language.
func (s *sentence) weekdays() []string {
	var list, last []string
	for _, d := range s.rule.ByDay {
		if d.Day == time.Sunday && s.locale.WeekStartsMonday {
			last = append(last, s.locale.Weekdays[d.Day])
			continue
		}
		list = append(list, s.locale.Weekdays[d.Day])
	}
	return append(list, last...)
}

// mondayToFriday reports whether these are the days of the rule.
func (s *sentence) mondayToFriday() bool {
	return len(s.rule.ByDay) == 5 && !slices.ContainsFunc(s.rule.ByDay, func(d recurrence.Weekday) bool {
		return d.Day == time.Sunday || d.Day == time.Saturday
	})
}

// onWeekdays names the days of the rule.
func (s *sentence) onWeekdays() string {
	return fmt.Sprintf(s.onDays, s.and(s.each(s.weekdays(), s.onWeekday)))
}

// months names the months to which the rule is limited, "" for none.
func (s *sentence) months() string {
	if len(s.rule.ByMonth) == 0 {
		return ""
	}
	var names []string
	for _, m := range s.rule.ByMonth {
		names = append(names, s.locale.Months[m-1])
	}
	return fmt.Sprintf(s.inMonth, s.and(names))
}

// on names days by their numbers, of what follows them.
func (s *sentence) on(numbers []string, of string) string {
	return fmt.Sprintf(s.onDays, s.and(numbers)+" "+of)
}

// ordinals returns numbers in words.
func (s *sentence) ordinals(numbers []int) []string {
	var list []string
	for _, n := range fromFirst(numbers) {
		list = append(list, s.ordinal(n))
	}
	return list
}

// fromFirst returns sorted numbers with those that count from the end behind the others.
func fromFirst(numbers []int) []int {
	at, _ := slices.BinarySearch(numbers, 0)
	return append(slices.Clone(numbers[at:]), numbers[:at]...)
}

// ofMonth is for rules of days of the month, such as the 15th, the last one, or Friday the 13th.
func (s *sentence) ofMonth() string {
	r := &s.rule
	text, days := s.every(), []string{}
	dated := len(r.ByMonth) == 1 && r.ByMonthDay[0] > 0
	if !dated {
		text += s.months()
	}
	for _, n := range fromFirst(r.ByMonthDay) {
		switch {
		case dated: // A leap year, which has all days of months.
			day := time.Date(2000, time.Month(r.ByMonth[0]), n, 0, 0, 0, 0, time.UTC)
			days = append(days, fmt.Sprintf(s.onDate, s.locale.FormatDayAndMonth(day, false)))
		case n > 0:
			days = append(days, s.dayNumber(n))
		default:
			days = append(days, s.ordinal(n)+" "+s.day)
		}
	}
	text += fmt.Sprintf(s.onDays, s.and(days))
	if len(r.ByDay) > 0 {
		text += fmt.Sprintf(s.ifDay, s.or(s.each(s.weekdays(), s.aDay)))
	}
	const shortestMonth = 28
	if r.Skip != recurrence.Omit && r.ByMonthDay[len(r.ByMonthDay)-1] > shortestMonth {
		text += s.instead[r.Skip]
	}
	return text
}

// numberedDays is for rules of days such as the second Friday.
func (s *sentence) numberedDays() string {
	days := s.rule.ByDay
	var numbers []int
	var items []string
	for _, d := range days {
		numbers = append(numbers, d.N)
		items = append(items, s.ordinal(d.N)+" "+s.locale.Weekdays[d.Day])
	}
	text := s.and(items)
	if days[0].Day == days[len(days)-1].Day { // They are sorted: all are the same.
		text = s.and(s.ordinals(numbers)) + " " + s.locale.Weekdays[days[0].Day]
	}
	return fmt.Sprintf(s.onDays, text) + s.ofYear()
}

// ofYear stands behind days that count in the year.
func (s *sentence) ofYear() string {
	if s.rule.Freq == recurrence.Yearly && len(s.rule.ByMonth) == 0 {
		return s.yearly
	}
	return ""
}

// positions is for rules of the first of several weekdays, the last, and so on.
func (s *sentence) positions() (string, bool) {
	r := &s.rule
	others := len(r.ByMonthDay) + len(r.ByYearDay) + len(r.ByWeekNo)
	if others > 0 || numbered(r.ByDay) || r.Freq == recurrence.Yearly && len(r.ByMonth) > 1 {
		return "", false
	}
	days := s.weekdays()
	of := s.or(days)
	switch {
	case len(days) == allDays:
		of = s.day
	case s.mondayToFriday():
		of = s.workday
	case len(days) == 2 && s.rule.ByDay[0].Day == time.Sunday && s.rule.ByDay[1].Day == time.Saturday:
		of = s.weekendDay
	}
	return s.on(s.ordinals(r.BySetPos), of) + s.ofYear(), true
}
