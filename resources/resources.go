// Package resources describes the records of the calendar: one file for each
// resource, one line for each field and filter.  It is data only; the generator
// makes records, routes, filters, migrations and documentation from it.  Read
// tag.go first, the shortest resource.  What people read about fields is in
// english.go, what schema.org calls them in schemaorg.go; package base has the
// tables of the service itself.
package resources

import "almanac/resources/dsl"

// All returns every resource in the order of the documentation.
func All() []dsl.Resource {
	return []dsl.Resource{Event, Venue, Organizer, Category, Tag, ICSEntry}
}
