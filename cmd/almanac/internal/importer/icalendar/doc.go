// Package icalendar takes in the events of iCalendar files: it makes venues, organizers
// and categories of what the entries name, and remembers which event each became.  It
// knows the resources of the calendar; package ics reads the files, and package transfer
// writes.
package icalendar
