package frame

import (
	"strings"
	"testing"
)

func TestSummariesAreWholeWords(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"no words", "<p> </p>", ""},
		{"short", "<p>One &amp; <b>two</b></p>", "One & two"},
		{"long", "<p>" + strings.Repeat("word, ", 40) + "</p>", strings.Repeat("word, ", 29) + "word…"},
		{"without blanks", strings.Repeat("é", 200), strings.Repeat("é", 180) + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Summary("", tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
