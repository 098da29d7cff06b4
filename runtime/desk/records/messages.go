package records

import (
	"maps"
	"slices"

	"almanac/runtime/desk/changes"
	"almanac/runtime/desk/forms"
	"almanac/runtime/desk/history"
	"almanac/runtime/desk/lists"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// Messages lists the keys of the messages that follow from the description of a resource:
// its names, and the labels, values and hints of its fields and filters.
func Messages(res *model.Resource) []string {
	keys := []string{model.Words(res.Name), model.Words(res.Plural)}
	for _, a := range res.Args {
		if a.Meaning == record.HiddenMeaning {
			continue
		}
		f := record.NewField(res, a)
		if a.Section != "" {
			keys = append(keys, a.Section)
		}
		if keys = append(keys, a.Label); f.Input == record.InputSelect || f.Input == record.InputChecks {
			for _, value := range f.Options() {
				keys = append(keys, a.ValueLabel(value))
			}
		}
		if a.Hint != "" {
			keys = append(keys, a.Hint)
		}
	}
	for _, a := range res.ListArgs {
		if !lists.IsFilter(a) {
			continue
		}
		keys = append(keys, a.Label)
		for _, value := range lists.FilterWords(a) {
			keys = append(keys, lists.FilterValueLabel(res, a, record.TextOf(value)))
		}
	}
	return keys
}

// ComputedMessages lists the keys of other messages that are not written where they are
// used.
func ComputedMessages() []string {
	return slices.Concat(slices.Collect(maps.Values(record.StatusWords)), record.Sections,
		[]string{record.SectionPublishing, record.SectionLabels}, slices.Collect(maps.Values(changes.ActionWords)),
		slices.Collect(maps.Values(changes.DoneWords)), slices.Collect(maps.Values(changes.ScopeWords)),
		slices.Collect(maps.Values(history.ActionWords)), forms.RepeatKeys())
}
