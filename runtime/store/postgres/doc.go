// Package postgres is the engine of PostgreSQL, through pgx: a pool of connections
// to the primary, and one for each replica that reads may go to.  It also runs
// PostgreSQL's own programs for copies.  It knows no table, and nothing of SQLite.
//
// Read engine.go and transaction.go first, then replicated.go and replica.go: a
// replica is only read when it has replayed all that the primary had written.
// open.go and hosts.go say how a server is found.
package postgres
