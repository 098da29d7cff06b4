package app_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/app"
	"almanac/generated"
	"almanac/runtime/apierror"
	"almanac/runtime/mutate"
)

// withHooks makes a service run hooks.
func withHooks(hooks ...mutate.Hook) func(*app.Config) {
	return func(c *app.Config) { c.Hooks = hooks }
}

func TestAHookChangesWhatIsSaved(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		shout := mutate.Hooks[*generated.Venue]{BeforeSave: func(_ context.Context, c *mutate.Mutation, v *generated.Venue) error {
			v.City = strings.ToUpper(v.City)
			if c.IsCreate {
				v.City += ", new"
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
	prepared.Each(t, func(t *testing.T, url string) {
		var after []string
		refuse := mutate.Hooks[*generated.Venue]{
			BeforeSave: func(_ context.Context, c *mutate.Mutation, v *generated.Venue) error {
				switch v.City {
				case "Nowhere":
					c.Errors.Add("city", "", "city must be somewhere.")
				case "Closed":
					return apierror.New(http.StatusForbidden, apierror.CodeForbidden, "This city is closed.")
				case "Broken":
					return errors.New("the register of cities does not answer")
				}
				return nil
			},
			AfterCommit: func(_ context.Context, _ mutate.Action, v *generated.Venue) { after = append(after, v.Venue) },
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
	prepared.Each(t, func(t *testing.T, url string) {
		var s *site
		var got []string
		note := func(_ context.Context, a mutate.Action, v *generated.Venue) {
			stored := len(s.texts("SELECT venue FROM venues WHERE id = $1", v.ID))
			got = append(got, string(a)+" "+v.Venue+" "+v.Status+" "+map[int]string{0: "gone", 1: "there"}[stored])
		}
		s = openSite(t, url, withHooks(mutate.Hooks[*generated.Venue]{AfterCommit: note}, mutate.Hooks[*generated.Event]{}))
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"venue": js{"venue": "Hall"}}))
		id := s.get("/venues?event=" + list(event.id()))
		path := one("venues", int64Of(t, id.body["venues"]))
		s.must(http.StatusOK, http.MethodPatch, path, js{"venue": "Barn"})
		s.must(http.StatusBadRequest, http.MethodPatch, path, js{"website": "x"})
		s.must(http.StatusOK, http.MethodDelete, path, nil)
		s.must(http.StatusOK, http.MethodDelete, path+"?force=true", nil)
		want := []string{"created Hall publish there", "updated Barn publish there", "updated Barn trash there", "deleted Barn trash gone"}
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
	return answer{body: all[0].(js)}.id()
}
