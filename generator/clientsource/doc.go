// Package client is the part of the generated Go client that is the same for
// every description: requests, repetitions, errors, pages, and the types that
// values have on the wire.  The generator copies its files, all but this one,
// beside what it writes for each resource; here they compile and are tested by
// themselves.  The package knows no resource, and imports the standard library
// alone, because the copy is taken into other programs.
package client
