package generator

import (
	"almanac/generator/internal/compat"
	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// Evolve is Generate without the Go files, which tests of migrations do not
// read.
func Evolve(described []dsl.Resource, before Previous) ([]Generated, error) {
	e, err := evolve(dsl.API{Namespace: "toys", Version: 1}, described, before)
	if err != nil {
		return nil, err
	}
	return kept(e, before.Frozen)
}

// Names that only tests need.
type (
	LockedParam    = model.LockedParam
	LockedResource = model.LockedResource
)

var (
	ReadLock = model.ReadLock
	Compare  = compat.Compare
)
