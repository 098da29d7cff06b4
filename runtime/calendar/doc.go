// Package calendar has the rules that only a calendar needs: start, end and time
// zone of an event (SetSchedule), costs, JSON-LD by schema.org, what feeds say
// about an event, and the functions that a description names as Setter or
// Fallback.
//
// Generated code calls it; the other packages of the engine do not know it.
package calendar
