// Package sqlite is the engine of SQLite, through modernc.org/sqlite: one
// connection that writes, several that read, and one that only reads whether
// something was committed.  It also copies and restores files.  It knows no
// table, and nothing of PostgreSQL.
//
// Read engine.go first, then pool.go and connection.go; open.go says which
// settings the connections have and how the file is locked, pool.go what happens
// when a file is moved while it is open.
package sqlite
