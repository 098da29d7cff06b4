package app_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"

	"almanac/runtime/dates"
)

// happening is an event as package time knows it.
type happening struct {
	id         int64
	category   int
	start, end time.Time // In the zone of the event.
}

// categories is how many there are.
const categories = 3

// someday draws a time.
func someday(r *rand.Rand) time.Time {
	return time.Date(2026, time.October, 20, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.IntN(20*86400)) * time.Second)
}

// local returns a local time as the API shows it.
func local(at time.Time) string { return at.Format(time.DateTime) }

// happenings returns events of some days around the clocks' changes in autumn, and
// writes them.
func happenings(t *testing.T, s *site, r *rand.Rand, n int) []happening {
	t.Helper()
	zones := []string{"Asia/Tokyo", "America/Los_Angeles", "Europe/Paris", "Asia/Kathmandu", "Pacific/Kiritimati", "Etc/GMT+12", "UTC", "Australia/Lord_Howe"}
	var all []happening
	for len(all) < n {
		name := zones[r.IntN(len(zones))]
		zone, ok := dates.Rules().Location(name)
		if !ok {
			t.Fatalf("no time zone %s", name)
		}
		at := someday(r).In(zone)
		if _, change := at.ZoneBounds(); r.IntN(3) == 0 && !change.IsZero() && change.Before(at.AddDate(0, 0, 20)) {
			at = change.Add(time.Duration(r.IntN(4*3600)-2*3600) * time.Second)
		}
		h := happening{category: len(all) % categories, start: at, end: at.Add(time.Duration(r.IntN([]int{7200, 3 * 86400}[r.IntN(2)])) * time.Second)}
		if r.IntN(4) == 0 { // A whole day.
			h.start = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, zone)
			h.end = time.Date(at.Year(), at.Month(), at.Day(), 23, 59, 59, 0, zone)
		}
		h.id = s.takesPlace(fmt.Sprint(len(all)), name, h.start.Format(time.RFC3339), h.end.Format(time.RFC3339), js{"categories": fmt.Sprintf("category %d", h.category)})
		all = append(all, h)
	}
	slices.SortStableFunc(all, func(a, b happening) int {
		return cmp.Or(strings.Compare(local(a.start), local(b.start)), cmp.Compare(a.id, b.id))
	})
	return all
}

// second reports whether a clock that was set back shows a time again.
func second(at time.Time) bool {
	return local(at.Add(-time.Hour)) == local(at) || local(at.Add(-30*time.Minute)) == local(at)
}

// parameter is a date parameter, and what it asks of an event when it is rounded
// to a time.
type parameter struct {
	name  string
	keeps func(h happening, at time.Time) bool
}

// parameters lists those that have a date.
func parameters() []parameter {
	return []parameter{
		{"start_date", func(h happening, at time.Time) bool { return !h.start.Before(at) }},
		{"end_date", func(h happening, at time.Time) bool { return !h.end.After(at) }},
		{"starts_before", func(h happening, at time.Time) bool { return h.start.Before(at) }},
		{"starts_after", func(h happening, at time.Time) bool { return h.start.After(at) }},
		{"ends_before", func(h happening, at time.Time) bool { return h.end.Before(at) }},
		{"ends_after", func(h happening, at time.Time) bool { return h.end.After(at) }},
	}
}

func TestListsAgreeWithPlainTimesInRandomZones(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		r := rand.New(rand.NewPCG(14, 13))
		all := happenings(t, openSite(t, database), r, 50)
		for _, name := range []string{"Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/Paris"} {
			zone, ok := dates.Rules().Location(name)
			if !ok {
				t.Fatalf("no time zone %s", name)
			}
			s := openSite(t, database, inZone(t, name, func() time.Time { return time.Date(2026, time.October, 28, 12, 0, 0, 0, time.UTC) }))
			for range fewer(60) {
				s.agrees(question(r, zone, all))
			}
		}
	})
}

// question draws the parameters of a list, and returns the events that it must hold.
func question(r *rand.Rand, zone *time.Location, all []happening) (url.Values, []happening) {
	query, want := url.Values{"per_page": {"50"}}, all
	strict := r.IntN(2) == 0
	if strict {
		query.Set("strict_dates", "1")
	}
	sent := parameters()[2:]
	if r.IntN(3) == 0 {
		sent = parameters()[:2]
		query.Set("start_date", "2026-01-01")
		query.Set("end_date", "2027-12-31")
	}
	for range 1 + r.IntN(2) {
		p, at := sent[r.IntN(len(sent))], someday(r).In(zone)
		for h := all[r.IntN(len(all))]; r.IntN(2) == 0 || second(at); h = all[r.IntN(len(all))] {
			at = []time.Time{h.start, h.end}[r.IntN(2)].In(zone)
		}
		forms := []string{local(at), at.Format(time.RFC3339), at.UTC().Format(time.RFC3339), fmt.Sprint(at.Unix())}
		if old := query.Get(p.name); old != "" && !strings.HasSuffix(old, "-01-01") && !strings.HasSuffix(old, "-12-31") {
			continue
		}
		query.Set(p.name, forms[r.IntN(len(forms))])
		at = rounded(p.name, at, strict)
		want = kept(want, func(h happening) bool { return p.keeps(h, at) })
	}
	if r.IntN(3) == 0 {
		category := r.IntN(categories)
		query.Set("categories", fmt.Sprintf("category %d", category))
		want = kept(want, func(h happening) bool { return h.category == category })
	}
	if r.IntN(3) == 0 {
		query.Set("order", "desc")
		want = slices.Clone(want)
		slices.Reverse(want)
	}
	return query, want
}

// rounded returns the time that a parameter means.
func rounded(name string, at time.Time, strict bool) time.Time {
	switch {
	case strict:
		return at
	case name == "start_date":
		return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, at.Location())
	}
	return time.Date(at.Year(), at.Month(), at.Day(), 23, 59, 59, 0, at.Location())
}

// kept returns the events that fulfil a condition.
func kept(all []happening, keeps func(happening) bool) []happening {
	return slices.DeleteFunc(slices.Clone(all), func(h happening) bool { return !keeps(h) })
}

// agrees reports a list of other events than these, or in another order.
func (s *site) agrees(query url.Values, want []happening) {
	s.t.Helper()
	var ids, got []int64
	for _, h := range want {
		ids = append(ids, h.id)
	}
	for _, e := range s.must(http.StatusOK, http.MethodGet, "/events?"+query.Encode(), nil).body["events"].([]any) {
		got = append(got, response{body: e.(js)}.id())
	}
	if d := diff.Diff(ids, got); d != "" {
		s.t.Errorf("%s (-want +got)\n%s", query.Encode(), d)
	}
}
