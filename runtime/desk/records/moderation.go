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
	Queues []queue
	Kinds  []kindCard
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

// kindCard leads to the records of a resource.
type kindCard struct{ Label, URL, New string }

// home shows the first page of the desk: what waits for review, and what can be added.
func (p *pages) home(w http.ResponseWriter, r *http.Request) {
	var data homePage
	for _, k := range p.desk.Env.Resources {
		v := &visit{pages: p, Resource: k, w: w, r: r}
		caller := desk.CallerOf(r.Context())
		card := kindCard{Label: v.t(model.Words(k.Plural)), URL: v.path("")}
		if k.Permissions.CanCreate(caller) {
			card.New = v.path("new")
		}
		data.Kinds = append(data.Kinds, card)
		if !k.Post || !k.Permissions.CanReadNonPublic(caller) {
			continue
		}
		q, ok := v.reviewQueue()
		if !ok {
			return
		}
		if q.Total > 0 {
			data.Queues = append(data.Queues, q)
		}
	}
	p.bundle.Render(w, r, page.Page{Section: "home", Title: p.bundle.Text(r, "Overview"), Name: "home.html", Data: data, Styles: []string{"records.css"}})
}

// reviewQueue returns what waits for review. It returns false after it has sent a page about a
// failure.
func (v *visit) reviewQueue() (queue, bool) {
	query := v.everything(v.Resource)
	query.Set("status", model.StatusPending)
	query.Set("per_page", "10")
	list, total, a := v.listed(v.Resource, query)
	if a == nil {
		return queue{}, false
	}
	caller := desk.CallerOf(v.r.Context())
	q := queue{
		Label: v.t(model.Words(v.Plural)), Total: total, All: v.urlWith(url.Values{}, "", "status", model.StatusPending),
		Decides: v.Permissions.CanPublish(caller) && v.Permissions.CanEditOthers(caller),
	}
	fields := v.fieldsOf(v.Resource)
	columns := v.columns(fields, url.Values{})
	for _, r := range list {
		q.Rows = append(q.Rows, queueRow{v.row(r, fields, columns), r.text("modified_utc"), v.path(r.id() + "/decision")})
	}
	return q, true
}

// decide publishes a record that waits for review, or gives it back to its author with a
// reason, which the history of the record keeps.
func (v *visit) decide() {
	form := v.posted()
	if form == nil {
		return
	}
	r, tag := v.readRecord(v.r.PathValue("id"))
	if r == nil {
		return
	}
	status := model.StatusPublish
	if form.Get("do") == model.StatusDraft {
		status = model.StatusDraft
	}
	again := func(text string, bad bool) {
		page.SetFlash(v.w, v.r, page.Flash{Text: text, Error: bad})
		http.Redirect(v.w, v.r, v.bundle.URL(""), http.StatusSeeOther)
	}
	if r.text("status") != model.StatusPending || form.Get("stamp") != "" && form.Get("stamp") != r.text("modified_utc") {
		again(v.t("%s was changed meanwhile. Look at it again before you decide.", v.title(r)), true)
		return
	}
	v.r = v.r.WithContext(request.WithNote(v.r.Context(), reason(form.Get("reason"))))
	a := v.do(http.MethodPatch, "/"+v.Plural+"/"+url.PathEscape(r.id()), nil, http.Header{"If-Match": {tag}}, map[string]any{"status": status})
	switch {
	case a == nil:
	case !a.OK():
		again(v.title(r)+": "+v.apiErrorText(a), true)
	case status == model.StatusDraft:
		again(v.t("%s is a draft again. Its author sees the reason.", v.title(r)), false)
	default:
		again(v.t("%s is published.", v.title(r)), false)
	}
}

// reason returns the reason of a decision, of at most 500 characters.
func reason(typed string) string {
	const most = 500
	chars := []rune(strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(typed, "\x00", ""), "")))
	return string(chars[:min(len(chars), most)])
}
