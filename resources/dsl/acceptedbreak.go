package dsl

import (
	"strconv"
	"strings"
)

// Part is what of a resource a change breaks.
type Part string

// The parts of a resource that clients use.
const (
	PartField  Part = "field"
	PartParam  Part = "parameter"
	PartRoutes Part = "routes"
)

// Break accepts a change after which requests that worked do something else,
// or answers lack what they had.  It counts until the next release and has no
// effect afterwards, so it may stay or go then.
type Break struct {
	Part   Part
	Name   string // Wire name; "" for routes.
	Reason string // Why clients can live with it, in one line; the changelog shows it.
}

// BreaksField accepts that a field changes for clients.  The name is the one
// that it has now, or the last one that it had.  A field that goes needs no
// further word than [Dropped].
//
//	Breaks: []dsl.Break{dsl.BreaksField("town", "was called city until nobody found it")},
func BreaksField(name, reason string) Break { return Break{PartField, name, reason} }

// BreaksParam accepts that a list parameter changes for clients, or goes.
func BreaksParam(name, reason string) Break { return Break{PartParam, name, reason} }

// BreaksRoutes accepts what changes about the routes of a resource as a whole:
// their paths, their order without orderby, the form of their answers.
func BreaksRoutes(reason string) Break { return Break{Part: PartRoutes, Reason: reason} }

// breaks checks the accepted changes of a resource.
func (v *validation) breaks(r Resource) {
	if r.Kind == Internal && (len(r.Breaks) > 0 || r.Deprecation.IsSet()) {
		v.fault(r, "Breaks and Deprecation are for resources that clients see")
	}
	seen := map[Break]bool{}
	for _, b := range r.Breaks {
		what := strings.TrimSpace(string(b.Part) + " " + b.Name)
		switch b.Part {
		case PartField, PartParam:
			v.name(r, "Breaks: "+string(b.Part), b.Name)
		case PartRoutes:
			if b.Name != "" {
				v.fault(r, "Breaks: routes have no name, but %q is given", b.Name)
			}
		default:
			v.fault(r, "Breaks: %q is none of field, parameter and routes; use BreaksField, BreaksParam or BreaksRoutes", b.Part)
		}
		if !sentence(b.Reason) {
			v.fault(r, "Breaks: %s needs a reason of one line", what)
		}
		key := Break{Part: b.Part, Name: b.Name}
		if seen[key] {
			v.fault(r, "Breaks: %s stands there twice", what)
		}
		seen[key] = true
	}
}

// sentence reports whether a text is one line that says something.
func sentence(text string) bool {
	return strings.TrimSpace(text) != "" && !strings.ContainsAny(text, "\n\r")
}

// quoted returns a name in quotes.
func quoted(name string) string { return strconv.Quote(name) }
