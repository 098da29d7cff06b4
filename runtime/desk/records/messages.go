package records

import (
	"maps"
	"slices"

	"almanac/runtime/model"
)

// Messages lists the keys of the messages that follow from the description of a resource:
// its names, and the labels, values and hints of its fields and filters.
func Messages(res *model.Resource) []string {
	keys := []string{model.Words(res.Name), model.Words(res.Plural)}
	for _, a := range res.Args {
		if a.Meaning == hiddenMeaning {
			continue
		}
		f := newField(res, a)
		if a.Section != "" {
			keys = append(keys, a.Section)
		}
		if keys = append(keys, a.Label); f.input == inputSelect || f.input == inputChecks {
			for _, value := range f.options() {
				keys = append(keys, a.ValueLabel(value))
			}
		}
		if a.Hint != "" {
			keys = append(keys, a.Hint)
		}
	}
	for _, a := range res.ListArgs {
		if !isFilter(a) {
			continue
		}
		keys = append(keys, a.Label)
		for _, value := range filterWords(a) {
			keys = append(keys, filterValueLabel(res, a, textOf(value)))
		}
	}
	return keys
}

// ComputedMessages lists the keys of other messages that are not written where they are
// used.
func ComputedMessages() []string {
	return slices.Concat(slices.Collect(maps.Values(statusWords)), slices.Collect(maps.Values(actionWords)), sections,
		repeatKeys(), slices.Collect(maps.Values(scopeWords)), []string{sectionPublishing, sectionLabels},
		slices.Collect(maps.Values(doneWords)))
}
