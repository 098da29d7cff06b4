package records

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// listPage is what list.html gets.
type listPage struct {
	Of          *model.Resource
	Name        column // Of the column with the names.
	Columns     []column
	Rows        []row
	Pictures    bool // Rows have a picture.
	Tabs        []tab
	Mine        *tab // Switches between all records and those of the user; nil for none.
	Once        *tab // Switches between all dates and each series once; nil for none.
	Series      bool // The list has the dates of one series.
	Search      *fieldView
	Filters     []fieldView
	Hidden      []pair // What the form of the filters keeps, such as the order.
	Active      bool   // A filter is set.
	Narrowed    bool   // A filter is set, or something is searched for.
	Error       string
	Total       int64
	From, To    int64
	Previous    string
	Next        string
	Sizes       []tab // Numbers of records a page.
	CSV, New    string
	Calendar    string // The same records as a calendar; "" for none.
	Buttons     []choice
	Changes     []choice
	All         string // The page with every record selected.
	Selected    bool   // Every record is.
	Bulk, Reset string
	Back        string
}

// tab leads to a part of a list, or to another look at it.
type tab struct {
	Label, URL string
	Count      string // "" for none.
	Current    bool
}

// pair is a hidden input.
type pair struct{ Name, Value string }

// list shows a page of a list.
func (h *handler) list() {
	asked := h.asked()
	v := h.viewOf(asked)
	by, counts, ok := h.outline(h.ownerIn(v))
	if !ok {
		return
	}
	query, errors, ok := h.listQuery(asked, v, by)
	if !ok {
		return
	}
	if !h.restrict(v, asked) {
		return
	}
	found, total, resp := h.listed(h.Resource, query)
	if resp == nil {
		return
	}
	fields := h.fieldsOf(h.Resource)
	p := listPage{
		Of: h.Resource, Total: total, Bulk: h.path("bulk"), Reset: h.urlWith(v.params(), ""), Back: h.r.URL.RequestURI(),
		CSV: h.urlWith(asked, "csv", "page", ""),
		All: h.urlWith(asked, "", "selected", "all"), Selected: asked.Get("selected") == "all",
	}
	h.addBulkActions(&p, fields, asked.Get("status"))
	if h.Permissions.CanCreate(desk.CallerOf(h.r.Context())) {
		p.New = h.path("new")
	}
	if h.isScheduled() {
		p.Calendar = h.path("calendar")
	}
	status := http.StatusOK
	if !resp.OK() {
		lists := *h // Labels are those of filters, also where a field has the name.
		lists.Resource = &model.Resource{ListArgs: h.ListArgs}
		message, details := lists.apiErrorOf(resp.Err)
		status, p.Error = resp.Status, message
		maps.Copy(errors, details)
	}
	h.addRows(&p, found, fields, v, asked)
	h.addPages(&p, asked, int64(len(found)))
	h.addFilters(&p, asked, v, by, errors)
	h.addTabs(&p, asked, v, counts)
	h.addSeries(&p, asked, v)
	h.render(page.Page{
		Status: status, Title: h.t(model.Words(h.Plural)), Name: "list.html", Data: p,
		Styles: []string{"list.css"}, Scripts: []string{"lookup.js", "list.js"},
	})
}

// ownerIn returns the user whose records a view has, 0 for those of all.
func (h *handler) ownerIn(v view) int64 {
	if v.mine {
		return desk.CallerOf(h.r.Context()).User
	}
	return 0
}

// restrict has the lists of the handler restricted to what a view shows, and its search find
// names of linked records, too. It returns false after it has sent a page about a failure.
func (h *handler) restrict(v view, asked url.Values) bool {
	now := h.desk.Env.Clock()
	r := filter.Restriction{Owner: h.ownerIn(v), Lacks: h.lackNamed(v.lacks)}
	switch v.when {
	case whenUpcoming:
		r.EndsFrom = now
	case whenPast:
		r.EndsBefore = now
	default: // Records of any time.
	}
	if v.nextFirst {
		r.NextFirst = now
	}
	if search := listParam(h.Resource, "search"); search != nil && asked.Get(search.Name) != "" {
		related, err := h.desk.API.Related(h.r.Context(), h.Resource, h.nameSources(), asked.Get(search.Name))
		if err != nil {
			h.failed(err)
			return false
		}
		r.Related = related
	}
	h.r = h.r.WithContext(request.WithRestriction(h.r.Context(), r))
	return true
}

// nameSources returns the resources that the records of a list link to, each with the text of
// them by which the list is filtered, such as the city of venues.
func (h *handler) nameSources() []records.NameSource {
	var sources []records.NameSource
	for _, link := range h.Links {
		target := link.Target
		if target.NameSort == "" || len(target.SearchColumns) == 0 ||
			slices.ContainsFunc(sources, func(s records.NameSource) bool { return s.Resource == target }) {
			continue
		}
		source := records.NameSource{Resource: target}
		for _, a := range h.ListArgs {
			by := h.choiceSource(a)
			if by.Resource == target && slices.Contains(target.SearchColumns, by.Column+"_search") {
				source.Further = by.Column
			}
		}
		sources = append(sources, source)
	}
	return sources
}

// listQuery returns the parameters of the list of the API that a page of the desk is about,
// and what is wrong with those of the page. It returns false after it has sent a page.
func (h *handler) listQuery(asked url.Values, v view, by filters) (url.Values, map[string]string, bool) {
	query, errors := h.allParams(h.Resource), map[string]string{}
	if listParam(h.Resource, "order_by") != nil && v.orderBy != "" {
		query.Set("orderby", v.orderBy)
		query.Set("order", v.order)
	}
	query.Set("per_page", strconv.FormatInt(pageSize(asked), 10))
	for _, a := range h.ListArgs {
		value := strings.TrimSpace(asked.Get(a.Name))
		if value == "" || a.Name == "per_page" || a.Name == collapseParam && !v.once {
			continue
		}
		query.Set(a.Name, value)
		target := h.desk.Env.Resource(a.Link)
		if target == nil || target.Term || isIDs(value) {
			continue
		}
		if list, few := by.choices[a.Name]; few {
			if i := slices.IndexFunc(list, func(c choice) bool { return strings.EqualFold(c.Label, value) }); i >= 0 {
				query.Set(a.Name, list[i].Value)
				continue
			}
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
	if asked.Get("order") == "" && asked.Get("orderby") != "" {
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
