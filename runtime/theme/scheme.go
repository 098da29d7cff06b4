package theme

// scheme is what the shades of a color have to be seen on.
type scheme struct {
	card    Color   // Behind most texts.
	grounds []Color // All that is behind texts; the last one is the tint.
	soft    Color   // Of texts that matter less.
	towards Color   // White or black, which can be read on all grounds.
}

// How much of a color is in a tint and in a bar.
const (
	tintShare = 0.1
	barShare  = 0.3
)

// newScheme returns the first or the second scheme of tokens.css.
func newScheme(which int, towards Color) scheme {
	return scheme{
		card:    token("card", which),
		grounds: []Color{token("card", which), token("paper", which), token("dim", which), token("tint", which)},
		soft:    token("soft", which),
		towards: towards,
	}
}

// withAccent returns the scheme with the tint of another accent.
func (s scheme) withAccent(c Color) scheme {
	last := len(s.grounds) - 1
	s.grounds = append(s.grounds[:last:last], s.behind(c, tintShare))
	return s
}

// tint returns what is behind texts that stand out.
func (s scheme) tint() Color { return s.grounds[len(s.grounds)-1] }

// behind returns the card with at most a share of the color, on which texts can be read.
func (s scheme) behind(c Color, share float64) Color {
	for ; share > 0; share -= 0.01 {
		if shade := s.card.mix(c, share); shade.contrast(s.soft) >= contrastOfText {
			return shade
		}
	}
	return s.card
}

// link returns the color of links and edges of a color.
func (s scheme) link(c Color) Color { return c.readable(s.towards, s.grounds...) }
