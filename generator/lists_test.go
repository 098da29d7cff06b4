package generator_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

func TestMigrationsOfLists(t *testing.T) {
	labels := func(fields ...dsl.Field) []dsl.Resource {
		r := label()
		r.Fields = append(r.Fields, fields...)
		return []dsl.Resource{r}
	}
	words := func() dsl.Field { return dsl.Strings("words").Doc("Words") }
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, []dsl.Resource{label()}), "up")
		db.must(t, "INSERT INTO labels (id, version, language, author, slug, created_utc, modified_utc, parent, name, name_sort) VALUES (1, 1, '', 0, 'a', '', '', 0, 'a', 'a')")
		added := h.release(t, labels(words(), dsl.Integers("sizes").Required().Backfill([]int{1, 2}).Doc("Sizes")))
		db.mustApply(t, added, "up")
		if diff := cmp.Diff([]string{"[] [1,2]"}, db.rows(t, "SELECT words || ' ' || sizes FROM labels")); diff != "" {
			t.Errorf("added (-want +got):\n%s", diff)
		}
		required := h.release(t, labels(words().Required().Backfill([]string{"it's"}), dsl.Integers("sizes").Doc("Sizes")))
		db.mustApply(t, required, "up")
		if diff := cmp.Diff([]string{`["it's"] [1,2]`}, db.rows(t, "SELECT words || ' ' || sizes FROM labels")); diff != "" {
			t.Errorf("required (-want +got):\n%s", diff)
		}
		without := labels(words())
		without[0].Drops = []dsl.DroppedField{dsl.DropField("sizes", "a test")}
		dropped := h.release(t, without)
		db.mustApply(t, dropped, "up")
		db.mustApply(t, dropped, "down")
		if diff := cmp.Diff([]string{`["it's"] [1,2]`}, db.rows(t, "SELECT words || ' ' || sizes FROM labels")); diff != "" {
			t.Errorf("dropped and back (-want +got):\n%s", diff)
		}
	})
	const kept = ", and lists are not converted; describe another field, and drop this one"
	for name, tt := range map[string]struct {
		was, now dsl.Field
		want     string
	}{
		"a text becomes a list":       {dsl.String("words").Doc("Words"), words().LossyConversion("a test"), "it was of the type string and is of the type array of string" + kept},
		"a list becomes a text":       {words(), dsl.String("words").LossyConversion("a test").Doc("Words"), "it was of the type array of string and is of the type string" + kept},
		"a list of another type":      {words(), dsl.Integers("words").Doc("Words"), "it was of the type array of string and is of the type array of integer" + kept},
		"a list with fewer values":    {words().Enum("a", "b"), words().Enum("a"), "rows may have other elements than a; keep the values, or describe another field"},
		"a list that is required now": {words(), words().Required(), "it is required now, but existing rows have no value"},
		"a list of some values now":   {words(), words().Enum("a"), "rows may have other elements than a"},
	} {
		var h history
		h.release(t, labels(tt.was))
		if _, err := generator.Evolve(labels(tt.now), h.before); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
