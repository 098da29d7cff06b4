package records

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
)

// bulkPage is what bulk.html gets: first what an action will change, then what it has.
type bulkPage struct {
	Visit   *visit
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

// action is something that is done with several records.
type action struct {
	name   string // "publish", "trash", "add:categories", …
	method string
	force  bool
	danger bool
	link   field // Of those that change links.
	body   func(r record, value []any) map[string]any
}

// bulk performs actions on several records of a resource.
type bulk struct{ *visit }

// actionWords are the actions as people read them; those on links follow from the field.
var actionWords = map[string]string{
	"publish": "Publish", "draft": "Make a draft", "pending": "Submit for review", "trash": "Move to the trash", "restore": "Restore as a draft", "delete": "Delete for good",
	"add": "Add: %s", "remove": "Remove: %s", "set": "Change: %s",
}

// actions lists the actions on the records of a list with a status.
func (v bulk) actions(fields []field, status string) []choice {
	if !v.Permissions.CanWrite(desk.CallerOf(v.r.Context())) {
		return nil
	}
	names := []string{"delete"}
	switch {
	case v.Post && status == "trash":
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
		if a, ok := v.action(fields, name); ok {
			list = append(list, choice{Value: name, Label: v.actionWord(a)})
		}
	}
	return list
}

// actionWord returns an action as people read it.
func (v bulk) actionWord(a action) string {
	kind, _, links := strings.Cut(a.name, ":")
	if links {
		return v.t(actionWords[kind], v.t(a.link.Label))
	}
	return v.t(actionWords[kind])
}

// action returns the action with a name, and whether there is one.
func (v bulk) action(fields []field, name string) (action, bool) {
	kind, linked, _ := strings.Cut(name, ":")
	a := action{name: name, method: http.MethodPatch}
	set := func(status string) func(record, []any) map[string]any {
		return func(record, []any) map[string]any { return map[string]any{"status": status} }
	}
	if status, ok := named(fields, "status"); ok {
		set = func(word string) func(record, []any) map[string]any {
			return func(record, []any) map[string]any { return map[string]any{status.Name: word} }
		}
	}
	switch kind {
	case "publish", "draft", "pending":
		a.body = set(kind)
	case "restore":
		a.body = set("draft")
	case "trash":
		a.method, a.danger = http.MethodDelete, true
	case "delete":
		a.method, a.force, a.danger = http.MethodDelete, v.Post, true
	case "add", "remove", "set":
		i := slices.IndexFunc(fields, func(f field) bool { return f.Name == linked && f.Link != "" })
		if i < 0 {
			return a, false
		}
		a.link = fields[i]
		a.body = linkChange(kind, a.link)
	}
	return a, actionWords[kind] != "" && (linked == "") == (a.link.Arg == nil)
}

// linkChange returns what changes the links of a record.
func linkChange(kind string, f field) func(r record, value []any) map[string]any {
	return func(r record, value []any) map[string]any {
		if kind == "set" && f.one && len(value) > 0 {
			return map[string]any{f.Name: value[0]}
		}
		if kind == "set" {
			return map[string]any{f.Name: value}
		}
		refs := []any{}
		for _, linked := range linkedIn(r[f.Name]) {
			id := any(number(linked.id()))
			if kind == "add" || !slices.Contains(value, id) {
				refs = append(refs, id)
			}
		}
		if kind == "add" {
			refs = append(refs, value...)
		}
		return map[string]any{f.Name: refs}
	}
}

// run shows what an action on several records will change, and performs it once that
// was confirmed.
func (v bulk) run() {
	form := v.posted()
	if form == nil {
		return
	}
	fields := v.fieldsOf(v.Resource)
	a, ok := v.action(fields, form.Get("action"))
	ids := form["id"]
	if !ok || len(ids) == 0 || len(ids) > maxBulk {
		page.SetFlash(v.w, v.r, page.Flash{Text: v.t("Choose some records and an action first."), Error: true})
		http.Redirect(v.w, v.r, v.path(""), http.StatusSeeOther)
		return
	}
	p := bulkPage{
		Visit: v.visit, Action: a.name, Word: v.actionWord(a), Post: v.path("bulk"), Key: form.Get("key"), Back: v.back(form.Get("back")),
		Ready: true, Danger: a.danger, Done: form.Has("confirm"),
	}
	if p.Key == "" {
		p.Key = rand.Text()
	}
	var value []any
	if a.link.Arg != nil {
		if value, ok = v.bulkValue(&p, a, form); !ok {
			return
		}
	}
	p.Done = p.Done && p.Ready
	for i, id := range ids {
		row := bulkRow{ID: id}
		if tags := form["tag"]; p.Done && i < len(tags) {
			row.Tag = tags[i]
		}
		if !v.perform(&p, &row, a, value) {
			return
		}
		p.Rows = append(p.Rows, row)
	}
	v.render(page.Page{Title: p.Word, Name: "bulk.html", Data: p, Scripts: []string{"lookup.js"}})
}

// maxBulk is how many records an action is about at most: those of the largest page.
const maxBulk = 50

// back returns the page of the list that an action was started from.
func (v bulk) back(sent string) string {
	if sent == v.path("") || strings.HasPrefix(sent, v.path("")+"?") {
		return sent
	}
	return v.path("")
}

// bulkValue reads what is linked by an action. It returns false after it has sent a page
// about a failure.
func (v bulk) bulkValue(p *bulkPage, a action, form url.Values) ([]any, bool) {
	typed := strings.TrimSpace(form.Get("value"))
	f := v.newForm()
	view := f.plain(field{Arg: a.link.Arg, input: inputText, bare: true}, "value", one(typed))
	view.Lookup, view.Required = v.bundle.URL("/records/"+a.link.target.Plural+"/lookup"), true
	p.Value, p.Ready = &view, false
	if typed == "" {
		return nil, true
	}
	found, ok := v.find(a.link.target, typed, maxFound)
	if !ok {
		return nil, false
	}
	for _, c := range found {
		if strings.EqualFold(c.Label, typed) || c.Value == typed || len(found) == 1 {
			p.Ready, view.Value = true, c.Label
			return []any{number(c.Value)}, true
		}
	}
	if strings.HasPrefix(a.name, "add:") {
		p.Ready = true
		return []any{typed}, true
	}
	view.Fault = v.t("Nothing has this name.")
	view.DescribedBy = view.ID + "-fault"
	return nil, true
}

// perform tries an action on a record, or performs it once that was confirmed. It returns
// false after it has sent a page about a failure.
func (v bulk) perform(p *bulkPage, row *bulkRow, a action, value []any) bool {
	at := "/" + v.Plural + "/" + url.PathEscape(row.ID)
	read := v.do(http.MethodGet, at, url.Values{"context": {"edit"}}, nil, nil)
	if read == nil {
		return false
	}
	var before, after record
	if !read.OK() || read.Decode(&before) != nil {
		row.Title, row.Fault = "#"+row.ID, v.fault(read).Message
		p.Bad++
		return true
	}
	row.Title, row.Before = v.title(before), v.bulkText(a, before)
	query, header := url.Values{}, once(p.Key+"-"+row.ID, row.Tag)
	if a.force {
		query.Set("force", "true")
	}
	if !p.Done {
		query.Set("dry_run", "true")
		row.Tag = read.Header.Get("ETag")
	}
	var body any
	if a.body != nil {
		if !p.Ready {
			return true
		}
		body = a.body(before, value)
	}
	done := v.do(a.method, at, query, header, body)
	switch {
	case done == nil:
		return false
	case !done.OK():
		p.Bad++
		row.Fault = v.faultText(done)
	default:
		p.OK++
		if done.Decode(&after) == nil && !a.force && a.method != http.MethodDelete || v.Post && !a.force {
			row.After = v.bulkText(a, after)
		}
	}
	return true
}

// bulkText returns what an action changes of a record.
func (v bulk) bulkText(a action, r record) string {
	if a.link.Arg != nil {
		return v.text(a.link, r)
	}
	if v.Post {
		return v.t(statusWords[r.text("status")])
	}
	return ""
}

// Count returns how many records the action is about, for templates.
func (p bulkPage) Count() string { return strconv.Itoa(len(p.Rows)) }
