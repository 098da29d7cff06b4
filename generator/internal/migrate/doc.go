// Package migrate plans migrations: it compares the tables of two lock files with
// atlas and writes SQL for both databases, up and down.  What happens to data is
// never guessed; the description must say it.  It knows no Go code.
package migrate
