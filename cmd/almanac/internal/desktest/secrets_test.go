package desktest

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/sitedesk"
	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/desk/records"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// canary is in every field of hidden records, and in the name of who wrote them.
const canary = "canary"

// recordForms are what the form of a record sends: nothing, what is refused, a search, a choice
// of pictures, a preview, and what somebody else has changed meanwhile.
var recordForms = [][]string{
	{},
	{"title", "", "do", "save"},
	{"title", "x", "do", "publish"},
	{"look", "1"},
	{"do", "preview"},
	{"title", "x", "tag", `"1-0"`},
	{"organizer.find", "a", "categories.find", "a", "venue.find", "a"},
	{"start_date", "never", "brief", "1"},
	{"series", "{series}", "slot", "2026-07-01 20:00:00", "title", "x"},
	{"recurrence.how", "DAILY", "do", "dates", "series", "{series}"},
}

// sentForms has what is sent by each POST of the desk.  {id} is that of a hidden record, user,
// session or token.
var sentForms = map[string][][]string{
	"/desk/records/{plural}/new": append(slices.Clone(recordForms), []string{"from", "{id}", "venue", "{id}"}),
	"/desk/records/{plural}/bulk": {
		{"action", "publish", "id", "{id}"},
		{"action", "trash", "id", "{id}"},
		{"action", "delete", "id", "{id}"},
		{"action", "delete", "id", "{id}", "confirm", "1"},
		{"action", "add:categories", "id", "{id}", "value.find", "c"},
		{"action", "set:venue", "id", "{id}", "value.find", "c"},
		{"action", "set:venue", "id", "{id}", "value.find", "{id}"},
		{"action", "set:venue", "id", "{id}", "value", "{id}"},
		{"row", "set:featured=true {id}"},
		{"action", "trash", "id", "{id}", "collapse", "series"},
		{"action", "trash", "id", "{id}", "collapse", "series", "confirm", "1"},
	},
	"/desk/undo":                            {{}, {"change", "{change}"}, {"change", "{change}", "partial", "1"}, {"change", "nonsense", "partial", "1"}},
	"/desk/records/{plural}/{id}/restore":   {{}, {"version", "1"}, {"version", "nonsense"}},
	"/desk/records/{plural}/{id}":           recordForms,
	"/desk/records/{plural}/{id}/quick":     recordForms,
	"/desk/records/{plural}/{id}/move":      {{}, {"do", "next"}, {"day", "2026-07-09"}, {"day", "2026-07-09", "apply_to", "all"}},
	"/desk/records/{plural}/{id}/duplicate": {{}, {"day", "2026-07-09"}, {"day", "2026-07-09", "do", "draft"}},
	"/desk/records/{plural}/{id}/trash":     {{}, {"apply_to", "this"}, {"apply_to", "all"}},
	"/desk/records/{plural}/{id}/decision":  {{}, {"do", "draft", "reason", "x"}, {"do", "publish"}},
	// The calendar has no actions: see the bookshop.
	"/desk/records/{plural}/{id}/act/{action}": {{}},

	"/desk/media":                                     {{}, {"alt_text", "x"}},
	"/desk/media/{id}":                                {{}, {"title", strings.Repeat("x", 9999)}},
	"/desk/media/{id}/delete":                         {{}, {"confirm", "1"}},
	"/desk/site":                                      {{}, {"site_name", "x"}},
	"/desk/site/logo":                                 {{}},
	"/desk/users":                                     {{}, {"name", "x", "role", "editor"}},
	"/desk/users/{id}/role":                           {{}, {"role", "subscriber"}},
	"/desk/users/{id}/link":                           {{}},
	"/desk/users/{id}/remove":                         {{}, {"confirm", "1"}},
	"/desk/webhooks":                                  {{}, {"url", "https://example.org/"}},
	"/desk/webhooks/{id}":                             {{}, {"url", "https://example.org/"}},
	"/desk/webhooks/{id}/enable":                      {{}},
	"/desk/webhooks/{id}/rotate":                      {{}},
	"/desk/webhooks/{id}/test":                        {{}},
	"/desk/webhooks/{id}/remove":                      {{}, {"confirm", "1"}},
	"/desk/webhooks/{id}/deliveries/{delivery}/retry": {{}},
	"/desk/account/language":                          {{}, {"language", "de"}, {"language", "en"}},
	"/desk/account/password":                          {{}, {"current", "x", "new", "y"}},
	"/desk/account/sessions/{id}/end":                 {{}},
	"/desk/account/tokens":                            {{}, {"name", "x"}},
	"/desk/account/tokens/{id}/revoke":                {{}},
	"/desk/link":                                      {{}, {"token", "x"}},
	"/desk/sign-in":                                   {{}, {"name", canary[:3], "password", "x"}},
	// The last ones: they end sessions.
	"/desk/account/sessions": nil,
	"/desk/sign-out":         nil,
}

// hidden is a record that only its author and editors may read, or change.
type hidden struct{ plural, id, series, change string }

// hide makes the hidden records, with canaries in all that people write.
func hide(t *testing.T, s *servicetest.Server) []hidden {
	t.Helper()
	root := open(t, s).signIn(canary)
	page := root.form(root.get("/desk/media"), "/desk/media").withFile("file", "a.png", pngOf(t, 9), "do", "")
	picture := idIn(page.location)
	list := []hidden{{plural: "media", id: picture}}
	text := func(of string) string { return canary + " " + of }
	event := func(status string) map[string]any {
		return map[string]any{
			"title": text(status), "description": text("words"), "excerpt": text("summary"), "status": "pending",
			"start_date": "2026-07-01 20:00", "end_date": "2026-07-01 21:00", "website": "https://" + canary + ".example/",
			"post_password": canary, "image": picture, "cost": "5", "organizer": map[string]any{"organizer": text("organizer " + status)},
			"venue":        map[string]any{"venue": text("venue " + status), "address": text("street")},
			"event_status": "canceled", "event_status_reason": text("reason"),
			"categories": []any{text("category " + status)}, "tags": []any{text("tag " + status)},
		}
	}
	statuses := []string{"private", "trash", "protected", "series", "publish"}
	if !testing.Short() {
		statuses = append(statuses, "draft", "pending", "future")
	}
	for _, status := range statuses {
		body := event(status)
		if status == "series" {
			body["recurrence"] = map[string]any{"rule": "FREQ=DAILY;COUNT=3"}
		}
		if status == "protected" { // Its name and address are public.
			body["title"] = "Closed"
			delete(body, "categories")
			delete(body, "tags")
		}
		if status == "publish" { // Its history is hidden, and what it links to.
			body = map[string]any{"title": "Open", "start_date": "2026-07-01 20:00", "end_date": "2026-07-01 21:00", "status": "pending"}
		}
		var r map[string]any
		a := s.Send(canary, http.MethodPost, "events", body)
		if a.Status != http.StatusCreated {
			t.Fatalf("%s: %d %s", status, a.Status, a.Body)
		}
		a.Decode(t, &r)
		of := hidden{plural: "events", id: trimZeros(r["id"])}
		if status == "series" {
			series, _ := r["series"].(map[string]any)
			of.series = trimZeros(series["id"])
		}
		root.post("/desk/records/events/"+of.id+"/decision", "do", "draft", "reason", text("note")).shows(t, http.StatusSeeOther)
		change := map[string]any{"status": status}
		switch status {
		case "future":
			change["date"] = "2026-12-01 10:00"
		case "protected":
			change = map[string]any{"status": "publish", "venue": nil, "organizer": nil, "event_status_reason": nil, "website": nil}
		case "series":
			change["status"] = "pending"
		}
		changed := s.Send(canary, http.MethodPatch, "events/"+of.id, change)
		if changed.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", status, changed.Status, changed.Body)
		}
		of.change = changed.Header.Get("Change-Id")
		list = append(list, of)
	}
	var venue map[string]any
	s.Send(canary, http.MethodPost, "venues", map[string]any{"venue": text("hall"), "status": "draft", "description": text("hall")}).Decode(t, &venue)
	u, err := s.Env.Users.Find(t.Context(), canary)
	if err != nil {
		t.Fatal(err)
	}
	return append(list, hidden{plural: "venues", id: trimZeros(venue["id"])}, hidden{plural: "users", id: itoa(u.ID)})
}

// Every POST, as every role that may not read the records: also one that was added yesterday, for
// the list of routes is that of the desk.
func TestNoPostOfTheDeskShowsWhatTheUserMayNotSee(t *testing.T) {
	migrated.Each(t, func(t *testing.T, url string) {
		var routes []string
		s := servicetest.New(t, url, generated.Service(), func(c *service.Config) {
			c.Media = "file:" + t.TempDir()
			c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) {
				d := desk.New(api, records.Part, sitedesk.Part)
				routes = d.Routes()
				return d.Lookup
			}
		})
		s.AddUser(canary, auth.RoleAdministrator)
		secrets := hide(t, s)
		browsers := map[string]*browser{"visitor": open(t, s)}
		roles := []auth.Role{auth.RoleSubscriber, auth.RoleAuthor}
		if !testing.Short() {
			roles = append(roles, auth.RoleContributor)
		}
		for _, role := range roles {
			s.AddUser(string(role), role)
			browsers[string(role)] = open(t, s).signIn(string(role))
		}
		for _, route := range routes {
			path, isPost := strings.CutPrefix(route, "POST ")
			forms, known := sentForms[path]
			if isPost && !known {
				t.Errorf("%s: say in sentForms what it is sent", route)
			}
			for _, of := range secrets {
				about := "users" // And all that is about no other record.
				switch {
				case strings.Contains(path, "{plural}"):
					about = "events venues"
				case strings.Contains(path, "/media"):
					about = "media"
				case path == "/desk/undo":
					about = "events"
				}
				if !isPost || !strings.Contains(about, of.plural) {
					continue
				}
				fill := strings.NewReplacer("{plural}", of.plural, "{id}", of.id, "{series}", of.series, "{change}", of.change)
				for i, form := range forms {
					pairs := slices.Clone(form)
					for k := range pairs {
						pairs[k] = fill.Replace(pairs[k])
					}
					for _, role := range slices.Sorted(maps.Keys(browsers)) {
						if role == "visitor" && i > 0 { // All forms lead visitors to the page for signing in.
							continue
						}
						browsers[role].seesNoCanary(fill.Replace(path), role, pairs)
					}
				}
			}
		}
	})
}

// seesNoCanary sends a form, and opens the record that it leads to, or a short page that says as
// well what was done.
func (b *browser) seesNoCanary(path, role string, pairs []string) {
	b.t.Helper()
	page := b.post(path, pairs...)
	text := page.text
	switch {
	case role == "visitor" || !strings.HasPrefix(page.location, "/desk"):
	case strings.Trim(idIn(page.location), "0123456789") == "":
		text += b.get(page.location).text
	default:
		text += b.get("/desk/account").text
	}
	if i := strings.Index(text, canary); i >= 0 {
		b.t.Errorf("POST %s %q by the %s: %d, …%s…", path, pairs, role, page.status, text[max(i-200, 0):min(i+80, len(text))])
	}
	if role == "visitor" && strings.HasPrefix(path, "/desk/records") && !strings.HasPrefix(page.location, "/desk/sign-in") {
		b.t.Errorf("POST %s by a visitor: %d %s", path, page.status, page.location)
	}
	if page.status >= http.StatusInternalServerError {
		b.t.Errorf("POST %s %q by the %s: %d", path, pairs, role, page.status)
	}
}
