package openapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
)

// bodyExample returns a body that an operation takes as it is, so that the page
// of the documentation proposes something that works: all required fields, or
// the first text when there is none.  It is nil for a body of neither.
func bodyExample(kind *model.Resource, fields []*model.Arg) map[string]any {
	example := map[string]any{}
	for _, f := range fields {
		if f.Required {
			example[f.Name] = exampleValue(kind, f)
		}
	}
	text := slices.IndexFunc(fields, func(f *model.Arg) bool { return f.Type == huma.TypeString })
	switch {
	case len(example) > 0:
		return example
	case text >= 0:
		return map[string]any{fields[text].Name: exampleValue(kind, fields[text])}
	}
	return nil
}

// exampleValue returns a value of the type of a field.
func exampleValue(kind *model.Resource, f *model.Arg) any {
	s := f.Schema
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case f.Name == kind.StartColumn:
		return "tomorrow 14:00"
	case f.Name == kind.EndColumn:
		return "tomorrow 16:00"
	}
	if text, ok := formatExamples[s.Format]; ok {
		return text
	}
	switch s.Type {
	case huma.TypeInteger, huma.TypeNumber:
		return 1
	case huma.TypeBoolean:
		return true
	case huma.TypeArray:
		return []int64{}
	}
	return "My " + kind.Name
}

// formatExamples are texts of the formats that fields have.
var formatExamples = map[string]any{"date": "2026-11-23", "time-local": "14:30:00", "date-time": "2026-11-23T14:30:00Z"}
