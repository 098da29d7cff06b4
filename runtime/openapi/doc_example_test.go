package openapi

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime"
)

func TestExamplesOfBodiesHaveWhatIsRequired(t *testing.T) {
	title, city := runtime.Arg{Name: "title", Type: "string", Required: true}, runtime.Arg{Name: "city", Type: "string"}
	tests := []struct {
		name   string
		fields []runtime.Arg
		want   map[string]any
	}{
		{"required fields and no others", []runtime.Arg{city, title}, map[string]any{"title": "My event"}},
		{"a later date is later", []runtime.Arg{
			{Name: "start", Type: "string (date and time)", Required: true}, {Name: "end", Type: "string (date and time)", Required: true},
		}, map[string]any{"start": "tomorrow 14:00", "end": "tomorrow 16:00"}},
		{"a value of each type", []runtime.Arg{
			{Name: "a", Type: "integer", Required: true},
			{Name: "b", Type: "boolean", Required: true},
			{Name: "c", Type: "array of integer", Required: true},
			{Name: "d", Type: "string", Enum: []string{"x", "y"}, Required: true},
		}, map[string]any{"a": 1, "b": true, "c": []int64{}, "d": "x"}},
		{"the first text when nothing is required", []runtime.Arg{{Name: "id", Type: "integer"}, city}, map[string]any{"city": "My event"}},
		{"nothing without fields", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, bodyExample(&runtime.Kind{Name: "event"}, tt.fields)); diff != "" {
				t.Errorf("bodyExample (-want +got)\n%s", diff)
			}
		})
	}
}
