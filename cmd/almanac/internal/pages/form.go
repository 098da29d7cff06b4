package pages

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/records"
	"almanac/runtime/views"
)

// form is the form with the filters.
type form struct {
	Action   string
	Hidden   []field
	Search   string
	Choices  []selection
	Narrowed bool     // Something beside the search is filled in.
	Remove   []choice // Each leaves one filter out.
	List     bool
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
}

// selection is a filter with its values.
type selection struct {
	Name, Label, All string // The last is for no filter.
	Options          []option
}

// formRequest is a request for a page with the form of filters.
type formRequest struct{ page *pageRequest }

// complete completes a calendar with what is the same in all views.
func (q formRequest) complete(c *calendarView, a address) error {
	c.Form = form{Action: q.page.root, Search: a.Search, List: a.hasRange(), Hidden: append(q.hidden(a), q.language()...)}
	if a.hasRange() && !a.Today {
		c.Form.From = iso(a.From)
	}
	if !a.Until.IsZero() {
		c.Form.Until = iso(a.Until)
	}
	if a.filtered() {
		q.addRemovals(&c.Form, a)
	}
	for _, view := range viewNames {
		shown := a
		if view != a.View {
			shown = q.page.as(a, view)
		}
		c.Views = append(c.Views, choice{q.page.t.view(view), q.page.link("", shown.params()), "", view == a.View})
	}
	c.Today = q.page.link("", a.now(date(q.page.now)).params())
	var err error
	if c.Form.Choices, err = q.choices(a); err != nil {
		return err
	}
	c.Form.Narrowed = a.narrowed() || c.Form.From != "" || c.Form.Until != ""
	if a.Search != "" || c.Empty && a.filtered() {
		c.Found, err = q.found(a)
	}
	return err
}

// language returns the parameters that name the language of the page, where its address has
// to name it.
func (q formRequest) language() []field {
	d := q.page.api.Env.Deployment
	var list []field
	if q.page.language != d.DefaultLanguage() {
		list = append(list, field{d.LanguageParam, q.page.language})
	}
	if texts := q.page.withTexts(url.Values{}).Get(paramTexts); texts != "" {
		list = append(list, field{paramTexts, texts})
	}
	return list
}

// addRemovals adds the links that leave filters out.
func (q formRequest) addRemovals(f *form, a address) {
	t, plain := q.page.t, a
	plain.Page = 1
	if a.hasRange() {
		plain.Today, plain.Until = true, time.Time{}
		if !a.Today || !a.Until.IsZero() {
			rest := a
			rest.Today, rest.Until, rest.Page = true, time.Time{}, 1
			f.Remove = append(f.Remove, choice{Text: t.Text("Dates"), Href: q.page.link("", rest.params())})
		}
	}
	labels := map[string]string{
		paramSearch: t.Text("Search"), paramCategory: t.Text("Category"), paramTag: t.Text("Tag"), paramVenue: t.Text("Venue"), paramCity: t.Text("City"), paramFree: t.Text("Cost"),
	}
	for _, name := range filterNames {
		if *plain.filters()[name] == "" {
			continue
		}
		rest := a
		*rest.filters()[name], rest.Page = "", 1
		*plain.filters()[name] = ""
		f.Remove = append(f.Remove, choice{Text: labels[name], Href: q.page.link("", rest.params())})
	}
	f.Clear = q.page.link("", plain.params())
}

// How many values of a filter can be chosen from.
const (
	maxCategories = 300
	maxTags       = 50
	maxVenues     = 100
)

// choices returns the filters with their values; those that have none are left out.
func (q formRequest) choices(a address) ([]selection, error) {
	t := q.page.t
	categories, err := q.categories(a.Category)
	if err != nil {
		return nil, err
	}
	tags, err := q.records("tag", q.sorted("count", "desc"), maxTags)
	if err != nil {
		return nil, err
	}
	venues, err := q.records("venue", q.sorted("title", "asc"), maxVenues)
	if err != nil {
		return nil, err
	}
	list := []selection{
		{paramCategory, t.Text("Category"), t.Text("All categories"), categories},
		{paramTag, t.Text("Tag"), t.Text("All tags"), selectable(tags, a.Tag, func(r Record) string { return r.Slug })},
		{paramVenue, t.Text("Venue"), t.Text("All venues"), selectable(venues, a.Venue, func(r Record) string { return strconv.FormatInt(r.ID, 10) })},
		{paramCity, t.Text("City"), t.Text("All cities"), cities(venues, a.City)},
		{paramFree, t.Text("Cost"), t.Text("Free or not"), []option{{"true", t.Text("Free"), a.Free == "true"}, {"false", t.Text("Not free"), a.Free == "false"}}},
	}
	return slices.DeleteFunc(list, func(s selection) bool { return len(s.Options) == 0 && s.Name != paramCategory }), nil
}

// sorted returns the parameters of a list in the page's language and an order.
func (q formRequest) sorted(by, order string) map[string]string {
	params := map[string]string{"orderby": by, "order": order}
	maps.Copy(params, q.page.speaking())
	return params
}

// records returns the first records of a resource.
func (q formRequest) records(kind string, params map[string]string, size int64) ([]Record, error) {
	found, err := q.page.visit.first(kind, params, size)
	list := make([]Record, len(found))
	for i, seen := range found {
		list[i] = NewRecord(seen.View.(views.PageRecord))
	}
	return list, err
}

// selectable returns records as values, and the chosen one, if there are too many to list.
func selectable(records []Record, chosen string, value func(Record) string) []option {
	var list []option
	listed := chosen == ""
	for _, r := range records {
		is := isChosen(chosen, value(r), r)
		listed = listed || is
		list = append(list, option{value(r), r.Name, is})
	}
	if !listed {
		list = append(list, option{chosen, chosen, true})
	}
	return list
}

// cities returns the cities of venues, and the chosen one.
func cities(venues []Record, chosen string) []option {
	names := []string{chosen}
	for _, v := range venues {
		names = append(names, v.Address.Locality)
	}
	slices.Sort(names)
	var list []option
	for _, name := range slices.Compact(names) {
		if name != "" {
			list = append(list, option{name, name, name == chosen})
		}
	}
	return list
}

// isChosen reports whether a filter names a record: by the value in the form, its name or
// its ID.
func isChosen(chosen, value string, r Record) bool {
	return chosen != "" && (strings.EqualFold(chosen, value) || chosen == r.Name || chosen == strconv.FormatInt(r.ID, 10))
}

// found says what the filters leave at other times than those of the view.
func (q formRequest) found(a address) ([]choice, error) {
	v, today := q.page, date(q.page.now)
	var list []choice
	count := func(view, text string, read func(*address) (*records.Page, error)) error {
		other := a.now(today)
		other.View, other.Month = view, a.Month
		page, err := read(&other)
		if err == nil && page.Total > 0 {
			list = append(list, choice{Text: fmt.Sprintf(text, v.t.count(page.Total)), Href: v.link("", other.params())})
		}
		return err
	}
	month := period{from: a.Month, until: a.Month.AddDate(0, 1, -1)}
	if a.View != viewMonth {
		if err := count(viewMonth, v.t.FormatMonth(a.Month)+": %s", func(o *address) (*records.Page, error) { return v.events(o, month, 1, v.speaking()) }); err != nil {
			return nil, err
		}
	}
	if a.View != viewList || !a.Today || !a.Until.IsZero() {
		if err := count(viewList, v.t.Text("Upcoming events")+": %s", func(o *address) (*records.Page, error) {
			return v.events(o, period{from: today, today: true}, 1, v.speaking())
		}); err != nil {
			return nil, err
		}
	}
	if a.View != viewPast {
		if err := count(viewPast, v.t.Text("Past events")+": %s", func(o *address) (*records.Page, error) { return listRequest{v}.past(o, 1, v.speaking()) }); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// hidden returns the parameters that the form has no other field for.
func (q formRequest) hidden(a address) []field {
	var list []field
	params := a.params()
	for _, name := range []string{paramView, paramMonth, paramFrom} {
		if value := params.Get(name); value != "" && (name != paramFrom || !a.hasRange()) {
			list = append(list, field{name, value})
		}
	}
	return list
}

// categories returns what can be chosen, each below its parent.
func (q formRequest) categories(chosen string) ([]option, error) {
	found, err := q.page.palette.categories()
	if err != nil {
		return nil, err
	}
	below, known := map[int64][]Record{}, map[int64]bool{}
	var all []Record
	for _, seen := range found {
		term := NewRecord(seen.View.(views.PageRecord))
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
	return options(below, 0, "", chosen), nil
}

// options lists terms, and below each, further in, its children.
func options(below map[int64][]Record, parent int64, in, chosen string) []option {
	var list []option
	for _, term := range below[parent] {
		list = append(list, option{term.Slug, in + term.Name, isChosen(chosen, term.Slug, term)})
		list = append(list, options(below, term.ID, in+"– ", chosen)...)
	}
	return list
}
