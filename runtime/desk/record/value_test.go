package record

import (
	"testing"

	"almanac/runtime/text"
)

func TestADescriptionComesBackInTheFormAsItWasTyped(t *testing.T) {
	want := map[string]string{ // Of character references the characters come back.
		"AT&T and R&amp;B": "AT&T and R&B", "1 <2> 3 &copy; 4": "1 <2> 3 © 4", "Tom&nbsp;Jerry": "Tom\u00a0Jerry",
	}
	for _, typed := range []string{
		"", "One.", "One.\n\nTwo.", "One,\ntwo.\n\n\nThree.", "a < b & c > d, \"quoted\" – it's 5 €", "Adults < 10 €\nKids <b>free</b> & easy",
		"&lt;b&gt; is a tag", "<h2>Title</h2>\n\nText & more", "  indented\n- one\n- two", "- one\n\n\n\n- two", "https://example.org/?a=1&b=2&copy=3",
		"x<y", "&amp;amp;",
	} {
		want[typed] = typed
	}
	for typed, want := range want {
		stored := text.Clean(typed)
		got := Editable(stored)
		if got != want {
			t.Errorf("%q comes back as %q, want %q", typed, got, want)
		}
		if again := text.Clean(got); again != stored {
			t.Errorf("%q comes back as %q, which is stored as %q instead of %q", typed, got, again, stored)
		}
	}
}
