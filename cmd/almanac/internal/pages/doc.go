// Package pages serves the calendar to people: a month and a list of events,
// and a page for each event, venue, organizer, category and tag, to which the
// property url of responses leads.
//
// Handler.Lookup finds what serves a path: a method of pageRequest, which reads
// what the page shows, then sends a template with it.  Pages are made on the
// server, without scripts and without anything from another host.  They read
// through visit alone, which shows what the API shows to a visitor; the package
// knows no table and no rule of visibility.
//
// The URL of a page selects language, month and filters. Pages set no cookies
// and ignore credentials, so that a page is the same for all clients and can be
// cached.
package pages
