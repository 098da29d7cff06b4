// Package runtime is the engine of the service, written once for every resource:
// it reads lists and single records, makes changes in transactions, and keeps the
// rules about dates, slugs, statuses, links and languages.  What differs between
// resources (names, types, columns) it learns from the Kind values and methods
// that the generator writes; it never imports generated code.
//
// Routes, headers and content codings are in package httpapi, the OpenAPI document
// in package openapi; both import this one.
package runtime
