package app_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/deployment"
	"almanac/runtime/store"
)

// TestNoArgumentOfAnyOperationDoesHarm sends every argument of every operation
// of the served document missing, null, of each wrong type, at its bounds and
// far too long, and unknown ones: the response is one that the document has and
// has its form, an error names the argument, and what is refused leaves the
// store as it was.  The document is the table of cases.
func TestNoArgumentOfAnyOperationDoesHarm(t *testing.T) {
	for _, tt := range []struct {
		name       string
		deployment deployment.Deployment
		share      int // Of how many probes one is sent.
	}{
		{"A", deployments.A(), 1},
		{"B", deployments.B(), 4}, // The same code with other arguments.
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.share > 1 {
				t.Skip("make test-all runs it")
			}
			prepared.Each(t, func(t *testing.T, database string) {
				s := subjectOn(t, database, tt.deployment, true)
				n := 0
				operations := s.operations()
				var refused []refusal
				for i, op := range operations {
					t.Run(op.method+" "+op.path, func(t *testing.T) {
						sent, failed := s.withstands(t, op, tt.share*share(op))
						n, refused = n+sent, append(refused, failed...)
					})
					if i+1 == len(operations) || operations[i+1].resource() != op.resource() {
						t.Run("refused "+op.resource(), func(t *testing.T) { s.leaveNoTrace(t, refused) })
						refused = nil
					}
				}
				t.Logf("%d requests", n)
			})
		})
	}
}

// share says of how many probes of an operation one is sent: PUT and POST are
// the same operation as PATCH, and a slug names a record as well as an id.
func share(op operation) int {
	n := 1
	if op.item() && (op.method == http.MethodPost || op.method == http.MethodPut) {
		n *= 8
	}
	if strings.Contains(op.path, "{slug}") {
		n *= 2
	}
	if testing.Short() {
		n *= 16
	}
	return n
}

// refusal is a request that was refused.
type refusal struct {
	op operation
	wish
}

// withstands sends the probes of an operation, and returns how many it sent and the writes that
// were refused.  What must be refused is refused before a store is asked: PostgreSQL gets an eighth.
func (s *subject) withstands(t *testing.T, op operation, share int) (n int, refused []refusal) {
	t.Helper()
	chance := rand.New(rand.NewPCG(1, uint64(len(op.path)))) // Seeded: a failure comes again.
	path := s.wish(t, op).path
	for _, p := range s.probes(op) {
		if chance.IntN(share) > 0 || p.refused && s.app.Store.Dialect() == store.PostgreSQL && chance.IntN(8) > 0 {
			continue
		}
		w := wish{path: path, query: url.Values{}, media: "application/json", body: s.required(op)}
		p.change(&w)
		got := s.send(t, op, w)
		n++
		s.judge(t, op, p, got)
		switch {
		case op.method == http.MethodGet:
		case got.status >= http.StatusBadRequest:
			refused = append(refused, refusal{op, w})
		case op.method == http.MethodDelete, strings.Contains(op.path, "{slug}"):
			path = s.wish(t, op).path // The record is gone, or has another slug.
		}
	}
	return n, refused
}

// judge holds a response to what a probe promises and the document says.
func (s *subject) judge(t *testing.T, op operation, p probe, got reply) {
	t.Helper()
	switch {
	case got.status >= http.StatusInternalServerError:
		t.Errorf("%s: %s = %d %.300s", p.argument, p.name, got.status, got.body)
		return
	case p.refused && got.status != http.StatusBadRequest, p.ignored && got.status != op.success():
		t.Errorf("%s: %s = %d, want refused %t, ignored %t: %.300s", p.argument, p.name, got.status, p.refused, p.ignored, got.body)
	case got.status == http.StatusNotFound && p.path && strings.Contains(string(got.body), "rest_no_route"):
		return // Another address: the document cannot describe it.
	}
	documented := op.Responses.Value(strconv.Itoa(got.status))
	if documented == nil || documented.Value.Content["application/json"] == nil || got.header.Get("Content-Type") != "application/json; charset=UTF-8" {
		t.Errorf("%s: %s = %d %s, which the document does not have: %.300s", p.argument, p.name, got.status, got.header.Get("Content-Type"), got.body)
		return
	}
	fits(t, p.argument+": "+p.name, documented.Value.Content["application/json"].Schema.Value, got.body)
	if got.status >= http.StatusBadRequest {
		checkError(t, p, got)
	}
}

// elsewhere names the arguments that are blamed for a fault of another one,
// because the two must fit together.
var elsewhere = map[string]string{"geoloc_lat": "geoloc_lng", "geoloc_lng": "geoloc_lat", "start_date": "end_date", "timezone": "end_date", "all_day": "end_date"}

// checkError checks the body of an error: its form, and that it names the
// argument that is wrong.
func checkError(t *testing.T, p probe, got reply) {
	t.Helper()
	var e struct {
		Code, Message string
		Data          struct {
			Status int
			Params any
		}
	}
	if err := json.Unmarshal(got.body, &e); err != nil || e.Code == "" || e.Message == "" || e.Data.Status != got.status {
		t.Errorf("%s: %s: %v: %d %.300s", p.argument, p.name, err, got.status, got.body)
	}
	if p.many {
		return // It is the request that is too large, not one argument.
	}
	switch e.Code {
	case "rest_invalid_param":
		params, _ := e.Data.Params.(map[string]any)
		if params[p.argument] == nil && params[elsewhere[p.argument]] == nil {
			t.Errorf("%s: %s: the error does not name it: %.300s", p.argument, p.name, got.body)
		}
	case "rest_missing_callback_param":
		if params, _ := e.Data.Params.([]any); !slices.Contains(params, any(p.argument)) {
			t.Errorf("%s: %s: the error does not name it: %.300s", p.argument, p.name, got.body)
		}
	}
}

// leaveNoTrace sends once more what was refused, and compares the content of
// the store before and after.
func (s *subject) leaveNoTrace(t *testing.T, refused []refusal) {
	t.Helper()
	look := &site{Service: s.app, t: t}
	before := look.rows()
	for _, r := range refused {
		if got := s.send(t, r.op, r.wish); got.status < http.StatusBadRequest {
			t.Errorf("%s %s was refused once and then taken: %.300s", r.op.method, r.path, got.body)
		}
	}
	after := look.rows()
	for i := range max(len(before), len(after)) {
		if i >= len(before) || i >= len(after) || before[i] != after[i] {
			t.Errorf("refused requests changed the store: %d rows, then %d; the first that differs is number %d:\n%.500q\n%.500q",
				len(before), len(after), i, before[min(i, len(before)):min(i+1, len(before))], after[min(i, len(after)):min(i+1, len(after))])
			return
		}
	}
}

// parameters lists what the operation takes in the path and in the query, but
// for what its body has as well.
func (op operation) parameters(in string) []*openapi3.Parameter {
	var list []*openapi3.Parameter
	for _, p := range op.Parameters {
		if p.Value.In == in {
			list = append(list, p.Value)
		}
	}
	return list
}
