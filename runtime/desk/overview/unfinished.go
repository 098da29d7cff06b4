package overview

import (
	"almanac/runtime/desk"
	"almanac/runtime/desk/lists"
	"almanac/runtime/desk/record"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// unfinished is how many records of a resource need work, by what they need.
type unfinished struct {
	Label  string
	Counts []*lists.Tab
}

// add has records counted for a list of the desk with some parameters, a series once: those of the
// user alone unless the user may edit those of others.
func (u *unfinished) add(
	d *dashboard, x *record.Exchange, label string, list records.SummarizedList, params ...string,
) {
	caller, v := desk.CallerOf(x.R.Context()), lists.View{Once: x.SeriesRoute != ""}
	list.Collapsed = v.Once
	if !x.Permissions.CanEditOthers(caller) {
		v.Mine, list.Owner = true, caller.User
	}
	t := &lists.Tab{Label: label, URL: x.URLWith(v.Params(), "", params...)}
	u.Counts = append(u.Counts, t)
	d.read(x, list, func(found records.ListSummary) { t.SetCount(found.Total) })
}

// addUnfinished adds how many drafts there are to the first page, and how many records to come
// lack something.
func addUnfinished(x *record.Exchange, d *dashboard) {
	u := &unfinished{Label: x.T(model.Words(x.Plural))}
	u.add(d, x, x.T("Drafts"), records.SummarizedList{Statuses: []string{model.StatusDraft}}, "status", model.StatusDraft)
	addReview(x, d, u)
	caller := desk.CallerOf(x.R.Context())
	// Nobody is reminded of what they cannot change once it is published.
	if x.IsScheduled() && x.Permissions.CanEdit(caller, caller.User, model.StatusPublish) {
		for _, l := range lists.Lacks(x) {
			coming := filter.Restriction{EndsFrom: x.Desk.Env.Clock(), Lacks: l.Lack}
			u.add(d, x, x.T("Missing: %s", l.Label), records.SummarizedList{Restriction: coming}, "lacks", l.Name)
		}
	}
	d.Unfinished = append(d.Unfinished, u)
}
