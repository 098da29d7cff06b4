package ics

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/teambition/rrule-go"
)

// mostPositions is how many places BYSETPOS may name: the library counts the
// days of a period again for each.
const mostPositions = 12

// withoutRepeats sorts the lists of a rule and drops what they repeat: the
// library makes a time for each combination, and looks through each list for
// every day.
func withoutRepeats(o *rrule.ROption) {
	for _, list := range []*[]int{
		&o.Bysetpos, &o.Bymonth, &o.Bymonthday, &o.Byyearday, &o.Byweekno, &o.Byhour, &o.Byminute, &o.Bysecond,
	} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	slices.SortFunc(o.Byweekday, func(a, b rrule.Weekday) int {
		return cmp.Or(cmp.Compare(a.Day(), b.Day()), cmp.Compare(a.N(), b.N()))
	})
	o.Byweekday = slices.Compact(o.Byweekday)
}

// affordable refuses rules that take too long or too much memory.  The library
// makes all times of a year, month, week or day before it tells the first one,
// so that a year of every minute would be half a million.
func affordable(o *rrule.ROption) error {
	times := max(len(o.Byhour), 1) * max(len(o.Byminute), 1)
	switch {
	case len(o.Bysecond) > 1:
		return fmt.Errorf("%w: it has several seconds of a minute", errRule)
	case len(o.Bysetpos) > mostPositions:
		return fmt.Errorf("%w: BYSETPOS with more than %d positions", errRule, mostPositions)
	case o.Freq < rrule.HOURLY && mostDays(o)*times > mostSteps:
		return fmt.Errorf("%w: FREQ=%s with %d times a day", errRule, o.Freq, times)
	}
	return nil
}

// mostDays returns how many days one period of a rule has at most.
func mostDays(o *rrule.ROption) int {
	const month, year = 31, 366
	switch {
	case o.Freq == rrule.YEARLY && len(o.Bymonth) > 0:
		return min(month*len(o.Bymonth), year)
	case o.Freq == rrule.YEARLY:
		return year
	case o.Freq == rrule.MONTHLY:
		return month
	case o.Freq == rrule.WEEKLY:
		return 7
	}
	return 1
}

// comes reports whether a day ever comes that a rule by the hour or the minute
// allows.  For one such as the 30th of February the library would go through
// the hours of eight thousand years; through their days alone it can.  The rule
// has an end.
func comes(o *rrule.ROption) bool {
	days := *o
	days.Freq, days.Interval, days.Count = rrule.DAILY, 1, 1
	days.Until = o.Until.AddDate(0, 0, 1) // Of the last day, another hour may be meant than that of the start.
	days.Byhour, days.Byminute, days.Bysecond = nil, nil, nil
	rule, err := rrule.NewRRule(days)
	if err != nil {
		return false
	}
	_, ok := rule.Iterator()()
	return ok
}
