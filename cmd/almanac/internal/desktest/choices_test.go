package desktest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/auth"
	"almanac/runtime/desk/records"
	"almanac/runtime/service/servicetest"
)

func TestTheTimeZoneIsChosenByName(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		b.get("/desk/records/events/new").shows(t, http.StatusOK, `list="f-timezone-list"`, `<option>Europe/Paris<`, `<option>UTC<`)
		for typed, want := range map[string]string{"Europe/Paris": "Europe/Paris", "europe/paris": "Europe/Paris", "paris": "Europe/Paris", "New York": "America/New_York", "UTC+2": "UTC+2"} {
			at, _ := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set("timezone", typed).saves("draft")
			if got := read(t, s, "events/"+idIn(at))["timezone"]; got != want {
				t.Errorf("%q is saved as %v, want %s", typed, got, want)
			}
		}
		b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set("timezone", "Mars/Base").send("draft").
			shows(t, http.StatusBadRequest, `value="Mars/Base"`, `id="f-timezone-fault"`)
	}, records.Part)
}

func TestTheAuthorIsFoundByName(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleEditor)
		s.AddUser("Bérénice", auth.RoleAuthor)
		s.AddUser("bert", auth.RoleAuthor)
		author, err := s.Env.Users.Find(t.Context(), "Bérénice")
		if err != nil {
			t.Fatal(err)
		}
		b := open(t, s).signIn("ada")
		b.get("/desk/authors/lookup?q=B%C3%89R").shows(t, http.StatusOK, `[{"id":"`+itoa(author.ID)+`","name":"Bérénice"}]`)
		f := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set("author.find", "b")
		found := f.send("draft")
		found.shows(t, http.StatusUnprocessableEntity, `name="author" value="`+itoa(author.ID)+`"> Bérénice`, "> bert", `value="Concert"`)
		at, page := b.form(found, "record").set("author", itoa(author.ID), "author.find", "").saves("publish")
		page.shows(t, http.StatusOK, `name="author" value="`+itoa(author.ID)+`" checked> Bérénice`)
		if got := read(t, s, "events/"+idIn(at))["author"]; got != itoa(author.ID) {
			t.Errorf("the author is %v, want %d", got, author.ID)
		}
		_, page = b.form(b.get(at), "record").set("author.find", "BERT").saves("save")
		page.shows(t, http.StatusOK, "checked> bert")
		f = b.form(b.get(at), "record")
		f.values.Add("author", itoa(author.ID)) // Without a script the present one stays checked.
		_, page = f.saves("save")
		page.shows(t, http.StatusOK, "checked> Bérénice")
		writer := open(t, s).signIn("bert")
		writer.get("/desk/authors/lookup?q=ada").shows(t, http.StatusForbidden)
		if page := writer.get(at); strings.Contains(page.text, "author.find") {
			t.Error("an author is asked for the author")
		}
		f = writer.form(writer.get("/desk/records/events/new"), "record").set(typedEvent...).set("author", itoa(author.ID))
		for _, typed := range []string{"Bérénice", "B", "nobody"} {
			page := f.set("author.find", typed, "title", "").send("draft")
			page.shows(t, http.StatusBadRequest, "This field is required.")
			page.lacks(t, "Bérénice", " called “", "Choose a result")
			page = f.set("look", "author").send("")
			page.lacks(t, "Bérénice", " called “", "Choose a result")
			f.values.Del("look")
		}
	}, records.Part)
}

func TestTheParentIsFoundByName(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		festival := add(t, s, "events", map[string]any{"title": "Festival", "start_date": "2026-07-01 10:00", "end_date": "2026-07-05 10:00"})
		at, _ := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set("post_parent.find", "festival").saves("publish")
		children := func() string {
			var list struct{ Events []struct{ ID int64 } }
			s.Send("", http.MethodGet, "/events?start_date=2000-01-01&post_parent="+festival, nil).Decode(t, &list)
			if len(list.Events) != 1 {
				return ""
			}
			return itoa(list.Events[0].ID)
		}
		if got := children(); got != idIn(at) {
			t.Errorf("the child of the festival is %q, want %s", got, idIn(at))
		}
		b.form(b.get(at), "record").set("post_parent.clear", "1").saves("save")
		if got := children(); got != "" {
			t.Errorf("the festival still has the child %s", got)
		}
	}, records.Part)
}

func TestARecordIsFoundByTheBeginningOfItsNameFirst(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		for _, role := range []auth.Role{auth.RoleEditor, auth.RoleContributor} {
			s.AddUser(string(role), role)
		}
		for _, name := range []string{"Old Hall & Barn", "Hall of Fame", "Hällchen", "The Old Mill"} {
			s.Send("editor", http.MethodPost, "venues", map[string]any{"venue": name})
		}
		s.Send("editor", http.MethodPost, "venues", map[string]any{"venue": "Hall to come", "status": "draft"})
		s.Send("editor", http.MethodPost, "venues", map[string]any{"venue": "Inn", "description": "Beside the hall"})
		finds := func(user, typed string, want ...string) {
			t.Helper()
			page := open(t, s).signIn(user).get("/desk/records/venues/lookup?q=" + url.QueryEscape(typed))
			var found []struct{ Name string }
			if err := json.Unmarshal([]byte(page.text), &found); err != nil {
				t.Fatalf("%v in %s", err, page.text)
			}
			var names []string
			for _, f := range found {
				names = append(names, f.Name)
			}
			if diff := cmp.Diff(want, names); diff != "" {
				t.Errorf("%q typed by the %s (-want +got):\n%s", typed, user, diff)
			}
		}
		finds("editor", "HALL", "Hall of Fame", "Hall to come", "Hällchen", "Old Hall & Barn")
		finds("contributor", "hall", "Hall of Fame", "Hällchen", "Old Hall & Barn")
		finds("editor", "old", "Old Hall & Barn", "The Old Mill")
		finds("editor", "barn old", "Old Hall & Barn")
		finds("editor", "hall &", "Old Hall & Barn")
		finds("editor", "ll", "Hall of Fame", "Hall to come", "Hällchen", "Old Hall & Barn", "The Old Mill")
		finds("editor", "%", nil...)
		finds("editor", "old mills", "The Old Mill")
		finds("editor", "Halls to come", "Hall to come")
		finds("contributor", "Halls to come")
		finds("editor", "", "Hall of Fame", "Hall to come", "Hällchen", "Inn", "Old Hall & Barn", "The Old Mill")
	}, records.Part)
}
