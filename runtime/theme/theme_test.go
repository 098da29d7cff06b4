package theme

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestEveryAccentCanBeReadInBothSchemes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Color{rapid.Byte().Draw(t, "red"), rapid.Byte().Draw(t, "green"), rapid.Byte().Draw(t, "blue")}
		if again, err := ParseColor(c.String()); err != nil || again != c {
			t.Fatalf("%s is read as %s, %v", c, again, err)
		}
		accent := Color{rapid.Byte().Draw(t, "accent red"), rapid.Byte().Draw(t, "accent green"), rapid.Byte().Draw(t, "accent blue")}
		theme := New(accent.String())
		for _, scheme := range []scheme{theme.light, theme.dark} {
			shade := c.readable(scheme.towards, scheme.grounds...)
			for _, ground := range scheme.grounds {
				if got := shade.contrast(ground); got < contrastOfText {
					t.Fatalf("%s becomes %s, whose contrast on %s is %.2f", c, shade, ground, got)
				}
			}
			if got := scheme.behind(c, barShare).contrast(scheme.soft); got < contrastOfText {
				t.Fatalf("texts on a bar of %s have the contrast %.2f", c, got)
			}
		}
	})
}

func TestAColorThatCanBeReadStays(t *testing.T) {
	c, err := ParseColor("#1D5C4F")
	if got := c.readable(black, New("").light.grounds...); err != nil || got.String() != "#1d5c4f" {
		t.Errorf("got %s, %v", got, err)
	}
	for _, text := range []string{"", "#fff", "red", "#1d5c4", "#1d5c4g", "1d5c4f0", "#1d5c4f0", "#+12345"} {
		if got, err := ParseColor(text); err == nil {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}

func TestAFileOfAnAccentIsKnownByItsName(t *testing.T) {
	for accent, want := range map[string]string{"": "theme.css", "red": "theme.css", "#FFcc00": "theme-ffcc00.css"} {
		name := FileName("theme.css", accent)
		if file, again := ParseFileName(name); name != want || file != "theme.css" || New(again).CSS() != New(accent).CSS() {
			t.Errorf("%q has the file %s, which is read as %s with %q", accent, name, file, again)
		}
	}
	if css := New("#ffcc00").CSS(); !strings.Contains(css, ":root{--accent:light-dark(") || New("").Icon("{accent}") != "#1d5c4f" {
		t.Errorf("the accent is not in %s", css)
	}
	if css := New("#ffcc00").Sample(); !strings.HasPrefix(css, ".sample{--accent:light-dark(#856a00,#ffcc00);") || !strings.HasPrefix(New("").Sample(), ".sample{--accent:light-dark(#1d5c4f,") {
		t.Errorf("the sample has %s", css)
	}
}

func TestTheNameOfAStyleHasItsColors(t *testing.T) {
	list := []Color{{0xff, 0xcc, 0}, {0x1d, 0x5c, 0x4f}}
	name := StyleName(list)
	if name != "colors-1d5c4f-ffcc00.css" || StyleName(nil) != "" {
		t.Errorf("the names are %q and %q", name, StyleName(nil))
	}
	if diff := cmp.Diff([]Color{list[1], list[0]}, ParseStyleName(name)); diff != "" {
		t.Errorf("colors of the name (-want +got)\n%s", diff)
	}
	if got := ParseStyleName(StyleName(make([]Color, Max))); len(got) != Max {
		t.Errorf("%d colors, want %d", len(got), Max)
	}
	for _, other := range []string{"", "colors-.css", "colors-red.css", "colors-ffcc00", "ffcc00.css", StyleName(make([]Color, Max+1))} {
		if got := ParseStyleName(other); got != nil {
			t.Errorf("%q has the colors %v", other, got)
		}
	}
}
