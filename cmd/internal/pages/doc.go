// Package pages serves the calendar to people: a month and a list of events,
// and a page for each event, venue, organizer, category and tag, to which the
// member url of answers leads.
//
// Pages are made on the server from templates, without scripts and without
// anything from another host.  They read through runtime.Visit alone, which
// shows what the interface shows to a visitor; the package knows no table and
// no rule of visibility.  It knows the shape of answers only through the
// functions of Show, because those types are generated.
//
// The address of a page says everything: which language, month and filters.
// No cookie is set and no credential is looked at, so that a page is the same
// for everybody and can be kept by caches.
package pages
