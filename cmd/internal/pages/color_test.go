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
		for towards, grounds := range map[color][]color{black: lightGround, white: darkGround} {
			shade := c.readable(towards, contrastOfText, grounds...)
			for _, ground := range grounds {
				if got := shade.contrast(ground); got < contrastOfText {
					t.Fatalf("%s becomes %s, whose contrast on %s is %.2f", c, shade, ground, got)
				}
			}
		}
		if got := c.ink().contrast(c); got < contrastOfText {
			t.Fatalf("%s on %s has the contrast %.2f", c.ink(), c, got)
		}
	})
}

func TestAColorThatCanBeReadStays(t *testing.T) {
	c, err := parseColor("#1D5C4F")
	if got := c.readable(black, contrastOfText, lightGround...); err != nil || got.String() != "#1d5c4f" {
		t.Errorf("got %s, %v", got, err)
	}
	for _, text := range []string{"", "#fff", "red", "#1d5c4", "#1d5c4g", "1d5c4f0", "#1d5c4f0", "#+12345"} {
		if got, err := parseColor(text); err == nil {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}
