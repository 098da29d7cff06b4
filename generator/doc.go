// Package generator turns a description of resources into the text of Go
// source, migrations and reference documentation.  Generate is pure: it
// returns files in memory.  Write alone touches the disk.
//
// The package writes the paths of runtime, huma and bun as text and imports
// none of them, so that it builds and runs while the generated code is missing
// or broken.
package generator
