package pages

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/views"
)

// form is the form with the filters.
type form struct {
	ID       string // Of the element, where fields stand outside of it.
	Action   string
	Hidden   []field
	Search   string
	Choices  []selection
	Chips    []choice // Filters that one click sets.
	Menus    []menu   // Those of Choices that have few values.
	Narrowed bool     // Something beside the search is filled in.
	Remove   []choice // Each leaves one filter out.
	List     bool
	ToList   bool // A search in a month leads to the list: most of what it finds is in others.
	From     string
	Until    string
	Clear    string // Link, "" when nothing is filtered.
}

// field is a hidden field of a form.
type field struct{ Name, Value string }

// option is a value that can be chosen.
type option struct {
	Value, Text string
	Chosen      bool
	Depth       int // How many others it is below.
}

// Indent returns the space in front of the text: browsers take none from style sheets there.
func (o option) Indent() string { return strings.Repeat("\u2003", o.Depth) }

// selection is a filter with its values.
type selection struct {
	Name, Label, All string // The last is for no filter.
	Options          []option
}

// menu is a filter whose values are links.
type menu struct {
	Filter string // Parameter that the values set.
	Label  string
	Values []choice
	Near   *nearForm // Nil for none.
}

// addForm adds to a calendar what is the same in all views: the form, and links to the views
// and to other times.
func (p *pageRequest) addForm(c *calendarView, a address) error {
	c.Form = form{ID: "find", Action: p.root, Search: a.Search, List: a.hasRange(), ToList: a.View == viewMonth}
	params := a.params()
	for _, name := range []string{
		paramView, paramMonth, paramFrom, paramNear, paramWithin, paramOrganizer, paramMode, paramFeatured,
		paramCollapse,
	} {
		if value := params.Get(name); value != "" && (name != paramFrom || !a.hasRange()) {
			c.Form.Hidden = append(c.Form.Hidden, field{name, value}) // The form has no other field for it.
		}
	}
	c.Form.Hidden = append(c.Form.Hidden, p.languageFields()...)
	if a.hasRange() && !a.Today {
		c.Form.From = iso(a.From)
	}
	if !a.Until.IsZero() {
		c.Form.Until = iso(a.Until)
	}
	for _, view := range viewNames {
		shown := a
		if view != a.View {
			shown = p.as(a, view)
		}
		c.Views = append(c.Views, choice{Text: p.t.view(view), Href: p.link("", shown.params()), Current: view == a.View})
	}
	c.Today = p.link("", a.now(p.today).params())
	var err error
	if c.Form.Choices, err = p.choices(a); err != nil {
		return err
	}
	if a.filtered() {
		p.addRemovals(&c.Form, a)
	}
	c.Form.Chips = p.chips(a)
	if c.Repeats || a.isCollapsed() {
		to := a
		to.Once, to.Page = !a.Once, 1
		once := choice{Text: p.t.Text("Group repeating events"), Href: p.link("", to.params()), Current: a.Once}
		c.Form.Chips = append(c.Form.Chips, once)
	}
	if c.Form.Menus, err = p.addNearby(p.menus(a, c.Form.Choices), a); err != nil {
		return err
	}
	c.Form.Narrowed = a.narrowed() || c.Form.From != "" || c.Form.Until != ""
	return p.addFound(c, a)
}

// languageFields returns the parameters that name the language of the page, where its address
// has to name it.
func (p *pageRequest) languageFields() []field {
	d := p.api.Env.Deployment
	var list []field
	if p.language != d.DefaultLanguage() {
		list = append(list, field{d.LanguageParam, p.language})
	}
	if texts := p.withTexts(url.Values{}).Get(paramTexts); texts != "" {
		list = append(list, field{paramTexts, texts})
	}
	return list
}

// addRemovals adds the links that leave filters out.
func (p *pageRequest) addRemovals(f *form, a address) {
	plain := a
	plain.Page = 1
	if a.hasRange() {
		plain.Today, plain.Until = true, time.Time{}
		if !a.Today || !a.Until.IsZero() {
			rest := a
			rest.Today, rest.Until, rest.Page = true, time.Time{}, 1
			text := p.t.Text("Dates")
			days := p.dayChips(a)
			if i := slices.IndexFunc(days, choice.isCurrent); i >= 0 {
				text = days[i].Text
			}
			f.Remove = append(f.Remove, choice{Text: text, Href: p.link("", rest.params())})
		}
	}
	for _, r := range p.removals(f, a) {
		f.Remove = append(f.Remove, choice{Text: compact(": ", r.label, r.value), Href: p.link("", r.rest.params())})
	}
	f.Clear = p.link("", plain.unfiltered().params())
}

// removal is a filter that is set, and the address without it.
type removal struct {
	filter, label, value string
	rest                 address
}

// removals returns the filters of an address that are set.
func (p *pageRequest) removals(f *form, a address) []removal {
	labels := map[string]string{
		paramSearch: p.t.Text("Search"), paramCategory: p.t.Text("Category"), paramTag: p.t.Text("Tag"),
		paramVenue: p.t.Text("Venue"), paramCity: p.t.Text("City"),
		paramOrganizer: p.t.Text("Organizer"), paramNear: p.t.Text("Distance"), paramFree: p.t.Text("Price"),
		paramMode: p.t.Text("Online"), paramFeatured: p.t.Text("Featured"),
	}
	var list []removal
	for _, name := range filterNames {
		if *a.filters()[name] == "" || name == paramWithin {
			continue
		}
		rest := a
		*rest.filters()[name], rest.Page = "", 1
		if name == paramNear {
			rest.Within = ""
		}
		list = append(list, removal{name, labels[name], p.chosen(f, a, name), rest})
	}
	return list
}

// chosen returns the value of a filter as people read it, "" for one that has no other than its
// name, or that the page has not read.
func (p *pageRequest) chosen(f *form, a address, name string) string {
	switch name {
	case paramSearch:
		return printable(a.Search)
	case paramNear:
		return a.Within + " km, " + p.center.name
	}
	for _, s := range f.Choices {
		if i := slices.IndexFunc(s.Options, func(o option) bool { return o.Chosen }); s.Name == name && i >= 0 {
			return s.Options[i].Text
		}
	}
	return ""
}

// How many values of a filter can be chosen from.
const (
	maxCategories = 300
	maxTags       = 50
	maxVenues     = 100
)

// choices returns the filters with their values; those that have none are left out.
func (p *pageRequest) choices(a address) ([]selection, error) {
	categories, err := p.categoryOptions(a.Category)
	if err != nil {
		return nil, err
	}
	tags, err := p.firstRecords("tag", "count", "desc", maxTags)
	if err != nil {
		return nil, err
	}
	venues, err := p.listVenues()
	if err != nil {
		return nil, err
	}
	tagOptions := recordOptions(tags, a.Tag, func(r Record) string { return r.Slug })
	venueOptions := recordOptions(venues, a.Venue, func(r Record) string { return strconv.FormatInt(r.ID, 10) })
	cities := []string{a.City}
	for _, venue := range venues {
		cities = append(cities, venue.Address.Locality)
	}
	slices.Sort(cities)
	var cityOptions []option
	for _, city := range slices.Compact(cities) {
		if city != "" {
			cityOptions = append(cityOptions, option{city, city, city == a.City, 0})
		}
	}
	costOptions := []option{
		{"true", p.t.Text("Free"), a.Free == "true", 0}, {"false", p.t.Text("Paid"), a.Free == "false", 0},
	}
	list := []selection{
		{paramCategory, p.t.Text("Category"), p.t.Text("All categories"), categories},
		{paramTag, p.t.Text("Tag"), p.t.Text("All tags"), tagOptions},
		{paramVenue, p.t.Text("Venue"), p.t.Text("All venues"), venueOptions},
		{paramCity, p.t.Text("City"), p.t.Text("All cities"), cityOptions},
		{paramFree, p.t.Text("Price"), p.t.Text("Any price"), costOptions},
	}
	return slices.DeleteFunc(list, func(s selection) bool { return len(s.Options) == 0 && s.Name != paramCategory }), nil
}

// firstRecords returns the first records of a resource in the page's language.
func (p *pageRequest) firstRecords(resource, orderBy, order string, size int64) ([]Record, error) {
	params := map[string]string{"orderby": orderBy, "order": order}
	maps.Copy(params, p.speaking())
	found, err := p.visit.first(resource, params, size)
	return recordsOf(found), err
}

// recordOptions returns records as values, and the chosen one, if there are too many to list.
func recordOptions(records []Record, chosen string, value func(Record) string) []option {
	var list []option
	listed := chosen == ""
	for _, r := range records {
		is := isChosen(chosen, value(r), r)
		listed = listed || is
		list = append(list, option{value(r), r.Name, is, 0})
	}
	if !listed {
		list = append(list, option{chosen, chosen, true, 0})
	}
	return list
}

// isChosen reports whether a filter names a record: by the value in the form, its name or
// its ID.
func isChosen(chosen, value string, r Record) bool {
	return chosen != "" &&
		(strings.EqualFold(chosen, value) || chosen == r.Name || chosen == strconv.FormatInt(r.ID, 10))
}

// categoryOptions returns the categories to choose from, each below its parent.
func (p *pageRequest) categoryOptions(chosen string) ([]option, error) {
	found, err := p.listCategories()
	if err != nil {
		return nil, err
	}
	below, known := map[int64][]Record{}, map[int64]bool{}
	var all []Record
	for _, seen := range found {
		term := newRecord(seen.View.(views.PageRecord))
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
func optionsBelow(below map[int64][]Record, parent int64, depth int, chosen string) []option {
	var list []option
	for _, term := range below[parent] {
		list = append(list, option{term.Slug, term.Name, isChosen(chosen, term.Slug, term), depth})
		list = append(list, optionsBelow(below, term.ID, depth+1, chosen)...)
	}
	return list
}
