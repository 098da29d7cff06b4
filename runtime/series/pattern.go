package series

import (
	"errors"
	"slices"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

const (
	// MaxCreated is the maximum number of records that one request makes for a series.
	MaxCreated = 1500
	// MaxDates is of how many dates of a series one can be a record: as many as a pattern is
	// followed.
	MaxDates = 20_000

	secondsPerDay = 24 * 60 * 60
)

// Horizon returns up to when dates have records, by the clock of a zone: so many months and a
// day from now.
func Horizon(zone dates.Zone, now time.Time, months int) dates.WallTime {
	return zone.At(now).AddMonths(months).AddSeconds(secondsPerDay)
}

// Timing is a change of when the dates of a series are, seen from one of them.
type Timing struct {
	Slot          dates.WallTime     // Of the date.
	Before, After recurrence.Pattern // Of the date, without a rule.
	Following     bool               // The dates before it are not changed.
	Recurrence    *recurrence.Input  // How the dates are to repeat; nil for as before.
	Now           time.Time
}

// Shift returns by how many seconds the dates move.
func (t *Timing) Shift() int64 { return t.After.Start.Sub(t.Before.Start) }

// Apply returns how a series repeats after the change, and by how many seconds its dates have
// moved. The error is recurrence.ErrShift if the rule cannot follow the start, or says what is
// wrong with how the dates are to repeat.
func (t *Timing) Apply(p recurrence.Pattern) (recurrence.Pattern, int64, error) {
	was := p.Length()
	shift, length := t.Shift(), t.After.Length()
	if t.Before.Length() == length { // That of the date may be its own.
		length = was
	}
	beside := slices.ContainsFunc(p.Dates, func(d recurrence.Span) bool { return d.Start == t.Slot })
	p, err := p.In(t.After.Zone, t.After.AllDay)
	if err != nil {
		return p, 0, err
	}
	if t.Recurrence == nil {
		if p, err = p.Shifted(shift); err != nil {
			return p, 0, err
		}
		p.SetFirst(p.Start, length)
		if shift == 0 && length == was {
			return p, 0, nil
		}
		return p, shift, p.Check()
	}
	if t.Following { // They begin with it, even if it is one beside the rule.
		p.Start = t.Slot
	}
	p.SetFirst(p.Start.AddSeconds(shift), length)
	if p, err = t.Recurrence.Resolve(p, t.Now); err != nil {
		return p, 0, err
	}
	StartAtRule(&p)
	if t.Following && beside {
		p.AddDate(recurrence.Span{Start: t.Slot.AddSeconds(shift), End: t.After.End})
	}
	return p, shift, p.Check()
}

// StartAtRule moves the start of a series to the first date of its rule, which may be later.
func StartAtRule(p *recurrence.Pattern) {
	var start *recurrence.StartError
	if errors.As(p.Check(), &start) {
		p.SetFirst(start.Next, p.Length())
	}
}

// Begin returns how a new series repeats whose first date is a record with these times.
func Begin(p recurrence.Pattern, in recurrence.Input, now time.Time) (recurrence.Pattern, error) {
	p, err := in.Resolve(p, now)
	if err != nil {
		return p, err
	}
	if p.Rule == "" { // The record is a date too.
		p.Dates = append([]recurrence.Span{{Start: p.Start}}, p.Dates...)
	}
	return p, p.Check()
}

// NeededExceptions returns the exceptions of a pattern by which a series is to repeat, without those
// that it has had and that leave out no date any more.
func NeededExceptions(p recurrence.Pattern, had []dates.WallTime) []dates.WallTime {
	if len(p.Except) == 0 {
		return nil
	}
	whole := p
	whole.Except = nil
	list, err := whole.Expand("", slices.Max(p.Except), MaxDates)
	if err != nil {
		return p.Except // Check says what is wrong.
	}
	return slices.DeleteFunc(slices.Clone(p.Except), func(left dates.WallTime) bool {
		return slices.ContainsFunc(had, func(d dates.WallTime) bool { return d.StartOfDay() == left.StartOfDay() }) &&
			!slices.ContainsFunc(list, func(d recurrence.Date) bool { return d.ID == left })
	})
}

// LeaveOut returns a pattern without the date of a record that is deleted, and whether it had
// that date.
func LeaveOut(p recurrence.Pattern, slot dates.WallTime) (recurrence.Pattern, bool, error) {
	if has, err := p.Has(slot); err != nil || !has {
		return p, false, err
	}
	at, _ := slices.BinarySearch(p.Except, slot)
	p.Except = slices.Insert(slices.Clone(p.Except), at, slot)
	return p, true, nil
}

// TakeBack returns a pattern with the date of a record that leaves the trash, and whether it
// lacked that date: the series may have ended before it meanwhile.
func TakeBack(p recurrence.Pattern, slot dates.WallTime) (recurrence.Pattern, bool, error) {
	if has, err := p.Has(slot); err != nil || has {
		return p, false, err
	}
	p.Except = slices.DeleteFunc(slices.Clone(p.Except), func(left dates.WallTime) bool { return left == slot })
	p.Dates = slices.Clone(p.Dates)
	p.AddDate(recurrence.Span{Start: slot})
	return p, true, nil
}

// Next returns the first dates of a pattern that begin at a time or later, n at most and in order;
// "" is from its first date on.
func Next(p recurrence.Pattern, from dates.WallTime, n int) (list []recurrence.Date, err error) {
	after := from
	if from != "" {
		after = from.AddSeconds(-1)
	}
	for months := 1; months <= 480 && len(list) < n; months *= 3 { // Rules are sparse or dense.
		if list, err = p.Expand(after, max(after, p.Start).AddMonths(months), MaxDates); err != nil {
			return nil, err
		}
	}
	return list[:min(n, len(list))], nil
}
