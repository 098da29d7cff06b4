package openapi

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
)

// bodyExample returns a body that an operation takes as it is, so that the page
// of the documentation proposes something that works: all required fields, or
// the first text when there is none.  It is nil for a body of neither.
func bodyExample(resource *model.Resource, fields []*model.Arg) map[string]any {
	if resource == nil {
		resource = &model.Resource{Name: "image"} // The only records without a resource.
	}
	example := map[string]any{}
	for _, f := range fields {
		if f.Required {
			example[f.Name] = exampleValue(resource, f)
		}
	}
	text := slices.IndexFunc(fields, func(f *model.Arg) bool { return f.Type == huma.TypeString })
	switch {
	case len(example) > 0:
		return example
	case text >= 0:
		return map[string]any{fields[text].Name: exampleValue(resource, fields[text])}
	}
	return nil
}

// exampleValue returns a value of the type of a field.
func exampleValue(resource *model.Resource, f *model.Arg) any {
	s := f.Schema
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case f.Name == resource.StartColumn:
		return "tomorrow 14:00"
	case f.Name == resource.EndColumn:
		return "tomorrow 16:00"
	}
	if f.Currencies != nil {
		return "12 " + f.Currencies[0]
	}
	if text, ok := formatExamples[s.Format]; ok {
		return text
	}
	if f.Link != "" && f.Required { // Of which there has to be one.
		if s.Type == huma.TypeArray {
			return []int64{1}
		}
		return int64(1)
	}
	switch s.Type {
	case huma.TypeInteger, huma.TypeNumber:
		return exampleNumber(s)
	case huma.TypeBoolean:
		return true
	case huma.TypeArray:
		if f.Values {
			element := *f
			element.Schema = s.Items
			return []any{exampleValue(resource, &element)}
		}
		return []int64{}
	}
	return exampleText("My "+resource.Name, s)
}

// exampleNumber returns the number nearest to 1 within the bounds.
func exampleNumber(s *huma.Schema) float64 {
	n := 1.0
	if s.Minimum != nil {
		n = max(n, *s.Minimum)
	}
	if s.Maximum != nil {
		n = min(n, *s.Maximum)
	}
	return n
}

// exampleText returns a text that is not too long and, where there is a pattern and
// it is a simple one, matches it.
func exampleText(text string, s *huma.Schema) string {
	if s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(text) {
		tree, err := syntax.Parse(s.Pattern, syntax.Perl)
		if err == nil {
			text = matching(tree)
		}
	}
	if runes := []rune(text); s.MaxLength != nil && len(runes) > *s.MaxLength {
		text = string(runes[:*s.MaxLength])
	}
	return text
}

// matching returns a short text that matches a regular expression without word
// boundaries.
func matching(tree *syntax.Regexp) string {
	var b strings.Builder
	times := 1
	switch tree.Op {
	case syntax.OpLiteral:
		return string(tree.Rune)
	case syntax.OpCharClass:
		return string(exampleRune(tree.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "a"
	case syntax.OpRepeat:
		times = max(1, tree.Min)
	case syntax.OpAlternate:
		return matching(tree.Sub[0])
	default: // Its parts, one after the other.
	}
	for range times {
		for _, sub := range tree.Sub {
			b.WriteString(matching(sub))
		}
	}
	return b.String()
}

// exampleRune returns a character of a class, which is pairs of a first and a last
// one: a letter or digit if there is one.
func exampleRune(pairs []rune) rune {
	for _, want := range "aA0" {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] <= want && want <= pairs[i+1] {
				return want
			}
		}
	}
	return pairs[0]
}

// formatExamples are texts of the formats that fields have.
var formatExamples = map[string]any{
	"date": "2026-11-23", "time-local": "14:30:00", "date-time": "2026-11-23T14:30:00Z", "decimal": "0.5",
}
