package records

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// bulkPage is what bulk.html gets: first what an action will change, then what it has.
type bulkPage struct {
	Action  string
	Word    string
	Rows    []bulkRow
	Value   *fieldView // What is linked; nil for other actions.
	Ready   bool       // Nothing is missing before the action.
	Done    bool
	OK, Bad int
	Post    string
	Key     string
	Back    string
	Danger  bool
}

// bulkRow is a record of a bulk action.
type bulkRow struct {
	ID, Title, Tag string
	Before, After  string
	Error          string
}

// bulkActions lists the actions on the records of a list with a status.
func (h *handler) bulkActions(fields []field, status string) []choice {
	if !h.Permissions.CanWrite(desk.CallerOf(h.r.Context())) {
		return nil
	}
	names := []string{"delete"}
	switch {
	case h.Post && status == model.StatusTrash:
		names = []string{"restore", "delete"}
	case h.Post:
		names = []string{"publish", "draft", "trash"}
	}
	for _, f := range fields {
		switch f.input {
		case inputTerms:
			names = append(names, "add:"+f.Name, "remove:"+f.Name)
		case inputLinks:
			if !f.isReference() {
				names = append(names, "set:"+f.Name)
			}
		default: // Nothing that records have in common.
		}
	}
	var list []choice
	for _, name := range names {
		if a, ok := h.actionNamed(fields, name); ok {
			list = append(list, choice{Value: name, Label: h.actionWord(a)})
		}
	}
	return list
}

// actionWord returns an action as people read it.
func (h *handler) actionWord(a action) string {
	if a.link.Arg != nil {
		return h.t(actionWords[a.verb], h.t(a.link.Label))
	}
	return h.t(actionWords[a.verb])
}

// bulk shows what an action on several records will change, and performs it once that
// was confirmed.
func (h *handler) bulk() {
	form := h.posted()
	if form == nil {
		return
	}
	fields := h.fieldsOf(h.Resource)
	a, ok := h.actionNamed(fields, form.Get("action"))
	ids := form["id"]
	if !ok || len(ids) == 0 || len(ids) > maxBulk {
		page.SetFlash(h.w, h.r, page.Flash{Text: h.t("Select at least one item and an action."), Error: true})
		http.Redirect(h.w, h.r, h.path(""), http.StatusSeeOther)
		return
	}
	p := bulkPage{
		Action: a.name, Word: h.actionWord(a), Post: h.path("bulk"), Key: form.Get("key"), Back: h.listURL(form.Get("back")),
		Ready: true, Danger: a.deletes(), Done: form.Has("confirm"),
	}
	if p.Key == "" {
		p.Key = rand.Text()
	}
	var chosen choice
	if a.link.Arg != nil {
		if chosen, ok = h.bulkValue(&p, a, form); !ok {
			return
		}
	}
	p.Done = p.Done && p.Ready
	if h.addBulkRows(&p, a, chosen, form) {
		h.render(page.Page{Title: p.Word, Name: "bulk.html", Data: p, Scripts: []string{"lookup.js"}})
	}
}

// maxBulk is how many records an action is about at most: those of the largest page.
const maxBulk = 50

// listURL returns the page of the list that an action was started from.
func (h *handler) listURL(sent string) string {
	if sent == h.path("") || strings.HasPrefix(sent, h.path("")+"?") {
		return sent
	}
	return h.path("")
}

// bulkValue reads what is linked by an action. It returns false after it has sent a page
// about a failure.
func (h *handler) bulkValue(p *bulkPage, a action, form url.Values) (choice, bool) {
	typed, target := strings.TrimSpace(form.Get("value")), a.link.target
	f := h.newForm()
	view := f.plain(field{Arg: a.link.Arg, input: inputText, bare: true}, "value", one(typed))
	view.Lookup, view.Required = h.bundle.URL("/records/"+target.Plural+"/lookup"), true
	p.Value, p.Ready = &view, false
	if typed == "" {
		return choice{}, true
	}
	found, ok := h.find(target, typed, maxFound)
	if !ok {
		return choice{}, false
	}
	for _, c := range found {
		if strings.EqualFold(c.Label, typed) || c.Value == typed || len(found) == 1 {
			p.Ready, view.Value = true, c.Label
			return c, true
		}
	}
	if a.verb == "add" && target.Permissions.CanCreateInline(desk.CallerOf(h.r.Context())) {
		p.Ready = true
		return choice{Value: newTerm + typed, Label: typed}, true
	}
	view.Error = h.about("No {record} called “%s”.", target, typed)
	view.DescribedBy = view.ID + "-fault"
	return choice{}, true
}

// addBulkRows adds the records with what the action will change, or with what it has changed
// once that was confirmed. It returns false after it has sent a page about a failure.
func (h *handler) addBulkRows(p *bulkPage, a action, chosen choice, form url.Values) bool {
	var ids []int64
	for _, id := range form["id"] {
		ids = append(ids, number(id))
	}
	list, err := h.desk.API.Records().Preview(h.desk.API.Call(h.r.Context()), h.Resource, ids,
		records.Change{Delete: a.deletes(), Status: a.status})
	if err != nil {
		h.failed(err)
		return false
	}
	for i, c := range list {
		row := bulkRow{ID: form["id"][i], Title: "#" + form["id"][i], Tag: c.Tag}
		if f := apierror.As(c.Err); f != nil {
			row.Error = h.translated(f.Message)
		}
		var r record
		if c.Body != nil {
			if err := json.Unmarshal(c.Body, &r); err != nil {
				h.failed(err)
				return false
			}
			row.Title, row.Before = h.title(r), h.bulkText(a, r.text("status"), a.links(r))
		}
		if tags := form["tag"]; p.Done && i < len(tags) {
			row.Tag = tags[i]
		}
		links := a.change(a.links(r), chosen)
		if p.Ready && row.Error == "" {
			row.After = h.afterText(a, c.Status, links)
		}
		if p.Done && !h.perform(p, &row, a, r, links) {
			return false
		}
		p.Rows = append(p.Rows, row)
	}
	return true
}

// perform performs the action on a record, nil for one that the user may not read. It
// returns false after it has sent a page about a failure.
func (h *handler) perform(p *bulkPage, row *bulkRow, a action, r record, links []choice) bool {
	if r == nil {
		p.Bad++
		return true
	}
	method, query := http.MethodPatch, url.Values{}
	if a.deletes() {
		method = http.MethodDelete
	}
	if a.verb == "delete" && h.Post {
		query.Set("force", "true")
	}
	header := writeHeader(p.Key+"-"+row.ID, row.Tag)
	done := h.do(method, "/"+h.Plural+"/"+url.PathEscape(row.ID), query, header, a.body(links))
	if done == nil {
		return false
	}
	if !done.OK() {
		p.Bad++
		row.After, row.Error = "", h.apiErrorText(done)
		return true
	}
	p.OK++
	row.Error = ""
	var after record
	if done.Decode(&after) == nil {
		row.After = h.afterText(a, after.text("status"), a.links(after))
	}
	return true
}

// bulkText returns what an action changes of a record: its links or its status.
func (h *handler) bulkText(a action, status string, links []choice) string {
	switch {
	case a.link.Arg != nil:
		return labels(links)
	case h.Post:
		return h.t(statusWords[status])
	}
	return ""
}

// afterText is bulkText once the action is performed.
func (h *handler) afterText(a action, status string, links []choice) string {
	if a.verb == "delete" {
		return h.t("Deleted")
	}
	return h.bulkText(a, status, links)
}

// Count returns how many records the action is about, for templates.
func (b bulkPage) Count() string { return strconv.Itoa(len(b.Rows)) }
