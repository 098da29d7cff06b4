package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseSearch(t *testing.T) {
	tests := []struct {
		name, in string
		want     Query
	}{
		{"words are folded", "  GALA Été ", Query{Words: []string{"gala", "ete"}}},
		{"a phrase is one entry", `"Town  Hall" x`, Query{Words: []string{"town hall", "x"}}},
		{"a phrase in the quotes of print is one entry", `“Town Hall” «a b» x`, Query{Words: []string{"town hall", "a b", "x"}}},
		{"a hyphen excludes", `-foo -"a b" c-d`, Query{Words: []string{"c-d"}, Excluded: []string{"foo", "a b"}}},
		{"lone hyphens and quotes are ignored", `- "" " - --`, Query{}},
		{"an open quote is ignored", `a "b c`, Query{Words: []string{"a", "b", "c"}}},
		{"a quote ends a word", `a"b c"`, Query{Words: []string{"a", "b c"}}},
		{"repeated words stand once", "a A á", Query{Words: []string{"a"}}},
		{"nothing asks for nothing", " ", Query{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, ParseSearch(tt.in)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestASearchHasAtMostFiftyEntries(t *testing.T) {
	var b strings.Builder
	for i := range 80 {
		fmt.Fprintf(&b, "w%d -n%d ", i, i)
	}
	if got := ParseSearch(b.String()); len(got.Words)+len(got.Excluded) != searchLimit {
		t.Errorf("got %d entries", len(got.Words)+len(got.Excluded))
	}
}

func TestLikePattern(t *testing.T) {
	check(t, LikePattern, []pair{
		{"a word is found anywhere", "gala", "%gala%"},
		{"signs of LIKE are literal", `50%_\`, `%50\%\_\\%`},
	})
}

func FuzzParseSearch(f *testing.F) {
	openTexts(f)
	f.Fuzz(func(t *testing.T, s string) {
		q := ParseSearch(s)
		for _, entry := range append(q.Words, q.Excluded...) {
			if entry == "" || Fold(entry) != entry {
				t.Errorf("%q: entry %q is not folded", s, entry)
			}
		}
	})
}
