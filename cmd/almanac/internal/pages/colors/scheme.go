package colors

import "fmt"

// scheme is what the shades of a color have to be seen on.
type scheme struct {
	card    Color   // Behind most texts.
	grounds []Color // All that is behind texts.
	soft    Color   // Of texts that matter less.
	towards Color   // White or black, which can be read on all grounds.
}

// withAccent returns the scheme with the tint of another accent, and the properties for it.
func (s scheme) withAccent(c Color) (scheme, string) {
	tint := s.behind(c, 0.1)
	s.grounds = append(s.grounds[:len(s.grounds)-1:len(s.grounds)-1], tint)
	return s, s.shades(c) + fmt.Sprintf(";--tint:%s", tint)
}

// behind returns the card with at most a share of the color, on which texts can be read.
func (s scheme) behind(c Color, share float64) Color {
	for ; share > 0; share -= 0.01 {
		if shade := s.card.mix(c, share); shade.contrast(s.soft) >= contrastOfText {
			return shade
		}
	}
	return s.card
}

// shades returns the properties of elements of a color: that of links and edges is the
// nearest shade that can be read, as a brand's color seldom fits both schemes.
func (s scheme) shades(c Color) string {
	return fmt.Sprintf("--accent:%s;--bar:%s", s.link(c), s.behind(c, 0.3))
}

// link returns the color of links and edges of a color.
func (s scheme) link(c Color) Color { return c.readable(s.towards, s.grounds...) }

// Schemes are the light and the dark scheme of pages.
type Schemes struct{ light, dark scheme }

// Standard returns the schemes of calendar.css.
func Standard() Schemes {
	return Schemes{
		light: scheme{
			white,
			[]Color{white, {0xfb, 0xfa, 0xf7}, {0xf4, 0xf3, 0xee}, {0xe5, 0xf0, 0xec}},
			Color{0x56, 0x60, 0x5c},
			black,
		},
		dark: scheme{
			Color{0x1b, 0x22, 0x20},
			[]Color{{0x1b, 0x22, 0x20}, {0x13, 0x18, 0x17}, {0x20, 0x34, 0x2e}},
			Color{0xa3, 0xb0, 0xab},
			white,
		},
	}
}

// WithAccent returns the schemes with another accent, and the CSS that sets it.
func (s Schemes) WithAccent(c Color) (Schemes, string) {
	var light, dark string
	s.light, light = s.light.withAccent(c)
	s.dark, dark = s.dark.withAccent(c)
	return s, rules(":root", light, dark)
}

// rules writes CSS that sets properties of a selector in the light and in the dark scheme.
func rules(selector, light, dark string) string {
	return selector + "{" + light + "}\n@media (prefers-color-scheme:dark){" + selector + "{" + dark + "}}\n"
}

// Shades returns the colors of links that an accent gives on light and on dark pages: the
// accent itself where it can be read.
func Shades(accent string) (light, dark string, err error) {
	c, err := Parse(accent)
	if err != nil {
		return "", "", err
	}
	s, _ := Standard().WithAccent(c)
	return s.light.link(c).String(), s.dark.link(c).String(), nil
}
