// Package store executes SQL on PostgreSQL or SQLite.  It knows both dialects, but
// no driver: each database is an Engine, made by store/postgres or store/sqlite,
// and store/open chooses the one that a URL names.
//
// Callers describe statements with bun (Store.Builder) and the parts that the
// dialects spell differently (Store.SQL), bind every value as a parameter (Args),
// and hand the text to a Reader or, in a transaction, to the Writer that
// Store.Write gives them.  The text is constant for a shape of request, so both
// databases prepare it once.
//
// What both dialects ask of callers: name the columns of a SELECT; store times
// and dates as text, or cast them to text when reading; write a space after a
// placeholder (SQLite reads $1::text as one name); run no statement inside
// ScanRow; do not go on after a statement of a transaction failed.
//
// The package knows no table but the shape of an id sequence and of a search
// index, and nothing about HTTP.
//
// Read store.go first, then reader.go (statements), writer.go and write.go
// (transactions and their retries); engine.go is what the databases implement.
package store
