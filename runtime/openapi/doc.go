// Package openapi writes the OpenAPI document of a deployment and the namespace
// index from the routes and the description of the resources.  It completes what
// Huma has written, after every route is registered, so that the document
// describes behavior and never makes it.
//
// It must not handle requests: package httpapi serves what is written here.
//
// Read document.go first, then routes.go and index.go; doc_*.go describe one part
// of the document each.
package openapi
