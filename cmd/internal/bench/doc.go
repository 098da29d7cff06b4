// Package bench holds the benchmarks of go test -bench that need the whole
// service: what a request costs inside the process, with its allocations and
// its statements, what signing in costs, and how long a start takes.  They are
// for comparing two states of the code, by make bench-compare; how fast the
// service is, and beside what, is measured by cmd/bench.
package bench
