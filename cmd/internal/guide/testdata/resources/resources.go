// Package resources describes the records of the calendar: one file a
// resource, one line a row of the interface's contract.  It is data only; the
// generator turns it into models, routes, filters, migrations and
// documentation.
package resources

import "almanac/resources/dsl"

// All returns every resource in the order in which the documentation shows
// them, the service's own tables last.
func All() []dsl.Resource {
	return append([]dsl.Resource{Event, Venue, Organizer, Category, Tag}, System...)
}
