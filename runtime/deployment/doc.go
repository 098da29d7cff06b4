// Package deployment has what may differ between two installations of the
// service, as a value: languages, page size, addresses, time zone, extensions.
// It reads no configuration; programs do.
package deployment
