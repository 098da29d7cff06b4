package generator

import "almanac/resources/dsl"

// Evolve is Generate without the Go files, which tests of migrations do not
// read.
func Evolve(described []dsl.Resource, before Previous) ([]Generated, error) {
	e, err := evolve(dsl.Interface{Namespace: "toys", Version: 1}, described, before)
	if err != nil {
		return nil, err
	}
	return e.kept(before.Frozen)
}
