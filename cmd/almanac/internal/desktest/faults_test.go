package desktest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"almanac/runtime/auth"
	"almanac/runtime/desk/records"
	"almanac/runtime/service/servicetest"
)

// enterKey returns what the first button of the form of a record does: browsers press it
// for the key Enter in a field.
func enterKey(t *testing.T, page response) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page.text))
	if err != nil {
		t.Fatal(err)
	}
	for form := range root.Descendants() {
		if form.Data != "form" || attribute(form, "class") != "record" {
			continue
		}
		for n := range form.Descendants() {
			if n.Data == "button" && attribute(n, "type") != "button" {
				return attribute(n, "name") + "=" + attribute(n, "value")
			}
		}
	}
	t.Fatal("no form with a button")
	return ""
}

func TestTheKeyEnterPublishesNothing(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleEditor)
		s.AddUser("carl", auth.RoleContributor)
		b := open(t, s).signIn("ada")
		for status, want := range map[string]string{"draft": "do=draft", "pending": "do=save", "publish": "do=save", "private": "do=save"} {
			id := idIn(s.Send("ada", http.MethodPost, "events", concert("status", status)).Header.Get("Location"))
			if got := enterKey(t, b.get("/desk/records/events/"+id)); got != want {
				t.Errorf("Enter in the form of a record that is %s is %s, want %s", status, got, want)
			}
		}
		for _, b := range []*browser{b, open(t, s).signIn("carl")} {
			if got := enterKey(t, b.get("/desk/records/events/new")); got != "do=draft" {
				t.Errorf("Enter in the form of a new record is %s, want do=draft", got)
			}
		}
		if got := enterKey(t, b.get("/desk/records/tags/new")); got != "do=save" {
			t.Errorf("Enter in the form of a new tag is %s, want do=save", got)
		}
	}, records.Part)
}

func TestAFormThatIsRefusedNamesAllThatIsWrongAboveItsFields(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		add(t, s, "venues", map[string]any{"venue": "North Hall"})
		add(t, s, "venues", map[string]any{"venue": "South Hall"})
		const title, start, zone = `<a href="#f-title">Title</a>`, `<a href="#f-start-date">Start</a>`, `<a href="#f-timezone">Time zone</a>`
		for _, tt := range []struct {
			name    string
			typed   []string
			summary []string
		}{
			{"a name that nothing has, beside a missing title and a wrong zone", []string{"title", "", "venue.find", "Nowhere", "timezone", "Mars/Base"}, []string{
				`<a href="#f-venue">Venue</a>`, `id="f-venue-fault">No venue called “`, title, `id="f-title-fault">This field is required.</p>`, zone,
			}},
			{"a name that several have", []string{"venue.find", "hall"}, []string{`<a href="#f-venue">Venue</a>`, `id="f-venue-fault">Choose a result`}},
			{"what the API refuses", []string{"title", " ", "start_date", "never"}, []string{title, start}},
			{"a wrong field of a venue that the form makes", []string{"venue.new.venue", "Barn", "venue.new.website", "no address"}, []string{`<a href="#f-venue-new-website">Website</a>`, `id="f-venue-new-website-fault">Website must be a URL`}},
		} {
			t.Run(tt.name, func(t *testing.T) {
				page := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set(tt.typed...).send("publish")
				if page.status < 400 || page.status >= 500 {
					t.Errorf("status %d, want an error of the client", page.status)
				}
				page.shows(t, page.status, append(tt.summary, "<title>Error: ", `role="alert" tabindex="-1" id="faults"`)...)
			})
		}
		b.get("/desk/records/events").lacks(t, "Concert")
		b.form(b.get("/desk/records/events/new"), "record").set("look", "venue", "venue.find", "hall").send("").lacks(t, "Error:")
	}, records.Part)
}

func TestANameThatExistsIsMentionedBeforeAnotherRecordGetsIt(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		foundry := add(t, s, "venues", map[string]any{"venue": "The Foundry", "city": "Ghent"})
		total := func() string { return s.Send("", http.MethodGet, "/venues", nil).Header.Get("X-Tec-Total") }

		page := b.form(b.get("/desk/records/venues/new"), "record").set("venue", "the foundry", "city", "Bruges").send("publish")
		page.shows(t, http.StatusUnprocessableEntity, "“the foundry” already exists", `href="/desk/records/venues/`+foundry+`"`)
		if got := total(); got != "1" {
			t.Fatalf("there are %s venues, want 1", got)
		}
		at, _ := b.form(page, "record").saves("publish")
		if got := total(); got != "2" {
			t.Fatalf("there are %s venues after the second try, want 2", got)
		}

		s.Send("", http.MethodDelete, "/venues/"+foundry+"?force=true", nil)
		page = b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set("venue.new.venue", "The Foundry", "venue.new.city", "Liège").send("publish")
		page.shows(t, http.StatusUnprocessableEntity, `<a href="#f-venue-new-venue">`, "“The Foundry” already exists")
		b.form(page, "record").set("venue", idIn(at)).saves("draft")
		if got := total(); got != "1" {
			t.Errorf("there are %s venues after the existing one was chosen, want 1", got)
		}
	}, records.Part)
}

func TestASessionThatEndedLeadsBackToTheFormThatWasSent(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		for referer, want := range map[string]string{
			b.site + "/desk/records/events/new?from=3": "/desk/sign-in?next=" + url.QueryEscape("/desk/records/events/new?from=3"),
			"https://elsewhere.example/desk/records":   "/desk/sign-in",
			"":                                         "/desk/sign-in",
		} {
			b.header.Set("Referer", referer)
			if got := b.send(http.MethodPost, "/desk/records/events/new", url.Values{"title": {"A"}}).location; got != want {
				t.Errorf("a form sent from %q leads to %s, want %s", referer, got, want)
			}
		}
	}, records.Part)
}
