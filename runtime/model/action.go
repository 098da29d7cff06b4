package model

import (
	"slices"

	"almanac/runtime/auth"
)

// Action is something that is done with one record by a name of its own: a write that sets some
// fields to certain values, and others to what is sent.
type Action struct {
	Name   string // Last part of its route.
	Label  string // For people, in English.
	Doc    string // One sentence for the documentation.
	Values []ActionValue
	Role   auth.Role // Who may perform it; "" for all who may update the record.
	Owner  bool      // The owner of the record may, too.
	Args   []*Arg    // What is sent.
}

// ActionValue is a field and the value that an action sets it to, a string or a bool.
type ActionValue struct {
	Field string
	Value any
}

// State is a field with some values whose changes the description limits.
type State struct {
	Field     string              // Also the column.
	Initial   []string            // Values of new records.
	Next      map[string][]string // Where transitions lead from each value.
	ByActions bool                // Actions alone change it.
}

// StateOf returns the state with the name of a field, nil for other fields.
func (res *Resource) StateOf(field string) *State {
	i := slices.IndexFunc(res.States, func(s *State) bool { return s.Field == field })
	if i < 0 {
		return nil
	}
	return res.States[i]
}

// ActionNamed returns the action with a name, nil for none.
func (res *Resource) ActionNamed(name string) *Action {
	i := slices.IndexFunc(res.Actions, func(a *Action) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return res.Actions[i]
}

// ForbidsAction returns the state that lets a record with some values not get by the action to where
// it leads, and where that is; nil if the action is possible.
func (res *Resource) ForbidsAction(a *Action, value func(field string) string) (*State, string) {
	for _, set := range a.Values {
		s := res.StateOf(set.Field)
		if to, ok := set.Value.(string); ok && s != nil && !slices.Contains(s.Next[value(s.Field)], to) {
			return s, to
		}
	}
	return nil, ""
}

// MayAct reports whether there can be a record on which the caller may perform the action.
func (res *Resource) MayAct(a *Action, c auth.Caller) bool {
	return a.Allows(c, res.Permissions, c.User, res.Permissions.CanWrite(c))
}

// Allows reports whether a caller may perform the action on a record of an owner, of which
// the caller may change it or not.
func (a *Action) Allows(c auth.Caller, of auth.Permissions, owner int64, mayChange bool) bool {
	if a.Owner && of.Owns(c, owner) {
		return true
	}
	if a.Role == "" {
		return mayChange
	}
	return c.Role.Includes(a.Role)
}
