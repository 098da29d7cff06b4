package records

import (
	"net/url"
	"slices"
	"strconv"

	"almanac/runtime/desk"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// The times of the records in a view of a list.
const (
	whenUpcoming = "upcoming" // They end now or later.
	whenPast     = "past"
	whenAll      = "all"
)

// view is the part of a list that a page shows.
type view struct {
	asked          string // The time that was asked for; "" for the usual one.
	when           string
	status         string // "" for all but the trash.
	mine           bool   // Only records of the user.
	lacks          string // Name of what the records lack; "" for all.
	series         string // ID of the series whose dates it has; "" for all records.
	once           bool   // It has each series once.
	searches       bool   // Only records that have certain words.
	nextFirst      bool   // Sorted by what comes next, and then by what was last.
	orderBy, order string
}

// isScheduled reports whether records of the resource have a start and an end.
func (h *handler) isScheduled() bool { return h.StartColumn != "" && h.EndColumn != "" }

// viewOf returns the view that a page is asked for. Of records with a start the usual one is
// what comes next; a search looks at all times.
func (h *handler) viewOf(asked url.Values) view {
	v := view{when: whenAll, status: asked.Get("status"), mine: asked.Get("mine") != "", lacks: asked.Get("lacks")}
	if h.SeriesRoute != "" {
		v.series = asked.Get(seriesParam)
		v.once = asked.Get(collapseParam) == collapsed && v.series == "" && v.status != model.StatusTrash
	}
	search := listParam(h.Resource, "search")
	v.searches = search != nil && asked.Get(search.Name) != ""
	if h.isScheduled() {
		v.asked = asked.Get("when")
		switch {
		case slices.Contains([]string{whenUpcoming, whenPast, whenAll}, v.asked):
			v.when = v.asked
		case slices.Contains([]string{model.StatusDraft, model.StatusPending, model.StatusTrash}, v.status):
		case v.series != "":
		case !v.searches:
			v.when = whenUpcoming
		}
	}
	byStart := slices.IndexFunc(h.Orders, func(o model.SortOption) bool { return o.Column == h.StartColumn })
	byChange := slices.ContainsFunc(h.Orders, func(o model.SortOption) bool { return o.Name == "modified" })
	switch {
	case asked.Get("orderby") != "":
		v.orderBy, v.order = asked.Get("orderby"), asked.Get("order")
	case v.when == whenUpcoming || v.series != "":
		v.orderBy, v.order = h.Orders[byStart].Name, "asc"
	case h.isScheduled() && v.status == "" && v.when == whenAll && v.searches:
		v.nextFirst = true
	case h.isScheduled() && v.status == "":
		v.orderBy, v.order = h.Orders[byStart].Name, "desc"
	case byChange:
		v.orderBy, v.order = "modified", "desc"
	}
	return v
}

// count adds how many records the part has.
func (t *tab) count(n int64) { t.Count = strconv.FormatInt(n, 10) }

// params returns the parameters of the view, without those of filters and the order.
func (v view) params() url.Values {
	params := url.Values{}
	for name, value := range map[string]string{"when": v.asked, "status": v.status} {
		if value != "" {
			params.Set(name, value)
		}
	}
	if v.mine {
		params.Set("mine", "1")
	}
	if v.once {
		params.Set(collapseParam, collapsed)
	}
	return params
}

// addTabs adds the tabs of a list, with how many records each of them has, and the switch to
// the records of the user.
func (h *handler) addTabs(p *listPage, asked url.Values, v view, counts map[string]records.StatusCount) {
	caller := desk.CallerOf(h.r.Context())
	if caller.User != 0 && !caller.AuthDisabled && h.OwnerColumn() != "" && h.Permissions.CanWrite(caller) {
		p.Mine = &tab{Label: h.t("Mine"), URL: h.urlWith(asked, "", "mine", "1", "page", ""), Current: v.mine}
		if v.mine {
			p.Mine.URL = h.urlWith(asked, "", "mine", "", "page", "")
		}
	}
	words := ""
	if search := listParam(h.Resource, "search"); search != nil {
		words = asked.Get(search.Name)
	}
	add := func(label, when, status string, count int64) {
		params := view{when: when, asked: when, status: status, mine: v.mine, once: v.once}.params()
		t := tab{Label: label, Current: v.status == status && (v.when == when || when == "")}
		if words != "" {
			params.Set(listParam(h.Resource, "search").Name, words)
		}
		if v.series != "" {
			params.Set(seriesParam, v.series)
		}
		if words == "" && v.series == "" && h.Post {
			t.count(count)
		}
		t.URL = h.urlWith(params, "")
		p.Tabs = append(p.Tabs, t)
	}
	all, past := int64(0), int64(0)
	for status, count := range counts {
		if status != model.StatusTrash {
			all, past = all+count.Total, past+count.Past
		}
	}
	readsMore := h.Post && h.Permissions.CanReadNonPublic(caller)
	switch {
	case h.isScheduled():
		add(h.t("Upcoming"), whenUpcoming, "", all-past)
		add(h.t("Past"), whenPast, "", past)
		add(h.t("All"), whenAll, "", all)
	case readsMore:
		add(h.t("All"), "", "", all)
	}
	if !readsMore {
		return
	}
	for _, of := range []struct{ status, label string }{
		{model.StatusDraft, h.t("Drafts")}, {model.StatusPending, h.t("Review")}, {model.StatusTrash, h.t("Trash")},
	} {
		if counts[of.status].Total > 0 || v.status == of.status {
			add(of.label, "", of.status, counts[of.status].Total)
		}
	}
}
