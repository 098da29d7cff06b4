package pages

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/views"
)

// form is the form with the filters.
type form struct {
	Action     string
	Hidden     []field
	Search     string
	Categories []option
	List       bool
	From       string
	Until      string
	Clear      string // Link, "" when nothing is filtered.
}

// field is a hidden field of a form.
type field struct{ Name, Value string }

// option is a value that can be chosen.
type option struct {
	Value, Text string
	Chosen      bool
}

// formRequest is a request for a page with the form of filters.
type formRequest struct{ page *pageRequest }

// complete completes a calendar with what is the same in all views.
func (q formRequest) complete(c *calendarView, a address) error {
	d := q.page.api.Env.Deployment
	c.Form = form{Action: q.page.root, Search: a.Search, List: a.hasRange(), Hidden: q.hidden(a)}
	if a.hasRange() && !a.Today {
		c.Form.From = iso(a.From)
	}
	if !a.Until.IsZero() {
		c.Form.Until = iso(a.Until)
	}
	if q.page.language != d.DefaultLanguage() {
		c.Form.Hidden = append(c.Form.Hidden, field{d.LanguageParam, q.page.language})
	}
	if texts := q.page.withTexts(url.Values{}).Get(paramTexts); texts != "" {
		c.Form.Hidden = append(c.Form.Hidden, field{paramTexts, texts})
	}
	if a.filtered() {
		plain := a
		plain.Search, plain.Category, plain.Page = "", "", 1
		if a.hasRange() {
			plain.Today, plain.Until = true, time.Time{}
		}
		c.Form.Clear = q.page.link("", plain.params())
	}
	for _, view := range viewNames {
		shown := a
		if view != a.View {
			shown = q.page.as(a, view)
		}
		c.Views = append(c.Views, choice{q.page.t.ViewNames[view], q.page.link("", shown.params()), "", view == a.View})
	}
	c.Today = q.page.link("", a.now(date(q.page.now)).params())
	categories, err := q.categories(a.Category)
	c.Form.Categories = categories
	return err
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

// maxCategories is how many categories can be chosen from.
const maxCategories = 300

// categories returns what can be chosen, each below its parent.
func (q formRequest) categories(chosen string) ([]option, error) {
	page, err := q.page.visit.List("category", q.page.speaking(), maxCategories)
	if err != nil {
		return nil, err
	}
	below, known := map[int64][]Record{}, map[int64]bool{}
	var all []Record
	for _, seen := range page.Records {
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
		is := chosen != "" && (strings.EqualFold(chosen, term.Slug) || chosen == term.Name || chosen == strconv.FormatInt(term.ID, 10))
		list = append(list, option{term.Slug, in + term.Name, is})
		list = append(list, options(below, term.ID, in+"– ", chosen)...)
	}
	return list
}
