package cases

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"almanac/cmd/internal/conform"
)

// All returns all cases, area by area. Names are unique within an area.
func All() []conform.Case {
	return slices.Concat(
		transportCases(), paramsCases(),
		eventsListCases(), eventsLinksCases(), eventsReadCases(), eventsCreateCases(), eventsUpdateCases(), deleteCases(),
		placesCases(), termsCases(), deploymentCases(), authCases(), documentCases(),
	)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

// inOrder iterates over a map in the order of its keys.
func inOrder[K cmp.Ordered, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, key := range sortedKeys(m) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}

func inArea(name string, groups ...[]conform.Case) []conform.Case {
	all := slices.Concat(groups...)
	for i := range all {
		all[i].Area = name
	}
	return all
}
