// Package dataset makes the records that benchmarks measure with, and puts them
// into an empty database without going through the interface, as a million
// creates would take an hour.  Computed columns come from the generated
// records, so they are what the service itself would have stored.  The package
// knows the tables by their kinds; it knows nothing of requests.
package dataset
