package pages

import (
	"fmt"
	"slices"
	"strings"

	"almanac/runtime/httpapi"
)

// palette has the colors of categories on one page.  Their style is a file of its own,
// whose name says what it holds, because the policy of pages allows no style in elements.
type palette struct {
	page   *pageRequest
	colors map[string]color // Of categories, by slug; nil before they are read.
	used   []color
	listed []httpapi.Seen // Nil before it is read.
}

// maxColors is how many colors a page has at most.
const maxColors = 64

// of returns the classes of the color of a category, "" for none.
func (p *palette) of(slug string) string {
	if p.colors == nil {
		p.read()
	}
	c, has := p.colors[slug]
	if !has {
		return ""
	}
	if !slices.Contains(p.used, c) {
		if len(p.used) == maxColors {
			return ""
		}
		p.used = append(p.used, c)
	}
	return "color " + c.class()
}

// categories lists the categories of the language of the page, once for the colors and
// the form.
func (p *palette) categories() ([]httpapi.Seen, error) {
	if p.listed != nil {
		return p.listed, nil
	}
	found, err := p.page.visit.First("category", p.page.speaking(), maxCategories)
	if err == nil {
		p.listed = append([]httpapi.Seen{}, found...) // Not nil.
	}
	return found, err
}

// read reads the colors of the categories.  Without them a page is still what was asked
// for.
func (p *palette) read() {
	p.colors = map[string]color{}
	found, err := p.categories()
	if err != nil {
		p.page.api.Env.Log.WarnContext(p.page.r.Context(), "reading the colors of categories failed", "error", err)
		return
	}
	for _, seen := range found {
		slug, text := p.page.convert.Color(seen.View)
		if c, err := parseColor(text); err == nil {
			p.colors[slug] = c
		}
	}
}

// style returns the name of the file with the style of the colors, "" for none.
func (p *palette) style() string {
	if len(p.used) == 0 {
		return ""
	}
	var names []string
	for _, c := range p.used {
		names = append(names, c.String()[1:])
	}
	slices.Sort(names)
	return colorsPrefix + strings.Join(names, "-") + ".css"
}

// colorsPrefix is how the names of styles of colors begin.
const colorsPrefix = "colors-"

// class returns the class of elements of the color.
func (c color) class() string { return "c" + c.String()[1:] }

// parseColors returns the colors of a style with a name; nil for other names.
func parseColors(name string) []color {
	list, is := strings.CutPrefix(name, colorsPrefix)
	list, isStyle := strings.CutSuffix(list, ".css")
	names := strings.Split(list, "-")
	if !is || !isStyle || len(names) > maxColors {
		return nil
	}
	var colors []color
	for _, hex := range names {
		c, err := parseColor("#" + hex)
		if err != nil {
			return nil
		}
		colors = append(colors, c)
	}
	return colors
}

// colorsStyle answers the style of colors.
func (v *pageRequest) colorsStyle(colors []color) {
	var css strings.Builder
	light, dark := v.look().schemes[0], v.look().schemes[1]
	for _, c := range colors {
		css.WriteString(schemes("."+c.class(), light.shades(c), dark.shades(c)))
	}
	readOnly(asset{media: "text/css; charset=utf-8", cache: "public, max-age=86400", body: []byte(css.String())}).ServeHTTP(v.w, v.r)
}

// scheme is what the shades of a color have to be seen on.
type scheme struct {
	card    color   // Behind most texts.
	grounds []color // All that is behind texts.
	soft    color   // Of texts that matter less.
	towards color   // White or black, which can be read on all grounds.
}

// The light and the dark scheme of calendar.css.
func lightScheme() scheme {
	return scheme{white, []color{white, {0xfb, 0xfa, 0xf7}, {0xf4, 0xf3, 0xee}, {0xe5, 0xf0, 0xec}}, color{0x56, 0x60, 0x5c}, black}
}

func darkScheme() scheme {
	return scheme{color{0x1b, 0x22, 0x20}, []color{{0x1b, 0x22, 0x20}, {0x13, 0x18, 0x17}, {0x20, 0x34, 0x2e}}, color{0xa3, 0xb0, 0xab}, white}
}

// withAccent returns the scheme with the tint of another accent, and the properties for it.
func (s scheme) withAccent(c color) (scheme, string) {
	tint := s.behind(c, 0.1)
	s.grounds = append(s.grounds[:len(s.grounds)-1:len(s.grounds)-1], tint)
	return s, s.shades(c) + fmt.Sprintf(";--tint:%s", tint)
}

// behind returns the card with at most a share of the color, on which texts can be read.
func (s scheme) behind(c color, share float64) color {
	for ; share > 0; share -= 0.01 {
		if shade := s.card.mix(c, share); shade.contrast(s.soft) >= contrastOfText {
			return shade
		}
	}
	return s.card
}

// shades returns the properties of elements of a color: that of links and edges is the
// nearest shade that can be read, as a brand's color seldom fits both schemes.
func (s scheme) shades(c color) string {
	return fmt.Sprintf("--accent:%s;--bar:%s", c.readable(s.towards, s.grounds...), s.behind(c, 0.3))
}

// Shades returns the colors of links that an accent gives on light and on dark pages: the
// accent itself where it can be read.
func Shades(accent string) (light, dark string, err error) {
	c, err := parseColor(accent)
	if err != nil {
		return "", "", err
	}
	shade := func(s scheme) string {
		s, _ = s.withAccent(c)
		return c.readable(s.towards, s.grounds...).String()
	}
	return shade(lightScheme()), shade(darkScheme()), nil
}
