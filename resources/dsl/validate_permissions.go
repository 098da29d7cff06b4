package dsl

import "slices"

// access checks who may do what: that the roles exist, that the kind has the
// words, and that nobody gets a right which is none without another.
func (v *validation) access(r Resource) {
	known := true
	for _, s := range r.Access.stated() {
		if s.Who == "" {
			continue
		}
		if !slices.Contains(Roles(), s.Who) {
			known = false
			v.fault(r, "access: %s is for %q, which is no role; the roles are %q", s.Word, s.Who, Roles())
		}
		if !slices.Contains(s.of, r.Kind) {
			v.fault(r, "access: %s is nothing that can be done with a resource of the kind %s", s.Word, r.Kind)
		}
	}
	if !known {
		return
	}
	for _, need := range needs {
		who, wider := r.Access.Of(need.word), r.Access.Of(need.other)
		if need.kind == r.Kind && !wider.Includes(who) {
			v.fault(r, "access: %s is for the role %s, but %s only from %s upwards: %s", need.word, who, need.other, wider, need.why)
		}
	}
}

// needs lists the rights that are none without another.
var needs = []struct {
	kind             Kind
	word, other, why string
}{
	{Post, "Publish", "Create", "nobody publishes without creating"},
	{Post, "EditDrafts", "Create", "nobody has own records without creating any"},
	{Post, "Edit", "EditDrafts", "who changes own published records changes own drafts"},
	{Post, "EditOthers", "Edit", "who changes everybody's records changes own ones"},
	{Post, "EditOthers", "ReadPrivate", "nobody changes what they may not see"},
}
