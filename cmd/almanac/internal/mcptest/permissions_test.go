package mcptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"almanac/runtime/auth"
	"almanac/runtime/service/servicetest"
)

// TestEveryCellOfPermissionsIsAsByREST asks for the same by both ways, as each role and a visitor, of records of
// all kinds and statuses, and compares the status and the code of what is refused.
func TestEveryCellOfPermissionsIsAsByREST(t *testing.T) {
	sampled(t, func(t *testing.T, s *servicetest.Server) {
		add := func(plural string, body js) int {
			r := s.Send("administrator", http.MethodPost, "/"+plural, body)
			var one struct{ ID int }
			r.Decode(t, &one)
			if r.Status != http.StatusCreated {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			return one.ID
		}
		when := func(more js) js {
			more["start_date"], more["end_date"] = "2026-07-06 10:00", "2026-07-06 11:00"
			return more
		}
		bodies := map[string]js{
			"events": when(js{"title": "E"}), "venues": {"venue": "V"}, "organizers": {"organizer": "O"}, "categories": {"name": "C"}, "tags": {"name": "T"},
		}
		type target struct {
			plural string
			id     int
		}
		targets := []target{
			{"events", add("events", when(js{"title": "public"}))},
			{"events", add("events", when(js{"title": "draft", "status": "draft"}))},
			{"events", add("events", when(js{"title": "private", "status": "private"}))},
			{"events", add("events", when(js{"title": "locked", "post_password": "pw"}))},
			{"events", 99999},
			{"venues", add("venues", js{"venue": "hall"})},
			{"organizers", add("organizers", js{"organizer": "guild", "status": "draft"})},
			{"categories", add("categories", js{"name": "music"})},
			{"tags", add("tags", js{"name": "jazz"})},
		}
		for _, role := range append(auth.Roles(), "") {
			user, a := string(role), as(t, s, string(role))
			compare := func(what string, rest servicetest.Response, tool result) {
				t.Helper()
				var f struct {
					Code string
				}
				_ = json.Unmarshal(rest.Body, &f) // A list has none.
				status := rest.Status
				if status < 300 {
					status = 0
				}
				if tool.status() != status || status != 0 && tool.code() != f.Code || tool.failed != (status != 0) {
					t.Errorf("%q %s: REST %d %s, MCP %d %s: %s", user, what, rest.Status, f.Code, tool.status(), tool.code(), tool.whole)
				}
			}
			for plural, body := range bodies {
				compare("lists "+plural, s.Send(user, "GET", "/"+plural+"?context=edit", nil), a.use("find", js{"resource": plural}))
				values := js{}
				for name, value := range body {
					values[name] = value
				}
				for _, name := range []string{"name"} { // Terms have each name once.
					if values[name] != nil {
						values[name] = fmt.Sprintf("by REST as %q", user)
					}
				}
				rest := s.Send(user, "POST", "/"+plural, values)
				if values["name"] != nil {
					values["name"] = fmt.Sprintf("by MCP as %q", user)
				}
				compare("creates "+plural, rest, a.use("create", js{"resource": plural, "values": values}))
			}
			for _, status := range []string{"draft", "private", "any", "trash"} {
				compare("lists events "+status, s.Send(user, "GET", "/events?context=edit&status="+status, nil),
					a.use("find", js{"resource": "events", "filters": js{"status": status}}))
			}
			for _, one := range targets {
				what, path := fmt.Sprintf("%s %d", one.plural, one.id), fmt.Sprintf("/%s/%d", one.plural, one.id)
				compare("gets "+what, s.Send(user, "GET", path+"?context=edit", nil), a.use("get", js{"resource": one.plural, "id": one.id}))
				version := versionIn(s.Send("administrator", "GET", path+"?context=edit", nil).Header)
				if version == 0 {
					version = 1
				}
				dry := js{"resource": one.plural, "id": one.id, "version": version, "dry_run": true}
				compare("deletes "+what, s.Send(user, "DELETE", path+"?dry_run=true", nil), a.use("delete", dry))
				dry["values"] = js{"description": "new"}
				compare("updates "+what, s.Send(user, "PATCH", path+"?dry_run=true", dry["values"]), a.use("update", dry))
			}
		}
	})
}
