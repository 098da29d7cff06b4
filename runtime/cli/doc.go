// Package cli makes the program of a service: commands, settings by flags, variables
// and a file, TLS, log and metrics. It knows no resource; a [Program] names those and
// what else is the service's own.
package cli
