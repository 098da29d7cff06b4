package dsl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// This file has the filters, which stand in [Filters]: one function for each operation.  A
// filter has the name of its field, or of the resource that it is about, unless
// [Param.Named] gives it another.  Its type, the resource of its IDs and its extension
// follow from the field.

// describeFilter returns a filter at the position of the caller of this package.
func describeFilter(p ParamSpec) Param {
	p.follows, p.position = true, here()
	return Param{p}
}

// filterOn returns a filter that an operation compares with a field.
func filterOn(op Operation, field string) Param {
	word := cmp.Or(string(op), "FilterBy")
	return describeFilter(ParamSpec{Name: strings.ReplaceAll(field, ".", "_"), Operation: op, Field: field, word: word})
}

// FilterBy describes a filter for records with the value of a field:
//
//	a link               linked to one of the IDs
//	a parent             children of the ID
//	the status           one of the statuses, comma-separated
//	a boolean            true, or false
//	a StringList         not empty, or empty
//	Strings, Integers    one of the values is in the list
//	any other            the same text, number, date or amount of money
//
// A path through a link finds records of which some linked record that the caller may
// see has the value.  Starts, ends and dates of publication have [OnOrAfter] and the like.
//
//	dsl.FilterBy("featured").Doc("true: featured events; false: all others")
//	dsl.FilterBy("venue.city").Named("city").Doc("Events at a venue in the city")
func FilterBy(field string) Param { return filterOn("", field) }

// In describes a filter for one of several values of a field, or of a path; those of dates
// and decimals are texts.
//
//	dsl.In("status").Doc("Orders of these states")
func In(field string) Param { return filterOn(OpIn, field) }

// AtLeast describes a filter for numbers, dates and amounts of money from a value on;
// null is none of them.  It takes a path too.
//
//	dsl.AtLeast("seats").Named("seats_from").Doc("Places of that size at least")
func AtLeast(field string) Param { return filterOn(OpAtLeast, field) }

// AtMost is [AtLeast] up to a value.
//
//	dsl.AtMost("price").Named("price_max").Doc("Books of at most this price")
func AtMost(field string) Param { return filterOn(OpAtMost, field) }

// IsNull describes a filter for records in which a field, or a path, is null, or an empty
// text or list; false is for the others.
//
//	dsl.IsNull("city").Named("nowhere").Doc("Only without a city, or only with one")
func IsNull(field string) Param { return filterOn(OpIsNull, field) }

// OnOrAfter describes a filter for a start, an end or a date of publication at the
// beginning of a day or later.  Starts and ends are compared as instants.  See
// [Param.DefaultMonthsAhead].
//
//	dsl.OnOrAfter("start_date").DefaultMonthsAhead(0).Doc("Events that start on that day or later")
func OnOrAfter(field string) Param { return filterOn(OpOnOrAfter, field) }

// OnOrBefore is [OnOrAfter] until the end of a day.
//
//	dsl.OnOrBefore("end_date").DefaultMonthsAhead(24).Doc("Events ending on or before this day")
func OnOrBefore(field string) Param { return filterOn(OpOnOrBefore, field) }

// Before describes a filter for dates before the end of a day, and with [ExactTimes]
// before an instant.
//
//	dsl.Before("start_date").Named("starts_before").Doc("Events starting before the end of this day")
func Before(field string) Param { return filterOn(OpBefore, field) }

// After is [Before] after the end of a day.
//
//	dsl.After("start_date").Named("starts_after").Doc("Events starting after this day")
func After(field string) Param { return filterOn(OpAfter, field) }

// ExactTimes describes the parameter that makes the dates of all others instants
// instead of days.
//
//	dsl.ExactTimes("strict_dates").Doc("Whether dates are instants instead of whole days")
func ExactTimes(name string) Param {
	return describeFilter(ParamSpec{Name: name, Operation: OpExactTimes, Type: TypeAny}).Default(false)
}

// SearchAnyField describes the parameter search: each word occurs in some Searchable field.
//
//	dsl.SearchAnyField().Doc("Search title and description")
func SearchAnyField() Param { return search(OpSearchAnyField) }

// SearchOneField is [SearchAnyField] for words that all occur in the same field.
//
//	dsl.SearchOneField().Doc("Search title and description (one of them must contain all words)")
func SearchOneField() Param { return search(OpSearchOneField) }

// SearchText is [SearchAnyField] for a whole text, also a part of a word.
//
//	dsl.SearchText().Doc("Search name and slug")
func SearchText() Param { return search(OpContains) }

func search(op Operation) Param {
	return describeFilter(ParamSpec{Name: "search", Type: TypeString, Operation: op})
}

// Include describes the parameter include: only the records with these IDs, whatever their
// dates.  The sort option "include" has them in its order.
//
//	dsl.Include().Doc("Only the events with these IDs")
func Include() Param {
	return describeFilter(ParamSpec{Name: "include", Type: TypeIntegers, Operation: OpInclude})
}

// Exclude describes the parameter exclude: without the records with these IDs.
//
//	dsl.Exclude().Doc("Exclude tags with these IDs")
func Exclude() Param {
	return describeFilter(ParamSpec{Name: "exclude", Type: TypeIntegers, Operation: OpExclude})
}

// LinkedFrom describes a filter for the records to which the record of another resource
// with an ID links.  Of two about the same resource the later wins.
//
//	dsl.LinkedFrom("event").Doc("Only venues of the event with this ID")
func LinkedFrom(resource string) Param { return linked(OpLinkedFrom, TypeInteger, resource) }

// IsLinked describes a filter for records to which some record of another resource links,
// or none does.
//
//	dsl.IsLinked("event").Named("has_events").Doc("Only venues with events, or only venues without")
func IsLinked(resource string) Param { return linked(OpIsLinked, TypeAny, resource) }

// HasUpcoming describes a filter for records to which a record of another resource links
// that starts from now on.
//
//	dsl.HasUpcoming("event").Named("only_with_upcoming").Doc("Only venues with events that start from now on")
func HasUpcoming(resource string) Param {
	return linked(OpHasUpcoming, TypeAny, resource).Default(false)
}

func linked(op Operation, t Type, resource string) Param {
	return describeFilter(ParamSpec{Name: resource, Operation: op, Type: t, Target: resource})
}

// HideEmpty describes the parameter hide_empty of terms: true, its default, leaves out the
// terms that no published record has.
//
//	dsl.HideEmpty().Doc("Hide categories without published events")
func HideEmpty() Param {
	return describeFilter(ParamSpec{Name: "hide_empty", Type: TypeBoolean, Operation: OpHideEmpty}).Default("1")
}

// Near describes three filters about the places to which a link leads: whether one of them
// has coordinates, and the latitude and the longitude of a point near one of them.  The
// coordinates are the fields of the target with the schema.org properties latitude and
// longitude, and the filters belong to their extension.
//
//	dsl.Near("venue").Named("geoloc", "geoloc_lat", "geoloc_lng")
func Near(link string) Group[Param] {
	near := func(name string, t Type, op Operation) Param {
		return describeFilter(ParamSpec{Name: link + name, Type: t, Operation: op, Field: link})
	}
	return Group[Param]{ // Their docs name the resource and each other.
		near("_located", TypeBoolean, OpHasCoordinates),
		near("_latitude", TypeNumber, OpNearLatitude),
		near("_longitude", TypeNumber, OpNearLongitude),
	}
}

// NearRadius describes a filter beside those of [Near]: how many kilometers a place is from
// their point at most. Without it the deployment says how far.
//
//	dsl.NearRadius("venue").Named("geoloc_radius")
func NearRadius(link string) Param {
	return describeFilter(ParamSpec{Name: link + "_radius", Type: TypeNumber, Operation: OpNearRadius, Field: link})
}

// Paging describes the parameters page and per_page.  Lists have them in any case; it says
// where they stand, and how they are documented.  See [API.PageSize].
//
//	dsl.Paging().Doc("Page number", "Books per page, up to 50")
func Paging() Group[Param] {
	return Group[Param]{
		describeFilter(ParamSpec{Name: "page", Type: TypeInteger, Operation: OpPage}).
			Default(1).Doc("Page number"),
		describeFilter(ParamSpec{Name: "per_page", Type: TypeInteger, Operation: OpPerPage, Default: sizeOfPage}).
			Doc("Records per page, up to 50"),
	}
}

// Sorting describes the parameters order and orderby, whose values are the
// [Resource.SortOptions].  Lists have them in any case; it says where they stand, and how
// they are documented.
//
//	dsl.Added(dsl.Sorting())
func Sorting() Group[Param] {
	return Group[Param]{
		describeFilter(ParamSpec{Name: "order", Type: TypeString, Operation: OpSortDirection}).
			Enum("asc", "desc").Doc("Sort direction"),
		describeFilter(ParamSpec{Name: "orderby", Type: TypeString, Operation: OpOrderBy}).
			Doc("Sort by"),
	}
}

// OwnFilter describes a filter that is a function of a package of yours, which generated
// code calls.  Of TypeInteger it is
//
//	func MembersFrom(q *filter.Query, name string, column filter.Column, p param.Opt[int64])
//
// without the column if the filter has no [Param.Field].  The value is a string, int64,
// float64, bool, []string or []int64; dates are strings.  The function adds
// conditions to the query, by default none: [filter.Query.Compare] to one on
// the column, AddCondition to any, AddLinkParam to keep the parameter in the links to other
// pages, and Fail to refuse it.  It is called if the parameter was sent, be it as null.
//
//	dsl.OwnFilter("members_from", dsl.TypeInteger, "almanac/runtime/calendar", "MembersFrom").Field("members")
func OwnFilter(name string, t Type, importPath, function string) Param {
	return describeFilter(ParamSpec{Name: name, Type: t, Operation: ownOperation(importPath, function)})
}

// Named gives the filter another name than that of its field or resource.
//
//	dsl.IsLinked("event").Named("has_events")
func (p Param) Named(name string) Param { p.spec.Name = name; return p }

// operationOf returns the operation of [FilterBy] on a field; "" if there is none.
func operationOf(f FieldSpec) Operation {
	switch {
	case f.Behavior == Link:
		return OpLinkedTo
	case f.Behavior == Parent, f.Behavior == PostParent:
		return OpChildOf
	case f.Behavior == Status:
		return OpStatusIn
	case f.Behavior == Slug:
		return OpSlugEquals
	case f.Behavior == StringList:
		return OpListNotEmpty
	case f.Type == TypeBoolean, f.StoredAsBool:
		return OpBoolEquals
	case f.IsList():
		return OpIn
	case slices.Contains([]Behavior{Start, End, PublishDate, PublishDateUTC}, f.Behavior):
		return "" // Validate says what to write.
	default:
		return OpEquals
	}
}

// valuesOf returns the type of the values that an operation compares with a field.
func valuesOf(op Operation, f FieldSpec) Type {
	switch op {
	case OpLinkedTo:
		return TypeIntegers
	case OpChildOf:
		return TypeInteger
	case OpBoolEquals, OpListNotEmpty, OpIsNull:
		return TypeBoolean
	case OpIn:
		switch f.Type {
		case TypeInteger, TypeIntegers:
			return TypeIntegers
		case TypeNumber:
			return TypeNumbers
		default:
			return TypeStrings
		}
	case OpAtLeast, OpAtMost:
		if f.Type == TypeMoney {
			return TypeDecimal
		}
		return f.Type
	case OpEquals:
		if f.Type == TypeMoney || f.Type == TypeURL || f.Type == TypeAny {
			return TypeString
		}
		return f.Type
	default:
		return TypeString
	}
}

// completed returns the filter with what follows from its field: the operation of
// FilterBy, the type, the resource of the IDs, the extension and what it overrides.
func (r Resource) completed(p ParamSpec, byName map[string]Resource) ParamSpec {
	if !p.follows {
		return p
	}
	f, known := fieldAt(r, p.Field, byName)
	p.Operation = cmp.Or(p.Operation, operationOf(f))
	if p.Field != "" && !known || p.Operation == "" {
		return p // Validate says so.
	}
	p.follows = false
	p.Type = cmp.Or(p.Type, valuesOf(p.Operation, f))
	switch p.Operation {
	case OpLinkedTo:
		p.Target = f.Target
	case OpChildOf:
		p.Target = r.Name
	case OpStatusIn, OpSlugEquals: // They know their fields, and follow no link.
		if f.Name == p.Field {
			p.Field = ""
		}
	case OpHasCoordinates, OpNearLatitude, OpNearLongitude, OpNearRadius:
		p.Doc = cmp.Or(p.Doc, r.docOfNear(p))
		for _, other := range byName[f.Target].FieldSpecs() {
			if other.SchemaOrg == "latitude" || other.SchemaOrg == "longitude" {
				f.Extension = cmp.Or(f.Extension, other.Extension)
			}
		}
	case OpLinkedFrom:
		i := slices.IndexFunc(r.Filters, func(o Param) bool {
			return o.spec.Operation == OpLinkedFrom && o.spec.Target == p.Target
		})
		if first := r.Filters[i].spec; first.Name != p.Name && !slices.Contains(first.oldWords, "QueryParam") {
			p.Overrides = first.Name
		}
	default: // All is there.
	}
	p.Extension = cmp.Or(p.Extension, f.Extension)
	return p
}

// docOfNear describes one of the filters of [Near].
func (r Resource) docOfNear(p ParamSpec) string {
	text, other := "", OpNearLatitude
	switch p.Operation {
	case OpNearLatitude:
		text, other = "Latitude", OpNearLongitude
	case OpNearLongitude:
		text = "Longitude"
	case OpNearRadius:
		return fmt.Sprintf("Maximum distance of a %s from that point in kilometers", p.Field)
	default:
		return fmt.Sprintf("Whether a %s of the %s has coordinates", p.Field, r.Name)
	}
	for _, o := range r.Filters {
		if o.spec.Operation == other && o.spec.Field == p.Field {
			return fmt.Sprintf("%s of the point to search around; requires %s", text, o.spec.Name)
		}
	}
	return "" // Validate says that one is missing.
}
