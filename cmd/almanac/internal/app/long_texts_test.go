package app_test

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/mutate"
	"almanac/runtime/store"
)

// noise returns n characters of a block of Unicode that no compression makes
// shorter, as an index of PostgreSQL would try.
func noise(n int, low, high rune) string {
	random := rand.New(rand.NewPCG(1, uint64(low)))
	var b strings.Builder
	for range n {
		b.WriteRune(low + random.Int32N(high-low+1))
	}
	return b.String()
}

// TestTextsOfAnyLengthThatIsAllowedAreStored writes the longest texts into every
// column that an index has.
func TestTextsOfAnyLengthThatIsAllowedAreStored(t *testing.T) {
	scripts := []struct {
		name      string
		low, high rune
	}{
		{"letters of one byte", 'a', 'z'},
		{"Chinese characters", 0x4e00, 0x9fa0},
		{"Hangul, which folds to three times its length", 0xac00, 0xd7a0},
		{"characters of four bytes", 0x20000, 0x2a000},
	}
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		for _, script := range scripts {
			long := func(n int) string { return noise(n, script.low, script.high) }
			address := "https://example.org/" + long(1980)
			tests := []struct {
				path   string
				fields js
			}{
				{"/events", newEvent(long(10000), js{"image": address, "website": address, "post_password": long(1000)})},
				{"/events", newEvent("Same image", js{"image": address, "slug": long(200)})},
				{"/venues", js{"venue": long(10000), "address": long(10000), "image": address}},
				{"/organizers", js{"organizer": long(10000), "email": long(10000)}},
				{"/categories", js{"name": long(200), "description": long(10000)}},
				{"/tags", js{"name": long(200)}},
			}
			for _, tt := range tests {
				made := s.send("", http.MethodPost, tt.path, tt.fields)
				if made.status != http.StatusCreated {
					t.Errorf("%s: POST %s: status %d: %.200s", script.name, tt.path, made.status, made.text)
					continue
				}
				s.must(http.StatusOK, http.MethodPatch, one(tt.path[1:], made.id()), js{"description": "Changed"})
			}
		}
	})
}

func TestLongImageAddressesAreDistinguished(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		image := func(address string) any {
			a := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Image", js{"image": address}))
			return a.body["image"].(js)["id"]
		}
		long := "https://example.org/" + noise(1970, 'a', 'z')
		first, second := image(long+"1.png"), image(long+"2.png")
		if first == second {
			t.Errorf("two addresses are the image %v", first)
		}
		if again := image(long + "1.png"); again != first {
			t.Errorf("the same address is the image %v, then %v", first, again)
		}
	})
}

func TestNamesThatDifferFarBehindAreDistinguished(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		long := noise(5000, 'a', 'z')
		first := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": long + " one"}).id()
		second := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": long + " two"}).id()
		again := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": strings.ToUpper(long) + " ONE"}).id()
		if first == second || again != first {
			t.Errorf("ids %d, %d and, for the first name once more, %d", first, second, again)
		}
		name := noise(190, 0xac00, 0xd7a0)
		s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": name + "가"})
		s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": name + "나"})
		s.must(http.StatusBadRequest, http.MethodPost, "/tags", js{"name": name + "나"})
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Tagged", js{"tags": []string{name + "나"}}))
		if got := event.body["tags"].([]any)[0].(js)["name"]; got != name+"나" {
			t.Errorf("the tag is %q", got)
		}
	})
}

func TestAnImportOfLongNamesTakesThemAll(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		err := s.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
			drafts := []mutate.CreateInput{
				{Fields: map[string]any{"title": noise(10000, 0x4e00, 0x9fa0), "start_date": "2030-01-01", "end_date": "2030-01-02"}},
				{Fields: map[string]any{"title": "Short", "start_date": "2030-01-01", "end_date": "2030-01-02"}},
			}
			outcomes, err := b.CreateAll(s.Env.Resource("event"), drafts)
			for _, o := range outcomes {
				if o.Err != nil {
					t.Error(o.Err)
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestATextThatTheDatabaseHasNoPlaceForIsABadRequest(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		if s.Store.Dialect() == store.SQLite {
			t.Skip("an index of SQLite takes any text")
		}
		s.change("CREATE INDEX too_narrow ON events (description)")
		long := js{"description": noise(10000, 0x4e00, 0x9fa0)}
		s.must(http.StatusBadRequest, http.MethodPost, "/events", newEvent("Long", long))
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Short", nil)).id()
		if a := s.must(http.StatusBadRequest, http.MethodPatch, one("events", id), long); a.body["code"] != "rest_invalid_param" {
			t.Errorf("got %s", a.text)
		}
	})
}
