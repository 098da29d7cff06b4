package app_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// prose makes texts of words and of what is markup, or nearly.
func prose() *rapid.Generator[string] {
	part := rapid.OneOf(
		rapid.SampledFrom([]string{
			"word", " ", "<b>", "</b>", "<p>", "</p>", "<br>", "<", ">", "&", "&amp;", "&lt;", "&amp;lt;b&amp;gt;", "&nbsp;", "\n", "\n\n", `"`, "'", "a < b",
			"<script>x</script>", "<!-- c -->", "<a href=\"https://example.org/?a=1&b=2\">", "</a>", "<ul><li>", "é", "日本", "🎷", "\\", "%", "[x]", "<x", "&#39;", "&copy;",
		}),
		rapid.StringMatching(`[ -~]{1,6}`),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(part, 0, 6).Draw(t, "parts"), "")
	})
}

// price makes costs as people write them.
func price() *rapid.Generator[any] {
	one := rapid.SampledFrom([]string{"", "0", "20", "$20", "20$", "€ 5,50", "1,234.50", "Free", "free", "donation", "5 - 10", "£7", "12.00 EUR", "a & b", "1.000,00", "-5"})
	return rapid.OneOf(
		rapid.Map(one, func(s string) any { return s }),
		rapid.Map(rapid.SliceOfN(one, 1, 3), func(list []string) any { return list }),
		rapid.Map(rapid.IntRange(0, 2000), func(n int) any { return n }),
	)
}

// same compares a record before and after, but for when it was changed.
func same(before, after js) string {
	for _, record := range []js{before, after} {
		delete(record, "modified")
		delete(record, "modified_utc")
	}
	return cmp.Diff(before, after)
}

// sendsBack reads a record, sends the fields back as they were read, and reads
// it again.
func (s *site) sendsBack(rt *rapid.T, path string, fields []string) {
	before := s.get(path).body
	body := js{}
	for _, name := range fields {
		if value, shown := before[name]; shown {
			body[name] = value
		}
	}
	a := s.send("", http.MethodPatch, path, body)
	if a.status != http.StatusOK {
		rt.Fatalf("what was read is refused: %v: %s", body, a.text)
	}
	if diff := same(before, s.get(path).body); diff != "" {
		rt.Fatalf("what was read, sent back, changes the record (-before +after):\n%s", diff)
	}
}

func TestAnEventThatIsSentBackAsReadStaysAsItWas(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		rapid.Check(t, func(rt *rapid.T) {
			body := newEvent("", js{
				"title": prose().Draw(rt, "title"), "description": prose().Draw(rt, "description"), "excerpt": prose().Draw(rt, "excerpt"), "cost": price().Draw(rt, "cost"),
			})
			a := s.send("", http.MethodPost, "/events", body)
			if a.status != http.StatusCreated {
				s.refusedTitle(rt, a)
				return
			}
			s.sendsBack(rt, one("events", a.id()), []string{
				"title", "description", "excerpt", "cost", "slug", "status", "date", "timezone", "start_date", "end_date", "all_day", "website", "url", "author",
			})
		})
	})
}

// refusedTitle notes a refusal for another reason than an empty name or a cost
// that is none.
func (s *site) refusedTitle(rt *rapid.T, a response) {
	data, _ := a.body["data"].(js)
	params, _ := json.Marshal(data["params"])
	for _, name := range []string{`"title"`, `"venue"`, `"cost"`} {
		if strings.Contains(string(params), name) {
			return
		}
	}
	rt.Fatalf("status %d: %s", a.status, a.text)
}

func TestAVenueThatIsSentBackAsReadStaysAsItWas(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		fields := []string{"venue", "description", "excerpt", "address", "city", "country", "province", "state", "zip", "phone", "stateprovince"}
		rapid.Check(t, func(rt *rapid.T) {
			body := js{"geo_lat": rapid.Float64Range(-90, 90).Draw(rt, "lat"), "geo_lng": rapid.Float64Range(-180, 180).Draw(rt, "lng")}
			for _, name := range fields {
				body[name] = prose().Draw(rt, name)
			}
			a := s.send("", http.MethodPost, "/venues", body)
			if a.status != http.StatusCreated {
				s.refusedTitle(rt, a)
				return
			}
			s.sendsBack(rt, one("venues", a.id()), append(fields, "show_map", "show_map_link", "geo_lat", "geo_lng", "date", "status"))
		})
	})
}

func TestTermsAreFoundByTheNamesThatAnswersShow(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		above := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Music"}).id()
		made := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Rock & Roll", "parent": above})
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"categories": []any{made.body["name"]}}))
		if got := len(s.texts("SELECT name FROM categories")); got != 2 {
			t.Errorf("%d categories, want 2: the shown name %q made a new one", got, made.body["name"])
		}
		found := s.must(http.StatusOK, http.MethodGet, "/events?categories=Rock+%26amp%3B+Roll", nil)
		if events := found.body["events"].([]any); len(events) != 1 || events[0].(js)["id"] != event.body["id"] {
			t.Errorf("the shown name finds %s", found.text)
		}
	})
}
