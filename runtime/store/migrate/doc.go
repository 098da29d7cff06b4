// Package migrate applies the migrations of a directory of SQL files to the
// database of a store, takes them back, and tells which are applied.  It knows its
// own table, schema_migrations, and how the files say what happens to data; it
// does not know what the other tables mean.
//
// Read up.go first; files.go and header.go say what a file looks like, loss.go
// when a step that loses data is refused.
package migrate
