package view

import (
	"slices"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
)

// chips returns the filters that people want most often and that are not set: those that are
// can be removed. Times lead to a list of them; the others stay in the view.
func chips(p *events.Page, a address.Address) []frame.Choice {
	toggles := []frame.Choice{
		toggle(p, a, address.ParamFree, "true", p.T.Text("Free")),
		toggle(p, a, address.ParamMode, address.AttendanceOnline, p.T.Text("Online")),
	}
	return slices.DeleteFunc(append(timeChips(p, a), toggles...), frame.Choice.IsCurrent)
}

// timeChips returns the lists of the times that have a name.
func timeChips(p *events.Page, a address.Address) []frame.Choice {
	var list []frame.Choice
	for _, when := range address.WhenNames {
		to := p.Link("", a.During(when, p.Today).Params())
		list = append(list, frame.Choice{Text: p.T.When(when), Href: to, Current: a.IsDuring(when, p.Today)})
	}
	return list
}

// toggle links to the view with a filter that has a value, or without it if it has.
func toggle(p *events.Page, a address.Address, filter, value, text string) frame.Choice {
	set := a.Filters()[filter]
	isSet := *set == value
	if *set = value; isSet {
		*set = ""
	}
	a.Page = 1
	return frame.Choice{Text: text, Href: p.Link("", a.Params()), Current: isSet}
}

// maxDepth is how far in the values of a menu stand at most.
const maxDepth = 3

// maxMenu is how many values a menu has at most: more are easier to find in the form.
const maxMenu = 30

// menus returns the filters by category and by place as links.
func menus(p *events.Page, a address.Address, choices []Selection) []menu {
	labels := map[string]string{address.ParamCategory: p.T.Text("Category"), address.ParamCity: p.T.Text("Place")}
	var list []menu
	for _, filter := range choices {
		m := menu{Filter: filter.Name, Label: labels[filter.Name]}
		if m.Label == "" || len(filter.Options) == 0 || len(filter.Options) > maxMenu {
			continue
		}
		for _, o := range filter.Options {
			value := toggle(p, a, filter.Name, o.Value, o.Text)
			value.Depth = min(o.Depth, maxDepth)
			value.Current = o.Chosen
			if filter.Name == address.ParamCategory {
				value.Color = p.ColorOf(o.Value)
			}
			m.Values = append(m.Values, value)
		}
		list = append(list, m)
	}
	return list
}
