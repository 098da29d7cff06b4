package model

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestGoNamesOfWireNames(t *testing.T) {
	tests := []struct{ name, wire, want string }{
		{"one word", "title", "Title"},
		{"several words", "start_date", "StartDate"},
		{"an initialism at the end", "date_utc", "DateUTC"},
		{"an initialism at the beginning", "utc_start_date", "UTCStartDate"},
		{"a plural initialism", "term_ids", "TermIDs"},
		{"only initialisms", "json_ld", "JSONLD"},
		{"a word that ends as an initialism", "android", "Android"},
		{"a digit", "line_2", "Line2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := GoName(tt.wire); got != tt.want {
				t.Errorf("goName(%q) = %q, want %q", tt.wire, got, tt.want)
			}
		})
	}
}

// TestGoNamesDifferByMoreThanUnderscores proves what dsl.Validate stands on:
// wire names that are not the same without underscores have Go names that are
// not the same.
func TestGoNamesDifferByMoreThanUnderscores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wire := rapid.StringMatching(`(id|url|utc|sha256|ld|json|[a-z][a-z0-9]{0,4})(_(id|ids|url|urls|utc|[a-z0-9]{1,5})){0,3}`).Draw(t, "wire")
		if got, want := strings.ToLower(GoName(wire)), strings.ReplaceAll(wire, "_", ""); got != want {
			t.Errorf("goName(%q) in lower case = %q, want %q", wire, got, want)
		}
	})
}
