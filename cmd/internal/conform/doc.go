// Package conform holds the conformance cases of the calendar interface and a
// runner that sends them to any server over HTTP.
//
// A case is data: requests that prepare records, one request that is judged,
// and what its answer has to look like.  Every case works on records of its
// own, named with a word that the runner makes up, so that cases run in any
// order against a server that already holds data.  The package refuses to know
// how a server is built: it imports nothing of this module, and speaks HTTP
// and JSON only.
package conform
