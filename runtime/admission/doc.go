// Package admission limits what clients may take of the service: requests and
// expensive reads at once, requests per second of an address, long feeds, memory
// and time for request bodies.  Work beyond a limit waits in a short queue or is
// refused with 429 or 503 and Retry-After.
//
// It knows callers and addresses, but neither records nor the database.
//
// Read admission.go (Limits and what is checked first), limiter.go (work at
// once), rates.go (requests per second), then bodies.go.
package admission
