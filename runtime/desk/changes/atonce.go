package changes

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// outcome is what came of an action that was performed at once.
type outcome struct {
	title    string // Of the first record that was changed.
	count    int    // How many were changed, dates of series each by itself.
	said     string // What one write did to dates of a series; "" for none.
	link     *page.Link
	problems []string // What went wrong with others.
	statuses []string // That they have now, each once.
	changes  []string // IDs of the changes that the API made of it.
}

// add notes records that were changed, of which the first one has a title.
func (o *outcome) add(title string, count int) {
	if o.count == 0 {
		o.title = title
	}
	o.count += count
}

// subject returns what was changed: the title of the only record, or how many there are.
func (o *outcome) subject() string {
	if o.count == 1 {
		return o.title
	}
	return fmt.Sprint(o.count)
}

// performAtOnce performs an action that can be undone, and leads back to the list, which says what was
// done.  Of series it is about all dates if the action is, at the versions that the form has.
func performAtOnce(x *record.Exchange, a action, form url.Values, back string) {
	ids, versions := form["id"], form["version"]
	list, ok := previewAll(x, a, ids)
	if !ok {
		return
	}
	var done outcome
	var of []record.Record
	var writes []DatesWrite
	for i, c := range list {
		isSeries := a.whole && record.SeriesOf(c.record).ID() != ""
		before := valueOf(x, a, c.record)
		switch {
		case c.record == nil:
			done.problems = append(done.problems, x.Labeled("#"+ids[i], c.problem))
			continue
		case c.problem != "":
			done.problems = append(done.problems, x.Labeled(x.Title(c.record), c.problem))
			continue
		case !isSeries && (before == a.value || a.Of.Arg == nil && before == a.status): // The form was sent twice.
			continue
		}
		w := DatesWrite{ID: ids[i], Tag: c.Tag}
		if isSeries && i < len(versions) {
			w.Version = versions[i]
		}
		of, writes = append(of, c.record), append(writes, a.write(x, w, c.record, record.One(a.value)))
	}
	responses, changes, ok := writeAll(x, a.scope(), writes, form.Get("key"))
	if !ok {
		return
	}
	done.changes = changes
	for i, resp := range responses {
		done.note(x, a, of[i], resp)
	}
	report(x, done, doneWord(x, a, done), back)
}

// note notes what became of the write of an action on a record.
func (o *outcome) note(x *record.Exchange, a action, r record.Record, resp *desk.Response) {
	if !resp.OK() {
		o.problems = append(o.problems, x.Labeled(x.DateTitle(r), x.APIErrorText(resp.Err)))
		return
	}
	count := 1
	var after record.Record
	if err := resp.Decode(&after); err == nil && a.whole && record.SeriesOf(r).ID() != "" {
		count = changesIn(after, "updated") + changesIn(after, "removed")
	}
	o.add(x.DateTitle(r), count)
	if status := after.Text("status"); a.Of.Arg == nil && status != "" && !slices.Contains(o.statuses, status) {
		o.statuses = append(o.statuses, status)
	}
}

// valueOf returns what a record has in the field that an action changes.
func valueOf(x *record.Exchange, a action, r record.Record) string {
	fields := x.FieldsOf(x.Resource)
	i := slices.IndexFunc(fields, func(f record.Field) bool { return f.Name == a.fieldName() })
	if i < 0 || r == nil {
		return ""
	}
	return record.Values{"": fields[i].ValuesOf(r, nil)}.First("")
}

// doneWord says what an action has done.  The API may give records another status than the
// action asks for: what a contributor publishes waits for review, and what has a date to come
// is scheduled.
func doneWord(x *record.Exchange, a action, done outcome) string {
	switch {
	case a.Of.Arg != nil:
		return ActionWord(x, a) + " (" + done.subject() + ")"
	case len(done.statuses) > 1:
		return counted(x, x.T("%d updated", done.count), len(done.problems))
	case slices.Equal(done.statuses, []string{model.StatusPending}):
		return x.T(DoneWords["pending"], done.subject())
	case slices.Equal(done.statuses, []string{model.StatusFuture}):
		return x.T("Publishes later: %s", done.subject())
	}
	return x.T(DoneWords[a.verb], done.subject())
}

// counted adds to what an action has done with how many records it failed.
func counted(x *record.Exchange, done string, failed int) string {
	if failed > 0 {
		done += ", " + x.T("%d failed", failed)
	}
	return done + "."
}

// maxProblems is how many problems a message says.
const maxProblems = 3

// report leads back to a list, which says what was done, with a button that takes it back.
func report(x *record.Exchange, done outcome, text, back string) {
	flash := page.Flash{Text: text, Error: len(done.problems) > 0, Link: done.link, Undo: x.UndoOf(back, done.changes...)}
	if flash.Error {
		flash.Text = counted(x, x.T("%d updated", done.count), len(done.problems)) + " " +
			strings.Join(done.problems[:min(len(done.problems), maxProblems)], " ")
	}
	if flash.Error || done.count > 0 {
		page.SetFlash(x.W, x.R, flash)
	}
	http.Redirect(x.W, x.R, back, http.StatusSeeOther)
}
