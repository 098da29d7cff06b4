package app_test

import (
	"net/http"
	"slices"
	"testing"

	"almanac/generated"
	"almanac/runtime/model"
)

// deprecate marks an argument of a resource for the length of a test.  Tests that
// open a service in parallel belong to others.
func deprecate(t *testing.T, args []*model.Arg, name string, d model.Deprecation) {
	t.Helper()
	i := slices.IndexFunc(args, func(a *model.Arg) bool { return a.Name == name })
	args[i].Deprecated = d
	t.Cleanup(func() { args[i].Deprecated = model.Deprecation{} })
}

// TestResponsesNameWhatIsDeprecated asks for what the description might
// deprecate one day.
func TestResponsesNameWhatIsDeprecated(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		resources := generated.Service().Resources
		venue := resources[slices.IndexFunc(resources, func(k *model.Resource) bool { return k.Name == "venue" })]
		deprecate(t, venue.Args, "zip", model.Deprecation{Since: "2026-03-01", Replacement: "use address"})
		deprecate(t, venue.ListArgs, "has_events", model.Deprecation{Since: "2026-01-01", Replacement: "use event"})
		s := openSite(t, url)
		const field, param = "@1772323200", "@1767225600"
		hall := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "zip": "3000"})
		tests := []struct {
			name string
			got  response
			want string
		}{
			{"a create that sends the field", hall, field},
			{"an update that sends it", s.must(http.StatusOK, http.MethodPatch, one("venues", hall.id()), js{"zip": "3001"}), field},
			{"an update that does not", s.must(http.StatusOK, http.MethodPatch, one("venues", hall.id()), js{"city": "Bern"}), ""},
			{"a batch with one that sends it", s.batch(nil, "", write("PATCH", one("venues", hall.id()), js{"zip": "3002"})), field},
			{"a read", s.get(one("venues", hall.id())), ""},
			{"a list with the parameter", s.get("/venues?has_events=false"), param},
			{"a list without it", s.get("/venues"), ""},
			{"a refusal", s.send("", http.MethodGet, "/venues?has_events=false&page=none", nil), param},
			{"an event that describes a venue", s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Concert", js{"venue": js{"venue": "Tent", "zip": "3002"}})), field},
			{"an event that names one", s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Play", js{"venue": []any{hall.id()}})), ""},
		}
		for _, tt := range tests {
			if got := tt.got.header.Get("Deprecation"); got != tt.want {
				t.Errorf("%s: Deprecation: %q, want %q", tt.name, got, tt.want)
			}
		}
	})
}
