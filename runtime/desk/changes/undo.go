package changes

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// Reversal is how something that was done with records at once is taken back: a field gets the
// value that it had before.
type Reversal struct {
	Field, Now, Before string
	IDs                []string
}

// String writes a reversal as forms send it.
func (r Reversal) String() string {
	return strings.Join([]string{r.Field, r.Now, r.Before, ranges(r.IDs)}, "|")
}

// parseReversal reads what String has written, and returns whether it could.
func parseReversal(s string) (Reversal, bool) {
	const parts = 4
	p := strings.Split(s, "|")
	if len(p) != parts {
		return Reversal{}, false
	}
	return Reversal{p[0], p[1], p[2], inRanges(p[3])}, true
}

// maxUndone is how many records are given back what they had at most: the dates of a series.
const maxUndone = 1500

// ranges writes IDs in few letters, such as "7,12-40": the dates of a series were made together.
func ranges(ids []string) string {
	var parts []string
	for i := 0; i < len(ids); {
		first, last := record.Number(ids[i]), record.Number(ids[i])
		for i++; i < len(ids) && record.Number(ids[i]) == last+1; i++ {
			last++
		}
		part := strconv.FormatInt(first, 10)
		if last > first {
			part += "-" + strconv.FormatInt(last, 10)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}

// inRanges reads what ranges has written, not more of it than can be undone.
func inRanges(s string) []string {
	var ids []string
	for part := range strings.SplitSeq(s, ",") {
		from, to, ok := strings.Cut(part, "-")
		first, last := record.Number(from), record.Number(to)
		if !ok {
			last = first
		}
		for n := first; n <= last && len(ids) <= maxUndone; n++ {
			ids = append(ids, strconv.FormatInt(n, 10))
		}
	}
	return ids
}

// outcome is what came of an action that was performed at once.
type outcome struct {
	titles    []string // Of the records that were changed.
	said      string   // What one write did to dates of a series; "" for none.
	link      *page.Link
	problems  []string // What went wrong with others.
	statuses  []string // That they have now, each once.
	reversals []Reversal
	templates []Reversal // See templateOf.
}

// add notes a record whose field has another value now.
func (o *outcome) add(title, id, field, now, before string) {
	o.titles = append(o.titles, title)
	i := slices.IndexFunc(o.reversals,
		func(r Reversal) bool { return r.Field == field && r.Now == now && r.Before == before })
	if i < 0 {
		i, o.reversals = len(o.reversals), append(o.reversals, Reversal{field, now, before, nil})
	}
	o.reversals[i].IDs = append(o.reversals[i].IDs, id)
}

// performAtOnce performs an action that can be undone, and leads back to the list, which says
// what was done.
func performAtOnce(x *record.Exchange, a action, ids []string, back string) {
	list, ok := previewAll(x, a, ids)
	if !ok {
		return
	}
	var done outcome
	name := a.fieldName()
	for i, id := range ids {
		c := list[i]
		switch before := undoable(x, name, c.record); {
		case c.record == nil:
			done.problems = append(done.problems, x.Labeled("#"+id, c.problem))
		case c.problem != "":
			done.problems = append(done.problems, x.Labeled(x.Title(c.record), c.problem))
		case before == a.value || a.Of.Arg == nil && before == a.status: // The form was sent twice.
		default:
			if !performOne(x, &done, a, name, before, c) {
				return
			}
		}
	}
	report(x, done, doneWord(x, a, done), back)
}

// doneWord says what an action has done.  The API may give records another status than the
// action asks for: what a contributor publishes waits for review, and what has a date to come
// is scheduled.
func doneWord(x *record.Exchange, a action, done outcome) string {
	switch {
	case a.Of.Arg != nil:
		return ActionWord(x, a) + " (" + done.subject() + ")"
	case len(done.statuses) > 1:
		return counted(x, x.T("%d updated", len(done.titles)), len(done.problems))
	case slices.Equal(done.statuses, []string{model.StatusPending}):
		return x.T(DoneWords["pending"], done.subject())
	case slices.Equal(done.statuses, []string{model.StatusFuture}):
		return x.T("Publishes later: %s", done.subject())
	}
	return x.T(DoneWords[a.verb], done.subject())
}

// undoable returns the value of a field that an action changes at once.
func undoable(x *record.Exchange, name string, r record.Record) string {
	if f, ok := fieldNamed(x, name); ok && r != nil {
		return record.Values{"": f.ValuesOf(r, nil)}.First("")
	}
	return ""
}

// fieldNamed returns the field with a name, and whether there is one.
func fieldNamed(x *record.Exchange, name string) (record.Field, bool) {
	fields := x.FieldsOf(x.Resource)
	i := slices.IndexFunc(fields, func(f record.Field) bool { return f.Name == name })
	if i < 0 {
		return record.Field{}, false
	}
	return fields[i], true
}

// performOne performs an action that can be undone on a record that was read. It returns false
// after it has sent a page about a failure.
func performOne(x *record.Exchange, done *outcome, a action, name, before string, c previewed) bool {
	title, id := x.DateTitle(c.record), c.record.ID()
	resp := write(x, a, DatesWrite{ID: id, Tag: c.Tag}, "", record.One(a.value))
	if resp == nil {
		return false
	}
	if !resp.OK() {
		done.problems = append(done.problems, x.Labeled(title, x.APIErrorText(resp.Err)))
		return true
	}
	now := a.value
	var after record.Record
	if a.Of.Arg == nil {
		now = a.status
		if resp.Decode(&after) == nil && after.Text("status") != "" {
			now = after.Text("status")
		}
	}
	if a.Of.Arg == nil && !slices.Contains(done.statuses, now) {
		done.statuses = append(done.statuses, now)
	}
	if now == before { // It waits already, or is scheduled.
		done.titles = append(done.titles, title)
		return true
	}
	done.add(title, id, name, now, before)
	return true
}

// counted adds to what an action has done with how many records it failed.
func counted(x *record.Exchange, done string, failed int) string {
	if failed > 0 {
		done += ", " + x.T("%d failed", failed)
	}
	return done + "."
}

// subject returns what was changed: the title of the only record, or how many there are.
func (o outcome) subject() string {
	if len(o.titles) == 1 {
		return o.titles[0]
	}
	return fmt.Sprint(len(o.titles))
}

// maxProblems is how many problems a message says.
const maxProblems = 3

// report leads back to a list, which says what was done, with a button that takes it back.
func report(x *record.Exchange, done outcome, text, back string) {
	flash := page.Flash{Text: text, Error: len(done.problems) > 0, Link: done.link}
	if flash.Error {
		flash.Text = counted(x, x.T("%d updated", len(done.titles)), len(done.problems)) + " " +
			strings.Join(done.problems[:min(len(done.problems), maxProblems)], " ")
	}
	if len(done.reversals) > 0 {
		flash.Undo = UndoOf(x, back, append(done.reversals, done.templates...))
	}
	if flash.Error || len(done.titles) > 0 {
		page.SetFlash(x.W, x.R, flash)
	}
	http.Redirect(x.W, x.R, back, http.StatusSeeOther)
}

// UndoOf returns the button that takes back what was done.
func UndoOf(x *record.Exchange, back string, reversals []Reversal) *page.Undo {
	u := &page.Undo{URL: x.Path("undo"), Back: back}
	for _, r := range reversals {
		u.Values = append(u.Values, r.String())
	}
	return u
}

// Undo gives records back what they had before an action. Those that have been changed since
// stay as they are, so that a form that is sent twice does it once.
func Undo(x *record.Exchange) {
	form := x.Posted()
	if form == nil {
		return
	}
	var done outcome
	count, restored := 0, true
	for _, sent := range form["undo"] {
		r, ok := parseReversal(sent)
		restored = restored && r.Now == model.StatusTrash
		if count += len(r.IDs); !ok || count > maxUndone {
			continue
		}
		if !revert(x, &done, r) {
			return
		}
	}
	back := x.ListURL(form.Get("back"))
	done.reversals = nil
	if len(done.titles) == 0 && len(done.problems) == 0 {
		page.SetFlash(x.W, x.R, page.Flash{Text: x.T("There is nothing to undo.")})
		http.Redirect(x.W, x.R, back, http.StatusSeeOther)
		return
	}
	report(x, done, undoneWord(x, done, restored), back)
}

// undoneWord says what was taken back; records were restored if all of them were in the trash.
func undoneWord(x *record.Exchange, done outcome, restored bool) string {
	switch n := len(done.titles); {
	case restored && n == 1:
		return x.T("Restored: %s", done.subject())
	case restored:
		return x.T("%d restored.", n)
	case n > 1:
		return x.T("%d changes undone.", n)
	}
	return x.T("Undone: %s", done.subject())
}

// revert takes one reversal. It returns false after it has sent a page about a failure.
func revert(x *record.Exchange, done *outcome, r Reversal) bool {
	name, isTemplate := strings.CutPrefix(r.Field, templateOf)
	of, ok := fieldNamed(x, name)
	a := action{verb: "set", Of: of, value: r.Before}
	switch {
	case r.Field == moved || r.Field == movedDates:
		return moveBack(x, done, r)
	case !ok:
		return true
	case of.Meaning == "status":
		a = action{verb: "undo", status: r.Before}
		switch r.Before {
		case model.StatusTrash:
			a.verb = "trash"
		case model.StatusFuture: // The API schedules what is published with a date to come.
			a.status = model.StatusPublish
		}
	case !slices.ContainsFunc(Values(x, of), func(c record.Choice) bool { return c.Value == r.Before }):
		return true
	}
	if isTemplate {
		return revertTemplate(x, name, of, r)
	}
	list, ok := previewAll(x, a, r.IDs)
	if !ok {
		return false
	}
	for _, c := range list {
		if c.record != nil && undoable(x, r.Field, c.record) == r.Now && !performOne(x, done, a, r.Field, r.Now, c) {
			return false
		}
	}
	return true
}
