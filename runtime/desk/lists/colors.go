package lists

import (
	"slices"
	"strconv"

	"almanac/runtime/desk/record"
	"almanac/runtime/theme"
)

// colors are those that records of a page have from what they link to, such as categories.
type colors struct {
	of     map[string]theme.Color // By Field.Key.
	linked []record.Field         // To what may have a color.
	used   []theme.Color
}

// maxColored is how many records of a resource are read for their colors.
const maxColored = 500

// colorsOf reads the colors of what records link to. Without them the page is as good, so a
// failure is logged.
func colorsOf(x *record.Exchange, fields []record.Field) *colors {
	c := &colors{of: map[string]theme.Color{}}
	for _, f := range fields {
		if f.Target == nil || f.Target == x.Resource {
			continue
		}
		of := x.Of(f.Target)
		color := slices.IndexFunc(of.FieldsOf(f.Target), func(inner record.Field) bool {
			return inner.Input == record.InputColor
		})
		if color < 0 {
			continue
		}
		query := of.AllParams(f.Target)
		query.Set("per_page", strconv.Itoa(maxColored))
		list, _, failure := of.Listed(f.Target, query)
		if failure != nil {
			x.Desk.Env.Log.WarnContext(x.R.Context(), "colors not read", "resource", f.Target.Name, "error", failure)
			continue
		}
		name := of.FieldsOf(f.Target)[color].Name
		for _, r := range list {
			if shade, err := theme.ParseColor(r.Text(name)); err == nil {
				c.of[f.Key(r.ID())] = shade
			}
		}
		c.linked = append(c.linked, f)
	}
	return c
}

// styles returns the names of a style sheet and, if there are colors, theirs.
func (c *colors) styles(sheet string) []string {
	list := []string{sheet}
	if name := theme.StyleName(c.used); name != "" {
		list = append(list, name)
	}
	return list
}

// classOf returns the classes of the color of a record: the first one of what it links to; "" for
// none, and for further colors than a style can have.
func (c *colors) classOf(r record.Record) string {
	for _, f := range c.linked {
		for _, id := range f.ValuesOf(r, map[string]string{}) {
			shade, has := c.of[f.Key(id)]
			switch {
			case !has:
				continue
			case !slices.Contains(c.used, shade) && len(c.used) == theme.Max:
				return ""
			case !slices.Contains(c.used, shade):
				c.used = append(c.used, shade)
			}
			return "color " + shade.Class()
		}
	}
	return ""
}
