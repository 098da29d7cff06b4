package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestSlug(t *testing.T) {
	check(t, Slug, []pair{
		{"blanks become hyphens", "Spring Gala", "spring-gala"},
		{"runs become one hyphen", "Food & Drink -- now!", "food-drink-now"},
		{"dots and slashes part words", "TZ utc-minus-3.5/x", "tz-utc-minus-3-5-x"},
		{"apostrophes vanish", "Jane's Joe’s", "janes-joes"},
		{"brackets vanish", "play(s) alert(1)", "plays-alert1"},
		{"underscores stay", "my_slug__trashed", "my_slug__trashed"},
		{"Unicode letters stay, composed", "Cafe\u0301 Müsik 音楽", "café-müsik-音楽"},
		{"symbols part words", "東京 🎉 100%", "東京-100"},
		{"markup is removed first", "<b>Bold</b> &amp; brave", "bold-brave"},
		{"nothing left is empty", "!? <b></b>", ""},
		{"long titles are cut", strings.Repeat("é", 300), strings.Repeat("é", 200)},
		{"no hyphen is left at the cut", strings.Repeat("a", 199) + " b", strings.Repeat("a", 199)},
	})
}

func TestNextSlug(t *testing.T) {
	long := strings.Repeat("é", 200)
	tests := []struct {
		name, base string
		taken      []string
		want       string
	}{
		{"a free base is kept", "gala", nil, "gala"},
		{"the first free number is taken", "gala", []string{"gala", "gala-2"}, "gala-3"},
		{"a long base makes room", long, []string{long}, strings.Repeat("é", 198) + "-2"},
		{"an empty base counts as taken", "", nil, "2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := NextSlug(tt.base, func(s string) bool {
				for _, taken := range tt.taken {
					if s == taken {
						return true
					}
				}
				return false
			})
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// checkSlug tests the laws of slugs on one title.
func checkSlug(t interface{ Errorf(string, ...any) }, s string) {
	slug := Slug(s)
	if again := Slug(slug); again != slug {
		t.Errorf("%q: first %q, then %q", s, slug, again)
	}
	if folded := FoldSlug(slug); folded != slug {
		t.Errorf("%q: %q is looked up as %q", s, slug, folded)
	}
	if strings.Trim(slug, "-") != slug || strings.Contains(slug, "--") || strings.ContainsAny(slug, " /?#%<>&\"'") {
		t.Errorf("%q: %q is no slug", s, slug)
	}
	if n := utf8.RuneCountInString(slug); n > slugLimit || !utf8.ValidString(slug) {
		t.Errorf("%q: %q has %d characters", s, slug, n)
	}
}

func TestSlugsAreStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkSlug(t, rapid.OneOf(mixed(), rapid.String()).Draw(t, "title"))
	})
}

func FuzzSlug(f *testing.F) {
	openTexts(f)
	f.Fuzz(func(t *testing.T, s string) { checkSlug(t, s) })
}
