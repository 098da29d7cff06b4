package recurrence

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/messages"
)

// Pattern is how a record with a start and an end repeats in its time zone: by a rule, at
// further dates, and without some (RFC 5545, section 3.8.5).
type Pattern struct {
	Start, End dates.WallTime // Of the first date by the rule, by the clock of the zone.
	Duration   int64          // As in Length; 0 where dates end by the clock.
	Zone       dates.Zone
	AllDay     bool
	Rule       string           // Such as FREQ=WEEKLY;BYDAY=TU; "" where dates alone say it.
	Except     []dates.WallTime // Starts that are left out, sorted.
	Dates      []Span           // Beside those of the rule, sorted by their starts.
}

// Span is a date beside those of a rule, by the clock of the zone.
type Span struct {
	Start dates.WallTime `json:"start_date"`
	End   dates.WallTime `json:"end_date,omitempty"` // "" for as long as the first date lasts.
}

// Date is one date of a pattern.
type Date struct {
	ID         dates.WallTime // Start as the rule has it (RECURRENCE-ID), which the clock may skip.
	Start, End dates.Moment
}

// Bounds of patterns that the service keeps.
const (
	MaxRule     = 1000 // Bytes of a rule.
	MaxInterval = 999
	MaxDates    = 1000 // That are added, and that are left out.
	MaxDuration = 30 * secondsPerDay

	maxSteps = 20_000
	// emptyYears is in how many years a rule has to have a date.
	emptyYears = 10
)

// ParseStrict reads a rule that the service keeps: one of days, whose parts suit each other as
// section 3.3.10 says.  The error is a PartError.
func ParseStrict(text string) (Rule, error) {
	if len(text) > MaxRule {
		return Rule{}, expected("rule", messages.NewMessage("at most %d characters", MaxRule), text[:20]+"…")
	}
	r, err := parse(text, Daily, MaxInterval)
	if err != nil {
		return Rule{}, err
	}
	numbered := slices.ContainsFunc(r.ByDay, func(w Weekday) bool { return w.N != 0 })
	switch {
	case r.Count > 0 && r.Until != "":
		return Rule{}, partError("use COUNT or UNTIL, not both")
	case len(r.ByHour)+len(r.ByMinute)+len(r.BySecond) > 0:
		return Rule{}, partError("BYHOUR, BYMINUTE and BYSECOND are not supported")
	case len(r.ByWeekNo) > 0 && r.Freq != Yearly:
		return Rule{}, partError("%s needs FREQ=YEARLY", "BYWEEKNO")
	case len(r.ByYearDay) > 0 && r.Freq != Yearly:
		return Rule{}, partError("%s needs FREQ=YEARLY", "BYYEARDAY")
	case len(r.ByMonthDay) > 0 && r.Freq == Weekly:
		return Rule{}, partError("BYMONTHDAY needs FREQ=DAILY, MONTHLY or YEARLY")
	case numbered && (r.Freq < Monthly || len(r.ByWeekNo) > 0):
		return Rule{}, partError("BYDAY: numbered days such as 2TU need FREQ=MONTHLY, or FREQ=YEARLY without BYWEEKNO")
	case len(r.BySetPos) > 0 && len(r.ByDay)+len(r.ByMonthDay)+len(r.ByMonth)+len(r.ByWeekNo)+len(r.ByYearDay) == 0:
		return Rule{}, partError("BYSETPOS needs another part, such as BYDAY")
	}
	return r, nil
}

// Errors of patterns.
var (
	// ErrNoDate is a rule that has no date for years.
	ErrNoDate = fmt.Errorf("the rule has no date within %d years", emptyYears)
	// ErrTooMany is a pattern with more dates than were asked for.
	ErrTooMany = errors.New("the pattern has too many dates")
	// ErrShift is a rule that cannot follow its start to another day.
	ErrShift = errors.New("the rule specifies other days than the new start")
)

// StartError is a start that the rule does not have.
type StartError struct{ Next dates.WallTime }

// Error names the next start that the rule has.
func (e *StartError) Error() string {
	return "the rule does not have the start; the next date that it has is " + string(e.Next)
}

// ExceptionError is a date to leave out that is not there.
type ExceptionError struct{ Date dates.WallTime }

// Error names the date.
func (e *ExceptionError) Error() string {
	return "there is no date " + string(e.Date) + " to leave out"
}

// Check returns what is wrong with a pattern that a client sends: a PartError, a StartError,
// ErrNoDate, an ExceptionError, or an error about all dates.
func (p *Pattern) Check() error {
	if p.Length().Seconds > MaxDuration {
		return fmt.Errorf("one date lasts at most %d days", MaxDuration/secondsPerDay)
	}
	if len(p.Except) > MaxDates || len(p.Dates) > MaxDates {
		return fmt.Errorf("at most %d dates can be added or left out", MaxDates)
	}
	if p.Rule != "" {
		rule, err := ParseStrict(p.Rule)
		if err != nil {
			return err
		}
		if err := p.checkUntil(rule); err != nil {
			return err
		}
		times := rule.Times(clock(p.Start), clock(p.Start).AddDate(emptyYears, 0, 0), maxSteps)
		first, ok := times.Next()
		switch {
		case times.Err() != nil, !ok:
			return ErrNoDate
		case wall(first) != p.Start:
			return &StartError{Next: wall(first)}
		}
	}
	return p.checkExcept()
}

// checkUntil checks the form of UNTIL: a time in UTC, or a day for what lasts whole days.
func (p *Pattern) checkUntil(rule Rule) error {
	if rule.Until == "" {
		return nil
	}
	layout, want := "20060102T150405Z", messages.NewMessage("a time in UTC such as %s", "20270630T170000Z")
	if p.AllDay {
		layout, want = "20060102", messages.NewMessage("a day such as %s", "20270630")
	}
	if _, err := time.Parse(layout, rule.Until); err != nil {
		return expected("UNTIL", want, rule.Until)
	}
	if p.Until(rule) < p.Start {
		return expected("UNTIL", messages.NewMessage("the start or a later time"), rule.Until)
	}
	return nil
}

// checkExcept checks that the dates that are left out are there.
func (p *Pattern) checkExcept() error {
	if len(p.Except) == 0 {
		return nil
	}
	whole := *p
	whole.Except = nil
	list, err := whole.Expand("", p.Except[len(p.Except)-1], maxSteps)
	if err != nil {
		return err
	}
	for _, left := range p.Except {
		if !slices.ContainsFunc(list, func(d Date) bool { return d.ID == left }) {
			return &ExceptionError{Date: left}
		}
	}
	return nil
}

// Until returns the last time that UNTIL of a rule allows, by the clock of the zone; dates.Last
// without UNTIL.
func (p *Pattern) Until(rule Rule) dates.WallTime {
	if t, err := time.Parse("20060102T150405Z", rule.Until); err == nil {
		return p.Zone.At(t)
	}
	if t, err := time.Parse("20060102T150405", rule.Until); err == nil {
		return wall(t)
	}
	if t, err := time.Parse("20060102", rule.Until); err == nil {
		return wall(t).EndOfDay()
	}
	return dates.Last
}

// Expand returns the dates whose IDs are later than after and not later than until, in order.
// The error is ErrTooMany if there are more than most of them, or ErrSteps.
func (p *Pattern) Expand(after, until dates.WallTime, most int) ([]Date, error) {
	var list []Date
	add := func(id dates.WallTime) bool {
		if id > after && id <= until && !slices.Contains(p.Except, id) {
			list = append(list, p.At(id))
		}
		return len(list) <= most
	}
	if p.Rule != "" {
		rule, err := Parse(p.Rule)
		if err != nil {
			return nil, err
		}
		times := rule.Times(clock(p.Start), clock(min(until, p.Until(rule))), maxSteps)
		for at, ok := times.Next(); ok; at, ok = times.Next() {
			if !add(wall(at)) {
				return nil, ErrTooMany
			}
		}
		if times.Err() != nil {
			return nil, times.Err()
		}
	}
	for _, d := range p.Dates {
		if !add(d.Start) {
			return nil, ErrTooMany
		}
	}
	slices.SortStableFunc(list, func(a, b Date) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return slices.CompactFunc(list, func(a, b Date) bool { return a.ID == b.ID }), nil
}

// Has reports whether a pattern has a date with an ID.
func (p *Pattern) Has(id dates.WallTime) (bool, error) {
	_, err := p.Expand(id.AddSeconds(-1), id, 0)
	if errors.Is(err, ErrTooMany) { // Than none.
		return true, nil
	}
	return false, err
}

// In returns the pattern in another zone, or of whole days: its dates keep their times by the
// clock, and UNTIL the last one that it allows.
func (p *Pattern) In(zone dates.Zone, allDay bool) (Pattern, error) {
	s := *p
	s.Zone, s.AllDay = zone, allDay
	s.SetFirst(p.Start, p.Length())
	if p.Rule == "" || zone.Name() == p.Zone.Name() && allDay == p.AllDay {
		return s, nil
	}
	rule, err := Parse(p.Rule)
	if err != nil || rule.Until == "" {
		return s, err
	}
	rule.Until = s.untilText(p.Until(rule))
	s.Rule = rule.String()
	return s, nil
}

// EndsBy reports whether a pattern has no date after a time.
func (p *Pattern) EndsBy(t dates.WallTime) bool {
	if p.Rule != "" {
		rule, err := Parse(p.Rule)
		if err != nil || rule.Count == 0 && rule.Until == "" {
			return false
		}
	}
	_, err := p.Expand(t, dates.Last, 0)
	return err == nil
}

// AddDate adds a date beside those of the rule.
func (p *Pattern) AddDate(d Span) {
	at, found := slices.BinarySearchFunc(p.Dates, d, func(a, b Span) int {
		return strings.Compare(string(a.Start), string(b.Start))
	})
	if !found {
		p.Dates = slices.Insert(p.Dates, at, d)
	}
}

// At returns the date with an ID.  It lasts as long as the pattern says, unless it is one beside
// the rule with an end.
func (p *Pattern) At(id dates.WallTime) Date {
	d := Date{ID: id, Start: p.Zone.Moment(id, "")}
	own := slices.IndexFunc(p.Dates, func(s Span) bool { return s.Start == id && s.End != "" })
	switch {
	case own >= 0:
		d.End = p.endAt(d.Start, p.Dates[own].End)
	case p.Duration > 0:
		d.End.Instant = d.Start.Instant.Add(time.Duration(p.Duration) * time.Second)
		d.End.Local = p.Zone.At(d.End.Instant)
		d.End.Written = d.End.Local
	default:
		d.End = p.endAt(d.Start, id.AddSeconds(p.Length().Seconds))
	}
	if p.AllDay { // Days begin and end by name, also where the clocks skip midnight.
		d.Start.Local, d.End.Local = d.Start.Written, d.End.Written
	}
	return d
}

// Shifted returns the pattern with all its dates that many seconds later.  The error is
// ErrShift where the rule names days that it would no longer have.
func (p *Pattern) Shifted(by int64) (Pattern, error) {
	s := *p
	s.SetFirst(p.Start.AddSeconds(by), p.Length())
	s.Except, s.Dates = nil, nil
	for _, id := range p.Except {
		s.Except = append(s.Except, id.AddSeconds(by))
	}
	for _, d := range p.Dates {
		if d.Start = d.Start.AddSeconds(by); d.End != "" {
			d.End = d.End.AddSeconds(by)
		}
		s.Dates = append(s.Dates, d)
	}
	if p.Rule == "" || by == 0 {
		return s, nil
	}
	rule, err := Parse(p.Rule)
	if err != nil {
		return s, err
	}
	if rule.Until != "" {
		rule.Until = s.untilText(p.Until(rule).AddSeconds(by))
	}
	days := s.Start.StartOfDay().Sub(p.Start.StartOfDay()) / secondsPerDay
	named := len(rule.ByMonth) + len(rule.ByWeekNo) + len(rule.ByYearDay) + len(rule.ByMonthDay) + len(rule.BySetPos)
	switch {
	case days == 0 || named+len(rule.ByDay) == 0:
	case named > 0 || rule.Freq != Weekly || rule.Interval > 1 && len(rule.ByDay) > 1:
		return s, ErrShift
	default:
		for i := range rule.ByDay {
			rule.ByDay[i].Day = time.Weekday(((int64(rule.ByDay[i].Day)+days)%7 + 7) % 7)
		}
		slices.SortFunc(rule.ByDay, func(a, b Weekday) int { return int(a.Day) - int(b.Day) })
	}
	s.Rule = rule.String()
	return s, nil
}

// Ending returns p with a rule whose UNTIL is a time by the clock of the zone.
func (p Pattern) Ending(at dates.WallTime) (Pattern, error) {
	rule, err := Parse(p.Rule)
	if err != nil {
		return p, err
	}
	rule.Until = p.untilText(at)
	p.Rule = rule.String()
	return p, nil
}

// untilText writes UNTIL for a time by the clock of the zone.
func (p *Pattern) untilText(at dates.WallTime) string {
	if p.AllDay {
		return clock(at).Format("20060102")
	}
	return p.Zone.Moment(at, "").Instant.UTC().Format("20060102T150405Z")
}

// Split returns the pattern before the date with an ID, and that from it on, which goes on as
// it would have without the split.
func (p *Pattern) Split(id dates.WallTime) (before, rest Pattern, err error) {
	before, rest = *p, *p
	before.Except, before.Dates, rest.Except, rest.Dates = nil, nil, nil, nil
	for _, left := range p.Except {
		if left < id {
			before.Except = append(before.Except, left)
		} else {
			rest.Except = append(rest.Except, left)
		}
	}
	for _, d := range p.Dates {
		if d.Start < id {
			before.Dates = append(before.Dates, d)
		} else {
			rest.Dates = append(rest.Dates, d)
		}
	}
	if p.Rule == "" {
		return before, rest, nil
	}
	rule, err := Parse(p.Rule)
	if err != nil {
		return before, rest, err
	}
	times := rule.Times(clock(p.Start), clock(p.Until(rule)), maxSteps)
	var last, next dates.WallTime
	n := 0
	for at, ok := times.Next(); ok; at, ok = times.Next() {
		if next = wall(at); next >= id {
			break
		}
		n, last, next = n+1, next, ""
	}
	if times.Err() != nil {
		return before, rest, times.Err()
	}
	first, second := rule, rule
	if rule.Skip != Omit { // The first date of the rest may be one that was moved to another day.
		second = rule.WithDays(clock(p.Start))
	}
	switch {
	case rule.Count > 0:
		first.Count, second.Count = n, rule.Count-n
	case next != "":
		first.Until = before.untilText(last)
	}
	if moved := clock(next); next != "" && rule.Skip == Forward {
		if _, ok := second.Times(moved, moved, maxSteps).Next(); !ok {
			// It stands for a day of the month before, with which the rest does not begin.
			rest.Dates = append(rest.Dates, Span{Start: next})
			slices.SortStableFunc(rest.Dates, func(a, b Span) int { return strings.Compare(string(a.Start), string(b.Start)) })
			second.Count = max(second.Count-1, 0)
			next = ""
			if at, ok := times.Next(); ok {
				next = wall(at)
			}
		}
	}
	if before.Rule = first.String(); n == 0 {
		before.Rule = ""
	}
	if rest.Rule = second.String(); next == "" {
		rest.Rule = ""
	} else {
		rest.SetFirst(next, p.Length())
	}
	return before, rest, nil
}

// clock returns a wall time as package recurrence counts it, wall what it stands for.
func clock(w dates.WallTime) time.Time { return time.Unix(w.Unix(), 0).UTC() }

func wall(t time.Time) dates.WallTime { return dates.FromUnix(t.Unix()) }
