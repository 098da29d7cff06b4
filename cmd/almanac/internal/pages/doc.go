// Package pages serves the calendar to people: a month and a list of events, and a page for each
// event, venue, organizer, category and tag, to which the property url of responses leads.
//
// Handler.Lookup finds what serves a path: a function that reads what the page shows, then sends a
// template with it.  Pages are made on the server, without scripts and without anything from another
// host.  The packages below import in one direction:
//
//	address  what an address of the calendar asks for
//	visit    reads records as the API shows them to a visitor
//	frame    requests, links, layout, language and look, on address and visit
//	events   lists of events, and an event in a list, on frame
//	view     month, week, day, list, photos, filters and search, on events
//	record   pages of single records, on events
//	embed    what other sites show, on view and record
//
// This package has the routes, the page about the site, the sitemaps, and the templates and texts of
// all.
//
// The URL of a page selects language, month and filters. Pages set no cookies and ignore credentials,
// so that a page is the same for all clients and can be cached.
package pages
