// Package host runs the programs that the bench measures, and reads from the
// operating system what they take.  It knows processes and databases as a
// whole, and neither tables nor requests.
package host
