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
	city, seats := dsl.String("city").Searchable().Doc("City"), dsl.Integer("seats").Doc("Seats")
	describe := func(word bool, swapped bool) []dsl.Resource {
		return describeShops(func(shop, owner, ware *dsl.Resource) []dsl.Resource {
			shop.Indexes = nil
			first, second := city, seats
			if swapped {
				first.Name, second.Name = "seats", "city"
			}
			if word {
				first, second = first.Was(second.Name), second.Was(first.Name)
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
		want = append(want, fmt.Sprintf(`resource "shop" (resources/shop.go): field %q: it is now what %q was, and %[2]q is what it was, as if they swapped their names once more, `+
			"but the words Was have had their effect: leave both out for one release and swap then; or leave them out now, if every value stays where it is", pair[0], pair[1]))
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
	if step := h.release(t, describe(false, true)); len(step) > 0 {
		t.Errorf("leaving words out makes a migration:\n%s", step[0].Text)
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
		first.Name, first.Plural, first.URLPath = owner, owner+"s", owner
		second.Name, second.Plural, second.URLPath = seller, seller+"s", seller
		if word {
			first.Was, second.Was = seller, owner
		}
		return []dsl.Resource{first, second, setting}
	}
	var h history
	h.release(t, describe("owner", "seller", false))
	h.release(t, describe("seller", "owner", true))
	_, err := generator.Evolve(describe("owner", "seller", true), h.before)
	want := `if it is to swap its name with "seller" once more, leave out Was in both for one release first, for the words have had their effect`
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Fatalf("error = %v, want it to end in %q", err, want)
	}
	h.release(t, describe("seller", "owner", false))
	h.release(t, describe("owner", "seller", true))
}
