package app_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"almanac/generated"
	"almanac/runtime/calendar"
	"almanac/runtime/filter"
	"almanac/runtime/httpapi"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// shade is a part of inputs that somebody writes by hand.
type shade struct {
	Shade param.Opt[string] `query:"shade" enum:"light,dark" doc:"Shade of the events"`
}

// shadedList is the generated input of a list with a field more.
type shadedList struct {
	httpapi.ListHeaders
	generated.EventList
	shade
	calendar.FeedFormat
}

// Filter narrows the list: only light events exist.
func (l *shadedList) Filter(ctx context.Context, q *filter.Query) {
	l.EventList.Filter(ctx, q)
	if l.Shade.ValueOr("light") == "dark" {
		q.AddCondition("1 = 0")
	}
}

// shades is a page of shaded events.
type shades struct {
	Total int64 `json:"total"`
}

// lamp is an input that is all written by hand.
type lamp struct {
	shade
	ID    int64    `path:"id" doc:"Number of the lamp"`
	Watts int64    `query:"watts" minimum:"1" default:"40" doc:"Power"`
	Bulb  string   `query:"bulb" required:"true" doc:"Sort of bulb"`
	Rooms []string `query:"rooms" doc:"Rooms"`
	Agent string   `header:"X-Agent" doc:"Who asks"`
}

// lit is the response to a lamp.
type lit struct{ Body lamp }

func TestAFieldThatIsAddedToAnInputIsDocumentedAndFilled(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	event := s.API.Env.Resource("event")
	list := huma.Operation{OperationID: "list-shaded", Method: http.MethodGet, Path: "/shaded", Summary: "List events by shade"}
	httpapi.ListOperation[shadedList](s.API, list, event, func(p *records.Page) *shades { return &shades{p.Total} })
	one := huma.Operation{OperationID: "get-lamp", Method: http.MethodGet, Path: "/lamps/{id}", Summary: "Get a lamp"}
	httpapi.Handle(s.API, one, nil, func(_ *http.Request, _ *request.Request, in *lamp) (*lit, error) { return &lit{*in}, nil })
	s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": "Jazz", "start_date": "tomorrow 20:00", "end_date": "tomorrow 21:00"})

	for path, want := range map[string]string{"/shaded": "1", "/shaded?shade=light": "1", "/shaded?shade=dark": "0", "/shaded?search=blues": "0", "/events?shade=dark": "1"} {
		if a := s.must(http.StatusOK, http.MethodGet, path, nil); !strings.Contains(a.text, `"total":`+want) {
			t.Errorf("%s: %s, want a total of %s", path, a.text, want)
		}
	}
	a := s.must(http.StatusBadRequest, http.MethodGet, "/shaded?shade=green&page=0&format=pdf", nil)
	for _, problem := range []string{"shade must be one of light, dark.", "page must be a whole number of 1 or more.", "format must be one of json, ics, csv, rss."} {
		if !strings.Contains(a.text, problem) {
			t.Errorf("%s: lacks %q", a.text, problem)
		}
	}
	if a := s.must(http.StatusOK, http.MethodGet, "/shaded?format=ics", nil); !strings.HasPrefix(a.text, "BEGIN:VCALENDAR") {
		t.Errorf("format=ics: %s", a.text)
	}

	a = s.sendWith(map[string]string{"X-Agent": "test"}, "", http.MethodGet, "/lamps/7?bulb=e27&rooms[]=hall&rooms[]=attic&shade=dark", nil)
	for _, member := range []string{`"ID":7`, `"Watts":40`, `"Rooms":["hall","attic"]`, `"Agent":"test"`, `"Value":"dark"`} {
		if !strings.Contains(a.text, member) {
			t.Errorf("%d %s: lacks %s", a.status, a.text, member)
		}
	}
	s.must(http.StatusBadRequest, http.MethodGet, "/lamps/7?bulb=e27&watts=0", nil)
	if a := s.must(http.StatusBadRequest, http.MethodGet, "/lamps/7", nil); !strings.Contains(a.text, "bulb") {
		t.Errorf("without a bulb: %s", a.text)
	}

	doc := s.must(http.StatusOK, http.MethodGet, "/doc", nil).text
	for _, field := range []string{`"description":"Shade of the events"`, `"enum":["light","dark"]`, `"name":"watts"`, `"default":40`, `"name":"X-Agent"`} {
		if !strings.Contains(doc, field) {
			t.Errorf("the document lacks %s", field)
		}
	}
}
