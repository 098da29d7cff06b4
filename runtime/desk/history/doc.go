// Package history is about the past: what was changed of a record, its former versions, recent changes of
// all records, and their undo.  It shows what each step would do before anything is written.
package history
