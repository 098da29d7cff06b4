// Package store is the only place that executes SQL and that knows a dialect:
// PostgreSQL through pgx, SQLite through modernc.org/sqlite.  Callers describe
// statements with bun (Builder), bind every value as a parameter (Args), and
// hand the text to a Reader or a Writer; the text is constant for a shape of
// request, so both databases prepare it once.
//
// What both dialects ask of callers: name the columns of a SELECT; store times
// and dates as text, or cast them to text when reading; write a space after a
// placeholder (SQLite reads $1::text as one name); run no statement inside
// Each; do not go on after a statement of a transaction failed.
//
// The package knows no table but its own schema_migrations and the shape of an
// id sequence, and nothing about HTTP.
package store
