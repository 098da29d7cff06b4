package changes

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/records"
	"almanac/runtime/series"
)

// bulkPage is what bulk.html gets: first what an action will change, then what it has.
type bulkPage struct {
	Action  string
	Word    string
	Rows    []bulkRow
	Value   *record.FieldView // What is linked; nil for other actions.
	Ready   bool              // Nothing is missing before the action.
	Done    bool
	OK, Bad int
	Counted string // What came of the action.
	Post    string
	IDs     []string // Of the records.
	Key     string
	Back    string
	Danger  bool
	Undo    *page.Undo // Takes back what was done; nil for nothing.
	Whole   bool       // The action is about all dates of each series.
	Dates   int64      // That the action is about, where it is.
}

// bulkRow is a record of a bulk action.
type bulkRow struct {
	ID, Title     string
	Tag, Version  string // Of the record, and of the series that the action is about.
	Before, After string
	Error         string
}

// ActionWord returns an action as people read it.
func ActionWord(x *record.Exchange, a action) string {
	switch {
	case a.act != nil:
		return x.T(a.act.Label)
	case a.value != "":
		return x.Labeled(x.T(a.Of.Label), x.Readable(a.Of, record.One(a.value), nil))
	case a.Of.Arg != nil:
		return x.T(ActionWords[a.verb], x.MidSentence(a.Of.Label))
	}
	return x.T(ActionWords[a.verb])
}

// Bulk performs an action on several records of a list, or on the one whose button was
// pressed. What cannot be undone it performs once that was confirmed; before, it shows what
// will change.
func Bulk(x *record.Exchange) {
	form := x.Posted()
	if form == nil {
		return
	}
	fields, name, ids := x.FieldsOf(x.Resource), form.Get("action"), form["id"]
	if name == "change" {
		name = form.Get("change")
	}
	of, id, isRow := strings.Cut(form.Get("row"), " ")
	if isRow {
		name, ids = of, []string{id}
	}
	a, ok := ActionNamed(x, fields, name)
	a.whole = form.Get(record.CollapseParam) == record.Collapsed && a.act == nil
	back := x.ListURL(form.Get("back"))
	if !ok || len(ids) == 0 || len(ids) > maxBulk {
		page.SetFlash(x.W, x.R, page.Flash{Text: x.T("Select at least one item and an action."), Error: true})
		http.Redirect(x.W, x.R, back, http.StatusSeeOther)
		return
	}
	switch atOnce := a.isImmediate() || isRow && a.value != ""; {
	case atOnce && !a.whole, a.whole && form.Has("confirm") && (a.isImmediate() || a.value != ""):
		form["id"] = ids
		performAtOnce(x, a, form, back)
		return
	}
	p := bulkPage{
		Action: a.name, Word: ActionWord(x, a), Post: x.Path("bulk"), Key: form.Get("key"), Back: back,
		Ready: true, Danger: a.deletes(), Done: form.Has("confirm"), IDs: ids, Whole: a.whole,
	}
	if p.Key == "" {
		p.Key = rand.Text()
	}
	chosen := record.One(a.value)
	var linked []record.Choice
	switch {
	case a.isLinks():
		if linked, ok = bulkLinks(x, &p, a, form); !ok {
			return
		}
	case a.Of.Arg != nil && a.value == "":
		chosen = bulkValue(x, &p, a, form)
	}
	p.Done = p.Done && p.Ready
	if addBulkRows(x, &p, a, linked, chosen, form) {
		done := x.T("%d updated", p.OK)
		if a.verb == "delete" {
			done = x.T("%d deleted", p.OK)
		}
		p.Counted = counted(x, done, p.Bad)
		x.Render(page.Page{
			Title: p.Word, Name: "bulk.html", Data: p,
			Styles: []string{"form.css"}, Scripts: []string{"combobox.js"},
		})
	}
}

// maxBulk is how many records an action is about at most: those of the largest page.
const maxBulk = 100

// bulkValue reads what a field gets by an action.
func bulkValue(x *record.Exchange, p *bulkPage, a action, form url.Values) []string {
	sent := url.Values{a.Of.Name: form["value"], a.Of.Name + ".currency": form["value.currency"]}
	list := a.Of.Posted(sent)
	of := a.Of
	of.Bare = true
	view := x.Plain(of, "value", list, "")
	view.Required = true
	p.Value, p.Ready = &view, len(list) > 0
	return list
}

// bulkLinks reads what is linked by an action: what is chosen, and names, of which those that
// nothing has are made if they are added. It returns false after it has sent a page about a failure.
func bulkLinks(x *record.Exchange, p *bulkPage, a action, form url.Values) ([]record.Choice, bool) {
	of, target := a.Of, a.Of.Target
	of.Bare = true
	view := x.Plain(of, "value", nil, "")
	view.Required = true
	p.Value = &view
	typed := []string{form.Get("value.find")}
	if of.Input == record.InputTerms {
		typed = strings.Split(typed[0], ",")
	}
	linked := make([]record.Choice, 0, len(typed))
	add := func(c record.Choice) {
		if !slices.Contains(ids(linked), c.Value) {
			linked = append(linked, c)
		}
	}
	for _, id := range record.Without(form["value"], "") {
		add(record.Choice{Value: id, Label: titleOf(x, of, id)})
	}
	canMake := a.verb == "add" && target.Permissions.CanCreateInline(desk.CallerOf(x.R.Context()))
	for _, name := range record.Without(typed, "") {
		found, ok := x.Find(target, name, record.MaxFound)
		isSame := func(c record.Choice) bool { return strings.EqualFold(c.Label, name) || len(found) == 1 }
		switch i := slices.IndexFunc(found, isSame); {
		case !ok:
			return nil, false
		case i >= 0:
			add(found[i])
		case canMake:
			add(record.Choice{Value: record.NewTerm + name, Label: name})
		case name == form.Get("value.found") && len(linked) > 0: // One of what was found is chosen.
		default:
			view.Error, view.Find, view.Found = x.About("No {record} called “%s”.", target, name), name, found
			if len(found) > 0 {
				view.Error = x.T("Choose a result or clear the search.")
			}
			view.DescribedBy = view.ID + "-fault"
		}
	}
	if of.One && len(linked) > 1 {
		linked = linked[len(linked)-1:]
	}
	p.Ready = len(linked) > 0 && view.Error == "" && !form.Has("look")
	if !x.AddLinks(&view, of, ids(linked), namesOf(of, linked)) {
		return nil, false
	}
	view.Creates = canMake
	return linked, true
}

// titleOf returns the name of what is chosen as a link: the title of a record that the user may see,
// or the name of a term that the action makes.
func titleOf(x *record.Exchange, of record.Field, id string) string {
	if name, isNew := strings.CutPrefix(id, record.NewTerm); isNew {
		return name
	}
	return x.TitleAt(of.Target, id)
}

// namesOf returns the names of what a field links to, by Field.Key.
func namesOf(of record.Field, linked []record.Choice) map[string]string {
	names := map[string]string{}
	for _, c := range linked {
		names[of.Key(c.Value)] = c.Label
	}
	return names
}

// addBulkRows adds the records with what the action will change, or with what it has changed
// once that was confirmed. It returns false after it has sent a page about a failure.
func addBulkRows(
	x *record.Exchange, p *bulkPage, a action, linked []record.Choice, chosen []string, form url.Values,
) bool {
	list, ok := previewAll(x, a, p.IDs)
	if !ok {
		return false
	}
	var writes []DatesWrite
	var rows []int // Of the writes.
	for i, c := range list {
		row, r := bulkRow{ID: p.IDs[i], Title: "#" + p.IDs[i], Tag: c.Tag, Error: c.problem}, c.record
		if r != nil {
			row.Title, row.Before = x.Title(r), bulkText(x, a, r, nil)
		}
		if tags := form["tag"]; p.Done && i < len(tags) {
			row.Tag = tags[i]
		}
		if versions := form["version"]; p.Done && i < len(versions) {
			row.Version = versions[i]
		}
		after, values := changed(a, r, linked, chosen)
		if p.Ready && row.Error == "" {
			row.After = afterText(x, a, after, values)
		}
		if p.Done && row.Error == "" {
			w := DatesWrite{ID: row.ID, Tag: row.Tag, Version: row.Version}
			writes, rows = append(writes, a.write(x, w, r, values)), append(rows, i)
		}
		p.Rows = append(p.Rows, row)
	}
	if p.Bad = len(list) - len(writes); p.Done {
		responses, changes, ok := writeAll(x, a.scope(), writes, p.Key)
		if !ok {
			return false
		}
		for i, resp := range responses {
			p.note(x, a, &p.Rows[rows[i]], resp)
		}
		p.Undo = x.UndoOf(p.Back, changes...)
	}
	return !p.Whole || countDates(x, p, list)
}

// previewed is what an action comes to for a record.
type previewed struct {
	records.Preview

	record  record.Record // Nil for one that the user may not read.
	problem string        // Why the user may not perform the action; "" for nothing.
}

// previewAll returns what an action comes to for each of some records. It returns false after
// it has sent a page about a failure.
func previewAll(x *record.Exchange, a action, ids []string) ([]previewed, bool) {
	numbers := make([]int64, len(ids))
	for i, id := range ids {
		numbers[i] = record.Number(id)
	}
	list, err := x.Desk.API.Records().Preview(x.Desk.API.Call(x.R.Context()), x.Resource, numbers,
		records.Change{Delete: a.deletes(), Status: a.status, Action: a.act})
	if err != nil {
		x.Failed(err)
		return nil, false
	}
	found := make([]previewed, len(list))
	for i, c := range list {
		found[i].Preview = c
		if f := apierror.As(c.Err); f != nil {
			found[i].problem = x.Translated(f.Message)
		}
		if c.Body == nil {
			continue
		}
		if err := json.Unmarshal(c.Body, &found[i].record); err != nil {
			x.Failed(err)
			return nil, false
		}
	}
	return found, true
}

// changed returns what the action changes of a record, in words and as the inputs of the field
// would contain it.
func changed(
	a action, r record.Record, linked []record.Choice, chosen []string,
) (text string, values []string) {
	if !a.isLinks() {
		return "", chosen
	}
	links := a.change(a.links(r), linked)
	return labels(links), ids(links)
}

// note notes what became of the write of an action on the record of a row.
func (p *bulkPage) note(x *record.Exchange, a action, row *bulkRow, resp *desk.Response) {
	if !resp.OK() {
		p.Bad++
		row.After, row.Error = "", x.APIErrorText(resp.Err)
		return
	}
	p.OK++
	row.Error = ""
	var after record.Record
	if a.verb != "delete" && resp.Decode(&after) == nil {
		row.After = bulkText(x, a, after, nil)
	}
}

// write returns the write of the action on a record, whose field gets values.
func (a action) write(x *record.Exchange, w DatesWrite, r record.Record, values []string) DatesWrite {
	w.Method, w.Force = http.MethodPatch, a.verb == "delete" && x.Post
	w.Body = func(series.Scope) any { return a.body(values) }
	switch {
	case a.act != nil:
		w.Method, w.Action, w.Body = http.MethodPost, a.act.Name, nil
	case a.deletes():
		w.Method, w.Body = http.MethodDelete, nil
	}
	if a.whole {
		w.dates = record.Number(record.SeriesOf(r).Text("occurrences"))
	}
	return w
}

// scope returns which dates of a series the action is about.
func (a action) scope() series.Scope {
	if a.whole {
		return series.ScopeAll
	}
	return series.ScopeThis
}

// bulkText returns what an action changes of a record.
func bulkText(x *record.Exchange, a action, r record.Record, values []string) string {
	switch {
	case a.act != nil:
		return x.StateText(a.act, r, false)
	case a.isLinks():
		return labels(a.links(r))
	case a.Of.Arg != nil && values != nil:
		return x.Readable(a.Of, values, nil)
	case a.Of.Arg != nil:
		return x.Text(a.Of, r)
	case x.Post:
		return x.T(record.StatusWords[r.Text("status")])
	}
	return ""
}

// afterText is bulkText of a record after the action.
func afterText(x *record.Exchange, a action, links string, values []string) string {
	switch {
	case a.act != nil:
		return x.StateText(a.act, nil, true)
	case a.verb == "delete":
		return x.T("Deleted")
	case a.isLinks():
		return links
	case a.Of.Arg == nil:
		return x.T(record.StatusWords[a.status])
	}
	return x.Readable(a.Of, values, nil)
}
