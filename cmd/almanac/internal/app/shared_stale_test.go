package app_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
)

// listed returns an event as a list shows it.
func (s *site) listed(id int64) js {
	s.t.Helper()
	a := s.must(http.StatusOK, http.MethodGet, fmt.Sprintf("/events?include=%d&status=publish", id), nil)
	return a.body["events"].([]any)[0].(js)
}

func TestListsShowFactsThatAnImportAddsToAnImage(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		other, err := service.Open(t.Context(), generated.Service(), service.Config{Database: url, Deployment: deployments.B(), Open: true, Log: quiet()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = other.Close() })
		const address = "https://example.org/hall.png"
		venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "image": address})
		organizer := s.must(http.StatusCreated, http.MethodPost, "/organizers", js{"organizer": "Club", "image": address}).id()
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"venue": venue.id(), "organizer": organizer, "image": address})).id()
		s.listed(event)
		add := func(image model.Image) {
			image.URL = address
			if err := other.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error { _, err := b.RegisterImage(image); return err }); err != nil {
				t.Fatal(err)
			}
		}
		add(model.Image{Width: 640, Height: 480, Sizes: `{"thumb":{"width":10}}`})
		const versionsOf = "SELECT id, version FROM venues UNION ALL SELECT id, version FROM organizers"
		versions := s.numbers(versionsOf)
		for id, version := range versions {
			if version != 2 {
				t.Errorf("record %d, which shows the image, has the version %d", id, version)
			}
		}
		list, single := s.listed(event), s.get(one("events", event)).body
		withoutLinkedData(single)
		if diff := cmp.Diff(single, list); diff != "" {
			t.Errorf("the list shows another event (-single +list):\n%s", diff)
		}
		if got := fmt.Sprint(list["venue"].(js)["image"].(js)["width"]); got != "640" {
			t.Errorf("the venue's image is %s pixels wide", got)
		}
		add(model.Image{Width: 1, Sizes: "{}"}) // Known already.
		if diff := cmp.Diff(versions, s.numbers(versionsOf)); diff != "" {
			t.Errorf("nothing was added, and versions rose (-want +got):\n%s", diff)
		}
	})
}

func TestARecordWithAFormerIDIsNotTakenForTheFormerOne(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		for _, together := range []bool{false, true} {
			s := openSite(t, url)
			venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Old hall"}).id()
			tag := s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": fmt.Sprint("Old tag ", together)}).id()
			event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"venue": venue, "tags": []int64{tag}})).id()
			s.listed(event)
			s.must(http.StatusOK, http.MethodGet, one("events", event), nil)
			former := s.get(one("venues", venue)).header.Get("ETag")
			s.must(http.StatusOK, http.MethodDelete, one("venues", venue)+"?force=true", nil)
			s.must(http.StatusOK, http.MethodDelete, one("tags", tag), nil)
			s.restore(together, "venue", venue, map[string]any{"venue": "New hall"})
			s.restore(together, "tag", tag, map[string]any{"name": fmt.Sprint("New tag ", together)})
			s.must(http.StatusOK, http.MethodPatch, one("events", event), js{"venue": venue, "tags": []int64{tag}})
			list, single := s.listed(event), s.get(one("events", event)).body
			withoutLinkedData(single)
			if diff := cmp.Diff(single, list); diff != "" {
				t.Errorf("the list shows another event (-single +list):\n%s", diff)
			}
			if got := list["venue"].(js)["venue"]; got != "New hall" {
				t.Errorf("the list shows the venue %q", got)
			}
			if got, want := list["tags"].([]any)[0].(js)["name"], fmt.Sprint("New tag ", together); got != want {
				t.Errorf("the list shows the tag %q, want %q", got, want)
			}
			a := s.sendWith(map[string]string{"If-Match": former}, "", http.MethodPatch, one("venues", venue), js{"phone": "1"})
			if a.status != http.StatusPreconditionFailed {
				t.Errorf("the tag of the former record: status %d", a.status)
			}
			current := s.get(one("venues", venue)).header.Get("ETag")
			a = s.sendWith(map[string]string{"If-Match": current}, "", http.MethodPatch, one("venues", venue), js{"phone": "1"})
			if a.status != http.StatusOK {
				t.Errorf("the tag of the record: status %d: %s", a.status, a.text)
			}
			s.must(http.StatusOK, http.MethodDelete, one("events", event)+"?force=true", nil)
			s.must(http.StatusOK, http.MethodDelete, one("venues", venue)+"?force=true", nil)
		}
	})
}

// restore imports a record under an id, in a list of drafts or alone.
func (s *site) restore(together bool, resource string, id int64, fields map[string]any) {
	s.t.Helper()
	k, origin := s.Env.Resource(resource), mutate.ImportedFields{ID: id}
	err := s.API.Writes.Bulk(s.t.Context(), 1, func(b *mutate.BulkWriter) error {
		if !together {
			_, err := b.Create(k, fields, origin)
			return err
		}
		outcomes, err := b.CreateAll(k, []mutate.CreateInput{{Fields: fields, Imported: origin}})
		if err == nil {
			err = outcomes[0].Err
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}
