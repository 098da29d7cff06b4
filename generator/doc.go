// Package generator turns a description of resources into Go source,
// migrations, a Go client and reference documentation. Generate is pure:
// its arguments are the description and the earlier output, and it returns
// files in memory. ReadPreviousOutput and Check read the disk; only Write
// changes it. Main is the program of these steps.
//
// Migrations are planned from lock files, which are descriptions as they were
// generated: from the released one to the present one, up and down, for both
// stores. Nothing is guessed about data: renames, removals and lossy
// conversions must be described, see package dsl.
//
// Read command.go and generate.go first, then internal/model (names and types),
// internal/golang and internal/client (Go code), internal/migrate,
// internal/compat (API changes) and internal/docs. The packages write the paths
// of runtime, huma and bun as text and do not import them, so that the generator
// runs while the generated code is missing or does not compile.
package generator
