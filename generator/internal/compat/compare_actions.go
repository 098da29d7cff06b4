package compat

import (
	"maps"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// action returns the action with a name, nil if there is none.
func action(r *model.LockedResource, name string) *model.LockedAction {
	for i := range r.Actions {
		if r.Actions[i].Name == name {
			return &r.Actions[i]
		}
	}
	return nil
}

// actions compares the actions of a resource by their names.
func (c *comparison) actions() {
	for i := range c.present.Actions {
		now := &c.present.Actions[i]
		c.subject(dsl.PartAction, now.Name)
		was := action(c.earlier, now.Name)
		if was == nil {
			c.add(model.ChangeCompatible, "is new, POST /%s/{id}/%s", c.present.Plural, now.Name)
			continue
		}
		if !maps.Equal(was.Values, now.Values) {
			c.add(model.ChangeBreaking, "sets other values")
		}
		for _, name := range without(was.Input, now.Input) {
			c.add(model.ChangeBreaking, "ignores %s", name)
		}
		for _, name := range without(now.Input, was.Input) {
			c.breakingIf(slices.Contains(now.Needed, name), "requires "+name, "takes "+name)
		}
		for _, name := range now.Needed {
			if slices.Contains(was.Input, name) && !slices.Contains(was.Needed, name) {
				c.add(model.ChangeBreaking, "requires %s", name)
			}
		}
		if was.Role != now.Role || was.Owner != now.Owner {
			narrower := was.Owner && !now.Owner || was.Role == "" || now.Role == "" || !now.Role.Includes(was.Role)
			c.breakingIf(narrower, "is granted to others", "is granted to more")
		}
	}
	for _, was := range c.earlier.Actions {
		if action(c.present, was.Name) == nil {
			c.subject(dsl.PartAction, was.Name)
			c.add(model.ChangeBreaking, "was removed")
		}
	}
}

// transitions compares the changes of a field that are possible.
func (c *comparison) transitions(was, now *model.LockedField) {
	if was.ByActions != now.ByActions {
		c.breakingIf(now.ByActions, "is changed by actions alone", "is changed by any write")
	}
	gone, added := without(was.Transitions, now.Transitions), without(now.Transitions, was.Transitions)
	switch {
	case len(was.Transitions) == 0 && len(added) > 0:
		c.add(model.ChangeBreaking, "changes by transitions alone: %s", strings.Join(added, ", "))
	case len(now.Transitions) == 0 && len(gone) > 0:
		c.add(model.ChangeCompatible, "changes from every value to every other")
	default:
		if len(gone) > 0 {
			c.add(model.ChangeBreaking, "no longer changes by %s", strings.Join(gone, ", "))
		}
		if len(added) > 0 {
			c.add(model.ChangeCompatible, "changes by %s too", strings.Join(added, ", "))
		}
	}
}
