package records

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/desk/page"
	"almanac/runtime/model"
)

// reversal is how something that was done with records at once is taken back: a field gets the
// value that it had before.
type reversal struct {
	field, now, before string
	ids                []string
}

// String writes a reversal as forms send it.
func (r reversal) String() string {
	return strings.Join([]string{r.field, r.now, r.before, ranges(r.ids)}, "|")
}

// parseReversal reads what String has written, and returns whether it could.
func parseReversal(s string) (reversal, bool) {
	const parts = 4
	p := strings.Split(s, "|")
	if len(p) != parts {
		return reversal{}, false
	}
	return reversal{p[0], p[1], p[2], inRanges(p[3])}, true
}

// maxUndone is how many records are given back what they had at most: the dates of a series.
const maxUndone = 1500

// ranges writes IDs in few letters, such as "7,12-40": the dates of a series were made together.
func ranges(ids []string) string {
	var parts []string
	for i := 0; i < len(ids); {
		first, last := number(ids[i]), number(ids[i])
		for i++; i < len(ids) && number(ids[i]) == last+1; i++ {
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
		first, last := number(from), number(to)
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
	reversals []reversal
	templates []reversal // See templateOf.
}

// add notes a record whose field has another value now.
func (o *outcome) add(title, id, field, now, before string) {
	o.titles = append(o.titles, title)
	i := slices.IndexFunc(o.reversals,
		func(r reversal) bool { return r.field == field && r.now == now && r.before == before })
	if i < 0 {
		i, o.reversals = len(o.reversals), append(o.reversals, reversal{field, now, before, nil})
	}
	o.reversals[i].ids = append(o.reversals[i].ids, id)
}

// performAtOnce performs an action that can be undone, and leads back to the list, which says
// what was done.
func (h *handler) performAtOnce(a action, ids []string, back string) {
	list, ok := h.previewed(a, ids)
	if !ok {
		return
	}
	var done outcome
	name := "status"
	if a.of.Arg != nil {
		name = a.of.Name
	}
	for i, id := range ids {
		c := list[i]
		switch before := h.undoable(name, c.record); {
		case c.record == nil:
			done.problems = append(done.problems, h.labeled("#"+id, c.problem))
		case c.problem != "":
			done.problems = append(done.problems, h.labeled(h.title(c.record), c.problem))
		case before == a.value || a.of.Arg == nil && before == a.status: // The form was sent twice.
		default:
			if !h.performOne(&done, a, name, before, c) {
				return
			}
		}
	}
	h.report(done, h.doneWord(a, done), back)
}

// doneWord says what an action has done.  The API may give records another status than the
// action asks for: what a contributor publishes waits for review, and what has a date to come
// is scheduled.
func (h *handler) doneWord(a action, done outcome) string {
	switch {
	case a.of.Arg != nil:
		return h.actionWord(a) + " (" + done.subject() + ")"
	case len(done.statuses) > 1:
		return h.counted(h.t("%d updated", len(done.titles)), len(done.problems))
	case slices.Equal(done.statuses, []string{model.StatusPending}):
		return h.t(doneWords["pending"], done.subject())
	case slices.Equal(done.statuses, []string{model.StatusFuture}):
		return h.t("Scheduled: %s", done.subject())
	}
	return h.t(doneWords[a.verb], done.subject())
}

// undoable returns the value of a field that an action changes at once.
func (h *handler) undoable(name string, r record) string {
	if f, ok := h.fieldNamed(name); ok && r != nil {
		return values{"": f.valuesOf(r, nil)}.first("")
	}
	return ""
}

// fieldNamed returns the field with a name, and whether there is one.
func (h *handler) fieldNamed(name string) (field, bool) {
	fields := h.fieldsOf(h.Resource)
	i := slices.IndexFunc(fields, func(f field) bool { return f.Name == name })
	if i < 0 {
		return field{}, false
	}
	return fields[i], true
}

// performOne performs an action that can be undone on a record that was read. It returns false
// after it has sent a page about a failure.
func (h *handler) performOne(done *outcome, a action, name, before string, c previewed) bool {
	title, id := h.dateTitle(c.record), c.record.id()
	resp := h.write(a, id, writeHeader("", c.Tag), one(a.value))
	if resp == nil {
		return false
	}
	if !resp.OK() {
		done.problems = append(done.problems, h.labeled(title, h.apiErrorText(resp.Err)))
		return true
	}
	now := a.value
	var after record
	if a.of.Arg == nil {
		now = a.status
		if resp.Decode(&after) == nil && after.text("status") != "" {
			now = after.text("status")
		}
	}
	if a.of.Arg == nil && !slices.Contains(done.statuses, now) {
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
func (h *handler) counted(done string, failed int) string {
	if failed > 0 {
		done += ", " + h.t("%d failed", failed)
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
func (h *handler) report(done outcome, text, back string) {
	flash := page.Flash{Text: text, Error: len(done.problems) > 0, Link: done.link}
	if flash.Error {
		flash.Text = h.counted(h.t("%d updated", len(done.titles)), len(done.problems)) + " " +
			strings.Join(done.problems[:min(len(done.problems), maxProblems)], " ")
	}
	if len(done.reversals) > 0 {
		flash.Undo = h.undoOf(back, append(done.reversals, done.templates...))
	}
	if flash.Error || len(done.titles) > 0 {
		page.SetFlash(h.w, h.r, flash)
	}
	http.Redirect(h.w, h.r, back, http.StatusSeeOther)
}

// undoOf returns the button that takes back what was done.
func (h *handler) undoOf(back string, reversals []reversal) *page.Undo {
	u := &page.Undo{URL: h.path("undo"), Back: back}
	for _, r := range reversals {
		u.Values = append(u.Values, r.String())
	}
	return u
}

// undo gives records back what they had before an action. Those that have been changed since
// stay as they are, so that a form that is sent twice does it once.
func (h *handler) undo() {
	form := h.posted()
	if form == nil {
		return
	}
	var done outcome
	count, restored := 0, true
	for _, sent := range form["undo"] {
		r, ok := parseReversal(sent)
		restored = restored && r.now == model.StatusTrash
		if count += len(r.ids); !ok || count > maxUndone {
			continue
		}
		if !h.revert(&done, r) {
			return
		}
	}
	back := h.listURL(form.Get("back"))
	done.reversals = nil
	if len(done.titles) == 0 && len(done.problems) == 0 {
		page.SetFlash(h.w, h.r, page.Flash{Text: h.t("There is nothing to undo.")})
		http.Redirect(h.w, h.r, back, http.StatusSeeOther)
		return
	}
	h.report(done, h.undoneWord(done, restored), back)
}

// undoneWord says what was taken back; records were restored if all of them were in the trash.
func (h *handler) undoneWord(done outcome, restored bool) string {
	switch n := len(done.titles); {
	case restored && n == 1:
		return h.t("Restored: %s", done.subject())
	case restored:
		return h.t("%d restored.", n)
	case n > 1:
		return h.t("%d changes undone.", n)
	}
	return h.t("Undone: %s", done.subject())
}

// revert takes one reversal. It returns false after it has sent a page about a failure.
func (h *handler) revert(done *outcome, r reversal) bool {
	name, isTemplate := strings.CutPrefix(r.field, templateOf)
	of, ok := h.fieldNamed(name)
	a := action{verb: "set", of: of, value: r.before}
	switch {
	case r.field == moved || r.field == movedDates:
		return h.moveBack(done, r)
	case !ok:
		return true
	case of.Meaning == "status":
		a = action{verb: "undo", status: r.before}
		switch r.before {
		case model.StatusTrash:
			a.verb = "trash"
		case model.StatusFuture: // The API schedules what is published with a date to come.
			a.status = model.StatusPublish
		}
	case !slices.ContainsFunc(h.values(of), func(c choice) bool { return c.Value == r.before }):
		return true
	}
	if isTemplate {
		return h.revertTemplate(name, of, r)
	}
	list, ok := h.previewed(a, r.ids)
	if !ok {
		return false
	}
	for _, c := range list {
		if c.record != nil && h.undoable(r.field, c.record) == r.now && !h.performOne(done, a, r.field, r.now, c) {
			return false
		}
	}
	return true
}
