// Package generator turns a description of resources into the text of Go
// source, migrations and reference documentation.  Generate is pure: it gets
// what was generated and released before as an argument, and returns files in
// memory.  ReadPrevious and Check read the disk, Write alone changes it.
//
// Migrations are planned from locks, which are descriptions as they were
// generated: from the released one to the present one, up and down, for both
// stores.  What happens to data is never guessed: renames, drops and narrower
// types need the words of package dsl.
//
// The package writes the paths of runtime, huma and bun as text and imports
// none of them, so that it builds and runs while the generated code is missing
// or broken.
package generator
