package generator

import (
	"almanac/generator/internal/compat"
	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// Evolve is Generate without the Go files, which tests of migrations do not
// read.
func Evolve(described []dsl.Resource, before PreviousOutput) ([]File, error) {
	e, err := plan(dsl.API{Namespace: "toys", Version: 1}, described, before)
	if err != nil {
		return nil, err
	}
	return migrationsAndLockfile(e, before.ReleasedMigrations)
}

// Names that only tests need.
type (
	LockedParam    = model.LockedParam
	LockedResource = model.LockedResource
)

var (
	ReadLock = model.ParseLockfile
	Follow   = follow
	Compare  = compat.Compare
)
