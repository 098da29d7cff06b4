package series

import (
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// Join returns the plan by which records become the dates of a series that repeats by a pattern:
// members are its dates so far, joining are records with the slots that they are to have, also
// members that change theirs. A date that has a record keeps it, unless that is in the trash. A
// member that is none of its dates becomes a single record, unless it is in the trash. Left are
// the IDs of the records that cannot join. The error is recurrence.ErrTooMany or ErrSteps.
func Join(p recurrence.Pattern, members, joining []*Member) (steps []Step, left []int64, err error) {
	last := max(p.Start, latest(members), latest(joining))
	list, err := p.Expand("", last, MaxDates)
	if err != nil {
		return nil, nil, err
	}
	fits, wanted, places := map[dates.WallTime]bool{}, map[dates.WallTime]int64{}, map[int64]dates.WallTime{}
	for _, d := range list {
		fits[d.ID] = true
	}
	for _, m := range joining {
		wanted[m.Slot], places[m.ID] = m.ID, m.Slot
	}
	taken := map[dates.WallTime]bool{}
	for _, m := range members {
		step := Step{Member: m, Slot: m.Slot}
		slot, again := places[m.ID]
		if again {
			step.Slot = slot
		}
		_, replaced := wanted[step.Slot]
		switch {
		case m.Trashed && replaced && !again, !m.Trashed && !fits[step.Slot]:
			step.Slot = ""
		case fits[step.Slot]:
			taken[step.Slot] = true
		}
		steps = append(steps, step)
	}
	for _, m := range joining {
		switch {
		case slices.ContainsFunc(members, func(old *Member) bool { return old.ID == m.ID }):
		case taken[m.Slot] || !fits[m.Slot] && !m.Trashed:
			left = append(left, m.ID)
		default:
			steps = append(steps, Step{Member: m, Slot: m.Slot})
		}
	}
	return steps, left, nil
}
