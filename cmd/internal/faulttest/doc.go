// Package faulttest has tests that break what the service stands on while it is
// under load, and then look whether anything was lost: the program is killed, its
// database goes away, is paused, slow, full or read-only, clients do not read.
//
// The tests build the real program and talk to it over HTTP; every write carries
// a marker, and those that were acknowledged are noted.  In the end each of them
// has to be in the database, none may be there in part, and a table says what was
// seen.  Where programs are killed, clients of several roles keep copies of lists
// by changes_since meanwhile, and in the end these have to be the lists, by each
// token that was noted.  "make faults" runs the long form, plain tests a short one.
package faulttest
