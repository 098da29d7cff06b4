// Package runtime is the behaviour of the service, written once for every
// resource: it answers lists, single reads and writes, keeps the rules about
// dates, slugs, statuses, links and languages, and builds the index and the
// documentation.  What differs between resources (names, types, columns,
// routes) it learns from the Kind values and methods that the generator
// writes; it never imports generated code.
package runtime
