// Package changes says what changed since a point of the log of changes, and names such points to clients by
// tokens. It knows which records of a list a change may concern; it does not know lists, callers' views of
// records or HTTP.
//
// Nothing waits for other transactions, and no late commit is lost: on PostgreSQL a point is a snapshot, and
// an entry came after it if the snapshot does not see it, whatever its ID is. On SQLite, which has one
// writer, it is the ID of the last entry.
//
// A token holds for an epoch. Another one begins where entries may be lost or their order is another one: when
// a backup is restored, and on PostgreSQL with another cluster or timeline, as after a fail-over.
package changes
