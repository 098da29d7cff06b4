package dsl

import (
	"regexp"
	"slices"
)

// seriesKeys are the keys that responses about records that repeat have beside their fields.
var seriesKeys = []string{"series", "recurrence_id"}

// occurrenceColumns are the columns of a record that may be one date of a series.
var occurrenceColumns = []string{"series_id", "recurrence_id"}

// routeName is what the route of a series can be.
var routeName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// seriesRoute checks that the route of the series of a resource is nothing else's.
func (v *validation) seriesRoute(resources []Resource, r Resource, route string) {
	taken := func(other Resource) bool {
		f, ok := other.FieldWithBehavior(Repeats)
		return other.Plural == route || other.Name != r.Name && ok && f.Route == route
	}
	if !routeName.MatchString(route) || apiRoutes[route] || slices.ContainsFunc(resources, taken) {
		v.errorf(r, "the route %q of its series is not free, or no name; write Route(…) with another", route)
	}
	if len(r.scheduleFields()) < 2 {
		v.errorf(r, "only what has a start and an end repeats; add fields As(dsl.Start) and As(dsl.End)")
	}
}

// withSeries returns the order of the keys of a response with those of a series, before
// json_ld if their place is not described.
func (r Resource) withSeries(keys []string) []string {
	if _, ok := r.FieldWithBehavior(Repeats); !ok || slices.Contains(keys, seriesKeys[0]) {
		return keys
	}
	at := slices.Index(keys, "json_ld")
	if at < 0 {
		at = len(keys)
	}
	return slices.Concat(keys[:at], seriesKeys, keys[at:])
}

// seriesParams returns the list parameters that a [Recurrence] comes with.
func seriesParams(f FieldSpec) []Param {
	return []Param{
		describeFilter(ParamSpec{
			Name: "series", Type: TypeInteger, Operation: OpOfSeries, Nonstandard: f.Nonstandard,
			Doc: "Dates of the series with this ID",
		}),
		describeFilter(ParamSpec{
			Name: "collapse", Type: TypeString, Operation: OpCollapse, Enum: []string{"series"}, Nonstandard: f.Nonstandard,
			Doc: "Only the first date of each series, in the order of the list",
		}),
	}
}
