package app_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/admission"
	"almanac/runtime/httpapi"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/service"
)

func within(bounds admission.Admission) func(*service.Config) {
	return func(c *service.Config) { c.Admission = bounds }
}

// handle adds a route whose handler waits until it is let go, or until the
// request ends.
func (s *site) handle(path string, let <-chan struct{}) {
	httpapi.Handle(s.API, huma.Operation{OperationID: "get-slow", Method: http.MethodGet, Path: path}, nil, func(_ *http.Request, r *request.Request, _ *struct{}) (*word, error) {
		select {
		case <-let:
			return &word{Body: "done"}, nil
		case <-r.Context().Done():
			return nil, context.Cause(r.Context())
		}
	})
}

func TestARequestThatTakesTooLongIsGivenUp(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), within(admission.Admission{Deadline: 50 * time.Millisecond}))
	s.handle("/slow", nil)
	a := s.get("/slow")
	if a.status != http.StatusGatewayTimeout || a.body["code"] != "rest_timeout" {
		t.Errorf("status %d: %s", a.status, a.text)
	}
	s.must(http.StatusOK, http.MethodGet, "/", nil)
}

func TestAnAddressThatIsTooLongIs414(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), within(admission.Admission{URL: 1000}))
	s.must(http.StatusOK, http.MethodGet, "/events?search="+strings.Repeat("a", 900), nil)
	if a := s.get("/events?search=" + strings.Repeat("a", 1000)); a.status != http.StatusRequestURITooLong || a.body["code"] != "rest_uri_too_long" {
		t.Errorf("status %d: %s", a.status, a.text)
	}
}

func TestWhatOneRequestMaySendIsBounded(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), func(c *service.Config) {
		c.Limits = param.Limits{MaxBodyBytes: 2000, MaxDepth: 4, MaxParams: 10, MaxItems: 5}
	})
	many := js{}
	for i := range 11 {
		many[fmt.Sprint("p", i)] = i
	}
	for _, c := range []struct {
		name   string
		body   any
		status int
	}{
		{"a body that fits", newEvent("Fair", js{"categories": []string{"a", "b", "c", "d", "e"}}), http.StatusCreated},
		{"a body that is too large", newEvent("Fair", js{"description": strings.Repeat("a", 2000)}), http.StatusRequestEntityTooLarge},
		{"a list that is too long", newEvent("Fair", js{"categories": []string{"a", "b", "c", "d", "e", "f"}}), http.StatusBadRequest},
		{"nesting that is too deep", newEvent("Fair", js{"venue": []any{[]any{[]any{[]any{1}}}}}), http.StatusBadRequest},
		{"too many parameters", many, http.StatusBadRequest},
	} {
		if a := s.send("", http.MethodPost, "/events", c.body); a.status != c.status {
			t.Errorf("%s = %d, want %d: %s", c.name, a.status, c.status, a.text)
		}
	}
}

func TestRequestsOfOneAddressArePaced(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), stopped, within(admission.Admission{Rate: 1, Burst: 5}))
	var statuses []int
	for range 8 {
		a := s.get("/tags")
		statuses = append(statuses, a.status)
		if a.status != http.StatusTooManyRequests {
			continue
		}
		if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 || a.body["code"] != "rest_too_many_requests" {
			t.Errorf("Retry-After %q: %s", a.header.Get("Retry-After"), a.text)
		}
	}
	if statuses[0] != http.StatusOK || statuses[4] != http.StatusOK || statuses[7] != http.StatusTooManyRequests {
		t.Errorf("statuses %v", statuses)
	}
	s.readiness(http.StatusOK)
}

func TestMoreRequestsThanThereIsRoomForWaitAndThenAre503(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), within(admission.Admission{Concurrent: 2, Patience: 100 * time.Millisecond}))
	s.must(http.StatusOK, http.MethodGet, "/tags", nil) // Who counts leaves its place meanwhile, and waits to come back.
	let := make(chan struct{})
	s.handle("/slow", let)
	var held sync.WaitGroup
	for range 2 {
		held.Go(func() {
			if a := s.get("/slow"); a.status != http.StatusOK {
				t.Errorf("held: status %d: %s", a.status, a.text)
			}
		})
	}
	refused := s.get("/tags")
	for begin := time.Now(); refused.status == http.StatusOK && time.Since(begin) < 10*time.Second; {
		refused = s.get("/tags") // Until both are in.
	}
	if refused.status != http.StatusServiceUnavailable || refused.header.Get("Retry-After") == "" || refused.body["code"] != "rest_service_unavailable" {
		t.Errorf("without room: status %d: %s", refused.status, refused.text)
	}
	close(let)
	held.Wait()
	s.must(http.StatusOK, http.MethodGet, "/tags", nil)
}
