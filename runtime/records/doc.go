// Package records lists, reads, creates, updates and deletes records.  The routes of the API,
// the pages, the desk and other programs' handlers call Service, so that for every client the
// same rules decide what a caller sees and may change.  Imports write many records in one
// transaction (Bulk), as administrators.
//
// A call (request.Request) says for whom and how an operation runs.  Service lets it in
// (package admission), publishes what has come due, has packages query and mutate do the
// work, and returns a Record or a Page: rows with their representation (package views).
//
// It knows nothing of HTTP; package httpapi has the routes.
package records
