package pages

import (
	"testing"

	"pgregory.net/rapid"
)

func TestEveryAccentCanBeReadInBothSchemes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := color{rapid.Byte().Draw(t, "red"), rapid.Byte().Draw(t, "green"), rapid.Byte().Draw(t, "blue")}
		if again, err := parseColor(c.String()); err != nil || again != c {
			t.Fatalf("%s is read as %s, %v", c, again, err)
		}
		accent := color{rapid.Byte().Draw(t, "accent red"), rapid.Byte().Draw(t, "accent green"), rapid.Byte().Draw(t, "accent blue")}
		for _, scheme := range []scheme{lightScheme(), darkScheme()} {
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
	c, err := parseColor("#1D5C4F")
	if got := c.readable(black, lightScheme().grounds...); err != nil || got.String() != "#1d5c4f" {
		t.Errorf("got %s, %v", got, err)
	}
	for _, text := range []string{"", "#fff", "red", "#1d5c4", "#1d5c4g", "1d5c4f0", "#1d5c4f0", "#+12345"} {
		if got, err := parseColor(text); err == nil {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}
