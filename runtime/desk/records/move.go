package records

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/series"
)

// dayPage is what day.html gets: a form that asks for a day, and for a time.
type dayPage struct {
	Lead, Post, Button string
	Draft              string // Second button, which leaves a copy a draft; "" for none.
	Next               string // Second button, which moves a record to the next day; "" for none.
	From               string // Start of the record, so that one that was moved meanwhile is not moved again.
	Day, Time          string // That are suggested; no time for whole days.
	Key, Back, Error   string
	Series             *seriesMark // Of the record that is moved; nil for a single one, and for a copy.
}

const (
	dayLayout    = "2006-01-02"
	timeLayout   = "15:04"
	secondsOfDay = 24 * 60 * 60
	daysOfWeek   = 7
)

// day returns the day of a wall time, such as "2026-11-28".
func day(w dates.WallTime) string {
	if !w.Valid() {
		return ""
	}
	return string(w)[:len(dayLayout)]
}

// today returns the day of the site.
func (h *handler) today() string { return day(h.desk.Env.Deployment.Zone.At(h.desk.Env.Clock())) }

// startOf returns the start and the end of a record.
func (h *handler) startOf(r record) (start, end dates.WallTime) {
	fields := h.fieldsOf(h.Resource)
	from, _ := named(fields, "start")
	to, _ := named(fields, "end")
	return dates.WallTime(r.text(from.name())), dates.WallTime(r.text(to.name()))
}

// scheduled returns the record of the path, which has a start, and its entity tag. It returns
// nil after it has sent a page that says why there is none.
func (h *handler) scheduled() (record, string) {
	if !h.isScheduled() {
		h.desk.Fail(h.w, h.r, http.StatusNotFound, h.t("Page not found"))
		return nil, ""
	}
	r, tag := h.readRecord(h.r.PathValue("id"))
	if r == nil {
		return nil, ""
	}
	if start, end := h.startOf(r); !start.Valid() || !end.Valid() {
		h.desk.Fail(h.w, h.r, http.StatusNotFound, h.t("Page not found"))
		return nil, ""
	}
	return r, tag
}

// askDay shows a form that asks for a day, with the title of a record.
func (h *handler) askDay(status int, title string, p dayPage) {
	if p.Back == "" {
		p.Back = h.cameFrom()
	}
	h.render(page.Page{Status: status, Title: title, Name: "day.html", Data: p, Styles: []string{"list.css"}})
}

// timeOf returns the time of a start as an input has it, "" for whole days.
func (h *handler) timeOf(r record) string {
	start, _ := h.startOf(r)
	if allDay, _ := named(h.fieldsOf(h.Resource), "all_day"); r.text(allDay.name()) == "true" {
		return ""
	}
	return string(start)[len(dayLayout+" "):len(dayLayout+" "+timeLayout)]
}

// shiftTo returns how many seconds the day and the time of a form are after a start, and false for
// what is no day or no time.  Without a time it is that of the start.
func shiftTo(form url.Values, start dates.WallTime) (int64, bool) {
	to := dates.WallTime(strings.TrimSpace(form.Get("day")) + " 00:00:00")
	if !to.Valid() {
		return 0, false
	}
	typed := strings.TrimSpace(form.Get("time"))
	if typed == "" || strings.HasPrefix(string(start)[len(dayLayout+" "):], typed) {
		return to.Sub(start.StartOfDay()), true
	}
	to = dates.WallTime(day(to) + " " + fullTime(typed))
	return to.Sub(start), to.Valid()
}

// askMove asks for the day and the time that a record is moved to.
func (h *handler) askMove() {
	r, _ := h.scheduled()
	if r == nil {
		return
	}
	h.askDay(http.StatusOK, h.title(r), h.movePage(r))
}

// movePage returns the form that asks where a record is moved to. It has the present start, of which
// most people change either the day or the time, and a button for the next day.
func (h *handler) movePage(r record) dayPage {
	start, _ := h.startOf(r)
	p := dayPage{
		Lead: h.when(r), Post: h.path(r.id() + "/move"), Button: h.t("Move"), From: string(start),
		Day: day(start), Time: h.timeOf(r), Next: h.t("Move to %s", h.shortDay(start.AddSeconds(secondsOfDay))),
		Series: h.dateMark(r),
	}
	if p.Series != nil {
		p.Button, p.Next = p.Button+"…", p.Next+"…" // They lead to the question which dates are meant.
	}
	return p
}

// when writes the start of a record as lists show it.
func (h *handler) when(r record) string {
	fields := h.fieldsOf(h.Resource)
	start, _ := named(fields, "start")
	return h.cellText(start, r, fields)
}

// move moves the start and the end of a record by the same time.
func (h *handler) move() {
	form := h.posted()
	if form == nil {
		return
	}
	r, tag := h.scheduled()
	if r == nil {
		return
	}
	start, _ := h.startOf(r)
	if form.Get("do") == "next" {
		form.Set("day", day(start.AddSeconds(secondsOfDay)))
	}
	by, ok := shiftTo(form, start)
	back := h.listURL(form.Get("back"))
	if !ok || by == 0 && form.Get("from") == string(start) {
		p := h.movePage(r)
		p.Day, p.Time, p.Back, p.Error = form.Get("day"), form.Get("time"), back, h.t("Enter a date such as %s.", day(start))
		if ok {
			p.Error = h.t("Change the date or the time.")
		}
		h.askDay(http.StatusUnprocessableEntity, h.title(r), p)
		return
	}
	var done outcome
	switch from := form.Get("from"); {
	case !strings.HasPrefix(string(start), from):
		done.problems = []string{h.t("%s has changed since you opened this page.", h.title(r))}
	case by != 0 && seriesOf(r).id() != "":
		if !h.moveDates(&done, r, tag, by, form, back) {
			return
		}
		// Later dates that moved are a series of their own: the list of the series is theirs.
		if done.link != nil && back == h.dateMark(r).URL {
			back = done.link.URL
		}
	case by != 0 && !h.shift(&done, r, tag, by):
		return
	}
	text := done.said
	if text == "" && len(done.titles) > 0 {
		_, to := h.moment(start, by)
		text = h.t("%s moved to %s.", h.dateTitle(r), to)
	}
	h.report(done, text, back)
}

// moment writes a start and what it is after a move: their days, and the times if these differ.
func (h *handler) moment(start dates.WallTime, by int64) (from, to string) {
	noTime := by%secondsOfDay == 0
	return h.shortTime(start, noTime), h.shortTime(start.AddSeconds(by), noTime)
}

// moveDates moves a date of a series, and others by the same time, once it is known which.  It
// returns false after it has sent a page, such as the one that asks.
func (h *handler) moveDates(done *outcome, r record, tag string, by int64, form url.Values, back string) bool {
	word := series.Scope(form.Get("apply_to"))
	if word == series.ScopeThis {
		return h.shift(done, r, tag, by)
	}
	start, _ := h.startOf(r)
	from, to := h.moment(start, by)
	w := datesWrite{
		method: http.MethodPatch, id: r.id(), tag: tag, version: form.Get("version"),
		body: func(series.Scope) any { return h.shiftBody(r, by) },
	}
	var resp *desk.Response
	if slices.Contains(scopes, word) {
		resp = w.write(h, word, "", false)
	} else {
		moves := h.t("%s will move to %s.", from, to)
		resp = h.askScope(h.title(r), scopePage{
			Moves: moves,
			Lead:  h.t("This is one date of a series. What do you want to move?"), Post: h.r.URL.Path, Back: back,
			Hidden: append(hidden(form, "back", "version"), pair{"back", back}, pair{"version", seriesOf(r).text("version")}),
		}, w, scopes, moves)
	}
	switch {
	case resp == nil:
		return false
	case !resp.OK():
		done.problems = append(done.problems, h.labeled(h.title(r), h.apiErrorText(resp.Err)))
	default:
		var after record
		if resp.Decode(&after) == nil {
			done.said = h.changesDone(h.t("%d dates moved.", changesIn(after, "updated")), after)
			done.link = h.datesLink(after)
		}
		done.add(h.dateTitle(r), r.id(), movedDates, string(start.AddSeconds(by)), string(start))
	}
	return true
}

// Names of moves in reversals, whose values are starts: of a record, and of all dates of its
// series.  What was moved with later dates is a series of its own since.
const (
	moved      = "start of"
	movedDates = "starts from"
)

// shift moves a record by a number of seconds. It returns false after it has sent a page about a
// failure.
func (h *handler) shift(done *outcome, r record, tag string, by int64) bool {
	start, _ := h.startOf(r)
	next := start.AddSeconds(by)
	path := "/" + h.Plural + "/" + url.PathEscape(r.id())
	resp := h.do(http.MethodPatch, path, nil, writeHeader("", tag), h.shiftBody(r, by))
	switch {
	case resp == nil:
		return false
	case resp.OK():
		done.add(h.dateTitle(r), r.id(), moved, string(next), string(start))
	default:
		done.problems = append(done.problems, h.labeled(h.title(r), h.apiErrorText(resp.Err)))
	}
	return true
}

// shiftBody returns what is sent to move a record by a number of seconds.
func (h *handler) shiftBody(r record, by int64) map[string]any {
	fields := h.fieldsOf(h.Resource)
	from, _ := named(fields, "start")
	to, _ := named(fields, "end")
	start, end := h.startOf(r)
	return map[string]any{from.Name: string(start.AddSeconds(by)), to.Name: string(end.AddSeconds(by))}
}

// moveBack takes a move back. It returns false after it has sent a page about a failure.
func (h *handler) moveBack(done *outcome, of reversal) bool {
	before := dates.WallTime(of.before)
	for _, id := range of.ids {
		r, tag := h.readRecord(id)
		if r == nil {
			return false
		}
		start, _ := h.startOf(r)
		if string(start) != of.now || !before.Valid() {
			continue
		}
		if of.field == moved {
			if !h.shift(done, r, tag, before.Sub(start)) {
				return false
			}
			continue
		}
		w := datesWrite{
			method: http.MethodPatch, id: id, tag: tag,
			body: func(series.Scope) any { return h.shiftBody(r, before.Sub(start)) },
		}
		switch resp := w.write(h, series.ScopeAll, "", false); {
		case resp == nil:
			return false
		case !resp.OK():
			done.problems = append(done.problems, h.labeled(h.title(r), h.apiErrorText(resp.Err)))
		default:
			var after record
			_ = resp.Decode(&after) // Else no dates have changed.
			done.titles = append(done.titles, h.t("%d dates", changesIn(after, "updated")))
		}
	}
	return true
}
