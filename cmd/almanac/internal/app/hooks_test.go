package app_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/generated"
	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
)

// withHooks makes a service run hooks.
func withHooks(hooks ...mutate.Hook) func(*service.Config) {
	return func(c *service.Config) { c.Hooks = hooks }
}

func TestAHookChangesWhatIsSaved(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		shout := mutate.Hooks[*generated.Venue]{BeforeSave: func(_ context.Context, _ *mutate.Mutation, v mutate.Change[*generated.Venue]) error {
			v.Next.City = strings.ToUpper(v.Next.City)
			if v.Previous == nil {
				v.Next.City += ", new"
			}
			return nil
		}}
		s := openSite(t, url, withHooks(shout))
		venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "city": "Bern"})
		if venue.body["city"] != "BERN, new" {
			t.Errorf("city is %v", venue.body["city"])
		}
		changed := s.must(http.StatusOK, http.MethodPatch, one("venues", venue.id()), js{"city": "Basel"})
		if changed.body["city"] != "BASEL" {
			t.Errorf("after the update city is %v", changed.body["city"])
		}
		if total := s.get("/venues?search=basel").body["total"]; total == nil || total.(interface{ String() string }).String() != "1" {
			t.Errorf("a search for what the hook wrote finds %v venues", total)
		}
	})
}

func TestAHookRefusesAWriteWhole(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		var after []string
		refuse := mutate.Hooks[*generated.Venue]{
			BeforeSave: func(_ context.Context, c *mutate.Mutation, v mutate.Change[*generated.Venue]) error {
				switch v.Next.City {
				case "Nowhere":
					c.Errors.Add("city", "", "city must be somewhere.")
				case "Closed":
					return apierror.New(http.StatusForbidden, apierror.CodeForbidden, "This city is closed.")
				case "Broken":
					return errors.New("the register of cities does not answer")
				}
				return nil
			},
			AfterCommit: func(_ context.Context, v mutate.Change[*generated.Venue]) { after = append(after, v.Next.Venue) },
		}
		s := openSite(t, url, withHooks(refuse))
		before := s.rows()
		for city, status := range map[string]int{"Nowhere": 400, "Closed": 403, "Broken": 500} {
			a := s.must(status, http.MethodPost, "/venues", js{"venue": "Hall", "city": city})
			if city == "Nowhere" && !strings.Contains(a.text, `"params":{"city":"city must be somewhere."}`) {
				t.Errorf("the answer does not name the field: %s", a.text)
			}
			s.must(status, http.MethodPost, "/events", newEvent("Inside", js{"venue": js{"venue": "Hall", "city": city}}))
		}
		if diff := cmp.Diff(before, s.rows()); diff != "" {
			t.Errorf("the database (-before +after):\n%s", diff)
		}
		if after != nil {
			t.Errorf("hooks ran after writes that were refused: %v", after)
		}
	})
}

func TestHooksRunAfterTheCommitOfEveryAction(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		var s *site
		var got []string
		note := func(_ context.Context, c mutate.Change[*generated.Venue]) {
			stored := len(s.texts("SELECT venue FROM venues WHERE id = $1", c.Next.ID))
			got = append(got, string(c.Action)+" "+c.Next.Venue+" "+c.Next.Status+" "+map[int]string{0: "gone", 1: "there"}[stored])
		}
		s = openSite(t, url, withHooks(mutate.Hooks[*generated.Venue]{AfterCommit: note}, mutate.Hooks[*generated.Event]{}))
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"venue": js{"venue": "Hall"}}))
		id := s.get("/venues?event=" + list(event.id()))
		path := one("venues", int64Of(t, id.body["venues"]))
		s.must(http.StatusOK, http.MethodPatch, path, js{"venue": "Barn"})
		s.must(http.StatusBadRequest, http.MethodPatch, path, js{"website": "x"})
		s.must(http.StatusOK, http.MethodDelete, path, nil)
		s.must(http.StatusOK, http.MethodDelete, path+"?force=true", nil)
		want := []string{"created Hall publish there", "updated Barn publish there", "trashed Barn trash there", "deleted Barn trash gone"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("hooks (-want +got):\n%s", diff)
		}
	})
}

// int64Of returns the id of the only record of a list.
func int64Of(t *testing.T, records any) int64 {
	t.Helper()
	all, ok := records.([]any)
	if !ok || len(all) != 1 {
		t.Fatalf("records are %v, want one", records)
	}
	return response{body: all[0].(js)}.id()
}

// phases makes a hook of each phase that notes the phase and what it sees.
func phases(note func(phase string, c mutate.Change[*generated.Venue])) mutate.Hooks[*generated.Venue] {
	in := func(phase string) func(context.Context, *mutate.Mutation, mutate.Change[*generated.Venue]) error {
		return func(_ context.Context, _ *mutate.Mutation, c mutate.Change[*generated.Venue]) error {
			note(phase, c)
			return nil
		}
	}
	return mutate.Hooks[*generated.Venue]{
		BeforeValidate: in("validate"), BeforeSave: in("save"), AfterSave: in("saved"), BeforeDelete: in("delete"), Published: in("published"),
		AfterCommit: func(_ context.Context, c mutate.Change[*generated.Venue]) { note("committed", c) },
	}
}

func TestHooksSeeTheRecordBeforeAndAfter(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		var got []string
		about := func(v *generated.Venue) string {
			if v == nil {
				return "none"
			}
			return strings.Join([]string{v.VenueSort, v.Slug, v.Status}, "/")
		}
		s := openSite(t, url, withHooks(phases(func(phase string, c mutate.Change[*generated.Venue]) {
			next := about(c.Next)
			if next == about(c.Previous) {
				next = "the same"
			}
			if phase != "validate" || c.Previous != nil {
				got = append(got, strings.Join([]string{phase, string(c.Action), about(c.Previous), next}, " "))
			}
		})))
		path := one("venues", s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "status": "draft"}).id())
		steps := []struct {
			name, method, path string
			body               any
			want               []string
		}{
			{"an update", http.MethodPatch, path, js{"venue": "Barn"}, []string{
				"validate updated hall/hall/draft barn/hall/draft", "save updated hall/hall/draft barn/hall/draft",
				"saved updated hall/hall/draft barn/hall/draft", "committed updated hall/hall/draft barn/hall/draft",
			}},
			{"a publication", http.MethodPatch, path, js{"status": "publish"}, []string{
				"validate updated barn/hall/draft barn/hall/publish", "save updated barn/hall/draft barn/hall/publish",
				"saved updated barn/hall/draft barn/hall/publish", "published updated barn/hall/draft barn/hall/publish",
				"committed updated barn/hall/draft barn/hall/publish",
			}},
			{"a change of what is public", http.MethodPatch, path, js{"city": "Bern"}, []string{
				"validate updated barn/hall/publish the same", "save updated barn/hall/publish the same",
				"saved updated barn/hall/publish the same", "committed updated barn/hall/publish the same",
			}},
			{"a request that says nothing", http.MethodPatch, path, js{}, nil},
			{"a dry run", http.MethodDelete, path + "?dry_run=true", nil, []string{"delete trashed barn/hall/publish barn/hall__trashed/trash"}},
			{"a move to the trash", http.MethodDelete, path, nil, []string{
				"delete trashed barn/hall/publish barn/hall__trashed/trash", "committed trashed barn/hall/publish barn/hall__trashed/trash",
			}},
			{"a restoration", http.MethodPatch, path, js{"status": "publish"}, []string{
				"validate restored barn/hall__trashed/trash barn/hall__trashed/publish", "save restored barn/hall__trashed/trash barn/hall/publish",
				"saved restored barn/hall__trashed/trash barn/hall/publish", "published restored barn/hall__trashed/trash barn/hall/publish",
				"committed restored barn/hall__trashed/trash barn/hall/publish",
			}},
			{"a move to the trash by its status", http.MethodPatch, path, js{"status": "trash"}, []string{
				"delete trashed barn/hall/publish barn/hall__trashed/trash", "committed trashed barn/hall/publish barn/hall__trashed/trash",
			}},
			{"a deletion", http.MethodDelete, path + "?force=true", nil, []string{
				"delete deleted barn/hall__trashed/trash the same", "committed deleted barn/hall__trashed/trash the same",
			}},
		}
		if diff := cmp.Diff([]string{"save created none hall/hall/draft", "saved created none hall/hall/draft", "committed created none hall/hall/draft"}, got); diff != "" {
			t.Errorf("a create (-want +got):\n%s", diff)
		}
		for _, step := range steps {
			got = nil
			s.must(http.StatusOK, step.method, step.path, step.body)
			if diff := cmp.Diff(step.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", step.name, diff)
			}
		}
	})
}

func TestAHookFillsFieldsBeforeTheRecordIsLookedFor(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withHooks(mutate.Hooks[*generated.Venue]{
			BeforeValidate: func(_ context.Context, _ *mutate.Mutation, v mutate.Change[*generated.Venue]) error {
				v.Next.City = strings.ToUpper(v.Next.City)
				return nil
			},
		}))
		first := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "city": "Bern"})
		again := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "city": "Bern"})
		if first.body["city"] != "BERN" || again.id() != first.id() {
			t.Errorf("city %v, ID %d and again %d", first.body["city"], first.id(), again.id())
		}
	})
}

func TestErrorsOfHooksComeWithThoseOfTheRequest(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withHooks(mutate.Hooks[*generated.Event]{
			BeforeValidate: func(_ context.Context, c *mutate.Mutation, e mutate.Change[*generated.Event]) error {
				if e.Next.UTCEndDate < string(c.UTC()) {
					c.Errors.Add("end_date", "", "end_date must not be over.")
				}
				return nil
			},
		}))
		past := js{"start_date": "2001-02-03 10:00:00", "end_date": "2001-02-03 11:00:00", "venue": 4711}
		a := s.must(http.StatusBadRequest, http.MethodPost, "/events", newEvent("Over", past))
		want := js{"end_date": "end_date must not be over.", "venue": "venue: there is no venue with the ID 4711."}
		data, _ := a.body["data"].(js)
		if diff := cmp.Diff(any(want), data["params"]); diff != "" {
			t.Errorf("errors (-want +got):\n%s", diff)
		}
	})
}

func TestPublishedRunsOnceHoweverARecordBecomesPublic(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		var mu sync.Mutex
		var got []string
		note := func(name string, c mutate.Action, before, after *model.Post) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, fmt.Sprintf("%s %s %s@%d %s@%d", name, c, before.Status, before.Version, after.Status, after.Version))
		}
		hooks := withHooks(
			mutate.Hooks[*generated.Event]{Published: func(_ context.Context, c *mutate.Mutation, e mutate.Change[*generated.Event]) error {
				note(e.Next.Title, e.Action, &e.Previous.Post, &e.Next.Post)
				return c.Store.Query(c.Context(), store.Statement{SQL: "SELECT 1"})
			}},
			phases(func(phase string, c mutate.Change[*generated.Venue]) {
				if phase == "published" || phase == "committed" && c.Action == mutate.ActionPublished {
					note(phase+" "+c.Next.Venue, c.Action, &c.Previous.Post, &c.Next.Post)
				}
			}),
		)
		servers := []*site{openSite(t, url, withClock(now), hooks), openSite(t, url, withClock(now), hooks)}
		s := servers[0]
		date := now.Now().Add(time.Hour).Format(time.DateTime)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Soon", js{"date_utc": date, "venue": js{"venue": "Hall"}}))
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Secret", js{"date_utc": date}))
		s.execute("UPDATE events SET password = 'owl' WHERE title = 'Secret'")
		draft := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Draft", js{"status": "draft", "venue": js{"venue": "Barn"}}))
		if got != nil {
			t.Fatalf("before anything is public: %v", got)
		}
		now.Advance(2 * time.Hour)
		together(20, func(i int) { servers[i%2].get("/events") })
		want := []string{"published Hall published draft@1 publish@2", "Soon published future@1 publish@2", "committed Hall published draft@1 publish@2"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("at the date (-want +got):\n%s", diff)
		}
		got = nil
		s.must(http.StatusOK, http.MethodPatch, one("events", draft.id()), js{"status": "publish"})
		want = []string{"published Barn published draft@1 publish@2", "Draft updated draft@1 publish@2", "committed Barn published draft@1 publish@2"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("by a write (-want +got):\n%s", diff)
		}
	})
}

func TestAHookThatFailsPostponesPublicationAlone(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		broken := true
		s := openSite(t, url, withClock(now), withHooks(mutate.Hooks[*generated.Event]{
			Published: func(_ context.Context, c *mutate.Mutation, e mutate.Change[*generated.Event]) error {
				if broken && e.Next.Title == "Soon" {
					c.Errors.Add("title", "", "title must be another one.")
				}
				return nil
			},
		}))
		made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Soon", js{"date_utc": now.Now().Add(time.Hour).Format(time.DateTime)}))
		other := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Other", js{"date_utc": now.Now().Add(time.Hour).Format(time.DateTime)}))
		now.Advance(2 * time.Hour)
		for _, want := range []string{"future", "publish"} {
			if a := s.must(http.StatusOK, http.MethodGet, one("events", made.id()), nil); a.body["status"] != want {
				t.Errorf("status %v, want %s", a.body["status"], want)
			}
			if a := s.must(http.StatusOK, http.MethodGet, one("events", other.id()), nil); a.body["status"] != "publish" {
				t.Errorf("the other event: status %v, want publish", a.body["status"])
			}
			broken = false
			now.Advance(2 * time.Second)
		}
	})
}

func TestAnImportRunsHooks(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		var got []string
		s := openSite(t, url, withHooks(phases(func(phase string, c mutate.Change[*generated.Venue]) {
			got = append(got, phase+" "+string(c.Action)+" "+c.Next.Venue)
		})))
		err := s.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
			k := new(generated.Venue).Resource()
			_, err := b.CreateAll(k, []mutate.CreateInput{{Fields: js{"venue": "Hall"}, Imported: mutate.ImportedFields{ID: 7}}})
			if err != nil {
				return err
			}
			_, err = b.Update(k, js{"venue": "Barn"}, mutate.ImportedFields{ID: 7})
			return errors.Join(err, b.Delete(k, 7))
		})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			"validate created Hall", "save created Hall", "saved created Hall", "published created Hall",
			"validate updated Barn", "save updated Barn", "saved updated Barn", "delete deleted Barn",
			"committed created Hall", "committed updated Barn", "committed deleted Barn",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("hooks (-want +got):\n%s", diff)
		}
	})
}
