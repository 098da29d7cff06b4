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
type PartError struct{ message messages.Message }

// Message names the part and says what would be right.  It has no period.
func (e *PartError) Message() messages.Message { return e.message }

// Error is the message in English.
func (e *PartError) Error() string { return e.message.Error() }

// partError returns the error with a message.
func partError(format messages.Format, values ...any) error {
	return &PartError{messages.NewMessage(format, values...)}
}

// expected returns the error of a part whose value is wrong.
func expected(part string, want messages.Message, found string) error {
	return partError("%s: expected %s, found %q", part, want, found)
}

var weekdays = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

const (
	// maxInterval keeps the sums of periods below what an int holds.
	maxInterval = 100_000_000
	// maxCount is more than a rule has in the years of the calendar.
	maxCount = 1_000_000_000
)

// Parse reads a rule without the name of its property, such as FREQ=WEEKLY;BYDAY=MO.
// The error is a PartError.  Whether parts suit each other is not looked at.
func Parse(text string) (Rule, error) { return parse(text, Minutely, maxInterval) }

// parse is Parse of a rule with bounds for its frequency and its interval.
func parse(text string, shortest Frequency, longest int) (Rule, error) {
	r := Rule{Freq: -1, Interval: 1, WeekStart: time.Monday}
	seen := map[string]bool{}
	for piece := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(piece, "=")
		if !ok || value == "" {
			return Rule{}, expected(name, messages.NewMessage("parts such as FREQ=WEEKLY"), piece)
		}
		if seen[name] {
			return Rule{}, partError("%s appears twice", name)
		}
		seen[name] = true
		if err := r.set(name, value, shortest, longest); err != nil {
			return Rule{}, err
		}
	}
	if r.Freq < 0 {
		return Rule{}, partError("%s is missing", "FREQ")
	}
	return r, nil
}

// set sets a part.  The functions that it calls return what would be right if the value is
// wrong, else no message.
func (r *Rule) set(name, value string, shortest Frequency, longest int) error {
	var want messages.Message
	switch name {
	case "FREQ":
		r.Freq = Frequency(slices.Index(frequencies, value))
		if r.Freq < shortest {
			want = oneOf(frequencies[shortest:]...)
		}
	case "INTERVAL":
		want = number(&r.Interval, value, 1, longest)
	case "COUNT":
		want = number(&r.Count, value, 1, maxCount)
	case "UNTIL":
		r.Until = value
	case "BYMONTH":
		want = numbers(&r.ByMonth, value, 1, 12, false)
	case "BYWEEKNO":
		want = numbers(&r.ByWeekNo, value, 1, 53, true)
	case "BYYEARDAY":
		want = numbers(&r.ByYearDay, value, 1, 366, true)
	case "BYMONTHDAY":
		want = numbers(&r.ByMonthDay, value, 1, 31, true)
	case "BYDAY":
		want = r.setDays(value)
	case "BYHOUR":
		want = numbers(&r.ByHour, value, 0, 23, false)
	case "BYMINUTE":
		want = numbers(&r.ByMinute, value, 0, 59, false)
	case "BYSECOND":
		want = numbers(&r.BySecond, value, 0, 59, false)
	case "BYSETPOS":
		want = numbers(&r.BySetPos, value, 1, 366, true)
	case "WKST":
		day := slices.Index(weekdays, value)
		if day < 0 {
			want = oneOf(weekdays...)
		}
		r.WeekStart = time.Weekday(day)
	case "SKIP":
		skip := slices.Index([]string{"OMIT", "BACKWARD", "FORWARD"}, value)
		if skip < 0 {
			want = oneOf("OMIT", "BACKWARD", "FORWARD")
		}
		r.Skip = Skip(skip)
	case "RSCALE":
		if value != "GREGORIAN" {
			want = messages.NewMessage("%s", "GREGORIAN")
		}
	default:
		return partError("%s is unknown; rules have parts such as FREQ, INTERVAL and BYDAY", name)
	}
	if want.Format == "" {
		return nil
	}
	return expected(name, want, value)
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
