// Package httpapi serves the API over HTTP: it routes a request, limits it, makes a
// request.Request of it, calls the generated operation, and sends the
// response with its entity tag, content coding and headers.
//
// It knows net/http and Huma.  Package records does the work; this one must not contain
// SQL or rules about fields.
//
// Read router.go (the way of every request), api.go (Handle), operations.go (the
// operations that generated code registers), then response.go
// (how a response is sent, and stored in the cache).
package httpapi
