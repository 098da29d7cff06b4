package app_test

import (
	"net/http"
	"path"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/auth"
)

// declare gives resources another access, as another description would, until the
// test ends.  Tests of this package run one after the other, so none sees
// another's.
func declare(t *testing.T, words map[string]auth.Permissions) {
	t.Helper()
	for _, k := range generated.Service().Resources {
		access, ok := words[k.Name]
		if !ok {
			continue
		}
		before := k.Permissions
		k.Permissions = access
		t.Cleanup(func() { k.Permissions = before })
	}
}

// members is a description in which members read what is private and hand in
// events, authors see to all events, and administrators alone to places.
func members() map[string]auth.Permissions {
	return map[string]auth.Permissions{
		"event": {
			Create: auth.RoleSubscriber, EditDrafts: auth.RoleContributor, Edit: auth.RoleAuthor, Publish: auth.RoleEditor, EditOthers: auth.RoleAuthor, ReadPrivate: auth.RoleSubscriber,
		},
		"venue":    {Create: auth.RoleAdministrator, EditDrafts: auth.RoleAdministrator, Edit: auth.RoleAdministrator, Publish: auth.RoleAdministrator, EditOthers: auth.RoleAdministrator, ReadPrivate: auth.RoleAdministrator},
		"category": {CreateInline: auth.RoleEditor, Create: auth.RoleAdministrator, Edit: auth.RoleContributor, Delete: auth.RoleAdministrator},
		"tag":      {},
	}
}

// scene is what the requests of the test below are about.
type scene struct {
	*site
	private, draft, venue, category, tag string // Paths.
}

// openScene fills a service.
func openScene(t *testing.T, url string) *scene {
	t.Helper()
	s := &scene{site: openSite(t, url, withUsers)}
	add := func(plural string, body js) string {
		return one(plural, s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/"+plural, body).id())
	}
	hidden := add("venues", js{"venue": "Hidden hall", "status": "private", "geo_lat": 50, "geo_lng": 8})
	s.private = add("events", newEvent("Private", js{"status": "private"}))
	s.draft = add("events", newEvent("Draft", js{"status": "draft"}))
	s.venue = hidden
	s.category, s.tag = add("categories", js{"name": "Music"}), add("tags", js{"name": "Jazz"})
	return s
}

func TestTheWordsOfTheDescriptionAreObeyed(t *testing.T) {
	declare(t, members())
	change := js{"description": "Changed"}
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openScene(t, url)
		tests := []struct {
			name, user, method, path string
			body                     any
			want                     int
			status                   string // Of the record that comes back; "" for any.
		}{
			{"visitors do not read what is for members", "", http.MethodGet, s.private, nil, 403, ""},
			{"members read what is private", "subscriber", http.MethodGet, s.private, nil, 200, "private"},
			{"members find it in lists", "subscriber", http.MethodGet, "/events?status=private&search=private", nil, 200, ""},
			{"members read no drafts", "subscriber", http.MethodGet, s.draft, nil, 403, ""},
			{"members hand in events", "subscriber", http.MethodPost, "/events", newEvent("Mine", nil), 201, "draft"},
			{"visitors hand in nothing", "", http.MethodPost, "/events", newEvent("Mine", nil), 401, ""},
			{"authors may not publish here", "author", http.MethodPost, "/events", newEvent("Mine", js{"status": "publish"}), 201, "pending"},
			{"authors change everybody's drafts", "author", http.MethodPatch, s.draft, change, 200, "draft"},
			{"contributors do not", "contributor", http.MethodPatch, s.draft, change, 403, ""},
			{"authors name other authors", "author", http.MethodPost, "/events", newEvent("Theirs", js{"author": 1}), 201, ""},
			{"editors may not make venues", "editor", http.MethodPost, "/venues", js{"venue": "Hall"}, 403, ""},
			{"editors may not make venues inside of events either", "editor", http.MethodPost, "/events", newEvent("E", js{"venue": js{"venue": "Hall"}}), 403, ""},
			{"administrators may", "administrator", http.MethodPost, "/events", newEvent("E", js{"venue": js{"venue": "Hall"}}), 201, ""},
			{"editors do not see private venues", "editor", http.MethodGet, s.venue, nil, 403, ""},
			{"editors cannot link private venues", "editor", http.MethodPost, "/events", newEvent("E", js{"venue": s.number(s.venue)}), 400, ""},
			{"editors cannot filter by private venues", "editor", http.MethodGet, "/events?venue=" + s.number(s.venue), nil, 400, ""},
			{"contributors change categories", "contributor", http.MethodPatch, s.category, change, 200, ""},
			{"editors may not delete categories", "editor", http.MethodDelete, s.category, nil, 403, ""},
			{"editors may not make categories", "editor", http.MethodPost, "/categories", js{"name": "Art"}, 403, ""},
			{"editors may name new ones", "editor", http.MethodPost, "/events", newEvent("E", js{"categories": "Art"}), 201, ""},
			{"authors may not name new categories", "author", http.MethodPost, "/events", newEvent("E", js{"categories": "Craft"}), 403, ""},
			{"authors may name those that are there", "author", http.MethodPost, "/events", newEvent("E", js{"categories": "Music"}), 201, ""},
			{"without words authors may not change tags", "author", http.MethodPatch, s.tag, change, 403, ""},
			{"without words authors may not name new tags", "author", http.MethodPost, "/events", newEvent("E", js{"tags": "Rock"}), 403, ""},
			{"without words editors change tags", "editor", http.MethodPatch, s.tag, change, 200, ""},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				a := s.send(tt.user, tt.method, tt.path, tt.body)
				if got, _ := a.body["status"].(string); a.status != tt.want || tt.status != "" && got != tt.status {
					t.Errorf("%d %q, want %d %q: %s", a.status, got, tt.want, tt.status, a.text)
				}
			})
		}
		if total := s.mustBy("subscriber", http.StatusOK, http.MethodGet, "/events?status=private", nil).header.Get("X-TEC-Total"); total != "1" {
			t.Errorf("members find %s private events, want 1", total)
		}
	})
}

// number returns the id in a record's path.
func (s *scene) number(record string) string { return path.Base(record) }

// TestTheDocumentNamesTheRoles reads what the document says about who may call.
func TestTheDocumentNamesTheRoles(t *testing.T) {
	tests := []struct{ name, path, method, want string }{
		{"creating events", "/events", http.MethodPost, "contributor"},
		{"changing categories", "/categories/{id}", http.MethodPatch, "author"},
		{"deleting tags", "/tags/{id}", http.MethodDelete, "editor"},
	}
	doc, open := load(t, document(t, deployments.A(), false, "3.1")), load(t, document(t, deployments.A(), true, "3.1"))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := doc.Paths.Value(tt.path).GetOperation(tt.method).Extensions["x-least-role"]; got != tt.want {
				t.Errorf("least role %v, want %s", got, tt.want)
			}
			if got, ok := open.Paths.Value(tt.path).GetOperation(tt.method).Extensions["x-least-role"]; ok {
				t.Errorf("without users the document names the role %v", got)
			}
		})
	}
}
