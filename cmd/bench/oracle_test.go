package main

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// plainly is window by looking at every event.
func (o *oracle) plainly(from, until, page int64) expected {
	var e expected
	for i, id := range o.id {
		if o.start[i] < from || o.end[i] > until {
			continue
		}
		if e.total >= (page-1)*perPage && e.count < perPage {
			e.count++
			e.sum = sumID(e.sum, id)
		}
		e.total++
	}
	return e
}

func TestWindowsHoldWhatLookingAtEveryEventFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := &oracle{}
		starts := rapid.SliceOf(rapid.Int64Range(0, 1000)).Draw(t, "starts")
		slices.Sort(starts)
		for i, local := range starts {
			start := local + rapid.Int64Range(-100, 100).Draw(t, "offset")
			o.add(int64(i+1), local, start, start+rapid.Int64Range(0, 50).Draw(t, "length"))
		}
		slices.Sort(o.starts)
		slices.Sort(o.ends)
		from := rapid.Int64Range(-10, 1000).Draw(t, "from")
		until := from + rapid.Int64Range(60, 2000).Draw(t, "window")
		page := rapid.Int64Range(1, 4).Draw(t, "page")
		if diff := cmp.Diff(o.plainly(from, until, page), o.window(from, until, page), cmp.AllowUnexported(expected{})); diff != "" {
			t.Errorf("page %d from %d to %d (-want +got):\n%s", page, from, until, diff)
		}
	})
}

func TestWhatAListTellsIsReadFromItsBody(t *testing.T) {
	body := `{"events":[{"id":7,"rest_url":"http://x/calendar/events/v1/events/7","venue":{"url":"http://x/venue/a/"}},` +
		`{"id":12,"rest_url":"http://x/calendar/events/v1/events/12"}],"rest_url":"http://x/calendar/events/v1/events/?page=1","total":25,"total_pages":3}`
	got, err := parseList([]byte(body))
	want := expected{total: 25, count: 2, sum: sumID(sumID(0, 7), 12)}
	if err != nil || got != want {
		t.Errorf("told is %+v, %v, want %+v", got, err, want)
	}
}
