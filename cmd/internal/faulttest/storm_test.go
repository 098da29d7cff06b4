package faulttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// storm is a load of clients that write and read.  It notes what was
// acknowledged, and every response that blames the service.
type storm struct {
	t     *testing.T
	name  string   // Of no other storm.
	roots []string // Of the servers; writers take turns.
	http  *http.Client
	quiet time.Duration // Between two requests of a writer.

	bearer string // Token of the user who writes; "" where everybody may.

	stopped chan struct{}
	all     sync.WaitGroup

	acknowledged atomic.Int64
	newest       atomic.Int64 // When the newest acknowledged write began, ns since 1970.

	mu      sync.Mutex
	entries []*entry
	writes  map[int]int // Answers by status since the last mark; 0 is none.
	reads   map[int]int
	took    []time.Duration // Of answers since the last mark.
	calm    time.Time       // Only requests that began later are counted; zero for all.
	wrong   []string        // Responses that no fault excuses.
	cut     error           // The last request without a response.
}

// entry is what is known of one event that the storm made.
type entry struct {
	title string
	begun time.Time // When its creation was asked for.
	made  time.Time // When its creation was acknowledged; zero when it was not.
	id    int64
	gone  bool     // A removal was acknowledged.
	doubt bool     // A creation or removal was not acknowledged.
	text  string   // As acknowledged last.
	texts []string // Not acknowledged.
}

// storms numbers the storms of all tests.
var storms atomic.Int64

// newStorm describes a load on servers.
func newStorm(t *testing.T, quiet time.Duration, roots ...string) *storm {
	s := &storm{
		t: t, name: fmt.Sprintf("Storm %d", storms.Add(1)), roots: roots, quiet: quiet, stopped: make(chan struct{}),
		writes: map[int]int{}, reads: map[int]int{},
		http: &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 1000}},
	}
	t.Cleanup(s.stop)
	return s
}

// begin starts the clients.
func (s *storm) begin(writers, readers int) {
	for i := range writers {
		s.all.Go(func() { s.write(i) })
	}
	for i := range readers {
		s.all.Go(func() { s.read(i) })
	}
}

// stop ends the clients.
func (s *storm) stop() {
	select {
	case <-s.stopped:
	default:
		close(s.stopped)
	}
	s.all.Wait()
	s.http.CloseIdleConnections()
}

// over reports whether the storm was stopped.
func (s *storm) over() bool {
	select {
	case <-s.stopped:
		return true
	default:
		return false
	}
}

// write writes until the storm ends: mostly new events, each with a new venue,
// two categories and two tags; some are changed, and some removed.
func (s *storm) write(client int) {
	root := s.roots[client%len(s.roots)]
	var last *entry
	for n := 0; !s.over(); n++ {
		ok := false
		switch {
		case last != nil && n%5 == 3:
			ok = s.change(root, last, n)
		case last != nil && n%5 == 4:
			ok = s.remove(root, last)
			last = nil
		default:
			last, ok = s.create(root, client, n)
		}
		if !ok {
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(s.quiet)
	}
}

// create makes an event, and returns it when that was acknowledged.
func (s *storm) create(root string, client, n int) (*entry, bool) {
	title := fmt.Sprintf("%s client %d number %d", s.name, client, n)
	e := &entry{title: title, text: "text of " + title, begun: time.Now(), doubt: true}
	s.mu.Lock()
	s.entries = append(s.entries, e)
	s.mu.Unlock()
	body := map[string]any{
		"title": title, "description": e.text, "start_date": "2030-05-01 14:00:00", "end_date": "2030-05-01 18:00:00",
		"venue": map[string]any{"venue": "Hall of " + title}, "categories": []string{"Music", fmt.Sprint("Category ", n%7)},
		"tags": []string{"Popular", fmt.Sprint("Tag ", client)},
	}
	answer, ok := s.send(http.MethodPost, root+"/events", body, http.StatusCreated)
	if !ok {
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e.id, e.doubt, e.made = answer.ID, false, time.Now()
	return e, true
}

// change writes another text into an event.
func (s *storm) change(root string, e *entry, n int) bool {
	text := fmt.Sprintf("changed %d of %s", n, e.title)
	_, ok := s.send(http.MethodPatch, fmt.Sprintf("%s/events/%d", root, e.id), map[string]any{"description": text}, http.StatusOK)
	s.mu.Lock()
	defer s.mu.Unlock()
	if ok {
		e.text = text
	} else {
		e.texts = append(e.texts, text)
	}
	return ok
}

// remove deletes an event for good.
func (s *storm) remove(root string, e *entry) bool {
	_, ok := s.send(http.MethodDelete, fmt.Sprintf("%s/events/%d?force=true", root, e.id), nil, http.StatusOK)
	s.mu.Lock()
	defer s.mu.Unlock()
	e.gone, e.doubt = ok, !ok
	return ok
}

// read reads until the storm ends.
func (s *storm) read(client int) {
	root := s.roots[client%len(s.roots)]
	for n := 0; !s.over(); n++ {
		path := []string{"/events?per_page=5", "/tags", "/events?search=number&per_page=3&start_date=2030-01-01", "/venues?per_page=5"}[n%4]
		if _, ok := s.send(http.MethodGet, root+path, nil, http.StatusOK); !ok {
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(max(s.quiet, 5*time.Millisecond))
	}
}

// reply is what the storm looks at in a response.
type reply struct {
	ID   int64
	Code string
}

// send sends a request and reports whether the response has the status.
func (s *storm) send(method, url string, body any, want int) (reply, bool) {
	r, err := newRequest(method, url, body)
	if err != nil {
		s.t.Error(err)
		return reply{}, false
	}
	if s.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+s.bearer)
	}
	begin := time.Now()
	answer, text, err := s.do(r)
	if err != nil {
		s.failed(method, err)
		return reply{}, false
	}
	var got reply
	broken := json.Unmarshal(text, &got)
	ok := answer.StatusCode == want && broken == nil
	if ok && method != http.MethodGet {
		s.acknowledged.Add(1)
		s.newest.Store(max(s.newest.Load(), begin.UnixNano()))
	}
	s.note(method, answer, got, text, ok, time.Since(begin))
	return got, ok
}

// newRequest returns a request with JSON.
func newRequest(method, url string, body any) (*http.Request, error) {
	var content io.Reader = http.NoBody
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, url, content)
	if err == nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r, err
}

// do sends a request and reads the response to its end.
func (s *storm) do(r *http.Request) (*http.Response, []byte, error) {
	answer, err := s.http.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	return answer, text, err
}

// failed counts a request without a response.
func (s *storm) failed(method string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts(method)[0]++
	s.cut = err
}

// counts returns the counters of a method.
func (s *storm) counts(method string) map[int]int {
	if method == http.MethodGet {
		return s.reads
	}
	return s.writes
}

// codes are those that a fault excuses.
var codes = map[int]string{
	http.StatusServiceUnavailable:  "rest_service_unavailable",
	http.StatusInsufficientStorage: "rest_insufficient_storage",
	http.StatusGatewayTimeout:      "rest_timeout",
}

// note counts a response, and keeps it when it is wrong whatever happens: all but
// success, and the errors that ask to come again.
func (s *storm) note(method string, answer *http.Response, got reply, text []byte, ok bool, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !time.Now().Add(-took).Before(s.calm) {
		s.counts(method)[answer.StatusCode]++
		s.took = append(s.took, took)
	}
	retry := answer.Header.Get("Retry-After") != "" || answer.StatusCode != http.StatusServiceUnavailable
	excused := codes[answer.StatusCode] == got.Code && got.Code != "" && retry
	if !ok && !excused && answer.StatusCode != http.StatusTooManyRequests && len(s.wrong) < 5 {
		s.wrong = append(s.wrong, fmt.Sprintf("%s %s: %d Retry-After %q %.300s", method, answer.Request.URL.Path, answer.StatusCode, answer.Header.Get("Retry-After"), text))
	}
}

// seen is what was answered between two marks.
type seen struct {
	writes, reads map[int]int
	took          []time.Duration
}

// mark returns what was answered since the last mark.
func (s *storm) mark() seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := seen{s.writes, s.reads, s.took}
	s.writes, s.reads, s.took, s.calm = map[int]int{}, map[int]int{}, nil, time.Time{}
	return before
}

// calmed is mark, and has the requests that are under way left out of what comes
// next: they began while there was a fault.  The next mark counts all again.
func (s *storm) calmed() {
	_ = s.mark()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calm = time.Now()
}

// percentile returns a percentile of the times of responses.
func (s seen) percentile(p int) time.Duration {
	if len(s.took) == 0 {
		return 0
	}
	slices.Sort(s.took)
	return s.took[(len(s.took)-1)*p/100].Round(100 * time.Microsecond)
}

// faultless fails the test for responses that nothing excuses.
func (s *storm) faultless() {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range s.wrong {
		s.t.Errorf("an answer that no fault excuses: %s", text)
	}
}

// recovered waits until a write succeeds that began after the instant, and
// returns how long that took; an error after the limit.
func (s *storm) recovered(from time.Time, limit time.Duration) (time.Duration, error) {
	for s.newest.Load() <= from.UnixNano() {
		if time.Since(from) > limit {
			return 0, errors.New("no write succeeds")
		}
		time.Sleep(2 * time.Millisecond)
	}
	return time.Since(from), nil
}
