// Package record serves the pages of single records: an event with its series, a venue, an organizer,
// a category or tag, and the events that link to them.
package record
