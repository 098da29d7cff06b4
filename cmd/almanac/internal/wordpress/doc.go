// Package wordpress answers as WordPress' own REST API around the calendar's: its index,
// and wp/v2 as far as programs need it that write events there.  It exists where the API
// is mounted as WordPress mounts its own, at /wp-json.
//
// It translates: a request becomes a call of package records, whose record becomes
// that of WordPress.  It has no rules about records, no permissions and no SQL.
//
// Read middleware.go (addresses as queries, envelopes), handler.go (the way of a request)
// and kinds.go (the table of types, taxonomies and meta keys), then list.go and input.go
// (requests), show.go and errors.go (responses).
package wordpress
