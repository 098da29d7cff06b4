package generator_test

import (
	"testing"

	"almanac/resources/dsl"
)

// TestAColumnMovesAsideToANameThatNobodyHas lets a computed column go whose name
// a new field takes, while the name that it would be moved to is taken too.
func TestAColumnMovesAsideToANameThatNobodyHas(t *testing.T) {
	describe := func(name dsl.Field, more ...dsl.Field) []dsl.Resource {
		r := note()
		r.FindOrCreate = false
		r.Fields = append(append(r.Fields[:1:1], name, dsl.String("dropped_hint_search").Doc("Hint")), more...)
		return []dsl.Resource{r}
	}
	onBoth(t, func(t *testing.T, db database) {
		var h history
		first := h.release(t, describe(dsl.String("hint").Searchable().Doc("Hint")))
		second := h.release(t, describe(dsl.String("hint").Doc("Hint"), dsl.String("hint_search").Doc("Text")))
		db.mustApply(t, first, "up")
		for _, direction := range []string{"up", "down", "up"} {
			db.mustApply(t, second, direction)
		}
	})
}
