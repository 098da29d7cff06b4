package ics

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// Part is a series as the service keeps it: the events of an entry, or those from one on that
// changes all later ones (RANGE=THISANDFUTURE).
type Part struct {
	From       string // Occurrence with which it begins; "" for the first part.
	Pattern    recurrence.Pattern
	IDs        map[string]dates.WallTime // Starts by the rule, of the occurrences up to Options.Until.
	ExtendedTo dates.WallTime            // The last of these, or dates.Last where no more come.
}

// seriesError is why the events of a set are no series.
type seriesError struct{ text string }

func (e *seriesError) Error() string { return e.text }

// errOtherDates is a rule that means other dates by the clock of the events than in the file.
var errOtherDates = &seriesError{"its rule has other dates in the time zone of its events"}

// parts returns the series that the set is: none if it is none, or if not all of it could be
// read.  The error says why the service cannot keep it as a series.
func (rs *recurrenceSet) parts(r *reader, t *template, s series, later []ranged, strays []Event) ([]Part, error) {
	if rs.main.filled("RRULE") == nil && rs.main.filled("RDATE") == nil || s.unsure || rs.unsure || s.tooMany ||
		len(s.starts) == 0 {
		return nil, nil
	}
	p, err := r.pattern(rs.main, t, s)
	if err != nil {
		return nil, err
	}
	addStrays(t, p, strays)
	if err := p.Check(); err != nil {
		return nil, err
	}
	extended, err := r.bound(t, p, s)
	if err != nil {
		return nil, err
	}
	return r.split(t, p, extended, later)
}

// lasts returns how long each event lasts: by the clock as DTEND says, or exactly as DURATION does,
// and as times in UTC do.
func (t *template) lasts() recurrence.Length {
	l := recurrence.Length{Seconds: t.length.nominal + t.length.exact}
	if t.AllDay {
		l.Seconds += secondsPerDay - 1
	}
	l.Exact = t.length.nominal == 0 || t.shown != nil
	return l
}

// zoned returns a time by the clock of a template as that of its events shows it.
func (t *template) zoned(zone dates.Zone, w dates.WallTime) dates.WallTime {
	if t.AllDay {
		return w.StartOfDay()
	}
	return zone.Local(t.clock.utc(w))
}

// occurrenceOf returns the occurrence that a date of a pattern is.
func (t *template) occurrenceOf(d recurrence.Date) string {
	if t.AllDay {
		return Key(d.Start.Written)
	}
	return Key(t.clock.local(d.Start.UTC()))
}

// pattern returns how a component repeats.  Its dates are those of the series.
func (r *reader) pattern(c *component, t *template, s series) (*recurrence.Pattern, error) {
	if len(c.props["RRULE"]) > 1 || c.filled("EXRULE") != nil {
		return nil, &seriesError{"it has several rules"}
	}
	first := r.occurrence(t, t.start, length{})
	base := recurrence.Pattern{Zone: first.Zone, AllDay: first.AllDay}
	base.SetFirst(first.Start, t.lasts())
	var failed error
	for _, rule := range r.ruleTexts(c, t, base) {
		p := base
		p.Rule = rule
		err := p.Check()
		var start *recurrence.StartError
		if errors.As(err, &start) { // The first event is one beside the rule.
			p.SetFirst(start.Next, p.Length())
			err = p.Check()
		}
		if err == nil {
			err = r.setDates(&p, t, s)
		}
		if err == nil {
			return &p, nil
		}
		failed = cmp.Or(failed, err)
	}
	return nil, failed
}

// ruleTexts returns the rule of a component in the forms that the service may take: as it is
// written, then without what says nothing, and with its end as a time in UTC or a day.
func (r *reader) ruleTexts(c *component, t *template, p recurrence.Pattern) []string {
	written := c.filled("RRULE")
	if written == nil {
		return []string{""}
	}
	text, err := plainRule(written)
	if err != nil || text == "" {
		return nil
	}
	texts := []string{text}
	rules := rules{start: t.begin, from: t.clock.written(), days: t.AllDay}
	if rules.rule(written, &rules.options) != nil || len(rules.options) != 1 {
		return texts
	}
	rule := rules.options[0]
	if end := rule.until; end != "" {
		rule.Until = Key(end)[:len("20060102")]
		if !t.AllDay {
			rule.Until = Key(t.clock.utc(end)) + "Z"
			if t.clock.edition > 0 && rule.Until != part(text, "UNTIL") { // It names another date by now.
				texts = nil
			}
		}
	}
	hour, minute, second := clockTime(p.Start)
	for _, part := range []struct {
		of    *[]int
		start int
	}{{&rule.ByHour, hour}, {&rule.ByMinute, minute}, {&rule.BySecond, second}} {
		if slices.Equal(*part.of, []int{part.start}) {
			*part.of = nil
		}
	}
	if rule.Skip != recurrence.Omit { // It needs RSCALE, which is no part of the text.
		texts = nil
	}
	return append(texts, rule.String())
}

// clockTime returns the time of the day of a wall time.
func clockTime(w dates.WallTime) (hour, minute, second int) {
	seconds := int(w.Sub(w.StartOfDay()))
	return seconds / 3600, seconds / 60 % 60, seconds % 60
}

// setDates sets the dates that a pattern has beside its rule, and those that are left out, so
// that it has those of a series.
func (r *reader) setDates(p *recurrence.Pattern, t *template, s series) error {
	wanted, beside := map[string]bool{}, map[dates.WallTime]bool{t.start: true}
	until := r.Until
	for _, w := range s.added {
		beside[w] = true
		until = max(until, w)
	}
	for _, w := range s.without {
		until = max(until, w)
	}
	for _, w := range s.starts {
		wanted[Key(w)] = true
	}
	list, err := p.Expand("", until, mostSteps)
	if err != nil {
		return err
	}
	last, ruled := Key(r.Until), map[string]bool{}
	for _, d := range list {
		key := t.occurrenceOf(d)
		ruled[key] = true
		switch {
		case wanted[key]:
		case s.removed[key]:
			p.Except = append(p.Except, d.ID)
		case key <= last:
			return errOtherDates
		}
	}
	for _, w := range s.starts {
		if key := Key(w); !ruled[key] && !beside[w] {
			return errOtherDates
		}
	}
	for w := range beside {
		l, own := s.lengths[w]
		if key := Key(w); s.removed[key] || ruled[key] && !own || !wanted[key] && key <= last {
			continue
		}
		span := recurrence.Span{Start: t.zoned(p.Zone, w)}
		if own {
			span.End = r.occurrence(t, w, l).End
		}
		p.Dates = append(p.Dates, span)
	}
	slices.SortFunc(p.Dates, func(a, b recurrence.Span) int { return cmp.Compare(a.Start, b.Start) })
	return nil
}

// addStrays adds the changed events that the pattern does not have to its dates.
func addStrays(t *template, p *recurrence.Pattern, strays []Event) {
	for _, e := range strays {
		m, ok := readMoment(e.Occurrence, nil)
		id := t.zoned(p.Zone, m.wall)
		switch at := slices.Index(p.Except, id); {
		case !ok:
		case at >= 0: // A change of what is left out is there.
			p.Except = slices.Delete(p.Except, at, at+1)
		default:
			p.Dates = append(p.Dates, recurrence.Span{Start: id})
		}
	}
	slices.SortFunc(p.Dates, func(a, b recurrence.Span) int { return cmp.Compare(a.Start, b.Start) })
}

// bound leaves out of a pattern what of its series is not taken: what comes before the first
// event that is, and after the last one.  It returns up to when there are events.
func (r *reader) bound(t *template, p *recurrence.Pattern, s series) (extended dates.WallTime, err error) {
	taken := r.chosen(s.starts)
	if taken[0] != s.starts[0] {
		if _, *p, err = p.Split(t.zoned(p.Zone, taken[0])); err != nil {
			return "", err
		}
	}
	after := t.zoned(p.Zone, taken[len(taken)-1])
	if len(taken) == len(s.starts) || taken[len(taken)-1] == s.starts[len(s.starts)-1] {
		if !r.Ends {
			return r.Until, nil
		}
		after = r.Until
	}
	more, err := p.Expand(after, after.AddMonths(12*yearsAfter), mostSteps)
	if err != nil || len(more) == 0 {
		return r.Until, err
	}
	*p, _, err = p.Split(more[0].ID)
	return dates.Last, err
}

// yearsAfter is for how many years the next date of a pattern is looked for.
const yearsAfter = 10

// split parts a pattern where events change all later ones.
func (r *reader) split(t *template, p *recurrence.Pattern, extended dates.WallTime, later []ranged) ([]Part, error) {
	rest, from := *p, ""
	var how *ranged
	var all []Part
	for i := range later {
		l := &later[i]
		before, after, err := rest.Split(t.zoned(p.Zone, l.from))
		if err != nil {
			return nil, err
		}
		part, err := r.part(t, before, how, from, dates.Last)
		if err != nil {
			return nil, err
		}
		all = append(all, part)
		rest, from, how = after, Key(l.from), l
	}
	part, err := r.part(t, rest, how, from, extended)
	if err != nil {
		return nil, err
	}
	return append(all, part), nil
}

// part returns a part of a series, all of whose events are changed as one of them is; how is
// nil where they are not.
func (r *reader) part(
	t *template, p recurrence.Pattern, how *ranged, from string, extended dates.WallTime,
) (Part, error) {
	list, err := p.Expand("", r.Until, mostSteps)
	if err != nil {
		return Part{}, err
	}
	part := Part{From: from, Pattern: p, IDs: make(map[string]dates.WallTime, len(list)), ExtendedTo: extended}
	if how != nil {
		if part.Pattern, err = p.Shifted(how.shift); err != nil {
			return Part{}, err
		}
		first := r.occurrence(how.template, how.from.AddSeconds(how.shift), length{})
		if first.AllDay != p.AllDay || first.Zone != p.Zone {
			return Part{}, &seriesError{"a change of later events has another time zone"}
		}
		part.Pattern.SetFirst(part.Pattern.Start, how.lasts())
	}
	for _, d := range list {
		key := t.occurrenceOf(d)
		id := d.ID
		if how != nil {
			id = id.AddSeconds(how.shift)
			w := t.clock.local(d.Start.UTC())
			if t.AllDay {
				w = d.Start.Written
			}
			if r.occurrence(how.template, w.AddSeconds(how.shift), length{}).Start != part.Pattern.At(id).Start.Local {
				return Part{}, errOtherDates
			}
		}
		part.IDs[key] = id
	}
	return part, nil
}

// singleEvents says why the events of a series are single ones.
func singleEvents(err error) string {
	return fmt.Sprintf("imported as separate events, not as a series: %v", err)
}
