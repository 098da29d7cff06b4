// Package backup writes a database into one file while it is in use, and restores
// such a file into an empty database.  What a copy is depends on the database:
// the engines make and load it; this package looks after names, kinds and files
// that are there already.
package backup
