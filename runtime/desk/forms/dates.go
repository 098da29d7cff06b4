package forms

import (
	"net/http"
	"slices"
	"strconv"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/changes"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/series"
)

// readSeries reads a series with the form of one of its dates, which began at a time by its
// rule.  A series that is there no more is left out, as the record then has changed too.  It
// returns false after it has sent a page about a failure.
func (f *form) readSeries(id, slot string) bool {
	f.series, f.slot = nil, slot
	if id == "" || f.SeriesRoute == "" {
		return true
	}
	var err error
	f.series, err = f.ReadSeries(record.Number(id))
	return err == nil
}

// addSeries notes the series of a record as the value of its field about the recurrence.  It
// returns false after it has sent a page about a failure.
func (f *form) addSeries(r record.Record) bool {
	if !f.readSeries(record.SeriesOf(r).ID(), r.Text("recurrence_id")) {
		return false
	}
	if of, ok := record.Named(f.fields, "recurrence"); ok && f.series != nil {
		r[of.Name] = f.series
	}
	return true
}

// askScope asks which dates of the series the form is about.
func (f *form) askScope(w changes.DatesWrite) *desk.Response {
	offered := series.Scopes()
	if f.changesRecurrence() { // A date does not repeat by itself.
		if offered = series.Scopes()[1:]; len(f.values[f.recurrenceName()]) == 0 {
			offered = []series.Scope{series.ScopeAll}
		}
	}
	if of, ok := f.imageField(); ok && f.file.Upload != nil { // It is stored already.
		f.original[of.Name] = f.values[of.Name]
		f.original.Del(of.Name + ".was")
	}
	title := f.Title(record.Record{"id": w.ID})
	if name, ok := record.Named(f.fields, "name"); ok && f.values.First(name.Name) != "" {
		title = f.values.First(name.Name)
	}
	when, _ := f.typed()
	return changes.AskScope(f.Exchange, title, changes.ScopePage{
		Lead: f.T("This is one date of a series. What do you want to change?"), Post: f.R.URL.Path, Editing: true,
		Hidden: changes.Hidden(f.original, "apply_to"),
	}, w, offered, f.ShortTime(when.Start, when.AllDay))
}

// recurrenceName returns the name of the field about how a record repeats, "" for none.
func (f *form) recurrenceName() string {
	of, _ := record.Named(f.fields, "recurrence")
	return of.FieldName()
}

// datesWrite returns the write of the form to the date of a series with an ID.
func (f *form) datesWrite(id string) changes.DatesWrite {
	return changes.DatesWrite{
		Method: http.MethodPatch, ID: id, Tag: f.sent.Get("tag"), Version: f.sent.Get("version"),
		Body: func(scope series.Scope) any { return f.scopedBody(scope) },
	}
}

// scopedBody returns what is sent to the API about the dates of a scope.  How a record repeats
// is that of several.
func (f *form) scopedBody(scope series.Scope) map[string]any {
	body, name := f.body(false), f.recurrenceName()
	delete(body, name)
	if scope == series.ScopeThis || name == "" {
		return body
	}
	t, from := f.timing(), dates.WallTime("")
	if scope == series.ScopeFollowing {
		from = t.Slot.AddSeconds(t.Shift())
	}
	if _, repeats := f.first(t); repeats {
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
	if !slices.Contains(series.Scopes(), word) {
		if !f.publishesWhole(body) {
			return f.askScope(w)
		}
		word = series.ScopeAll
	}
	return w.Write(f.Exchange, word, f.sent.Get("key"), false)
}

// publishesWhole reports whether the form does nothing but publish a series of drafts, which asks
// nothing.  Of dates that the user may not read it knows nothing.
func (f *form) publishesWhole(body map[string]any) bool {
	status, _ := record.Named(f.fields, "status")
	if len(body) != 1 || body[status.FieldName()] != model.StatusPublish {
		return false
	}
	query := f.AllParams(f.Resource)
	query.Set(record.SeriesParam, strconv.FormatInt(f.series.ID, 10))
	_, all, failure := f.Listed(f.Resource, query)
	if failure != nil {
		return false
	}
	query.Set("status", model.StatusDraft)
	_, drafts, failure := f.Listed(f.Resource, query)
	return failure == nil && drafts == all
}

// showOutcome shows what the API says about a write to dates of a series.
func (f *form) showOutcome(id string, resp *desk.Response) {
	var r record.Record
	switch {
	case resp.OK() && resp.Decode(&r) == nil:
		f.saved(r, resp.Header.Get("Change-Id"))
	case resp.Status == http.StatusPreconditionFailed || changes.IsSeriesChanged(resp):
		f.merge(id)
	default:
		f.refused(resp)
		f.showAgain(id, resp.Status)
	}
}

// dateMark is that of handlers for the page of a form.  One that is shown again after it was sent
// has no record that was read: the date is then named as its series has it.
func (f *form) dateMark() *record.SeriesMark {
	if f.series == nil {
		return nil
	}
	if m := f.DateMark(f.current); m != nil {
		return m
	}
	when := f.ShortTime(dates.WallTime(f.slot), f.series.AllDay)
	return f.OneOf(strconv.FormatInt(f.series.ID, 10), f.series.Occurrences, when)
}
