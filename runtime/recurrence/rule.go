package recurrence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/messages"
)

// Frequency is how long the periods of a rule are.
type Frequency int

// The frequencies, the shortest first.  SECONDLY is none of them: no calendar needs it.
const (
	Minutely Frequency = iota
	Hourly
	Daily
	Weekly
	Monthly
	Yearly
)

var frequencies = []string{"MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"}

// String returns the name of a frequency, such as WEEKLY.
func (f Frequency) String() string { return frequencies[f] }

// Weekday is a day of the week.
type Weekday struct {
	N   int // Which one of the month or year, the last one is -1; 0 means every one.
	Day time.Weekday
}

// Skip is what becomes of a day that a month does not have (RFC 7529, section 4.1).
type Skip int

// What becomes of it.
const (
	Omit     Skip = iota // It is left out.
	Backward             // It is the last day of the month.
	Forward              // It is the first day of the next month.
)

// Rule is a recurrence rule.  Its lists are sorted and repeat nothing.
type Rule struct {
	Freq     Frequency
	Interval int    // In periods, from 1.
	Count    int    // Number of times; 0 means no bound.
	Until    string // UNTIL as it is written, "" for none: what it means depends on the zone.

	ByMonth, ByWeekNo, ByYearDay, ByMonthDay []int
	ByDay                                    []Weekday
	ByHour, ByMinute, BySecond               []int
	BySetPos                                 []int

	WeekStart time.Weekday
	Skip      Skip
}

// PartError is a part of a rule that cannot be.
type PartError struct {
	Part  string           // Such as BYDAY.
	Value string           // As it is written.
	Want  messages.Message // What would be right, to follow the word "expected".
}

// Message names the part, what would be right, and what stands there.
func (e *PartError) Message() messages.Message {
	return messages.NewMessage("%s: expected %s, found %q", e.Part, e.Want, e.Value)
}

// Error is the message in English.
func (e *PartError) Error() string { return e.Message().Error() }

var weekdays = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

const (
	// maxInterval keeps the sums of periods below what an int holds.
	maxInterval = 100_000_000
	// maxCount is more than a rule has in the years of the calendar.
	maxCount = 1_000_000_000
)

// Parse reads a rule without the name of its property, such as FREQ=WEEKLY;BYDAY=MO.
// The error is a PartError.  Whether parts suit each other is not looked at.
func Parse(text string) (Rule, error) {
	r := Rule{Freq: -1, Interval: 1, WeekStart: time.Monday}
	seen := map[string]bool{}
	for piece := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(piece, "=")
		if !ok || value == "" {
			return Rule{}, &PartError{Part: name, Value: piece, Want: messages.NewMessage("parts such as FREQ=WEEKLY")}
		}
		if seen[name] {
			return Rule{}, &PartError{Part: name, Value: value, Want: messages.NewMessage("each part once")}
		}
		seen[name] = true
		if want := r.set(name, value); want.Format != "" {
			return Rule{}, &PartError{Part: name, Value: value, Want: want}
		}
	}
	if r.Freq < 0 {
		return Rule{}, &PartError{Part: "FREQ", Want: oneOf(frequencies...)}
	}
	return r, nil
}

// set sets a part.  It returns what would be right if the value is wrong, else no message, as do
// the functions that it calls.
func (r *Rule) set(name, value string) messages.Message {
	switch name {
	case "FREQ":
		r.Freq = Frequency(slices.Index(frequencies, value))
		if r.Freq < 0 {
			return oneOf(frequencies...)
		}
	case "INTERVAL":
		return number(&r.Interval, value, 1, maxInterval)
	case "COUNT":
		return number(&r.Count, value, 1, maxCount)
	case "UNTIL":
		r.Until = value
	case "BYMONTH":
		return numbers(&r.ByMonth, value, 1, 12, false)
	case "BYWEEKNO":
		return numbers(&r.ByWeekNo, value, 1, 53, true)
	case "BYYEARDAY":
		return numbers(&r.ByYearDay, value, 1, 366, true)
	case "BYMONTHDAY":
		return numbers(&r.ByMonthDay, value, 1, 31, true)
	case "BYDAY":
		return r.setDays(value)
	case "BYHOUR":
		return numbers(&r.ByHour, value, 0, 23, false)
	case "BYMINUTE":
		return numbers(&r.ByMinute, value, 0, 59, false)
	case "BYSECOND":
		return numbers(&r.BySecond, value, 0, 59, false)
	case "BYSETPOS":
		return numbers(&r.BySetPos, value, 1, 366, true)
	case "WKST":
		day := slices.Index(weekdays, value)
		if day < 0 {
			return oneOf(weekdays...)
		}
		r.WeekStart = time.Weekday(day)
	case "SKIP":
		skip := slices.Index([]string{"OMIT", "BACKWARD", "FORWARD"}, value)
		if skip < 0 {
			return oneOf("OMIT", "BACKWARD", "FORWARD")
		}
		r.Skip = Skip(skip)
	case "RSCALE":
		if value != "GREGORIAN" {
			return messages.NewMessage("%s", "GREGORIAN")
		}
	default:
		return messages.NewMessage("a known part, such as BYDAY")
	}
	return messages.Message{}
}

// setDays reads BYDAY.
func (r *Rule) setDays(value string) messages.Message {
	want := messages.NewMessage("days such as MO, 2TU or -1FR")
	for text := range strings.SplitSeq(value, ",") {
		if len(text) < 2 {
			return want
		}
		w := Weekday{Day: time.Weekday(slices.Index(weekdays, text[len(text)-2:]))}
		if w.Day < 0 {
			return want
		}
		if n := text[:len(text)-2]; n != "" {
			var one []int
			if numbers(&one, n, 1, 53, true).Format != "" || len(one) != 1 {
				return want
			}
			w.N = one[0]
		}
		r.ByDay = append(r.ByDay, w)
	}
	slices.SortFunc(r.ByDay, func(a, b Weekday) int { return (int(a.Day)-int(b.Day))*1000 + a.N - b.N })
	r.ByDay = slices.Compact(r.ByDay)
	return messages.Message{}
}

// oneOf says that one of some words would be right.
func oneOf(words ...string) messages.Message {
	return messages.NewMessage("one of %s", strings.Join(words, ", "))
}

// number reads a number between two.
func number(to *int, value string, from, last int) messages.Message {
	n, err := strconv.Atoi(value)
	if err != nil || n < from || n > last || strings.HasPrefix(value, "-") {
		return messages.NewMessage("a number from %d to %d", from, last)
	}
	*to = n
	return messages.Message{}
}

// numbers reads a list of numbers between two, and below 0 where those count from the end.
func numbers(to *[]int, value string, from, last int, ends bool) messages.Message {
	want := messages.NewMessage("numbers from %d to %d", from, last)
	if ends {
		want = messages.NewMessage("numbers from %d to %d or -%d to -%d", from, last, last, from)
	}
	for text := range strings.SplitSeq(value, ",") {
		n, err := strconv.Atoi(text)
		size := n
		if ends && n < 0 {
			size = -n
		}
		if err != nil || size < from || size > last {
			return want
		}
		*to = append(*to, n)
	}
	slices.Sort(*to)
	*to = slices.Compact(*to)
	return messages.Message{}
}

// String writes the rule as RRULE has it.
func (r Rule) String() string {
	parts := []string{"FREQ=" + r.Freq.String()}
	add := func(name, value string) { parts = append(parts, name+"="+value) }
	if r.Interval > 1 {
		add("INTERVAL", strconv.Itoa(r.Interval))
	}
	if r.Count > 0 {
		add("COUNT", strconv.Itoa(r.Count))
	}
	if r.Until != "" {
		add("UNTIL", r.Until)
	}
	for _, list := range []struct {
		name    string
		numbers []int
	}{
		{"BYMONTH", r.ByMonth},
		{"BYWEEKNO", r.ByWeekNo},
		{"BYYEARDAY", r.ByYearDay},
		{"BYMONTHDAY", r.ByMonthDay},
		{"BYHOUR", r.ByHour},
		{"BYMINUTE", r.ByMinute},
		{"BYSECOND", r.BySecond},
		{"BYSETPOS", r.BySetPos},
	} {
		if len(list.numbers) > 0 {
			add(list.name, strings.Trim(strings.ReplaceAll(fmt.Sprint(list.numbers), " ", ","), "[]"))
		}
	}
	if len(r.ByDay) > 0 {
		var days []string
		for _, w := range r.ByDay {
			day := weekdays[w.Day]
			if w.N != 0 {
				day = strconv.Itoa(w.N) + day
			}
			days = append(days, day)
		}
		add("BYDAY", strings.Join(days, ","))
	}
	if r.WeekStart != time.Monday {
		add("WKST", weekdays[r.WeekStart])
	}
	if r.Skip != Omit {
		add("RSCALE", "GREGORIAN")
		add("SKIP", []string{"OMIT", "BACKWARD", "FORWARD"}[r.Skip])
	}
	return strings.Join(parts, ";")
}
