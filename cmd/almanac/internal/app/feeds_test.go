package app_test

import (
	"encoding/csv"
	"encoding/xml"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"almanac/cmd/almanac/internal/demo"
	"almanac/cmd/internal/deployments"
	"almanac/runtime/dates"
	"almanac/runtime/service"
)

// always is a range of dates that every event is in.
const always = "start_date=0001-01-01&end_date=9999-12-31"

// calendar reads a list as iCalendar, by another library than the service's.
func (s *site) calendar(user, path string) *ics.Calendar {
	s.t.Helper()
	a := s.mustBy(user, http.StatusOK, http.MethodGet, path, nil)
	cal, err := ics.ParseCalendar(strings.NewReader(a.text))
	if err != nil {
		s.t.Fatalf("%s: %v", path, err)
	}
	return cal
}

// moments returns start, end and zone of an event as the list words them, from
// those of iCalendar.
func moments(t *testing.T, e *ics.VEvent) (start, end, zone string, allDay bool) {
	t.Helper()
	read := func(name ics.ComponentProperty) (dates.WallTime, string) {
		p := e.GetProperty(name)
		if p == nil {
			return "", ""
		}
		zone := strings.Join(p.ICalParameters["TZID"], "")
		if strings.HasSuffix(p.Value, "Z") {
			zone = "UTC"
		}
		layout := "20060102T150405"
		if strings.Join(p.ICalParameters["VALUE"], "") == "DATE" {
			layout, allDay = "20060102", true
		}
		at, err := time.Parse(layout, strings.TrimSuffix(p.Value, "Z"))
		if err != nil {
			t.Fatal(err)
		}
		return dates.FromUnix(at.Unix()), zone
	}
	from, zone := read(ics.ComponentPropertyDtStart)
	to, _ := read(ics.ComponentPropertyDtEnd)
	switch {
	case allDay:
		to = to.AddSeconds(-1)
	case to == "":
		to = from
	}
	return string(from), string(to), zone, allDay
}

func TestTheCalendarOfManyEventsAgreesWithTheList(t *testing.T) {
	n := fewer(500)
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		if _, err := demo.Fill(t.Context(), s.Service, demo.Options{Events: n}); err != nil {
			t.Fatal(err)
		}
		listed := map[string]js{}
		for page := range n / 50 {
			a := s.must(http.StatusOK, http.MethodGet, "/events?status=any&"+always+"&per_page=50&page="+strconv.Itoa(page+1), nil)
			for _, e := range a.body["events"].([]any) {
				listed[e.(js)["global_id"].(string)+"@127.0.0.1:8080"] = e.(js)
			}
		}
		events := s.calendar("", "/events?status=any&"+always+"&format=ics").Events()
		if len(events) != n || len(listed) != n {
			t.Fatalf("%d events, %d in the list, want %d", len(events), len(listed), n)
		}
		for _, event := range events {
			want := listed[event.Id()]
			start, end, zone, allDay := moments(t, event)
			if start != want["start_date"] || end != want["end_date"] || allDay != (want["all_day"] == true) || !allDay && zone != want["timezone"] {
				t.Errorf("%s: %s to %s %s %t, want %v", event.Id(), start, end, zone, allDay, want)
			}
		}
		rows, err := csv.NewReader(strings.NewReader(s.get("/events?status=any&" + always + "&format=csv").text)).ReadAll()
		if err != nil || len(rows) != n+1 {
			t.Errorf("%d rows: %v", len(rows), err)
		}
	})
}

func TestAFeedIsChosenByParameterOrAccept(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil)).id()
		const calendar, table, news, plain = "text/calendar; charset=utf-8", "text/csv; charset=utf-8", "application/rss+xml; charset=utf-8", "application/json; charset=UTF-8"
		tests := []struct{ name, path, accept, want string }{
			{"by parameter", "/events?format=ics", "", calendar},
			{"csv", "/events?format=csv", "", table},
			{"rss", "/events?format=rss", "", news},
			{"json", "/events?format=json", "text/calendar", plain},
			{"the parameter goes before the header", "/events?format=csv", "text/calendar", table},
			{"by header", "/events", "text/calendar", calendar},
			{"a name goes before a wildcard", "/events", "text/csv, */*", table},
			{"by weight", "/events", "text/csv;q=0.5, application/rss+xml;q=0.8, */*;q=0.1", news},
			{"a higher wildcard", "/events", "text/csv;q=0.5, */*", plain},
			{"a browser", "/events", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", plain},
			{"anything", "/events", "*/*", plain},
			{"what nobody has", "/events", "image/png", plain},
			{"one event", one("events", id) + "?format=ics", "", calendar},
			{"one event by header", one("events", id), "application/rss+xml", news},
			{"one event by slug", "/events/by-slug/fair?format=csv", "", table},
			{"venues have no feeds", "/venues?format=ics", "text/calendar", plain},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				var header map[string]string
				if tt.accept != "" {
					header = map[string]string{"Accept": tt.accept}
				}
				a := s.sendWith(header, "", http.MethodGet, tt.path, nil)
				if got := a.header.Get("Content-Type"); a.status != http.StatusOK || got != tt.want {
					t.Errorf("%d %s, want %s", a.status, got, tt.want)
				}
				if got := a.header.Get("Content-Disposition"); (got != "") != (tt.want != plain) {
					t.Errorf("Content-Disposition %q", got)
				}
				chosen := strings.Contains(tt.path, "format=")
				if got := a.header.Values("Vary"); slices.Contains(got, "Accept") == chosen {
					t.Errorf("Vary %q", got)
				}
				s.repeats(tt.path, header, a)
			})
		}
	})
}

// repeats checks that the same response is not sent again to who has it, and what
// HEAD says of it.
func (s *site) repeats(path string, header map[string]string, a response) {
	s.t.Helper()
	again := map[string]string{"If-None-Match": a.header.Get("ETag")}
	for name, value := range header {
		again[name] = value
	}
	if got := s.sendWith(again, "", http.MethodGet, path, nil); got.status != http.StatusNotModified || got.text != "" {
		s.t.Errorf("%s again: %d %s", path, got.status, got.text)
	}
	head := s.sendWith(header, "", http.MethodHead, path, nil)
	for _, name := range []string{"Content-Type", "Content-Length", "ETag", "Content-Disposition"} {
		if got, want := head.header.Get(name), a.header.Get(name); got != want || head.text != "" {
			s.t.Errorf("HEAD %s: %s %q, want %q", path, name, got, want)
		}
	}
}

func TestAFeedIsWholeUnlessAPageIsAskedFor(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		if _, err := demo.Fill(t.Context(), s.Service, demo.Options{Events: 60}); err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]int{
			"&format=ics": 60, "&format=ics&per_page=7": 7, "&format=ics&page=2": 10, "&format=ics&per_page=999": 50, "&format=ics&per_page=50&page=2": 10,
		} {
			if got := len(s.calendar("", "/events?status=any&"+always+path).Events()); got != want {
				t.Errorf("%s: %d events, want %d", path, got, want)
			}
		}
		if link := s.get("/events?status=any&" + always + "&format=ics").header.Get("Link"); link != "" {
			t.Errorf("a whole feed has neighbours: %s", link)
		}
		if link := s.get("/events?status=any&" + always + "&format=csv&per_page=7").header.Get("Link"); !strings.Contains(link, "format=csv") {
			t.Errorf("the next page is no feed: %s", link)
		}
		if got := len(s.calendar("", "/events?search=nothing-has-this-word&format=ics").Events()); got != 0 {
			t.Errorf("%d events that no search finds", got)
		}
	})
}

func TestWhatIsWrongWithAFeedIsAnsweredAsByTheList(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		tests := []struct {
			name, path string
			status     int
			param      string
		}{
			{"an unknown format", "/events?format=pdf", http.StatusBadRequest, "format"},
			{"an empty format", "/events?format=", http.StatusBadRequest, "format"},
			{"an unknown format of one event", "/events/1?format=pdf", http.StatusBadRequest, "format"},
			{"a bad filter", "/events?format=ics&start_date=never", http.StatusBadRequest, "start_date"},
			{"a bad page", "/events?format=csv&page=x", http.StatusBadRequest, "page"},
			{"no such page", "/events?format=rss&page=9", http.StatusNotFound, ""},
			{"no such event", "/events/999999?format=ics", http.StatusNotFound, ""},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				a := s.get(tt.path)
				if a.status != tt.status || a.header.Get("Content-Type") != "application/json; charset=UTF-8" || a.header.Get("Content-Disposition") != "" {
					t.Errorf("%d %v %s", a.status, a.header, a.text)
				}
				if tt.param == "" {
					return
				}
				if params := a.body["data"].(js)["params"].(js); a.body["code"] != "rest_invalid_param" || params[tt.param] == nil {
					t.Errorf("got %s, want a word about %s", a.text, tt.param)
				}
			})
		}
	})
}

func TestAFeedShowsWhatTheListShows(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSecrets(t, url)
		for _, format := range []string{"ics", "csv", "rss"} {
			for _, user := range []string{"", "subscriber", "author"} {
				for _, path := range append(s.paths(), "/events?search="+marker) {
					if !strings.HasPrefix(path, "/events") {
						continue
					}
					separator := "?"
					if strings.Contains(path, "?") {
						separator = "&"
					}
					a := s.send(user, http.MethodGet, path+separator+"format="+format, nil)
					s.healthy(path, a)
					// The address of the feed itself repeats what was asked.
					text := strings.ReplaceAll(a.text, "search="+marker, "")
					if strings.Contains(strings.ToLower(text), strings.ToLower(marker)) {
						t.Errorf("%q, GET %s as %s tells a secret: %s", user, path, format, a.text)
					}
				}
			}
			a := s.mustBy("editor", http.StatusOK, http.MethodGet, "/events?context=edit&include="+list(s.events[0])+"&status=any&format="+format, nil)
			if !strings.Contains(a.text, marker) {
				t.Errorf("an editor does not see the event as %s: %s", format, a.text)
			}
		}
		if events := s.calendar("", "/events?include="+list(s.protected)+"&format=ics").Events(); len(events) != 1 || events[0].GetProperty(ics.ComponentPropertyDescription) != nil {
			t.Errorf("the protected event shows as %v", events)
		}
	})
}

func TestACalendarTellsTimesThatEveryProgramReads(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		tests := []struct {
			name   string
			fields js
			want   []string
		}{
			{"an offset as zone is written in UTC", js{"start_date": "2027-03-01 10:00", "end_date": "2027-03-01 12:00", "timezone": "UTC+5.5"}, []string{
				"DTSTART:20270301T043000Z", "DTEND:20270301T063000Z", "X-EVENT-TZID:UTC+5.5",
			}},
			{"an event over the end of summer time lasts an hour", js{"start_date": "2027-10-31T00:30:00Z", "end_date": "2027-10-31T01:30:00Z", "timezone": "Europe/Berlin"}, []string{
				"DTSTART:20271031T003000Z", "DTEND:20271031T013000Z", "X-EVENT-TZID:Europe/Berlin",
			}},
			{"a picture is there for old programs and new ones", js{"start_date": "2027-06-01 10:00", "end_date": "2027-06-01 11:00", "timezone": "Europe/Berlin", "image": "https://pictures.example/a.png"}, []string{
				"DTSTART;TZID=Europe/Berlin:20270601T100000", "ATTACH;FMTTYPE=image/png:https://pictures.example/a.png",
				"IMAGE;DISPLAY=BADGE;FMTTYPE=image/png;VALUE=URI:https://pictures.example/a.png",
			}},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				tt.fields["title"] = tt.name
				e := s.must(http.StatusCreated, http.MethodPost, "/events", tt.fields)
				calendar := strings.ReplaceAll(s.get("/events/"+list(e.id())+"?format=ics").text, "\r\n ", "")
				for _, want := range tt.want {
					if !strings.Contains(calendar, want+"\r\n") {
						t.Errorf("no %s in\n%s", want, calendar)
					}
				}
				if strings.Contains(calendar, "TZID:UTC+") && strings.Contains(calendar, "BEGIN:VTIMEZONE\r\nTZID:UTC+") {
					t.Errorf("an offset is described as a zone:\n%s", calendar)
				}
			})
		}
		hidden := s.must(http.StatusCreated, http.MethodPost, "/events", js{
			"title": "Protected", "start_date": "2027-06-01 10:00", "end_date": "2027-06-01 11:00", "image": "https://pictures.example/secret.png", "post_password": "secret",
		})
		if text := s.send("subscriber", http.MethodGet, "/events/"+list(hidden.id())+"?format=ics", nil).text; strings.Contains(text, "secret.png") {
			t.Errorf("the picture of a protected event is told:\n%s", text)
		}
	})
}

func TestAFeedKeepsToALanguage(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), func(c *service.Config) { c.Deployment = deployments.A() })
	s.must(http.StatusCreated, http.MethodPost, "/events?translation_language=en", newEvent("Fair", nil))
	s.must(http.StatusCreated, http.MethodPost, "/events?translation_language=fr", newEvent("Foire <&> \"x\"", nil))
	a := s.get("/events?translation_language=fr&format=rss")
	var feed struct {
		Titles []string `xml:"channel>item>title"`
	}
	if err := xml.Unmarshal([]byte(a.text), &feed); err != nil || len(feed.Titles) != 1 || feed.Titles[0] != "Foire <&> \"x\"" {
		t.Errorf("%q, %v: %s", feed.Titles, err, a.text)
	}
}
