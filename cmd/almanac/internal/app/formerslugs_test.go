package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/legacy"
	"almanac/runtime/mutate"
)

// moved fails unless an address leads to another one, for GET and HEAD alike; "" for one that leads
// nowhere.
func (s *site) moved(when, address, want string) {
	s.t.Helper()
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		a := s.page(method, address, nil)
		got := strings.TrimPrefix(a.header.Get("Location"), s.Env.Deployment.SiteURL)
		status := http.StatusMovedPermanently
		if want == "" {
			status = http.StatusNotFound
		}
		if a.status != status || got != want {
			s.t.Errorf("%s: %s %s: status %d to %q, want %d to %q", when, method, address, a.status, got, status, want)
		}
	}
}

// bySlug is the path of the API to a record by its slug.
func (s *site) bySlug(plural, slug string) string {
	return s.Env.Deployment.APIPath() + "/" + plural + "/by-slug/" + slug
}

func TestAFormerSlugLeadsToTheAddressOfToday(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withPages)
		rename := func(id int64, fields js) {
			t.Helper()
			s.must(http.StatusOK, http.MethodPatch, one("events", id), fields)
		}
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("One", js{"status": "draft"})).id()
		rename(id, js{"slug": "draft"})
		rename(id, js{"slug": "two", "status": "publish"})
		s.moved("never public", s.bySlug("events", "one"), "")
		s.moved("renamed as it was published", "/event/draft/", "")
		rename(id, js{"slug": "three"})
		rename(id, js{"slug": "Vier-é"})
		for _, slug := range []string{"two", "THREE"} {
			s.moved("renamed", s.bySlug("events", slug)+"?_fields=id&x=%2F", s.bySlug("events", "vier-%C3%A9")+"?_fields=id&x=%2F")
			s.moved("renamed", "/event/"+slug+"/?x=1", "/event/vier-%C3%A9/?x=1")
		}
		if kept := s.page(http.MethodGet, "/event/two/", nil).header.Get("Cache-Control"); kept != "no-cache" { // A record may take it.
			t.Errorf("clients keep where a slug leads: %s", kept)
		}
		s.moved("embedded", "/event/two/embed/", "/event/vier-%C3%A9/embed/")
		s.moved("another kind", s.bySlug("venues", "two"), "")
		if a := s.page(http.MethodGet, "/oembed?url="+s.Env.Deployment.SiteURL+"/event/two/", nil); a.status != http.StatusOK || !strings.Contains(a.text, `"title":"One"`) {
			t.Errorf("oEmbed: status %d: %s", a.status, a.text)
		}

		rename(id, js{"slug": "two"})
		s.moved("it took its own slug again", s.bySlug("events", "vier-%C3%A9"), s.bySlug("events", "two"))
		if a := s.get("/events/by-slug/two"); a.id() != id {
			t.Errorf("status %d: %s", a.status, a.text)
		}
		other := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Three", nil))
		if other.body["slug"] != "three" {
			t.Errorf("a new event has the slug %v, want the one that is free", other.body["slug"])
		}
		s.must(http.StatusOK, http.MethodPatch, one("events", other.id()), js{"slug": "drei"})
		s.moved("the slug of another one", s.bySlug("events", "three"), s.bySlug("events", "drei"))
		s.must(http.StatusOK, http.MethodDelete, one("events", other.id()), nil)
		s.moved("in the trash", s.bySlug("events", "three"), "")
		s.moved("in the trash", s.bySlug("events", "drei"), "")
		s.must(http.StatusOK, http.MethodPatch, one("events", other.id()), js{"status": "publish"})
		s.moved("back from the trash", "/event/three/", "/event/drei/")

		rename(id, js{"status": "draft"})
		rename(id, js{"slug": "unseen"})
		rename(id, js{"slug": "final"})
		s.moved("a draft again", "/event/two/", "")
		rename(id, js{"status": "publish"})
		s.moved("public again", "/event/two/", "/event/final/")
		s.moved("of the draft", "/event/unseen/", "")

		s.must(http.StatusOK, http.MethodDelete, one("events", id)+"?force=true", nil)
		s.must(http.StatusOK, http.MethodDelete, one("events", other.id())+"?force=true", nil)
		if left := s.texts("SELECT slug FROM former_slugs"); len(left) > 0 {
			t.Errorf("deleted for good, but for %v", left)
		}
	})
}

func TestPagesOfTermsAndOfImportedRecordsAreFoundByFormerSlugs(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withPages, withLegacy)
		german := legacy.Site{Calendar: []string{"veranstaltungen"}, Records: map[string][]string{"category": {"veranstaltungen/kategorie"}}}
		if err := legacy.Remember(t.Context(), s.Store, german); err != nil {
			t.Fatal(err)
		}
		parent := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Art"}).id()
		child := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Film", "parent": parent}).id()
		tag := s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": "Free"}).id()
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("One", js{"categories": child, "tags": tag}))
		s.must(http.StatusOK, http.MethodPatch, one("events", event.id()), js{"slug": "first"})
		s.must(http.StatusOK, http.MethodPatch, one("categories", child), js{"slug": "cinema"})
		s.must(http.StatusOK, http.MethodPatch, one("tags", tag), js{"slug": "gratis"})
		s.moved("a category", "/events/category/art/film/", "/events/category/art/cinema/")
		s.moved("a tag", "/tag/free/", "/tag/gratis/")
		s.moved("an address of WordPress", "/?tribe_events_cat=film", "/events/category/art/cinema/")
		s.moved("an address of WordPress in German", "/veranstaltungen/kategorie/art/film/", "/events/category/art/cinema/")
		day, _, _ := strings.Cut(event.body["start_date"].(string), " ")
		s.moved("a date of an event that repeated", "/event/one/"+day+"/", "/event/first/")

		for _, resource := range []string{"venue", "organizer"} {
			k := s.Env.Resource(resource)
			id := s.must(http.StatusCreated, http.MethodPost, "/"+k.Plural, js{resource: "Old"}).id()
			err := s.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
				_, err := b.Update(k, map[string]any{resource: "New"}, mutate.ImportedFields{ID: id, Slug: "new"})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			s.moved("renamed by an import", s.bySlug(k.Plural, "old"), s.bySlug(k.Plural, "new"))
			s.moved("renamed by an import", "/"+resource+"/old/", "/"+resource+"/new/")
			s.restore(resource == "venue", resource, id+1000, map[string]any{resource: "Old"})
			if kept := s.texts("SELECT slug FROM former_slugs WHERE resource = $1", resource); len(kept) > 0 {
				t.Errorf("an imported %s has taken the slug that stays a former one: %v", resource, kept)
			}
		}
	})
}

func TestARecordKeepsTwentyFormerSlugs(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("s0", nil)).id()
		var want []string
		for i := range 23 {
			s.must(http.StatusOK, http.MethodPatch, one("events", id), js{"slug": fmt.Sprint("s", i+1)})
			want = append(want, fmt.Sprint("s", i))
		}
		if kept := s.texts("SELECT slug FROM former_slugs ORDER BY id"); !slices.Equal(kept, want[3:]) {
			t.Errorf("kept %v, want %v", kept, want[3:])
		}
	})
}

func TestAWriteByAFormerSlugNamesTheNewOneToEditors(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		author := s.userID("author")
		id := s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", newEvent("Old", js{"author": author})).id()
		s.mustBy("author", http.StatusOK, http.MethodPatch, one("events", id), js{"slug": "new"})
		for _, method := range []string{http.MethodPatch, http.MethodPut, http.MethodPost, http.MethodDelete} {
			for user, named := range map[string]bool{"": false, "subscriber": false, "contributor": false, "author": true, "editor": true} {
				a := s.send(user, method, "/events/by-slug/old", js{"title": "Changed"})
				if a.status != http.StatusNotFound || a.body["code"] != "rest-event-not-found" || strings.Contains(a.text, `\"new\"`) != named {
					t.Errorf("%s by %q: status %d: %s", method, user, a.status, a.text)
				}
			}
		}
		if a := s.send("", http.MethodGet, one("events", id), nil); a.body["title"] != "Old" {
			t.Errorf("the title is %v", a.body["title"])
		}
		s.mustBy("author", http.StatusOK, http.MethodPatch, one("events", id), js{"post_password": "sesame"})
		s.moved("without its password", s.bySlug("events", "old"), "")
		s.moved("with its password", s.bySlug("events", "old")+"?password=sesame", s.bySlug("events", "new")+"?password=sesame")
	})
}
