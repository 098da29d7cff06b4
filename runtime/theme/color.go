package theme

import (
	"fmt"
	"math"
	"strings"
)

// Color is a color of sRGB.
type Color [3]uint8

var white, black = Color{255, 255, 255}, Color{}

// contrastOfText is the contrast that WCAG 2.2 demands of texts.
const contrastOfText = 4.5

// ParseColor reads a color such as #1d5c4f, in letters of either case.
func ParseColor(s string) (Color, error) {
	var c Color
	n, err := fmt.Sscanf(strings.ToLower(s)+"\n", "#%02x%02x%02x\n", &c[0], &c[1], &c[2])
	if n != 3 || err != nil || len(s) != 7 {
		return Color{}, fmt.Errorf("must be a color such as #1d5c4f, not %q", s)
	}
	return c, nil
}

// String writes the color as CSS does.
func (c Color) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// Class returns the class of elements of the color.
func (c Color) Class() string { return "c" + c.String()[1:] }

// luminance is the relative luminance of WCAG 2.2.
func (c Color) luminance() float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
}

// contrast is the contrast ratio of WCAG 2.2, from 1 to 21.
func (c Color) contrast(with Color) float64 {
	a, b := c.luminance(), with.luminance()
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// mix returns the color with a share of another one.
func (c Color) mix(with Color, share float64) Color {
	for i := range c {
		c[i] = uint8(math.Round(float64(c[i])*(1-share) + float64(with[i])*share))
	}
	return c
}

// readable returns the nearest color towards black or white that has the contrast of texts
// on all grounds.
func (c Color) readable(towards Color, grounds ...Color) Color {
	for share := 0.0; share < 1; share += 0.02 {
		shade, enough := c.mix(towards, share), true
		for _, ground := range grounds {
			enough = enough && shade.contrast(ground) >= contrastOfText
		}
		if enough {
			return shade
		}
	}
	return towards
}
