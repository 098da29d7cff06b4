package records

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/audit"
	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/series"
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
	row
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
func (h *handler) decides() bool {
	caller := desk.CallerOf(h.r.Context())
	return h.Permissions.CanPublish(caller) && h.Permissions.CanEditOthers(caller)
}

// addReview adds what waits for review to the first page: to those who decide the records
// themselves, to others how many of theirs do, and what was given back to them.
func (h *handler) addReview(d *dashboard, counts *unfinished) {
	waiting := records.SummarizedList{Statuses: []string{model.StatusPending}}
	if h.decides() {
		d.read(h, waiting, func(found records.ListSummary) {
			if found.Total > 0 {
				d.waiting = append(d.waiting, h)
			}
		})
		return
	}
	counts.add(d, h, h.t(statusWords[model.StatusPending]), waiting, "status", model.StatusPending)
	h.addOwnDrafts(d)
}

// maxReturned is how many of the drafts of a user that were changed last are looked at.
const maxReturned = 20

// addOwnDrafts notes the drafts of the user, of which some may have been given back.
func (h *handler) addOwnDrafts(d *dashboard) {
	drafts := records.SummarizedList{
		Statuses: []string{model.StatusDraft}, Restriction: filter.Restriction{Owner: desk.CallerOf(h.r.Context()).User},
		Limit: maxReturned, OrderBy: "modified_utc", Descending: true,
	}
	d.read(h, drafts, func(found records.ListSummary) {
		own := map[int64]returned{}
		for _, r := range found.Records {
			own[r.ID] = returned{Title: listedTitle(r), URL: h.listedURL(r)}
		}
		d.drafts[h.Name] = own
	})
}

// addReturned adds the drafts of the user whose last change is that of somebody else, with the
// note about it.
func (p *pages) addReturned(r *http.Request, d *dashboard) error {
	ids := map[string][]int64{}
	for name, drafts := range d.drafts {
		if len(drafts) > 0 {
			ids[name] = slices.Collect(maps.Keys(drafts))
		}
	}
	entries, err := audit.LastOf(r.Context(), p.desk.Env.Store, ids)
	if err != nil {
		return err
	}
	h := &handler{pages: p, r: r}
	for _, e := range entries {
		if e.Action != audit.ActionUpdated || e.User == 0 || e.User == desk.CallerOf(r.Context()).User {
			continue
		}
		of := d.drafts[e.Resource][e.Record]
		of.By, of.Note = e.UserName, e.Note
		of.Day = h.shortDay(p.desk.Env.Deployment.Zone.Local(dates.FromUnix(e.At.Unix())))
		d.Returned = append(d.Returned, of)
	}
	return nil
}

// reviewQueue returns what waits for review. It returns false after it has sent a page about a
// failure.
func (h *handler) reviewQueue() (queue, bool) {
	query := h.allParams(h.Resource)
	query.Set("status", model.StatusPending)
	query.Set("per_page", "10")
	if h.SeriesRoute != "" {
		query.Set(collapseParam, collapsed)
	}
	list, total, resp := h.listed(h.Resource, query)
	if resp == nil {
		return queue{}, false
	}
	q := queue{
		Label: h.about("{records} to review", h.Resource), Total: total,
		All: h.urlWith(url.Values{}, "", "status", model.StatusPending),
	}
	fields := h.fieldsOf(h.Resource)
	columns := h.columns(fields, view{}, url.Values{})
	for _, r := range list {
		q.Rows = append(q.Rows, queueRow{h.row(r, fields, columns), r.text("modified_utc"), h.path(r.id() + "/decision")})
	}
	return q, true
}

// decide publishes a record that waits for review, or gives it back to its author with a
// reason, which the history of the record keeps.
func (h *handler) decide() {
	form := h.posted()
	if form == nil {
		return
	}
	r, tag := h.readRecord(h.r.PathValue("id"))
	if r == nil {
		return
	}
	status := model.StatusPublish
	if form.Get("do") == model.StatusDraft {
		status = model.StatusDraft
	}
	again := func(text string, bad bool) {
		page.SetFlash(h.w, h.r, page.Flash{Text: text, Error: bad})
		http.Redirect(h.w, h.r, h.bundle.URL(""), http.StatusSeeOther)
	}
	if r.text("status") != model.StatusPending || form.Get("stamp") != "" && form.Get("stamp") != r.text("modified_utc") {
		again(h.t("%s has changed since you opened this page. Review it again.", h.title(r)), true)
		return
	}
	h.r = h.r.WithContext(request.WithNote(h.r.Context(), reason(form.Get("reason"))))
	w := datesWrite{
		method: http.MethodPatch, id: r.id(), tag: tag,
		body: func(series.Scope) any { return map[string]any{"status": status} },
	}
	resp := h.decideDates(w, r)
	switch {
	case resp == nil:
	case !resp.OK():
		again(h.labeled(h.title(r), h.apiErrorText(resp.Err)), true)
	case status == model.StatusDraft:
		text := h.t("Sent back to the author.")
		if reason(form.Get("reason")) != "" {
			text = h.t("Sent back to the author with your note.")
		}
		again(text, false)
	default:
		again(h.t("%s is published.", h.title(r)), false)
	}
}

// decideDates decides about a record, and about all dates of its series that wait.  It returns nil
// after it has sent a page about a failure.
func (h *handler) decideDates(w datesWrite, r record) *desk.Response {
	if seriesOf(r).id() == "" {
		return w.write(h, series.ScopeThis, "", false)
	}
	resp := w.write(h, series.ScopeAll, "", false)
	if resp == nil || !resp.OK() {
		return resp
	}
	// What was submitted by itself is not as the series is.
	query := h.allParams(h.Resource)
	query.Set("status", model.StatusPending)
	query.Set(seriesParam, seriesOf(r).id())
	query.Set("per_page", strconv.Itoa(maxCSV))
	waiting, _, ok := h.whole(query)
	if !ok {
		return nil
	}
	for _, one := range waiting {
		w.id, w.tag = one.id(), ""
		if resp = w.write(h, series.ScopeThis, "", false); resp == nil || !resp.OK() {
			return resp
		}
	}
	return resp
}

// reason returns the reason of a decision, of at most 500 characters.
func reason(typed string) string {
	const most = 500
	chars := []rune(strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(typed, "\x00", ""), "")))
	return string(chars[:min(len(chars), most)])
}
