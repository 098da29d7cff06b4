package records

import (
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// homePage is what home.html gets.
type homePage struct {
	Queues    []queue
	Resources []resourceCard
}

// queue is what waits for review among the records of a resource.
type queue struct {
	Label   string
	Total   int64
	Decides bool // The user may publish.
	Rows    []queueRow
	All     string
}

// queueRow is a record that waits.
type queueRow struct {
	row
	Stamp string // When it was changed last, so that a decision is about what was read.
	Post  string
}

// resourceCard leads to the records of a resource.
type resourceCard struct {
	Label, URL, New string
	Of              *model.Resource
}

// home shows the first page of the desk: what waits for review, and what can be added.
func (p *pages) home(w http.ResponseWriter, r *http.Request) {
	var data homePage
	for _, res := range p.desk.Env.Resources {
		h := &handler{pages: p, Resource: res, w: w, r: r}
		caller := desk.CallerOf(r.Context())
		card := resourceCard{Label: h.t(model.Words(res.Plural)), URL: h.path(""), Of: res}
		if res.Permissions.CanCreate(caller) {
			card.New = h.path("new")
		}
		data.Resources = append(data.Resources, card)
		if !res.Post || !res.Permissions.CanReadNonPublic(caller) {
			continue
		}
		q, ok := h.reviewQueue()
		if !ok {
			return
		}
		if q.Total > 0 {
			data.Queues = append(data.Queues, q)
		}
	}
	p.bundle.Render(w, r, page.Page{
		Section: "home", Title: p.bundle.Text(r, "Overview"), Name: "home.html", Data: data, Styles: []string{"records.css"},
	})
}

// reviewQueue returns what waits for review. It returns false after it has sent a page about a
// failure.
func (h *handler) reviewQueue() (queue, bool) {
	query := h.allParams(h.Resource)
	query.Set("status", model.StatusPending)
	query.Set("per_page", "10")
	list, total, resp := h.listed(h.Resource, query)
	if resp == nil {
		return queue{}, false
	}
	caller := desk.CallerOf(h.r.Context())
	q := queue{
		Label: h.about("{records} to review", h.Resource), Total: total,
		All:     h.urlWith(url.Values{}, "", "status", model.StatusPending),
		Decides: h.Permissions.CanPublish(caller) && h.Permissions.CanEditOthers(caller),
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
	resp := h.do(http.MethodPatch, "/"+h.Plural+"/"+url.PathEscape(r.id()), nil, http.Header{"If-Match": {tag}},
		map[string]any{"status": status})
	switch {
	case resp == nil:
	case !resp.OK():
		again(h.title(r)+": "+h.apiErrorText(resp), true)
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

// reason returns the reason of a decision, of at most 500 characters.
func reason(typed string) string {
	const most = 500
	chars := []rune(strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(typed, "\x00", ""), "")))
	return string(chars[:min(len(chars), most)])
}
