package series

import (
	"cmp"
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
)

// Plan is what an edit does.
type Plan struct {
	// Before is how the series repeats up to the dates of the edit, which leave it; nil for an
	// edit of all dates.
	Before *recurrence.Pattern
	// Next is the series of the dates of the edit: the stored one, or after Before a new one.
	// Nil if these dates are no series any more.
	Next *Series

	Steps   []Step            // What becomes of the records, in the order in which that is done.
	Create  []recurrence.Date // Dates that get records.
	Total   int               // How many dates Next has up to its horizon; 0 where that did not change.
	Changes model.SeriesChanges

	stay []Times // When the records are that stay in Next, without those in the trash.
}

// Upcoming returns when the first dates of Next are that end after a time in UTC, n at most.
func (p *Plan) Upcoming(now dates.WallTime, n int) []Times {
	list := slices.DeleteFunc(slices.Clone(p.stay), func(t Times) bool { return t.EndUTC <= now })
	for _, d := range p.Create {
		if t := TimesOf(d); t.EndUTC > now {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b Times) int { return cmp.Compare(a.StartUTC, b.StartUTC) })
	return list[:min(n, len(list))]
}

// Step is what an edit does to one record.
type Step struct {
	Member  *Member
	Action  Action
	Slot    dates.WallTime // Of the record in Next, or of one in the trash in its series; "" if it leaves the series.
	Columns []string       // That it takes from the edit.
	Links   []string       // Names of links that it takes from the edit.
	Times   *Times         // That it gets; nil for those that it has.
}

// Action is what happens to a record.
type Action int

// The actions.
const (
	ActionUpdate Action = iota
	ActionTrash
	ActionDelete // Permanently.
)

// Edit is a change of several dates of a series.
type Edit struct {
	Members []*Member // Those that it is about, with those in the trash.
	Pattern recurrence.Pattern

	before *recurrence.Pattern // As in a Plan.
	series Series
	date   *Member
	scope  Scope
}

// NewEdit begins an edit of the dates of a series that are in a scope, seen from the member
// with an ID. Without the first ones the others are split off: Pattern is how they repeat.
func NewEdit(s Series, members []*Member, scope Scope, id int64) (*Edit, error) {
	e := &Edit{series: s, scope: scope, Pattern: s.Pattern}
	e.date = members[slices.IndexFunc(members, func(m *Member) bool { return m.ID == id })]
	for _, m := range members {
		if scope == ScopeAll || m == e.date || m.Slot >= e.date.Slot {
			e.Members = append(e.Members, m)
		}
	}
	if len(e.Members) == len(members) {
		return e, nil
	}
	first, rest, err := s.Pattern.Split(e.date.Slot)
	if err != nil {
		return nil, err
	}
	if rest.Rule == "" { // It begins with the date.
		rest.SetFirst(e.date.Slot, rest.Length())
	}
	e.before, e.Pattern = &first, rest
	return e, nil
}

// Date returns when the date that the edit names is by the rule.
func (e *Edit) Date() recurrence.Date { return e.Pattern.At(e.date.Slot) }

// Change is what an edit writes, as it leaves the date that it names.
type Change struct {
	Timing Timing
	// Before and After are the date as the series has it, and as the edit leaves it.
	Before, After Values
	Times         Times           // Of After.
	Links         Links           // That the edit writes.
	Sent          map[string]bool // Columns that the edit has a value for.
	SendsTimes    bool            // It has a start or an end.
	Origin        []string        // Columns in which imported dates differ: not a reason to keep one.
	Replace       bool            // What was changed for one date alone changes too.
	Trashes       bool            // After is in the trash.
	TrashesAll    bool            // So is the template then.
	Months        int             // As in Horizon.
}

// changes reports whether the edit gives a column another value.
func (c *Change) changes(column string) bool { return c.Before[column] != c.After[column] }

// Change returns the plan of an edit that writes values. The error is one of [Timing.Apply], or
// recurrence.ErrTooMany if there would be too many new dates.
func (e *Edit) Change(c Change) (*Plan, error) {
	c.Timing.Slot, c.Timing.Following = e.date.Slot, e.scope == ScopeFollowing
	next, shift, err := c.Timing.Apply(e.Pattern)
	if err != nil {
		return nil, err
	}
	c.SendsTimes = c.SendsTimes || c.Timing.Recurrence != nil || shift != 0 || next.Length() != e.Pattern.Length() ||
		next.AllDay != e.Pattern.AllDay
	until := max(Horizon(next.Zone, c.Timing.Now, c.Months), next.Start, latest(e.Members).AddSeconds(shift))
	list, err := next.Expand("", until, len(e.Members)+MaxCreated)
	if err != nil {
		return nil, err
	}
	p := e.newPlan()
	p.Total = len(list)
	open := map[dates.WallTime]recurrence.Date{} // Dates without a record.
	for _, d := range list {
		open[d.ID] = d
	}
	goesOn := false // Some date was not in the trash, or is no more.
	stays := false  // Some record is a date of the series.
	for _, m := range trashedLast(e.Members) {
		slot := m.Slot.AddSeconds(shift)
		var d *recurrence.Date
		if found, ok := open[slot]; ok {
			d = &found
			delete(open, slot)
		}
		trashed := e.changeMember(p, &c, m, d)
		goesOn = goesOn || !m.Trashed || !trashed
		stays = stays || d != nil
	}
	p.Next = &Series{Pattern: next, ExtendedTo: e.series.ExtendedTo}
	if goesOn && !c.TrashesAll {
		p.Create = slices.DeleteFunc(list, func(d recurrence.Date) bool { _, ok := open[d.ID]; return !ok })
		p.Next.Extend(until)
	}
	if len(p.Create) == 0 && !stays { // All were in the trash, and have left it.
		p.Next = nil
	}
	p.Changes.Created = int64(len(p.Create))
	return p, nil
}

// Extend notes that the dates of the series have records up to a time, or all of them if there
// are no later ones.
func (s *Series) Extend(until dates.WallTime) {
	if s.ExtendedTo = until; s.Pattern.EndsBy(until) {
		s.ExtendedTo = dates.Last
	}
}

// changeMember plans what becomes of a member that is on a date of the changed series, nil for
// none, and reports whether it is in the trash then. What was changed for it alone stays, unless
// the edit replaces that or names it. Without a date it goes to the trash, or becomes a single
// record if something of it was changed.
func (e *Edit) changeMember(p *Plan, c *Change, m *Member, d *recurrence.Date) (trashed bool) {
	was := e.Pattern.At(m.Slot)
	moved := m.Times != TimesOf(was)
	switch {
	case d != nil:
		return e.rewrite(p, c, m, *d, moved, was)
	case m.Trashed: // The series has it no more.
		p.Steps = append(p.Steps, Step{Member: m})
		return true
	case moved || e.isChanged(c, m):
		p.Changes.Detached = append(p.Changes.Detached, m.ID)
		p.Steps = append(p.Steps, Step{Member: m})
		return false
	default:
		p.Changes.Removed++
		p.Steps = append(p.Steps, Step{Member: m, Action: ActionTrash})
		return true
	}
}

// isChanged reports whether something other than the times was changed for a member alone.
func (e *Edit) isChanged(c *Change, m *Member) bool {
	for column := range c.Before {
		if m.Values[column] != c.Before[column] && !slices.Contains(c.Origin, column) {
			return true
		}
	}
	for name, ids := range m.Links {
		if !slices.Equal(ids, e.series.Links[name]) {
			return true
		}
	}
	return false
}

// rewrite plans the change of a member that stays on a date, and reports whether it is in the
// trash then.
func (e *Edit) rewrite(
	p *Plan, c *Change, m *Member, d recurrence.Date, moved bool, was recurrence.Date,
) (trashed bool) {
	own := c.Replace || m == e.date
	step, kept := Step{Member: m, Slot: d.ID}, false
	for column, value := range c.After {
		switch now := m.Values[column]; {
		case now == value, !c.changes(column) && (!own || !c.Sent[column]):
		case own || now == c.Before[column]:
			step.Columns = append(step.Columns, column)
		default:
			kept = true
		}
	}
	for name, ids := range c.Links {
		switch has := m.Links[name]; {
		case slices.Equal(ids, has):
		case own || slices.Equal(has, e.series.Links[name]):
			step.Links = append(step.Links, name)
		default:
			kept = true
		}
	}
	switch {
	case !moved || own && c.SendsTimes:
		if at := TimesOf(d); m.Times != at {
			step.Times = &at
		}
	case was.Start.UTC() != d.Start.UTC() || was.End.UTC() != d.End.UTC():
		kept = true
	}
	if kept {
		p.Changes.Kept = append(p.Changes.Kept, m.ID)
	}
	if e.before != nil || d.ID != m.Slot || step.Columns != nil || step.Links != nil || step.Times != nil {
		slices.Sort(step.Columns)
		slices.Sort(step.Links)
		p.Changes.Updated++
		p.Steps = append(p.Steps, step)
	}
	trashed = m.Trashed
	if slices.Contains(step.Columns, "status") {
		trashed = c.Trashes
	}
	switch {
	case trashed:
	case step.Times != nil:
		p.stay = append(p.stay, *step.Times)
	default:
		p.stay = append(p.stay, m.Times)
	}
	return trashed
}

// MakeSingle returns the plan of an edit that makes a single record of the date which it names,
// with what it writes. The other dates go to the trash.
func (e *Edit) MakeSingle(c Change) *Plan {
	p := e.newPlan()
	for _, m := range e.Members {
		step := Step{Member: m}
		switch {
		case m == e.date:
			for column := range c.After { // What the date has of its own stays.
				if c.changes(column) || c.Sent[column] {
					step.Columns = append(step.Columns, column)
				}
			}
			slices.Sort(step.Columns)
			for name := range c.Links {
				step.Links = append(step.Links, name)
			}
			slices.Sort(step.Links)
			if c.SendsTimes {
				step.Times = &c.Times
			}
		case !m.Trashed:
			p.Changes.Removed++
			step.Action = ActionTrash
		}
		p.Steps = append(p.Steps, step)
	}
	return p
}

// Trash returns the plan of an edit that moves its dates to the trash. They stay dates of their
// series, so that they can be restored, and it gets no further ones.
func (e *Edit) Trash() *Plan {
	p := e.newPlan()
	for _, m := range e.Members {
		if !m.Trashed {
			p.Changes.Removed++
			p.Steps = append(p.Steps, Step{Member: m, Action: ActionTrash, Slot: m.Slot})
		}
	}
	if e.before == nil {
		p.Next = &Series{Pattern: e.Pattern, ExtendedTo: dates.Last}
	}
	return p
}

// Delete returns the plan of an edit that deletes its dates permanently.
func (e *Edit) Delete() *Plan {
	p := e.newPlan()
	for _, m := range e.Members {
		p.Changes.Removed++
		p.Steps = append(p.Steps, Step{Member: m, Action: ActionDelete})
	}
	return p
}

// NewPlan returns the plan of a new series with its dates.
func NewPlan(s Series, list []recurrence.Date) *Plan {
	p := new(Edit).newPlan()
	p.Next, p.Create, p.Total, p.Changes.Created = &s, list, len(list), int64(len(list))
	return p
}

// newPlan returns a plan that does nothing yet.
func (e *Edit) newPlan() *Plan {
	return &Plan{Before: e.before, Changes: model.SeriesChanges{Kept: []int64{}, Detached: []int64{}}}
}
