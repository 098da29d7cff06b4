package theme

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

//go:embed tokens.css
var tokens string

//go:embed base.css
var base string

//go:embed lanes.css
var lanes string

// LanesName is the name of the file with Lanes.
const LanesName = "lanes.css"

// SampleName is the name of the file with Sample, which FileName changes.
const SampleName = "sample.css"

// Lanes returns the CSS of the places that package weeks gives bars.
func Lanes() string { return lanes }

// Theme is the look of a site with one accent.
type Theme struct {
	light, dark scheme
	shown       string // Properties of the accent.
	accent      string // Rule that sets the accent; "" for that of tokens.css.
	icons       Color  // Of the accent in pictures, which are seen on any ground.
}

// New returns the theme with an accent such as #1d5c4f; with that of tokens.css for "" and
// for what is no color.
func New(accent string) *Theme {
	t := &Theme{light: newScheme(1, black), dark: newScheme(2, white)}
	t.icons = token("accent", 1)
	for _, name := range []string{"accent", "bar", "tint"} {
		t.shown += fmt.Sprintf("--%s:light-dark(%s,%s);", name, token(name, 1), token(name, 2))
	}
	if c, err := ParseColor(accent); err == nil {
		light, dark := t.light.withAccent(c), t.dark.withAccent(c)
		t.light, t.dark, t.icons = light, dark, c
		t.shown = fmt.Sprintf("%s;--tint:light-dark(%s,%s)", t.shades(c), light.tint(), dark.tint())
		t.accent = ":root{" + t.shown + "}\n"
	}
	return t
}

// pairs are the colors of tokens.css by name, each for light and for dark pages.
var pairs = sync.OnceValue(func() map[string][]string {
	list := map[string][]string{}
	for _, found := range regexp.MustCompile(`--(\w+): light-dark\((#\w+), (#\w+)\)`).FindAllStringSubmatch(tokens, -1) {
		list[found[1]] = found[1:]
	}
	return list
})

// token returns a color of tokens.css: the first or the second one of its pair.
func token(name string, which int) Color {
	c, err := ParseColor(pairs()[name][which])
	if err != nil {
		panic(err) // It is embedded: a programming error.
	}
	return c
}

// Tokens returns the custom properties as CSS.
func (t *Theme) Tokens() string { return tokens + t.accent }

// CSS returns the custom properties and the rules that all pages share.
func (t *Theme) CSS() string { return t.Tokens() + base }

// Icon returns an SVG with the accent in the place of {accent}.
func (t *Theme) Icon(svg string) string { return strings.ReplaceAll(svg, "{accent}", t.icons.String()) }

// Sample returns the CSS of elements with the class sample, which show the theme in a page with
// another one.
func (t *Theme) Sample() string { return ".sample{" + t.shown + "}\n" }

// Accent returns the color that was chosen, else that of tokens.css.
func (t *Theme) Accent() Color { return t.icons }

// Style returns the CSS of the classes of colors.
func (t *Theme) Style(list []Color) string {
	var css strings.Builder
	for _, c := range list {
		fmt.Fprintf(&css, ".%s{%s}\n", c.Class(), t.shades(c))
	}
	return css.String()
}

// shades returns the properties of elements of a color: that of links and edges is the
// nearest shade that can be read, as a brand's color seldom fits both schemes.
func (t *Theme) shades(c Color) string {
	return fmt.Sprintf("--accent:light-dark(%s,%s);--bar:light-dark(%s,%s)",
		t.light.link(c), t.dark.link(c), t.light.behind(c, barShare), t.dark.behind(c, barShare))
}
