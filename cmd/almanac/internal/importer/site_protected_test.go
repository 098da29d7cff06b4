package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/importer/site"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// Records of a Town: an event and a venue that passwords protect, and an event at the venue.
const (
	protectedEvent = 2011
	protectedVenue = 1006
	protectedHost  = 1107 // An organizer.
)

// playSteady plays a Town that responds to nothing in an odd way, and the settings of an import by a
// visitor that follows it.
func playSteady(t *testing.T, events int) (*sitetest.Town, site.Site) {
	t.Helper()
	town := sitetest.PlayTown(t, events)
	town.Steady = true
	settings := quick(t, town.URL, "")
	settings.Follow = filepath.Join(t.TempDir(), "followed.json")
	return town, settings
}

// asVisitor asks for a path without credentials.
func asVisitor(a *service.Service, path string) *httptest.ResponseRecorder {
	response := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodGet, "http://localhost/", http.NoBody)
	request.URL.Path, request.URL.RawQuery, _ = strings.Cut(path, "?")
	a.Handler().ServeHTTP(response, request)
	return response
}

func TestEditorsBringThePasswordsOfASite(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		town, settings := playSteady(t, 60)
		a := open(t, url, testDeployment(t))
		report := importSite(t, a, settings, transfer.Options{})
		if todo := strings.Join(report.Todo, "\n"); !strings.Contains(todo, "--user and --password-file of one of its editors") {
			t.Errorf("the report does not say which credentials are needed: %q", todo)
		}
		path := fmt.Sprintf("/events/%d?password=%s", protectedEvent, strings.ReplaceAll(town.Password("events", protectedEvent), " ", "+"))
		if e := get(t, a, path); e["title"] != nil {
			t.Fatalf("a visitor's import has the password: %v", e)
		}
		settings.Fetch.User = "ada"
		for n := range 2 { // What the random password has hidden comes, too, and stays.
			report = importSite(t, a, settings, transfer.Options{})
			if e := get(t, a, path); e["cost"] != "12 CHF" || len(e["tags"].([]any)) != 1 || e["description"] == "" {
				t.Errorf("reading %d: the event is %v", n+2, e)
			}
			if n == 1 && report.Count("events").Updated > 0 || len(report.Todo) > 0 || strings.Contains(report.Details(), "a random one") {
				t.Errorf("reading %d:\n%s", n+2, report)
			}
		}
		town.Protect("events", protectedEvent, "another one")
		importSite(t, a, settings, transfer.Options{})
		if e := get(t, a, fmt.Sprintf("/events/%d?password=another+one", protectedEvent)); e["title"] == nil {
			t.Errorf("the changed password does not open the event: %v", e)
		}
		// A password that was chosen here stays.
		write(t, a, fmt.Sprint("/events/", protectedEvent), `{"post_password": "mine"}`)
		town.Protect("events", protectedEvent, "the third")
		report = importSite(t, a, settings, transfer.Options{})
		if e := get(t, a, fmt.Sprintf("/events/%d?password=mine", protectedEvent)); e["title"] == nil {
			t.Errorf("the password that was set here is gone: %v", e)
		}
		if details := report.Details(); settings.Follow != "" && !strings.Contains(details, "its post_password was changed both") || strings.Contains(details, "the third") {
			t.Errorf("the report has a password, or lacks the conflict:\n%s", details)
		}
	})
}

func TestAPlainImportBringsPasswordsToEventsThatNobodyHasEdited(t *testing.T) {
	town, settings := playSteady(t, 20)
	settings.Follow = ""
	a := open(t, databases.SQLite(t), testDeployment(t))
	importSite(t, a, settings, transfer.Options{})
	settings.Fetch.User = "ada"
	path := fmt.Sprintf("/events/%d?password=%s", protectedEvent, strings.ReplaceAll(town.Password("events", protectedEvent), " ", "+"))
	// Passwords alone, where the site does not open the event.
	town.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		refused := r.URL.Query().Has("password")
		if refused {
			sitetest.Refuse(w, http.StatusForbidden, "event-password-protected")
		}
		return refused
	}
	report := importSite(t, a, settings, transfer.Options{})
	if e := get(t, a, path); e["title"] == nil || e["cost"] == "12 CHF" || report.Lost() == 0 || strings.Contains(report.Details(), "a random one") {
		t.Errorf("the event without its content is %v\n%s", e, report)
	}
	town.Fault = nil
	for n, want := range []int{1, 0} {
		report := importSite(t, a, settings, transfer.Options{})
		if e := get(t, a, path); e["cost"] != "12 CHF" || report.Count("events").Updated != want || strings.Contains(report.Details(), "does not show its content") || strings.Contains(report.Details(), "a random one") {
			t.Errorf("run %d: the event is %v\n%s", n+3, e, report)
		}
	}
}

// TestAPlainImportBringsProtectedPlacesThatNobodyHasEdited also has an event that the editor may not
// edit, which says nothing about others.
func TestAPlainImportBringsProtectedPlacesThatNobodyHasEdited(t *testing.T) {
	const edited = 1026
	databases.Sampled(t, func(t *testing.T, url string) {
		town, settings := playSteady(t, 20)
		whole := town.Records("venues")[protectedVenue]
		settings.Follow = ""
		a := open(t, url, testDeployment(t))
		importSite(t, a, settings, transfer.Options{})
		write(t, a, fmt.Sprint("/venues/", edited), `{"venue": "Ours"}`)
		settings.Fetch.User = "ada"
		town.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			refused := strings.HasPrefix(r.URL.Path, "/wp-json/wp/v2/tribe_events/") && r.URL.Query().Has("context")
			if refused {
				sitetest.Refuse(w, http.StatusForbidden, "rest_forbidden_context")
			}
			return refused
		}
		for n, want := range []int{2, 0} {
			report := importSite(t, a, settings, transfer.Options{})
			v := get(t, a, fmt.Sprint("/venues/", protectedVenue))
			if v["venue"] != whole["venue"] || v["address"] != whole["address"] || v["status"] != "private" ||
				report.Count("venues").Updated != want || strings.Contains(report.Details(), "its fields: they were not imported") {
				t.Errorf("run %d: the venue is %v\n%s", n+2, v, report.Details())
			}
		}
		if v := get(t, a, fmt.Sprint("/venues/", edited)); v["venue"] != "Ours" || v["address"] != nil {
			t.Errorf("the venue that was edited here is %v", v)
		}
	})
}

func TestWhatWordPressDoesNotShowOfAPlaceStaysAndIsReported(t *testing.T) {
	for _, meta := range []string{`[]`, `{"footnotes": ""}`} {
		for _, isFollowed := range []bool{true, false} {
			town, settings := playSteady(t, 5)
			whole := town.Records("venues")[protectedVenue]
			settings.Fetch.User = "ada"
			if !isFollowed {
				settings.Follow = ""
			}
			a := open(t, databases.SQLite(t), testDeployment(t))
			venue := func() map[string]any { return get(t, a, fmt.Sprint("/venues/", protectedVenue)) }
			fault := func(w http.ResponseWriter, r *http.Request, _ int) bool {
				refused := strings.HasPrefix(r.URL.Path, "/wp-json/wp/v2/media/")
				if refused {
					w.WriteHeader(http.StatusServiceUnavailable)
				}
				return refused
			}
			const missing = "does not show all of its fields: address, city, country, excerpt, geo_lat, geo_lng, image, "
			for n := range 2 {
				// First it was never read, then it was, and has changed.
				town.Meta, town.Fault = meta, fault
				for range 2 {
					report := importSite(t, a, settings, transfer.Options{})
					v := venue()
					isHere := v["address"] == whole["address"] && v["excerpt"] == whole["excerpt"] && v["image"] != false
					if v["venue"] != whole["venue"] || v["status"] != "private" || isHere != (n == 1) {
						t.Errorf("%s, %d: the venue is %v", meta, n, v)
					}
					if strings.Count(report.Details(), missing) != 3 || report.Lost() == 0 {
						t.Errorf("%s, %d: the report says\n%s", meta, n, report.Details())
					}
				}
				town.Meta, town.Fault = "", nil
				report := importSite(t, a, settings, transfer.Options{})
				v := venue()
				if v["address"] != whole["address"] || v["excerpt"] != whole["excerpt"] || v["image"] == false || strings.Contains(report.Details(), missing) {
					t.Errorf("%s, %d: the venue that was shown again is %v\n%s", meta, n, v, report.Details())
				}
				town.Change("venues", protectedVenue, map[string]any{"description": "<p>New</p>"})
			}
		}
	}
}

// TestAPrivatePlaceBecomesPublicOnlyWithoutItsPassword reads a site that shows all fields of protected
// places, and who may see their passwords.
func TestAPrivatePlaceBecomesPublicOnlyWithoutItsPassword(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		town, settings := playSteady(t, 5)
		town.Unmasked = true
		a := open(t, url, testDeployment(t))
		status := func() any { return get(t, a, fmt.Sprint("/venues/", protectedVenue))["status"] }
		editor := settings
		editor.Fetch.User = "ada"
		broken := func(w http.ResponseWriter, r *http.Request, _ int) bool {
			is := strings.HasPrefix(r.URL.Path, "/wp-json/wp/v2/tribe_venue")
			if is {
				w.WriteHeader(http.StatusInternalServerError)
			}
			return is
		}
		plain := settings
		plain.Follow = ""
		importSite(t, a, editor, transfer.Options{})
		for _, run := range []struct {
			name     string
			settings site.Site
			options  transfer.Options
			fault    sitetest.Reply
		}{
			{"a visitor", settings, transfer.Options{}, nil},
			{"a visitor, of what has changed", settings, transfer.Options{Since: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)}, nil},
			{"a visitor who follows nothing", plain, transfer.Options{}, nil},
			{"an editor, with a list that breaks", editor, transfer.Options{}, broken},
		} {
			town.Change("venues", protectedVenue, map[string]any{"phone": run.name})
			town.Fault = run.fault
			report := importSite(t, a, run.settings, run.options)
			if got := status(); got != "private" || !strings.Contains(report.Details(), "venue 1006: may be protected by a password") {
				t.Errorf("after a reading by %s, the venue is %v\n%s", run.name, got, report.Details())
			}
		}
		town.Fault = nil
		town.Protect("venues", protectedVenue, "")
		importSite(t, a, settings, transfer.Options{})
		if got := status(); got != "publish" {
			t.Errorf("without its password, the venue is %v", got)
		}
	})
}

func TestPasswordsOfASiteAreInNoReport(t *testing.T) {
	town, settings := playSteady(t, 20)
	settings.Fetch.User = "ada"
	town.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		broken := r.URL.Query().Has("password")
		if broken {
			w.WriteHeader(http.StatusInternalServerError)
		}
		return broken
	}
	_, err := site.Import(t.Context(), open(t, databases.SQLite(t), testDeployment(t)).API, settings, transfer.Options{})
	if err == nil || strings.Contains(err.Error(), "sesame") || !strings.Contains(err.Error(), "password=…") {
		t.Errorf("got %v", err)
	}
}

func TestProtectedPlacesOfASiteArePrivate(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		town, settings := playSteady(t, 60)
		whole := town.Records("venues")[protectedVenue]
		a := open(t, url, testDeployment(t))
		venue := func() map[string]any { return get(t, a, fmt.Sprint("/venues/", protectedVenue)) }
		organizer := func() map[string]any { return get(t, a, fmt.Sprint("/organizers/", protectedHost)) }

		// Not readable: private, without fields, and named once.
		report := importSite(t, a, settings, transfer.Options{})
		details := report.Details()
		if v := venue(); v["status"] != "private" || v["address"] != nil || strings.Count(details, fmt.Sprintf("venue %d", protectedVenue)) != 1 || report.Lost() == 0 {
			t.Errorf("the venue is %v\n%s", v, details)
		}
		linked := len(get(t, a, fmt.Sprintf("/events?venue=%d&start_date=2000-01-01", protectedVenue))["events"].([]any))
		if linked == 0 || strings.Contains(details, "venue 1006, which is missing") {
			t.Errorf("%d events are linked\n%s", linked, details)
		}

		// An editor brings all fields, once, and what is no longer protected is public.
		const opened = 1127
		town.Protect("organizers", opened, "")
		editor := settings
		editor.Fetch.User = "ada"
		for n, want := range []int{3, 0} {
			report = importSite(t, a, editor, transfer.Options{})
			if v, o := venue(), organizer(); v["address"] != whole["address"] || v["venue"] != whole["venue"] || v["image"].(map[string]any)["url"] != whole["image"].(map[string]any)["url"] ||
				v["status"] != "private" || o["email"] != sitetest.Secret+"@site.example" || report.Count("venues").Updated != want {
				t.Errorf("reading %d: %v, %v\n%s", n+2, v, o, report)
			}
			if strings.Contains(report.Details(), "its fields: they were not imported") {
				t.Errorf("reading %d still misses fields:\n%s", n+2, report.Details())
			}
			if noted := strings.Count(report.Details(), "venue 1006: is protected by a password on the site"); noted != want/3 {
				t.Errorf("reading %d notes the venue %d times", n+2, noted)
			}
			if o := get(t, a, fmt.Sprint("/organizers/", opened)); o["status"] != "publish" || o["email"] == nil {
				t.Errorf("reading %d: the organizer without a password is %v", n+2, o)
			}
		}

		// A visitor's reading leaves it as it is, and names it once.
		report = importSite(t, a, settings, transfer.Options{})
		if v := venue(); v["address"] != whole["address"] || strings.Count(report.Details(), "venue 1006") != 1 || !strings.Contains(report.Details(), "venue 1006: is protected by a password, and the site does not show its fields: they were not imported") {
			t.Errorf("the venue is %v\n%s", v, report.Details())
		}
	})
}

func TestAProtectedPlaceWithAnotherSlugAndDateHereStays(t *testing.T) {
	town, settings := playSteady(t, 5)
	whole := town.Records("venues")[protectedVenue]
	a := open(t, databases.SQLite(t), testDeployment(t))
	write(t, a, "/venues", `{"venue": "Hall 5"}`) // Its slug is that of the protected one.
	editor := settings
	editor.Fetch.User = "ada"
	importSite(t, a, editor, transfer.Options{})
	write(t, a, fmt.Sprint("/venues/", protectedVenue), `{"venue": "Ours", "date": "2020-01-01 10:00:00"}`)
	report := importSite(t, a, settings, transfer.Options{})
	if v := get(t, a, fmt.Sprint("/venues/", protectedVenue)); v["slug"] == whole["slug"] || v["date"] == whole["date"] || v["address"] != whole["address"] || v["venue"] != "Ours" {
		t.Errorf("the venue is %v\n%s", v, report.Details())
	}
}

// TestNobodySeesTheAddressOfAProtectedVenue asks a service for all that its documents and the
// addresses of the imported site name.
func TestNobodySeesTheAddressOfAProtectedVenue(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, database string) {
		town, settings := playSteady(t, 60)
		settings.Fetch.User, settings.Follow = "ada", ""
		a := openMoved(t, database, t.TempDir())
		importSite(t, a, settings, transfer.Options{})
		if v := get(t, a, fmt.Sprint("/venues/", protectedVenue)); v["address"] != sitetest.Secret+" Lane" {
			t.Fatalf("the venue is %v", v)
		}
		addresses := slices.Collect(maps.Keys(oldAddresses(t, town, shownHere(t, a, "events", town.Records("events")))))
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		c := config(database, testDeployment(t))
		c.Open, c.Deployment.SiteURL = false, "https://new.example"
		a = openConfig(t, c)
		addresses = append(addresses, routes(t, a)...)
		for _, path := range []string{"/", "/?view=list", "/?search=" + sitetest.Secret, "/venue/hall-5/", "/organizer/club-6/", "/sitemap.xml", "/wp-sitemap.xml", "/embed/"} {
			addresses = append(addresses, path, path+"?ical=1", path+"feed/")
		}
		for _, path := range addresses {
			response := asVisitor(a, path)
			said := strings.ReplaceAll(response.Body.String()+fmt.Sprint(response.Header()), "search="+sitetest.Secret, "")
			said = strings.ReplaceAll(said, `value="`+sitetest.Secret+`"`, "")
			if response.Code >= http.StatusInternalServerError || strings.Contains(strings.ToLower(said), strings.ToLower(sitetest.Secret)) {
				at := max(0, strings.Index(strings.ToLower(said), strings.ToLower(sitetest.Secret))-200)
				t.Errorf("%s responds with %d: …%.500s", path, response.Code, said[at:])
			}
		}
		t.Logf("%d addresses", len(addresses))
	})
}

// routes returns what the document of a service names for reading, about what is protected and
// what links to it, in all formats.
func routes(t *testing.T, a *service.Service) []string {
	t.Helper()
	base := a.Env.Deployment.APIPath()
	var document struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	if err := json.Unmarshal(asVisitor(a, base+"/doc").Body.Bytes(), &document); err != nil || len(document.Paths) == 0 {
		t.Fatal(err)
	}
	var all []string
	for path, methods := range document.Paths {
		if methods["get"] == nil {
			continue
		}
		for _, id := range []string{fmt.Sprint(protectedVenue), fmt.Sprint(protectedHost), "2024", "2007"} {
			for _, query := range []string{"", "format=ics", "format=rss", "context=edit", "status=private", "search=" + sitetest.Secret, "start_date=2000-01-01&per_page=50", "venue=" + id, "include=" + id} {
				slug := map[string]string{"1006": "hall-5", "1107": "club-6"}[id]
				filled := strings.NewReplacer("{id}", id, "{slug}", slug).Replace(path)
				all = append(all, base+filled+"?"+query)
			}
		}
	}
	return all
}

func TestHiddenPastEventsAndDraftsOfASiteAreFound(t *testing.T) {
	tests := []struct {
		name   string
		user   string
		absent bool // The site has no tec/v1.
		want   []int64
	}{
		{"by a visitor", "", false, []int64{2004, 2054}},
		{"by an administrator", "ada", false, []int64{2004, 2054, 2056}},
		{"not where the site is older", "", true, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, url string) {
				town, settings := playSteady(t, 60)
				town.NoNumbers, settings.Fetch.User = tt.absent, tt.user
				town.Protect("events", 2054, "")
				a := open(t, url, testDeployment(t))
				report := importSite(t, a, settings, transfer.Options{})
				here := everything(t, a, "events")
				var found []int64
				for _, id := range []int64{2004, 2054, 2056} {
					if _, listed := here[id]; listed || get(t, a, fmt.Sprint("/events/", id))["title"] != nil {
						found = append(found, id)
					}
				}
				if !slices.Equal(found, tt.want) || report.Hidden != len(tt.want) {
					t.Errorf("found %v, want %v:\n%s", found, tt.want, report)
				}
				text := report.String()
				if strings.Contains(text, "--scan-ids") != tt.absent || strings.Contains(text, "hidden events may be missing") != tt.absent || tt.absent && strings.Contains(text, "items not imported") {
					t.Errorf("the report says\n%s", text)
				}
				requests := len(town.Requests())
				importSite(t, a, settings, transfer.Options{})
				if requests == len(town.Requests()) {
					t.Error("the second reading asks for nothing")
				}
			})
		})
	}
}

func TestAListOfNumbersThatBreaksOffIsReported(t *testing.T) {
	town, settings := playSteady(t, 130)
	town.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		broken := strings.Contains(r.URL.Path, "/tec/v1/") && r.URL.Query().Get("page") == "2"
		if broken {
			w.WriteHeader(http.StatusInternalServerError)
		}
		return broken
	}
	report, err := site.Import(context.Background(), open(t, databases.SQLite(t), testDeployment(t)).API, settings, transfer.Options{})
	if err != nil || !strings.Contains(report.String(), "events that are hidden from lists may be missing") {
		t.Errorf("got %v\n%s", err, report)
	}
}
