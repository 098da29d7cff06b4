// Package compat finds what clients notice between two lock files, decides
// whether a change is compatible, deprecating or breaking, writes the changelog of
// the API, and records releases.  It knows neither SQL nor Go code.
//
// It judges what a description says, before code builds.  What code makes of it is
// compared by cmd/documents.
package compat
