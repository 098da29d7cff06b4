// Package dates holds everything about dates and time zones: wall times as
// the API shows them, zones by every name that clients write, and the
// closed grammar of date texts that parameters and bodies accept.
//
// A WallTime is text in one fixed layout, so that both stores, all comparisons and
// all responses use the same form, and the years 0000 and 9999 need no special
// case.  Zones are read by the rules that UseRules has put in force, those of package
// zoneinfo that the program brings along if none.  The package does no I/O, reads no clock
// (callers pass the present instant) and knows nothing of events, requests or
// stores.
package dates
