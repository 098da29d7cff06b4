package dsl

import (
	"fmt"
	"go/token"
	"strings"
)

// Operation is what a list parameter does.  Package runtime/filter has a
// function for each; that of a package of yours is an [OwnFilter].
type Operation string

// The operations.  A description names none of them: there is a function for each, and
// [FilterBy] for what compares a field.
const (
	OpPage           Operation = "Page"           // Number of the page, from 1.
	OpPerPage        Operation = "PerPage"        // Records on a page; the deployment sets the default.
	OpOnOrAfter      Operation = "OnOrAfter"      // Field at or after the start of a day.
	OpOnOrBefore     Operation = "OnOrBefore"     // Field at or before the end of a day.
	OpBefore         Operation = "Before"         // Field before the end of a day.
	OpAfter          Operation = "After"          // Field after the end of a day.
	OpExactTimes     Operation = "ExactTimes"     // Dates are instants instead of days.
	OpSearchAnyField Operation = "SearchAnyField" // Each word occurs in some searchable field.
	OpSearchOneField Operation = "SearchOneField" // All words occur in the same searchable field.
	OpContains       Operation = "Contains"       // The whole text occurs in some searchable field.
	OpLinkedTo       Operation = "LinkedTo"       // Linked to one of the records.
	OpLinkedFrom     Operation = "LinkedFrom"     // Linked from a record of another resource.
	OpBoolEquals     Operation = "BoolEquals"     // Boolean field has the value.
	OpEquals         Operation = "Equals"         // Text, number, date or amount of money has exactly the value.
	OpIn             Operation = "In"             // Field, or an element of a list, is one of the values.
	OpAtLeast        Operation = "AtLeast"        // Integer, number or date is at least the value; null is not.
	OpAtMost         Operation = "AtMost"         // Integer, number or date is at most the value; null is not.
	OpIsNull         Operation = "IsNull"         // Field is null, or an empty text or list.
	OpListNotEmpty   Operation = "ListNotEmpty"   // String list is not empty, or is empty.
	OpStatusIn       Operation = "StatusIn"       // Status is one of the values.
	OpInclude        Operation = "Include"        // Only these IDs.
	OpExclude        Operation = "Exclude"        // Not these IDs.
	OpChildOf        Operation = "ChildOf"        // Parent is the record.
	OpIsLinked       Operation = "IsLinked"       // Some record links to this one, or none does.
	OpHasUpcoming    Operation = "HasUpcoming"    // Some upcoming record links to this one.
	OpHideEmpty      Operation = "HideEmpty"      // Only terms with published records.
	OpSlugEquals     Operation = "SlugEquals"     // Slug has the value.
	OpSortDirection  Operation = "SortDirection"  // asc or desc.
	OpOrderBy        Operation = "OrderBy"        // Name of a sort option.
	OpHasCoordinates Operation = "HasCoordinates" // Some linked place has coordinates.
	OpNearLatitude   Operation = "NearLatitude"   // Latitude of a point near a linked place.
	OpNearLongitude  Operation = "NearLongitude"  // Longitude of a point near a linked place.
	OpOfSeries       Operation = "OfSeries"       // Dates of a series.
	OpCollapse       Operation = "Collapse"       // Of each series one date.
	OpNearRadius     Operation = "NearRadius"     // How far a linked place is from the point at most.
)

// ownOperation is the operation of a function.
func ownOperation(importPath, function string) Operation {
	return Operation(importPath + "." + function)
}

// Own returns the import path and the name of the function of an [OwnFilter].
func (o Operation) Own() (importPath, function string, ok bool) {
	i := strings.LastIndex(string(o), ".")
	if i < 0 {
		return "", "", false
	}
	return string(o[:i]), string(o[i+1:]), true
}

// Param builds the description of one list parameter; see [FilterBy].  Each method
// returns a changed copy; [Param.Spec] returns the result.
type Param struct{ spec ParamSpec }

// ParamSpec is the description of one list parameter as data.  The method of
// [Param] that sets a value has the name of the member.
type ParamSpec struct {
	Name        string
	Type        Type
	Default     Default
	Doc         string
	Label       string // "" for the name in words; see [Texts].
	Operation   Operation
	Field       string   // Field that the operation compares, or its path through a link; "" for none.
	Target      string   // Resource of the IDs; "" for none.
	Enum        []string // nil for any value.
	Extension   string   // "" for none.
	Nonstandard bool
	Overrides   string // Parameter that is ignored when this one is sent too; "" for none.
	RenamedFrom string // "" for none.
	Deprecation Deprecation

	OldNameAccepted bool

	follows  bool   // Whether parts of it follow from its field; see completed.
	word     string // That compares the field, such as FilterBy; "" for other operations.
	problem  string // Of its group; "" for none.
	oldWords []string
	position token.Position
}

// Spec returns the description as data.
func (p Param) Spec() ParamSpec { return p.spec }

// Doc sets the description of the parameter, one line.
func (p Param) Doc(text string) Param { p.spec.Doc = text; return p }

// Field names the field whose column an [OwnFilter] takes, or its path through a link,
// such as "venue.city".
func (p Param) Field(path string) Param { p.spec.Field = path; return p }

// Default sets the value of a parameter that the client does not send.
func (p Param) Default(v any) Param {
	p.spec.Default = Default{Kind: DefaultValue, Value: v}
	return p
}

// DefaultMonthsAhead sets the date of a parameter that the client does not send: so
// many calendar months from today, 0 for today; from now with ExactTimes.  It belongs
// to OnOrAfter and OnOrBefore, which have no other default.  A request for a date
// with Before or After, or for records with Include, lifts it.
//
//	dsl.OnOrBefore("end_date").DefaultMonthsAhead(24).Doc("Until")
func (p Param) DefaultMonthsAhead(n int) Param {
	p.spec.Default = Default{Kind: DefaultComputed, Value: n}
	return p
}

// Enum lists the accepted values of a text, or of each in a set; a list asked with
// another fails.
func (p Param) Enum(values ...string) Param { p.spec.Enum = values; return p }

// Extension makes the parameter part of an optional extension.
func (p Param) Extension(name string) Param { p.spec.Extension = name; return p }

// describedDefault returns the default of a parameter; the text of DefaultMonthsAhead
// is made here, because it names the parameter with ExactTimes.
func (r Resource) describedDefault(p ParamSpec) Default {
	n, isDate := p.Default.Value.(int)
	if p.Default.Kind != DefaultComputed || !isDate {
		return p.Default
	}
	day, exact := "today in the site's time zone", "the current time"
	if n > 0 {
		ahead := fmt.Sprintf("%d months from ", n)
		if n == 1 {
			ahead = "1 month from "
		}
		day, exact = "the day "+ahead+"today", ahead+"now"
	}
	text := "the start of " + day
	if p.Operation == OpOnOrBefore {
		text = "the end of " + day
	}
	for _, other := range r.Filters {
		if other.spec.Operation == OpExactTimes {
			text += "; with " + other.spec.Name + ", " + exact
		}
	}
	return Default{Kind: DefaultComputed, Value: n, Text: text}
}
