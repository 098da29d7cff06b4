// Package conform runs conformance cases of the calendar API against any server
// over HTTP.
//
// A case is data: requests that prepare records, one request that is tested, and
// what its response has to look like. Every case works on records of its own, named
// with a random word, so cases run in any order against a server that already has
// data. Package cases has the cases.
//
// Read case.go, then run.go. The package must not know how a server is built: it
// imports nothing of this module, and uses only HTTP and JSON.
package conform
