package overview

import (
	"maps"
	"net/url"
	"slices"

	"almanac/runtime/audit"
	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/lists"
	"almanac/runtime/desk/record"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// queue is what waits among the records of a resource for a user who decides about it.
type queue struct {
	Label string
	Total int64
	Rows  []queueRow
	All   string
}

// queueRow is a record that waits.
type queueRow struct {
	lists.Row
	Stamp string // When it was changed last, so that a decision is about what was read.
	Post  string
}

// returned is a draft of the user that somebody else has changed last, such as an editor who
// gave it back.
type returned struct {
	Title, URL, Day string
	By, Note        string // Note is "" for none.
}

// decides reports whether the user may decide about what waits for review.
func decides(x *record.Exchange) bool {
	caller := desk.CallerOf(x.R.Context())
	return x.Permissions.CanPublish(caller) && x.Permissions.CanEditOthers(caller)
}

// addReview adds what waits for review to the first page: to those who decide the records
// themselves, to others how many of theirs do, and what was given back to them.
func addReview(x *record.Exchange, d *dashboard, counts *unfinished) {
	waiting := records.SummarizedList{Statuses: []string{model.StatusPending}}
	if decides(x) {
		d.read(x, waiting, func(found records.ListSummary) {
			if found.Total > 0 {
				d.waiting = append(d.waiting, x)
			}
		})
		return
	}
	counts.add(d, x, x.T(record.StatusWords[model.StatusPending]), waiting, "status", model.StatusPending)
	addOwnDrafts(x, d)
}

// maxReturned is how many of the drafts of a user that were changed last are looked at.
const maxReturned = 20

// addOwnDrafts notes the drafts of the user, of which some may have been given back.
func addOwnDrafts(x *record.Exchange, d *dashboard) {
	drafts := records.SummarizedList{
		Statuses: []string{model.StatusDraft}, Restriction: filter.Restriction{Owner: desk.CallerOf(x.R.Context()).User},
		Limit: maxReturned, OrderBy: "modified_utc", Descending: true,
	}
	d.read(x, drafts, func(found records.ListSummary) {
		own := map[int64]returned{}
		for _, r := range found.Records {
			own[r.ID] = returned{Title: listedTitle(r), URL: listedURL(x, r)}
		}
		d.drafts[x.Name] = own
	})
}

// addReturned adds the drafts of the user whose last change is that of somebody else, with the
// note about it.
func addReturned(x *record.Exchange, d *dashboard) error {
	ids := map[string][]int64{}
	for name, drafts := range d.drafts {
		if len(drafts) > 0 {
			ids[name] = slices.Collect(maps.Keys(drafts))
		}
	}
	entries, err := audit.LastOf(x.R.Context(), x.Desk.Env.Store, ids)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Action != audit.ActionUpdated || e.User == 0 || e.User == desk.CallerOf(x.R.Context()).User {
			continue
		}
		of := d.drafts[e.Resource][e.Record]
		_, of.Note = records.UndoOf(e.Note)
		of.By = e.UserName
		of.Day = x.ShortDay(x.Desk.Env.Deployment.Zone.Local(dates.FromUnix(e.At.Unix())))
		d.Returned = append(d.Returned, of)
	}
	return nil
}

// reviewQueue returns what waits for review. It returns false after it has sent a page about a
// failure.
func reviewQueue(x *record.Exchange) (queue, bool) {
	query := x.AllParams(x.Resource)
	query.Set("status", model.StatusPending)
	query.Set("per_page", "10")
	if x.SeriesRoute != "" {
		query.Set(record.CollapseParam, record.Collapsed)
	}
	list, total, f := x.Listed(x.Resource, query)
	if f != nil {
		x.Failed(f)
		return queue{}, false
	}
	q := queue{
		Label: x.About("{records} to review", x.Resource), Total: total,
		All: x.URLWith(url.Values{}, "", "status", model.StatusPending),
	}
	fields := x.FieldsOf(x.Resource)
	columns := lists.ColumnsOf(x, fields, lists.View{}, url.Values{})
	for _, r := range list {
		row := lists.RowOf(x, r, fields, columns)
		q.Rows = append(q.Rows, queueRow{row, r.Text("modified_utc"), x.Path(r.ID() + "/decision")})
	}
	return q, true
}
