package conform

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// Cases returns all cases, area by area.  Names are unique within an area.
func Cases() []Case {
	return slices.Concat(
		transportCases(), paramsCases(),
		eventsListCases(), eventsLinksCases(), eventsReadCases(), eventsCreateCases(), eventsUpdateCases(), deleteCases(),
		placesCases(), termsCases(), deploymentCases(), authCases(), documentCases(),
	)
}

// sortedKeys keeps cases that are made from a map in one order.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

// inOrder walks a map in the order of its keys.
func inOrder[K cmp.Ordered, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, key := range sortedKeys(m) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
