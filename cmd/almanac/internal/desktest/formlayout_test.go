package desktest

import (
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"almanac/runtime/auth"
	"almanac/runtime/desk/records"
	"almanac/runtime/service/servicetest"
)

// lacks fails if a page has one of some texts.
func (a response) lacks(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(a.text, text) {
			t.Errorf("the page has %q", text)
		}
	}
}

func TestFormsSpeakToPeople(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		b.get("/desk/records/events/new").shows(t, http.StatusOK, "URL slug", "Leave empty to use the title", "E.g. 12, 8 – 15 or Free")
		for _, plural := range []string{"events", "venues", "organizers", "categories", "tags"} {
			b.get("/desk/records/"+plural+"/new").lacks(t, "cost_details", "Slug", "IDs", "false for none", "when not sent", ">UID") // Keys of forms are random letters.
		}
		for language, want := range map[string][]string{
			"de": {"Neue Veranstaltung", "Neuen Ort anlegen", "Vor Ort"}, "fr": {"Nouvel événement", "Créer un lieu", "Sur place"},
			"en": {"New event", "Create new venue", "In person"},
		} {
			b.header.Set("Accept-Language", language)
			b.get("/desk/records/events/new").shows(t, http.StatusOK, want...)
		}
		b.header.Set("Accept-Language", "de")
		b.get("/desk/records/tags/new").shows(t, http.StatusOK, "URL-Slug", "Leer lassen, um den Namen zu verwenden")
	}, records.Part)
}

func TestFiltersOfTheAPIThatTakeIDsOrCoordinatesAreNotInTheDesk(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		b.get("/desk/records/events").lacks(t, `name="geoloc"`, `name="post_parent"`)
		b.get("/desk/records/categories").lacks(t, `name="parent"`, `name="post"`, `name="event"`)
	}, records.Part)
}

// The clearing of a value that nobody sees is offered while there is one, also in a form
// that was refused.
func TestWhatIsNotShownIsMentionedOnlyIfItIsStored(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		at := "/desk/records/events/" + add(t, s, "events", concert("ical_uid", "a@example.org"))
		const password, parent, uid = `name="post_password.clear"`, `name="post_parent.clear"`, `name="ical_uid.clear"`
		b.get(at).lacks(t, password, parent)
		b.get(at).shows(t, http.StatusOK, uid, "A value is set. Type a new one to replace it.")
		_, page := b.form(b.get(at), "record").set("post_password", "secret").saves("save")
		page.shows(t, http.StatusOK, password)
		page.lacks(t, "secret")
		refused := b.form(page, "record").set("title", " ").send("save")
		refused.shows(t, http.StatusBadRequest, password, uid)
		refused.lacks(t, parent)
		_, page = b.form(page, "record").set("post_password.clear", "1", "ical_uid.clear", "1").saves("save")
		page.lacks(t, password, uid)
		b.get(strings.Replace(at, "/events/", "/events/new?from=", 1)).lacks(t, uid)
	}, records.Part)
}

// isFolded reports whether the input with a name is in an element that is closed.
func isFolded(t *testing.T, page response, name string) bool {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page.text))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if attribute(n, "name") != name {
			continue
		}
		for up := range n.Ancestors() {
			if up.Data == "details" && !has(up, "open") {
				return true
			}
		}
		return false
	}
	t.Fatalf("no input %s", name)
	return false
}

func TestFieldsThatAreRarelySetAreFoldedAwayUntilTheyAreSetOrWrong(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		page := b.get("/desk/records/events/new")
		page.shows(t, http.StatusOK, "More: Author, Publication date", "More: Show a map, ")
		page.lacks(t, `name="ical_uid"`)
		for name, want := range map[string]bool{"title": false, "cost": false, "featured": false, "event_status": false, "online_url": false, "post_parent.find": true, "slug": true, "date": true} {
			if got := isFolded(t, page, name); got != want {
				t.Errorf("%s of a new event: folded %v, want %v", name, got, want)
			}
		}
		for _, set := range [][2]string{{"show_map", "true"}, {"post_password", "secret"}} {
			_, page := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set(set[:]...).saves("publish")
			if got := isFolded(t, page, "show_map"); got != (set[0] == "post_password") {
				t.Errorf("with %s the rare fields are folded: %v", set[0], got)
			}
		}
		refused := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set("date", "never").send("publish")
		refused.shows(t, http.StatusBadRequest, `id="f-date-fault"`)
		if isFolded(t, refused, "date") {
			t.Error("an error is folded away")
		}
	}, records.Part)
}

func TestTheButtonsOfAFormComeBeforeItsRarelyUsedFields(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		page := open(t, s).get("/desk/records/events/new").text
		if strings.Index(page, `href="#save"`) > strings.Index(page, `name="title"`) || strings.Index(page, `<button name="do" value="publish"`) > strings.Index(page, `name="slug"`) {
			t.Error("the link to the buttons is not before the first field, or the buttons are behind the slug")
		}
	}, records.Part)
}

func TestAFormLeadsToTheRecordsThatItLinksTo(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		hall := add(t, s, "venues", map[string]any{"venue": "Hall"})
		event := concert()
		event["venue"] = []any{map[string]any{"venue": "Hall"}}
		page := b.get("/desk/records/events/" + add(t, s, "events", event))
		page.shows(t, http.StatusOK, `<a href="/desk/records/venues/`+hall+`">Open`)
	}, records.Part)
}

func TestARecordInTheTrashIsRestoredFromItsPage(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		id := add(t, s, "events", concert())
		at := "/desk/records/events/" + id
		b.get(at).lacks(t, `value="restore"`)
		s.Send("", http.MethodDelete, "/events/"+id, nil)
		page := b.get(at)
		page.shows(t, http.StatusOK, `name="action" value="restore"`, `name="action" value="delete"`)
		b.form(page, "/bulk").set("action", "restore").send("").shows(t, http.StatusSeeOther)
		if got := read(t, s, "events/"+id)["status"]; got != "draft" {
			t.Errorf("the status is %v, want draft", got)
		}
	}, records.Part)
}

func TestAnEmptyListSaysWhetherItWasNarrowed(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		b.get("/desk/records/events").shows(t, http.StatusOK, "No events yet.", "Add your first event")
		for _, query := range []string{"?search=nothing", "?featured=true"} {
			page := b.get("/desk/records/events" + query)
			page.shows(t, http.StatusOK, "No results.", `<a href="/desk/records/events">Clear filters</a>`)
			page.lacks(t, "0–0 of 0")
			page.lacks(t, "Add your first")
		}
	}, records.Part)
}

func TestAFormHasTheSectionsOfItsDescription(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ed", auth.RoleEditor)
		s.AddUser("ann", auth.RoleAuthor)
		page := open(t, s).signIn("ed").get("/desk/records/events/new")
		at := 0
		for _, text := range []string{">What<", "Title", "Description", ">When<", "Start", ">Where<", "Venue", "Format", "join online", ">Image<", ">Details<", "Organizer", "Ticket providers", ">Tickets<", "Price", "Website", ">Publishing<", "Event status", "Categories"} {
			next := strings.Index(page.text[at:], text)
			if next < 0 {
				t.Fatalf("the form has no %q, or before what it should follow", text)
			}
			at += next
		}
		open(t, s).signIn("ann").get("/desk/records/events/new").lacks(t, `name="ticketed"`, `name="ical_uid"`)
		b := open(t, s).signIn("ed")
		b.get("/desk/records/venues/new").lacks(t, `name="state"`, `name="province"`)
		german := open(t, s).signIn("ed")
		german.header.Set("Accept-Language", "de")
		german.get("/desk/records/events/new").shows(t, http.StatusOK, ">Wann<", ">Wo<", ">Bild<", ">Tickets<")
		path, _ := b.form(b.get("/desk/records/venues/new"), "record").set("venue", "Hall", "state", "IL").saves("publish")
		b.get(path).shows(t, http.StatusOK, `name="state"`)
	}, records.Part)
}

func TestAColorIsChosenOrNone(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		path, page := b.form(b.get("/desk/records/categories/new"), "record").set("name", "Jazz", "color", "#000000").saves("save")
		if got := read(t, s, "categories/"+idIn(path))["color"]; got != nil {
			t.Errorf("without the choice of a color it is %v", got)
		}
		_, page = b.form(page, "record").set("color.on", "1", "color", "#aa3300").saves("save")
		page.shows(t, http.StatusOK, `type="color" id="f-color" name="color" value="#aa3300"`)
		f := b.form(page, "record")
		f.values.Del("color.on")
		f.saves("save")
		if got := read(t, s, "categories/"+idIn(path))["color"]; got != nil {
			t.Errorf("the color that was taken away is %v", got)
		}
	}, records.Part)
}
