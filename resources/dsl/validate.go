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
// naming resource and field; nil when there are none.  The error is what
// errors.Join makes of values of type *Fault.
func Validate(resources []Resource) error {
	v := &validation{kinds: map[string]Resource{}, linked: map[[2]string]bool{}}
	v.together(resources)
	for _, r := range resources {
		v.resource(r)
	}
	return errors.Join(v.faults...)
}

// Fault is one thing that is wrong with a resource.
type Fault struct {
	Resource Resource
	Text     string // What is wrong, naming the field.
}

// Error names the resource and what is wrong with it.
func (f *Fault) Error() string { return fmt.Sprintf("resource %q: %s", f.Resource.Name, f.Text) }

// validation gathers faults.
type validation struct {
	kinds  map[string]Resource
	linked map[[2]string]bool // Names of two resources of which the first links to the second.
	faults []error
}

// fault notes what is wrong with a resource.
func (v *validation) fault(r Resource, format string, args ...any) {
	v.faults = append(v.faults, &Fault{Resource: r, Text: fmt.Sprintf(format, args...)})
}

// together checks what no resource can tell by itself: names that must differ
// among resources.
func (v *validation) together(resources []Resource) {
	names, plurals := map[string]bool{}, map[string]bool{}
	for _, r := range resources {
		if names[r.Name] {
			v.fault(r, "is described twice")
		}
		names[r.Name] = true
		if r.Kind == Gone {
			continue
		}
		if plurals[r.Plural] {
			v.fault(r, "plural %q belongs to another resource", r.Plural)
		}
		v.kinds[r.Name], plurals[r.Plural] = r, true
		for _, f := range r.Links() {
			v.linked[[2]string{r.Name, f.Target}] = true
		}
	}
	v.generatedNames(resources)
	v.linkTables(resources)
}

// resource checks one resource.
func (v *validation) resource(r Resource) {
	if r.Kind == Gone {
		v.gone(r)
		return
	}
	v.tableName(r, "name", r.Name)
	v.tableName(r, "plural", r.Plural)
	v.words(r)
	v.doc(r, "", r.Doc)
	v.access(r)
	switch r.Kind {
	case Post, Term:
		v.record(r)
	case Internal:
		v.fields(r)
		v.indexes(r)
	default:
		v.fault(r, "kind %q is none of post, term and internal", r.Kind)
	}
}

// record checks a resource that has routes.
func (v *validation) record(r Resource) {
	if r.URLPath == "" {
		v.fault(r, "no URLPath: the address of a record's page needs one")
	}
	if r.Answer == "" {
		v.fault(r, "no Answer: it names what a record shows")
	}
	seen := map[string]bool{}
	for key := range strings.FieldsSeq(r.Answer) {
		if seen[key] {
			v.fault(r, "answer names %q twice", key)
		}
		seen[key] = true
	}
	v.term(r)
	v.fields(r)
	v.roles(r)
	v.params(r)
	v.orders(r)
	v.indexes(r)
}

// term checks what is about terms only.
func (v *validation) term(r Resource) {
	if r.Kind != Term {
		if r.Taxonomy != "" || r.Nested || r.Counts != "" {
			v.fault(r, "Taxonomy, Nested and Counts are for terms")
		}
		return
	}
	if r.Schema != "" {
		v.fault(r, "schema.org type %q: only posts carry json_ld", r.Schema)
	}
	if r.Taxonomy == "" {
		v.fault(r, "no Taxonomy: answers of a term show it")
	}
	if _, ok := v.kinds[r.Counts]; r.Counts != "" && !ok {
		v.fault(r, "counts %q, which is no resource", r.Counts)
	}
	if _, ok := r.Role(Parent); r.Nested != ok {
		v.fault(r, "Nested and a field with the role parent go together")
	}
}

// name checks that a name can be a wire name, a column and a Go identifier.
func (v *validation) name(r Resource, what, name string) {
	if !wireName.MatchString(name) {
		v.fault(r, "%s %q must be lower-case words joined by underscores", what, name)
	}
}

// tableName checks a name that is also one of a table or its alias.  Columns
// are always quoted, so fields may be called order or group.
func (v *validation) tableName(r Resource, what, name string) {
	v.name(r, what, name)
	if token.IsKeyword(name) || reserved[name] {
		v.fault(r, "%s %q is a reserved word of Go or SQL", what, name)
	}
}

// doc checks a text of the documentation: one line, for it becomes a comment
// and a cell of a table.  What is "" for the resource itself.
func (v *validation) doc(r Resource, what, text string) {
	if what != "" {
		what += " "
	}
	switch {
	case text == "":
		v.fault(r, "%shas no Doc", what)
	case strings.ContainsAny(text, "\n\r"):
		v.fault(r, "%shas a Doc of several lines", what)
	}
}
