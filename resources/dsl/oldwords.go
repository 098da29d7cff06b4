package dsl

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// This file has the words of the last release that this one has better ones for.  They
// are gone in the next release.

// OldWords returns a line for each deprecated word of a description: where it stands, and
// what to write instead.
func OldWords(described []Resource) []string {
	var lines []string
	seen := map[string]bool{} // Resources share fields and filters.
	for _, r := range described {
		note := func(at token.Position, format string, args ...any) {
			text := fmt.Sprintf(format, args...)
			if key := at.String() + text; !seen[key] {
				seen[key] = true
				lines = append(lines, fmt.Sprintf("%s: resource %q: %s", at, r.Name, text))
			}
		}
		for _, f := range r.Fields {
			for _, word := range f.spec.oldWords {
				note(f.spec.Position(), "field %q: %s is deprecated: %s", f.spec.Name, word, insteadOf[word])
			}
		}
		if len(r.Params) > 0 {
			note(r.MemberPosition("Params"), "Params is deprecated: write Filters: dsl.Filters(…)")
		}
		for _, p := range slices.Concat(r.Params, r.Filters) {
			for _, word := range p.spec.oldWords {
				instead := insteadOf[word]
				if word == "QueryParam" {
					instead = "write " + p.spec.inNewWords()
				}
				note(p.spec.Position(), "filter %q: %s is deprecated: %s", p.spec.Name, word, instead)
			}
		}
		if r.ResponseFields != "" {
			note(r.MemberPosition("ResponseFields"), "ResponseFields is deprecated: %s", r.orderInNewWords())
		}
	}
	return lines
}

// insteadOf says what to write instead of a word.
var insteadOf = map[string]string{
	"Nonstandard":     "write it within dsl.Added(…)",
	"Label":           "write it in the Texts of the API",
	"Hint":            "write it in the Texts of the API",
	"SchemaOrg":       "write the property in SchemaOrg of the resource",
	"Synonym":         "an eventStatus of SchemaOrg takes cancelled; for others let clients send the value",
	"DefaultComputed": "write PageSize in the API",
	"Overrides":       "of two dsl.LinkedFrom about the same resource the later wins",
}

// inNewWords writes a parameter as a filter.
func (p ParamSpec) inNewWords() string {
	named := func(call, usual string) string {
		if usual = strings.ReplaceAll(usual, ".", "_"); usual != p.Name {
			call += fmt.Sprintf(".Named(%q)", p.Name)
		}
		return call
	}
	if importPath, function, own := p.Operation.Own(); own {
		call := fmt.Sprintf("dsl.OwnFilter(%q, %s, %q, %q)", p.Name, typeWords[p.Type], importPath, function)
		if p.Field != "" {
			call += fmt.Sprintf(".Field(%q)", p.Field)
		}
		return call
	}
	switch op := string(p.Operation); p.Operation {
	case OpPage, OpPerPage:
		return "dsl.Paging() for page and per_page, or nothing"
	case OpSortDirection, OpOrderBy:
		return "dsl.Sorting() for order and orderby, or nothing"
	case OpHasCoordinates, OpNearLatitude, OpNearLongitude:
		return fmt.Sprintf("dsl.Near(%q).Named(…) for all three", p.Field)
	case OpNearRadius:
		return fmt.Sprintf("dsl.NearRadius(%q).Named(%q)", p.Field, p.Name)
	case OpLinkedTo, OpChildOf, OpBoolEquals, OpEquals, OpListNotEmpty:
		return named(fmt.Sprintf("dsl.FilterBy(%q)", p.Field), p.Field)
	case OpStatusIn:
		return named(`dsl.FilterBy("status")`, "status")
	case OpSlugEquals:
		return named(`dsl.FilterBy("slug")`, "slug")
	case OpContains:
		return named("dsl.SearchText()", "search")
	case OpSearchAnyField, OpSearchOneField:
		return named("dsl."+op+"()", "search")
	case OpInclude, OpExclude:
		return named("dsl."+op+"()", strings.ToLower(op))
	case OpHideEmpty:
		return named("dsl.HideEmpty()", "hide_empty")
	case OpExactTimes:
		return fmt.Sprintf("dsl.ExactTimes(%q)", p.Name)
	case OpLinkedFrom, OpIsLinked, OpHasUpcoming:
		return named(fmt.Sprintf("dsl.%s(%q)", op, p.Target), p.Target)
	default:
		return named(fmt.Sprintf("dsl.%s(%q)", op, p.Field), p.Field)
	}
}

// typeWords are the names of the types.
var typeWords = map[Type]string{
	TypeString: "dsl.TypeString", TypeInteger: "dsl.TypeInteger", TypeNumber: "dsl.TypeNumber",
	TypeBoolean: "dsl.TypeBoolean", TypeDate: "dsl.TypeDate", TypeTime: "dsl.TypeTime",
	TypeTimestamp: "dsl.TypeTimestamp", TypeStrings: "dsl.TypeStrings", TypeIntegers: "dsl.TypeIntegers",
}

// orderInNewWords says what to write instead of ResponseFields.
func (r Resource) orderInNewWords() string {
	keys := strings.Fields(r.ResponseFields)
	if slices.Equal(keys, r.usualOrder()) {
		return "leave it out, as it is the default order"
	}
	if keys[len(keys)-1] == "*" {
		keys = keys[:len(keys)-1]
	}
	return `write Response: dsl.Order("` + strings.Join(keys, `", "`) + `")`
}

// QueryParam describes a query parameter of the list.
//
// Deprecated: write [FilterBy], or the function with the name of the operation.
func QueryParam(name string, t Type, op Operation) Param {
	return Param{ParamSpec{Name: name, Type: t, Operation: op, position: here(), oldWords: []string{"QueryParam"}}}
}

// OwnOperation is a function of a package of yours, as that of [OwnFilter].
//
// Deprecated: write [OwnFilter].
func OwnOperation(importPath, function string) Operation { return ownOperation(importPath, function) }

// References names the resource whose IDs the parameter contains.
//
// Deprecated: it follows from the field of [FilterBy], and [LinkedFrom] takes it.
func (p Param) References(target string) Param { p.spec.Target = target; return p }

// DefaultComputed describes, for readers, the value that the service computes
// for a parameter that the client does not send.
//
// Deprecated: write [API.PageSize].
func (p Param) DefaultComputed(text string) Param {
	p.spec.Default = Default{Kind: DefaultComputed, Text: text}
	return p.old("DefaultComputed")
}

// Overrides names a parameter that is ignored when this one is sent too.
//
// Deprecated: of two [LinkedFrom] about the same resource the later wins.
func (p Param) Overrides(name string) Param { p.spec.Overrides = name; return p.old("Overrides") }

// Label names the parameter for people.
//
// Deprecated: write [API.Texts].
func (p Param) Label(text string) Param { p.spec.Label = text; return p.old("Label") }

// Nonstandard marks a parameter that the contract does not have.
//
// Deprecated: write it within [Added].
func (p Param) Nonstandard() Param { p.spec.Nonstandard = true; return p.old("Nonstandard") }

// Label names the field for people.
//
// Deprecated: write [API.Texts].
func (f Field) Label(text string) Field { f.spec.Label = text; return f.old("Label") }

// Hint says below the input of the field what people need to know to fill it in.
//
// Deprecated: write [API.Texts].
func (f Field) Hint(text string) Field { f.spec.Hint = text; return f.old("Hint") }

// Nonstandard marks a field that the contract does not have.
//
// Deprecated: write it within [Added].
func (f Field) Nonstandard() Field { f.spec.Nonstandard = true; return f.old("Nonstandard") }

// SchemaOrg names the property of schema.org that the field is.
//
// Deprecated: write [Resource.SchemaOrg].
func (f Field) SchemaOrg(property string) Field {
	f.spec.SchemaOrg = property
	return f.old("SchemaOrg")
}

// Synonym lets writes send another text for a value of the Enum, which is stored and
// shown.  List parameters do not take it.
//
// Deprecated: a field that [Resource.SchemaOrg] calls eventStatus takes "cancelled".
func (f Field) Synonym(sent, value string) Field {
	f.spec.Synonyms = append(slices.Clone(f.spec.Synonyms), [2]string{sent, value})
	return f.old("Synonym")
}

// old notes a deprecated word.
func (f Field) old(word string) Field {
	f.spec.oldWords = append(slices.Clone(f.spec.oldWords), word)
	return f
}

// old notes a deprecated word.
func (p Param) old(word string) Param {
	p.spec.oldWords = append(slices.Clone(p.spec.oldWords), word)
	return p
}
