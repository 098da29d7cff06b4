package demo_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/demo"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/deployment"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// databases are empty ones with the schema.
var databases = storetest.NewTemplate(func(url string) error {
	a, err := service.Open(context.Background(), generated.Service(), config(url, deployments.B()))
	if err != nil {
		return err
	}
	return a.Close()
})

// now is the time of all tests.
var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// config configures a service of a deployment at the time of the tests.
func config(url string, d deployment.Deployment) service.Config {
	return service.Config{
		Database: url, Deployment: d, Migrate: true, Open: true,
		Clock: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

// filled opens a service and fills it.
func filled(t *testing.T, url string, d deployment.Deployment, o demo.Options) (*service.Service, demo.Summary) {
	t.Helper()
	a, err := service.Open(t.Context(), generated.Service(), config(url, d))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	s, err := demo.Fill(t.Context(), a, o)
	if err != nil {
		t.Fatal(err)
	}
	return a, s
}

// get reads a list over HTTP and returns its body and its total.
func get(t *testing.T, a *service.Service, path string) (map[string]any, int) {
	t.Helper()
	answer := httptest.NewRecorder()
	a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "http://localhost"+a.Env.Deployment.APIPath()+path, http.NoBody))
	var body map[string]any
	if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	total, ok := body["total"].(float64)
	if !ok {
		t.Fatalf("%s: %s", path, answer.Body)
	}
	return body, int(total)
}

// all is a range of dates that every event is in.
const all = "start_date=0001-01-01&end_date=9999-12-31"

func TestFillMakesACalendarOfOneLanguage(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a, got := filled(t, url, deployments.B(), demo.Options{})
		want := demo.Summary{Categories: 24, Tags: 16, Venues: 21, Organizers: 14, Events: 300}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		for path, want := range map[string]int{
			"/events?" + all + "&collapse=series":              264,
			"/events?" + all + "&status=draft,pending,private": 4,
			"/events?" + all + "&status=future":                1,
			"/venues?":                                         21,
			"/organizers?":                                     14,
			"/categories?hide_empty=0":                         24,
			"/tags?hide_empty=0":                               16,
			"/events?starts_before=2026-09-20":                 1,
			"/events?starts_after=2027-09-17":                  0,
		} {
			if _, total := get(t, a, path); total != want {
				t.Errorf("%s: got %d, want %d", path, total, want)
			}
		}
	})
}

func TestEverySortOfEventIsThere(t *testing.T) {
	a, _ := filled(t, databases.SQLite(t), deployments.B(), demo.Options{})
	seen := map[string]bool{}
	for page := 1; page <= 6; page++ {
		body, _ := get(t, a, "/events?per_page=50&"+all+"&page="+string(rune('0'+page)))
		for _, item := range body["events"].([]any) {
			note(seen, item.(map[string]any))
		}
	}
	for _, want := range []string{
		"all day", "several days", "free", "priced", "ranged", "no cost", "featured", "several organizers", "no organizer", "image", "website",
		"canceled", "picture with words", "protected", "past", "ahead", "ticketed", "in person and online", "America/Toronto", "UTC",
	} {
		if !seen[want] {
			t.Errorf("no event is %s", want)
		}
	}
}

// note notes of what sorts an event is.
func note(seen map[string]bool, e map[string]any) {
	cost, start, end := e["cost"].(string), e["start_date"].(string), e["end_date"].(string)
	organizers := e["organizer"].([]any)
	seen[e["timezone"].(string)] = true
	for sort, is := range map[string]bool{
		"all day":              e["all_day"] == true,
		"several days":         start[:10] != end[:10],
		"free":                 cost == "Free",
		"ranged":               strings.Contains(cost, " – "),
		"priced":               strings.HasPrefix(cost, "$") && !strings.Contains(cost, "–"),
		"no cost":              cost == "",
		"featured":             e["featured"] == true,
		"several organizers":   len(organizers) > 1,
		"no organizer":         len(organizers) == 0,
		"image":                e["image"] != false,
		"canceled":             e["event_status"] == "canceled",
		"in person and online": e["attendance_mode"] == "mixed",
		"picture with words":   hasWords(e["image"]),
		"website":              strings.HasPrefix(e["website"].(string), "https://tickets.example"),
		"protected":            e["all_day"] == nil,
		"past":                 start < "2026-11-20",
		"ahead":                start > "2027-04-01",
		"ticketed":             e["ticketed"] != false,
	} {
		seen[sort] = seen[sort] || is
	}
}

// hasWords reports whether an image has an alternative text.
func hasWords(image any) bool {
	about, _ := image.(map[string]any)
	words, _ := about["alt"].(string)
	return words != ""
}

func TestPostersAreFilesOfTheService(t *testing.T) {
	a, _ := filled(t, databases.SQLite(t), deployments.B(), demo.Options{})
	body, _ := get(t, a, "/events?per_page=50&"+all)
	addresses, colors := map[string]bool{}, 0
	for _, item := range body["events"].([]any) {
		if image, ok := item.(map[string]any)["image"].(map[string]any); ok {
			addresses[image["url"].(string)] = true
		}
	}
	for address := range addresses {
		answer := httptest.NewRecorder()
		a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, address, http.NoBody))
		if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "image/webp" {
			t.Errorf("%s: %d %s", address, answer.Code, answer.Header().Get("Content-Type"))
		}
	}
	if n := len(addresses); n < 15 || n > 20 {
		t.Errorf("%d pictures, want 15 to 20", n)
	}
	categories, total := get(t, a, "/categories?hide_empty=0&per_page=50")
	for _, item := range categories["categories"].([]any) {
		if item.(map[string]any)["color"] != nil {
			colors++
		}
	}
	if colors != total {
		t.Errorf("%d of %d categories have a color", colors, total)
	}
}

func TestTwoLanguagesShareTheEvents(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a, s := filled(t, url, deployments.A(), demo.Options{Events: 90})
		if s.Categories != 48 || s.Tags != 32 {
			t.Errorf("got %v", s)
		}
		const language = "&translation_language="
		for path, want := range map[string]int{
			"/events?status=any&" + all + language + "fr": 28,
			"/events?status=any&" + all + language + "en": 62,
			"/venues?" + language + "fr":                  10,
			"/organizers?" + language + "fr":              6,
			"/categories?hide_empty=0" + language + "fr":  24,
			"/tags?hide_empty=0" + language + "fr":        16,
		} {
			if _, total := get(t, a, path); total != want {
				t.Errorf("%s: got %d, want %d", path, total, want)
			}
		}
		body, _ := get(t, a, "/categories?hide_empty=0&slug=arts-fr")
		if list := body["categories"].([]any); len(list) != 1 {
			t.Errorf("got %v", body)
		}
	})
}

// TestTheProgramIsThatOfOneTown: nobody plays in two places at once, everything happens on a
// day on which people would expect it, and what takes several evenings is a series.
func TestTheProgramIsThatOfOneTown(t *testing.T) {
	a, _ := filled(t, databases.SQLite(t), deployments.B(), demo.Options{})
	cities, places := map[string]int{}, map[string]int{}
	for page := 1; page <= 6; page++ {
		body, _ := get(t, a, "/events?per_page=50&"+all+"&page="+string(rune('0'+page)))
		for _, item := range body["events"].([]any) {
			e := item.(map[string]any)
			venue, _ := e["venue"].(map[string]any)
			if venue == nil { // Protected by a password.
				continue
			}
			cities[venue["city"].(string)]++
			start, title := e["start_date"].(string), e["title"].(string)
			places[venue["venue"].(string)+" "+start]++
			day, err := time.Parse(time.DateTime, start)
			if err != nil {
				t.Fatal(err)
			}
			if e["all_day"] == false && e["end_date"].(string) > day.AddDate(0, 0, 1).Format(time.DateTime) {
				t.Errorf("%s lasts from %s to %s", title, start, e["end_date"])
			}
			if strings.HasPrefix(title, "Sunday run") && day.Weekday() != time.Sunday {
				t.Errorf("%s is on a %s", title, day.Weekday())
			}
		}
	}
	for place, n := range places {
		if n > 1 {
			t.Errorf("%d events at %s", n, place)
		}
	}
	if len(cities) != 2 || cities["Toronto"] != 1 {
		t.Errorf("got events in %v, want one of them in Toronto and all others in one town", cities)
	}
}

func TestTheSameDayGivesTheSameRecords(t *testing.T) {
	var lists [2]map[string]any
	for i, at := range []time.Time{now, now.Add(7 * time.Hour)} {
		a, _ := filled(t, databases.SQLite(t), deployments.A(), demo.Options{Now: at, Events: 40})
		lists[i], _ = get(t, a, "/events?per_page=50&status=any&"+all)
	}
	if diff := cmp.Diff(lists[0], lists[1]); diff != "" {
		t.Errorf("(-first +second)\n%s", diff)
	}
}

func TestEmptyTellsWhetherThereAreRecords(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a, err := service.Open(t.Context(), generated.Service(), config(url, deployments.B()))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close() })
		if empty, err := a.Empty(t.Context()); err != nil || !empty {
			t.Errorf("before: got %v, %v, want true", empty, err)
		}
		if _, err := demo.Fill(t.Context(), a, demo.Options{Events: 1}); err != nil {
			t.Fatal(err)
		}
		if empty, err := a.Empty(t.Context()); err != nil || empty {
			t.Errorf("after: got %v, %v, want false", empty, err)
		}
	})
}

func TestTheCategoriesAreACompleteTree(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a, _ := filled(t, url, deployments.B(), demo.Options{})
		body, total := get(t, a, "/categories?per_page=50")
		list, _ := body["categories"].([]any)
		if len(list) != total || total == 0 {
			t.Fatalf("got %d of %d categories", len(list), total)
		}
		ids, children := map[any]bool{0.0: true}, 0
		for _, item := range list {
			ids[item.(map[string]any)["id"]] = true
		}
		for _, item := range list {
			category := item.(map[string]any)
			if !ids[category["parent"]] {
				t.Errorf("%v: its parent %v is not in the list", category["name"], category["parent"])
			}
			if category["parent"] != 0.0 {
				children++
			}
		}
		if children == 0 {
			t.Error("the demo has no tree")
		}
	})
}

func TestTheErrorOfFillingNamesStatusFieldAndMessage(t *testing.T) {
	c := config(databases.SQLite(t), deployments.B())
	c.Hooks = []mutate.Hook{mutate.Hooks[*generated.Venue]{BeforeSave: func(_ context.Context, m *mutate.Mutation, _ mutate.Change[*generated.Venue]) error {
		m.Errors.Add("city", "", "city must be somewhere.")
		return nil
	}}}
	a, err := service.Open(t.Context(), generated.Service(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	const want = ": 400 rest_invalid_param: Invalid parameters: city. city: city must be somewhere."
	if _, err := demo.Fill(t.Context(), a, demo.Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
