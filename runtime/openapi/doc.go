// Package openapi writes the OpenAPI document of a deployment and the namespace
// index from the routes and the description of the resources.  It completes what
// Huma has written, after every route is registered, so that the document
// describes behavior and never makes it.
//
// It must not handle requests: package httpapi serves what is written here.
//
// What the tags of generated types do not say, file by file:
//   - args.go: defaults and parameters that the configuration sets, extensions
//     that are off.
//   - doc_access.go: the role that a write needs, from the resource's permissions.
//   - doc_responses.go: error responses shared by all operations, feed formats, and
//     headers that not every response has.
//   - doc_example.go: one example for a whole request body.
//   - doc_links.go: the alternatives (anyOf) that a link or an image accepts.
//   - doc_older.go: OpenAPI 3.0, where Huma's Downgrade is not enough.
//   - doc_schema.go: one schema for the JSON and the two form bodies, with
//     configured limits; names of components.
//   - doc_service.go: server, tags and security of the deployment, and
//     descriptions of components.
//
// Read document.go first, then routes.go and index.go; doc_*.go describe one part
// of the document each.
package openapi
