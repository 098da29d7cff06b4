// Package records lists, reads, creates, updates and deletes records.  The routes of the API,
// the pages, the desk, imports and other programs' handlers call Service, and nothing else
// reads or writes records, so that for every client the same rules decide what a caller sees and
// may change.
//
// A call (request.Request) says for whom and how an operation runs.  Service lets it in
// (package admission), publishes what has come due, has packages query and mutate do the
// work, and returns a Record or a Page: rows with their representation (package views).
//
// It knows nothing of HTTP; package httpapi has the routes.
package records
