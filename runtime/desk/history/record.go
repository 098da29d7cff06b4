package history

import (
	"encoding/json"
	"net/url"
	"strconv"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/records"
)

// recordPage is what history.html gets.
type recordPage struct {
	Back         string
	List         []revision
	Newer, Older string // "" for none.
}

// revision is a change of the record.
type revision struct {
	line

	Fields  []difference
	Kept    []string // Labels of fields that changed, and whose former values nobody knows.
	Restore string   // Page that says what restoring this version would change; "" for none.
}

// line says who did what, and when.
type line struct {
	At         time.Time
	What       string
	User, Note string // "" for none.
	Known      bool   // Former values are known.
	Undo       string // Page that says what undoing the change would do; "" for none.
}

// difference is a field before and after a change.
type difference struct{ Label, Before, After string }

// maxPage is the last page of a history.
const maxPage = 100

// Record shows who changed a record, when, and each field before and after.
func Record(x *record.Exchange) {
	id := x.R.PathValue("id")
	number := min(max(record.Number(x.Asked().Get("page")), 1), maxPage)
	list, more, err := x.Desk.API.Records().History(x.Desk.API.Call(x.R.Context()), x.Resource,
		records.Key{ID: record.Number(id)}, number)
	if err != nil {
		x.Desk.Refuse(x.W, x.R, err)
		return
	}
	now, resp := x.Read(id) // There is none of a deleted one.
	if resp == nil {
		return
	}
	title, p := "#"+id, recordPage{Back: x.Path("")}
	if now != nil {
		title, p.Back = x.Title(now), x.Path(url.PathEscape(id))
	}
	at := func(page int64) string {
		return x.URLWith(url.Values{}, url.PathEscape(id)+"/history", "page", strconv.FormatInt(page, 10))
	}
	for i, one := range list {
		shown := revision{line: lineOf(x, one, at(number)), Fields: differencesOf(x, one)}
		for _, name := range one.Secret {
			shown.Kept = append(shown.Kept, labelOf(x, name))
		}
		if now != nil && one.Version != 0 && (i > 0 || number > 1) {
			shown.Restore = x.URLWith(url.Values{}, url.PathEscape(id)+"/restore", "version", strconv.FormatInt(one.Version, 10))
		}
		p.List = append(p.List, shown)
	}
	if number > 1 {
		p.Newer = at(number - 1)
	}
	if more && number < maxPage {
		p.Older = at(number + 1)
	}
	x.Render(page.Page{Title: x.Labeled(x.T("History"), title), Name: "history.html", Data: p})
}

// lineOf returns what a change was; back is the page that its undo leads back to.
func lineOf(x *record.Exchange, one records.Revision, back string) line {
	l := line{What: actionWord(x, one), User: one.User, Note: one.Words, Known: one.Known}
	l.At, _ = time.Parse(time.RFC3339, one.At) // It was written so.
	if one.MayUndo {
		l.Undo = x.Bundle.URL("/undo?" + url.Values{"change": {one.Change}, "back": {back}}.Encode())
	}
	return l
}

// ActionWords are what changes did, as people read them; they are keys of messages.
var ActionWords = map[string]string{
	audit.ActionCreated: "created", audit.ActionUpdated: "updated", audit.ActionTrashed: "trashed",
	audit.ActionRestored: "restored", audit.ActionDeleted: "deleted", audit.ActionPublished: "published",
	audit.ActionRecalculated: "recalculated", audit.ActionUnlinked: "unlinked", audit.ActionImage: "image-changed",
}

// actionWord says what a change did.
func actionWord(x *record.Exchange, one records.Revision) string {
	word := one.Action
	if a := x.ActionNamed(one.Action); a != nil {
		word = x.T(a.Label)
	} else if key := ActionWords[one.Action]; key != "" {
		word = x.T(key)
	}
	if one.Undoes != "" {
		word += " (" + x.T("undo") + ")"
	}
	return word
}

// labelOf returns the label of a field, the name of what is none.
func labelOf(x *record.Exchange, name string) string {
	for _, f := range x.FieldsOf(x.Resource) {
		if f.Name == name {
			return x.T(f.Label)
		}
	}
	return name
}

// differencesOf returns the fields that a change has changed, as people read them.
func differencesOf(x *record.Exchange, one records.Revision) []difference {
	before, after := record.Record{}, record.Record{}
	for name, of := range one.Fields {
		read(before, name, of.Before)
		read(after, name, of.After)
	}
	switch one.Action {
	case audit.ActionCreated:
		before = nil
	case audit.ActionDeleted:
		after = nil
	}
	return compared(x, before, after)
}

// read sets a property of a record, unless there is none, as of a record that is new.
func read(r record.Record, name string, value json.RawMessage) {
	var v any
	if json.Unmarshal(value, &v) == nil {
		r[name] = v
	}
}

// compared returns the fields that differ between two versions of a record.  Where one of these is nil, as
// there was no record, those that are filled.
func compared(x *record.Exchange, before, after record.Record) []difference {
	var list []difference
	for _, f := range x.FieldsOf(x.Resource) {
		text := func(r record.Record) string {
			names := map[string]string{}
			values := f.ValuesOf(r, names)
			if (before == nil || after == nil) && !f.IsFilled(values) {
				return ""
			}
			return x.Readable(f, values, names)
		}
		d := difference{Label: x.T(f.Label)}
		if before != nil {
			d.Before = text(before)
		}
		if after != nil {
			d.After = text(after)
		}
		if d.Before != d.After {
			d.Before, d.After = excerpts(d.Before, d.After)
			list = append(list, d)
		}
	}
	return list
}

// excerpts returns two texts from a little before the first difference on, cut where they are long.
func excerpts(a, b string) (string, string) {
	const around, most = 40, 300
	x, y := []rune(a), []rune(b)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	cut := func(text []rune) string {
		first := 0
		if len(text) > most {
			first = min(max(0, same-around), len(text))
		}
		last := min(len(text), first+most)
		s := string(text[first:last])
		if first > 0 {
			s = "…" + s
		}
		if last < len(text) {
			s += "…"
		}
		return s
	}
	return cut(x), cut(y)
}
