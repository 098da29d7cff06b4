package theme

import (
	"slices"
	"strings"
)

// Max is how many colors a style has at most.
const Max = 64

// prefix is how the names of styles begin.
const prefix = "colors-"

// StyleName returns the name of the file with the style of colors, which says what it
// holds; "" for no colors.
func StyleName(list []Color) string {
	if len(list) == 0 {
		return ""
	}
	var names []string
	for _, c := range list {
		names = append(names, c.String()[1:])
	}
	slices.Sort(names)
	return prefix + strings.Join(names, "-") + ".css"
}

// ParseStyleName returns the colors of a style with a name; nil for other names.
func ParseStyleName(name string) []Color {
	rest, is := strings.CutPrefix(name, prefix)
	rest, isStyle := strings.CutSuffix(rest, ".css")
	names := strings.Split(rest, "-")
	if !is || !isStyle || len(names) > Max {
		return nil
	}
	var list []Color
	for _, hex := range names {
		c, err := ParseColor("#" + hex)
		if err != nil {
			return nil
		}
		list = append(list, c)
	}
	return list
}
