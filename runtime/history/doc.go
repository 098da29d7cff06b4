// Package history makes former versions of a record from its present one and the log of
// changes, whose entries have what each change replaced: going backwards, each entry leads to the
// version before.  It knows columns and links, and not who may see them: package records decides.
package history
