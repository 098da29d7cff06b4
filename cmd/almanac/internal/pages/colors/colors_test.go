package colors

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestEveryAccentCanBeReadInBothSchemes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Color{rapid.Byte().Draw(t, "red"), rapid.Byte().Draw(t, "green"), rapid.Byte().Draw(t, "blue")}
		if again, err := Parse(c.String()); err != nil || again != c {
			t.Fatalf("%s is read as %s, %v", c, again, err)
		}
		accent := Color{rapid.Byte().Draw(t, "accent red"), rapid.Byte().Draw(t, "accent green"), rapid.Byte().Draw(t, "accent blue")}
		for _, scheme := range []scheme{Standard().light, Standard().dark} {
			scheme, _ = scheme.withAccent(accent)
			shade := c.readable(scheme.towards, scheme.grounds...)
			for _, ground := range scheme.grounds {
				if got := shade.contrast(ground); got < contrastOfText {
					t.Fatalf("%s becomes %s, whose contrast on %s is %.2f", c, shade, ground, got)
				}
			}
			if got := scheme.behind(c, 0.3).contrast(scheme.soft); got < contrastOfText {
				t.Fatalf("texts on a bar of %s have the contrast %.2f", c, got)
			}
		}
	})
}

func TestAColorThatCanBeReadStays(t *testing.T) {
	c, err := Parse("#1D5C4F")
	if got := c.readable(black, Standard().light.grounds...); err != nil || got.String() != "#1d5c4f" {
		t.Errorf("got %s, %v", got, err)
	}
	for _, text := range []string{"", "#fff", "red", "#1d5c4", "#1d5c4g", "1d5c4f0", "#1d5c4f0", "#+12345"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q is read as %s", text, got)
		}
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
