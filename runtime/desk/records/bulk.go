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
	Fault          string
}

// bulkActions lists the actions on the records of a list with a status.
func (v *visit) bulkActions(fields []field, status string) []choice {
	if !v.Permissions.CanWrite(desk.CallerOf(v.r.Context())) {
		return nil
	}
	names := []string{"delete"}
	switch {
	case v.Post && status == model.StatusTrash:
		names = []string{"restore", "delete"}
	case v.Post:
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
		if a, ok := v.actionNamed(fields, name); ok {
			list = append(list, choice{Value: name, Label: v.actionWord(a)})
		}
	}
	return list
}

// actionWord returns an action as people read it.
func (v *visit) actionWord(a action) string {
	if a.link.Arg != nil {
		return v.t(actionWords[a.kind], v.t(a.link.Label))
	}
	return v.t(actionWords[a.kind])
}

// bulk shows what an action on several records will change, and performs it once that
// was confirmed.
func (v *visit) bulk() {
	form := v.posted()
	if form == nil {
		return
	}
	fields := v.fieldsOf(v.Resource)
	a, ok := v.actionNamed(fields, form.Get("action"))
	ids := form["id"]
	if !ok || len(ids) == 0 || len(ids) > maxBulk {
		page.SetFlash(v.w, v.r, page.Flash{Text: v.t("Choose some records and an action first."), Error: true})
		http.Redirect(v.w, v.r, v.path(""), http.StatusSeeOther)
		return
	}
	p := bulkPage{
		Action: a.name, Word: v.actionWord(a), Post: v.path("bulk"), Key: form.Get("key"), Back: v.listURL(form.Get("back")),
		Ready: true, Danger: a.deletes(), Done: form.Has("confirm"),
	}
	if p.Key == "" {
		p.Key = rand.Text()
	}
	var chosen choice
	if a.link.Arg != nil {
		if chosen, ok = v.bulkValue(&p, a, form); !ok {
			return
		}
	}
	p.Done = p.Done && p.Ready
	if v.addBulkRows(&p, a, chosen, form) {
		v.render(page.Page{Title: p.Word, Name: "bulk.html", Data: p, Scripts: []string{"lookup.js"}})
	}
}

// maxBulk is how many records an action is about at most: those of the largest page.
const maxBulk = 50

// listURL returns the page of the list that an action was started from.
func (v *visit) listURL(sent string) string {
	if sent == v.path("") || strings.HasPrefix(sent, v.path("")+"?") {
		return sent
	}
	return v.path("")
}

// bulkValue reads what is linked by an action. It returns false after it has sent a page
// about a failure.
func (v *visit) bulkValue(p *bulkPage, a action, form url.Values) (choice, bool) {
	typed, target := strings.TrimSpace(form.Get("value")), a.link.target
	f := v.newForm()
	view := f.plain(field{Arg: a.link.Arg, input: inputText, bare: true}, "value", one(typed))
	view.Lookup, view.Required = v.bundle.URL("/records/"+target.Plural+"/lookup"), true
	p.Value, p.Ready = &view, false
	if typed == "" {
		return choice{}, true
	}
	found, ok := v.find(target, typed, maxFound)
	if !ok {
		return choice{}, false
	}
	for _, c := range found {
		if strings.EqualFold(c.Label, typed) || c.Value == typed || len(found) == 1 {
			p.Ready, view.Value = true, c.Label
			return c, true
		}
	}
	if a.kind == "add" && target.Permissions.CanCreateInline(desk.CallerOf(v.r.Context())) {
		p.Ready = true
		return choice{Value: newTerm + typed, Label: typed}, true
	}
	view.Fault = v.t("Nothing has this name.")
	view.DescribedBy = view.ID + "-fault"
	return choice{}, true
}

// addBulkRows adds the records with what the action will change, or with what it has changed
// once that was confirmed. It returns false after it has sent a page about a failure.
func (v *visit) addBulkRows(p *bulkPage, a action, chosen choice, form url.Values) bool {
	var ids []int64
	for _, id := range form["id"] {
		ids = append(ids, number(id))
	}
	list, err := v.desk.API.Records().Preview(v.desk.API.Call(v.r.Context()), v.Resource, ids, records.Change{Delete: a.deletes(), Status: a.status})
	if err != nil {
		v.failed(err)
		return false
	}
	for i, c := range list {
		row := bulkRow{ID: form["id"][i], Title: "#" + form["id"][i], Tag: c.Tag}
		if f := apierror.As(c.Err); f != nil {
			row.Fault = v.translated(f.Message)
		}
		var r record
		if c.Body != nil {
			if err := json.Unmarshal(c.Body, &r); err != nil {
				v.failed(err)
				return false
			}
			row.Title, row.Before = v.title(r), v.bulkText(a, r.text("status"), a.links(r))
		}
		if tags := form["tag"]; p.Done && i < len(tags) {
			row.Tag = tags[i]
		}
		links := a.change(a.links(r), chosen)
		if p.Ready && row.Fault == "" {
			row.After = v.afterText(a, c.Status, links)
		}
		if p.Done && !v.perform(p, &row, a, r, links) {
			return false
		}
		p.Rows = append(p.Rows, row)
	}
	return true
}

// perform performs the action on a record, nil for one that the user may not read. It
// returns false after it has sent a page about a failure.
func (v *visit) perform(p *bulkPage, row *bulkRow, a action, r record, links []choice) bool {
	if r == nil {
		p.Bad++
		return true
	}
	method, query := http.MethodPatch, url.Values{}
	if a.deletes() {
		method = http.MethodDelete
	}
	if a.kind == "delete" && v.Post {
		query.Set("force", "true")
	}
	done := v.do(method, "/"+v.Plural+"/"+url.PathEscape(row.ID), query, once(p.Key+"-"+row.ID, row.Tag), a.body(links))
	if done == nil {
		return false
	}
	if !done.OK() {
		p.Bad++
		row.After, row.Fault = "", v.apiErrorText(done)
		return true
	}
	p.OK++
	row.Fault = ""
	var after record
	if done.Decode(&after) == nil {
		row.After = v.afterText(a, after.text("status"), a.links(after))
	}
	return true
}

// bulkText returns what an action changes of a record: its links or its status.
func (v *visit) bulkText(a action, status string, links []choice) string {
	switch {
	case a.link.Arg != nil:
		return labels(links)
	case v.Post:
		return v.t(statusWords[status])
	}
	return ""
}

// afterText is bulkText once the action is performed.
func (v *visit) afterText(a action, status string, links []choice) string {
	if a.kind == "delete" {
		return v.t("Deleted")
	}
	return v.bulkText(a, status, links)
}

// Count returns how many records the action is about, for templates.
func (p bulkPage) Count() string { return strconv.Itoa(len(p.Rows)) }
