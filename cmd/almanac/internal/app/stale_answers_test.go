package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

// TestNoAnswerIsOlderThanAnAcknowledgedWrite has writers and readers at two
// servers on one database.  Each writer has an event of its own, whose title
// counts its writes, and publishes it or takes it back at random; and a venue that
// the event is at, whose name counts those to it; and a category, which counts the event
// while it is published.  Whatever was acknowledged before
// a read began, at whichever server, must be in its list, its total and its single
// record; what was begun after it ended must not.
func TestNoAnswerIsOlderThanAnAcknowledgedWrite(t *testing.T) {
	operations := fewer(10_000)
	if n, err := strconv.Atoi(os.Getenv("FRESH_OPERATIONS")); err == nil {
		operations = n
	}
	seed := uint64(1)
	if n, err := strconv.ParseUint(os.Getenv("FRESH_SEED"), 10, 64); err == nil {
		seed = n
	}
	storetest.Each(t, func(t *testing.T, url string) {
		f := newFreshness(t, url, seed)
		f.run(operations)
		t.Logf("seed %d: %d reads, %d writes, %d reads kept from earlier ones", seed, f.reads.Load(), f.writes.Load(), f.hits())
	})
}

// freshness is one run of the test.
type freshness struct {
	t       *testing.T
	servers [2]*service.Service
	seed    uint64
	ids     []int64
	events  progress
	places  progress // The venue of each event.
	venues  []int64
	reads   atomic.Int64
	writes  atomic.Int64
	stop    atomic.Bool
}

// progress is how far the writes to records are.
type progress struct {
	acked, begun [freshRecords]atomic.Int64 // Number of the last write that was acknowledged, and begun.
}

// bounds are the numbers of the writes that a read may tell of, by record.
type bounds struct{ low, high [freshRecords]int64 }

// before notes what a read that begins must tell.
func (p *progress) before() (b bounds) {
	for n := range b.low {
		b.low[n] = p.acked[n].Load()
	}
	return b
}

// after notes what a read that ended can tell.
func (p *progress) after(b bounds) bounds {
	for n := range b.high {
		b.high[n] = p.begun[n].Load()
	}
	return b
}

// freshRecords is how many records there are, each with its writer.
const freshRecords = 4

// newFreshness opens the servers and makes the records.
func newFreshness(t *testing.T, url string, seed uint64) *freshness {
	t.Helper()
	f := &freshness{t: t, seed: seed}
	for i := range f.servers {
		a, err := service.Open(t.Context(), generated.Service(), service.Config{Database: url, Deployment: deployments.B(), Open: true, Migrate: true, Log: quiet()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close() })
		f.servers[i] = a
	}
	for n := range freshRecords {
		status, body := f.call(f.servers[0], http.MethodPost, "/events", fmt.Sprintf(
			`{"title":"record %d write 0","start_date":"2030-01-01 10:00:00","end_date":"2030-01-01 11:00:00","status":"publish","venue":{"venue":"venue %d write 0"},"categories":["category %d"]}`, n, n, n))
		if status != http.StatusCreated {
			t.Fatalf("%d %s", status, body)
		}
		var made struct {
			ID    int64
			Venue struct{ ID int64 }
		}
		if err := json.Unmarshal(body, &made); err != nil {
			t.Fatal(err)
		}
		f.ids, f.venues = append(f.ids, made.ID), append(f.venues, made.Venue.ID)
	}
	return f
}

// call makes a request in process.
func (f *freshness) call(a *service.Service, method, path, body string) (int, []byte) {
	r := httptest.NewRequestWithContext(context.Background(), method, "http://localhost"+deployments.B().APIPath()+path, strings.NewReader(body))
	if body == "" {
		r = httptest.NewRequestWithContext(context.Background(), method, "http://localhost"+deployments.B().APIPath()+path, http.NoBody)
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, r)
	return w.Code, w.Body.Bytes()
}

// run lets everybody work until there were so many reads and writes.
func (f *freshness) run(operations int) {
	var all sync.WaitGroup
	for n := range freshRecords {
		all.Go(func() { f.write(n, rand.New(rand.NewPCG(f.seed, uint64(n)))) })
	}
	for n := range 4 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(f.seed, uint64(100+n)))
			for f.reads.Load()+f.writes.Load() < int64(operations) && !f.t.Failed() {
				f.read(random)
			}
			f.stop.Store(true)
		})
	}
	all.Wait()
}

// published reports whether a write of a number leaves the record published:
// all but each third.
func published(number int64) bool { return number%3 != 2 }

// write changes one record over and over.
func (f *freshness) write(n int, random *rand.Rand) {
	for number := int64(1); !f.stop.Load() && !f.t.Failed(); number++ {
		status := "publish"
		if !published(number) {
			status = "draft"
		}
		f.patch(&f.events, n, number, random, fmt.Sprintf("/events/%d", f.ids[n]), fmt.Sprintf(`{"title":"record %d write %d","status":"%s"}`, n, number, status))
		for range random.IntN(10) {
			f.read(random)
		}
		f.patch(&f.places, n, number, random, fmt.Sprintf("/venues/%d", f.venues[n]), fmt.Sprintf(`{"venue":"venue %d write %d"}`, n, number))
		for range random.IntN(40) { // Some time without writes, as calendars mostly have.
			f.read(random)
		}
	}
}

// writer returns the server of a write: for a while always the first, which then knows
// all that is written, and for a while any.
func (f *freshness) writer(random *rand.Rand) *service.Service {
	if f.writes.Load()/50%2 == 0 {
		return f.servers[0]
	}
	return f.servers[random.IntN(2)]
}

// patch makes a write to a record.
func (f *freshness) patch(p *progress, n int, number int64, random *rand.Rand, path, body string) {
	p.begun[n].Store(number)
	if code, answer := f.call(f.writer(random), http.MethodPatch, path, body); code != http.StatusOK {
		f.t.Errorf("write %d to %s: %d %s", number, path, code, answer)
	}
	p.acked[n].Store(number)
	f.writes.Add(1)
}

// seen is what a response tells of the records.
type seen struct {
	seenEvent
	Events []seenEvent
	Total  int64
}

// seenEvent is what a response tells of an event.
type seenEvent struct {
	Title string
	Venue struct{ Venue string }

	Categories []struct {
		Name  string
		Count int64
	}
}

// read makes a random read and compares it with what it must and may tell.
func (f *freshness) read(random *rand.Rand) {
	f.reads.Add(1)
	events, places := f.events.before(), f.places.before()
	one := random.IntN(freshRecords)
	path := "/events?start_date=2029-12-01&end_date=2030-02-01"
	switch random.IntN(4) {
	case 0:
		path = fmt.Sprintf("/events/%d", f.ids[one])
	case 1:
		path += "&per_page=1"
	}
	code, body := f.call(f.servers[random.IntN(2)], http.MethodGet, path, "")
	events, places = f.events.after(events), f.places.after(places)
	var got seen
	if err := json.Unmarshal(body, &got); code != http.StatusOK || err != nil {
		f.t.Errorf("%s: %d %v %s", path, code, err, body)
		return
	}
	switch {
	case strings.Contains(path, "?"):
		f.compareList(path, got, events, places)
	case got.Title == "":
		f.t.Errorf("%s: no title: %s", path, body)
	default:
		f.compareEvent(path, got.seenEvent, events, places)
	}
}

// compareEvent checks an event and its venue.
func (f *freshness) compareEvent(path string, got seenEvent, events, places bounds) {
	f.compareName(path, "record %d write %d", got.Title, events)
	f.compareName(path, "venue %d write %d", got.Venue.Venue, places)
	for _, c := range got.Categories {
		var n int
		if _, err := fmt.Sscanf(c.Name, "category %d", &n); err != nil {
			f.t.Errorf("%s: %q: %v", path, c.Name, err)
			return
		}
		if least, most := events.publishedOf(n); c.Count < least || c.Count > most {
			f.t.Errorf("%s: category %d has %d events, want %d to %d", path, n, c.Count, least, most)
		}
	}
}

// publishedOf returns how many of a record are published, at least and at most: 0 or 1.
func (b bounds) publishedOf(n int) (least, most int64) {
	least = 1
	for number := b.low[n]; number <= b.high[n]; number++ {
		if published(number) {
			most = 1
		} else {
			least = 0
		}
	}
	return least, most
}

// compareName checks that a name is of a write that can be the last.
func (f *freshness) compareName(path, form, name string, can bounds) {
	var n int
	var number int64
	if _, err := fmt.Sscanf(name, form, &n, &number); err != nil {
		f.t.Errorf("%s: %q: %v", path, name, err)
		return
	}
	if number < can.low[n] || number > can.high[n] {
		f.t.Errorf("%s: %s, want write %d to %d", path, name, can.low[n], can.high[n])
	}
}

// compareList checks the titles and the total.
func (f *freshness) compareList(path string, got seen, events, places bounds) {
	for _, e := range got.Events {
		f.compareEvent(path, e, events, places)
	}
	var least, most int64
	for n := range freshRecords {
		low, high := events.publishedOf(n)
		least, most = least+low, most+high
	}
	if got.Total < least || got.Total > most {
		f.t.Errorf("%s: total %d, want %d to %d", path, got.Total, least, most)
	}
}

// hits returns how many responses were given again.
func (f *freshness) hits() int64 {
	var all int64
	for _, a := range f.servers {
		state, _ := a.API.CacheStats()
		all += state.Hits
	}
	return all
}

// TestAnAnswerOfTwoMomentsIsNotKept commits between the look-up of a category
// that a list names and the reading of the list.  The slug belongs to another
// category from then on, so that a list by the one that was looked up must not be
// given to those who ask afterwards.
func TestAnAnswerOfTwoMomentsIsNotKept(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var between func() // Run once, after the next look-up of a category.
		writing := openSite(t, url)
		reading := openSite(t, url, func(c *service.Config) {
			c.Options.OnQuery = func(_ context.Context, call store.QueryInfo) {
				if run := between; run != nil && strings.Contains(call.Statements[0].SQL, "r.slug, r.") {
					between = nil
					run()
				}
			}
		})
		category := func(slug string) string {
			made := writing.send("", http.MethodPost, "/categories", js{"name": "The " + slug, "slug": slug})
			return fmt.Sprint(made.body["id"])
		}
		first, second := category("music"), category("other")
		for _, c := range []string{first, second} {
			writing.send("", http.MethodPost, "/events", js{
				"title": "Event of " + c, "start_date": "2030-01-01 10:00:00", "end_date": "2030-01-01 11:00:00", "categories": c,
			})
		}
		list := "/events?start_date=2029-01-01&end_date=2031-01-01&categories=music"
		reading.send("", http.MethodGet, list, nil) // Its total is known from now on.
		between = func() {
			writing.send("", http.MethodPatch, "/categories/"+first, js{"slug": "former"})
			writing.send("", http.MethodPatch, "/categories/"+second, js{"slug": "music"})
		}
		reading.send("", http.MethodGet, list, nil)
		if between != nil {
			t.Fatal("nothing was looked up")
		}
		if got := reading.send("", http.MethodGet, list, nil); !strings.Contains(got.text, "Event of "+second) || strings.Contains(got.text, "Event of "+first+`"`) {
			t.Errorf("after the commit the list is %d %s", got.status, got.text)
		}
	})
}
