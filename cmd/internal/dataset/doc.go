// Package dataset makes the records that benchmarks measure with, and puts them
// into an empty database without going through the service, which would take
// several times as long.  Computed columns come from the generated records, so
// they are what the service itself would have stored.  The package knows the
// tables by their kinds; it knows nothing of requests.
//
// Records for people to look at are made by package demo, through the service.
package dataset
