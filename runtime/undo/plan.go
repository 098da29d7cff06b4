package undo

import (
	"encoding/json"
	"maps"
	"slices"

	"almanac/runtime/audit"
)

// MaxRecords is how many records a change may have that is taken back: the dates of a series.
const MaxRecords = 1500

// Key names a record by its resource and ID; that of a series has the route of its resource's series.
type Key struct {
	Resource string
	ID       int64
}

// Touched is a record that a change has written.
type Touched struct {
	Key
	Entries []audit.Entry // Of the change, in the order of the versions.
	There   bool          // It is there now.
	Since   []audit.Entry // Of later changes.
}

// Action is what happens to a record.
type Action string

// The actions.
const (
	Revert Action = "reverted" // Columns and links get their former values.
	Create Action = "restored" // It was deleted, and comes back with its ID.
	Remove Action = "removed"  // It is new, and goes: a post to the trash, others for good.
	Keep   Action = "kept"     // The log has no former values of what changed: it stays.
)

// Step is what happens to one record.
type Step struct {
	Key
	Action  Action
	Columns map[string]json.RawMessage // Former values.
	Links   map[string][]int64         // Former IDs by the names of the links.
	Series  json.RawMessage            // Former row of a series.
	Secret  []string                   // Columns that changed, of which the log has no values: they stay.
	// Follows says that the change wrote the record only because of another one, such as one that it
	// linked to: who may take that back may take this back.
	Follows bool
}

// Conflict is a record that is in the way.
type Conflict struct {
	Key
	Reason Reason
	Since  []audit.Entry // What changed it since.
}

// Reason is why a record is in the way.
type Reason string

// The reasons.
const (
	Changed Reason = "changed" // Another change has written it since.
	Gone    Reason = "gone"    // It is not there any more.
	Unknown Reason = "unknown" // The log does not know its former values.
)

// Plan is what taking a change back comes to.
type Plan struct {
	Steps     []Step
	Conflicts []Conflict
}

// Make returns the plan for the records of a change.
func Make(list []Touched) Plan {
	var p Plan
	for _, t := range list {
		step, reason, since := decide(t)
		switch {
		case reason != "":
			p.Conflicts = append(p.Conflicts, Conflict{t.Key, reason, since})
		case step.Action != "":
			p.Steps = append(p.Steps, step)
		}
	}
	return p
}

// decide returns what happens to a record, or why nothing can; neither for one that is as it was.
func decide(t Touched) (Step, Reason, []audit.Entry) {
	first := t.Entries[0]
	s := Step{
		Key: t.Key, Columns: map[string]json.RawMessage{}, Links: map[string][]int64{}, Follows: true,
	}
	for _, e := range slices.Backward(t.Entries) { // The first former value counts.
		if !e.Patch.Known() {
			return s, Unknown, nil
		}
		maps.Copy(s.Columns, e.Patch.Columns)
		maps.Copy(s.Links, e.Patch.Links)
		if e.Patch.Series != nil {
			s.Series = e.Patch.Series
		}
		for _, column := range e.Patch.Secret {
			if !slices.Contains(s.Secret, column) {
				s.Secret = append(s.Secret, column)
			}
		}
		s.Follows = s.Follows && follows(e)
	}
	last := t.Entries[len(t.Entries)-1]
	since := slices.DeleteFunc(slices.Clone(t.Since), isHarmless)
	switch {
	case !first.Was.There && !t.There && len(since) == 0: // Made and deleted by the change.
		return s, "", nil
	case len(since) > 0:
		return s, Changed, since
	case !first.Was.There:
		s.Action = Remove
	case !t.There && last.Action == audit.ActionDeleted:
		s.Action = Create
	case !t.There:
		return s, Gone, nil
	case len(s.Columns)+len(s.Links)+len(s.Secret) == 0 && s.Series == nil: // Only its version is another.
	case len(s.Columns)+len(s.Links) == 0 && s.Series == nil:
		s.Action = Keep
	default:
		s.Action = Revert
	}
	return s, "", nil
}

// follows reports whether an entry is of a record that was written because of another one.
func follows(e audit.Entry) bool {
	return e.Action == audit.ActionUnlinked || e.Action == audit.ActionPublished
}

// isHarmless reports whether an entry made a new version without another value.
func isHarmless(e audit.Entry) bool {
	p := e.Patch
	if e.Action == audit.ActionRecalculated { // Its times are computed again.
		return true
	}
	return e.Was.There && p.Known() && len(p.Columns)+len(p.Links)+len(p.Secret) == 0 && p.Series == nil &&
		e.Action != audit.ActionDeleted
}
