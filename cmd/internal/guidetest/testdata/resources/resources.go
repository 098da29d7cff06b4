// Package resources describes the records of the calendar: one file for each
// resource, one line for each field and parameter of the contract.  It is data
// only; the generator makes records, routes, filters, migrations and
// documentation from it.  Read tag.go first, the shortest resource;
// internaltables.go has the tables without routes.
package resources

import "almanac/resources/dsl"

// All returns every resource in the order of the documentation, the internal
// tables last.
func All() []dsl.Resource {
	return append([]dsl.Resource{Event, Venue, Organizer, Category, Tag}, InternalTables...)
}
