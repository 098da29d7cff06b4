package lists

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// listPage is what list.html gets.
type listPage struct {
	Of          *model.Resource
	Name        column // Of the column with the names.
	Columns     []column
	Rows        []Row
	Pictures    bool // Rows have a picture.
	Tabs        []Tab
	Mine        *Tab // Switches between all records and those of the user; nil for none.
	Once        *Tab // Switches between all dates and each series once; nil for none.
	Series      bool // The list has the dates of one series.
	Search      *record.FieldView
	Filters     []record.FieldView
	Hidden      []record.Pair // What the form of the filters keeps, such as the order.
	Active      bool          // A filter is set.
	Narrowed    bool          // A filter is set, or something is searched for.
	Error       string
	Total       int64
	From, To    int64
	Previous    string
	Next        string
	Sizes       []Tab // Numbers of records a page.
	CSV, New    string
	Calendar    string // The same records as a calendar; "" for none.
	Buttons     []record.Choice
	Changes     []record.Choice
	All         string // The page with every record selected.
	Selected    bool   // Every record is.
	Bulk, Reset string
	Back        string
}

// Tab leads to a part of a list, or to another look at it.
type Tab struct {
	Label, URL string
	Count      string // "" for none.
	Current    bool
}

// List shows a page of a list.
func List(x *record.Exchange) {
	asked := x.Asked()
	v := viewOf(x, asked)
	by, counts, ok := outline(x, ownerIn(x, v))
	if !ok {
		return
	}
	query, errors, ok := listQuery(x, asked, v, by)
	if !ok {
		return
	}
	if !restrict(x, v, asked) {
		return
	}
	found, total, refused := x.Listed(x.Resource, query)
	fields := x.FieldsOf(x.Resource)
	p := listPage{
		Of: x.Resource, Total: total, Bulk: x.Path("bulk"), Reset: x.URLWith(v.Params(), ""), Back: x.R.URL.RequestURI(),
		CSV: x.URLWith(asked, "csv", "page", ""),
		All: x.URLWith(asked, "", "selected", "all"), Selected: asked.Get("selected") == "all",
	}
	addBulkActions(x, &p, fields, asked.Get("status"))
	if x.Permissions.CanCreate(desk.CallerOf(x.R.Context())) {
		p.New = x.Path("new")
	}
	if x.IsScheduled() {
		p.Calendar = x.Path("calendar")
	}
	status := http.StatusOK
	if refused != nil {
		lists := x.Of(&model.Resource{ListArgs: x.ListArgs}) // Labels are those of filters, also where a field has the name.
		message, details := lists.APIErrorOf(refused)
		status, p.Error = refused.Status, message
		maps.Copy(errors, details)
	}
	addRows(x, &p, found, fields, v, asked)
	addPages(x, &p, asked, int64(len(found)))
	addFilters(x, &p, asked, v, by, errors)
	addTabs(x, &p, asked, v, counts)
	addSeries(x, &p, asked, v)
	x.Render(page.Page{
		Status: status, Title: x.T(model.Words(x.Plural)), Name: "list.html", Data: p,
		Styles: []string{"list.css"}, Scripts: []string{"lookup.js", "list.js"},
	})
}

// ownerIn returns the user whose records a view has, 0 for those of all.
func ownerIn(x *record.Exchange, v View) int64 {
	if v.Mine {
		return desk.CallerOf(x.R.Context()).User
	}
	return 0
}

// restrict has the lists of the handler restricted to what a view shows, and its search find
// names of linked records, too. It returns false after it has sent a page about a failure.
func restrict(x *record.Exchange, v View, asked url.Values) bool {
	now := x.Desk.Env.Clock()
	r := filter.Restriction{Owner: ownerIn(x, v), Lacks: lackNamed(x, v.lacks)}
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
	if search := record.ListParam(x.Resource, "search"); search != nil && asked.Get(search.Name) != "" {
		related, err := x.Desk.API.Related(x.R.Context(), x.Resource, nameSources(x), asked.Get(search.Name))
		if err != nil {
			x.Failed(err)
			return false
		}
		r.Related = related
	}
	x.Only = r
	return true
}

// nameSources returns the resources that the records of a list link to, each with the text of
// them by which the list is filtered, such as the city of venues.
func nameSources(x *record.Exchange) []records.NameSource {
	var sources []records.NameSource
	for _, link := range x.Links {
		target := link.Target
		if target.NameSort == "" || len(target.SearchColumns) == 0 ||
			slices.ContainsFunc(sources, func(s records.NameSource) bool { return s.Resource == target }) {
			continue
		}
		source := records.NameSource{Resource: target}
		for _, a := range x.ListArgs {
			by := choiceSource(x, a)
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
func listQuery(x *record.Exchange, asked url.Values, v View, by filters) (url.Values, map[string]string, bool) {
	query, errors := x.AllParams(x.Resource), map[string]string{}
	if record.ListParam(x.Resource, "order_by") != nil && v.orderBy != "" {
		query.Set("orderby", v.orderBy)
		query.Set("order", v.order)
	}
	query.Set("per_page", strconv.FormatInt(pageSize(asked), 10))
	for _, a := range x.ListArgs {
		value := strings.TrimSpace(asked.Get(a.Name))
		if value == "" || a.Name == "per_page" || a.Name == record.CollapseParam && !v.Once {
			continue
		}
		query.Set(a.Name, value)
		target := x.Desk.Env.Resource(a.Link)
		if target == nil || target.Term || isIDs(value) {
			continue
		}
		if list, few := by.choices[a.Name]; few {
			if i := slices.IndexFunc(list, func(c record.Choice) bool { return strings.EqualFold(c.Label, value) }); i >= 0 {
				query.Set(a.Name, list[i].Value)
				continue
			}
		}
		found, ok := x.Find(target, value, 1)
		if !ok {
			return nil, nil, false
		}
		if len(found) > 0 {
			query.Set(a.Name, found[0].Value)
			continue
		}
		errors[a.Name] = x.About("No {record} called “%s”.", target, value)
		query.Del(a.Name)
	}
	if asked.Get("order") == "" && asked.Get("orderby") != "" {
		query.Set("order", "asc")
	}
	return query, errors, true
}

// isIDs reports whether a text is a list of IDs.
func isIDs(s string) bool {
	return !slices.ContainsFunc(strings.Split(s, ","),
		func(id string) bool { return record.Number(strings.TrimSpace(id)) == 0 })
}
