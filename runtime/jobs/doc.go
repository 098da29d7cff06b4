// Package jobs runs work at its time: every so often, or at a time of day. Several processes
// may work on one database: a row of each job has the last due time, and a lease of the process
// that runs it. It knows its table, and not records or requests.
package jobs
