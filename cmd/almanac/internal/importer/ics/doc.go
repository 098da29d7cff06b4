// Package ics reads iCalendar files (RFC 5545) into events that stand alone:
// series are expanded, time zones resolved, texts unescaped.  It turns bytes
// into values and refuses to know records, stores and files; what of an event
// can be kept, and what is here already, others decide.
//
// Content lines are read here and not by a library, because none tells in which
// line something is wrong.  Values and rules of recurrence are the matter of
// emersion/go-ical and package recurrence.
package ics
