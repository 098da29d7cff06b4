// Package baseline is what the service is compared with: the same answers made by
// hand with as little as possible between the socket and the database.  It is
// net/http, a pool of connections, prepared statements and an encoder that
// appends; it checks nothing, knows no callers, languages or passwords, and is
// no service.  Its tables are made from those of the service (Prepare), so it has
// to be changed when a column is renamed.
package baseline
