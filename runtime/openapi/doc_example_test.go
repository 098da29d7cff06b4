package openapi

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/model"
)

func TestExamplesOfBodiesHaveWhatIsRequired(t *testing.T) {
	type required struct {
		Title string `json:"title" required:"true"`
	}
	type optional struct {
		City string `json:"city"`
	}
	tests := []struct {
		name   string
		fields []*model.Arg
		want   map[string]any
	}{
		{"required fields and no others", model.ArgsOf[struct {
			optional
			required
		}](), map[string]any{"title": "My event"}},
		{"a later date is later", model.ArgsOf[struct {
			Start string `json:"start" required:"true"`
			End   string `json:"end" required:"true"`
		}](), map[string]any{"start": "tomorrow 14:00", "end": "tomorrow 16:00"}},
		{"a value of each type", model.ArgsOf[struct {
			A int64   `json:"a" required:"true"`
			B bool    `json:"b" required:"true"`
			C []int64 `json:"c" required:"true" link:"shelf"`
			D string  `json:"d" required:"true" enum:"x,y"`
			E []int64 `json:"e" required:"true"`
		}](), map[string]any{"a": 1.0, "b": true, "c": []int64{1}, "d": "x", "e": []any{1.0}}},
		{"a value within the bounds of each", model.ArgsOf[struct {
			A int64   `json:"a" required:"true" minimum:"5"`
			B float64 `json:"b" required:"true" minimum:"-3" maximum:"-1.5"`
			C string  `json:"c" required:"true" maxLength:"4"`
			D string  `json:"d" required:"true" pattern:"^[A-Z]{2}-(\\d+|x)[^a]?$"`
		}](), map[string]any{"a": 5.0, "b": -1.5, "c": "My e", "d": "AA-0A"}},
		{"the first text when nothing is required", model.ArgsOf[struct {
			ID int64 `json:"id"`
			optional
		}](), map[string]any{"city": "My event"}},
		{"nothing without fields", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, bodyExample(&model.Resource{Name: "event", StartColumn: "start", EndColumn: "end"}, tt.fields)); diff != "" {
				t.Errorf("bodyExample (-want +got)\n%s", diff)
			}
		})
	}
}
