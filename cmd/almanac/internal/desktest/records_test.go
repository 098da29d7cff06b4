package desktest

import (
	"encoding/csv"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/desk/records"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// record returns a record by the API.
func read(t *testing.T, s *servicetest.Server, at string) map[string]any {
	t.Helper()
	var r map[string]any
	a := s.Send("", http.MethodGet, at+"?context=edit", nil)
	if a.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", at, a.Status, a.Body)
	}
	a.Decode(t, &r)
	return r
}

// add makes a record by the API, and returns its ID.
func add(t *testing.T, s *servicetest.Server, plural string, body map[string]any) string {
	t.Helper()
	a := s.Send("", http.MethodPost, plural, body)
	if a.Status != http.StatusCreated {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	return idIn(a.Header.Get("Location"))
}

// concert is an event with what the API asks for.
func concert(more ...string) map[string]any {
	body := map[string]any{"title": "Concert", "start_date": "2026-07-01 20:00", "end_date": "2026-07-01 22:00"}
	for i := 0; i < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	return body
}

func TestEveryResourceHasAFormThatSavesWhatWasTyped(t *testing.T) {
	tests := []struct {
		plural string
		typed  []string
		want   map[string]any
	}{
		{"events", []string{
			"title", "Tom & Jerry <3", "start_date", "2026-07-01T20:00", "end_date", "2026-07-01T22:30", "timezone", "Europe/Paris", "description", "One.\r\n\r\nTwo.",
			"cost", "$20", "website", "https://example.org/", "tags.find", "music, open air", "event_status", "postponed", "venue.new.venue", "Barn", "venue.new.city", "Ghent",
		}, map[string]any{
			"title": "Tom &amp; Jerry &lt;3", "start_date": "2026-07-01 20:00:00", "end_date": "2026-07-01 22:30:00", "timezone": "Europe/Paris",
			"description": "<p>One.</p>\n<p>Two.</p>", "cost": "$20", "website": "https://example.org/", "event_status": "postponed", "status": "publish", "show_map": false,
		}},
		{
			"venues",
			[]string{"venue", "Hall", "address", "1 Street", "geo_lat", "51.05", "geo_lng", "3.72", "phone", "+32 9", "show_map", "true"},
			map[string]any{"venue": "Hall", "address": "1 Street", "geo_lat": 51.05, "geo_lng": 3.72, "show_map": true, "show_map_link": true},
		},
		{
			"organizers",
			[]string{"organizer", "Ada", "email", "ada@example.org", "website", "https://example.org/ada"},
			map[string]any{"organizer": "Ada", "email": "ada@example.org", "website": "https://example.org/ada"},
		},
		{"categories", []string{"name", "Jazz & Blues", "description", "a < b"}, map[string]any{"name": "Jazz &amp; Blues", "description": "a &lt; b", "slug": "jazz-blues"}},
		{"tags", []string{"name", "outdoors", "slug", "outside"}, map[string]any{"name": "outdoors", "slug": "outside"}},
	}
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		for _, tt := range tests {
			do := "publish"
			if tt.plural == "categories" || tt.plural == "tags" {
				do = "save"
			}
			at, page := b.form(b.get("/desk/records/"+tt.plural+"/new"), "record").set(tt.typed...).saves(do)
			page.shows(t, http.StatusOK, map[string]string{"publish": "Published.", "save": "Saved."}[do])
			id := idIn(at)
			r := read(t, s, tt.plural+"/"+id)
			for name, want := range tt.want {
				if r[name] != want {
					t.Errorf("%s: %s is %v, want %v", tt.plural, name, r[name], want)
				}
			}
			// What is shown and sent again changes nothing.
			tag := s.Send("", http.MethodGet, tt.plural+"/"+id, nil).Header.Get("ETag")
			_, again := b.form(b.get(at), "record").saves("save")
			again.shows(t, http.StatusOK)
			if now := s.Send("", http.MethodGet, tt.plural+"/"+id, nil).Header.Get("ETag"); now != tag {
				t.Errorf("%s: saving the form as it is changed the record from %s to %s: %s", tt.plural, tag, now, again.text)
			}
		}
		event := read(t, s, "events/"+firstID(t, s, "events"))
		if venue, _ := event["venue"].(map[string]any); venue["venue"] != "Barn" || venue["city"] != "Ghent" {
			t.Errorf("venue %v", event["venue"])
		}
		if tags, _ := event["tags"].([]any); len(tags) != 2 {
			t.Errorf("tags %v", event["tags"])
		}
	}, records.Part)
}

// firstID returns the ID of the first record of a list.
func firstID(t *testing.T, s *servicetest.Server, plural string) string {
	t.Helper()
	var list map[string]any
	s.Send("", http.MethodGet, plural, nil).Decode(t, &list)
	items, _ := list[plural].([]any)
	if len(items) == 0 {
		t.Fatalf("no %s: %v", plural, list)
	}
	r, _ := items[0].(map[string]any)
	return strings.TrimSuffix(trimZeros(r["id"]), ".")
}

// trimZeros writes an ID.
func trimZeros(v any) string {
	n, _ := v.(float64)
	return itoa(int64(n))
}

func TestFaultsStandAtTheirFieldsAndEverythingTypedStays(t *testing.T) {
	tests := []struct {
		name, plural, field, value string
		id                         string // Of the input with the fault.
	}{
		{"a title of blanks", "events", "title", " ", "f-title"},
		{"no start", "events", "start_date", "", "f-start-date"},
		{"a start that is no date", "events", "start_date", "never", "f-start-date"},
		{"an end before the start", "events", "end_date", "2026-06-30T10:00", "f-end-date"},
		{"an unknown time zone", "events", "timezone", "Mars/Base", "f-timezone"},
		{"a website that is none", "events", "website", "javascript:alert(1)", "f-website"},
		{"an event status that there is not", "events", "event_status", "over", "f-event-status"},
		{"an author that there is not", "events", "author", "999", "f-author"},
		{"a parent that there is not", "events", "post_parent", "999", "f-post-parent"},
		{"an image that is none", "events", "image.address", "ftp://example.org/a.jpg", "f-image"},
		{"a venue without a name", "events", "venue.new.city", "Ghent", "f-venue"},
		{"a latitude beyond the pole", "venues", "geo_lat", "91", "f-geo-lat"},
		{"a latitude that is no number", "venues", "geo_lat", "north", "f-geo-lat"},
		{"a website of a venue that is none", "venues", "website", "x", "f-website"},
		{"a parent category that there is not", "categories", "parent", "999", "f-parent"},
		{"a name of a tag that is too long", "tags", "name", strings.Repeat("x", 10001), "f-name"},
	}
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		for _, tt := range tests {
			f := b.form(b.get("/desk/records/"+tt.plural+"/new"), "record")
			switch tt.plural {
			case "events":
				f.set("title", "Typed & kept", "start_date", "2026-07-01T20:00", "end_date", "2026-07-01T22:00", "excerpt", "An excerpt")
			case "venues":
				f.set("venue", "Typed & kept")
			default:
				f.set("name", "Typed & kept")
			}
			page := f.set(tt.field, tt.value).send("publish")
			if page.status < 400 || page.status > 499 {
				t.Errorf("%s: status %d", tt.name, page.status)
			}
			if !strings.Contains(page.text, `id="`+tt.id+`-fault"`) {
				t.Errorf("%s: nothing is wrong at %s: %s", tt.name, tt.id, page.text)
			}
			if tt.field != "title" && tt.field != "name" && !strings.Contains(page.text, "Typed &amp; kept") {
				t.Errorf("%s: what was typed is gone", tt.name)
			}
			again := b.form(page, "record")
			if got := again.values.Get(tt.field); got != tt.value && tt.field != "title" {
				t.Errorf("%s: the input has %q, want %q", tt.name, got, tt.value)
			}
		}
	}, records.Part)
}

func TestTwoEditorsDoNotOverwriteEachOther(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		id := add(t, s, "events", concert("excerpt", "old"))
		b := open(t, s)
		at := "/desk/records/events/" + id
		mine := b.form(b.get(at), "record").set("title", "My title", "excerpt", "mine")
		_, _ = b.form(b.get(at), "record").set("cost", "$5", "excerpt", "theirs").saves("save")

		page := mine.send("save")
		page.shows(t, http.StatusConflict, "Someone else saved this", "theirs", "$5", "conflict", `value="My title"`)
		if got := read(t, s, "events/"+id)["title"]; got != "Concert" {
			t.Errorf("the title is %v already", got)
		}
		_, _ = b.form(page, "record").saves("save")
		r := read(t, s, "events/"+id)
		if r["title"] != "My title" || r["cost"] != "$5" || r["excerpt"] != "<p>mine</p>" {
			t.Errorf("title %v, cost %v, excerpt %v", r["title"], r["cost"], r["excerpt"])
		}
	}, records.Part)
}

func TestAFormThatIsSentTwiceMakesOneRecord(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		f := b.form(b.get("/desk/records/tags/new"), "record").set("name", "once")
		first, _ := f.saves("save")
		if second, _ := f.saves("save"); second != first {
			t.Errorf("sent twice, the form made %s and %s", first, second)
		}
	}, records.Part)
}

func TestACopyIsANewRecordWithEverythingButTheSlug(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		id := add(t, s, "events", map[string]any{"title": "Concert", "start_date": "2026-07-01 20:00", "end_date": "2026-07-01 22:00", "venue": map[string]any{"venue": "Barn"}, "cost": "$9"})
		b := open(t, s)
		b.get("/desk/records/events/new?from="+id).shows(t, http.StatusSeeOther)
		for _, tt := range []struct {
			do, status, start, end string
			typed                  []string
		}{
			{"", "publish", "2026-07-08 20:00:00", "2026-07-08 22:00:00", nil},
			{"draft", "draft", "2026-07-09 23:30:00", "2026-07-10 01:30:00", []string{"day", "2026-07-09", "time", "23:30"}},
		} {
			at, _ := b.form(b.get("/desk/records/events/"+id+"/duplicate"), "/duplicate").set(tt.typed...).saves(tt.do)
			copied := read(t, s, "events/"+idIn(at))
			if copied["start_date"] != tt.start || copied["end_date"] != tt.end {
				t.Errorf("the copy is from %v to %v, want %s to %s", copied["start_date"], copied["end_date"], tt.start, tt.end)
			}
			venue, _ := copied["venue"].(map[string]any)
			if idIn(at) == id || copied["status"] != tt.status || copied["title"] != "Concert" || copied["cost"] != "$9" || venue["venue"] != "Barn" {
				t.Errorf("copy %v", copied)
			}
		}
	}, records.Part)
}

func TestTheSecondOfTwoEqualHoursStaysTheSecond(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		id := add(t, s, "events", map[string]any{
			"title": "Night", "start_date": "2027-10-31T01:15:00Z", "end_date": "2027-10-31T01:45:00Z", "timezone": "Europe/Berlin",
		})
		b := open(t, s)
		for _, tt := range []struct {
			name, form string
			mark       string
			set        []string
			want       []string // Start and end in UTC.
		}{
			{"of a copy", id + "/duplicate", "/duplicate", []string{"day", "2027-10-31"}, []string{"2027-10-31 01:15:00", "2027-10-31 01:45:00"}},
			{"of an event with another end", id, "record", []string{"end_date", "2027-10-31T03:30"}, []string{"2027-10-31 01:15:00", "2027-10-31 02:30:00"}},
		} {
			at, _ := b.form(b.get("/desk/records/events/"+tt.form), tt.mark).set(tt.set...).saves("publish")
			saved := read(t, s, "events/"+idIn(at))
			if got := []string{fmt.Sprint(saved["utc_start_date"]), fmt.Sprint(saved["utc_end_date"])}; !slices.Equal(got, tt.want) {
				t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
			}
		}
	}, records.Part)
}

func TestALinkIsFoundByItsNameWithoutAScript(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		barn := add(t, s, "venues", map[string]any{"venue": "Red Barn"})
		add(t, s, "venues", map[string]any{"venue": "Green Barn"})
		b := open(t, s)
		f := b.form(b.get("/desk/records/events/new"), "record").set("title", "Dance", "start_date", "2026-07-01T20:00", "end_date", "2026-07-01T22:00")
		page := f.set("venue.find", "barn", "look", "venue").send("")
		page.shows(t, http.StatusOK, "Red Barn", "Green Barn", `value="Dance"`)
		// A name that several records have is asked about before anything is saved.
		b.form(page, "record").set("venue.find", "barn").send("publish").shows(t, http.StatusUnprocessableEntity, "Red Barn")
		// What was found and is chosen needs no exact name.
		at, _ := b.form(page, "record").set("venue", barn).saves("publish")
		if venue, _ := read(t, s, "events/"+idIn(at))["venue"].(map[string]any); trimZeros(venue["id"]) != barn {
			t.Errorf("venue %v, want the chosen one, %s", venue, barn)
		}
		at, _ = b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set("venue.find", "red barn").saves("publish")
		venue, _ := read(t, s, "events/"+idIn(at))["venue"].(map[string]any)
		if trimZeros(venue["id"]) != barn {
			t.Errorf("venue %v, want %s", venue, barn)
		}
		_, _ = b.form(b.get(at), "record").saves("save")
		gone := b.form(b.get(at), "record")
		gone.values.Del("venue")
		_, _ = gone.saves("save")
		if v, _ := read(t, s, "events/"+idIn(at))["venue"].([]any); len(v) != 0 {
			t.Errorf("a venue that was unchecked is still linked: %v", v)
		}
	}, records.Part)
}

func TestAPreviewSavesNothing(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		id := add(t, s, "events", concert())
		b := open(t, s)
		page := b.form(b.get("/desk/records/events/"+id), "record").set("title", "Another <i>one</i>", "description", "Nice & new").send("preview")
		page.shows(t, http.StatusOK, "Another &lt;i&gt;one&lt;/i&gt;", "Nice &amp; new")
		if got := read(t, s, "events/"+id)["title"]; got != "Concert" {
			t.Errorf("the preview changed the title to %v", got)
		}
	}, records.Part)
}

func TestWhoIsNotSignedInIsNotOfferedToEdit(t *testing.T) {
	eachSite(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("anna", auth.RoleAuthor)
		b := open(t, s).signIn("anna")
		at, _ := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).saves("publish")
		page := open(t, s).get("/event/concert/")
		page.lacks(t, "Edit this event")
		page.shows(t, http.StatusOK, `href="../..`+at+`" rel="nofollow">For editors</a>`)
	})
}

func TestAPreviewIsThePageOfTheRecord(t *testing.T) {
	eachSite(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("cora", auth.RoleContributor)
		b := open(t, s).signIn("cora")
		preview := func(at string, typed ...string) response {
			page := b.form(b.get(at), "record").set(typed...).send("preview")
			page.shows(t, http.StatusOK, `<meta name="robots" content="noindex">`, "Only you can see this page.", "Back to the calendar")
			policy := page.header.Get("Content-Security-Policy")
			if page.header.Get("Cache-Control") != "no-store" || strings.Contains(policy, "script-src") || strings.Contains(page.text, "Edit this event") {
				t.Errorf("%s: header %v", at, page.header)
			}
			return page
		}
		typed := append([]string{"description", "<p>Nice <b>&amp;</b> new</p>", "venue.new.venue", "Red Barn", "venue.new.city", "Ghent", "categories.find", "Jazz"}, typedEvent...)
		page := preview("/desk/records/events/new", typed...)
		page.shows(t, http.StatusOK, "<h1 dir=\"auto\">Concert</h1>", "<p>Nice <b>&amp;</b> new</p>", "Red Barn", "Ghent", "Jazz")
		saved, _ := b.form(b.get("/desk/records/events/new"), "record").set(typed...).saves("draft")
		page = preview(saved, "title", "Another <i>one</i>", "post_password", "secret")
		page.shows(t, http.StatusOK, "Another &lt;i&gt;one&lt;/i&gt;</h1>", "This event is password-protected.")
		b.get(saved).shows(t, http.StatusOK, `value="Concert"`)
		preview("/desk/records/venues/new", "venue", "Blue Barn").shows(t, http.StatusOK, "Blue Barn</h1>")
		for _, path := range []string{"/event/concert/", "/event/another-one/", "/venue/blue-barn/"} {
			if got := b.get(path); got.status != http.StatusNotFound {
				t.Errorf("%s after previews: %d", path, got.status)
			}
		}
	})
}

func TestBulkActionsShowWhatWillChangeAndThenWhatHas(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		one, two := add(t, s, "events", concert()), add(t, s, "events", concert("title", "Dance"))
		add(t, s, "venues", map[string]any{"venue": "Barn"})
		tests := []struct {
			action string
			more   []string
			title  string
			want   func(r map[string]any) bool
		}{
			{"add:tags", []string{"value.find", "new one"}, "Add tags", func(r map[string]any) bool { tags, _ := r["tags"].([]any); return len(tags) == 1 }},
			{"add:tags", []string{"value.find", "another"}, "Add tags", func(r map[string]any) bool { tags, _ := r["tags"].([]any); return len(tags) == 2 }},
			{"remove:tags", []string{"value.find", "new one"}, "Remove tags", func(r map[string]any) bool { tags, _ := r["tags"].([]any); return len(tags) == 1 }},
			{"set:venue", []string{"value.find", "barn"}, "Change venue", func(r map[string]any) bool { venue, _ := r["venue"].(map[string]any); return venue["venue"] == "Barn" }},
			{"set:cost", []string{"value", "$7"}, "Change price", func(r map[string]any) bool { return r["cost"] == "$7" }},
			{"set:featured=true", nil, "Featured: Yes", func(r map[string]any) bool { return r["featured"] == true }},
			{"set:event_status=postponed", nil, "Event status: Postponed", func(r map[string]any) bool { return r["event_status"] == "postponed" }},
		}
		for _, tt := range tests {
			before := []map[string]any{read(t, s, "events/"+one), read(t, s, "events/"+two)}
			page := b.post("/desk/records/events/bulk", append([]string{"action", tt.action, "id", one, "id", two}, tt.more...)...)
			page.shows(t, http.StatusOK, tt.title+"</h1>", "Review the changes, then confirm.", "Concert", "Dance")
			for i, id := range []string{one, two} {
				if now := read(t, s, "events/"+id); now["modified"] != before[i]["modified"] || now["status"] != before[i]["status"] {
					t.Errorf("%s: the preview changed event %s", tt.action, id)
				}
			}
			b.form(page, "/bulk").set("confirm", "1").send("").shows(t, http.StatusOK, "2 updated.")
			for _, id := range []string{one, two} {
				if r := read(t, s, "events/"+id); !tt.want(r) {
					t.Errorf("%s: event %s is %v %v %v", tt.action, id, r["status"], r["tags"], r["venue"])
				}
			}
		}
	}, records.Part)
}

func TestABulkActionSaysWhatFailedAndWhy(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		one, two := add(t, s, "events", concert()), add(t, s, "events", concert("title", "Dance"))
		page := b.post("/desk/records/events/bulk", "action", "set:cost", "value", "$3", "id", one, "id", two, "id", "999")
		page.shows(t, http.StatusOK, "#999", `class="error"`)
		s.Send("", http.MethodPatch, "events/"+two, map[string]any{"cost": "$1"})
		done := b.form(page, "/bulk").set("confirm", "1")
		done.send("").shows(t, http.StatusOK, "1 updated, 2 failed", "This record has changed")
		if a, b := read(t, s, "events/"+one), read(t, s, "events/"+two); a["cost"] != "$3" || b["cost"] != "$1" {
			t.Errorf("cost %v and %v", a["cost"], b["cost"])
		}
		// Sent twice, it changes nothing more and says the same.
		done.send("").shows(t, http.StatusOK, "1 updated, 2 failed")
		b.post("/desk/records/events/bulk", "action", "draft").shows(t, http.StatusSeeOther)
		b.post("/desk/records/events/bulk", "action", "explode", "id", one).shows(t, http.StatusSeeOther)
		b.post("/desk/records/events/bulk", "action", "set:venue", "id", one, "value.find", "nowhere", "confirm", "1").shows(t, http.StatusOK, "No venue called “nowhere”.")
	}, records.Part)
}

func TestListsSearchFilterSortAndCount(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		venue := add(t, s, "venues", map[string]any{"venue": "Red Barn", "city": "Ghent"})
		add(t, s, "events", map[string]any{"title": "Past", "start_date": "2020-01-01 10:00", "end_date": "2020-01-01 11:00", "venue": venue})
		add(t, s, "events", concert("status", "draft"))
		add(t, s, "events", concert("title", "Hidden", "hide_from_listings", "true"))
		tests := []struct {
			name, query string
			has, lacks  []string
		}{
			{"what comes next, hidden too", "", []string{">Concert<", ">Hidden<", "Upcoming <span class=\"count\">2", "Past <span class=\"count\">1", "All <span class=\"count\">3", "Drafts <span class=\"count\">1"}, []string{">Past</a>"}},
			{"everything", "?when=all", []string{">Past</a>", ">Concert</a>", ">Hidden</a>"}, nil},
			{"what is past", "?when=past", []string{">Past</a>"}, []string{">Concert</a>"}},
			{"a city of a venue", "?when=all&city=Ghent", []string{`<option value="Ghent" selected>Ghent`, ">Past</a>"}, []string{">Concert</a>"}},
			{"a status", "?status=draft", []string{">Concert<"}, []string{">Past<"}},
			{"a search", "?search=past", []string{">Past<"}, []string{">Concert<"}},
			{"a venue by its name", "?when=past&venue=red+barn", []string{">Past</a>", "selected>Red Barn"}, []string{">Concert<"}},
			{"a day", "?start_date=2026-01-01", []string{">Concert<"}, []string{">Past<"}},
			{"a value that is none", "?start_date=never", []string{`id="f-start-date-fault"`, `name="start_date" type="text" value="never"`}, []string{`type="date" value="never"`}},
			{"a venue that there is not", "?venue=nowhere", []string{"No venue called “nowhere”."}, nil},
			{"a page", "?when=all&per_page=1&page=2&orderby=title", []string{"2–2 of 3", "page=3", "page=1"}, nil},
		}
		for _, tt := range tests {
			page := b.get("/desk/records/events" + tt.query)
			for _, text := range tt.has {
				if !strings.Contains(page.text, text) {
					t.Errorf("%s: no %q in %d %s", tt.name, text, page.status, page.text)
				}
			}
			for _, text := range tt.lacks {
				if strings.Contains(page.text, text) {
					t.Errorf("%s: %q is shown", tt.name, text)
				}
			}
		}
		file := b.get("/desk/records/events/csv?search=past")
		file.shows(t, http.StatusOK, "Past,publish,2020-01-01 10:00,Red Barn")
		if strings.Contains(file.text, "Concert") {
			t.Errorf("the file has what the list does not: %s", file.text)
		}
		b.get("/desk/records/events/lookup?q=pas").shows(t, http.StatusOK, `"name":"Past"`)
		b.get("/desk/records/nothing").shows(t, http.StatusNotFound)
		b.get("/desk/records/events/999").shows(t, http.StatusNotFound)
	}, records.Part)
}

func TestASearchOfAListHasWhatComesNextFirst(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) { // It is June 2026.
		for _, day := range []string{"2027-01-01", "2020-01-01", "2026-07-01", "2025-01-01"} {
			add(t, s, "events", map[string]any{"title": "Fair " + day, "start_date": day + " 10:00", "end_date": day + " 12:00"})
		}
		for _, more := range []string{"", "&when=all", "&collapse=series"} {
			page := open(t, s).get("/desk/records/events?search=fair" + more)
			got := strings.Join(regexp.MustCompile(`>Fair ([0-9-]+)</a>`).FindAllString(page.text, -1), "")
			if want := ">Fair 2026-07-01</a>>Fair 2027-01-01</a>>Fair 2025-01-01</a>>Fair 2020-01-01</a>"; got != want {
				t.Errorf("%s: %s, want %s", more, got, want)
			}
			if got := strings.Count(page.text, `<a class="mark" href="events/`); got != 2 {
				t.Errorf("%d events can be copied at once, want the two that are past", got)
			}
		}
	}, records.Part)
}

func TestASearchOfAListFindsNamesOfLinkedRecords(t *testing.T) {
	migrated.Each(t, func(t *testing.T, at string) {
		s := servicetest.New(t, at, generated.Service(), withRecords)
		s.AddUser("ada", auth.RoleEditor)
		s.AddUser("cora", auth.RoleContributor)
		added := func(plural string, body map[string]any) int64 {
			var r struct{ ID int64 }
			s.Send("ada", http.MethodPost, plural, body).Decode(t, &r)
			return r.ID
		}
		jazz := added("categories", map[string]any{"name": "Jazz"})
		added("categories", map[string]any{"name": "Bebop", "parent": jazz})
		added("events", concert("title", "Quartet", "categories", "Jazz", "tags", "late"))
		added("events", concert("title", "Quintet", "categories", "Bebop"))
		barn := map[string]any{"venue": "Red Barn", "city": "Orléans"}
		host := map[string]any{"organizer": "Jazz Society", "status": "draft"}
		for title, more := range map[string]map[string]any{"Lecture": {"organizer": added("organizers", host)}, "Fair": {"venue": barn}, "All that jazz": nil} {
			body := concert("title", title)
			maps.Copy(body, more)
			added("events", body)
		}
		for user, searches := range map[string]map[string]string{
			"ada": {
				"jazz": "All that jazz, Lecture, Quartet, Quintet", "BARN": "Fair", "orleans": "Fair", "jazz late": "Quartet",
				"jazz -quartet": "All that jazz, Lecture, Quintet", "jazzy": "",
			},
			"cora": {"jazz": "All that jazz, Quartet, Quintet"},
		} {
			b := open(t, s).signIn(user)
			for search, want := range searches {
				var got []string
				lines, err := csv.NewReader(strings.NewReader(b.get("/desk/records/events/csv?search=" + url.QueryEscape(search)).text)).ReadAll()
				if err != nil {
					t.Fatal(err)
				}
				for _, line := range lines[1:] {
					got = append(got, line[1])
				}
				if slices.Sort(got); strings.Join(got, ", ") != want {
					t.Errorf("%s finds %q by %q, want %q", user, got, search, want)
				}
				for _, title := range got {
					b.get("/desk/records/events?search="+url.QueryEscape(search)).shows(t, http.StatusOK, ">"+title+"</a>")
				}
			}
		}
		var list struct{ Events []any }
		if s.Send("ada", http.MethodGet, "events?search=jazz&status=any", nil).Decode(t, &list); len(list.Events) != 1 {
			t.Errorf("the API finds %d events, want the one with the word in its title", len(list.Events))
		}
	})
}

func TestANameInUseIsAFaultOfItsField(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		add(t, s, "tags", map[string]any{"name": "folk"})
		b := open(t, s)
		b.form(b.get("/desk/records/tags/new"), "record").set("name", "Folk").send("save").shows(t, http.StatusBadRequest, `id="f-name-fault"`, "A tag with this name already exists.")
	}, records.Part)
}

func TestListsMarkWhatIsOutOfTheOrdinary(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		add(t, s, "events", concert("event_status", "canceled", "featured", "true", "show_map", "true"))
		add(t, s, "events", concert("title", "Dance"))
		add(t, s, "events", concert("title", "Gala", "date", "2026-06-20 09:00", "status", "publish"))
		page := open(t, s).get("/desk/records/events")
		page.shows(t, http.StatusOK, `Concert</a> <span class="mark">Featured</span> <span class="mark">Canceled</span></span></th>`, "Dance</a></span></th>",
			`Gala</a> <span class="mark good">Publishes Sat 20 Jun · 9 am</span></span></th>`)
	}, records.Part)
}

func TestWhatIsOverIsCopiedOnItsOwnPage(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		now := s.Clock.Now()
		at := func(days int) string { return now.AddDate(0, 0, days).Format("2006-01-02") }
		event := func(days int) string {
			return "/desk/records/events/" + add(t, s, "events", concert("start_date", at(days)+" 20:00", "end_date", at(days)+" 22:00"))
		}
		b := open(t, s)
		past, coming := event(-300), event(300)
		b.get(coming).shows(t, http.StatusOK, `<a href="`+coming+`/duplicate">Copy to another date…</a>`)
		made, page := b.form(b.get(past), "/duplicate").set("day", at(7)).saves("")
		copied := read(t, s, "events/"+idIn(made))
		if copied["start_date"] != at(7)+" 20:00:00" || copied["status"] != "publish" {
			t.Errorf("the copy is %v", copied)
		}
		page.shows(t, http.StatusOK, `Published. <a href="`+fmt.Sprint(copied["url"])+`">View page</a>`, `<a href="`+made+`/duplicate">Copy to another date…</a>`)
		b.form(page, "/undo").saves("")
		if status := read(t, s, "events/"+idIn(made))["status"]; status != "trash" {
			t.Errorf("after Undo the copy is %v", status)
		}
	}, records.Part)
}

func TestAFormLeadsBackToTheListAsItWas(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		at := "/desk/records/events/" + add(t, s, "events", concert("start_date", "2099-07-01 20:00", "end_date", "2099-07-01 22:00"))
		for _, from := range []string{"/desk/records/events?search=concert&when=all", "/desk/records/events/calendar?month=2099-07", "/desk"} {
			back := `<a href="` + strings.ReplaceAll(from, "&", "&amp;") + `">Back</a>`
			b.header.Set("Referer", b.site+from)
			page := b.get(at)
			b.header.Set("Referer", b.site+at)
			page.shows(t, http.StatusOK, back)
			saved, page := b.form(page, "record").set("title", "Concert").saves("save")
			page.shows(t, http.StatusOK, back)
			_, page = b.form(b.get(saved[:len(at)]+"/duplicate"+saved[len(at):]), "/duplicate").saves("draft")
			page.shows(t, http.StatusOK, back)
			got, _ := b.form(page, "/bulk").set("action", "trash").saves("")
			if got != from {
				t.Errorf("what is moved to the trash leads to %s, want %s", got, from)
			}
		}
		b.header.Set("Referer", "https://elsewhere.example/desk/records/events?search=x")
		b.get(at+"?back=https://elsewhere.example/").shows(t, http.StatusOK, `<a href="/desk/records/events">Back</a>`)
	}, records.Part)
}

func TestACopyOfACanceledEventTakesPlace(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		id := add(t, s, "events", concert("event_status", "canceled", "event_status_reason", "Rain", "online_url", "https://example.org/live"))
		b := open(t, s)
		at, _ := b.form(b.get("/desk/records/events/"+id+"/duplicate"), "/duplicate").saves("")
		copied := read(t, s, "events/"+idIn(at))
		if status, reason := copied["event_status"], copied["event_status_reason"]; status != nil || reason != nil {
			t.Errorf("the copy is %v because of %v", status, reason)
		}
		if copied["online_url"] != "https://example.org/live" {
			t.Errorf("online at %v", copied["online_url"])
		}
	}, records.Part)
}

func TestOnlyTheDeskListsHiddenEvents(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		add(t, s, "events", concert("title", "Hidden", "hide_from_listings", "true"))
		add(t, s, "events", concert())
		open(t, s).get("/desk/records/events").shows(t, http.StatusOK, ">Hidden<", ">Concert<")
		a := s.Send("", http.MethodGet, "events?context=edit&start_date=2000-01-01", nil)
		if body := string(a.Body); a.Status != http.StatusOK || strings.Contains(body, `"Hidden"`) || !strings.Contains(body, `"Concert"`) {
			t.Errorf("the API lists other events: %d %s", a.Status, body)
		}
	}, records.Part)
}

func TestAFileThatWouldLackRecordsIsRefused(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		more := func(from, to int) {
			err := s.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
				for n := from; n <= to; n++ {
					if _, err := b.Create(s.Env.Resource("tag"), map[string]any{"name": fmt.Sprint("Tag ", n)}, mutate.ImportedFields{}); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		more(1, 1000)
		if file := open(t, s).get("/desk/records/tags/csv"); file.status != http.StatusOK || strings.Count(file.text, "\n") != 1001 {
			t.Errorf("a file of 1,000 records: %d, %d lines", file.status, strings.Count(file.text, "\n"))
		}
		open(t, s).get("/desk/records/tags?per_page=1000").shows(t, http.StatusOK, "1–100 of 1,000")
		more(1001, 1001)
		open(t, s).get("/desk/records/tags/csv").shows(t, http.StatusBadRequest, "Exports are limited to 1,000 rows; this list has 1,001. Add a filter.")
	}, records.Part)
}

func TestAFormulaInAFileIsText(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		add(t, s, "tags", map[string]any{"name": "=1+1"})
		open(t, s).get("/desk/records/tags/csv").shows(t, http.StatusOK, "'=1+1")
	}, records.Part)
}

func TestWhatWaitsIsPublishedOrGivenBackWithAReason(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		good, bad := add(t, s, "events", concert("title", "Good", "status", "pending")), add(t, s, "events", concert("title", "Unclear", "status", "pending"))
		home := b.get("/desk")
		home.shows(t, http.StatusOK, "Events to review", "Good", "Unclear")
		b.form(home, good+"/decision").send("publish").shows(t, http.StatusSeeOther)
		b.form(home, bad+"/decision").set("reason", "Where is it? <b>Say</b>.").send("draft").shows(t, http.StatusSeeOther)
		if a, b := read(t, s, "events/"+good), read(t, s, "events/"+bad); a["status"] != "publish" || b["status"] != "draft" {
			t.Errorf("status %v and %v", a["status"], b["status"])
		}
		b.get("/desk/records/events/"+bad).shows(t, http.StatusOK, "Where is it? &lt;b&gt;Say&lt;/b&gt;.", "History")
		// A decision about what is no longer there is none.
		b.form(home, good+"/decision").send("draft").shows(t, http.StatusSeeOther)
		if r := read(t, s, "events/"+good); r["status"] != "publish" {
			t.Errorf("a page that was out of date changed the status to %v", r["status"])
		}
	}, records.Part)
}

func TestMarkupInEveryFieldIsText(t *testing.T) {
	const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		for plural, typed := range map[string][]string{
			"events":     {"title", "start_date", "end_date", "timezone", "description", "excerpt", "slug", "cost", "website", "image", "event_status_reason", "online_url", "tags.find", "venue.find", "venue.new.venue", "name.5", "key", "tag", "base", "ticketed"},
			"venues":     {"venue", "address", "city", "geo_lat", "description", "website"},
			"organizers": {"organizer", "email", "phone"},
			"categories": {"name", "description", "slug", "parent"},
			"tags":       {"name", "description"},
		} {
			for _, name := range typed {
				f := b.form(b.get("/desk/records/"+plural+"/new"), "record")
				f.set("title", "Concert", "start_date", "2026-07-01T20:00", "end_date", "2026-07-01T22:00", "venue", "1", "organizer", "o", "name", "n").set(name, attack)
				pages := []response{f.send("draft"), f.send("preview"), b.get("/desk/records/" + plural), b.get("/desk/records/" + plural + "?search=" + "%22%3E%3Cscript%3Ealert(1)%3C/script%3E")}
				if pages[0].location != "" {
					pages = append(pages, b.get(pages[0].location))
				}
				for _, page := range pages {
					if strings.Contains(page.text, "<script>alert") || strings.Contains(page.text, "<img src=x onerror") || strings.Contains(page.text, "onerror=alert(1)>") && !strings.Contains(page.text, "&gt;") {
						t.Errorf("%s of %s is markup: %s", name, plural, page.text)
					}
				}
			}
		}
	}, records.Part)
}

// withAccess is the calendar whose description has one more field of venues.
func withAccess() service.Definition {
	d := generated.Service()
	d.Resources = slices.Clone(d.Resources)
	for i, k := range d.Resources {
		if k.Name == "venue" {
			more := reflect.New(reflect.TypeFor[model.Resource]()).Elem()
			for f := range more.NumField() {
				if more.Type().Field(f).IsExported() {
					more.Field(f).Set(reflect.ValueOf(k).Elem().Field(f))
				}
			}
			venue := more.Addr().Interface().(*model.Resource)
			venue.Args = append(slices.Clone(k.Args), model.ArgsOf[struct {
				Access string `json:"access" enum:"ramp,stairs" default:"stairs" doc:"How to get in"`
			}]()...)
			d.Resources[i] = venue
		}
	}
	return d
}

func TestAFieldOfTheDescriptionIsInTheFormWithoutALineHere(t *testing.T) {
	eachService(t, withAccess(), func(t *testing.T, s *servicetest.Server) {
		page := open(t, s).get("/desk/records/venues/new")
		page.shows(t, http.StatusOK, `name="access"`, ">Access<", `<option value="stairs" selected>Stairs`, `<option value="ramp">Ramp`)
	}, func(c *service.Config) {
		c.Open = true
		c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) { return desk.New(api, records.Part).Lookup }
	})
}
