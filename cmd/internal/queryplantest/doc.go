// Package queryplantest has tests of how the stores carry out what lists ask: which
// index serves each declared filter and order, and that none reads a whole
// table of many rows.
package queryplantest
