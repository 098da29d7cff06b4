package ics

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/teambition/rrule-go"

	"almanac/runtime/dates"
)

// rules say when the events of a series are.  All of them are local times of one
// zone, so that an event stays at its time of the day when clocks change.
type rules struct {
	start    dates.WallTime
	from     *zone            // To read ends of rules that are in UTC.
	options  []*recurrence    // RRULE.
	excluded []*recurrence    // EXRULE.
	added    []dates.WallTime // RDATE.
	removed  []dates.WallTime // EXDATE.
	until    dates.WallTime   // What comes after is not looked at.
	most     int              // Starts to find at most.
	days     bool             // They are of whole days.
}

// recurrence is a rule.
type recurrence struct {
	rrule.ROption
	skip string // What becomes of days that a month does not have: SKIP, "" for leaving them out.
}

// series are the starts of the events of a series, in order.
type series struct {
	starts  []dates.WallTime
	endless bool // It goes on after the time up to which it was looked at.
	tooMany bool // It has more starts until then than were to be found.
	unsure  bool // Not all of its rules and dates could be read.
	notes   []string
	lost    []string                  // What of them could not be read.
	lengths map[dates.WallTime]length // Of events that have one of their own.
	removed map[string]bool           // Occurrences that EXDATE names.
}

// largestInterval bounds INTERVAL, so that the library's sums do not overflow.
const largestInterval = 100_000_000

// rule reads an RRULE or EXRULE, unless it is empty.
func (r *rules) rule(p *property, to *[]*recurrence) error {
	text, skip, err := plainRule(p)
	if text == "" || err != nil {
		return err
	}
	o, err := rrule.StrToROption(text)
	if err != nil || len(o.Byeaster) > 0 || o.Interval < 0 || o.Interval > largestInterval || o.Count < 0 ||
		o.Count == 0 && part(text, "COUNT") != "" {
		return faulty(p.line, "expected a rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10, found %s", quote(p.Value))
	}
	withoutRepeats(o)
	o.Dtstart = time.Unix(r.start.Unix(), 0).UTC()
	if until := part(text, "UNTIL"); until != "" {
		m, ok := readMoment(until, nil)
		if !ok {
			return faulty(p.line, "expected a date as UNTIL, found %s", quote(until))
		}
		end := m.in(r.from)
		if m.form == day || r.days && m.form == utc && m.wall == m.wall.StartOfDay() {
			end = m.wall
		}
		if m.form == day || r.days { // Written by many for times, too: the day belongs to the series.
			end = end.EndOfDay()
		}
		o.Until = time.Unix(end.Unix(), 0).UTC()
	}
	bounds := *o
	bounds.Freq = rrule.SECONDLY // Of which no times are made ahead; the bounds are the same.
	if _, err := rrule.NewRRule(bounds); err != nil {
		return faulty(p.line, "expected a rule that can be: %s", err)
	}
	rule := &recurrence{ROption: *o, skip: skip}
	if skip != "" && !rule.ofMonths() {
		return faulty(p.line, "expected SKIP in a rule by months and days of the month, found %s", quote(p.Value))
	}
	*to = append(*to, rule)
	return nil
}

// plainRule returns a rule in the form that the library reads, and what it says of
// days that a month does not have (RFC 7529).  What programs add to rules, what is
// empty, and blanks are left out; the end of a month that is too long is its last day.
func plainRule(p *property) (text, skip string, err error) {
	rule := strings.ToUpper(strings.Join(strings.Fields(p.Value), ""))
	var pieces []string
	for piece := range strings.SplitSeq(strings.TrimPrefix(rule, "RRULE:"), ";") {
		name, value, _ := strings.Cut(piece, "=")
		value = strings.Join(strings.FieldsFunc(value, func(c rune) bool { return c == ',' }), ",")
		switch {
		case strings.HasPrefix(name, "X-"), value == "" && strings.Contains(piece, "="), piece == "":
		case name == "INTERVAL" && value == "0":
		case name == "RSCALE" && strings.HasPrefix(value, "GREGOR"):
		case name == "RSCALE":
			return "", "", faulty(p.line, "expected a rule of the Gregorian calendar, found %s", quote(p.Value))
		case name == "SKIP" && value == "OMIT":
		case name == "SKIP" && (value == "FORWARD" || value == "BACKWARD"):
			skip = value
		case name == "UNTIL":
			pieces = append(pieces, name+"="+lastDay(value))
		default:
			pieces = append(pieces, name+"="+value)
		}
	}
	return strings.Join(pieces, ";"), skip, nil
}

// lastDay returns a date that months do not have, such as the 31st of September, as
// the last day of its month; the library reads but one form.
func lastDay(value string) string {
	for day := 31; len(value) >= len("20060102") && value[6:8] > "28" && value[6:8] <= "31" && day >= 28; day-- {
		if _, ok := readMoment(value, nil); ok {
			break
		}
		value = value[:6] + strconv.Itoa(day) + value[8:]
	}
	return value
}

// part returns the value of a part of a rule, "" when it is not there.
func part(rule, name string) string {
	for piece := range strings.SplitSeq(rule, ";") {
		if value, ok := strings.CutPrefix(piece, name+"="); ok {
			return value
		}
	}
	return ""
}

// mostSteps is how many times of a rule are looked at: daily ones for more than
// a century.
const mostSteps = 50_000

// expand returns the starts of the series until its time, its own start
// included, which begins the series even where no rule leads to it.  Times are given as
// the clock of the series shows them.  An error tells of rules that cannot be followed;
// the other starts are there.
func (r *rules) expand(real func(dates.WallTime) dates.WallTime, out *series) error {
	found := map[dates.WallTime]bool{r.start: true}
	for _, w := range r.added {
		found[w] = true
	}
	var err error
	for _, o := range r.options {
		err = cmp.Or(err, r.follow(o, found, out))
		if out.tooMany {
			break
		}
	}
	removed, later := map[dates.WallTime]bool{}, series{}
	for _, o := range r.excluded {
		err = cmp.Or(err, r.follow(o, removed, &later))
	}
	shown := map[dates.WallTime]bool{}
	for w := range removed {
		shown[real(w)] = true
	}
	for _, w := range r.removed {
		shown[w] = true
	}
	for w := range found {
		switch w = real(w); {
		case shown[w]:
		case w <= r.until:
			out.starts = append(out.starts, w)
		default:
			out.endless = true
		}
	}
	slices.Sort(out.starts)
	out.starts = slices.Compact(out.starts)
	return err
}

// errRule tells of a rule that the library cannot follow.
var errRule = errors.New("the rule of its series cannot be followed")

// follow adds the times of one rule.  The library does not bound what it reads
// everywhere: a fifty-third Monday of a month makes it panic.
func (r *rules) follow(o *recurrence, found map[dates.WallTime]bool, out *series) (err error) {
	defer func() {
		if recover() != nil {
			err = errRule
		}
	}()
	if err := r.followable(&o.ROption); err != nil {
		return err
	}
	bounded := o.ROption
	if bounded.Until.IsZero() {
		// Without an end the library takes the longest duration, 292 years,
		// which of zones that begin in 1601 leaves nothing for today.
		bounded.Until = time.Unix(r.until.Unix(), 0).UTC().AddDate(1, 0, 0)
	}
	if o.Freq >= rrule.HOURLY && !comes(&bounded) {
		return nil
	}
	var next func() (time.Time, bool)
	if o.skip != "" {
		next = o.skipping()
	} else {
		rule, err := rrule.NewRRule(bounded)
		if err != nil {
			return fmt.Errorf("%w: %w", errRule, err)
		}
		next = rule.Iterator()
	}
	for range mostSteps {
		t, more := next()
		if !more {
			return nil
		}
		w := dates.FromUnix(t.Unix())
		if w > r.until {
			out.endless = true
			return nil
		}
		if found[w] = true; len(found) > r.most {
			out.tooMany = true
			return nil
		}
	}
	out.tooMany = true
	return nil
}

// mostYears is how long a rule by the hour or the minute may be followed.
const mostYears = 100

// followable refuses rules at which the library would count for ever, or begin
// with today.
func (r *rules) followable(o *rrule.ROption) error {
	switch {
	case o.Dtstart.IsZero():
		return fmt.Errorf("%w: it begins with the calendar", errRule)
	case o.Freq < rrule.HOURLY:
		return affordable(o)
	case o.Freq == rrule.SECONDLY, len(o.Bysetpos) > 0:
		return fmt.Errorf("%w: FREQ=%s, by the second or with BYSETPOS", errRule, o.Freq)
	case r.start.AddMonths(12*mostYears) < r.until:
		return fmt.Errorf("%w: FREQ=%s for more than %d years", errRule, o.Freq, mostYears)
	case !reachable(o):
		return fmt.Errorf("%w: it never comes to its hours", errRule)
	}
	return affordable(o)
}

// reachable reports whether a rule by the hour or the minute ever comes to one
// of its hours and minutes.
func reachable(o *rrule.ROption) bool {
	const wholeDay = 24 * 60
	unit := 60
	if o.Freq == rrule.MINUTELY {
		unit = 1
	}
	hour, minute, _ := o.Dtstart.Clock()
	step := gcd(max(o.Interval, 1), wholeDay/unit)
	for at := (hour*60 + minute) / unit % step; at < wholeDay/unit; at += step {
		if among(o.Byhour, at*unit/60) && (unit > 1 || among(o.Byminute, at%60)) {
			return true
		}
	}
	return false
}

// among reports whether a list names n, as one that is empty does.
func among(list []int, n int) bool { return len(list) == 0 || slices.Contains(list, n) }

// gcd returns the greatest common divisor of two numbers above 0.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
