package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"almanac/cmd/internal/deployments"
)

// fields are those of one event, by their names.
type fields map[string]any

func TestTheDocumentAllowsEveryFormOfAFieldThatTheServiceTakes(t *testing.T) {
	t.Parallel()
	s := newSubject(t, deployments.A(), true)
	older := s.doc
	newer := load(t, document(t, s.deployment, true, "3.1"))
	create := operation{Operation: s.doc.Paths.Value("/events").Post, path: "/events", method: http.MethodPost}
	venue, organizer, category, tag := s.records["venues"], s.records["organizers"], s.records["categories"], s.records["tags"]
	shown := s.shown(t, fields{"cost": "8 – 15 €", "venue": venue, "organizer": organizer, "categories": category, "tags": tag, "image": "https://pictures.example/a.png"})
	image := shown["image"].(map[string]any)
	type test struct {
		name string
		body fields
	}
	accepted := []test{
		{"categories by id, slug and name", fields{"categories": []any{category, "a-slug", "A name"}}},
		{"tags as one text", fields{"tags": "free, Open air"}},
		{"tags by id, slug and name", fields{"tags": []any{"x", tag}}},
		{"one tag by id", fields{"tags": tag}},
		{"one category by its slug", fields{"categories": "a-slug"}},
		{"categories and tags as answers show them", fields{"categories": shown["categories"], "tags": shown["tags"]}},
		{"one category as answers show it", fields{"categories": shown["categories"].([]any)[0]}},
		{"venue and organizer as answers show them", fields{"venue": shown["venue"], "organizer": shown["organizer"]}},
		{"an image by address", fields{"image": "https://pictures.example/b.png"}},
		{"an image by id", fields{"image": image["id"]}},
		{"an image by id as text", fields{"image": fmt.Sprint(int64(image["id"].(float64)))}},
		{"an image as answers show it", fields{"image": image}},
		{"no image", fields{"image": false}},
		{"nothing", fields{"venue": nil, "organizer": nil, "categories": nil, "tags": nil}},
		{"empty texts", fields{"venue": "", "organizer": "", "categories": "", "tags": "", "image": ""}},
		{"a cost as a number", fields{"cost": 12.5}},
		{"a cost as a list", fields{"cost": []any{"10 €", 20}}},
		{"a cost as answers show its parts", fields{"cost": shown["cost_details"]}},
		{"a rule in an object", fields{"recurrence": fields{"rule": "FREQ=DAILY;COUNT=3", "except": []any{"2031-05-07 15:00"}, "dates": []any{fields{"start_date": "2031-06-01 10:00"}}}}},
		{"ticket providers as a list", fields{"ticketed": []any{"door", "box-office"}}},
		{"no ticket provider", fields{"ticketed": false}},
		{"null for all that it clears", fields{"cost": nil, "recurrence": nil, "ticketed": nil, "description": nil, "excerpt": nil, "website": nil, "image": nil, "timezone": nil, "post_parent": nil}},
		{"empty lists", fields{"venue": []any{}, "organizer": []any{}, "categories": []any{}, "tags": []any{}}},
	}
	refused := []test{
		{"a truth for tags", fields{"tags": true}},
		{"an object without id for a tag", fields{"tags": []any{fields{"name": "x"}}}},
		{"a truth for a cost", fields{"cost": true}},
		{"a number for a rule", fields{"recurrence": 3}},
		{"an object with an unknown member for a rule", fields{"recurrence": fields{"rule": "FREQ=DAILY;COUNT=3", "excepts": []any{}}}},
		{"a truth for ticket providers", fields{"ticketed": true}},
		{"a truth for an image", fields{"image": true}},
		{"an object without id for an image", fields{"image": fields{"url": "https://pictures.example/a.png"}}},
	}
	for name, id := range map[string]int64{"venue": venue, "organizer": organizer} {
		text := fmt.Sprint(id)
		accepted = append(accepted,
			test{name + " by id", fields{name: id}},
			test{name + " by id as text", fields{name: text}},
			test{name + " by ids as one text", fields{name: text + ", " + text}},
			test{name + " by a list of ids", fields{name: []any{id, text}}},
			test{name + " by an object with its id", fields{name: fields{"id": id}}},
			test{name + " by a list of objects with ids", fields{name: []any{fields{"id": id}}}},
			test{"a new " + name, fields{name: fields{name: "New", "website": "https://new.example/"}}},
			test{"new and known ones in a list for " + name, fields{name: []any{fields{name: "Newer"}, id, fields{"id": id}}}},
		)
		refused = append(refused,
			test{"a word for " + name, fields{name: "word"}},
			test{"a list with a word for " + name, fields{name: []any{"word"}}},
			test{"a truth for " + name, fields{name: true}},
			test{"an object without a name for " + name, fields{name: fields{"phone": "1"}}},
		)
	}
	for want, tests := range map[int][]test{http.StatusCreated: accepted, http.StatusBadRequest: refused} {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				body := s.required(create)
				maps.Copy(body, tt.body)
				for version, doc := range map[string]*openapi3.T{"3.0": older, "3.1": newer} {
					err := doc.Components.Schemas["EventCreate"].Value.VisitJSON(decoded(t, body))
					if (err == nil) != (want == http.StatusCreated) {
						t.Errorf("by the document in %s the body is: %v", version, err)
					}
				}
				if got := s.send(t, create, wish{path: "/events", media: "application/json", body: body}); got.status != want {
					t.Errorf("POST /events = %d %s, want %d", got.status, got.body, want)
				}
			})
		}
	}
}

// shown creates an event, and returns it as the response shows it.
func (s *subject) shown(t *testing.T, more fields) map[string]any {
	t.Helper()
	create := operation{Operation: s.doc.Paths.Value("/events").Post, path: "/events", method: http.MethodPost}
	body := s.required(create)
	maps.Copy(body, more)
	got := s.send(t, create, wish{path: "/events", media: "application/json", body: body})
	var event map[string]any
	if err := json.Unmarshal(got.body, &event); err != nil || got.status != http.StatusCreated {
		t.Fatalf("POST /events = %d %s", got.status, got.body)
	}
	return event
}

// decoded returns a value as one reads it from JSON.
func decoded(t *testing.T, v any) (read any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestTheDocumentAllowsTheTruthValuesOfAVenueAsResponsesShowThem(t *testing.T) {
	t.Parallel()
	s := newSubject(t, deployments.A(), true)
	update := operation{Operation: s.doc.Paths.Value("/venues/{id}").Patch, path: "/venues/{id}", method: http.MethodPatch}
	for value, want := range map[any]int{true: http.StatusOK, false: http.StatusOK, "false": http.StatusOK, nil: http.StatusOK, 7.5: http.StatusBadRequest} {
		body := fields{"show_map": value, "show_map_link": value}
		for version, doc := range map[string]*openapi3.T{"3.0": s.doc, "3.1": load(t, document(t, s.deployment, true, "3.1"))} {
			err := doc.Components.Schemas["VenueUpdate"].Value.VisitJSON(decoded(t, body))
			if (err == nil) != (want == http.StatusOK) {
				t.Errorf("by the document in %s %v is: %v", version, value, err)
			}
		}
		got := s.send(t, update, wish{path: fmt.Sprintf("/venues/%d", s.records["venues"]), media: "application/json", body: body})
		if got.status != want {
			t.Errorf("PATCH with %v = %d %s, want %d", value, got.status, got.body, want)
		}
	}
}

func TestTheDocumentSaysWhatListsOfEventsTake(t *testing.T) {
	t.Parallel()
	s := newSubject(t, deployments.A(), true)
	shown := s.shown(t, fields{"categories": "Theatre", "tags": "free"})
	newer := load(t, document(t, s.deployment, true, "3.1"))
	for version, doc := range map[string]*openapi3.T{"3.0": s.doc, "3.1": newer} {
		list := doc.Paths.Value("/events").Get
		for name, values := range map[string][]any{
			"categories": {shown["categories"].([]any)[0].(map[string]any)["id"], "theatre", "Theatre"},
			"tags":       {"free"},
			"venue":      {s.records["venues"]},
			"organizer":  {s.records["organizers"]},
		} {
			schema := list.Parameters.GetByInAndName("query", name).Schema.Value
			if err := schema.VisitJSON(decoded(t, values)); err != nil {
				t.Errorf("by the document in %s %s=%v is: %v", version, name, values, err)
			}
			op := operation{Operation: list, path: "/events", method: http.MethodGet}
			if got := s.send(t, op, wish{path: "/events", query: url.Values{name: {flat(values)}}}); got.status != http.StatusOK {
				t.Errorf("%s=%v: %d %s", name, values, got.status, got.body)
			}
		}
		start := list.Parameters.GetByInAndName("query", "start_date")
		if !strings.Contains(start.Description, "Default: the start of today in") {
			t.Errorf("in %s start_date is: %q", version, start.Description)
		}
	}
}

func TestLinksOfPagesAreRequestsThatTheDocumentAllows(t *testing.T) {
	t.Parallel()
	s := newSubject(t, deployments.A(), true)
	for _, path := range []string{"/categories", "/tags", "/events", "/venues", "/organizers"} {
		list := operation{Operation: s.doc.Paths.Value(path).Get, path: path, method: http.MethodGet}
		query := url.Values{"per_page": {"1"}}
		for _, p := range list.Parameters {
			if p.Value.In == openapi3.ParameterInQuery && fullest(p.Value.Schema.Value).Type.Is(openapi3.TypeBoolean) {
				query.Set(p.Value.Name, "false")
			}
		}
		var page struct {
			Link string `json:"rest_url"`
		}
		got := s.send(t, list, wish{path: path, query: query})
		if err := json.Unmarshal(got.body, &page); err != nil || got.status != http.StatusOK {
			t.Fatalf("%s = %d %s", path, got.status, got.body)
		}
		link, err := url.Parse(page.Link)
		if err != nil {
			t.Fatal(err)
		}
		for name, values := range link.Query() {
			p := list.Parameters.GetByInAndName("query", name)
			if p == nil {
				t.Errorf("%s has a link with %s, which the document does not have", path, name)
				continue
			}
			var read any = values[0]
			if types := fullest(p.Schema.Value).Type; types.Is(openapi3.TypeBoolean) || types.Is(openapi3.TypeInteger) {
				if err := json.Unmarshal([]byte(values[0]), &read); err != nil {
					t.Errorf("%s has a link with %s=%s", path, name, values[0])
				}
			}
			if err := p.Schema.Value.VisitJSON(read); err != nil {
				t.Errorf("%s has a link with %s=%s: %v", path, name, values[0], err)
			}
		}
	}
}

func TestFieldsAreChosenInEveryOperationThatHasTheParameter(t *testing.T) {
	t.Parallel()
	s := newSubject(t, deployments.A(), true)
	for path, want := range map[string]string{
		"/events": `"events":[{"id":`, "/events/{id}": `{"id":`, "/venues": `"venues":[{"id":`, "/categories": `"categories":[{"id":`,
		"/media": `[{"id":`, "/series": `[{"id":`, "/": `{"namespace":`, "/doc": "",
	} {
		op := operation{Operation: s.doc.Paths.Value(path).Get, path: path, method: http.MethodGet}
		if has := op.has("_fields"); has != (want != "") {
			t.Errorf("%s has the parameter: %t", path, has)
		}
		if want == "" {
			continue
		}
		if path == "/series" {
			s.shown(t, fields{"recurrence": "FREQ=DAILY;COUNT=2"})
		}
		if path == "/media" {
			s.shown(t, fields{"image": "https://pictures.example/c.png"})
		}
		w := s.wish(t, op)
		w.query = url.Values{"_fields": {"namespace,title,id"}, "hide_empty": {"0"}, "start_date": {"2030-01-01"}, "end_date": {"2033-01-01"}}
		if got := string(s.send(t, op, w).body); !strings.Contains(got, want) || strings.Contains(got, `"slug"`) || strings.Contains(got, `"routes"`) {
			t.Errorf("%s?%s = %.200s, want %s", path, w.query.Encode(), got, want)
		}
	}
}

func TestTheDocumentHasTheConflictsOfSeries(t *testing.T) {
	t.Parallel()
	s := newSubject(t, deployments.B(), true)
	for _, op := range s.operations() {
		write := op.method != http.MethodGet && op.item() && op.resource() == "events"
		if has := op.Responses.Value("409") != nil; has != write {
			t.Errorf("%s %s has 409: %t", op.method, op.path, has)
		}
	}
	event := s.shown(t, fields{"recurrence": "FREQ=DAILY;COUNT=2"})
	for _, path := range []string{"/events/{id}", "/events/by-slug/{slug}"} {
		at := strings.NewReplacer("{id}", fmt.Sprint(int64(event["id"].(float64))), "{slug}", fmt.Sprint(event["slug"])).Replace(path)
		for _, op := range []operation{
			{Operation: s.doc.Paths.Value(path).Patch, path: path, method: http.MethodPatch},
			{Operation: s.doc.Paths.Value(path).Delete, path: path, method: http.MethodDelete},
		} {
			w := wish{path: at, query: url.Values{"apply_to": {"all"}, "series_version": {"99"}}}
			if op.method == http.MethodPatch {
				w.media, w.body = "application/json", fields{"title": "Later"}
			}
			s.expect(t, op, s.send(t, op, w), http.StatusConflict)
		}
	}
}

func TestUploadsAreDescribedAsClientsSendThem(t *testing.T) {
	for _, version := range []string{"3.0", "3.1"} {
		text := document(t, deployments.A(), false, version)
		form, file := strings.Index(string(text), `"multipart/form-data":{"schema":{"properties":{"alt_text"`), strings.Index(string(text), `"image/*"`)
		if form < 0 || file < form {
			t.Errorf("in %s the form is at %d and the file at %d, want the form first: generators take it", version, form, file)
		}
		upload := load(t, text).Paths.Value("/media").Post
		for name, header := range upload.Responses.Value("201").Value.Headers {
			if header.Value.Required {
				t.Errorf("in %s uploads always have %s, but a dry run has not", version, name)
			}
		}
		if key := upload.Parameters.GetByInAndName("header", "Idempotency-Key"); key.Example != "{{$guid}}" {
			t.Errorf("in %s the example of Idempotency-Key is %v, want the variable that Postman fills", version, key.Example)
		}
	}
}
