package pages

import (
	"regexp"
	"testing"

	"almanac/runtime/text"
)

func TestEachClassOfADescriptionHasItsLook(t *testing.T) {
	css, err := files.ReadFile("calendar.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range text.Classes() {
		if !regexp.MustCompile(`\.text [^{]*\.` + class + `[^a-z_-]`).Match(css) {
			t.Errorf("calendar.css has no rule for .text .%s", class)
		}
	}
}
