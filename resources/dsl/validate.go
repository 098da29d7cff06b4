package dsl

import (
	"errors"
	"fmt"
	"go/token"
	"regexp"
	"strings"
)

// wireName is the form of a name on the wire: it is also a column and, in
// another spelling, a Go identifier.
var wireName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// Validate checks a set of resources as a whole and returns every fault, each
// naming resource and field; nil when there are none.
func Validate(resources []Resource) error {
	v := &validation{kinds: map[string]Resource{}}
	plurals := map[string]bool{}
	for _, r := range resources {
		if _, twice := v.kinds[r.Name]; twice {
			v.fault(r, "is described twice")
		}
		if plurals[r.Plural] {
			v.fault(r, "plural %q belongs to another resource", r.Plural)
		}
		v.kinds[r.Name], plurals[r.Plural] = r, true
	}
	for _, r := range resources {
		v.resource(r)
	}
	return errors.Join(v.faults...)
}

// validation gathers faults.
type validation struct {
	kinds  map[string]Resource
	faults []error
}

// fault notes what is wrong with a resource.
func (v *validation) fault(r Resource, format string, args ...any) {
	v.faults = append(v.faults, fmt.Errorf("resource %q: %s", r.Name, fmt.Sprintf(format, args...)))
}

// resource checks one resource.
func (v *validation) resource(r Resource) {
	for _, name := range []string{r.Name, r.Plural} {
		v.name(r, "name", name)
	}
	v.fields(r)
	if r.Kind == Internal {
		return
	}
	if r.Kind != Post && r.Kind != Term {
		v.fault(r, "kind %q is none of post, term and internal", r.Kind)
	}
	if _, ok := r.Role(Name); !ok {
		v.fault(r, "no field has the role name")
	}
	v.params(r)
	v.orders(r)
}

// name checks that a name can be a wire name, a column and a Go identifier.
func (v *validation) name(r Resource, what, name string) {
	switch {
	case !wireName.MatchString(name):
		v.fault(r, "%s %q must be lower-case words joined by underscores", what, name)
	case token.IsKeyword(name) && r.Kind == Internal, reserved[strings.ToUpper(name)] && what == "name":
		v.fault(r, "%s %q is a reserved word", what, name)
	}
}

// reserved lists SQL words that make no table names.
var reserved = map[string]bool{"SELECT": true, "TABLE": true, "ORDER": true, "GROUP": true, "WHERE": true, "INDEX": true, "FROM": true, "JOIN": true}

// fields checks the fields of a resource.
func (v *validation) fields(r Resource) {
	seen, roles := map[string]bool{}, map[Role]bool{}
	for _, f := range r.Fields {
		v.name(r, "field", f.Name)
		if seen[f.Name] {
			v.fault(r, "field %q is described twice", f.Name)
		}
		if roles[f.Role] && f.Role != "" && f.Role != Link && f.Role != List {
			v.fault(r, "field %q: another field has the role %q", f.Name, f.Role)
		}
		seen[f.Name], roles[f.Role] = true, true
		v.field(r, f)
	}
}

// field checks one field.
func (v *validation) field(r Resource, f Field) {
	if f.Target != "" {
		target, ok := v.kinds[f.Target]
		switch {
		case !ok:
			v.fault(r, "field %q refers to %q, which is no resource", f.Name, f.Target)
		case f.Role == Link && target.Kind == Internal:
			v.fault(r, "field %q links to %q, which has no routes", f.Name, f.Target)
		}
	}
	if f.Role == Link && f.Target == "" {
		v.fault(r, "field %q is a link but names no resource", f.Name)
	}
	if r.Kind != Internal && f.Meaning == "" {
		v.fault(r, "field %q has no Doc", f.Name)
	}
	for _, other := range f.Fallback.Fields {
		if _, ok := r.Field(other); !ok {
			v.fault(r, "field %q falls back on %q, which is no field", f.Name, other)
		}
	}
	if shared[f.Name] && sharedRoles[f.Role] == "" && r.Kind != Internal {
		v.fault(r, "field %q has the name of a column that every record has", f.Name)
	}
}

// shared are columns that every record has.
var shared = map[string]bool{
	"id": true, "version": true, "language": true, "created_utc": true, "modified_utc": true, "wanted_slug": true, "image_id": true, "password": true, "modified": true,
}

// sharedRoles are roles that are stored in shared columns.
var sharedRoles = map[Role]string{Slug: "slug", Status: "status", Author: "author", Published: "date", PublishedUTC: "date_utc", Password: "password"}

// params checks the list parameters of a resource.
func (v *validation) params(r Resource) {
	seen := map[string]bool{}
	for _, p := range r.Params {
		if seen[p.Name] {
			v.fault(r, "list parameter %q is described twice", p.Name)
		}
		seen[p.Name] = true
		if _, ok := r.Field(p.Field); p.Field != "" && !ok {
			v.fault(r, "list parameter %q is about the field %q, which does not exist", p.Name, p.Field)
		}
		if _, ok := v.kinds[p.Target]; p.Target != "" && !ok {
			v.fault(r, "list parameter %q refers to %q, which is no resource", p.Name, p.Target)
		}
		if p.Meaning == "" {
			v.fault(r, "list parameter %q has no Doc", p.Name)
		}
		if text, ok := p.Default.Value.(string); ok && len(p.Enum) > 0 && !contains(p.Enum, text) {
			v.fault(r, "list parameter %q has the default %q, which it does not take", p.Name, text)
		}
	}
}

// contains reports whether list holds word.
func contains(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

// orders checks the orders of a resource.
func (v *validation) orders(r Resource) {
	if len(r.Orders) == 0 {
		v.fault(r, "no order: a list needs at least one")
	}
	columns := map[string]bool{"id": true, "slug": true, "date": true, "modified": true, "count": true, "include": true, "parent": true}
	for _, f := range r.Fields {
		columns[f.Name] = true
		if f.Sort {
			columns[f.Name+"_sort"] = true
		}
	}
	for _, o := range r.Orders {
		if !columns[o.Column] {
			v.fault(r, "order %q compares %q, which is no column", o.Name, o.Column)
		}
	}
}
