package forms

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// AskCopy asks for the day of a copy.
func AskCopy(x *record.Exchange) {
	r, _ := x.Scheduled()
	if r == nil {
		return
	}
	x.AskDay(http.StatusOK, x.T("Copy “%s”", x.Title(r)), copyPage(x, r))
}

// copyPage returns the form that asks for the day of a copy: at first the same weekday of the next
// week, of what was last year that of this one.  A copy of what is published is published too,
// unless the user wants a draft.
func copyPage(x *record.Exchange, r record.Record) record.DayPage {
	const week, weeksOfYear = record.DaysOfWeek * record.SecondsOfDay, 52
	start, _ := x.StartOf(r)
	now := x.Desk.Env.Deployment.Zone.At(x.Desk.Env.Clock())
	next := start.AddSeconds(week)
	if weeks := now.StartOfDay().Sub(next.StartOfDay())/week + 1; record.Day(next) <= record.Day(now) {
		if next = next.AddSeconds(weeks * week); weeks > weeksOfYear/2 && weeks < weeksOfYear {
			next = start.AddSeconds(weeksOfYear * week)
		}
	}
	p := record.DayPage{
		Lead: x.When(r), Post: x.Path(r.ID() + "/duplicate"), Button: x.T("Create draft"), Day: record.Day(next),
		Time: x.TimeOf(r),
		Key:  rand.Text(),
	}
	switch isPublic := slices.Contains([]string{model.StatusPublish, model.StatusFuture}, r.Text("status")); {
	case !x.Post:
		p.Button = x.T("Create copy")
	case isPublic && x.Permissions.CanPublish(desk.CallerOf(x.R.Context())):
		p.Button, p.Draft = x.T("Publish copy"), x.T("Create draft")
	}
	return p
}

// Duplicate makes a copy of a record on another day, and leads to its form.
func Duplicate(x *record.Exchange) {
	form := x.Posted()
	if form == nil {
		return
	}
	r, _ := x.Scheduled()
	if r == nil {
		return
	}
	start, end := x.StartOf(r)
	again := func(status int, problem string) {
		p := copyPage(x, r)
		p.Day, p.Time, p.Error, p.Back = form.Get("day"), form.Get("time"), problem, x.ListURL(form.Get("back"))
		x.AskDay(status, x.T("Copy “%s”", x.Title(r)), p)
	}
	by, ok := record.ShiftTo(form, start)
	if !ok {
		again(http.StatusUnprocessableEntity, x.T("Enter a date such as %s.", record.Day(start)))
		return
	}
	status := model.StatusDraft
	if copyPage(x, r).Draft != "" && form.Get("do") != status {
		status = model.StatusPublish
	}
	f := newForm(x)
	for _, of := range f.fields {
		f.values[of.Name] = of.ValuesOf(record.Record{}, f.names)
	}
	f.base = baseOf(f.inputs(), f.values)
	f.copyOf(r)
	for _, of := range f.fields {
		at, isTime := map[string]dates.WallTime{"start": start, "end": end}[of.Meaning]
		switch {
		case isTime && by != 0:
			f.values[of.Name] = record.One(strings.Replace(string(at.AddSeconds(by)), " ", "T", 1))
		case of.Meaning == "status":
			f.values[of.Name] = record.One(status)
		}
	}
	resp := x.Do(http.MethodPost, "/"+x.Plural, nil, record.WriteHeader(form.Get("key"), ""), f.body(true))
	var made record.Record
	switch {
	case resp == nil:
	case !resp.OK() || resp.Decode(&made) != nil:
		again(resp.Status, x.APIErrorText(resp.Err))
	default:
		f.sent, f.copied = url.Values{"do": {status}, "back": form["back"]}, true
		f.saved(made, resp.Header.Get("Change-Id"))
	}
}

// Create shows the form of a new record. That of a copy of one that has a start asks for its
// day first.
func Create(x *record.Exchange) {
	if from := x.Asked().Get("from"); from != "" && x.IsScheduled() {
		http.Redirect(x.W, x.R, x.LeadingBack(x.CameFrom(), url.PathEscape(from)+"/duplicate"), http.StatusSeeOther)
		return
	}
	newRecord(x)
}
