package seriestest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// modelDate is what the model knows of one date.
type modelDate struct {
	start, own  time.Time // By the rule, and when it is.
	title, cost string
	series      int64 // Number of the series in the model; 0 for a single event.
	trashed     bool
	left        bool // In the trash since the series ended before it.
}

// model is what a series should have become, with all that was split off from it.
type model struct {
	dates    map[int64]*modelDate // By the IDs of the events.
	template map[int64][2]string  // Title and cost of each series.
	next     int64
}

// of returns the IDs of the dates of a series from a start on, in order.
func (m *model) of(series int64, from time.Time) []int64 {
	var ids []int64
	for id, d := range m.dates {
		if d.series == series && !d.left && !d.start.Before(from) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b int64) int { return m.dates[a].start.Compare(m.dates[b].start) })
	return ids
}

// split moves the dates from a start on to a series of their own, unless these are all, and
// returns its number.
func (m *model) split(series int64, from time.Time) int64 {
	rest := m.of(series, from)
	if len(rest) == len(m.of(series, time.Time{})) {
		return series
	}
	m.next++
	m.template[m.next] = m.template[series]
	for _, id := range rest {
		m.dates[id].series = m.next
	}
	return m.next
}

// set changes a field, 0 for the title and 1 for the cost, of all dates of a series that have
// the value of the template, and of the one that is named.
func (m *model) set(series, named int64, field int, value string, replace bool) {
	t := m.template[series]
	for _, id := range m.of(series, time.Time{}) {
		at := []*string{&m.dates[id].title, &m.dates[id].cost}[field]
		if id == named || replace || *at == t[field] {
			*at = value
		}
	}
	t[field] = value
	m.template[series] = t
}

// move changes the start of all dates of a series that were not moved alone, and of the one that
// is named.
func (m *model) move(series, named int64, by time.Duration) {
	shift := m.dates[named].own.Add(by).Sub(m.dates[named].start)
	for _, id := range m.of(series, time.Time{}) {
		d := m.dates[id]
		alone := !d.own.Equal(d.start)
		d.start = d.start.Add(shift)
		if !alone || id == named {
			d.own = d.start
		}
	}
}

// lines writes the dates that are not in the trash.
func (m *model) lines() string {
	var lines []string
	for id, d := range m.dates {
		if !d.trashed {
			lines = append(lines, fmt.Sprintf("%03d %s %s %s of %s", id, d.own.Format("01-02 15:04"), d.title, d.cost, m.name(d.series)))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// name names a series by the dates that it has.
func (m *model) name(series int64) string {
	if series == 0 {
		return "none"
	}
	var ids []int64
	for _, id := range m.of(series, time.Time{}) {
		if !m.dates[id].trashed {
			ids = append(ids, id)
		}
	}
	return fmt.Sprint(ids)
}

// events returns all events by their IDs, and what the model should say of them.
func (s *site) events() (map[int64]js, string) {
	s.t.Helper()
	all, bySeries := map[int64]js{}, map[int64][]int64{}
	for page := 1; ; page++ {
		list := s.do(http.MethodGet, fmt.Sprintf("events?start_date=2026-01-01&end_date=2027-12-31&per_page=50&page=%d", page), nil, http.StatusOK)
		for _, e := range list["events"].([]any) {
			e := e.(js)
			all[number(e["id"])] = e
			if series := number(seriesOf(e)["id"]); series != 0 {
				bySeries[series] = append(bySeries[series], number(e["id"]))
			}
		}
		if page >= int(number(list["total_pages"])) {
			break
		}
	}
	var lines []string
	for id, e := range all {
		name, start := "none", e["start_date"].(string)
		if series := number(seriesOf(e)["id"]); series != 0 {
			ids := bySeries[series]
			slices.SortFunc(ids, func(a, b int64) int {
				return strings.Compare(all[a]["recurrence_id"].(string), all[b]["recurrence_id"].(string))
			})
			name = fmt.Sprint(ids)
		}
		lines = append(lines, fmt.Sprintf("%03d %s %s %s of %s", id, start[5:16], e["title"], e["cost"], name))
	}
	slices.Sort(lines)
	return all, strings.Join(lines, "\n")
}

// TestRandomEditsOfSeriesLoseNothing makes random edits of one date, of it and those after it,
// and of all, and compares each result with a model.  Events outside of the edit are the same
// to the byte, versions and slugs included.
func TestRandomEditsOfSeriesLoseNothing(t *testing.T) {
	each(t, func(s *site) {
		for seed := range uint64(4) {
			s.randomEdits(rand.New(rand.NewPCG(seed, 42)), seed)
		}
	})
}

func (s *site) randomEdits(r *rand.Rand, seed uint64) {
	s.t.Helper()
	first := s.create(js{"rule": "FREQ=DAILY;COUNT=9"}, js{"title": "t0", "cost": "1", "timezone": "UTC"})
	m := &model{dates: map[int64]*modelDate{}, template: map[int64][2]string{1: {"t0", "1"}}, next: 1}
	for _, e := range s.dates(seriesOf(first)["id"], "") {
		start, _ := time.Parse(time.DateTime, e["start_date"].(string))
		m.dates[number(e["id"])] = &modelDate{start: start, own: start, title: "t0", cost: "1", series: 1}
	}
	others, _ := s.events()
	maps.DeleteFunc(others, func(id int64, _ js) bool { return m.dates[id] != nil })
	var log []string
	for step := range 12 {
		before, _ := s.events()
		live := slices.DeleteFunc(slices.Sorted(maps.Keys(m.dates)), func(id int64) bool { return m.dates[id].trashed })
		if len(live) == 0 {
			return
		}
		id := live[r.IntN(len(live))]
		d := m.dates[id]
		scope := []string{"this", "following", "all"}[r.IntN(3)]
		if d.series == 0 {
			scope = "this"
		}
		touched := map[int64]bool{id: true}
		value := []string{"t0", "t1", fmt.Sprint("t", step)}[r.IntN(3)]
		cost := fmt.Sprint(1 + r.IntN(3))
		method, query, body := http.MethodPatch, "?apply_to="+scope, any(js{})
		series := d.series
		edit := func(all func(series int64)) {
			for one, other := range m.dates { // What the series has no more leaves it.
				if scope != "this" && other.left && other.series == d.series && (scope == "all" || !other.start.Before(d.start)) {
					other.series, other.left, touched[one] = 0, false, true
				}
			}
			if scope == "following" {
				series = m.split(d.series, d.start)
			}
			if scope != "this" {
				for _, one := range m.of(series, time.Time{}) {
					touched[one] = true
				}
				all(series)
			}
		}
		switch kind := r.IntN(6); kind {
		case 0, 1:
			body = js{"title": value}
			if d.title = value; scope != "this" {
				d.title = m.dates[id].title
			}
			edit(func(series int64) { m.set(series, id, 0, value, false) })
		case 2:
			body = js{"cost": cost}
			query += "&overrides=replace"
			d.cost = cost
			edit(func(series int64) { m.set(series, id, 1, cost, true) })
		case 3:
			by := time.Duration(1+r.IntN(3)) * 20 * time.Minute
			body = js{"start_date": d.own.Add(by).Format(time.DateTime), "end_date": d.own.Add(by + 3*time.Hour).Format(time.DateTime)}
			if scope == "this" {
				d.own = d.own.Add(by)
			}
			edit(func(series int64) { m.move(series, id, by) })
		case 4:
			method, body = http.MethodDelete, nil
			if r.IntN(2) == 0 || scope == "all" { // Most sequences go on.
				scope, query = "this", ""
			}
			gone := []int64{id}
			if scope == "following" {
				gone = m.of(d.series, d.start)
				all := len(gone) == len(m.of(d.series, time.Time{}))
				for _, one := range gone {
					m.dates[one].left = !all
				}
			}
			for _, one := range gone {
				m.dates[one].trashed, touched[one] = true, true
			}
		case 5:
			trash := slices.DeleteFunc(slices.Sorted(maps.Keys(m.dates)), func(id int64) bool { return !m.dates[id].trashed })
			if len(trash) == 0 {
				continue
			}
			id = trash[r.IntN(len(trash))]
			scope, query, body = "this", "", js{"status": "publish"}
			m.dates[id].trashed, m.dates[id].left, touched[id] = false, false, true
		}
		log = append(log, fmt.Sprint(method, " ", id, query, " ", body))
		s.do(method, fmt.Sprintf("events/%d%s", id, query), body, http.StatusOK)
		after, got := s.events()
		for one := range others {
			delete(after, one)
		}
		got = linesOf(got, after)
		if want := m.lines(); got != want {
			s.t.Fatalf("seed %d after\n%s\nwant\n%s\ngot\n%s", seed, strings.Join(log, "\n"), want, got)
		}
		for one := range m.dates {
			if !touched[one] && fmt.Sprint(before[one]) != fmt.Sprint(after[one]) {
				s.t.Fatalf("seed %d after\n%s\nevent %d was outside of the edit; it was\n%v\nand is\n%v",
					seed, strings.Join(log, "\n"), one, before[one], after[one])
			}
		}
	}
}

// linesOf returns the lines about some events.
func linesOf(lines string, events map[int64]js) string {
	var kept []string
	for line := range strings.SplitSeq(lines, "\n") {
		var id int64
		if _, err := fmt.Sscanf(line, "%d", &id); err == nil && events[id] != nil {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}
