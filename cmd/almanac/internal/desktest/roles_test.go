package desktest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/auth"
	"almanac/runtime/desk/records"
	"almanac/runtime/service/servicetest"
)

// writes are the writes of the desk, each with the same request of the API.
var writes = []struct {
	name, method string
	body         map[string]any // Of the API.
	desk         []string       // Of the form.
	action       string         // Of a bulk action; "" for a form.
}{
	{"an update", http.MethodPatch, map[string]any{"description": "new"}, []string{"description", "new"}, ""},
	{"a publication", http.MethodPatch, map[string]any{"status": "publish"}, nil, "publish"},
	{"a draft", http.MethodPatch, map[string]any{"status": "draft"}, nil, "draft"},
	{"a move to the trash", http.MethodDelete, nil, nil, "trash"},
}

// names are the fields that the records of a resource have to have.
var names = map[string][]string{
	"events": {"title", "x", "start_date", "2026-07-01 20:00", "end_date", "2026-07-01 21:00"},
	"venues": {"venue", "x"}, "organizers": {"organizer", "x"}, "categories": {"name", "x"}, "tags": {"name", "x"},
}

func TestTheDeskRefusesWhatTheAPIRefuses(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("root", auth.RoleAdministrator)
		for _, role := range auth.Roles() {
			s.AddUser(string(role), role)
			s.AddUser("other-"+string(role), role)
		}
		for _, role := range auth.Roles() {
			root, b := open(t, s).signIn("root"), open(t, s).signIn(string(role))
			for plural, fields := range names {
				comparesCreate(t, s, b, role, plural, fields)
				for _, status := range []string{"publish", "draft", "pending", "private"} {
					for _, own := range []bool{true, false} {
						if terms := plural == "categories" || plural == "tags"; terms && (status != "publish" || own) {
							continue
						}
						for _, w := range writes {
							where := fmt.Sprintf("%s by the %s to %s (%s, own: %v)", w.name, role, plural, status, own)
							comparesWrite(t, s, root, b, role, plural, owned(t, s, plural, fields, status, role, own), where, w.method, w.body, w.desk, w.action)
						}
					}
				}
			}
		}
	}, records.Part)
}

// owned makes a record of a status, of the user with a role or of another one.
func owned(t *testing.T, s *servicetest.Server, plural string, fields []string, status string, role auth.Role, own bool) string {
	t.Helper()
	body := map[string]any{}
	for i := 0; i < len(fields); i += 2 {
		body[fields[i]] = fields[i+1]
	}
	if plural == "categories" || plural == "tags" {
		body["name"] = unique()
	} else {
		body["status"] = status
		body[fields[0]] = unique()
		if u, err := s.Env.Users.Find(t.Context(), string(role)); err == nil && own {
			body["author"] = u.ID
		}
	}
	a := s.Send("root", http.MethodPost, plural, body)
	if a.Status != http.StatusCreated {
		t.Fatalf("%s: %d %s", plural, a.Status, a.Body)
	}
	var r map[string]any
	a.Decode(t, &r)
	return trimZeros(r["id"])
}

// made counts the names that unique has returned.
var made int64

// unique returns a name that no other record has.
func unique() string { made++; return "record " + itoa(made) }

// comparesCreate compares a create of the desk with one of the API.
func comparesCreate(t *testing.T, s *servicetest.Server, b *browser, role auth.Role, plural string, fields []string) {
	t.Helper()
	body, form := map[string]any{}, []string{"do", "publish"}
	for i := 0; i < len(fields); i += 2 {
		body[fields[i]] = fields[i+1]
		form = append(form, fields[i], strings.Replace(fields[i+1], " ", "T", 1))
	}
	body[fields[0]], form[3] = unique(), unique()
	api := s.Send(string(role), http.MethodPost, plural+"?dry_run=true", body)
	same(t, fmt.Sprintf("a create of %s by the %s", plural, role), api.Status, b.post("/desk/records/"+plural+"/new", form...), true)
}

// comparesWrite compares a write of the desk with one of the API.
func comparesWrite(t *testing.T, s *servicetest.Server, root, b *browser, role auth.Role, plural, id, where, method string, body map[string]any, desk []string, action string) {
	t.Helper()
	at := plural + "/" + id
	terms := plural == "categories" || plural == "tags"
	if terms && action != "" {
		if action != "trash" {
			return
		}
		action = "delete"
	}
	var sent any
	if body != nil {
		sent = body
	}
	api := s.Send(string(role), method, at+"?dry_run=true", sent)
	tag := s.Send("root", http.MethodGet, at+"?context=edit", nil).Header.Get("ETag")
	if action != "" {
		page := b.post("/desk/records/"+plural+"/bulk", "action", action, "id", id, "tag", tag, "confirm", "1")
		if strings.HasPrefix(page.location, "/desk/records/") { // It is performed at once.
			page = b.get(page.location)
		}
		same(t, where, api.Status, page, false)
		return
	}
	f := root.form(root.get("/desk/records/"+at), "record").set(desk...)
	f.b = b
	same(t, where, api.Status, f.send("save"), true)
}

// same fails unless the desk did what the API would have done.
func same(t *testing.T, where string, api int, page response, form bool) {
	t.Helper()
	allowed := api < 300
	did := page.status == http.StatusSeeOther
	if !form {
		did = page.status == http.StatusOK && !strings.Contains(page.text, `<p class="note bad"`) && !strings.Contains(page.text, `<span class="error">`)
	}
	if allowed != did {
		t.Errorf("%s: the API answers %d, the desk %d: %.2000s", where, api, page.status, page.text)
	}
	if form && !allowed && page.status != api {
		t.Errorf("%s: the API answers %d, the desk %d", where, api, page.status)
	}
}

func TestAContributorSeesWhyAnEventWasGivenBack(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("root", auth.RoleAdministrator)
		s.AddUser("con", auth.RoleContributor)
		s.AddUser("ed", auth.RoleEditor)
		con, ed := open(t, s).signIn("con"), open(t, s).signIn("ed")
		form := con.get("/desk/records/events/new")
		form.shows(t, http.StatusOK, "Submit for review")
		at, page := con.form(form, "record").set("title", "Dance", "start_date", "2026-07-01T20:00", "end_date", "2026-07-01T22:00").saves("pending")
		page.shows(t, http.StatusOK, "Submitted for review.")
		home := ed.get("/desk")
		ed.form(home, idIn(at)+"/decision").set("reason", "Where is it?").send("draft").shows(t, http.StatusSeeOther)
		con.get(at).shows(t, http.StatusOK, "Note from ed:", "Where is it?", "Submit for review")
		_, _ = con.form(con.get(at), "record").set("excerpt", "In the barn").saves("pending")
		ed.form(ed.get("/desk"), idIn(at)+"/decision").send("publish").shows(t, http.StatusSeeOther)
		// What is published is no longer the contributor's to change.
		con.get(at).shows(t, http.StatusOK, "Visible to visitors.", "In the barn")
	}, records.Part)
}
