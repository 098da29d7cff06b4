package records

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/series"
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
	Counted string // What came of the action.
	Post    string
	IDs     []string // Of the records.
	Key     string
	Back    string
	Danger  bool
	Whole   bool  // The action is about all dates of each series.
	Dates   int64 // That the action is about, where it is.
}

// bulkRow is a record of a bulk action.
type bulkRow struct {
	ID, Title, Tag string
	Before, After  string
	Error          string
}

// addBulkActions adds the actions on the records of a list with a status: buttons for those
// that are performed at once, and a list of others.
func (h *handler) addBulkActions(p *listPage, fields []field, status string) {
	if !h.Permissions.CanWrite(desk.CallerOf(h.r.Context())) {
		return
	}
	names := []string{"delete"}
	switch {
	case h.Post && status == model.StatusTrash:
		names = []string{"restore", "delete"}
	case h.Post:
		names = []string{"publish", "draft", "trash"}
	}
	for _, f := range fields {
		switch {
		case status == model.StatusTrash || !h.isChangeable(f):
		case f.input == inputTerms:
			names = append(names, "add:"+f.Name, "remove:"+f.Name)
		case h.values(f) == nil:
			names = append(names, "set:"+f.Name)
		}
		for _, c := range h.values(f) {
			if status != model.StatusTrash {
				names = append(names, "set:"+f.Name+"="+c.Value)
			}
		}
	}
	for _, name := range names {
		a, ok := h.actionNamed(fields, name)
		switch c := (choice{Value: name, Label: h.actionWord(a)}); {
		case !ok:
		case a.of.Arg == nil:
			p.Buttons = append(p.Buttons, c)
		default:
			p.Changes = append(p.Changes, c)
		}
	}
}

// actionWord returns an action as people read it.
func (h *handler) actionWord(a action) string {
	switch {
	case a.value != "":
		return h.labeled(h.t(a.of.Label), h.readable(a.of, one(a.value), nil))
	case a.of.Arg != nil:
		return h.t(actionWords[a.verb], h.midSentence(a.of.Label))
	}
	return h.t(actionWords[a.verb])
}

// bulk performs an action on several records of a list, or on the one whose button was
// pressed. What cannot be undone it performs once that was confirmed; before, it shows what
// will change.
func (h *handler) bulk() {
	form := h.posted()
	if form == nil {
		return
	}
	fields, name, ids := h.fieldsOf(h.Resource), form.Get("action"), form["id"]
	if name == "change" {
		name = form.Get("change")
	}
	of, id, isRow := strings.Cut(form.Get("row"), " ")
	if isRow {
		name, ids = of, []string{id}
	}
	a, ok := h.actionNamed(fields, name)
	a.whole = form.Get(collapseParam) == collapsed
	back := h.listURL(form.Get("back"))
	if !ok || len(ids) == 0 || len(ids) > maxBulk {
		page.SetFlash(h.w, h.r, page.Flash{Text: h.t("Select at least one item and an action."), Error: true})
		http.Redirect(h.w, h.r, back, http.StatusSeeOther)
		return
	}
	switch atOnce := a.isImmediate() || isRow && a.value != ""; {
	case atOnce && !a.whole:
		h.performAtOnce(a, ids, back)
		return
	case a.whole && form.Has("confirm") && (a.isImmediate() || a.value != ""):
		h.performOnSeries(a, ids, back)
		return
	}
	p := bulkPage{
		Action: a.name, Word: h.actionWord(a), Post: h.path("bulk"), Key: form.Get("key"), Back: back,
		Ready: true, Danger: a.deletes(), Done: form.Has("confirm"), IDs: ids, Whole: a.whole,
	}
	if p.Key == "" {
		p.Key = rand.Text()
	}
	chosen := one(a.value)
	var linked choice
	switch {
	case a.isLinks():
		if linked, ok = h.bulkLink(&p, a, form); !ok {
			return
		}
	case a.of.Arg != nil && a.value == "":
		chosen = h.bulkValue(&p, a, form)
	}
	p.Done = p.Done && p.Ready
	if h.addBulkRows(&p, a, linked, chosen, form) {
		done := h.t("%d updated", p.OK)
		if a.verb == "delete" {
			done = h.t("%d deleted", p.OK)
		}
		p.Counted = h.counted(done, p.Bad)
		h.render(page.Page{Title: p.Word, Name: "bulk.html", Data: p, Scripts: []string{"lookup.js"}})
	}
}

// maxBulk is how many records an action is about at most: those of the largest page.
const maxBulk = 100

// listURL returns the page of the list, of the calendar or the first page, on which an action was
// started.
func (h *handler) listURL(sent string) string {
	for _, at := range []string{h.path(""), h.path("calendar"), h.bundle.URL("")} {
		if sent == at || strings.HasPrefix(sent, at+"?") {
			return sent
		}
	}
	return h.path("")
}

// cameFrom returns the page, as listURL knows it, that leads back: what leadingBack has added, else
// that on which a link was followed.
func (h *handler) cameFrom() string {
	if back := h.asked().Get("back"); back != "" {
		return h.listURL(back)
	}
	from, err := url.Parse(h.r.Referer())
	if err != nil {
		return h.path("")
	}
	return h.listURL(from.RequestURI())
}

// leadingBack returns the URL of a page about the resource that leads back to another one than the
// list that has nothing chosen.
func (h *handler) leadingBack(back, at string, params ...string) string {
	if back == h.path("") {
		back = ""
	}
	return h.urlWith(url.Values{}, at, append(params, "back", back)...)
}

// bulkValue reads what a field gets by an action.
func (h *handler) bulkValue(p *bulkPage, a action, form url.Values) []string {
	sent := url.Values{a.of.Name: form["value"], a.of.Name + ".currency": form["value.currency"]}
	list := a.of.posted(sent)
	of := a.of
	of.bare = true
	view := h.newForm().plain(of, "value", list)
	view.Required = true
	p.Value, p.Ready = &view, len(list) > 0
	return list
}

// bulkLink reads what is linked by an action. It returns false after it has sent a page
// about a failure.
func (h *handler) bulkLink(p *bulkPage, a action, form url.Values) (choice, bool) {
	typed, target := strings.TrimSpace(form.Get("value")), a.of.target
	f := h.newForm()
	view := f.plain(field{Arg: a.of.Arg, input: inputText, bare: true}, "value", one(typed))
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
func (h *handler) addBulkRows(p *bulkPage, a action, linked choice, chosen []string, form url.Values) bool {
	list, ok := h.previewed(a, p.IDs)
	if !ok {
		return false
	}
	for i, c := range list {
		row, r := bulkRow{ID: p.IDs[i], Title: "#" + p.IDs[i], Tag: c.Tag, Error: c.problem}, c.record
		if r != nil {
			row.Title, row.Before = h.title(r), h.bulkText(a, r, nil)
		}
		if tags := form["tag"]; p.Done && i < len(tags) {
			row.Tag = tags[i]
		}
		after, values := h.changed(a, r, linked, chosen)
		if p.Ready && row.Error == "" {
			row.After = h.afterText(a, after, values)
		}
		if p.Done && !h.perform(p, &row, a, r, values) {
			return false
		}
		p.Rows = append(p.Rows, row)
	}
	return !p.Whole || h.countDates(p, list)
}

// previewed is what an action comes to for a record.
type previewed struct {
	records.Preview

	record  record // Nil for one that the user may not read.
	problem string // Why the user may not perform the action; "" for nothing.
}

// previewed returns what an action comes to for each of some records. It returns false after
// it has sent a page about a failure.
func (h *handler) previewed(a action, ids []string) ([]previewed, bool) {
	numbers := make([]int64, len(ids))
	for i, id := range ids {
		numbers[i] = number(id)
	}
	list, err := h.desk.API.Records().Preview(h.desk.API.Call(h.r.Context()), h.Resource, numbers,
		records.Change{Delete: a.deletes(), Status: a.status})
	if err != nil {
		h.failed(err)
		return nil, false
	}
	found := make([]previewed, len(list))
	for i, c := range list {
		found[i].Preview = c
		if f := apierror.As(c.Err); f != nil {
			found[i].problem = h.translated(f.Message)
		}
		if c.Body == nil {
			continue
		}
		if err := json.Unmarshal(c.Body, &found[i].record); err != nil {
			h.failed(err)
			return nil, false
		}
	}
	return found, true
}

// changed returns what the action changes of a record, in words and as the inputs of the field
// would contain it.
func (h *handler) changed(a action, r record, linked choice, chosen []string) (text string, values []string) {
	if !a.isLinks() {
		return "", chosen
	}
	links := a.change(a.links(r), linked)
	return labels(links), ids(links)
}

// perform performs the action on a record, nil for one that the user may not read. It
// returns false after it has sent a page about a failure.
func (h *handler) perform(p *bulkPage, row *bulkRow, a action, r record, values []string) bool {
	if r == nil {
		p.Bad++
		return true
	}
	done := h.write(a, row.ID, writeHeader(p.Key+"-"+row.ID, row.Tag), values)
	if done == nil {
		return false
	}
	if !done.OK() {
		p.Bad++
		row.After, row.Error = "", h.apiErrorText(done.Err)
		return true
	}
	p.OK++
	row.Error = ""
	var after record
	if a.verb != "delete" && done.Decode(&after) == nil {
		row.After = h.bulkText(a, after, nil)
	}
	return true
}

// write sends the write of an action to the API. It returns nil after it has sent a page about
// a failure.
func (h *handler) write(a action, id string, header http.Header, values []string) *desk.Response {
	method, query := http.MethodPatch, url.Values{}
	if a.deletes() {
		method = http.MethodDelete
	}
	if a.verb == "delete" && h.Post {
		query.Set("force", "true")
	}
	if a.whole {
		query.Set("apply_to", string(series.ScopeAll))
	}
	return h.do(method, "/"+h.Plural+"/"+url.PathEscape(id), query, header, a.body(values))
}

// bulkText returns what an action changes of a record.
func (h *handler) bulkText(a action, r record, values []string) string {
	switch {
	case a.isLinks():
		return labels(a.links(r))
	case a.of.Arg != nil && values != nil:
		return h.readable(a.of, values, nil)
	case a.of.Arg != nil:
		return h.text(a.of, r)
	case h.Post:
		return h.t(statusWords[r.text("status")])
	}
	return ""
}

// afterText is bulkText of a record after the action.
func (h *handler) afterText(a action, links string, values []string) string {
	switch {
	case a.verb == "delete":
		return h.t("Deleted")
	case a.isLinks():
		return links
	case a.of.Arg == nil:
		return h.t(statusWords[a.status])
	}
	return h.readable(a.of, values, nil)
}
