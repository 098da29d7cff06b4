package changes

import (
	"net/url"
	"slices"
	"strconv"

	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/series"
)

// datesFrom returns the dates of the series of a record that a scope is about, without those in
// the trash.  It returns false after it has sent a page about a failure.
func datesFrom(x *record.Exchange, r record.Record, word series.Scope) ([]record.Record, bool) {
	query := x.AllParams(x.Resource)
	query.Set("series", record.SeriesOf(r).ID())
	query.Set("per_page", strconv.Itoa(record.MaxWhole))
	list, _, ok := x.Whole(query)
	if word == series.ScopeFollowing {
		list = slices.DeleteFunc(list,
			func(one record.Record) bool { return one.Text("recurrence_id") < r.Text("recurrence_id") })
	}
	return list, ok
}

// countDates adds to the rows of an action on whole series how many dates these have.  It returns
// false after it has sent a page about a failure.
func countDates(x *record.Exchange, p *bulkPage, list []previewed) bool {
	for i, c := range list {
		n := int64(1)
		if id := record.SeriesOf(c.record).ID(); id != "" {
			of, err := x.ReadSeries(record.Number(id))
			if err != nil {
				return false
			}
			if of != nil {
				n, p.Rows[i].Version = of.Occurrences, strconv.FormatInt(of.Version, 10)
			}
			p.Rows[i].Title = x.Labeled(p.Rows[i].Title, x.T("%d dates", n))
		}
		p.Dates += n
	}
	return true
}

// performOnSeries performs an action that can be undone on all dates of the series of some
// records, and leads back to the list, which says what was done.
func performOnSeries(x *record.Exchange, a action, form url.Values, back string) {
	ids, versions := form["id"], form["version"]
	list, ok := previewAll(x, a, ids)
	if !ok {
		return
	}
	var done outcome
	name := a.fieldName()
	for i, id := range ids {
		c := list[i]
		switch {
		case c.record == nil:
			done.problems = append(done.problems, x.Labeled("#"+id, c.problem))
		case c.problem != "":
			done.problems = append(done.problems, x.Labeled(x.Title(c.record), c.problem))
		case record.SeriesOf(c.record).ID() == "":
			if !performOne(x, &done, a, name, undoable(x, name, c.record), c) {
				return
			}
		default:
			w := DatesWrite{ID: id, Tag: c.Tag}
			if i < len(versions) {
				w.Version = versions[i]
			}
			key := form.Get("key")
			if key != "" {
				key += "-" + id
			}
			if !performOnDates(x, &done, a, name, c, w, key) {
				return
			}
		}
	}
	report(x, done, doneWord(x, a, done), back)
}

// performOnDates performs an action on all dates of the series of a record, and notes those that
// it has changed.  It returns false after it has sent a page about a failure.
func performOnDates(
	x *record.Exchange, done *outcome, a action, name string, c previewed, w DatesWrite, key string,
) bool {
	before, ok := datesFrom(x, c.record, series.ScopeAll)
	if !ok {
		return false
	}
	resp := write(x, a, w, key, record.One(a.value))
	if resp == nil {
		return false
	}
	if !resp.OK() {
		done.problems = append(done.problems, x.Labeled(x.Title(c.record), x.APIErrorText(resp.Err)))
		return true
	}
	after, ok := datesFrom(x, c.record, series.ScopeAll)
	if !ok {
		return false
	}
	counts, next := map[string]int{}, Reversal{Field: templateOf + name}
	for _, r := range before {
		now := model.StatusTrash // Where the list has no more what it had.
		if i := slices.IndexFunc(after, func(a record.Record) bool { return a.ID() == r.ID() }); i >= 0 {
			now = undoable(x, name, after[i])
		}
		if was := undoable(x, name, r); was != now {
			done.add(x.DateTitle(r), r.ID(), name, now, was)
			if counts[was]++; counts[was] > counts[next.Before] || next.IDs == nil {
				next.Now, next.Before, next.IDs = now, was, []string{r.ID()}
			}
			if a.Of.Arg == nil && !slices.Contains(done.statuses, now) {
				done.statuses = append(done.statuses, now)
			}
		}
	}
	if next.IDs != nil && !a.deletes() { // Which changes no further dates.
		done.templates = append(done.templates, next)
	}
	return true
}

// templateOf is the beginning of the name of a reversal about further dates of a series, which
// begin with what was set for all of its dates: it names a date that most are like.
const templateOf = "template of "

// revertTemplate gives further dates of series a value that they had before, after all dates
// have been given theirs.  It returns false after it has sent a page about a failure.
func revertTemplate(x *record.Exchange, name string, of record.Field, r Reversal) bool {
	set := func(value string, whole bool) action {
		a := action{verb: "set", Of: of, value: value, whole: whole}
		if of.Meaning == "status" {
			a = action{verb: "undo", status: value, whole: whole}
		}
		return a
	}
	for _, id := range r.IDs {
		one, tag := x.ReadRecord(id)
		if one == nil {
			return false
		}
		if record.SeriesOf(one).ID() == "" || undoable(x, name, one) != r.Before {
			continue // It has changed since.
		}
		before, ok := datesFrom(x, one, series.ScopeAll)
		if !ok {
			return false
		}
		w := DatesWrite{ID: id, Tag: tag, Version: record.SeriesOf(one).Text("version")}
		if resp := write(x, set(r.Before, true), w, "", []string{r.Before}); resp == nil {
			return false
		}
		after, ok := datesFrom(x, one, series.ScopeAll)
		if !ok {
			return false
		}
		for i, was := range before {
			value := undoable(x, name, was)
			if i >= len(after) || after[i].ID() != was.ID() || undoable(x, name, after[i]) == value {
				continue
			}
			if resp := write(x, set(value, false), DatesWrite{ID: was.ID()}, "", []string{value}); resp == nil {
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
