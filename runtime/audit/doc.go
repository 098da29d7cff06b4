// Package audit writes and reads the audit log, which is the log of changes as well: a table
// with a row for each change of a record, user or token, of who did it, from where and when,
// and of a record what it was before.  Nothing but those former values is ever deleted.  Callers
// add entries in the transaction of the change, so that both are committed or neither is.
//
// Readers follow the log by Position: After returns what was committed since, and misses nothing
// that is committed late.  It knows the table, and not records, users or HTTP.
package audit
