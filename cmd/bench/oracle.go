package main

import (
	"context"
	"slices"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
)

// oracle knows which events every list must show: those that lists hold, in
// their order, as the database had them before the first request.
type oracle struct {
	local          []int64 // When each starts by its own clock, in seconds as if in UTC: the order of lists.
	start, end, id []int64 // Of one event at the same place; instants in seconds.
	starts, ends   []int64 // Sorted.
	longest        int64   // Seconds that an event lasts at most.
	in             map[int64][]int32
	published      []int64 // Ids of what a visitor may read, lists or not.
}

// newOracle reads the database at url.
func newOracle(ctx context.Context, url string) (*oracle, error) {
	s, err := open.Store(ctx, url, store.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }()
	o := &oracle{in: map[int64][]int32{}}
	place := map[int64]int32{}
	err = s.Reader().Query(ctx, store.Statement{
		SQL: "SELECT id, start_date, utc_start_date, utc_end_date, hide_from_listings FROM events WHERE status = " +
			"'publish' ORDER BY start_date, id",
		ScanRow: func(row store.Row) error {
			var id int64
			var local, start, end string
			var hidden bool
			err := row.Scan(&id, &local, &start, &end, &hidden)
			o.published = append(o.published, id)
			if !hidden {
				place[id] = int32(len(o.id)) //nolint:gosec // There are a million at most.
				o.add(id, dates.WallTime(local).Unix(), dates.WallTime(start).Unix(), dates.WallTime(end).Unix())
			}
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(o.starts)
	slices.Sort(o.ends)
	return o, o.categories(ctx, s, place)
}

// add notes a listed event.
func (o *oracle) add(id, local, start, end int64) {
	o.id, o.local, o.start, o.end = append(o.id, id), append(o.local, local), append(o.start, start), append(o.end, end)
	o.starts, o.ends = append(o.starts, start), append(o.ends, end)
	o.longest = max(o.longest, end-start)
}

// categories notes which events are in a category or below it.
func (o *oracle) categories(ctx context.Context, s *store.Store, place map[int64]int32) error {
	parent := map[int64]int64{}
	err := s.Reader().Query(ctx, store.Statement{
		SQL: "SELECT id, parent FROM categories",
		ScanRow: func(row store.Row) error {
			var id, above int64
			err := row.Scan(&id, &above)
			parent[id] = above
			return err
		},
	})
	if err != nil {
		return err
	}
	err = s.Reader().Query(ctx, store.Statement{
		SQL: "SELECT event_id, category_id FROM event_categories",
		ScanRow: func(row store.Row) error {
			var event, category int64
			err := row.Scan(&event, &category)
			at, listed := place[event]
			for ; listed && category != 0; category = parent[category] {
				o.in[category] = append(o.in[category], at)
			}
			return err
		},
	})
	for category, list := range o.in {
		slices.Sort(list)
		o.in[category] = slices.Compact(list)
	}
	return err
}

// expected is what a response to a list must tell.
type expected struct {
	total, count int64
	sum          uint64 // Of the ids, see sumID.
}

// sumID adds an id to a sum that depends on the order.
func sumID(sum uint64, id int64) uint64 { return sum*1_000_003 + uint64(id) } //nolint:gosec // Ids are positive.

// perPage is how many records a page has.
const perPage = 12

// apart is how far clocks may be from UTC, in seconds.
const apart = int64(dates.MaxOffset / time.Second)

// window returns what a page of the events must tell that start and end
// between two times.
func (o *oracle) window(from, until, page int64) expected {
	var e expected
	first, _ := slices.BinarySearch(o.local, from-apart)
	skip := (page - 1) * perPage
	for i := first; i < len(o.id) && e.count < perPage; i++ {
		switch {
		case o.start[i] < from || o.end[i] > until:
		case skip > 0:
			skip--
		default:
			e.count++
			e.sum = sumID(e.sum, o.id[i])
		}
	}
	if until-from > o.longest {
		ended, _ := slices.BinarySearch(o.ends, until+1)
		begun, _ := slices.BinarySearch(o.starts, from)
		e.total = int64(ended - begun)
	}
	return e
}

// category returns what the first page of a category's events must tell.
func (o *oracle) category(id, from, until int64) expected {
	var e expected
	list := o.in[id]
	first, _ := slices.BinarySearchFunc(list, from-apart, func(at int32, t int64) int {
		if o.local[at] < t {
			return -1
		}
		return 1
	})
	for _, at := range list[first:] {
		if o.local[at] > until+apart {
			break
		}
		if o.start[at] < from || o.end[at] > until {
			continue
		}
		e.total++
		if e.count < perPage {
			e.count++
			e.sum = sumID(e.sum, o.id[at])
		}
	}
	return e
}
