package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/admission"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// totals is a random sequence of writes at a server that keeps totals of lists, which are
// compared after each of them with those of a server that keeps nothing.
type totals struct {
	t           *testing.T
	kept, fresh *site
	now         atomic.Int64 // Unix time of both.
	random      *rand.Rand
	ids         []int64
	venues      []int64
}

// totalsLists are lists with conditions of all sorts.
var totalsLists = []string{
	"/events",
	"/events?start_date=2030-01-01&end_date=2030-01-31",
	"/events?strict_dates=1&start_date=2030-01-10+12:00:00&end_date=2030-01-20+12:00:00",
	"/events?start_date=2029-01-01&end_date=2031-01-01&page=2&per_page=2",
	"/events?starts_after=2030-01-10&ends_before=2030-02-10",
	"/events?start_date=2029-01-01&featured=true",
	"/events?start_date=2029-01-01&status=draft,private,future",
	"/events?start_date=2029-01-01&status=any&lang=fr",
	"/events?start_date=2029-01-01&status=trash",
	"/events?start_date=2029-01-01&lang=en",
	"/events?start_date=2029-01-01&search=even",
	"/events?start_date=2029-01-01&orderby=title&order=desc",
	"/events?start_date=2029-01-01&categories=music",
	"/events?start_date=2029-01-01&categories=art,music&tags=free",
	"/events?start_date=2029-01-01&end_date=2031-01-01&tags=free,loud",
	"/events?start_date=2029-01-01&venue=VENUE",
	"/venues",
	"/venues?status=any",
	"/venues?status=draft",
}

func TestTotalsFollowEveryWrite(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		f := &totals{t: t, random: rand.New(rand.NewPCG(7, 7))}
		f.now.Store(time.Date(2029, 12, 20, 8, 0, 0, 0, time.UTC).Unix())
		configure := func(c *service.Config) {
			c.Deployment, c.Clock = deployments.A(), func() time.Time { return time.Unix(f.now.Load(), 0).UTC() }
		}
		f.fresh = openSite(t, url, configure, func(c *service.Config) { c.CacheBytes = -1 })
		f.kept = openSite(t, url, configure)
		for range fewer(1000) {
			f.write()
			f.compare()
		}
	})
}

// pick returns one of several values.
func pick[T any](f *totals, list ...T) T { return list[f.random.IntN(len(list))] }

// fields returns some fields of an event.
func (t *totals) fields() js {
	day := time.Date(2030, 1, 1, t.random.IntN(24), 0, 0, 0, time.UTC).AddDate(0, 0, t.random.IntN(60)-15)
	all := js{
		"start_date": day.Format(time.DateTime), "end_date": day.Add(time.Duration(t.random.IntN(100)) * time.Hour).Format(time.DateTime),
		"timezone": pick(t, "UTC", "Asia/Tokyo", "America/New_York"), "featured": pick(t, true, false), "hide_from_listings": pick(t, true, false, false),
		"status": pick(t, "publish", "publish", "draft", "private", "pending"), "title": "Event", "all_day": pick(t, true, false),
	}
	if t.random.IntN(8) == 0 {
		all["status"], all["date"] = "publish", time.Unix(t.now.Load(), 0).UTC().Add(time.Hour).Format(time.DateTime)
	}
	if t.random.IntN(4) == 0 {
		all["venue"] = js{"venue": fmt.Sprint("Venue ", t.random.IntN(1000))}
	}
	if t.random.IntN(2) == 0 {
		all["categories"] = pick(t, []string{}, []string{"music"}, []string{"art"}, []string{"art", "music"})
	}
	if t.random.IntN(2) == 0 {
		all["tags"] = pick(t, []string{}, []string{"free"}, []string{"free", "loud"})
	}
	return all
}

// window returns a list with bounds that hardly any other has.
func (t *totals) window() string {
	at := func() string {
		return time.Date(2029, 12, 1, 0, 0, t.random.IntN(90*86400), 0, time.UTC).Format("2006-01-02+15:04:05")
	}
	path := pick(t, "/events?strict_dates=1", "/events?per_page=3", "/events?strict_dates=1&lang=en")
	switch t.random.IntN(5) {
	case 0:
		return path + "&starts_after=" + at() + "&ends_before=" + at()
	case 1:
		return path + "&starts_before=" + at() + "&ends_after=" + at()
	case 2:
		return path + "&starts_before=" + at() + pick(t, "", "&starts_after=2029-12-10")
	case 3:
		return path + "&ends_after=" + at()
	}
	return path + "&start_date=" + at()
}

// write makes one random write.
func (t *totals) write() {
	at := t.kept
	if t.random.IntN(20) == 0 {
		at = t.fresh
	}
	id := int64(0)
	if len(t.ids) > 0 {
		id = pick(t, t.ids...)
	}
	path := fmt.Sprintf("/events/%d", id)
	switch action := t.random.IntN(13); {
	case action < 3 || id == 0:
		made := at.must(http.StatusCreated, http.MethodPost, "/events?lang="+pick(t, "en", "fr"), t.fields())
		t.ids = append(t.ids, made.id())
		if venues, ok := made.body["venue"].(map[string]any); ok {
			n, _ := venues["id"].(json.Number).Int64()
			t.venues = append(t.venues, n)
		}
	case action < 6:
		all := t.fields()
		for name := range all {
			if t.random.IntN(2) == 0 && name != "start_date" && name != "end_date" {
				delete(all, name)
			}
		}
		at.send("", http.MethodPatch, path, all)
	case action == 6:
		at.send("", http.MethodDelete, path, nil) // To the trash, or 410.
	case action == 7:
		at.send("", http.MethodDelete, path+"?force=true", nil)
	case action == 8:
		at.send("", http.MethodPost, "/events?dry_run=true", t.fields())
		at.send("", http.MethodPatch, path, js{"end_date": "1999-01-01 00:00:00"}) // Refused.
	case action == 9 && len(t.venues) > 0:
		venue := fmt.Sprintf("/venues/%d", pick(t, t.venues...))
		at.send("", pick(t, http.MethodDelete, http.MethodPatch), venue, js{"status": pick(t, "draft", "publish")})
	case action == 10:
		t.now.Add(int64(t.random.IntN(4000))) // Publishes what is due.
	case action == 11 && t.random.IntN(4) == 0:
		resource := pick(t, "/categories", "/tags")
		if terms, ok := at.get(resource).body[resource[1:]].([]any); ok && len(terms) > 0 {
			term := fmt.Sprintf("%s/%v", resource, pick(t, terms...).(map[string]any)["id"])
			at.send("", pick(t, http.MethodDelete, http.MethodPatch), term, js{"name": fmt.Sprint("Name ", t.random.IntN(1000)), "parent": 0})
		}
	default:
		at.send("", http.MethodPatch, path, js{"status": pick(t, "publish", "draft")})
	}
}

// compare compares the totals of both servers.
func (t *totals) compare() {
	lists := slices.DeleteFunc(slices.Clone(totalsLists), func(string) bool { return t.random.IntN(2) > 0 })
	for range 4 {
		lists = append(lists, t.window())
	}
	for _, path := range lists {
		if len(t.venues) > 0 {
			path = strings.ReplaceAll(path, "VENUE", fmt.Sprint(t.venues[len(t.venues)/2]))
		}
		got, want := t.kept.get(path), t.fresh.get(path)
		again := t.kept.get(path) // Its total is known.
		if got.status != want.status || got.body["total"] != want.body["total"] || again.body["total"] != want.body["total"] {
			t.t.Fatalf("%s: %d, total %v and then %v, want %d, total %v", path, got.status, got.body["total"], again.body["total"], want.status, want.body["total"])
		}
	}
}

// countingSite opens a service whose counts end when they may, with two events, and returns
// how many it has begun.
func countingSite(t *testing.T, url string, bounds admission.Admission) (s *site, h *held, counts *atomic.Int64) {
	t.Helper()
	h, counts = &held{on: make(chan struct{}), end: make(chan struct{})}, new(atomic.Int64)
	s = openSite(t, url, within(bounds), func(c *service.Config) {
		c.Options.MaxConns, c.Options.OnQuery = 8, func(ctx context.Context, call store.QueryInfo) {
			for _, one := range call.Statements {
				if strings.Contains(one.SQL, "count(*)") {
					counts.Add(1)
				}
			}
			h.note(ctx, call)
		}
	})
	for range 2 {
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil))
	}
	counts.Store(0)
	close(h.on)
	return s, h, counts
}

// aside waits until so many requests have been let in and have given up their places, as
// those that wait for a count do.
func (s *site) aside(n int64) {
	s.t.Helper()
	s.until("requests", func(l admission.LimitState) bool { return l.Admitted == n && l.InUse == 0 })
}

func TestAListIsCountedOnceForAllWhoWait(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s, h, counts := countingSite(t, url, admission.Admission{Concurrent: 64, Patience: time.Hour, Expensive: 2, Queue: 4, Soon: time.Hour})
		before := s.limit("requests").Admitted
		ctx, cancel := context.WithCancel(t.Context())
		var first, others sync.WaitGroup
		first.Go(func() {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.root+"/events", nil)
			if err != nil {
				t.Error(err)
				return
			}
			if response, err := s.server.Client().Do(r); err == nil {
				_ = response.Body.Close()
				t.Errorf("the first: %s before the count has ended", response.Status)
			}
		})
		s.until("expensive", func(l admission.LimitState) bool { return l.InUse == 1 })
		const waiting = 20
		for page := range waiting {
			others.Go(func() {
				a := s.get(fmt.Sprintf("/events?per_page=1&page=%d", page%2+1))
				if events, _ := a.body["events"].([]any); a.status != http.StatusOK || fmt.Sprint(a.body["total"]) != "2" || len(events) != 1 {
					t.Errorf("%d, total %v, %d events", a.status, a.body["total"], len(events))
				}
			})
		}
		s.aside(before + 1 + waiting)
		cancel()
		first.Wait()
		if l := s.limit("expensive"); l.InUse != 1 || l.Waiting != 0 {
			t.Errorf("counts are at %+v, want one", l)
		}
		close(h.end)
		others.Wait()
		if n := counts.Load(); n != 1 {
			t.Errorf("the list was counted %d times", n)
		}
	})
}

func TestAWaitForACountEndsWithItsOwnRequest(t *testing.T) {
	const deadline = 2 * time.Second
	s, h, counts := countingSite(t, prepared.SQLite(t), admission.Admission{Deadline: deadline, Expensive: 2, Queue: 4, Soon: time.Hour})
	var early, late sync.WaitGroup
	for range 2 { // One that counts, and one that waits.
		early.Go(func() {
			if a := s.get("/events"); a.status != http.StatusGatewayTimeout || a.body["code"] != "rest_timeout" {
				t.Errorf("%d %s", a.status, a.text)
			}
		})
	}
	s.until("expensive", func(l admission.LimitState) bool { return l.InUse == 1 })
	time.Sleep(deadline / 2)
	late.Go(func() {
		if a := s.get("/events"); a.status != http.StatusOK || fmt.Sprint(a.body["total"]) != "2" {
			t.Errorf("the late one: %d %s", a.status, a.text)
		}
	})
	early.Wait()
	close(h.end)
	late.Wait()
	if n := counts.Load(); n != 1 {
		t.Errorf("the list was counted %d times", n)
	}
}

func TestACountFromBeforeAWriteIsNotUsedAfterIt(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s, h, counts := countingSite(t, url, admission.Admission{Concurrent: 64, Patience: time.Hour, Expensive: 2, Queue: 4, Soon: time.Hour})
		before := s.limit("requests").Admitted
		var all sync.WaitGroup
		list := func(want string) {
			all.Go(func() {
				if a := s.get("/events"); fmt.Sprint(a.body["total"]) != want {
					t.Errorf("%d, total %v, want %s", a.status, a.body["total"], want)
				}
			})
		}
		list("2")
		s.until("expensive", func(admission.LimitState) bool { return counts.Load() == 1 }) // It has counted, and is held.
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil))
		list("3")
		s.aside(before + 3)
		close(h.end)
		all.Wait()
	})
}

func TestManyCountsLeaveRoomForOtherRequests(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s, h, _ := countingSite(t, url, admission.Admission{Concurrent: 4, Patience: time.Hour, Expensive: 1, Queue: 2, Soon: time.Hour})
		before := s.limit("requests").Admitted
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil)).id()
		const each = 20
		var all sync.WaitGroup
		send := func(path string) {
			all.Go(func() {
				a := s.get(path)
				if refused := a.status == http.StatusServiceUnavailable && a.header.Get("Retry-After") != ""; !refused && a.status != http.StatusOK {
					t.Errorf("%s: %d %s", path, a.status, a.text)
				}
			})
		}
		for range each {
			send("/events?start_date=2001-01-01")
		}
		s.aside(before + 1 + each)
		for n := range each {
			send(fmt.Sprintf("/events?start_date=2002-01-%02d", n+1))
		}
		s.until("expensive", func(l admission.LimitState) bool { return l.InUse == 1 && l.Waiting == 2 && l.Refused == each-2 })
		s.must(http.StatusOK, http.MethodGet, one("events", id), nil)
		s.must(http.StatusOK, http.MethodPatch, one("events", id), js{"title": "Market"})
		close(h.end)
		all.Wait()
	})
}
