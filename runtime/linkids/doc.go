// Package linkids reads and writes the column in which a record holds the ids of
// its links, so that most reads need no query of the link tables, which remain
// authoritative.  A value is used only if it names the version of its row.
//
// It makes SQL and text; it executes nothing and knows no requests.
package linkids
