package records

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/deployment"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
)

// listPage is what list.html gets.
type listPage struct {
	Of          *model.Resource
	Columns     []column
	Rows        []row
	Tabs        []tab
	Search      *fieldView
	Filters     []fieldView
	Hidden      []pair // What the form of the filters keeps: status and order.
	Active      bool   // A filter is set.
	Narrowed    bool   // A filter is set, or something is searched for.
	Error       string
	Total       int64
	From, To    int64
	Previous    string
	Next        string
	CSV, New    string
	Actions     []choice
	Bulk, Reset string
	Back        string
}

// column is a column of a list.
type column struct {
	Label string
	Sort  string // URL of the list sorted by it; "" for none.
	Order string // "ascending" or "descending" if the list is sorted by it.

	of field
}

// row is a record in a list.
type row struct {
	ID, Title, URL, Status, StatusWord, StatusClass string
	Marks                                           []string // What is out of the ordinary: "Canceled", "Featured".
	Cells                                           []cell
}

// cell is a value in a list.
type cell struct {
	Label, Text string
	Day         bool // A date, which stays on one line.
}

// tab leads to the records of a status.
type tab struct {
	Label, URL string
	Count      int64
	Current    bool
}

// pair is a hidden input.
type pair struct{ Name, Value string }

// maxColumns is how many columns a list has beside the title and the status.
const maxColumns = 4

// list shows a page of a list.
func (h *handler) list() {
	asked := h.asked()
	query, errors, ok := h.listQuery(asked)
	if !ok {
		return
	}
	records, total, resp := h.listed(h.Resource, query)
	if resp == nil {
		return
	}
	fields := h.fieldsOf(h.Resource)
	p := listPage{
		Of: h.Resource, Total: total, Actions: h.bulkActions(fields, asked.Get("status")), Bulk: h.path("bulk"), Reset: h.path(""),
		Back: h.r.URL.RequestURI(),
		CSV:  h.urlWith(asked, "csv", "page", ""),
	}
	if h.Permissions.CanCreate(desk.CallerOf(h.r.Context())) {
		p.New = h.path("new")
	}
	status := http.StatusOK
	if !resp.OK() {
		apiErr := h.apiError(resp)
		status, p.Error = resp.Status, apiErr.Message
		for name, detail := range apiErr.Data.Details {
			errors[name] = detail.Message
		}
	}
	p.Columns = h.columns(fields, asked)
	for _, r := range records {
		p.Rows = append(p.Rows, h.row(r, fields, p.Columns))
	}
	h.addFilters(&p, asked, errors)
	h.addPages(&p, asked, int64(len(records)))
	if !h.addTabs(&p, asked) {
		return
	}
	h.render(page.Page{
		Status: status, Title: h.t(model.Words(h.Plural)), Name: "list.html", Data: p, Scripts: []string{"lookup.js"},
	})
}

// listQuery returns the parameters of the list of the API that a page of the desk is about,
// and what is wrong with those of the page. It returns false after it has sent a page.
func (h *handler) listQuery(asked url.Values) (url.Values, map[string]string, bool) {
	query, errors := h.allParams(h.Resource), map[string]string{}
	if listParam(h.Resource, "order_by") != nil {
		for _, o := range h.Orders {
			if o.Name == "modified" && asked.Get("orderby") == "" {
				query.Set("orderby", "modified")
				query.Set("order", "desc")
			}
		}
	}
	for _, a := range h.ListArgs {
		value := strings.TrimSpace(asked.Get(a.Name))
		if value == "" {
			continue
		}
		query.Set(a.Name, value)
		target := h.desk.Env.Resource(a.Link)
		if target == nil || target.Term || isIDs(value) {
			continue
		}
		found, ok := h.find(target, value, 1)
		if !ok {
			return nil, nil, false
		}
		if len(found) > 0 {
			query.Set(a.Name, found[0].Value)
			continue
		}
		errors[a.Name] = h.about("No {record} called “%s”.", target, value)
		query.Del(a.Name)
	}
	if size := number(asked.Get("per_page")); size > 0 {
		query.Set("per_page", strconv.FormatInt(min(size, deployment.MaxPerPage), 10))
	}
	if dir := asked.Get("order"); dir == "" && asked.Get("orderby") != "" {
		query.Set("order", "asc")
	}
	return query, errors, true
}

// isIDs reports whether a text is a list of IDs.
func isIDs(s string) bool {
	return !slices.ContainsFunc(strings.Split(s, ","), func(id string) bool { return number(strings.TrimSpace(id)) == 0 })
}

// urlWith returns the URL of a page about the resource with the parameters that were asked
// for, some of them changed.
func (h *handler) urlWith(asked url.Values, at string, changes ...string) string {
	query := maps.Clone(asked)
	for pair := range slices.Chunk(changes, 2) {
		query.Del(pair[0])
		if pair[1] != "" {
			query.Set(pair[0], pair[1])
		}
	}
	if len(query) == 0 {
		return h.path(at)
	}
	return h.path(at) + "?" + query.Encode()
}

// weight orders the fields of a list: small ones are shown first, 0 not at all.
func (f field) weight() int {
	switch {
	case f.WriteOnly || f.HTML || f.isReference():
		return 0
	case f.Meaning == "start":
		return 1
	case f.input == inputDate || f.input == inputTimestamp:
		return 2
	case f.input == inputLinks:
		return 3
	case f.input == inputTerms:
		return 4
	case f.input == inputMoney:
		return 5
	case f.input == inputSelect && f.Meaning == "":
		return 6
	case f.input == inputText && f.Meaning == "", f.input == inputNumber && f.Meaning == "",
		f.Meaning == "escaped", f.Meaning == "slug":
		return 7
	}
	return 0
}

// maxDayWeight is the weight from which on fields are no dates.
const maxDayWeight = 3

// columns returns the columns of the list beside the title.
func (h *handler) columns(fields []field, asked url.Values) []column {
	var shown []field
	for _, f := range fields {
		if f.weight() > 0 && f.Name != h.NameField {
			shown = append(shown, f)
		}
	}
	slices.SortStableFunc(shown, func(a, b field) int { return a.weight() - b.weight() })
	var list []column
	for _, f := range shown[:min(len(shown), maxColumns)] {
		list = append(list, h.sortable(column{Label: h.t(f.Label), of: f}, f.Name, asked))
	}
	return list
}

// sortable adds to a column how the list is sorted by it.
func (h *handler) sortable(c column, name string, asked url.Values) column {
	for _, o := range h.Orders {
		if o.Name != name {
			continue
		}
		order := "asc"
		if asked.Get("orderby") == name {
			c.Order = "ascending"
			if order = "desc"; asked.Get("order") == "desc" {
				c.Order, order = "descending", "asc"
			}
		}
		c.Sort = h.urlWith(asked, "", "orderby", name, "order", order, "page", "")
	}
	return c
}

// statusClasses are the classes of the marks of statuses.
var statusClasses = map[string]string{
	model.StatusPublish: "good", model.StatusFuture: "good", model.StatusPending: "warn", model.StatusTrash: "bad",
}

// mark returns the word for a field of a record that has another value than most have: one
// of a few with a default, or a property that lists are filtered by or that hides it. It
// returns "" for other fields.
func (h *handler) mark(f field, r record) string {
	isFilter := slices.ContainsFunc(h.ListArgs, func(a *model.Arg) bool { return a.Name == f.Name })
	switch {
	case f.input == inputSelect && f.Default != nil && f.Meaning != "status":
		if list := f.valuesOf(r, nil); f.isFilled(list) {
			return h.optionWord(f, list[0])
		}
	case f.input == inputBoolean && (isFilter || f.Meaning == "hide_from_lists"):
		if f.isFilled(f.valuesOf(r, nil)) {
			return h.t(f.Label)
		}
	}
	return ""
}

// row returns a record as the list shows it.
func (h *handler) row(r record, fields []field, columns []column) row {
	row := row{ID: r.id(), Title: h.title(r), URL: h.path(r.id())}
	if h.Post {
		row.Status = r.text("status")
		row.StatusWord, row.StatusClass = h.t(statusWords[row.Status]), statusClasses[row.Status]
	}
	for _, f := range fields {
		if word := h.mark(f, r); word != "" {
			row.Marks = append(row.Marks, word)
		}
	}
	for _, c := range columns {
		row.Cells = append(row.Cells, cell{c.Label, h.text(c.of, r), c.of.weight() < maxDayWeight})
	}
	return row
}

// text returns a field of a record as people read it, in one line.
func (h *handler) text(f field, r record) string {
	names := map[string]string{}
	return h.readable(f, f.valuesOf(r, names), names)
}
