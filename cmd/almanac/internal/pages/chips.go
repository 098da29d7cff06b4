package pages

import (
	"slices"
	"time"
)

// chips returns the filters that people want most often and that are not set: those that are
// can be removed. Days lead to a list of them; the others stay in the view.
func (p *pageRequest) chips(a address) []choice {
	toggles := []choice{
		p.toggle(a, paramFree, "true", p.t.Text("Free")),
		p.toggle(a, paramMode, attendanceOnline, p.t.Text("Online")),
	}
	return slices.DeleteFunc(append(p.dayChips(a), toggles...), choice.isCurrent)
}

// dayChips returns lists of days that people look for most often.
func (p *pageRequest) dayChips(a address) []choice {
	days := func(text string, from, until time.Time) choice {
		to := a
		if !to.hasRange() {
			to.View = viewList
		}
		to.From, to.Until, to.Today, to.Page = from, until, false, 1
		isSet := a.hasRange() && !a.Today && a.From.Equal(from) && a.Until.Equal(until)
		return choice{Text: text, Href: p.link("", to.params()), Current: isSet}
	}
	// A weekend that has begun is what is left of it.
	saturday := p.today.AddDate(0, 0, int(time.Saturday-p.today.Weekday()))
	sunday := saturday.AddDate(0, 0, 1)
	if p.today.Weekday() == time.Sunday {
		saturday, sunday = p.today, p.today
	}
	tomorrow := p.today.AddDate(0, 0, 1)
	return []choice{
		days(p.t.Text("Today"), p.today, p.today),
		days(p.t.Text("Tomorrow"), tomorrow, tomorrow),
		days(p.t.Text("This weekend"), saturday, sunday),
	}
}

// toggle links to the view with a filter that has a value, or without it if it has.
func (p *pageRequest) toggle(a address, filter, value, text string) choice {
	set := a.filters()[filter]
	isSet := *set == value
	if *set = value; isSet {
		*set = ""
	}
	a.Page = 1
	return choice{Text: text, Href: p.link("", a.params()), Current: isSet}
}

// maxDepth is how far in the values of a menu stand at most.
const maxDepth = 3

// maxMenu is how many values a menu has at most: more are easier to find in the form.
const maxMenu = 30

// menus returns the filters by category and by place as links.
func (p *pageRequest) menus(a address, choices []selection) []menu {
	labels := map[string]string{paramCategory: p.t.Text("Category"), paramCity: p.t.Text("Place")}
	var list []menu
	for _, filter := range choices {
		m := menu{Filter: filter.Name, Label: labels[filter.Name]}
		if m.Label == "" || len(filter.Options) == 0 || len(filter.Options) > maxMenu {
			continue
		}
		for _, o := range filter.Options {
			value := p.toggle(a, filter.Name, o.Value, o.Text)
			value.Depth = min(o.Depth, maxDepth)
			value.Current = o.Chosen
			if filter.Name == paramCategory {
				value.Color = p.colorOf(o.Value)
			}
			m.Values = append(m.Values, value)
		}
		list = append(list, m)
	}
	return list
}
