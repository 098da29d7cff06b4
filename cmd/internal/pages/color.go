package pages

import (
	"fmt"
	"math"
	"strings"
)

// color is a color of sRGB.
type color [3]uint8

var white, black = color{255, 255, 255}, color{}

// contrastOfText is the contrast that WCAG 2.2 demands of texts.
const contrastOfText = 4.5

// parseColor reads a color such as #1d5c4f.
func parseColor(s string) (color, error) {
	var c color
	if n, err := fmt.Sscanf(strings.ToLower(s)+"\n", "#%02x%02x%02x\n", &c[0], &c[1], &c[2]); n != 3 || err != nil || len(s) != 7 {
		return color{}, fmt.Errorf("must be a color such as #1d5c4f, not %q", s)
	}
	return c, nil
}

// String writes the color as CSS does.
func (c color) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// luminance is the relative luminance of WCAG 2.2.
func (c color) luminance() float64 {
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
func (c color) contrast(with color) float64 {
	a, b := c.luminance(), with.luminance()
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// mix returns the color with a share of another one.
func (c color) mix(with color, share float64) color {
	for i := range c {
		c[i] = uint8(math.Round(float64(c[i])*(1-share) + float64(with[i])*share))
	}
	return c
}

// readable returns the nearest color towards black or white that has the contrast of texts
// on all grounds.
func (c color) readable(towards color, grounds ...color) color {
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

// schemes writes CSS that sets properties of a selector in the light and in the dark scheme.
func schemes(selector, light, dark string) string {
	return selector + "{" + light + "}\n@media (prefers-color-scheme:dark){" + selector + "{" + dark + "}}\n"
}
