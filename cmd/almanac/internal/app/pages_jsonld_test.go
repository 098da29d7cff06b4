package app_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// jsonLD returns what a page says in JSON-LD.
func (m *markup) jsonLD() js {
	m.t.Helper()
	var said js
	if err := json.Unmarshal([]byte(m.texts("script")[0]), &said); err != nil {
		m.t.Fatal(err)
	}
	return said
}

// randomEvent returns an event of any kind.
func randomEvent(r *rand.Rand, n int) js {
	start := fmt.Sprintf("20%02d-%02d-%02d %02d:%02d:00", 20+r.IntN(40), 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60))
	pick := func(list ...any) any { return list[r.IntN(len(list))] }
	event := js{
		"title": fmt.Sprint(pick("Fair", "Jazz & wine", `<"quoted">`, "Été 日本", "</script>"), " ", n), "start_date": start, "end_date": start[:11] + "23:59:59", "all_day": r.IntN(4) == 0,
		"timezone": pick("Europe/Paris", "America/St_Johns", "UTC", "UTC+5.5"), "event_status": pick("scheduled", "scheduled", "canceled", "postponed"),
		"attendance_mode": pick("offline", "offline", "online", "mixed"), "description": pick("", "<p>With <b>words</b> & more.</p>", "日本"), "cost": pick("", "0", "$20", "5 - 25.50", "Donation", "12 €"),
		"organizer": pick([]js{}, []js{{"organizer": "Ada"}}, []js{{"organizer": "Club & co", "website": "https://club.example/", "email": "a@club.example"}, {"organizer": "Ben", "phone": "1"}}),
		"venue": pick([]js{}, []js{{"venue": "Hall"}}, []js{{"venue": "Hall & yard", "address": "1 Street", "city": "Town", "zip": "750", "country": "France", "geo_lat": 48.5, "geo_lng": -2.25}},
			[]js{{"venue": "One", "city": "Town"}, {"venue": "Two"}}), "image": pick("", "https://pictures.example/a.png"),
	}
	if online := pick("", "https://meet.example/7"); online != "" && event["attendance_mode"] != "offline" {
		event["online_url"] = online
	}
	if r.IntN(8) == 0 {
		event["recurrence"] = pick("FREQ=DAILY;INTERVAL=9;COUNT=2", "FREQ=WEEKLY;COUNT=2", "FREQ=MONTHLY;COUNT=2", "FREQ=YEARLY;COUNT=2")
	}
	return event
}

// eventRules are what search engines require of events and recommend
// (developers.google.com/search/docs/appearance/structured-data/event), by the path of a
// member: a pattern of its texts.  The path "" stands for every text.
var eventRules = []struct {
	path, pattern string
	required      bool
}{
	{"", `.`, false},
	{"@context", `^https://schema\.org$`, true},
	{"@type", `^Event$`, true},
	{"name", `^[^&]*(& |$)`, true}, // Not escaped as HTML.
	{"startDate", `^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z))?$`, true},
	{"endDate", `^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z))?$`, true},
	{"eventStatus", `^https://schema\.org/Event(Scheduled|Cancelled|Postponed)$`, true},
	{"eventAttendanceMode", `^https://schema\.org/(Offline|Online|Mixed)EventAttendanceMode$`, true},
	{"url", `^http://`, true},
	{"image", `^https://`, false},
	{"location.@type", `^(Place|VirtualLocation)$`, false},
	{"location.name", `.`, false},
	{"location.url", `^https?://`, false},
	{"location.address.@type", `^PostalAddress$`, false},
	{"organizer.@type", `^Organization$`, false},
	{"organizer.name", `.`, false},
	{"organizer.url", `^https?://`, false},
	{"offers.@type", `^(Offer|AggregateOffer)$`, false},
	{"offers.price", `^\d+(\.\d+)?$`, false},
	{"offers.lowPrice", `^\d+(\.\d+)?$`, false},
	{"offers.highPrice", `^\d+(\.\d+)?$`, false},
	{"offers.priceCurrency", `^[A-Z]{3}$`, false},
	{"offers.url", `^http://`, false},
	{"offers.availability", `^https://schema\.org/InStock$`, false},
	{"offers.validFrom", `^\d{4}-\d\d-\d\dT`, false},
}

// membersOf collects the texts in JSON-LD by their path.
func membersOf(value any, path string, into map[string][]string) {
	switch v := value.(type) {
	case js:
		if len(v) == 0 {
			into[""] = append(into[""], "")
		}
		for name, member := range v {
			membersOf(member, strings.TrimPrefix(path+"."+name, "."), into)
		}
	case []any:
		for _, member := range v {
			membersOf(member, path, into)
		}
	default:
		text := fmt.Sprint(v)
		into[path], into[""] = append(into[path], text), append(into[""], text)
	}
}

// With JSONLD=/folder the test writes there what the pages say as TypeScript, for make
// clients, which checks the types.
func TestSearchEnginesCanReadEveryEvent(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages)
	r := rand.New(rand.NewPCG(1, 2))
	typed := []string{`import type { Event, WithContext } from "schema-dts";`}
	for n := range 500 {
		event := randomEvent(r, n)
		path := below(s.must(http.StatusCreated, http.MethodPost, "/events", event).body["url"])
		said, members := s.look(path).jsonLD(), map[string][]string{}
		membersOf(said, "", members)
		for _, rule := range eventRules {
			if rule.required && members[rule.path] == nil {
				t.Errorf("%v: no %s in %v", event, rule.path, said)
			}
			for _, text := range members[rule.path] {
				if !regexp.MustCompile(rule.pattern).MatchString(text) {
					t.Errorf("%v: %s is %q", event, rule.path, text)
				}
			}
		}
		required(t, event, said, members)
		text, err := json.Marshal(said)
		if err != nil {
			t.Fatal(err)
		}
		typed = append(typed, fmt.Sprintf("export const event%d: WithContext<Event> = %s;", n, text))
	}
	if folder := os.Getenv("JSONLD"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, "events.ts"), []byte(strings.Join(typed, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// required holds that JSON-LD has the members that an event calls for.
func required(t *testing.T, event, said js, members map[string][]string) {
	t.Helper()
	venues, _ := event["venue"].([]js)
	organizers, _ := event["organizer"].([]js)
	virtual := 0
	for _, resource := range members["location.@type"] {
		if resource == "VirtualLocation" {
			virtual++
		}
	}
	for what, is := range map[string]bool{
		"a place with an address": len(members["location.address.@type"]) == min(len(venues), 1),
		"a virtual location":      virtual == 1 == (event["attendance_mode"] != "offline"),
		"its organizers":          len(members["organizer.name"]) == len(organizers),
		"an offer for a price":    (said["offers"] == nil) == (event["cost"] == "" || event["cost"] == "Donation"),
		"a price or a range":      said["offers"] == nil || len(members["offers.price"])+len(members["offers.highPrice"]) == 1,
		"whole days without time": (len(said["startDate"].(string)) == len("2026-05-05")) == event["all_day"].(bool),
		"no performer":            said["performer"] == nil,
		"its picture":             (said["image"] == nil) == (event["image"] == ""),
	} {
		if !is {
			t.Errorf("%v does not have %s: %v", event, what, said)
		}
	}
}

func TestSearchEnginesCanReadVenuesAndOrganizers(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"venue": js{"venue": "Hall & yard", "city": "Town"}, "organizer": js{"organizer": "Ada", "website": "https://ada.example/"}}))
		venue, organizer := event.body["venue"].(js)["url"], event.body["organizer"].([]any)[0].(js)["url"]
		for address, want := range map[any]js{
			venue:     {"@context": "https://schema.org", "@type": "Place", "name": "Hall & yard", "url": venue, "address": js{"@type": "PostalAddress", "addressLocality": "Town"}},
			organizer: {"@context": "https://schema.org", "@type": "Organization", "name": "Ada", "url": organizer, "sameAs": "https://ada.example/"},
		} {
			if diff := cmp.Diff(want, s.look(below(address)).jsonLD()); diff != "" {
				t.Errorf("%v (-want +got)\n%s", address, diff)
			}
		}
	})
}
