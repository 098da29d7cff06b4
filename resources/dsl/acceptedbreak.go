package dsl

import (
	"go/token"
	"strconv"
	"strings"
)

// Part is the part of a resource that a change breaks.
type Part string

// The parts of a resource that clients use.
const (
	PartField  Part = "field"
	PartParam  Part = "parameter"
	PartAction Part = "action"
	PartRoutes Part = "routes"
)

// AcceptedBreak is a breaking change that the maintainers accept, with the
// reason.  It is valid until the next API release and has no effect afterwards.
type AcceptedBreak struct {
	Part   Part
	Name   string // Wire name; "" for routes.
	Reason string // Why clients are not harmed, one line, for the changelog.

	position token.Position
}

// AcceptFieldBreak accepts a breaking change of a field.  The name is the
// present one, or the last one of a removed field.  A field that [DropField]
// removes needs no further entry.
//
//	AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptFieldBreak("town", "no client sends city")},
func AcceptFieldBreak(name, reason string) AcceptedBreak {
	return AcceptedBreak{PartField, name, reason, here()}
}

// AcceptParamBreak accepts a breaking change, or the removal, of a list
// parameter.
func AcceptParamBreak(name, reason string) AcceptedBreak {
	return AcceptedBreak{PartParam, name, reason, here()}
}

// AcceptActionBreak accepts a breaking change, or the removal, of an action.
func AcceptActionBreak(name, reason string) AcceptedBreak {
	return AcceptedBreak{PartAction, name, reason, here()}
}

// AcceptRouteBreak accepts a breaking change of all routes of a resource: of
// their paths, of the order without orderby, or of the form of responses.
func AcceptRouteBreak(reason string) AcceptedBreak {
	return AcceptedBreak{Part: PartRoutes, Reason: reason, position: here()}
}

func (v *validation) acceptedBreaks(r Resource) {
	if r.Kind == KindInternal && (len(r.AcceptedBreaks) > 0 || r.Deprecation.IsSet()) {
		v.errorf(r, "AcceptedBreaks and Deprecation are for resources with routes; remove them")
	}
	seen := map[AcceptedBreak]bool{}
	for _, b := range r.AcceptedBreaks {
		v.at(b.position)
		what := strings.TrimSpace(string(b.Part) + " " + b.Name)
		switch b.Part {
		case PartField, PartParam:
			v.name(r, "AcceptedBreaks: "+string(b.Part), b.Name)
		case PartAction:
			if !actionName.MatchString(b.Name) {
				v.errorf(r, "AcceptedBreaks: %q is not the name of an action", b.Name)
			}
		case PartRoutes:
			if b.Name != "" {
				v.errorf(r, "AcceptedBreaks: routes have no name, but %q is given; use AcceptRouteBreak", b.Name)
			}
		default:
			v.errorf(r, "AcceptedBreaks: %q must be field, parameter, action or routes; "+
				"use AcceptFieldBreak, AcceptParamBreak, AcceptActionBreak or AcceptRouteBreak", b.Part)
		}
		if !isOneLine(b.Reason) {
			v.errorf(r, "AcceptedBreaks: %s needs a one-line reason", what)
		}
		key := AcceptedBreak{Part: b.Part, Name: b.Name}
		if seen[key] {
			v.errorf(r, "AcceptedBreaks: %s is accepted twice; remove one", what)
		}
		seen[key] = true
	}
	v.atMember()
}

// isOneLine reports whether a text is one line and not blank.
func isOneLine(text string) bool {
	return strings.TrimSpace(text) != "" && !strings.ContainsAny(text, "\n\r")
}

func quoted(name string) string { return strconv.Quote(name) }
