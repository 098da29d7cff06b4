package text

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestWhatIsReadyIsReadAsBefore compares the short ways of Paragraphs with the
// long one.
func TestWhatIsReadyIsReadAsBefore(t *testing.T) {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{
		"<p>", "</p>", "<p>", "</p>", "<p>one</p>", "<p></p>", "two", " ", "\n", "\n\n", "\r\n", "\f", "&amp;", "\x00", "<b>", "</b>", "<br />", "<", ">", "<P>",
	}), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(parts.Draw(t, "parts"), "")
		if got, want := Paragraphs(s), wrapped(tokenized(s)); got != want {
			t.Errorf("Paragraphs(%q) = %q, want %q", s, got, want)
		}
	})
}

func BenchmarkParagraphs(b *testing.B) {
	for _, bench := range []struct{ name, text string }{
		{"nothing", ""},
		{"words", strings.Repeat("Loud music. ", 20)},
		{"paragraphs", strings.Repeat("<p>Loud music and quiet words.</p>\n", 10)},
		{"markup", strings.Repeat("<p>Loud <b>music</b> and quiet words.</p>\n", 10)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Paragraphs(bench.text)
			}
		})
	}
}
