// Package client writes the Go client: the types and services of each resource,
// and a copy of generator/clientsource, the part that no description changes.
package client
