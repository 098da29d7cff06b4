package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/admission"
	"almanac/runtime/deployment"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// write is a request of a batch.
func write(method, path string, body js) js {
	one := js{"method": method, "path": path}
	if body != nil {
		one["body"] = body
	}
	return one
}

// batch sends requests together.
func (s *site) batch(header map[string]string, user string, requests ...js) response {
	return s.sendWith(header, user, http.MethodPost, "/batch", js{"requests": requests})
}

// batched returns the responses to the requests of a batch, which has to succeed.
func (s *site) batched(requests ...js) []js {
	s.t.Helper()
	a := s.batch(nil, "", requests...)
	if a.status != http.StatusOK {
		s.t.Fatalf("batch = %d: %s", a.status, a.text)
	}
	var list []js
	for _, one := range a.body["responses"].([]any) {
		list = append(list, one.(js))
	}
	return list
}

func TestABatchMakesRecordsThatNeedEachOther(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		old := s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": "Old"})
		got := s.batched(
			write("POST", "/venues", js{"venue": "City Park"}),
			write("POST", "/events", newEvent("Picnic", js{"venue": "$1.id", "organizer": []any{js{"organizer": "Ada"}}, "tags": "new"})),
			write("PATCH", "/events/$2.id", js{"title": "Big picnic"}),
			write("PUT", "/venues/by-slug/city-park", js{"city": "Paris"}),
			write("POST", "/categories", js{"name": "Music"}),
			write("POST", "/categories", js{"name": "Jazz", "parent": "$5.id"}),
			write("DELETE", one("tags", old.id()), nil),
			write("DELETE", "/events/$2.id?force=true&_fields=id,title", nil),
		)
		var statuses []string
		for _, one := range got {
			statuses = append(statuses, fmt.Sprint(one["status"]))
		}
		if want := "201 201 200 200 201 201 200 200"; strings.Join(statuses, " ") != want {
			t.Errorf("statuses = %v, want %s", statuses, want)
		}
		venue, event := got[0]["body"].(js), got[2]["body"].(js)
		if event["title"] != "Big picnic" || event["venue"].(js)["id"] != venue["id"] || got[3]["body"].(js)["city"] != "Paris" ||
			fmt.Sprint(got[5]["body"].(js)["parent"]) != fmt.Sprint(got[4]["body"].(js)["id"]) || len(got[7]["body"].(js)) != 2 {
			t.Errorf("bodies = %v", got)
		}
		path := one("venues", response{body: venue}.id())
		alone := s.must(http.StatusOK, http.MethodPatch, path, js{"city": "Paris"})
		if !strings.HasSuffix(fmt.Sprint(got[0]["location"]), path) || got[3]["etag"] == got[0]["etag"] {
			t.Errorf("location %v, tags %v and %v", got[0]["location"], got[0]["etag"], got[3]["etag"])
		}
		if diff := cmp.Diff(alone.body, got[3]["body"]); diff != "" {
			t.Errorf("the response of an update and that of the batch differ (-alone +batch):\n%s", diff)
		}
	})
}

func TestOfABatchThatFailsNothingStays(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		hall := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		before := s.rows()
		key := with("Idempotency-Key", "one")
		requests := []js{
			write("POST", "/tags", js{"name": "Jazz"}),
			write("PATCH", one("venues", hall.id()), js{"venue": "Great hall"}),
			write("POST", "/events", js{"title": "Fair", "start_date": "never"}),
			write("POST", "/events", nil),
		}
		a := s.batch(key, "", requests...)
		alone := s.send("", http.MethodPost, "/events", requests[2]["body"])
		data, _ := a.body["data"].(js)
		if a.status != http.StatusBadRequest || fmt.Sprint(data["index"]) != "3" {
			t.Errorf("the third fails: %d: %s", a.status, a.text)
		}
		delete(data, "index")
		if diff := cmp.Diff(alone.body, a.body); diff != "" {
			t.Errorf("the error differs from that of the request alone:\n%s", diff)
		}
		if a := s.batch(nil, "", requests[0], write("DELETE", "/venues/999999", nil)); a.status != http.StatusNotFound || fmt.Sprint(a.body["data"].(js)["index"]) != "2" {
			t.Errorf("a record that is not there: %d: %s", a.status, a.text)
		}
		s.unchanged(before)
		if a := s.batch(key, "", requests[:2]...); a.status != http.StatusOK {
			t.Errorf("again without the wrong ones: %d: %s", a.status, a.text)
		}
		if got := s.texts("SELECT slug FROM tags"); len(got) != 1 || got[0] != "jazz" {
			t.Errorf("the slug was not free any more: %v", got)
		}
	})
}

func TestEachRequestOfABatchNeedsItsPermission(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		event, tag := write("POST", "/events", newEvent("Fair", nil)), write("POST", "/tags", js{"name": "Jazz"})
		own := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Own", nil)).id()
		other := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Other", nil)).id()
		before := s.rows()
		tests := []struct {
			name, user    string
			requests      []js
			status, index int
		}{
			{"a visitor", "", []js{event, tag}, http.StatusUnauthorized, 1},
			{"a subscriber", "subscriber", []js{event}, http.StatusForbidden, 1},
			{"an author with a term", "author", []js{event, tag}, http.StatusForbidden, 2},
			{"an author with an event of others", "author", []js{write("PATCH", one("events", own), js{"title": "Mine"}), write("PATCH", one("events", other), js{"title": "Theirs"})}, http.StatusForbidden, 2},
		}
		for _, tt := range tests {
			a := s.batch(nil, tt.user, tt.requests...)
			if data, _ := a.body["data"].(js); a.status != tt.status || fmt.Sprint(data["index"]) != fmt.Sprint(tt.index) {
				t.Errorf("%s: %d: %s", tt.name, a.status, a.text)
			}
		}
		s.unchanged(before)
		if a := s.batch(nil, "editor", event, tag, write("PATCH", one("events", own), js{"title": "Edited"})); a.status != http.StatusOK {
			t.Errorf("an editor: %d: %s", a.status, a.text)
		}
	})
}

func TestABatchNamesAllThatIsWrongWithItsRequests(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	tests := []struct {
		name     string
		requests any
		want     []string
	}{
		{"none", nil, []string{"requests"}},
		{"an empty list", []js{}, []string{"requests"}},
		{"no list", "all", []string{"requests"}},
		{"one too many", slices.Repeat([]js{write("POST", "/tags", js{"name": "Jazz"})}, 101), []string{"requests"}},
		{"no objects", []any{7, nil}, []string{"requests[1]", "requests[2]"}},
		{"unknown members", []js{{"method": "POST", "path": "/tags", "ifMatch": "1", "body": "x", "if_match": 7}}, []string{"requests[1].body", "requests[1].ifMatch", "requests[1].if_match"}},
		{"reads", []js{write("GET", "/events", nil), write("HEAD", "/events/7", nil), write("post", "/tags", nil), {"path": "/tags"}}, []string{"requests[1].method", "requests[2].method", "requests[3].method", "requests[4].method"}},
		{
			"what is no write of a record",
			[]js{write("POST", "/batch", js{"requests": []any{}}), write("POST", "/media", nil), write("POST", "/", nil), write("DELETE", "/events", nil), write("PATCH", "/events/x", nil), write("PATCH", "events/7", nil), write("PATCH", "/nothing/7", nil), write("PATCH", s.Env.Deployment.APIPath()+"/events/7", nil), write("PATCH", "//example.org/events/7", nil), {"method": "POST"}},
			[]string{"requests[10].path", "requests[1].path", "requests[2].path", "requests[3].path", "requests[4].path", "requests[5].path", "requests[6].path", "requests[7].path", "requests[8].path", "requests[9].path"},
		},
		{"references to none before", []js{
			write("DELETE", "/events/$1.id", nil), write("POST", "/events", newEvent("Fair", js{"venue": []any{"$5.id", js{"id": "$0.id"}}})),
			write("PATCH", "/events/$1.id", js{"post_parent": "$999999999.id"}),
			{"method": "PATCH", "path": "/events/7", "if_match": "$4.etag"},
		}, []string{"requests[1].path", "requests[2].body.venue", "requests[3].body.post_parent", "requests[4].if_match"}},
		{"a version of a new record", []js{{"method": "POST", "path": "/tags", "if_match": "*"}}, []string{"requests[1].if_match"}},
		{"what is of the whole batch", []js{write("POST", "/tags?dry_run=true", nil), write("POST", "/tags", js{"dry_run": true}), write("POST", "/events/7?_method=DELETE", nil)}, []string{"requests[1].path", "requests[2].body", "requests[3].path"}},
	}
	before := s.rows()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := s.send("", http.MethodPost, "/batch", js{"requests": tt.requests})
			data, _ := a.body["data"].(js)
			named := []string{}
			switch params := data["params"].(type) {
			case js:
				named = slices.Sorted(maps.Keys(params))
			case []any:
				named = append(named, fmt.Sprint(params[0]))
			}
			if a.status != http.StatusBadRequest || !cmp.Equal(named, tt.want) {
				t.Errorf("%d names %q, want %q: %s", a.status, named, tt.want, a.text)
			}
		})
	}
	s.unchanged(before)
}

func TestAReferenceElsewhereIsText(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	got := s.batched(write("POST", "/tags", js{"name": "Jazz"}),
		write("POST", "/events", newEvent("$1.id", js{"description": "$1.id", "tags": []string{"$100", "$1.name"}})),
		write("POST", "/venues", js{"venue": "$9.id"}))
	event := got[1]["body"].(js)
	if event["title"] != "$1.id" || !strings.Contains(fmt.Sprint(event["description"]), "$1.id") || len(event["tags"].([]any)) != 2 || got[2]["body"].(js)["venue"] != "$9.id" {
		t.Errorf("%v", got)
	}
	for _, request := range []js{write("POST", "/events", newEvent("Fair", js{"author": "$1.id"})), write("POST", "/events?venue=$1.id", newEvent("Fair", nil))} {
		if a := s.batch(nil, "", write("POST", "/venues", js{"venue": "Hall"}), request); a.status != http.StatusBadRequest {
			t.Errorf("%v = %d: %s", request, a.status, a.text)
		}
	}
	if a := s.batch(nil, "", write("POST", "/venues", js{"venue": "Hall"}), write("PATCH", "/events/by-slug/$1.id", nil)); a.status != http.StatusNotFound {
		t.Errorf("as a slug: %d: %s", a.status, a.text)
	}
}

func TestARequestOfABatchChangesTheVersionThatItNames(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		hall := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		path := one("venues", hall.id())
		change := func(tag, city string) js {
			return js{"method": "PATCH", "path": path, "if_match": tag, "body": js{"city": city}}
		}
		for range 2 { // The tag of a dry run stands for no version that can be read, but the batch knows it.
			for _, dry := range []string{"?dry_run=true", ""} {
				tag := s.get(path).header.Get("ETag")
				requests := []js{change(tag, "Bern"+tag), change("$1.etag", "Basel"+tag)}
				if a := s.send("", http.MethodPost, "/batch"+dry, js{"requests": requests}); a.status != http.StatusOK {
					t.Errorf("the current version%s: %d: %s", dry, a.status, a.text)
				}
			}
		}
		tag := s.get(path).header.Get("ETag")
		a := s.batch(nil, "", change(tag, "Chur"), change(tag, "Genf"))
		if a.status != http.StatusPreconditionFailed || a.header.Get("ETag") == "" || fmt.Sprint(a.body["data"].(js)["index"]) != "2" {
			t.Errorf("a version that the batch itself has changed: %d: %s", a.status, a.text)
		}
	})
}

func TestABatchWithTheSameKeyIsMadeOnce(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		before := s.rows()
		requests := []js{write("POST", "/events", newEvent("Fair", nil)), write("PATCH", "/events/$1.id", js{"title": "Market"})}
		dry := s.sendWith(with("Idempotency-Key", "one"), "", http.MethodPost, "/batch?dry_run=true", js{"requests": requests})
		one, _ := dry.body["responses"].([]any)
		if dry.status != http.StatusOK || len(one) != 2 || one[1].(js)["body"].(js)["title"] != "Market" || one[0].(js)["location"] != nil || one[0].(js)["etag"] != nil {
			t.Errorf("dry run: %d: %s", dry.status, dry.text)
		}
		s.unchanged(before)
		key := with("Idempotency-Key", "one")
		first, again := s.batch(key, "", requests...), s.batch(key, "", requests...)
		if first.status != http.StatusOK || again.text != first.text || again.header.Get("Idempotency-Replayed") != "true" || len(s.texts("SELECT title FROM events")) != 1 {
			t.Errorf("first %d %s\nagain %d %v %s", first.status, first.text, again.status, again.header, again.text)
		}
		if a := s.batch(key, "", requests[0]); a.status != http.StatusUnprocessableEntity {
			t.Errorf("another batch with the key: %d: %s", a.status, a.text)
		}
		a := s.batch(with("Prefer", "return=minimal"), "", requests...)
		if want := `{"responses":[{"status":201,"location":`; a.status != http.StatusOK || !strings.HasPrefix(a.text, want) || strings.Contains(a.text, "body") || !strings.Contains(a.text, `{"status":204,"etag":`) {
			t.Errorf("without bodies: %d: %s", a.status, a.text)
		}
	})
}

func TestDatesOfASeriesCountInABatch(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	daily := func(n int) js {
		return write("POST", "/events", newEvent("Yoga", js{"recurrence": fmt.Sprintf("FREQ=DAILY;COUNT=%d", n)}))
	}
	before := s.rows()
	if a := s.batch(nil, "", daily(300), daily(300), daily(300), daily(300), daily(300), write("POST", "/tags", js{"name": "Jazz"})); a.status != http.StatusBadRequest || fmt.Sprint(a.body["data"].(js)["index"]) != "6" {
		t.Errorf("1501 records: %d: %s", a.status, a.text)
	}
	long := daily(200)
	long["body"].(js)["description"] = strings.Repeat("text ", 5000)
	if a := s.batch(nil, "", long, long); a.status != http.StatusBadRequest || fmt.Sprint(a.body["data"].(js)["index"]) != "2" {
		t.Errorf("as much text as no single request may write: %d: %s", a.status, a.text)
	}
	s.unchanged(before)
	if a := s.batch(nil, "", daily(20), write("PATCH", "/events/$1.id?apply_to=all", js{"title": "Tai chi"})); a.status != http.StatusOK {
		t.Errorf("a series and its change: %d: %s", a.status, a.text)
	}
	if got := len(s.texts("SELECT title FROM events WHERE title = 'Tai chi'")); got != 20 {
		t.Errorf("%d dates have the new title", got)
	}
}

func TestBatchesOnTheSameRecordsInOppositeOrderBothHappen(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var j journal
		s := openSite(t, url, logging(&j))
		var there []js
		for i := range 6 {
			there = append(there, write("PATCH", one("events", s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(fmt.Sprint("Show ", i), nil)).id()), nil))
		}
		for _, plural := range []string{"venues", "venues"} {
			id := s.must(http.StatusCreated, http.MethodPost, "/"+plural, js{"venue": fmt.Sprint("Hall ", len(there))}).id()
			there = append(there, write("PATCH", one(plural, id), nil))
		}
		together(8, func(i int) {
			requests := slices.Clone(there)
			if i%2 == 1 {
				slices.Reverse(requests)
			}
			for n := range requests {
				requests[n] = write("PATCH", requests[n]["path"].(string), js{"website": fmt.Sprintf("https://example.org/%d", i)})
			}
			if a := s.batch(nil, "", requests...); a.status != http.StatusOK {
				t.Errorf("batch %d: %d: %s", i, a.status, a.text)
			}
		})
		if got := s.texts("SELECT website FROM events UNION SELECT website FROM venues"); len(got) != 1 {
			t.Errorf("records are of several batches: %v", got)
		}
		s.noDeadlock(&j)
	})
}

func TestBatchesAreOfTheLanguagesThatTheyName(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), func(c *service.Config) { c.Deployment = deployments.A() })
	a := s.send("", http.MethodPost, "/batch?translation_language=fr", js{"requests": []js{
		write("POST", "/tags", js{"name": "Jazz"}), write("POST", "/tags?translation_language=en", js{"name": "Soul"}),
	}})
	if got := s.texts("SELECT name || language FROM tags ORDER BY 1"); a.status != http.StatusOK || strings.Join(got, " ") != "Jazzfr Soulen" {
		t.Errorf("%d %v: %s", a.status, got, a.text)
	}
	if a := s.batch(nil, "", write("POST", "/tags?translation_language=xx", js{"name": "Jazz"})); a.status != http.StatusBadRequest {
		t.Errorf("an unknown language: %d: %s", a.status, a.text)
	}
}

func TestABatchLeavesWhatItsRequestsLeaveAlone(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		twin := prepared.SQLite
		if strings.HasPrefix(url, "postgres") {
			twin = prepared.PostgreSQL
		}
		clock := withClock(servicetest.NewClock(time.Now()))
		together, apart := openSite(t, url, clock), openSite(t, twin(t), clock)
		var records []string // Paths of those that are there.
		rapid.Check(t, func(rt *rapid.T) {
			fields, requests := eventsToSendBack(), []js{}
			for range rapid.IntRange(1, 8).Draw(rt, "requests") {
				switch kind := rapid.IntRange(0, 3).Draw(rt, "kind"); {
				case kind == 0 || len(records) == 0:
					requests = append(requests, write("POST", "/events", fields.Draw(rt, "event")))
				case kind == 1:
					requests = append(requests, write("POST", "/venues", js{"venue": rapid.StringMatching(`[a-c]{1,2}`).Draw(rt, "venue")}))
				case kind == 2:
					requests = append(requests, write("PATCH", rapid.SampledFrom(records).Draw(rt, "record"), js{"status": rapid.SampledFrom([]string{"draft", "publish", "trash"}).Draw(rt, "status")}))
				default:
					requests = append(requests, write("DELETE", rapid.SampledFrom(records).Draw(rt, "record"), nil))
				}
			}
			// What alone is refused would end the batch.
			var sound []js
			var want []string
			for _, one := range requests {
				var body any
				if one["body"] != nil {
					body = one["body"]
				}
				if a := apart.send("", one["method"].(string), one["path"].(string), body); a.status < 300 {
					sound, want = append(sound, one), append(want, a.header.Get("ETag"))
					if a.status == http.StatusCreated {
						records = append(records, strings.TrimPrefix(a.header.Get("Location"), apart.Env.Deployment.APIURL()))
					}
				}
			}
			if len(sound) == 0 {
				return
			}
			a := together.batch(nil, "", sound...)
			if a.status != http.StatusOK {
				rt.Fatalf("%v: %d: %s", sound, a.status, a.text)
			}
			for i, one := range a.body["responses"].([]any) {
				tag, _, _ := strings.Cut(fmt.Sprint(one.(js)["etag"]), "-")
				if version, _, _ := strings.Cut(want[i], "-"); tag != version {
					rt.Errorf("request %d has the version %s, alone %s", i+1, tag, version)
				}
			}
			if diff := cmp.Diff(apart.content(), together.content()); diff != "" {
				rt.Fatalf("the batch of %v differs (-alone +batch):\n%s", sound, diff)
			}
		})
	})
}

func TestALargeBatchIsReadWithinTheLimitsOfItsRequests(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	event := newEvent("Fair", js{"tags": []string{"a", "b", "c"}, "organizer": []js{{"organizer": "Ada"}}, "website": "", "cost": "7", "featured": true})
	if got := s.batched(slices.Repeat([]js{write("POST", "/events", event)}, 100)...); len(got) != 100 {
		t.Errorf("%d responses", len(got))
	}
	deep := any(json.Number("1"))
	for range 40 {
		deep = []any{deep}
	}
	wide := js{}
	for i := range 1001 {
		wide[fmt.Sprint("n", i)] = i
	}
	for name, body := range map[string]js{"deep": {"name": deep}, "wide": wide, "long": {"name": slices.Repeat([]int{1}, 1001)}} {
		if a := s.batch(nil, "", write("POST", "/tags", js{"name": "Jazz"}), write("POST", "/tags", body)); a.status != http.StatusBadRequest {
			t.Errorf("%s: %d: %s", name, a.status, a.text)
		}
	}
}

func TestRateLimitsCountTheRequestsOfABatch(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), stopped, within(admission.Admission{Rate: 1, Burst: 10}))
	tag := func(i int) js { return write("POST", "/tags", js{"name": fmt.Sprint("tag ", i)}) }
	if a := s.batch(nil, "", tag(1), tag(2), tag(3)); a.status != http.StatusOK || s.get("/tags").status != http.StatusOK {
		t.Errorf("three of ten: %d: %s", a.status, a.text)
	}
	var more []js
	for i := range 50 {
		more = append(more, tag(10+i))
	}
	if a := s.batch(nil, "", more...); a.status != http.StatusOK { // It is one request until it is read.
		t.Errorf("fifty: %d: %s", a.status, a.text)
	}
	if a := s.get("/tags"); a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") != "45" {
		t.Errorf("the next one: %d %v: %s", a.status, a.header["Retry-After"], a.text)
	}
}

func TestBatchesAnswerAsTheDocumentSays(t *testing.T) {
	for _, d := range []deployment.Deployment{deployments.A(), deployments.B()} {
		s := newSubject(t, d, false)
		op := operation{s.doc.Paths.Value("/batch").Post, "/batch", http.MethodPost}
		path := one("venues", s.records["venues"])
		tests := []struct {
			name, user string
			requests   any
			status     int
		}{
			{"writes", "", []js{write("PATCH", path, js{"city": "Paris"}), write("DELETE", path, nil)}, http.StatusOK},
			{"a conflict of versions", "", []js{{"method": "PATCH", "path": path, "if_match": "9-9"}}, http.StatusPreconditionFailed},
			{"no requests", "", nil, http.StatusBadRequest},
			{"a visitor", "nobody", []js{write("DELETE", path, nil)}, http.StatusUnauthorized},
			{"a subscriber", "subscriber", []js{write("DELETE", path, nil)}, http.StatusForbidden},
			{"no record", "", []js{write("DELETE", "/events/999999", nil)}, http.StatusNotFound},
			{"again in the trash", "", []js{write("DELETE", path, nil)}, http.StatusGone},
		}
		for _, tt := range tests {
			w := wish{path: "/batch", media: "application/json", body: js{"requests": tt.requests}, user: tt.user}
			t.Run(tt.name, func(t *testing.T) { s.expect(t, op, s.send(t, op, w), tt.status) })
		}
	}
}
