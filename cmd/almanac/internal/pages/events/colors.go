package events

import (
	"slices"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/generated"
	"almanac/runtime/theme"
)

// ColorOf returns the classes of the color of a category, "" for none.  The style of the colors on
// a page is a file, whose name says what is in it, because the policy of pages allows no style in
// elements.  If the categories
// cannot be read, the page is without colors.
func (p *Page) ColorOf(slug string) string {
	if p.categoryColors == nil {
		p.categoryColors, p.colored = map[string]theme.Color{}, map[int64]Record{}
		found, err := p.ListCategories()
		if err != nil {
			p.API.Env.Log.WarnContext(p.R.Context(), "reading the colors of categories failed", "error", err)
		}
		for _, seen := range found {
			category := seen.View.(*generated.CategoryView)
			if c, err := theme.ParseColor(category.Color); err == nil {
				p.categoryColors[category.Slug] = c
				p.colored[category.ID] = NewRecord(category)
			}
		}
	}
	c, has := p.categoryColors[slug]
	if !has {
		return ""
	}
	if !slices.Contains(p.Colors, c) {
		if len(p.Colors) == theme.Max {
			return ""
		}
		p.Colors = append(p.Colors, c)
	}
	return "color " + c.Class()
}

// addLegend adds a category to those that the page explains the colors of, or in its place the
// topmost one above it with the same color: one name says what many would.
func (p *Page) addLegend(category Term, color string) {
	for above, has := p.colored[p.colored[category.ID].Parent]; has; above, has = p.colored[above.Parent] {
		if p.categoryColors[above.Slug] != p.categoryColors[category.Slug] {
			break
		}
		category = Term{above.ID, above.Name, above.Slug}
	}
	if slices.ContainsFunc(p.Legend, func(c frame.Choice) bool { return c.Text == category.Name }) {
		return
	}
	link := p.Topics("category", []Term{category})[0]
	p.Legend = append(p.Legend, frame.Choice{Text: link.Text, Href: link.Href, Color: color})
}
