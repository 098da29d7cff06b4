package changes

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
	"almanac/runtime/series"
)

// AskMove asks for the day and the time that a record is moved to.
func AskMove(x *record.Exchange) {
	r, _ := x.Scheduled()
	if r == nil {
		return
	}
	x.AskDay(http.StatusOK, x.Title(r), movePage(x, r))
}

// movePage returns the form that asks where a record is moved to. It has the present start, of which
// most people change either the day or the time, and a button for the next day.
func movePage(x *record.Exchange, r record.Record) record.DayPage {
	start, _ := x.StartOf(r)
	p := record.DayPage{
		Lead: x.When(r), Post: x.Path(r.ID() + "/move"), Button: x.T("Move"), From: string(start),
		Day: record.Day(start), Time: x.TimeOf(r), Next: x.T("Move to %s", x.ShortDay(start.AddSeconds(record.SecondsOfDay))),
		Series: x.DateMark(r), Key: rand.Text(),
	}
	if p.Series != nil {
		p.Button, p.Next = p.Button+"…", p.Next+"…" // They lead to the question which dates are meant.
	}
	return p
}

// Move moves the start and the end of a record by the same time.
func Move(x *record.Exchange) {
	form := x.Posted()
	if form == nil {
		return
	}
	r, tag := x.Scheduled()
	if r == nil {
		return
	}
	start, _ := x.StartOf(r)
	if form.Get("do") == "next" {
		form.Set("day", record.Day(start.AddSeconds(record.SecondsOfDay)))
	}
	by, ok := record.ShiftTo(form, start)
	back := x.ListURL(form.Get("back"))
	if !ok || by == 0 && form.Get("from") == string(start) {
		p := movePage(x, r)
		p.Day, p.Time, p.Back = form.Get("day"), form.Get("time"), back
		p.Error = x.T("Enter a date such as %s.", record.Day(start))
		if ok {
			p.Error = x.T("Change the date or the time.")
		}
		x.AskDay(http.StatusUnprocessableEntity, x.Title(r), p)
		return
	}
	var done outcome
	switch from := form.Get("from"); {
	case !strings.HasPrefix(string(start), from):
		done.problems = []string{x.T("%s has changed since you opened this page.", x.Title(r))}
	case by != 0 && record.SeriesOf(r).ID() != "":
		if !moveDates(x, &done, r, tag, by, form, back) {
			return
		}
		// Later dates that moved are a series of their own: the list of the series is theirs.
		if done.link != nil && back == x.DateMark(r).URL {
			back = done.link.URL
		}
	case by != 0 && !shift(x, &done, r, tag, by, form.Get("key")):
		return
	}
	text := done.said
	if text == "" && done.count > 0 {
		_, to := moment(x, start, by)
		text = x.T("%s moved to %s.", x.DateTitle(r), to)
	}
	report(x, done, text, back)
}

// moment writes a start and what it is after a move: their days, and the times if these differ.
func moment(x *record.Exchange, start dates.WallTime, by int64) (from, to string) {
	noTime := by%record.SecondsOfDay == 0
	return x.ShortTime(start, noTime), x.ShortTime(start.AddSeconds(by), noTime)
}

// moveDates moves a date of a series, and others by the same time, once it is known which.  It
// returns false after it has sent a page, such as the one that asks.
func moveDates(
	x *record.Exchange, done *outcome, r record.Record, tag string, by int64, form url.Values, back string,
) bool {
	word := series.Scope(form.Get("apply_to"))
	if word == series.ScopeThis {
		return shift(x, done, r, tag, by, form.Get("key"))
	}
	start, _ := x.StartOf(r)
	from, to := moment(x, start, by)
	w := DatesWrite{
		Method: http.MethodPatch, ID: r.ID(), Tag: tag, Version: form.Get("version"),
		Body: func(series.Scope) any { return shiftBody(x, r, by) },
	}
	var resp *desk.Response
	if slices.Contains(series.Scopes(), word) {
		resp = w.Write(x, word, form.Get("key"), false)
	} else {
		moves := x.T("%s will move to %s.", from, to)
		resp = AskScope(x, x.Title(r), ScopePage{
			Moves: moves,
			Lead:  x.T("This is one date of a series. What do you want to move?"), Post: x.R.URL.Path, Back: back,
			Hidden: append(Hidden(form, "back", "version"), record.Pair{Name: "back", Value: back},
				record.Pair{Name: "version", Value: record.SeriesOf(r).Text("version")}),
		}, w, series.Scopes(), moves)
	}
	switch {
	case resp == nil:
		return false
	case !resp.OK():
		done.problems = append(done.problems, x.Labeled(x.Title(r), x.APIErrorText(resp.Err)))
	default:
		var after record.Record
		if resp.Decode(&after) == nil {
			done.said = Done(x, x.T("%d dates moved.", changesIn(after, "updated")), after)
			done.link = DatesLink(x, after)
		}
		done.add(x.DateTitle(r), 1)
		done.changes = []string{resp.Header.Get("Change-Id")}
	}
	return true
}

// shift moves a record by a number of seconds. It returns false after it has sent a page about a
// failure.
func shift(x *record.Exchange, done *outcome, r record.Record, tag string, by int64, key string) bool {
	w := DatesWrite{
		Method: http.MethodPatch, ID: r.ID(), Tag: tag, Body: func(series.Scope) any { return shiftBody(x, r, by) },
	}
	switch resp := w.Write(x, series.ScopeThis, key, false); {
	case resp == nil:
		return false
	case resp.OK():
		done.add(x.DateTitle(r), 1)
		done.changes = []string{resp.Header.Get("Change-Id")}
	default:
		done.problems = append(done.problems, x.Labeled(x.Title(r), x.APIErrorText(resp.Err)))
	}
	return true
}

// shiftBody returns what is sent to move a record by a number of seconds.
func shiftBody(x *record.Exchange, r record.Record, by int64) map[string]any {
	fields := x.FieldsOf(x.Resource)
	from, _ := record.Named(fields, "start")
	to, _ := record.Named(fields, "end")
	start, end := x.StartOf(r)
	return map[string]any{from.Name: string(start.AddSeconds(by)), to.Name: string(end.AddSeconds(by))}
}
