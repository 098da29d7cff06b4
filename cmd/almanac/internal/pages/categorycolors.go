package pages

import (
	"slices"

	"almanac/generated"
	"almanac/runtime/records"
	"almanac/runtime/theme"
)

// The style of the colors of categories on a page is a file, whose name says what is in it,
// because the policy of pages allows no style in elements.

// colorOf returns the classes of the color of a category, "" for none.  If the categories
// cannot be read, the page is without colors.
func (p *pageRequest) colorOf(slug string) string {
	if p.categoryColors == nil {
		p.categoryColors, p.colored = map[string]theme.Color{}, map[int64]Record{}
		found, err := p.listCategories()
		if err != nil {
			p.api.Env.Log.WarnContext(p.r.Context(), "reading the colors of categories failed", "error", err)
		}
		for _, seen := range found {
			category := seen.View.(*generated.CategoryView)
			if c, err := theme.ParseColor(category.Color); err == nil {
				p.categoryColors[category.Slug] = c
				p.colored[category.ID] = newRecord(category)
			}
		}
	}
	c, has := p.categoryColors[slug]
	if !has {
		return ""
	}
	if !slices.Contains(p.usedColors, c) {
		if len(p.usedColors) == theme.Max {
			return ""
		}
		p.usedColors = append(p.usedColors, c)
	}
	return "color " + c.Class()
}

// addLegend adds a category to those that the page explains the colors of, or in its place the
// topmost one above it with the same color: one name says what many would.
func (p *pageRequest) addLegend(category Term, color string) {
	for above, has := p.colored[p.colored[category.ID].Parent]; has; above, has = p.colored[above.Parent] {
		if p.categoryColors[above.Slug] != p.categoryColors[category.Slug] {
			break
		}
		category = Term{above.ID, above.Name, above.Slug}
	}
	if slices.ContainsFunc(p.legend, func(c choice) bool { return c.Text == category.Name }) {
		return
	}
	link := p.topics("category", []Term{category})[0]
	p.legend = append(p.legend, choice{Text: link.Text, Href: link.Href, Color: color})
}

// listCategories lists the categories of the language of the page, once for the colors and
// the form.
func (p *pageRequest) listCategories() ([]records.Record, error) {
	if p.categories != nil {
		return p.categories, nil
	}
	found, err := p.visit.first("category", p.speaking(), maxCategories)
	if err == nil {
		p.categories = append([]records.Record{}, found...) // Not nil.
	}
	return found, err
}
