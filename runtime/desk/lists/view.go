package lists

import (
	"net/url"
	"slices"
	"strconv"

	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// The times of the records in a view of a list.
const (
	whenUpcoming = "upcoming" // They end now or later.
	whenPast     = "past"
	WhenAll      = "all"
)

// View is the part of a list that a page shows.
type View struct {
	asked          string // The time that was asked for; "" for the usual one.
	when           string
	status         string // "" for all but the trash.
	Mine           bool   // Only records of the user.
	lacks          string // Name of what the records lack; "" for all.
	series         string // ID of the series whose dates it has; "" for all records.
	Once           bool   // It has each series once.
	searches       bool   // Only records that have certain words.
	nextFirst      bool   // Sorted by what comes next, and then by what was last.
	orderBy, order string
}

// viewOf returns the view that a page is asked for. Of records with a start the usual one is
// what comes next; a search looks at all times.
func viewOf(x *record.Exchange, asked url.Values) View {
	v := View{when: WhenAll, status: asked.Get("status"), Mine: asked.Get("mine") != "", lacks: asked.Get("lacks")}
	if x.SeriesRoute != "" {
		v.series = asked.Get(record.SeriesParam)
		v.Once = asked.Get(record.CollapseParam) == record.Collapsed && v.series == "" && v.status != model.StatusTrash
	}
	search := record.ListParam(x.Resource, "search")
	v.searches = search != nil && asked.Get(search.Name) != ""
	if x.IsScheduled() {
		v.asked = asked.Get("when")
		switch {
		case slices.Contains([]string{whenUpcoming, whenPast, WhenAll}, v.asked):
			v.when = v.asked
		case slices.Contains([]string{model.StatusDraft, model.StatusPending, model.StatusTrash}, v.status):
		case v.series != "":
		case !v.searches:
			v.when = whenUpcoming
		}
	}
	byStart := slices.IndexFunc(x.Orders, func(o model.SortOption) bool { return o.Column == x.StartColumn })
	byChange := slices.ContainsFunc(x.Orders, func(o model.SortOption) bool { return o.Name == "modified" })
	switch {
	case asked.Get("orderby") != "":
		v.orderBy, v.order = asked.Get("orderby"), asked.Get("order")
	case v.when == whenUpcoming || v.series != "":
		v.orderBy, v.order = x.Orders[byStart].Name, "asc"
	case x.IsScheduled() && v.status == "" && v.when == WhenAll && v.searches:
		v.nextFirst = true
	case x.IsScheduled() && v.status == "":
		v.orderBy, v.order = x.Orders[byStart].Name, "desc"
	case byChange:
		v.orderBy, v.order = "modified", "desc"
	}
	return v
}

// SetCount adds how many records the part has.
func (t *Tab) SetCount(n int64) { t.Count = strconv.FormatInt(n, 10) }

// Params returns the parameters of the view, without those of filters and the order.
func (v View) Params() url.Values {
	params := url.Values{}
	for name, value := range map[string]string{"when": v.asked, "status": v.status} {
		if value != "" {
			params.Set(name, value)
		}
	}
	if v.Mine {
		params.Set("mine", "1")
	}
	if v.Once {
		params.Set(record.CollapseParam, record.Collapsed)
	}
	return params
}

// addTabs adds the tabs of a list, with how many records each of them has, and the switch to
// the records of the user.
func addTabs(x *record.Exchange, p *listPage, asked url.Values, v View, counts map[string]records.StatusCount) {
	caller := desk.CallerOf(x.R.Context())
	if caller.User != 0 && !caller.AuthDisabled && x.OwnerColumn() != "" && x.Permissions.CanWrite(caller) {
		p.Mine = &Tab{Label: x.T("Mine"), URL: x.URLWith(asked, "", "mine", "1", "page", ""), Current: v.Mine}
		if v.Mine {
			p.Mine.URL = x.URLWith(asked, "", "mine", "", "page", "")
		}
	}
	words := ""
	if search := record.ListParam(x.Resource, "search"); search != nil {
		words = asked.Get(search.Name)
	}
	add := func(label, when, status string, count int64) {
		params := View{when: when, asked: when, status: status, Mine: v.Mine, Once: v.Once}.Params()
		t := Tab{Label: label, Current: v.status == status && (v.when == when || when == "")}
		if words != "" {
			params.Set(record.ListParam(x.Resource, "search").Name, words)
		}
		if v.series != "" {
			params.Set(record.SeriesParam, v.series)
		}
		if words == "" && v.series == "" && x.Post {
			t.SetCount(count)
		}
		t.URL = x.URLWith(params, "")
		p.Tabs = append(p.Tabs, t)
	}
	all, past := int64(0), int64(0)
	for status, count := range counts {
		if status != model.StatusTrash {
			all, past = all+count.Total, past+count.Past
		}
	}
	readsMore := x.Post && x.Permissions.CanReadNonPublic(caller)
	switch {
	case x.IsScheduled():
		add(x.T("Upcoming"), whenUpcoming, "", all-past)
		add(x.T("Past"), whenPast, "", past)
		add(x.T("All"), WhenAll, "", all)
	case readsMore:
		add(x.T("All"), "", "", all)
	}
	if !readsMore {
		return
	}
	for _, of := range []struct{ status, label string }{
		{model.StatusDraft, x.T("Drafts")}, {model.StatusPending, x.T("Review")}, {model.StatusTrash, x.T("Trash")},
	} {
		if counts[of.status].Total > 0 || v.status == of.status {
			add(of.label, "", of.status, counts[of.status].Total)
		}
	}
}
