package app_test

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/demo"
	"almanac/runtime/admission"
	"almanac/runtime/audit"
	"almanac/runtime/deployment"
	"almanac/runtime/identity"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// longFeed is more events than a feed holds at once, twice over.
const longFeed = 2*deployment.MaxPerPage + 20

// openLong starts a service with the events of a long feed.
func openLong(t *testing.T, url string, options ...func(*service.Config)) *site {
	t.Helper()
	s := openSite(t, url, options...)
	if _, err := demo.Fill(t.Context(), s.Service, demo.Options{Events: longFeed}); err != nil {
		t.Fatal(err)
	}
	return s
}

// feedPath is the path of all events as a feed.
func feedPath(format string) string { return "/events?status=any&" + always + "&format=" + format }

func column(t *testing.T, table, name string) []string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%v: %s", err, table)
	}
	at := slices.Index(rows[0], name)
	var values []string
	for _, row := range rows[1:] {
		values = append(values, row[at])
	}
	return values
}

func TestALongFeedHoldsTheRecordsOfTheListInItsOrder(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openLong(t, url)
		for _, query := range []string{
			always, always + "&orderby=title&order=desc", always + "&orderby=modified", always + "&search=-festival&orderby=title",
			always + "&search=the", "status=any&" + always + "&orderby=id&order=desc",
		} {
			var want []string
			first := s.must(http.StatusOK, http.MethodGet, "/events?per_page=50&"+query, nil)
			for page := int64(1); page == 1 || (page-1)*50 < int64(longFeed); page++ {
				a := s.get("/events?per_page=50&" + query + "&page=" + list(page))
				events, _ := a.body["events"].([]any)
				for _, e := range events {
					want = append(want, fmt.Sprint(e.(js)["id"]))
				}
			}
			feed := s.must(http.StatusOK, http.MethodGet, "/events?format=csv&"+query, nil)
			if diff := cmp.Diff(want, column(t, feed.text, "id")); diff != "" || len(want) == 0 {
				t.Errorf("%s: (-list +feed)\n%s", query, diff)
			}
			if got, want := feed.header.Get("X-TEC-Total"), first.header.Get("X-TEC-Total"); got != want || feed.header.Get("X-TEC-TotalPages") != "1" {
				t.Errorf("%s: total %s, want %s: %v", query, got, want, feed.header)
			}
		}
	})
}

func TestEveryFormatOfALongFeedIsWholeInEveryCoding(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openLong(t, url)
		for format, mark := range map[string]string{"ics": "BEGIN:VEVENT\r\n", "csv": "calendar/events", "rss": "<item>"} {
			plain := s.get(feedPath(format))
			if n := strings.Count(plain.text, mark); format != "csv" && n != longFeed {
				t.Errorf("%d entries of %s, want %d", n, format, longFeed)
			}
			for _, coding := range []string{"gzip", "zstd"} {
				a := s.sendWith(map[string]string{"Accept-Encoding": coding}, "", http.MethodGet, feedPath(format), nil)
				if got := decode(t, coding, a.text); a.header.Get("Content-Encoding") != coding || got != plain.text {
					t.Errorf("%s in %s: %v, %d bytes, want %d", format, coding, a.header, len(got), len(plain.text))
				}
			}
			if head := s.send("", http.MethodHead, feedPath(format), nil); head.status != http.StatusOK || head.text != "" || head.header.Get("ETag") != plain.header.Get("ETag") ||
				head.header.Get("Content-Type") != plain.header.Get("Content-Type") || head.header.Get("X-TEC-Total") != fmt.Sprint(longFeed) {
				t.Errorf("HEAD of %s: %d %v, want the header of %v", format, head.status, head.header, plain.header)
			}
		}
	})
}

// reads notes the statements that a store runs.
type reads struct {
	mu   sync.Mutex
	list []store.Statement
}

// note is for store.Options.OnQuery.
func (r *reads) note(_ context.Context, call store.QueryInfo) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, call.Statements...)
}

// taken returns the statements that were noted, and forgets them.
func (r *reads) taken() []store.Statement {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.list
	r.list = nil
	return list
}

func TestALongFeedNeverReadsMoreRecordsThanAPageHas(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var seen reads
		s := openLong(t, url, func(c *service.Config) { c.Options.OnQuery = seen.note })
		seen.taken()
		s.must(http.StatusOK, http.MethodGet, feedPath("ics"), nil)
		batches := 0
		for _, statement := range seen.taken() {
			if !strings.Contains(statement.SQL, `"event"."description"`) {
				continue
			}
			batches++
			ids, ok := statement.Args[0].([]int64)
			if !ok || len(ids) > deployment.MaxPerPage {
				t.Errorf("%d records at once: %s", len(ids), statement.SQL)
			}
		}
		if batches != 3 {
			t.Errorf("%d batches, want 3", batches)
		}
	})
}

func TestALongFeedThatTheClientHasIsNotReadAgain(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		var seen reads
		s := openLong(t, url, func(c *service.Config) { c.Options.OnQuery = seen.note })
		tag := s.must(http.StatusOK, http.MethodGet, feedPath("ics"), nil).header.Get("ETag")
		again := func(path string) response {
			return s.sendWith(map[string]string{"If-None-Match": tag, "Accept-Encoding": "gzip"}, "", http.MethodGet, path, nil)
		}
		seen.taken()
		if a := again(feedPath("ics")); a.status != http.StatusNotModified || a.text != "" || a.header.Get("ETag") != tag || a.header.Get("X-TEC-Total") != "" {
			t.Errorf("the same feed: %d %v %s", a.status, a.header, a.text)
		}
		for _, statement := range seen.taken() {
			if strings.Contains(statement.SQL, `"events"`) && !strings.Contains(statement.SQL, "future") {
				t.Errorf("a 304 reads %s", statement.SQL)
			}
		}
		for _, other := range []string{feedPath("rss"), feedPath("ics") + "&orderby=title", feedPath("ics") + "&context=edit", feedPath("ics") + "&password=x"} {
			if a := again(other); a.status != http.StatusOK || a.header.Get("ETag") == tag {
				t.Errorf("%s: %d %s", other, a.status, a.header.Get("ETag"))
			}
		}
		s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": "Something else"})
		if a := again(feedPath("ics")); a.status != http.StatusOK || a.header.Get("ETag") == tag {
			t.Errorf("after a write: %d %v", a.status, a.header)
		}
	})
}

// slowly reads a response on demand: each part of the body waits.
type slowly struct {
	*httptest.ResponseRecorder
	arrived chan struct{} // Gets a value for each part that waits.
	take    chan struct{} // Closed once the reader goes on.
}

// Write waits for the reader.
func (s *slowly) Write(p []byte) (int, error) {
	select {
	case s.arrived <- struct{}{}:
		<-s.take
	case <-s.take:
	}
	return s.ResponseRecorder.Write(p)
}

// readSlowly begins to read a path, and returns once a first part of the body
// waits for the reader.
func (s *site) readSlowly(path string) (w *slowly, done chan any) {
	s.t.Helper()
	w = &slowly{ResponseRecorder: httptest.NewRecorder(), arrived: make(chan struct{}), take: make(chan struct{})}
	r := httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://localhost"+s.Env.Deployment.APIPath()+path, nil)
	done = make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		s.Handler().ServeHTTP(w, r)
	}()
	select {
	case <-w.arrived:
	case cause := <-done:
		s.t.Fatalf("%s has ended: %v %d %s", path, cause, w.Code, w.Body)
	}
	return w, done
}

// limit returns the state of a limit.
func (s *site) limit(name string) admission.LimitState {
	for _, l := range s.API.Limits() {
		if l.Name == name {
			return l
		}
	}
	return admission.LimitState{}
}

func TestASlowReaderOfAFeedHoldsNothingOfTheStore(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openLong(t, url, within(admission.DefaultAdmission()))
		w, done := s.readSlowly(feedPath("csv"))
		for _, pool := range s.Store.PoolStats() {
			if pool.InUse != 0 {
				t.Errorf("%d connections of %s are in use", pool.InUse, pool.Name)
			}
		}
		if feeds, requests, reads := s.limit("feeds"), s.limit("requests"), s.limit("expensive"); feeds.InUse != 1 || requests.InUse != 0 || reads.InUse != 0 {
			t.Errorf("in use: %+v %+v %+v", feeds, requests, reads)
		}
		close(w.take)
		if cause := <-done; cause != nil || len(column(t, w.Body.String(), "id")) != longFeed {
			t.Errorf("%v: %d rows", cause, len(column(t, w.Body.String(), "id")))
		}
		if feeds := s.limit("feeds"); feeds.InUse != 0 || feeds.Admitted != 1 {
			t.Errorf("after the feed: %+v", feeds)
		}
	})
}

func TestWritesDuringAFeedNeitherDoubleNorHideOtherRecords(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openLong(t, url, withUsers)
		path := "/events?" + always + "&format=csv"
		before := s.must(http.StatusOK, http.MethodGet, path, nil)
		ids, titles := column(t, before.text, "id"), column(t, before.text, "title")
		last := len(ids) - 1
		w, done := s.readSlowly(path)
		change := func(method, id string, body any) {
			s.mustBy("editor", http.StatusOK, method, "/events/"+id, body)
		}
		change(http.MethodPatch, ids[last], js{"start_date": "2001-01-01 10:00:00", "end_date": "2001-01-01 11:00:00", "title": "Moved to the front"})
		change(http.MethodPatch, ids[0], js{"start_date": "2101-01-01 10:00:00", "end_date": "2101-01-01 11:00:00"})
		change(http.MethodPatch, ids[last-1], js{"status": "draft"})
		change(http.MethodPatch, ids[last-2], js{"status": "private"})
		change(http.MethodDelete, ids[last-3], nil)
		change(http.MethodDelete, ids[last-4], nil)
		change(http.MethodDelete, ids[last-4]+"?force=true", nil)
		change(http.MethodPatch, ids[last-5], js{"post_password": "secret"})
		close(w.take)
		<-done
		want := append(slices.Clone(ids[:last-4]), ids[last])
		if diff := cmp.Diff(want, column(t, w.Body.String(), "id")); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if got := column(t, w.Body.String(), "title"); got[len(got)-1] != "Moved to the front" || got[0] != titles[0] {
			t.Errorf("titles %q to %q", got[0], got[len(got)-1])
		}
		if got := column(t, w.Body.String(), "description"); got[len(got)-2] != "" {
			t.Errorf("an event that got a password shows %q", got[len(got)-2])
		}
	})
}

// failing is a server of a long feed whose store goes away after the first
// batch.
func failing(t *testing.T, url string) (root string) {
	t.Helper()
	s := openLong(t, url)
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Handler().ServeHTTP(&beforeBody{ResponseWriter: w, do: func() { once.Do(func() { _ = s.Store.Close() }) }}, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + s.Env.Deployment.APIPath()
}

// beforeBody does something before each part of the body.
type beforeBody struct {
	http.ResponseWriter
	do func()
}

// Write does it.
func (b *beforeBody) Write(p []byte) (int, error) {
	b.do()
	return b.ResponseWriter.Write(p)
}

// Unwrap returns the writer below, for http.ResponseController.
func (b *beforeBody) Unwrap() http.ResponseWriter { return b.ResponseWriter }

func TestAFeedThatFailsHalfWayBreaksTheConnection(t *testing.T) {
	for _, coding := range []string{"identity", "gzip"} {
		prepared.Each(t, func(t *testing.T, url string) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, failing(t, url)+feedPath("csv"), nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", coding)
			response, err := http.DefaultClient.Do(r)
			if err == nil {
				_, err = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
			}
			// What is coded may be so short that not even the header has left.
			if !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
				t.Errorf("%s: %v", coding, err)
			}
		})
	}
}

func TestAFeedInHTTP10ThatFailsHalfWayIsReset(t *testing.T) {
	root := failing(t, prepared.SQLite(t))
	host, path, _ := strings.Cut(strings.TrimPrefix(root, "http://"), "/")
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := fmt.Fprintf(conn, "GET /%s%s HTTP/1.0\r\nHost: %s\r\n\r\n", path, feedPath("csv"), host); err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, bufio.NewReader(conn)); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("%d bytes, then %v", n, err)
	}
}

func TestALongFeedHasTheNameOfTheSite(t *testing.T) {
	s := openLong(t, prepared.SQLite(t), withoutCache, within(admission.Admission{Deadline: time.Minute}))
	if err := identity.Save(t.Context(), s.Store, audit.Actor{At: time.Now()}, identity.Identity{SiteName: "Town Hall", Version: 1}); err != nil {
		t.Fatal(err)
	}
	s.Env.Identity.Forget()
	if a := s.get(feedPath("ics")); !strings.Contains(a.text, "X-WR-CALNAME:Town Hall") {
		t.Errorf("%d %.300s", a.status, a.text)
	}
}

func TestMoreLongFeedsThanThereIsRoomForAre503(t *testing.T) {
	s := openLong(t, prepared.SQLite(t), within(admission.Admission{Feeds: 4}))
	first, firstDone := s.readSlowly(feedPath("csv"))
	second, secondDone := s.readSlowly(feedPath("rss"))
	// One sender gets half of the room.
	a := s.get(feedPath("ics"))
	if a.status != http.StatusOK {
		t.Errorf("another sender: %d %s", a.status, a.text)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+s.Env.Deployment.APIPath()+feedPath("ics"), nil))
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "rest_service_unavailable") {
		t.Errorf("a third feed of one sender: %d %v %s", w.Code, w.Header(), w.Body)
	}
	s.must(http.StatusOK, http.MethodGet, "/events?format=ics&search=nothing-has-this-word", nil) // A short one.
	if state := s.limit("feeds"); state.InUse != 2 || state.Refused != 1 || state.Admitted != 3 {
		t.Errorf("%+v", state)
	}
	for _, w := range []*slowly{first, second} {
		close(w.take)
	}
	<-firstDone
	<-secondDone
	if state := s.limit("feeds"); state.InUse != 0 {
		t.Errorf("%+v", state)
	}
}
