package records

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/series"
)

// scopes are the dates that a write can be about, in the order in which the desk offers them. The
// first one is that of a user who does not choose.
var scopes = []series.Scope{series.ScopeThis, series.ScopeFollowing, series.ScopeAll}

// scopePage is what scope.html gets: the question which dates of a series a write is about.
type scopePage struct {
	Lead, Post, Back string
	Moves            string // Where a move takes this date, and the others as far; "" for other writes.
	Hidden           []pair // What is sent once more, with the answer.
	Scopes           []scope
	Danger           bool
	Editing          bool // What was typed is shown again instead of Back.
}

// scope is an answer to the question.
type scope struct {
	Value series.Scope
	Label string
	Text  string // What the write does to how many dates.
	Error string // Why the write cannot be about these dates; "" for nothing.
}

// datesWrite is a write to a record that is one date of a series.
type datesWrite struct {
	method, id   string
	tag, version string                       // That the user saw, of the record and of the series.
	body         func(scope series.Scope) any // Nil for none.
}

// write sends the write to the API, about the dates of a scope.  A dry run has no key.  It
// returns nil after it has sent a page about a failure.
func (w datesWrite) write(h *handler, scope series.Scope, key string, dry bool) *desk.Response {
	query := url.Values{}
	if scope != series.ScopeThis {
		query.Set("apply_to", string(scope))
		if w.version != "" {
			query.Set("series_version", w.version)
		}
	}
	if dry {
		query.Set("dry_run", "true")
	}
	var body any
	if w.body != nil {
		body = w.body(scope)
	}
	return h.do(w.method, "/"+h.Plural+"/"+url.PathEscape(w.id), query, writeHeader(key, w.tag), body)
}

// isSeriesChanged reports whether the API has refused a write because somebody else has changed
// the series meanwhile.
func isSeriesChanged(resp *desk.Response) bool {
	return resp.Status == http.StatusConflict && resp.Err.Code == "rest_series_changed"
}

// askScope asks which dates a write is about, with what it would do to those of each scope.  It
// returns the response to the first dry run if that was refused, and nil after it has sent a
// page.
func (h *handler) askScope(
	title string, p scopePage, w datesWrite, offered []series.Scope, when string,
) *desk.Response {
	for i, word := range offered {
		resp := w.write(h, word, "", true)
		if resp == nil {
			return nil
		}
		if !resp.OK() && (i == 0 || isSeriesChanged(resp)) {
			return resp
		}
		s := scope{Value: word}
		var after record
		switch {
		case !resp.OK():
			s.Error = h.apiErrorText(resp.Err)
		case word == series.ScopeThis:
			s.Text = when
		case resp.Decode(&after) != nil:
		case changesIn(after, "faults") > 0:
			s.Error = h.t("You don’t have permission to change %d of these dates.", changesIn(after, "faults"))
		default:
			s.Text = strings.TrimSpace(p.Moves + " " + h.changesText(after))
		}
		s.Label = h.t(scopeWords[word])
		p.Scopes = append(p.Scopes, s)
	}
	h.render(page.Page{Title: title, Name: "scope.html", Data: p, Styles: []string{"list.css"}})
	return nil
}

// scopeWords are the scopes as people read them; they are keys of messages.
var scopeWords = map[series.Scope]string{
	series.ScopeThis: "This date only", series.ScopeFollowing: "This and all later dates",
	series.ScopeAll: "All dates of the series",
}

// changesIn returns to how many dates of a series a write did what a name says, such as "updated".
func changesIn(after record, name string) int {
	changes := seriesOf(after).in("changes")
	if list, ok := changes[name].([]any); ok {
		return len(list)
	}
	return int(number(changes.text(name)))
}

// datesSaved returns how many dates of a series a write has changed or added.
func datesSaved(after record) int { return changesIn(after, "updated") + changesIn(after, "created") }

// changesText says what a write did to the dates of a series.
func (h *handler) changesText(after record) string {
	count := func(name string) int { return changesIn(after, name) }
	var parts []string
	for _, part := range []struct {
		n   int
		key func(int) string
	}{
		{count("updated"), func(n int) string { return h.t("%d dates will change", n) }},
		{count("created"), func(n int) string { return h.t("%d dates will be added", n) }},
		{count("removed"), func(n int) string { return h.t("%d dates will be moved to the trash", n) }},
		{count("kept"), func(n int) string { return h.t("%d dates will keep the edits made only to them", n) }},
		{count("detached"), func(n int) string {
			return h.t("%d dates will leave the series because they were edited individually", n)
		}},
	} {
		if part.n > 0 {
			parts = append(parts, part.key(part.n))
		}
	}
	if parts == nil {
		return h.t("No dates will change.")
	}
	text := strings.Join(parts, "; ") + "."
	if seriesOf(after).id() == "" && after.text("status") != model.StatusTrash {
		text += " " + h.t("This date will no longer be part of a series.")
	}
	return text
}

// changesDone adds to what was said about dates that a write has changed what it did to others.
func (h *handler) changesDone(said string, after record) string {
	if n := changesIn(after, "removed"); n > 0 {
		said += " " + h.t(doneWords["trash"], strconv.Itoa(n)) + "."
	}
	if n := changesIn(after, "kept"); n > 0 {
		said += " " + h.t("%d dates keep the edits made only to them", n) + "."
	}
	if n := changesIn(after, "detached"); n > 0 {
		said += " " + h.t("%d dates left the series because they were edited individually", n) + "."
	}
	return said
}

// datesLink leads to the dates of the series of a record, nil for a single one.
func (h *handler) datesLink(r record) *page.Link {
	m := h.dateMark(r)
	if m == nil {
		return nil
	}
	return &page.Link{URL: m.URL, Label: h.t("See all: %s", h.t("%d dates", number(seriesOf(r).text("occurrences"))))}
}

// hidden returns what was sent as hidden inputs, without some.
func hidden(sent url.Values, without ...string) []pair {
	var pairs []pair
	for name, list := range sent {
		if slices.Contains(without, name) {
			continue
		}
		for _, value := range list {
			pairs = append(pairs, pair{name, value})
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return strings.Compare(a.Name, b.Name) })
	return pairs
}

// askScope asks which dates of the series the form is about.
func (f *form) askScope(w datesWrite) *desk.Response {
	offered := scopes
	if f.changesRecurrence() { // A date does not repeat by itself.
		if offered = scopes[1:]; len(f.values[f.recurrenceName()]) == 0 {
			offered = []series.Scope{series.ScopeAll}
		}
	}
	if of, ok := f.imageField(); ok && f.file.Upload != nil { // It is stored already.
		f.original[of.Name] = f.values[of.Name]
		f.original.Del(of.Name + ".was")
	}
	title := f.title(record{"id": w.id})
	if name, ok := named(f.fields, "name"); ok && f.values.first(name.Name) != "" {
		title = f.values.first(name.Name)
	}
	when, _ := f.typed()
	return f.handler.askScope(title, scopePage{
		Lead: f.t("This is one date of a series. What do you want to change?"), Post: f.r.URL.Path, Editing: true,
		Hidden: hidden(f.original, "apply_to"),
	}, w, offered, f.shortTime(when.Start, when.AllDay))
}

// recurrenceName returns the name of the field about how a record repeats, "" for none.
func (f *form) recurrenceName() string {
	of, _ := named(f.fields, "recurrence")
	return of.name()
}

// datesWrite returns the write of the form to the date of a series with an ID.
func (f *form) datesWrite(id string) datesWrite {
	return datesWrite{
		method: http.MethodPatch, id: id, tag: f.sent.Get("tag"), version: f.sent.Get("version"),
		body: func(scope series.Scope) any { return f.scopedBody(scope) },
	}
}

// scopedBody returns what is sent to the API about the dates of a scope.  How a record repeats
// is that of several; of a rule that follows from the start it is sent once that moves to
// another day.
func (f *form) scopedBody(scope series.Scope) map[string]any {
	body, name := f.body(false), f.recurrenceName()
	if scope == series.ScopeThis || name == "" {
		delete(body, name)
		return body
	}
	typed, _ := f.typed()
	shift, from := f.shift(typed), dates.WallTime("")
	if scope == series.ScopeFollowing {
		from = dates.WallTime(f.slot).AddSeconds(shift)
	}
	of := f.series.pattern()
	_, err := of.Shifted(shift)
	_, changes := body[name]
	if changes || err != nil && repeatIn(f.values[name]).Month != recurrence.MonthDayDate {
		body[name] = f.sentRecurrence(from)
	}
	return body
}

// writeDate saves the form of a date of a series, once it is known which dates it is about.  It
// returns nil after it has sent a page, such as the one that asks.
func (f *form) writeDate(id string, body map[string]any) *desk.Response {
	w, word := f.datesWrite(id), series.Scope(f.sent.Get("apply_to"))
	if len(body) == 0 {
		word = series.ScopeThis
	}
	if !slices.Contains(scopes, word) {
		return f.askScope(w)
	}
	return w.write(f.handler, word, f.sent.Get("key"), false)
}

// answer shows what the API says about a write to dates of a series.
func (f *form) answer(id string, resp *desk.Response) {
	var r record
	switch {
	case resp.OK() && resp.Decode(&r) == nil:
		f.saved(r)
	case resp.Status == http.StatusPreconditionFailed || isSeriesChanged(resp):
		f.merge(id)
	default:
		f.refused(resp)
		f.showAgain(id, resp.Status)
	}
}

// trash moves a date of a series to the trash, and others with it.
func (h *handler) trash() {
	form := h.posted()
	if form == nil {
		return
	}
	r, tag := h.readRecord(h.r.PathValue("id"))
	if r == nil {
		return
	}
	back := h.listURL(form.Get("back"))
	word := series.Scope(form.Get("apply_to"))
	if seriesOf(r).id() == "" || word == series.ScopeThis {
		a, _ := h.actionNamed(h.fieldsOf(h.Resource), "trash")
		h.performAtOnce(a, []string{r.id()}, back)
		return
	}
	w := datesWrite{method: http.MethodDelete, id: r.id(), tag: tag, version: form.Get("version")}
	if !slices.Contains(scopes, word) {
		start, _ := h.startOf(r)
		resp := h.askScope(h.title(r), scopePage{
			Lead: h.t("This is one date of a series. What do you want to move to the trash?"), Post: h.r.URL.Path,
			Back: h.leadingBack(back, r.id()), Danger: true,
			Hidden: []pair{{"version", seriesOf(r).text("version")}, {"back", back}},
		}, w, scopes, h.shortTime(start, false))
		if resp != nil {
			h.report(outcome{problems: []string{h.labeled(h.title(r), h.apiErrorText(resp.Err))}}, "", back)
		}
		return
	}
	before, ok := h.datesFrom(r, word)
	if !ok {
		return
	}
	resp := w.write(h, word, "", false)
	if resp == nil {
		return
	}
	var done outcome
	if !resp.OK() {
		done.problems = []string{h.labeled(h.title(r), h.apiErrorText(resp.Err))}
	} else {
		done.trashed(h, before)
	}
	h.report(done, h.t(doneWords["trash"], done.subject()), back)
}

// datesFrom returns the dates of the series of a record that a scope is about, without those in
// the trash.  It returns false after it has sent a page about a failure.
func (h *handler) datesFrom(r record, word series.Scope) ([]record, bool) {
	query := h.allParams(h.Resource)
	query.Set("series", seriesOf(r).id())
	query.Set("per_page", strconv.Itoa(maxCSV))
	list, _, ok := h.whole(query)
	if word == series.ScopeFollowing {
		list = slices.DeleteFunc(list, func(one record) bool { return one.text("recurrence_id") < r.text("recurrence_id") })
	}
	return list, ok
}

// trashed notes dates that were moved to the trash.
func (o *outcome) trashed(h *handler, list []record) {
	for _, r := range list {
		o.add(h.dateTitle(r), r.id(), "status", model.StatusTrash, r.text("status"))
	}
}
