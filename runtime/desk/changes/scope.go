package changes

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/series"
)

// ScopePage is what scope.html gets: the question which dates of a series a write is about.
type ScopePage struct {
	Lead, Post, Back string
	Moves            string        // Where a move takes this date, and the others as far; "" for other writes.
	Hidden           []record.Pair // What is sent once more, with the choice.
	Scopes           []scope
	Danger           bool
	Editing          bool // What was typed is shown again instead of Back.
}

// scope is one of its choices.
type scope struct {
	Value series.Scope
	Label string
	Text  string // What the write does to how many dates.
	Error string // Why the write cannot be about these dates; "" for nothing.
}

// DatesWrite is a write to a record that may be one date of a series.
type DatesWrite struct {
	Method, ID   string
	Tag, Version string                       // That the user saw, of the record and of the series.
	Force        bool                         // It deletes permanently.
	Action       string                       // That it performs; "" for none.
	Body         func(scope series.Scope) any // Nil for none.
	dates        int64                        // How many it is about at most.
}

// Write sends the write to the API, about the dates of a scope.  It happens once under a key, "" for
// a dry run and for one that does nothing when it is sent again.  It returns nil after it has sent a
// page about a failure.
func (w DatesWrite) Write(x *record.Exchange, scope series.Scope, key string, dry bool) *desk.Response {
	path, query := w.address(x, scope)
	if dry {
		query.Set("dry_run", "true")
	}
	return x.Do(w.Method, path, query, record.WriteHeader(key, w.Tag), w.body(scope))
}

// address returns the path of the write below the API, and its query.
func (w DatesWrite) address(x *record.Exchange, scope series.Scope) (path string, query url.Values) {
	query = url.Values{}
	if scope != series.ScopeThis {
		query.Set("apply_to", string(scope))
		if w.Version != "" {
			query.Set("series_version", w.Version)
		}
	}
	if w.Force {
		query.Set("force", "true")
	}
	path = "/" + x.Plural + "/" + url.PathEscape(w.ID)
	if w.Action != "" {
		path += "/" + w.Action
	}
	return path, query
}

func (w DatesWrite) body(scope series.Scope) any {
	if w.Body == nil {
		return nil
	}
	return w.Body(scope)
}

// IsSeriesChanged reports whether the API has refused a write because somebody else has changed
// the series meanwhile.
func IsSeriesChanged(resp *desk.Response) bool {
	return resp.Status == http.StatusConflict && resp.Err.Code == "rest_series_changed"
}

// AskScope asks which dates a write is about, with what it would do to those of each scope.  It
// returns the response to the first dry run if that was refused, and nil after it has sent a
// page.
func AskScope(x *record.Exchange,
	title string, p ScopePage, w DatesWrite, offered []series.Scope, when string,
) *desk.Response {
	for i, word := range offered {
		resp := w.Write(x, word, "", true)
		if resp == nil {
			return nil
		}
		if !resp.OK() && (i == 0 || IsSeriesChanged(resp)) {
			return resp
		}
		s := scope{Value: word}
		var after record.Record
		switch {
		case !resp.OK():
			s.Error = x.APIErrorText(resp.Err)
		case word == series.ScopeThis:
			s.Text = when
		case resp.Decode(&after) != nil:
		case changesIn(after, "faults") > 0:
			s.Error = x.T("You don’t have permission to change %d of these dates.", changesIn(after, "faults"))
		default:
			s.Text = strings.TrimSpace(p.Moves + " " + changesText(x, after))
		}
		s.Label = x.T(ScopeWords[word])
		p.Scopes = append(p.Scopes, s)
	}
	x.Render(page.Page{Title: title, Name: "scope.html", Data: p, Styles: []string{"list.css"}})
	return nil
}

// ScopeWords are the scopes as people read them; they are keys of messages.
var ScopeWords = map[series.Scope]string{
	series.ScopeThis: "This date only", series.ScopeFollowing: "This and all later dates",
	series.ScopeAll: "All dates of the series",
}

// changesIn returns to how many dates of a series a write did what a name says, such as "updated".
func changesIn(after record.Record, name string) int {
	changes := record.SeriesOf(after).In("changes")
	if list, ok := changes[name].([]any); ok {
		return len(list)
	}
	return int(record.Number(changes.Text(name)))
}

// DatesSaved returns how many dates of a series a write has changed or added.
func DatesSaved(after record.Record) int {
	return changesIn(after, "updated") + changesIn(after, "created")
}

// changesText says what a write did to the dates of a series.
func changesText(x *record.Exchange, after record.Record) string {
	count := func(name string) int { return changesIn(after, name) }
	var parts []string
	for _, part := range []struct {
		n   int
		key func(int) string
	}{
		{count("updated"), func(n int) string { return x.T("%d dates will change", n) }},
		{count("created"), func(n int) string { return x.T("%d dates will be added", n) }},
		{count("removed"), func(n int) string { return x.T("%d dates will be moved to the trash", n) }},
		{count("kept"), func(n int) string { return x.T("%d dates will keep the edits made only to them", n) }},
		{count("detached"), func(n int) string {
			return x.T("%d dates will leave the series because they were edited individually", n)
		}},
	} {
		if part.n > 0 {
			parts = append(parts, part.key(part.n))
		}
	}
	if parts == nil {
		return x.T("No dates will change.")
	}
	text := strings.Join(parts, "; ") + "."
	if record.SeriesOf(after).ID() == "" && after.Text("status") != model.StatusTrash {
		text += " " + x.T("This date will no longer be part of a series.")
	}
	return text
}

// Done adds to what was said about dates that a write has changed what it did to others.
func Done(x *record.Exchange, said string, after record.Record) string {
	if n := changesIn(after, "removed"); n > 0 {
		said += " " + x.T(DoneWords["trash"], strconv.Itoa(n)) + "."
	}
	if n := changesIn(after, "kept"); n > 0 {
		said += " " + x.T("%d dates keep the edits made only to them", n) + "."
	}
	if n := changesIn(after, "detached"); n > 0 {
		said += " " + x.T("%d dates left the series because they were edited individually", n) + "."
	}
	return said
}

// DatesLink leads to the dates of the series of a record, nil for a single one.
func DatesLink(x *record.Exchange, r record.Record) *page.Link {
	m := x.DateMark(r)
	if m == nil {
		return nil
	}
	count := record.Number(record.SeriesOf(r).Text("occurrences"))
	return &page.Link{URL: m.URL, Label: x.T("See all: %s", x.T("%d dates", count))}
}

// Hidden returns what was sent as hidden inputs, without some.
func Hidden(sent url.Values, without ...string) []record.Pair {
	var pairs []record.Pair
	for name, list := range sent {
		if slices.Contains(without, name) {
			continue
		}
		for _, value := range list {
			pairs = append(pairs, record.Pair{Name: name, Value: value})
		}
	}
	slices.SortStableFunc(pairs, func(a, b record.Pair) int { return strings.Compare(a.Name, b.Name) })
	return pairs
}

// Trash moves a date of a series to the trash, and others with it.
func Trash(x *record.Exchange) {
	form := x.Posted()
	if form == nil {
		return
	}
	r, tag := x.ReadRecord(x.R.PathValue("id"))
	if r == nil {
		return
	}
	back := x.ListURL(form.Get("back"))
	word := series.Scope(form.Get("apply_to"))
	if record.SeriesOf(r).ID() == "" || word == series.ScopeThis {
		a, _ := ActionNamed(x, x.FieldsOf(x.Resource), "trash")
		performAtOnce(x, a, url.Values{"id": {r.ID()}}, back)
		return
	}
	w := DatesWrite{Method: http.MethodDelete, ID: r.ID(), Tag: tag, Version: form.Get("version")}
	if !slices.Contains(series.Scopes(), word) {
		start, _ := x.StartOf(r)
		resp := AskScope(x, x.Title(r), ScopePage{
			Lead: x.T("This is one date of a series. What do you want to move to the trash?"), Post: x.R.URL.Path,
			Back: x.LeadingBack(back, r.ID()), Danger: true,
			Hidden: []record.Pair{
				{Name: "version", Value: record.SeriesOf(r).Text("version")},
				{Name: "back", Value: back},
				{Name: "key", Value: rand.Text()},
			},
		}, w, series.Scopes(), x.ShortTime(start, false))
		if resp != nil {
			report(x, outcome{problems: []string{x.Labeled(x.Title(r), x.APIErrorText(resp.Err))}}, "", back)
		}
		return
	}
	resp := w.Write(x, word, form.Get("key"), false)
	if resp == nil {
		return
	}
	var done outcome
	done.note(x, action{whole: true}, r, resp)
	done.changes = []string{resp.Header.Get("Change-Id")}
	report(x, done, x.T(DoneWords["trash"], done.subject()), back)
}
