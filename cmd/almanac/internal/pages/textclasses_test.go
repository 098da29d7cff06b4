package pages

import (
	"regexp"
	"testing"

	"almanac/runtime/text"
)

func TestEachClassOfADescriptionHasItsLook(t *testing.T) {
	css := string(embedded("calendar.css"))
	for _, class := range text.Classes() {
		if !regexp.MustCompile(`\.text [^{]*\.` + class + `[^a-z_-]`).MatchString(css) {
			t.Errorf("calendar.css has no rule for .text .%s", class)
		}
	}
}
