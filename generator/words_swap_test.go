package generator_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// TestSwappingNamesAgainNeedsAReleaseInBetween swaps two fields that differ,
// and swaps them back: at once, with the words of the first time, it is refused.
func TestSwappingNamesAgainNeedsAReleaseInBetween(t *testing.T) {
	city := func(name string) dsl.Field { return dsl.String(name).Searchable().Doc("City") }
	seats := func(name string) dsl.Field { return dsl.Integer(name).Doc("Seats") }
	describe := func(word bool, swapped bool) []dsl.Resource {
		return describeShops(func(shop, owner, ware *dsl.Resource) []dsl.Resource {
			shop.Indexes = nil
			first, second := city("city"), seats("seats")
			if swapped {
				first, second = city("seats"), seats("city")
			}
			if word {
				first, second = first.RenamedFrom(second.Spec().Name), second.RenamedFrom(first.Spec().Name)
			}
			without(shop, "city", "seats")
			shop.Fields = append(shop.Fields, first, second)
			return []dsl.Resource{*shop, *owner, *ware}
		})
	}
	var h history
	h.release(t, describe(false, false))
	if step := h.release(t, describe(true, true)); len(step) == 0 {
		t.Fatal("no migration swaps the names")
	}
	_, err := generator.Evolve(describe(true, false), h.before)
	if err == nil {
		t.Fatal("swapping again at once is not refused")
	}
	var want []string
	for _, pair := range [][2]string{{"city", "seats"}, {"seats", "city"}} {
		want = append(want, fmt.Sprintf(`resource "shop": field %q: it is now what %q was, and %[2]q is what it was, as if they swapped their names once more, `+
			"but RenamedFrom has had its effect: remove it from both for one release and swap then; or remove it now, if every value stays where it is", pair[0], pair[1]))
	}
	if diff := cmp.Diff(want, strings.Split(withoutPositions(err), "\n")); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
	if step := h.release(t, describe(false, true)); len(step) > 0 {
		t.Errorf("leaving words out makes a migration:\n%s", step[0].Content)
	}
	if step := h.release(t, describe(true, false)); len(step) == 0 {
		t.Error("no migration swaps the names back")
	}
}

// TestSwappingResourcesAgainIsExplained does the same with two resources.
func TestSwappingResourcesAgainIsExplained(t *testing.T) {
	describe := func(owner, seller string, word bool) []dsl.Resource {
		_, first, _, setting := shops()
		second := first
		second.Fields = append(slices.Clone(first.Fields), dsl.String("phone").Doc("Phone"))
		first.Name, first.Plural, first.PagePath = owner, owner+"s", owner
		second.Name, second.Plural, second.PagePath = seller, seller+"s", seller
		if word {
			first.RenamedFrom, second.RenamedFrom = seller, owner
		}
		return []dsl.Resource{first, second, setting}
	}
	var h history
	h.release(t, describe("owner", "seller", false))
	h.release(t, describe("seller", "owner", true))
	_, err := generator.Evolve(describe("owner", "seller", true), h.before)
	want := `if it is to swap its name with "seller" once more, remove RenamedFrom from both for one release first, because it has had its effect`
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Fatalf("error = %v, want it to end in %q", err, want)
	}
	h.release(t, describe("seller", "owner", false))
	h.release(t, describe("owner", "seller", true))
}
