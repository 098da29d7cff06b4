package changes

import (
	"net/http"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/series"
)

// Decide publishes a record that waits for review, or gives it back to its author with a
// reason, which the history of the record keeps.
func Decide(x *record.Exchange) {
	form := x.Posted()
	if form == nil {
		return
	}
	r, tag := x.ReadRecord(x.R.PathValue("id"))
	if r == nil {
		return
	}
	status := model.StatusPublish
	if form.Get("do") == model.StatusDraft {
		status = model.StatusDraft
	}
	again := func(text string, bad bool) {
		page.SetFlash(x.W, x.R, page.Flash{Text: text, Error: bad})
		http.Redirect(x.W, x.R, x.Bundle.URL(""), http.StatusSeeOther)
	}
	if r.Text("status") != model.StatusPending || form.Get("stamp") != "" && form.Get("stamp") != r.Text("modified_utc") {
		again(x.T("%s has changed since you opened this page. Review it again.", x.Title(r)), true)
		return
	}
	x.R = x.R.WithContext(request.WithNote(x.R.Context(), reason(form.Get("reason"))))
	w := DatesWrite{
		Method: http.MethodPatch, ID: r.ID(), Tag: tag, Version: record.SeriesOf(r).Text("version"),
		Body: func(series.Scope) any { return map[string]any{"status": status} },
	}
	resp := decideDates(x, w, r)
	switch {
	case resp == nil:
	case !resp.OK():
		again(x.Labeled(x.Title(r), x.APIErrorText(resp.Err)), true)
	case status == model.StatusDraft:
		text := x.T("Sent back to the author.")
		if reason(form.Get("reason")) != "" {
			text = x.T("Sent back to the author with your note.")
		}
		again(text, false)
	default:
		again(x.T("%s is published.", x.Title(r)), false)
	}
}

// decideDates decides about a record, and about all dates of its series that wait.  It returns nil
// after it has sent a page about a failure.
func decideDates(x *record.Exchange, w DatesWrite, r record.Record) *desk.Response {
	if record.SeriesOf(r).ID() == "" {
		return w.Write(x, series.ScopeThis, "", false)
	}
	resp := w.Write(x, series.ScopeAll, "", false)
	if resp == nil || !resp.OK() {
		return resp
	}
	// What was submitted by itself is not as the series is.
	query := x.AllParams(x.Resource)
	query.Set("status", model.StatusPending)
	query.Set(record.SeriesParam, record.SeriesOf(r).ID())
	query.Set("per_page", strconv.Itoa(record.MaxWhole))
	waiting, _, ok := x.Whole(query)
	if !ok {
		return nil
	}
	for _, one := range waiting {
		w.ID, w.Tag = one.ID(), ""
		if resp = w.Write(x, series.ScopeThis, "", false); resp == nil || !resp.OK() {
			return resp
		}
	}
	return resp
}

// reason returns the reason of a decision, of at most 500 characters.
func reason(typed string) string {
	const most = 500
	chars := []rune(strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(typed, "\x00", ""), "")))
	return string(chars[:min(len(chars), most)])
}
