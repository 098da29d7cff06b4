// Package recurrence reads recurrence rules (RFC 5545, section 3.3.10, with SKIP of RFC 7529)
// and lists the times that they mean.
//
// Times are those of a wall clock, written as times in UTC: an event stays at its time of the
// day when clocks change.  Who has a zone turns them into instants.
package recurrence
