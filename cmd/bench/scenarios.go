package main

import (
	"slices"
	"sync/atomic"

	"almanac/cmd/bench/baseline"
	"almanac/cmd/bench/load"
)

// The columns of the table: who is asked, and how.
const (
	counting  = "counting" // The baseline that counts each time.
	selectOne = "select-1" // A handler of the baseline that only asks the database for 1.
	constant  = "constant" // A handler of the baseline that sends a page of 66 KB that never changes.
)

// scenario is one kind of request and what it is compared with.
type scenario struct {
	name            string
	doc             string
	targets         []string // Who is asked, in turn.
	writes          bool     // It changes the database, so it comes after those that do not.
	counted         bool     // The totals of its lists are known before.
	source          func(r *requests, target string) load.Source
	against         func(store string) string // The target that the service is compared with, "" for none.
	wanted          float64                   // At least this part of it; 0 where only the ratio is reported.
	wantedAtMillion float64                   // The same, where it is asked for with a million events alone.
}

// to returns an against that is the same on both stores.
func to(target string) func(string) string { return func(string) string { return target } }

// hotLimit is what the hot list is compared with.
func hotLimit(store string) string {
	if store == sqlite {
		return constant
	}
	return selectOne
}

// scenarios lists all of them, in the order in which they are run.
func scenarios() []scenario {
	same := func(make func(*requests) source) func(*requests, string) load.Source {
		return func(r *requests, _ string) load.Source { return make(r) }
	}
	writing := func(make func(*requests, *atomic.Int64) source) func(*requests, string) load.Source {
		return func(r *requests, target string) load.Source { return make(r, r.made[target]) }
	}
	listed := func(of asked) func(*requests, string) load.Source {
		return func(r *requests, target string) load.Source {
			if target == counting {
				return r.list(baseline.Counting, of)
			}
			return r.list("", of)
		}
	}
	two, three := []string{almanac, baselineServer}, []string{almanac, baselineServer, counting}
	return []scenario{
		{
			name: selectOne, doc: "limit: a handler that asks the database for 1", targets: []string{selectOne},
			source: func(*requests, string) load.Source {
				return fixed(baseline.SelectOne)
			},
		},
		{
			name: constant, doc: "limit: a handler that sends a constant page", targets: []string{constant},
			source: func(*requests, string) load.Source {
				return fixed(baseline.Constant)
			},
		},
		{
			name: "list-cold", doc: "pages 1 to 20 of 400 lists, none twice before all were asked for", targets: two,
			counted: true, source: listed(cold), against: to(baselineServer), wanted: 0.8,
		},
		{
			name: "list-counted", doc: "12 events from a second on, no second repeated, so that no total was asked for before",
			targets: three, source: listed(uncounted), against: to(counting), wanted: 0.8,
		},
		{
			name: "list-hot", doc: "the default list, always the same", targets: []string{almanac},
			source: same((*requests).hot), against: hotLimit, wanted: 0.5,
		},
		{
			name: "page", doc: "pages 2 to 20 of the same lists", targets: two, counted: true, source: listed(later),
			against: to(baselineServer), wanted: 0.8,
		},
		{name: "search-same", doc: "one of forty words", targets: two, source: same(func(r *requests) source {
			return r.search("same", r.repeated)
		}), against: to(baselineServer)},
		{name: "search-new", doc: "two words, no pair repeated", targets: two, source: same(func(r *requests) source {
			return r.search("new", r.fresh)
		}), against: to(baselineServer), wantedAtMillion: 2},
		{
			name: "filter", doc: "a category in four weeks from a second on, no second repeated", targets: two,
			source: same((*requests).filter), against: to(baselineServer), wantedAtMillion: 2,
		},
		{
			name: "get", doc: "an event by its id, none repeated before all were read", targets: two,
			source: same((*requests).get), against: to(baselineServer), wanted: 0.8,
		},
		{
			name: "venues", doc: "the pages of the list of venues", targets: []string{almanac},
			source: same(func(r *requests) source {
				return pages("venues", `"venue":"`, r.size.Venues)
			}), against: to(selectOne),
		},
		{
			name: "categories", doc: "the pages of the list of categories", targets: []string{almanac},
			source: same(func(r *requests) source {
				return pages("categories", `"taxonomy":"`, r.size.Categories)
			}), against: to(selectOne),
		},
		{
			name: "create", doc: "an event with a venue, an organizer, two categories and two tags", targets: two, writes: true,
			source: writing(func(r *requests, made *atomic.Int64) source {
				return r.create(afterWindows, made)
			}), against: to(baselineServer), wanted: 0.7,
		},
		{
			name: "mixed", doc: "95 reads of all kinds to 5 creates", targets: two, writes: true, counted: true,
			source: writing((*requests).mixed), against: to(baselineServer), wanted: 0.5,
		},
		{
			name: "list-written", doc: "the default list while one event a second is created", targets: []string{almanac},
			writes: true, wanted: 0.8,
		},
	}
}

// names lists the names of the scenarios.
func names() []string {
	var list []string
	for _, s := range scenarios() {
		list = append(list, s.name)
	}
	return list
}

// known reports whether there is a scenario with the name.
func known(name string) bool { return slices.Contains(names(), name) }

// chosen returns the scenarios of a run: those asked for, and the limits.
func (o settings) chosen() []scenario {
	return slices.DeleteFunc(scenarios(), func(s scenario) bool {
		limit := s.name == selectOne || s.name == constant
		return len(o.scenarios) > 0 && !limit && !slices.Contains(o.scenarios, s.name)
	})
}
