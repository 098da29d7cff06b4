// Package host runs the programs that cmd/bench and cmd/bench/abuse measure, and reads
// from the operating system what they take.  It knows processes and databases as a
// whole, and neither tables nor requests.
package host
