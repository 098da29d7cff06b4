// Package cases has the conformance cases of the calendar API, as data: a file for
// each part of the API, and cases that are derived from the OpenAPI document of a
// server (derived.go).
//
// Read notation.go and fixture.go first. The package must not know how a server is
// built.
package cases
