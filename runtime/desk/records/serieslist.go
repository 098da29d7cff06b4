package records

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/series"
)

// seriesMark is what a page shows of the series of a record: a link to all of its dates.
type seriesMark struct {
	Text, URL string
	When      string // Of the record, on a page that is about this one.
}

// Parameters of lists of records that may be dates of a series.
const (
	seriesParam   = "series"   // ID of the series whose dates a list has.
	collapseParam = "collapse" // Lists have each series once if it is collapsed.
	collapsed     = "series"
)

// seriesMark returns the mark of a record, nil for a single one.
func (h *handler) seriesMark(r record) *seriesMark {
	of := seriesOf(r)
	if of.id() == "" {
		return nil
	}
	m := &seriesMark{Text: h.t("Repeats"), URL: h.urlWith(url.Values{}, "", seriesParam, of.id())}
	if n := number(of.in("dates").text("count")); n > 0 {
		m.Text = h.t("%d dates", n)
	}
	return m
}

// dateMark returns the mark of a page about one record, which says before anything is changed that
// it is one date of a series; nil for a single one.  The record was read by itself.
func (h *handler) dateMark(r record) *seriesMark {
	of := seriesOf(r)
	if of.id() == "" {
		return nil
	}
	return h.oneOf(of.id(), number(of.text("occurrences")), h.when(r))
}

// dateMark is that of handlers for the page of a form.  One that is shown again after it was sent
// has no record that was read: the date is then named as its series has it.
func (f *form) dateMark() *seriesMark {
	if f.series == nil {
		return nil
	}
	if m := f.handler.dateMark(f.current); m != nil {
		return m
	}
	when := f.shortTime(dates.WallTime(f.slot), f.series.AllDay)
	return f.oneOf(strconv.FormatInt(f.series.ID, 10), f.series.Count, when)
}

// oneOf returns the mark of one of some dates of a series.
func (h *handler) oneOf(id string, count int64, when string) *seriesMark {
	return &seriesMark{
		When: when, Text: h.t("one of %d dates", count), URL: h.urlWith(url.Values{}, "", seriesParam, id),
	}
}

// dateTitle returns the title of a record, with its day if it is a date of a series, whose dates
// have the same title.
func (h *handler) dateTitle(r record) string {
	start, _ := h.startOf(r)
	if seriesOf(r).id() == "" || !start.Valid() {
		return h.title(r)
	}
	return h.title(r) + ", " + h.shortDay(start)
}

// addSeries adds to a list the switch by which it has each series once, and of the dates of a
// series the way out.
func (h *handler) addSeries(p *listPage, asked url.Values, v view) {
	if v.series != "" {
		p.Series, p.Narrowed = true, true
		p.Hidden = append(p.Hidden, pair{seriesParam, v.series})
	}
	if h.SeriesRoute == "" || v.series != "" || v.status == model.StatusTrash {
		return
	}
	p.Once = &tab{Label: h.t("Show each series once"), URL: h.urlWith(asked, "", collapseParam, collapsed, "page", "")}
	if v.once {
		p.Once.Current, p.Once.URL = true, h.urlWith(asked, "", collapseParam, "", "page", "")
		p.Hidden = append(p.Hidden, pair{collapseParam, collapsed})
	}
}

// countDates adds to the rows of an action on whole series how many dates these have.  It returns
// false after it has sent a page about a failure.
func (h *handler) countDates(p *bulkPage, list []previewed) bool {
	for i, c := range list {
		n := int64(1)
		if id := seriesOf(c.record).id(); id != "" {
			resp := h.do(http.MethodGet, "/"+h.SeriesRoute+"/"+url.PathEscape(id), nil, nil, nil)
			if resp == nil {
				return false
			}
			var of record
			if resp.OK() && resp.Decode(&of) == nil {
				n = number(of.text("occurrences"))
			}
			p.Rows[i].Title = h.labeled(p.Rows[i].Title, h.t("%d dates", n))
		}
		p.Dates += n
	}
	return true
}

// performOnSeries performs an action that can be undone on all dates of the series of some
// records, and leads back to the list, which says what was done.
func (h *handler) performOnSeries(a action, ids []string, back string) {
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
		switch {
		case c.record == nil:
			done.problems = append(done.problems, h.labeled("#"+id, c.problem))
		case c.problem != "":
			done.problems = append(done.problems, h.labeled(h.title(c.record), c.problem))
		case seriesOf(c.record).id() == "":
			if !h.performOne(&done, a, name, h.undoable(name, c.record), c) {
				return
			}
		case !h.performOnDates(&done, a, name, c):
			return
		}
	}
	h.report(done, h.doneWord(a, done), back)
}

// performOnDates performs an action on all dates of the series of a record, and notes those that
// it has changed.  It returns false after it has sent a page about a failure.
func (h *handler) performOnDates(done *outcome, a action, name string, c previewed) bool {
	before, ok := h.datesFrom(c.record, series.ScopeAll)
	if !ok {
		return false
	}
	resp := h.write(a, c.record.id(), writeHeader("", c.Tag), one(a.value))
	if resp == nil {
		return false
	}
	if !resp.OK() {
		done.problems = append(done.problems, h.labeled(h.title(c.record), h.apiErrorText(resp.Err)))
		return true
	}
	after, ok := h.datesFrom(c.record, series.ScopeAll)
	if !ok {
		return false
	}
	counts, next := map[string]int{}, reversal{field: templateOf + name}
	for _, r := range before {
		now := model.StatusTrash // Where the list has no more what it had.
		if i := slices.IndexFunc(after, func(a record) bool { return a.id() == r.id() }); i >= 0 {
			now = h.undoable(name, after[i])
		}
		if was := h.undoable(name, r); was != now {
			done.add(h.dateTitle(r), r.id(), name, now, was)
			if counts[was]++; counts[was] > counts[next.before] || next.ids == nil {
				next.now, next.before, next.ids = now, was, []string{r.id()}
			}
			if a.of.Arg == nil && !slices.Contains(done.statuses, now) {
				done.statuses = append(done.statuses, now)
			}
		}
	}
	if next.ids != nil && !a.deletes() { // Which changes no further dates.
		done.templates = append(done.templates, next)
	}
	return true
}

// templateOf is the beginning of the name of a reversal about further dates of a series, which
// begin with what was set for all of its dates: it names a date that most are like.
const templateOf = "template of "

// revertTemplate gives further dates of series a value that they had before, after all dates
// have been given theirs.  It returns false after it has sent a page about a failure.
func (h *handler) revertTemplate(name string, of field, r reversal) bool {
	set := func(value string, whole bool) action {
		a := action{verb: "set", of: of, value: value, whole: whole}
		if of.Meaning == "status" {
			a = action{verb: "undo", status: value, whole: whole}
		}
		return a
	}
	for _, id := range r.ids {
		one, tag := h.readRecord(id)
		if one == nil {
			return false
		}
		if seriesOf(one).id() == "" || h.undoable(name, one) != r.before {
			continue // It has changed since.
		}
		before, ok := h.datesFrom(one, series.ScopeAll)
		if !ok {
			return false
		}
		if resp := h.write(set(r.before, true), id, writeHeader("", tag), []string{r.before}); resp == nil {
			return false
		}
		after, ok := h.datesFrom(one, series.ScopeAll)
		if !ok {
			return false
		}
		for i, was := range before {
			value := h.undoable(name, was)
			if i >= len(after) || after[i].id() != was.id() || h.undoable(name, after[i]) == value {
				continue
			}
			if resp := h.write(set(value, false), was.id(), nil, []string{value}); resp == nil {
				return false
			}
		}
	}
	return true
}

// Count returns how many records the action is about, for templates.
func (b bulkPage) Count() string {
	if b.Whole {
		return strconv.FormatInt(b.Dates, 10)
	}
	return strconv.Itoa(len(b.Rows))
}
