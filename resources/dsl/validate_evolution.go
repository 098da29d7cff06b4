package dsl

import (
	"fmt"
	"slices"
	"strings"
)

// evolution checks the description of changes as far as possible without the
// released lock file.
func (v *validation) evolution(r Resource) {
	v.atMember("RenamedFrom")
	if r.RenamedFrom == r.Name && r.RenamedFrom != "" {
		v.errorf(r, "has RenamedFrom(%q), which is its current name; remove it", r.RenamedFrom)
	}
	if r.RenamedFrom != "" {
		v.name(r, "former name", r.RenamedFrom)
	}
	for _, f := range r.FieldSpecs() {
		v.at(f.position)
		if f.RenamedFrom != "" {
			v.name(r, "former name", f.RenamedFrom)
		}
		if f.RenamedFrom == f.Name && f.Name != "" {
			v.errorf(r, "field %q has RenamedFrom(%q), which is its current name; remove it", f.Name, f.RenamedFrom)
		}
		_, taken := r.Field(f.RenamedFrom)
		v.oldName(r, fmt.Sprintf("field %q", f.Name), f.RenamedFrom, f.OldNameAccepted, taken)
		if strings.ContainsAny(f.LossyConversion, "\n\r") {
			v.errorf(r, "field %q: LossyConversion has a reason with several lines; write one line", f.Name)
		}
		if f.Backfill != nil && !f.canStore(f.Backfill) {
			v.errorf(r, "field %q: existing rows cannot be set to %#v; Backfill takes %s", f.Name, f.Backfill, f.backfills())
		}
	}
	params := r.ParamSpecs()
	for _, p := range params {
		v.at(p.position)
		if p.RenamedFrom != "" {
			v.name(r, "former name", p.RenamedFrom)
		}
		taken := slices.ContainsFunc(params, func(o ParamSpec) bool { return o.Name == p.RenamedFrom })
		if taken {
			v.errorf(r, "list parameter %q was %q before, now the name of another; remove RenamedFrom", p.Name, p.RenamedFrom)
		}
		v.oldName(r, fmt.Sprintf("list parameter %q", p.Name), p.RenamedFrom, p.OldNameAccepted, taken)
	}
	v.atMember()
	v.drops(r)
	v.acceptedBreaks(r)
	v.deprecations(r)
	v.atMember("Indexes")
	for _, ix := range r.Indexes {
		if ix.UniqueReason != "" && (!ix.Unique || strings.ContainsAny(ix.UniqueReason, "\n\r")) {
			v.errorf(r, "index over %s: UniqueReason must be one line, about a unique index", strings.Join(ix.Columns, ", "))
		}
	}
	v.atMember()
}

// oldName checks that there is a former name to accept.
func (v *validation) oldName(r Resource, what, name string, accepted, taken bool) {
	if accepted && (name == "" || taken) {
		v.errorf(r, "%s: AcceptOldName needs RenamedFrom with a name that nothing else uses; remove it", what)
	}
}

// drops checks the removed fields of a resource.
func (v *validation) drops(r Resource) {
	seen := map[string]bool{}
	for _, d := range r.Drops {
		v.at(d.position)
		v.name(r, "dropped field", d.Field)
		if strings.TrimSpace(d.Reason) == "" || strings.ContainsAny(d.Reason, "\n\r") {
			v.errorf(r, "dropped field %q needs a one-line reason", d.Field)
		}
		if seen[d.Field] {
			v.errorf(r, "field %q is dropped twice; remove one", d.Field)
		}
		seen[d.Field] = true
		if _, ok := r.Field(d.Field); ok {
			v.errorf(r, "field %q is described and dropped; remove one of them", d.Field)
		}
	}
	v.atMember()
}

func (v *validation) droppedResource(r Resource) {
	v.name(r, "name", r.Name)
	if strings.TrimSpace(r.Doc) == "" || strings.ContainsAny(r.Doc, "\n\r") {
		v.errorf(r, "dropped resource needs a one-line reason")
	}
}

// backfills describes the values that Backfill takes.
func (f FieldSpec) backfills() string {
	switch {
	case f.IsList():
		return "a []string of Strings, or []int of Integers, within the bounds of the field"
	case f.isEnum():
		return "one of " + joined(f.Enum)
	case f.layout() != "":
		return "a value of the type " + string(f.Type) + ", such as " + quoted(f.layout())
	case f.Type == TypeDecimal:
		return fmt.Sprintf("a text of at most %d digits, %d of them after the point", f.Digits, f.Scale)
	case f.Type == TypeMoney && len(f.Currencies) > 0:
		return "an amount in one of its currencies, such as " + quoted("12 "+f.Currencies[0])
	case f.StoredAsBool:
		return "true or false"
	case f.Text != "":
		return "one line of text within the bounds of the field"
	default:
		return "a value of the type " + string(f.Type) + " within the bounds of the field"
	}
}
