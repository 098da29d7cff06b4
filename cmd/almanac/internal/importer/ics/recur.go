package ics

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// rules say when the events of a series are.  All of them are local times of one
// zone, so that an event stays at its time of the day when clocks change.
type rules struct {
	start    dates.WallTime
	from     *zone            // To read ends of rules that are in UTC.
	options  []boundRule      // RRULE.
	excluded []boundRule      // EXRULE.
	added    []dates.WallTime // RDATE.
	removed  []dates.WallTime // EXDATE.
	until    dates.WallTime   // What comes after is not looked at.
	most     int              // Starts to find at most.
	days     bool             // They are of whole days.
}

// boundRule is a rule with the time of its UNTIL, "" for none.
type boundRule struct {
	recurrence.Rule
	until dates.WallTime
}

// series are the starts of the events of a series, in order.
type series struct {
	starts  []dates.WallTime
	endless bool // It goes on after the time up to which it was looked at.
	tooMany bool // It has more starts until then than were to be found.
	unsure  bool // Not all of its rules and dates could be read.
	notes   []string
	lost    []string                  // What of them could not be read.
	idle    int                       // Dates to leave out that it does not have.
	lengths map[dates.WallTime]length // Of events that have one of their own.
	removed map[string]bool           // Occurrences that EXDATE names.
	without []dates.WallTime          // The same as times.
	added   []dates.WallTime          // RDATE.
	// As of a template.
	skipped map[dates.WallTime]dates.WallTime
}

// rule reads an RRULE or EXRULE, unless it is empty.
func (r *rules) rule(p *property, to *[]boundRule) error {
	text, err := plainRule(p)
	if text == "" || err != nil {
		return err
	}
	if part(text, "FREQ") == "SECONDLY" {
		return faulty(p.line, "expected a supported rule, found %s", quote(p.Value))
	}
	parsed, err := recurrence.Parse(text)
	if err != nil {
		return faulty(p.line, "expected a rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10, found %s (%v)", quote(p.Value), err)
	}
	rule := boundRule{Rule: parsed}
	if parsed.Until != "" {
		m, ok := readMoment(parsed.Until, nil)
		if !ok {
			return faulty(p.line, "expected a date as UNTIL, found %s", quote(parsed.Until))
		}
		end := m.in(r.from)
		if m.form == day || r.days && m.form == utc && m.wall == m.wall.StartOfDay() {
			end = m.wall
		}
		if m.form == day || r.days { // Written by many for times, too: the day belongs to the series.
			end = end.EndOfDay()
		}
		rule.until = end
	}
	*to = append(*to, rule)
	return nil
}

// plainRule returns a rule as the standard writes it.  What programs add to rules, what
// is empty, and blanks are left out; the end of a month that is too long is its last day.
func plainRule(p *property) (string, error) {
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
			return "", faulty(p.line, "expected a rule of the Gregorian calendar, found %s", quote(p.Value))
		case name == "UNTIL":
			pieces = append(pieces, name+"="+lastDay(value))
		default:
			pieces = append(pieces, name+"="+value)
		}
	}
	return strings.Join(pieces, ";"), nil
}

// lastDay returns a date that months do not have, such as the 31st of September, as
// the last day of its month.
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

// mostSteps is how many times of a rule are looked at, and periods without one: daily
// ones for more than a century.
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
	has := map[dates.WallTime]bool{}
	for ruled := range found {
		w := real(ruled)
		if has[w] = true; w != ruled {
			out.skipped[w] = ruled
		}
		switch {
		case shown[w]:
		case w <= r.until:
			out.starts = append(out.starts, w)
		default:
			out.endless = true
		}
	}
	slices.Sort(out.starts)
	out.starts = slices.Compact(out.starts)
	for _, w := range r.removed {
		if !has[w] && w <= r.until {
			out.idle++
		}
	}
	return err
}

// errRule is the error of a rule that cannot be followed.
var errRule = errors.New("the rule of its series is not supported")

// follow adds the times of one rule.
func (r *rules) follow(rule boundRule, found map[dates.WallTime]bool, out *series) error {
	// One more than is looked at, to see whether the rule goes on.
	until := r.until.AddMonths(12)
	if rule.until != "" {
		until = rule.until
	}
	times := rule.Times(time.Unix(r.start.Unix(), 0), time.Unix(until.Unix(), 0), mostSteps)
	for t, ok := times.Next(); ok; t, ok = times.Next() {
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
	if times.Err() != nil && len(found) == 1 {
		return fmt.Errorf("%w: %w", errRule, times.Err())
	}
	out.tooMany = out.tooMany || times.Err() != nil
	return nil
}
