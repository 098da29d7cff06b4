package pages

import (
	"slices"

	"almanac/cmd/almanac/internal/pages/colors"
	"almanac/runtime/records"
)

// palette has the colors of categories on one page.  Their style is a file of its own,
// whose name says what it holds, because the policy of pages allows no style in elements.
type palette struct {
	page   *pageRequest
	colors map[string]colors.Color // Of categories, by slug; nil before they are read.
	used   []colors.Color
	listed []records.Record // Nil before it is read.
}

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
		if len(p.used) == colors.Max {
			return ""
		}
		p.used = append(p.used, c)
	}
	return "color " + c.Class()
}

// categories lists the categories of the language of the page, once for the colors and
// the form.
func (p *palette) categories() ([]records.Record, error) {
	if p.listed != nil {
		return p.listed, nil
	}
	found, err := p.page.visit.first("category", p.page.speaking(), maxCategories)
	if err == nil {
		p.listed = append([]records.Record{}, found...) // Not nil.
	}
	return found, err
}

// read reads the colors of the categories.  Without them a page is still what was asked
// for.
func (p *palette) read() {
	p.colors = map[string]colors.Color{}
	found, err := p.categories()
	if err != nil {
		p.page.api.Env.Log.WarnContext(p.page.r.Context(), "reading the colors of categories failed", "error", err)
		return
	}
	for _, seen := range found {
		slug, text := p.page.convert.Color(seen.View)
		if c, err := colors.Parse(text); err == nil {
			p.colors[slug] = c
		}
	}
}

// style returns the name of the file with the style of the colors, "" for none.
func (p *palette) style() string { return colors.StyleName(p.used) }
