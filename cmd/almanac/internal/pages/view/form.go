package view

import (
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/views"
)

// Form is the form with the filters.
type Form struct {
	frame.SearchForm

	T        *frame.Translation
	ID       string // Of the element, where fields stand outside of it.
	Choices  []Selection
	Toggles  []Toggle
	Chips    []frame.Choice // Filters that one click sets.
	Menus    []menu         // Those of Choices that have few values.
	Narrowed bool           // Something beside the search is filled in.
	Remove   []frame.Choice // Each leaves one filter out.
	From     string
	Until    string
	Clear    string // Link, "" when nothing is filtered.
	Show     string // Text of the button, with the number of events as long as nothing is changed.
}

// Toggle is a filter with one value, which is set or not.
type Toggle struct {
	Name string
	Option
}

// Option is a value that can be chosen.
type Option struct {
	Value, Text string
	Chosen      bool
	Depth       int // How many others it is below.
}

// Indent returns the space in front of the text: browsers take none from style sheets there.
func (o Option) Indent() string { return strings.Repeat("\u2003", o.Depth) }

// Selection is a filter with its values.
type Selection struct {
	Name, Label, All string // The last is for no filter, "" where there is one always.
	Options          []Option
	Spread           bool // All values are shown, so that one press chooses one.
}

// Values returns what can be chosen, of which one is, unless none of them is what the address has.
func (s Selection) Values() []Option {
	if s.All == "" {
		return s.Options
	}
	isSet := slices.ContainsFunc(s.Options, func(o Option) bool { return o.Chosen })
	return append([]Option{{"", s.All, !isSet, 0}}, s.Options...)
}

// menu is a filter whose values are links.
type menu struct {
	Filter string // Parameter that the values set.
	Label  string
	Values []frame.Choice
}

// addForm adds to a calendar what is the same in all views: the form, and links to the views
// and to other times.
func addForm(p *events.Page, c *calendarView, a address.Address) error {
	toggles := togglesOf(p, c, &a)
	c.Form = Form{T: p.T, ID: "find", SearchForm: frame.SearchForm{
		Action: p.Root, Search: a.Search, ToList: a.View == address.ViewMonth,
	}}
	params := a.Params()
	for _, name := range []string{
		address.ParamView, address.ParamMonth, address.ParamOrganizer, address.ParamMode, address.ParamFeatured,
		address.ParamCollapse,
	} {
		isToggled := slices.ContainsFunc(toggles, func(t Toggle) bool { return t.Name == name })
		if value := params.Get(name); value != "" && !isToggled {
			c.Form.Hidden = append(c.Form.Hidden, frame.Field{Name: name, Value: value}) // The form has no other field for it.
		}
	}
	c.Form.Toggles = toggles
	c.Form.Hidden = append(c.Form.Hidden, p.LanguageFields()...)
	c.Form.Show = p.T.Text("Show results")
	if c.Count != "" {
		c.Form.Show = p.T.Text("Show %d events", c.Total)
	}
	for _, view := range address.ViewNames {
		shown := a
		if view != a.View {
			shown = p.As(a, view)
		}
		to := frame.Choice{Text: p.T.View(view), Href: p.Link("", shown.Params()), Current: view == a.View}
		c.Views = append(c.Views, to)
	}
	c.Today = p.Link("", a.Now(p.Today).Params())
	switch other := a.Now(p.Today); {
	case a.HasRange():
		other.View = address.ViewPast
		c.Other = frame.Choice{Text: p.T.Text("Past events"), Href: p.Link("", other.Params())}
	case a.View == address.ViewPast:
		other.View = address.ViewList
		c.Other = frame.Choice{Text: p.T.Text("Upcoming events"), Href: p.Link("", other.Params())}
	}
	when := whenOf(p, c, &a)
	all, err := choices(p, a)
	if err != nil {
		return err
	}
	c.Form.Choices = append([]Selection{when}, all...)
	if a.Filtered() {
		addRemovals(p, &c.Form, a)
	}
	c.Form.Chips = chips(p, a)
	if c.Repeats || a.IsCollapsed() {
		to := a
		to.Once, to.Page = !a.Once, 1
		once := frame.Choice{Text: p.T.Text("Group repeating events"), Href: p.Link("", to.Params()), Current: a.Once}
		c.Form.Chips = append(c.Form.Chips, once)
	}
	c.Form.Menus = menus(p, a, c.Form.Choices)
	c.Form.Narrowed = a.Narrowed() || a.HasRange() && (!a.Today || !a.Until.IsZero())
	return addFound(p, c, a)
}

// togglesOf returns the filters with one value of a view.
func togglesOf(p *events.Page, c *calendarView, a *address.Address) []Toggle {
	var list []Toggle
	if a.Mode == "" || a.Mode == address.AttendanceOnline {
		online := Option{address.AttendanceOnline, p.T.Text("Online"), a.Mode != "", 0}
		list = append(list, Toggle{address.ParamMode, online})
	}
	if c.Repeats || a.IsCollapsed() {
		once := Option{address.CollapseSeries, p.T.Text("Group repeating events"), a.Once, 0}
		list = append(list, Toggle{address.ParamCollapse, once})
	}
	return list
}

// whenOf returns the times to choose from: that of the view, those that have a name, and dates,
// which it fills in.
func whenOf(p *events.Page, c *calendarView, a *address.Address) Selection {
	s := Selection{Name: address.ParamWhen, Label: p.T.Text("When"), All: p.T.Text("Any date"), Spread: true}
	if !a.HasRange() && a.View != address.ViewPast {
		s.All = "" // The time of the view is one too.
		here := Option{"", c.Heading, true, 0}
		if a.View != address.ViewMonth && !a.Today {
			here.Value = frame.ISO(a.From)
		}
		s.Options = append(s.Options, here)
	}
	named := false
	for _, when := range address.WhenNames {
		is := !named && a.IsDuring(when, p.Today)
		named = named || is
		s.Options = append(s.Options, Option{when, p.T.When(when), is, 0})
	}
	dates := Option{address.WhenDates, p.T.Text("Choose dates"), false, 0}
	if a.HasRange() && !named && (!a.Today || !a.Until.IsZero()) {
		dates.Chosen, c.Form.From = true, frame.ISO(a.From)
		if !a.Until.IsZero() {
			c.Form.Until = frame.ISO(a.Until)
		}
	}
	s.Options = append(s.Options, dates)
	return s
}

// addRemovals adds the links that leave filters out.
func addRemovals(p *events.Page, f *Form, a address.Address) {
	plain := a
	plain.Page = 1
	if a.HasRange() {
		plain = a.Anytime()
		if !a.Today || !a.Until.IsZero() {
			text := p.T.Text("Dates")
			times := timeChips(p, a)
			if i := slices.IndexFunc(times, frame.Choice.IsCurrent); i >= 0 {
				text = times[i].Text
			}
			f.Remove = append(f.Remove, frame.Choice{Text: text, Href: p.Link("", plain.Params())})
		}
	}
	for _, r := range removals(p, f, a) {
		to := frame.Choice{Text: p.T.Pair(r.label, r.value), Href: p.Link("", r.rest.Params())}
		f.Remove = append(f.Remove, to)
	}
	f.Clear = p.Link("", plain.Unfiltered().Params())
}

// removal is a filter that is set, and the address without it.
type removal struct {
	filter, label, value string
	rest                 address.Address
}

// removals returns the filters of an address that are set.
func removals(p *events.Page, f *Form, a address.Address) []removal {
	labels := map[string]string{
		address.ParamSearch: p.T.Text("Search"), address.ParamCategory: p.T.Text("Category"),
		address.ParamTag:   p.T.Text("Tag"),
		address.ParamVenue: p.T.Text("Venue"), address.ParamCity: p.T.Text("City"),
		address.ParamOrganizer: p.T.Text("Organizer"), address.ParamNear: p.T.Text("Distance"),
		address.ParamFree: p.T.Text("Price"),
		address.ParamMode: p.T.Text("Online"), address.ParamFeatured: p.T.Text("Featured"),
	}
	var list []removal
	for _, name := range address.FilterNames {
		if *a.Filters()[name] == "" || name == address.ParamWithin {
			continue
		}
		rest := a
		*rest.Filters()[name], rest.Page = "", 1
		if name == address.ParamNear {
			rest.Within = ""
		}
		list = append(list, removal{name, labels[name], chosen(p, f, a, name), rest})
	}
	return list
}

// chosen returns the value of a filter as people read it, "" for one that has no other than its
// name, or that the page has not read.
func chosen(p *events.Page, f *Form, a address.Address, name string) string {
	switch name {
	case address.ParamSearch:
		return frame.Printable(a.Search)
	case address.ParamNear:
		return a.Within + " km, " + p.Center.Name
	}
	for _, s := range f.Choices {
		if i := slices.IndexFunc(s.Options, func(o Option) bool { return o.Chosen }); s.Name == name && i >= 0 {
			return s.Options[i].Text
		}
	}
	return ""
}

// choices returns the filters with their values; those that have none are left out.
func choices(p *events.Page, a address.Address) ([]Selection, error) {
	categories, err := CategoryOptions(p, a.Category)
	if err != nil {
		return nil, err
	}
	tags, err := p.FirstRecords("tag", "count", "desc", events.MaxTags)
	if err != nil {
		return nil, err
	}
	venues, err := p.ListVenues()
	if err != nil {
		return nil, err
	}
	tagOptions := recordOptions(tags, a.Tag, func(r events.Record) string { return r.Slug })
	venueOptions := recordOptions(venues, a.Venue, func(r events.Record) string { return strconv.FormatInt(r.ID, 10) })
	cities := []string{a.City}
	for _, venue := range venues {
		cities = append(cities, venue.Address.Locality)
	}
	slices.Sort(cities)
	var cityOptions []Option
	for _, city := range slices.Compact(cities) {
		if city != "" {
			cityOptions = append(cityOptions, Option{city, city, city == a.City, 0})
		}
	}
	costOptions := []Option{
		{"true", p.T.Text("Free"), a.Free == "true", 0}, {"false", p.T.Text("Paid"), a.Free == "false", 0},
	}
	list := []Selection{
		{address.ParamCategory, p.T.Text("Category"), p.T.Text("All categories"), categories, len(categories) <= maxMenu},
	}
	list = append(list, nearby(p, &a, venues)...)
	list = append(list,
		Selection{address.ParamFree, p.T.Text("Price"), p.T.Text("Any price"), costOptions, true},
		Selection{address.ParamTag, p.T.Text("Tag"), p.T.Text("All tags"), tagOptions, false},
		Selection{address.ParamVenue, p.T.Text("Venue"), p.T.Text("All venues"), venueOptions, false},
		Selection{address.ParamCity, p.T.Text("City"), p.T.Text("All cities"), cityOptions, false},
	)
	return slices.DeleteFunc(list, func(s Selection) bool {
		return len(s.Options) == 0 && s.Name != address.ParamCategory
	}), nil
}

// recordOptions returns records as values, and the chosen one, if there are too many to list.
func recordOptions(records []events.Record, chosen string, value func(events.Record) string) []Option {
	var list []Option
	listed := chosen == ""
	for _, r := range records {
		is := isChosen(chosen, value(r), r)
		listed = listed || is
		list = append(list, Option{value(r), r.Name, is, 0})
	}
	if !listed {
		list = append(list, Option{chosen, chosen, true, 0})
	}
	return list
}

// isChosen reports whether a filter names a record: by the value in the form, its name or
// its ID.
func isChosen(chosen, value string, r events.Record) bool {
	return chosen != "" &&
		(strings.EqualFold(chosen, value) || chosen == r.Name || chosen == strconv.FormatInt(r.ID, 10))
}

// CategoryOptions returns the categories to choose from, each below its parent.
func CategoryOptions(p *events.Page, chosen string) ([]Option, error) {
	found, err := p.ListCategories()
	if err != nil {
		return nil, err
	}
	below, known := map[int64][]events.Record{}, map[int64]bool{}
	var all []events.Record
	for _, seen := range found {
		term := events.NewRecord(seen.View.(views.PageRecord))
		all = append(all, term)
		known[term.ID] = true
	}
	for _, term := range all {
		parent := term.Parent
		if !known[parent] {
			parent = 0 // It is of another language, or there are too many to list.
		}
		below[parent] = append(below[parent], term)
	}
	return optionsBelow(below, 0, 0, chosen), nil
}

// optionsBelow lists terms, and below each its children.
func optionsBelow(below map[int64][]events.Record, parent int64, depth int, chosen string) []Option {
	var list []Option
	for _, term := range below[parent] {
		list = append(list, Option{term.Slug, term.Name, isChosen(chosen, term.Slug, term), depth})
		list = append(list, optionsBelow(below, term.ID, depth+1, chosen)...)
	}
	return list
}
