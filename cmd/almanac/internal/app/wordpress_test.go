package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/wordpress"
	"almanac/runtime/service"
)

// asWordPress mounts the API as WordPress mounts its own.
func asWordPress(c *service.Config) {
	withUsers(c)
	withPages(c)
	c.Deployment.BasePath, c.Deployment.Namespace = "/wp-json", "tribe/events/v1"
	c.Middleware = wordpress.Middleware
}

// openWordPress starts a service, and returns it with what its clients see as that of
// WordPress.
func openWordPress(t *testing.T, url string) (api, wp *site) {
	t.Helper()
	api = openSite(t, url, asWordPress)
	beside := *api
	beside.root = api.server.URL + "/wp-json/wp/v2"
	return api, &beside
}

// anywhere sends a request whose path begins with ~ where it is one of the whole server.
func (s *site) anywhere(user, method, path string, body any) response {
	return s.anywhereWith(nil, user, method, path, body)
}

// anywhereWith is anywhere with further headers.
func (s *site) anywhereWith(header map[string]string, user, method, path string, body any) response {
	target := *s
	if rest, whole := strings.CutPrefix(path, "~"); whole {
		target.root, path = s.server.URL, rest
	}
	return target.sendWith(header, user, method, path, body)
}

func (s *site) sendForm(user, path, form string) response {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.root+path, strings.NewReader(form))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth(user, password)
	response, err := s.server.Client().Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.read(response)
}

// rows returns the records of a list.
func (a response) rows(t *testing.T) []js {
	t.Helper()
	var list []js
	d := json.NewDecoder(strings.NewReader(a.text))
	d.UseNumber()
	if err := d.Decode(&list); err != nil {
		t.Fatalf("%v: %s", err, a.text)
	}
	return list
}

// at returns what stands at a path of members such as "data.term_id".
func (a response) at(path string) any {
	var value any = a.body
	for name := range strings.SplitSeq(path, ".") {
		members, _ := value.(js)
		value = members[name]
	}
	return value
}

// wpEvent returns the body of an event for wp/v2.
func wpEvent(title string, meta, more js) js {
	day := time.Now().AddDate(0, 1, 0).Format(time.DateOnly)
	body := js{"title": title, "status": "publish", "meta": js{"_EventStartDate": day + " 10:00:00", "_EventEndDate": day + " 12:00:00"}}
	for name, value := range meta {
		body["meta"].(js)[name] = value
	}
	for name, value := range more {
		body[name] = value
	}
	return body
}

// TestForeignProgramsWriteEvents does what programs for WordPress sites do that write
// events: they sign in by an application password, for which there are tokens here.
func TestForeignProgramsWriteEvents(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		api, wp := openWordPress(t, url)
		token, err := api.Env.Users.CreateToken(t.Context(), "editor", "foreign program", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		basic := map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte("editor:"+token))}
		write := func(s *site, status int, method, path string, body any) response {
			t.Helper()
			r := s.sendWith(basic, "", method, path, body)
			if r.status != status {
				t.Fatalf("%s %s: status %d, want %d: %s", method, path, r.status, status, r.text)
			}
			return r
		}
		// It checks its credentials.
		if me := write(wp, 200, http.MethodGet, "/users/me?context=edit", nil); me.body["name"] != "editor" || me.at("capabilities.publish_tribe_events") != true {
			t.Errorf("users/me: %s", me.text)
		}
		// It finds a venue, or creates it.
		if found := write(wp, 200, http.MethodGet, "/tribe_venue?search=town+hall", nil).rows(t); len(found) != 0 {
			t.Fatalf("found %v", found)
		}
		venue := write(wp, 201, http.MethodPost, "/tribe_venue", js{"title": "Town Hall", "status": "publish", "meta": js{"_VenueCity": "Lyon", "_VenueLat": "45.76", "_VenueLng": ""}})
		if found := write(wp, 200, http.MethodGet, "/tribe_venue?search=town+hall", nil).rows(t); len(found) != 1 || found[0]["id"] != venue.body["id"] {
			t.Fatalf("found %v", found)
		}
		organizer := write(wp, 201, http.MethodPost, "/tribe_organizer", js{"title": js{"raw": "Ann & Co"}, "status": "publish", "meta": js{"_OrganizerEmail": "ann@town.example"}})
		// It finds tags, or creates them, and takes the ID of one that is there already.
		tag := write(wp, 201, http.MethodPost, "/tags", js{"name": "Jazz"})
		again := write(wp, 400, http.MethodPost, "/tags", js{"name": "jazz"})
		if again.body["code"] != "term_exists" || again.at("data.term_id") != tag.body["id"] {
			t.Errorf("a second tag: %s", again.text)
		}
		// It creates the event through the API, and reads it back through both.
		event := write(api, 201, http.MethodPost, "/events", newEvent("Concert", js{"venue": venue.id(), "organizer": []int64{organizer.id()}, "tags": []int64{tag.id()}, "event_status_reason": ""}))
		path := fmt.Sprint("/tribe_events/", event.id())
		shown := write(wp, 200, http.MethodGet, path, nil)
		for member, want := range map[string]string{
			"meta._EventVenueID": fmt.Sprint([]any{venue.body["id"]}), "meta._EventOrganizerID": fmt.Sprint([]any{organizer.body["id"]}), "tags": fmt.Sprint([]any{tag.body["id"]}),
			"meta._tribe_events_status": "", "title.rendered": "Concert", "status": "publish",
		} {
			if got := fmt.Sprint(shown.at(member)); got != want {
				t.Errorf("%s is %q, want %q", member, got, want)
			}
		}
		// It cancels the event, which TEC takes through wp/v2 only.
		write(wp, 200, http.MethodPost, path, js{"meta": js{"_tribe_events_status": "canceled", "_tribe_events_status_reason": "Rain"}})
		read := api.mustBy("", 200, http.MethodGet, one("events", event.id()), nil)
		if read.body["event_status"] != "canceled" || read.body["event_status_reason"] != "Rain" || !strings.HasSuffix(fmt.Sprint(read.at("json_ld.eventStatus")), "EventCancelled") {
			t.Errorf("a canceled event: %s", read.text)
		}
		write(wp, 200, http.MethodPut, path, js{"meta": js{"_tribe_events_status": ""}})
		if read := api.mustBy("", 200, http.MethodGet, one("events", event.id()), nil); read.body["event_status"] != nil || read.body["title"] != "Concert" {
			t.Errorf("an event that takes place again: %s", read.text)
		}
	})
}

// TestAnEventIsWrittenThroughMeta compares what wp/v2 takes with what the API then shows.
func TestAnEventIsWrittenThroughMeta(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		api, wp := openWordPress(t, url)
		category := wp.mustBy("editor", 201, http.MethodPost, "/tribe_events_cat", js{"name": "Music"}).id()
		venue := wp.mustBy("editor", 201, http.MethodPost, "/tribe_venue", js{"title": "Hall", "status": "publish"}).id()
		tests := []struct {
			name        string
			meta, more  js
			field, want string // In the API.
		}{
			{"local times in a zone", js{"_EventStartDate": "2027-01-05 10:00:00", "_EventEndDate": "2027-01-05 11:00:00", "_EventTimezone": "Europe/Paris"}, nil, "utc_start_date", "2027-01-05 09:00:00"},
			{"UTC times that are sent along follow from the local ones", js{"_EventStartDate": "2027-01-05 10:00:00", "_EventEndDate": "2027-01-05 11:00:00", "_EventTimezone": "Europe/Paris", "_EventStartDateUTC": "2000-01-01 00:00:00"}, nil, "utc_start_date", "2027-01-05 09:00:00"},
			{"whole days", js{"_EventAllDay": true}, nil, "all_day", "true"},
			{"one venue without a list", js{"_EventVenueID": venue}, nil, "venue.id", fmt.Sprint(venue)},
			{"an address", js{"_EventURL": "https://town.example/"}, nil, "website", "https://town.example/"},
			{"a cost", js{"_EventCost": "10"}, nil, "cost", "$10"},
			{"a cost with a symbol", js{"_EventCost": "10", "_EventCurrencySymbol": "€"}, nil, "cost", "€10"},
			{"a cost as a number with a symbol behind it", js{"_EventCost": 10, "_EventCurrencySymbol": "€", "_EventCurrencyPosition": "suffix"}, nil, "cost", "10€"},
			{"a cost that has its symbol already", js{"_EventCost": "€10", "_EventCurrencySymbol": "€"}, nil, "cost", "€10"},
			{"a cost with the code of its currency", js{"_EventCost": "10", "_EventCurrencyCode": "EUR"}, nil, "cost_details.currency_code", "EUR"},
			{"categories", nil, js{"tribe_events_cat": []int64{category}}, "categories", "Music"},
			{"an empty object as categories", nil, js{"tribe_events_cat": js{}}, "categories", "[]"},
			{"an object with indexes as categories", nil, js{"tribe_events_cat": js{"0": category}}, "categories", "Music"},
			{"a content as an object", nil, js{"content": js{"raw": "<p>All about it</p>"}}, "description", "<p>All about it</p>"},
			{"a date of publication", nil, js{"date": "2026-01-02T03:04:05"}, "date", "2026-01-02 03:04:05"},
			{"a slug", nil, js{"slug": "own-slug"}, "slug", "own-slug"},
			{"without a status", nil, js{"status": nil}, "status", "draft"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				made := wp.mustBy("editor", 201, http.MethodPost, "/tribe_events", wpEvent("Fair", tt.meta, tt.more))
				if want := wp.root + "/tribe_events/" + fmt.Sprint(made.id()); pathIn(made.header.Get("Location")) != pathIn(want) {
					t.Errorf("Location %s, want %s", made.header.Get("Location"), want)
				}
				got := fmt.Sprint(api.mustBy("editor", 200, http.MethodGet, one("events", made.id()), nil).at(tt.field))
				if !strings.Contains(got, tt.want) {
					t.Errorf("%s is %s, want %s", tt.field, got, tt.want)
				}
			})
		}
	})
}

func pathIn(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return err.Error()
	}
	return u.Path
}

// TestRecordsHaveTheMembersOfWordPress compares the members of responses and their types
// with those that a WordPress 6.7 with The Events Calendar 6.17 was recorded with.
func TestRecordsHaveTheMembersOfWordPress(t *testing.T) {
	const (
		post = "id number, date text, date_gmt text, guid.rendered text, modified text, modified_gmt text, slug text, status text, type text, link text, title.rendered text, " +
			"content.rendered text, content.protected flag, excerpt.rendered text, excerpt.protected flag, author number, featured_media number, template text, " +
			"_links.self list, _links.collection list, _links.about list, _links.curies list"
		raw   = ", guid.raw text, title.raw text, content.raw text, excerpt.raw text"
		event = ", tags list, tribe_events_cat list, _links.wp:term list, meta._EventAllDay flag, meta._EventTimezone text, meta._EventStartDate text, meta._EventEndDate text, " +
			"meta._EventStartDateUTC text, meta._EventEndDateUTC text, meta._EventShowMap flag, meta._EventShowMapLink flag, meta._EventURL text, meta._EventCost text, " +
			"meta._EventCurrencySymbol text, meta._EventCurrencyCode text, meta._EventCurrencyPosition text, meta._EventOrganizerID list, meta._EventVenueID list, " +
			"meta._tribe_events_status text, meta._tribe_events_status_reason text"
		venue = ", meta._VenueAddress text, meta._VenueCity text, meta._VenueCountry text, meta._VenueProvince text, meta._VenueState text, meta._VenueZip text, meta._VenuePhone text, " +
			"meta._VenueURL text, meta._VenueStateProvince text, meta._VenueLat text, meta._VenueLng text, meta._VenueShowMap flag, meta._VenueShowMapLink flag"
		organizer = ", meta._OrganizerEmail text, meta._OrganizerPhone text, meta._OrganizerWebsite text"
		term      = "id number, count number, description text, link text, name text, slug text, taxonomy text, meta list, _links.self list, _links.collection list, _links.about list, _links.wp:post_type list, _links.curies list"
		typ       = "description text, hierarchical flag, name text, slug text, rest_base text, rest_namespace text, _links.collection list, _links.wp:items list, _links.curies list"
		user      = "id number, name text, url text, description text, link text, slug text, avatar_urls object, meta list, _links.self list"
	)
	_, wp := openWordPress(t, prepared.SQLite(t))
	id := func(path string, body js) string {
		return path + "/" + fmt.Sprint(wp.mustBy("editor", 201, http.MethodPost, path, body).id())
	}
	fair, hall, ann := id("/tribe_events", wpEvent("Fair", nil, nil)), id("/tribe_venue", js{"title": "Hall", "status": "publish"}), id("/tribe_organizer", js{"title": "Ann", "status": "publish"})
	tag, category := id("/tags", js{"name": "Jazz"}), id("/tribe_events_cat", js{"name": "Music"})
	tests := []struct{ path, members string }{
		{fair, post + event},
		{fair + "?context=edit", post + event + raw},
		{fair + "?context=embed", "id number, date text, slug text, type text, link text, title.rendered text, excerpt.rendered text, author number, featured_media number, _links.self list"},
		{hall, post + venue},
		{hall + "?context=edit", post + venue + raw},
		{ann, post + organizer},
		{tag, term},
		{category, term + ", parent number"},
		{"/types/tribe_events", typ + ", taxonomies list"},
		{"/types/tribe_venue", typ + ", taxonomies list"},
		{"/types", "tribe_events object, tribe_venue object, tribe_organizer object"},
		{"/taxonomies/tribe_events_cat", typ + ", types list"},
		{"/taxonomies/post_tag", typ + ", types list"},
		{"/users/me", user},
		{"/users/me?context=edit", user + ", username text, nickname text, roles list, capabilities object"},
		{"", "namespace text, routes object, _links.up list"},
		{"~/?rest_route=/", "name text, description text, url text, home text, gmt_offset number, timezone_string text, namespaces list, authentication.application-passwords object, routes object, _links.help list"},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			a := wp.anywhere("editor", http.MethodGet, tt.path, nil)
			for member := range strings.SplitSeq(tt.members, ", ") {
				name, want, _ := strings.Cut(member, " ")
				if got := typeOf(a.at(name)); got != want {
					t.Errorf("%s is %s, want %s", name, got, want)
				}
			}
		})
	}
}

// typeOf names the type of a value of JSON.
func typeOf(value any) string {
	switch value.(type) {
	case json.Number:
		return "number"
	case string:
		return "text"
	case bool:
		return "flag"
	case []any:
		return "list"
	case js:
		return "object"
	}
	return "nothing"
}

// TestErrorsHaveTheCodesOfWordPress compares errors with recorded ones.
func TestErrorsHaveTheCodesOfWordPress(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		_, wp := openWordPress(t, url)
		id := func(path string, body js) string {
			return path + "/" + fmt.Sprint(wp.mustBy("editor", 201, http.MethodPost, path, body).id())
		}
		public, draft := id("/tribe_events", wpEvent("Fair", nil, nil)), id("/tribe_events", wpEvent("Plan", nil, js{"status": "draft"}))
		locked, trash := id("/tribe_events", wpEvent("Party", nil, js{"password": "sesame", "content": "Bring cake"})), id("/tribe_events", wpEvent("Gone", nil, nil))
		wp.mustBy("editor", 200, http.MethodDelete, trash, nil)
		tag := id("/tags", js{"name": "Jazz"})
		tests := []struct {
			user, method, path string
			body               any
			status             int
			code               string
		}{
			{"", "GET", "/tribe_events/999999", nil, 404, "rest_post_invalid_id"},
			{"", "GET", "/tribe_venue/" + public[len("/tribe_events/"):], nil, 404, "rest_post_invalid_id"},
			{"", "GET", "/tags/999999", nil, 404, "rest_term_invalid"},
			{"", "GET", "/types/nope", nil, 404, "rest_type_invalid"},
			{"", "GET", "/taxonomies/nope", nil, 404, "rest_taxonomy_invalid"},
			{"", "GET", "/posts?context=edit", nil, 401, "rest_forbidden_context"},
			{"", "GET", "/posts/1", nil, 404, "rest_no_route"},
			{"editor", "POST", "/posts", js{"title": "News"}, 405, "rest_method_not_allowed"},
			{"", "GET", "/categories", nil, 404, "rest_no_route"},
			{"", "GET", "/users", nil, 404, "rest_no_route"},
			{"", "GET", "/settings", nil, 404, "rest_no_route"},
			{"", "GET", "/tags/nope", nil, 404, "rest_no_route"},
			{"", "GET", "~/wp-json/oembed/2.0", nil, 404, "rest_no_route"},
			{"", "GET", draft, nil, 401, "rest_forbidden"},
			{"contributor", "GET", draft, nil, 403, "rest_forbidden"},
			{"", "GET", trash, nil, 401, "rest_forbidden"},
			{"", "GET", public + "?context=edit", nil, 401, "rest_forbidden_context"},
			{"author", "GET", public + "?context=edit", nil, 403, "rest_forbidden_context"},
			{"", "GET", "/tribe_events?context=edit", nil, 401, "rest_forbidden_context"},
			{"", "GET", public + "?context=nope", nil, 400, "rest_invalid_param"},
			{"", "GET", locked + "?password=wrong", nil, 403, "rest_post_incorrect_password"},
			{"", "GET", "/tribe_events?page=9999", nil, 400, "rest_post_invalid_page_number"},
			{"", "GET", "/tags?page=9999", nil, 200, ""},
			{"", "GET", "/tags?per_page=101", nil, 400, "rest_invalid_param"},
			{"", "GET", "/tags?per_page=0", nil, 400, "rest_invalid_param"},
			{"", "GET", "/tags?page=0", nil, 400, "rest_invalid_param"},
			{"", "GET", "/tags?orderby=nope", nil, 400, "rest_invalid_param"},
			{"", "GET", "/tribe_events?status=draft", nil, 400, "rest_invalid_param"},
			{"", "GET", "/tribe_events?offset=2", nil, 400, "rest_invalid_param"},
			{"", "GET", "/tribe_events?slug=a,b", nil, 400, "rest_invalid_param"},
			{"", "GET", "/users/me", nil, 401, "rest_not_logged_in"},
			{"", "POST", "/tags", js{"name": "New"}, 401, "rest_cannot_create"},
			{"subscriber", "POST", "/tribe_venue", js{"title": "New"}, 403, "rest_cannot_create"},
			{"", "POST", "/tribe_events", wpEvent("x", nil, nil), 401, "rest_cannot_create"},
			{"author", "POST", public, js{"title": "x"}, 403, "rest_cannot_edit"},
			{"", "DELETE", public, nil, 401, "rest_cannot_delete"},
			{"editor", "POST", "/tags", js{"name": "JAZZ"}, 400, "term_exists"},
			{"editor", "POST", "/tags", js{}, 400, "rest_missing_callback_param"},
			{"editor", "POST", "/tags", js{"name": ""}, 400, "rest_invalid_param"},
			{"editor", "POST", "/tribe_events", js{"title": "No dates"}, 400, "rest_missing_callback_param"},
			{"editor", "POST", "/tribe_events", wpEvent("x", nil, js{"status": "nope"}), 400, "rest_invalid_param"},
			{"editor", "POST", "/tribe_events", wpEvent("x", js{"_tribe_events_status": "nope"}, nil), 400, "rest_invalid_param"},
			{"editor", "POST", "/tribe_events", js{"title": "x", "meta": "text"}, 400, "rest_invalid_param"},
			{"editor", "POST", "/tribe_venue", js{"title": "x", "password": "sesame"}, 400, "rest_invalid_param"},
			{"editor", "DELETE", tag, nil, 501, "rest_trash_not_supported"},
			{"editor", "DELETE", trash, nil, 410, "rest_already_trashed"},
			{"editor", "DELETE", "/tags", nil, 405, "rest_method_not_allowed"},
			{"nobody", "GET", "/tags", nil, 401, "incorrect_password"},
			{"nobody", "GET", "", nil, 401, "incorrect_password"},
		}
		for _, tt := range tests {
			t.Run(tt.user+" "+tt.method+" "+tt.path, func(t *testing.T) {
				a := wp.anywhere(tt.user, tt.method, tt.path, tt.body)
				if code, _ := a.body["code"].(string); a.status != tt.status || code != tt.code {
					t.Errorf("%d %s, want %d %s: %s", a.status, code, tt.status, tt.code, a.text)
				}
			})
		}
		for _, user := range []string{"", "editor"} {
			a := wp.mustBy(user, 200, "GET", "/posts?per_page=1", nil)
			if total, pages := a.header.Get("X-WP-Total"), a.header.Get("X-WP-TotalPages"); a.text != "[]" || total != "0" || pages != "0" {
				t.Errorf("%q reads blog posts as %s, %s on %s pages, want none", user, a.text, total, pages)
			}
		}
		bad := wp.send("editor", "POST", "/tribe_events", wpEvent("x", js{"_EventStartDate": "never"}, js{"featured_media": "nope"}))
		if got := fmt.Sprint(bad.body["message"]); got != "Invalid parameters: featured_media, meta._EventStartDate." {
			t.Errorf("faulty members are named %q", got)
		}
		if a := wp.mustBy("", 200, "GET", locked, nil); a.at("content.rendered") != "" || a.at("content.protected") != true || strings.Contains(a.text, "cake") {
			t.Errorf("a protected event: %s", a.text)
		}
		for _, path := range []string{locked + "?password=sesame", locked + "?context=edit"} {
			user := map[bool]string{true: "editor"}[strings.Contains(path, "edit")]
			if a := wp.mustBy(user, 200, "GET", path, nil); !strings.Contains(a.text, "cake") || a.at("content.protected") != true {
				t.Errorf("%s: %s", path, a.text)
			}
		}
	})
}

func TestListsOfWordPress(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		api, wp := openWordPress(t, url)
		add := func(title string, more js) int64 {
			return api.mustBy("editor", 201, http.MethodPost, "/events", newEvent(title, more)).id()
		}
		past := add("Past fair", js{"start_date": "2001-02-03 10:00:00", "end_date": "2001-02-03 11:00:00", "date": "2001-01-01 00:00:00", "tags": "Old"})
		hidden := add("Hidden fair", js{"hide_from_listings": true, "date": "2003-01-01 00:00:00"})
		add("Draft", js{"status": "draft"})
		far := add("Far concert", js{"start_date": "2090-02-03 10:00:00", "end_date": "2090-02-03 11:00:00", "date": "2002-01-01 00:00:00", "categories": "Music"})
		tags := api.mustBy("", 200, http.MethodGet, "/tags", nil).body["tags"].([]any)
		category := api.mustBy("", 200, http.MethodGet, "/categories", nil).body["categories"].([]any)[0].(js)["id"]
		for i := range 60 {
			api.mustBy("editor", 201, http.MethodPost, "/tags", js{"name": fmt.Sprintf("Tag %02d", i)})
		}
		ids := func(list ...int64) string { return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]") }
		tests := []struct{ user, path, want string }{
			{"", "/tribe_events", ids(hidden, far, past)},
			{"", "/tribe_events?order=asc", ids(past, far, hidden)},
			{"", "/tribe_events?orderby=title&order=asc", ids(far, hidden, past)},
			{"", "/tribe_events?orderby=id", ids(far, hidden, past)},
			{"", "/tribe_events?include=" + ids(past, hidden) + "&orderby=include", ids(past, hidden)},
			{"", "/tribe_events?include[]=" + ids(past) + "&include[]=999999", ids(past)},
			{"", "/tribe_events?slug=hidden-fair", ids(hidden)},
			{"", "/tribe_events?slug=draft", ""},
			{"", "/tribe_events?search=fair", ids(hidden, past)},
			{"", "/tribe_events?search=", ids(hidden, far, past)},
			{"", "/tribe_events?per_page=1&page=2", ids(far)},
			{"", "/tribe_events?tribe_events_cat=" + fmt.Sprint(category), ids(far)},
			{"", "/tribe_events?tags=" + fmt.Sprint(tags[0].(js)["id"]), ids(past)},
			{"", "/tags?slug=tag-07&_fields=id,name", fmt.Sprint(api.mustBy("", 200, http.MethodGet, "/tags?hide_empty=0&slug=tag-07", nil).body["tags"].([]any)[0].(js)["id"])},
			{"", "/tags?post=" + ids(past), fmt.Sprint(tags[0].(js)["id"])},
			{"", "/tribe_venue?slug=nope", ""},
		}
		for _, tt := range tests {
			t.Run(tt.path, func(t *testing.T) {
				a := wp.mustBy(tt.user, 200, http.MethodGet, tt.path, nil)
				var got []string
				for _, row := range a.rows(t) {
					got = append(got, fmt.Sprint(row["id"]))
				}
				if strings.Join(got, ",") != tt.want {
					t.Errorf("found %v, want %s", got, tt.want)
				}
			})
		}
		if a := wp.mustBy("editor", 200, http.MethodGet, "/tribe_events?status=any", nil); len(a.rows(t)) != 4 {
			t.Errorf("an editor finds %d events of any status, want 4", len(a.rows(t)))
		}
		a := wp.mustBy("", 200, http.MethodGet, "/tags?per_page=55&page=1", nil)
		if len(a.rows(t)) != 55 || a.header.Get("X-WP-Total") != "61" || a.header.Get("X-WP-TotalPages") != "2" {
			t.Errorf("%d tags of %s on %s pages", len(a.rows(t)), a.header.Get("X-WP-Total"), a.header.Get("X-WP-TotalPages"))
		}
		links := strings.Join(a.header.Values("Link"), ", ")
		if !strings.Contains(links, `/wp-json/wp/v2/tags?page=2&per_page=55>; rel="next"`) || strings.Contains(links, "prev") || !strings.Contains(links, `/wp-json/>; rel="https://api.w.org/"`) {
			t.Errorf("Link %s", links)
		}
		last := wp.mustBy("", 200, http.MethodGet, "/tags?per_page=55&page=2&_fields=id", nil)
		if links := strings.Join(last.header.Values("Link"), ", "); strings.Contains(links, "next") || !strings.Contains(links, `page=1&per_page=55>; rel="prev"`) || len(last.rows(t)[0]) != 1 {
			t.Errorf("Link %s, tags %s", links, last.text)
		}
	})
}

// TestWordPressAllowsWhatTheAPIAllows compares both for callers, records and methods. Writes
// name another version of the record than there is, so that those that are allowed end in
// 412.
func TestWordPressAllowsWhatTheAPIAllows(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		api, wp := openWordPress(t, url)
		users := []string{"", "subscriber", "contributor", "author", "editor", "administrator"}
		var records [][2]string // Paths in both.
		for _, resource := range [][3]string{{"events", "tribe_events", "title"}, {"venues", "tribe_venue", "venue"}, {"organizers", "tribe_organizer", "organizer"}} {
			for _, owner := range []string{"contributor", "author", "editor"} {
				user, err := api.Env.Users.Find(t.Context(), owner)
				if err != nil {
					t.Fatal(err)
				}
				for _, status := range []string{"publish", "draft", "private", "trash"} {
					id := api.mustBy("administrator", 201, http.MethodPost, "/"+resource[0], newEvent("Record", js{resource[2]: owner + " " + status, "author": user.ID, "status": status})).id()
					records = append(records, [2]string{one(resource[0], id), one(resource[1], id)})
				}
			}
		}
		for _, resource := range [][2]string{{"categories", "tribe_events_cat"}, {"tags", "tags"}} {
			id := api.mustBy("administrator", 201, http.MethodPost, "/"+resource[0], js{"name": "Term"}).id()
			records = append(records, [2]string{one(resource[0], id), one(resource[1], id)})
		}
		other := map[string]string{"If-Match": `"9999-0"`}
		refused := func(a response) bool { return a.status == http.StatusUnauthorized || a.status == http.StatusForbidden }
		compared, forbidden := 0, 0
		for _, user := range users {
			for _, record := range records {
				for _, request := range [][2]string{{http.MethodGet, ""}, {http.MethodPatch, ""}, {http.MethodDelete, ""}, {http.MethodDelete, "?force=true"}} {
					if request == [2]string{http.MethodDelete, ""} && (strings.HasPrefix(record[0], "/tags/") || strings.HasPrefix(record[0], "/categories/")) {
						continue // Terms have no trash.
					}
					header := map[string]string{}
					var body any
					if request[0] != http.MethodGet {
						header, body = other, js{"excerpt": "x", "description": "x"}
					}
					a, b := api.sendWith(header, user, request[0], record[0]+request[1], body), wp.sendWith(header, user, request[0], record[1]+request[1], body)
					compared++
					if refused(a) {
						forbidden++
					}
					if refused(a) != refused(b) || b.status == http.StatusOK && request[0] != http.MethodGet {
						t.Errorf("%s %s %s: the API answers %d, wp/v2 %d: %s", user, request[0], record[1], a.status, b.status, b.text)
					}
				}
			}
			for _, resource := range [][3]string{{"events", "tribe_events", "title"}, {"venues", "tribe_venue", "venue"}, {"organizers", "tribe_organizer", "organizer"}, {"categories", "tribe_events_cat", "name"}, {"tags", "tags", "name"}} {
				title := "New of " + user
				a := api.send(user, http.MethodPost, "/"+resource[0]+"?dry_run=true", newEvent(title, js{resource[2]: title, "status": "publish"}))
				b := wp.send(user, http.MethodPost, "/"+resource[1], wpEvent(title, nil, js{"name": title}))
				if refused(a) != refused(b) || !refused(b) && fmt.Sprint(a.body["status"]) != fmt.Sprint(b.body["status"]) {
					t.Errorf("%s creates %s: the API answers %d %v, wp/v2 %d %v", user, resource[0], a.status, a.body["status"], b.status, b.body["status"])
				}
			}
		}
		if compared < 700 || forbidden < 200 {
			t.Errorf("compared %d requests, of which %d are refused", compared, forbidden)
		}
	})
}

func TestProgramsFindTheAPI(t *testing.T) {
	api, wp := openWordPress(t, prepared.SQLite(t))
	event := api.mustBy("editor", 201, http.MethodPost, "/events", newEvent("Fair", js{"categories": []string{"Music & Art"}, "tags": "Free", "venue": js{"venue": "Hall"}})).id()
	origin := api.Env.Deployment.SiteURL
	root := origin + "/wp-json/tribe/events/v1/"
	for path, want := range map[string]string{
		"/": root, "/event/fair/": root + fmt.Sprint("events/", event), "/events/category/music-art/": root + "events/?categories=music-art",
		"/tag/free/": root + "events/?tags=free", "/venue/hall/": root, "/event/none/": root,
	} {
		t.Run(path, func(t *testing.T) {
			a := api.page(http.MethodGet, path, nil)
			got := []string{a.header.Get("X-TEC-API-ROOT"), a.header.Get("X-TEC-API-VERSION"), a.header.Get("X-TEC-API-ORIGIN"), a.header.Get("Link")}
			if diff := cmp.Diff([]string{want, "v1", origin, "<" + origin + `/wp-json/>; rel="https://api.w.org/"`}, got); diff != "" {
				t.Errorf("headers (-want +got):\n%s", diff)
			}
			for _, tag := range []string{
				`<link rel="https://api.w.org/" href="` + origin + `/wp-json/">`, `<link rel="alternate" href="` + strings.ReplaceAll(want, "&", "&amp;") + `">`,
				`<meta name="tec-api-version" content="v1">`, `<meta name="tec-api-origin" content="` + origin + `">`,
			} {
				if !strings.Contains(a.text, tag) {
					t.Errorf("the page has no %s", tag)
				}
			}
		})
	}
	for _, path := range []string{"/wp-json", "/wp-json/", "/?rest_route=/", "/index.php?rest_route=/"} {
		var index struct {
			Namespaces []string       `json:"namespaces"`
			Routes     map[string]any `json:"routes"`
		}
		if err := json.Unmarshal([]byte(api.page(http.MethodGet, path, nil).text), &index); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if !slices.Equal(index.Namespaces, []string{"oembed/1.0", "tribe/events/v1", "wp/v2"}) || index.Routes["/"] == nil || index.Routes["/wp/v2/tags"] == nil || index.Routes[`/tribe/events/v1/events/(?P<id>\d+)`] == nil {
			t.Errorf("%s: namespaces %v, %d routes", path, index.Namespaces, len(index.Routes))
		}
	}
	if a := wp.mustBy("", 200, http.MethodOptions, "/tags", nil); a.header.Get("Allow") != "GET, POST, HEAD, OPTIONS" {
		t.Errorf("Allow %s", a.header.Get("Allow"))
	}
}

func TestWordPressIsMissingWhereTheAPIIsMountedElsewhere(t *testing.T) {
	for _, mount := range []string{"", "/calendar", "/wp-json/more"} {
		s := openSite(t, prepared.SQLite(t), asWordPress, func(c *service.Config) { c.Deployment.BasePath = mount })
		for _, path := range []string{"/wp-json/", "/wp-json/wp/v2/tags", mount + "/wp/v2/tags"} {
			if a := s.page(http.MethodGet, path, nil); a.status != http.StatusNotFound {
				t.Errorf("mounted at %q, %s is answered with %d", mount, path, a.status)
			}
		}
		if a := s.page(http.MethodGet, "/", nil); a.header.Get("X-TEC-API-ROOT") != "" || a.header.Get("Link") != "" || strings.Contains(a.text, "tec-api") {
			t.Errorf("mounted at %q, pages say where the API of WordPress is", mount)
		}
	}
}

// TestRequestsOfWordPressTakeOtherForms sends what clients send that can send less.
func TestRequestsOfWordPressTakeOtherForms(t *testing.T) {
	_, wp := openWordPress(t, prepared.SQLite(t))
	tag := wp.mustBy("editor", 201, http.MethodPost, "/tags", js{"name": "Jazz"})
	path := fmt.Sprint("/tags/", tag.id())
	tests := []struct {
		name, method, path string
		header             map[string]string
		status             int
		has                string
	}{
		{"a method in the query", "POST", path + "?_method=PUT&name=Blues", nil, 200, `"name":"Blues"`},
		{"a method in a header", "POST", path + "?name=Soul", map[string]string{"X-HTTP-Method-Override": "PATCH"}, 200, `"name":"Soul"`},
		{"a GET never writes", "GET", path + "?_method=DELETE&force=true", nil, 200, `"name":"Soul"`},
		{"an envelope", "GET", "/tags?_envelope=1&_fields=id", nil, 200, `"X-WP-Total":1,`},
		{"an error in an envelope", "GET", "/tags/999?_envelope=1", nil, 200, `"status":404`},
		{"an address as a query", "GET", "~/?rest_route=/wp/v2" + path, nil, 200, `"name":"Soul"`},
		{"members of members", "GET", path + "?_fields=name,_links.self", nil, 200, `{"_links":{"self":[{"href":`},
		{"a slash at the end", "GET", path + "/", nil, 200, `"name":"Soul"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if a := wp.anywhereWith(tt.header, "editor", tt.method, tt.path, nil); a.status != tt.status || !strings.Contains(a.text, tt.has) {
				t.Errorf("%d: %s, want %d with %s", a.status, a.text, tt.status, tt.has)
			}
		})
	}
	t.Run("a form, and the method in it", func(t *testing.T) {
		if a := wp.sendForm("editor", "/tags", "name=Form"); a.status != 201 || a.body["name"] != "Form" {
			t.Errorf("%d: %s", a.status, a.text)
		}
		if a := wp.sendForm("editor", path, "_method=delete&force=true"); a.status != 200 || a.body["deleted"] != true {
			t.Errorf("%d: %s", a.status, a.text)
		}
		wp.mustBy("editor", 404, http.MethodGet, path, nil)
	})
	t.Run("the same write once", func(t *testing.T) {
		once := map[string]string{"Idempotency-Key": "key-1"}
		first := wp.sendWith(once, "editor", "POST", "/tribe_venue?_fields=id,type", js{"title": "Hall"})
		again := wp.sendWith(once, "editor", "POST", "/tribe_venue?_fields=id,type", js{"title": "Hall"})
		if first.status != 201 || again.text != first.text || first.body["type"] != "tribe_venue" {
			t.Errorf("%d %s, then %d %s", first.status, first.text, again.status, again.text)
		}
	})
	t.Run("another version than there is", func(t *testing.T) {
		fair := fmt.Sprint("/tribe_events/", wp.mustBy("editor", 201, http.MethodPost, "/tribe_events", wpEvent("Fair", nil, nil)).id())
		tag := wp.mustBy("editor", 200, http.MethodGet, fair, nil).header.Get("ETag")
		for _, want := range []int{200, 412} {
			if a := wp.sendWith(map[string]string{"If-Match": tag}, "editor", "PATCH", fair, js{"title": "Other"}); a.status != want {
				t.Errorf("%d, want %d: %s", a.status, want, a.text)
			}
		}
	})
}

// TestAForeignProgramUploadsAnImage uploads through wp/v2 and uses the image by its ID.
func TestAForeignProgramUploadsAnImage(t *testing.T) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 400, 300))); err != nil {
		t.Fatal(err)
	}
	prepared.Sampled(t, func(t *testing.T, url string) {
		api := openSite(t, url, asWordPress, func(c *service.Config) { c.Media = "file:" + t.TempDir() })
		token, err := api.Env.Users.CreateToken(t.Context(), "author", "foreign program", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		wp := *api
		wp.root = api.server.URL + "/wp-json/wp/v2"
		upload := func(query, user, secret string) response {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, wp.root+"/media"+query, bytes.NewReader(picture.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "image/png")
			r.Header.Set("Content-Disposition", `attachment; filename="hall.png"`)
			if user != "" {
				r.SetBasicAuth(user, secret)
			}
			response, err := api.server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			return wp.read(response)
		}
		for user, want := range map[string]int{"": 401, "contributor": 403} {
			if a := upload("", user, password); a.status != want {
				t.Errorf("%q uploads: %d, want %d: %s", user, a.status, want, a.text)
			}
		}
		if a := upload("?dry_run=true", "author", token); a.status != 201 || a.header.Get("Location") != "" {
			t.Errorf("tried: %d %v %s", a.status, a.header, a.text)
		}
		media := upload("", "author", token)
		if media.status != 201 || media.body["source_url"] == nil || media.at("media_details.sizes.thumbnail.source_url") == nil {
			t.Fatalf("uploaded: %d %s", media.status, media.text)
		}
		path := fmt.Sprint("/media/", media.id())
		if got := media.header.Get("Location"); !strings.HasSuffix(got, "/wp-json/wp/v2"+path) || media.header.Get("X-WP-Upload-Attachment-ID") != fmt.Sprint(media.id()) {
			t.Errorf("Location %s", got)
		}
		event := api.mustBy("author", 201, http.MethodPost, "/events", newEvent("Concert", js{"image": media.id()}))
		if got := event.at("image.id"); fmt.Sprint(got) != fmt.Sprint(media.id()) {
			t.Errorf("the image of the event is %v", got)
		}
		second := wp.mustBy("author", 201, http.MethodPost, "/tribe_events", wpEvent("Second concert", nil, js{"featured_media": media.id()}))
		if got := fmt.Sprint(second.body["featured_media"]); got != fmt.Sprint(media.id()) || second.at("_links.wp:featuredmedia") == nil {
			t.Errorf("featured_media is %s: %s", got, second.text)
		}
		if a := wp.mustBy("author", 200, http.MethodPost, fmt.Sprint("/tribe_events/", second.id()), js{"featured_media": 0}); fmt.Sprint(a.body["featured_media"]) != "0" {
			t.Errorf("the image was not taken away: %s", a.text)
		}
		list := wp.mustBy("", 200, http.MethodGet, "/media?_fields=id,source_url", nil)
		if rows := list.rows(t); len(rows) != 1 || len(rows[0]) != 2 || list.header.Get("X-WP-Total") != "1" {
			t.Errorf("images: %s", list.text)
		}
		if a := wp.mustBy("author", 200, http.MethodPost, path, js{"alt_text": "The hall"}); a.body["alt_text"] != "The hall" {
			t.Errorf("changed: %s", a.text)
		}
		wp.mustBy("", 200, http.MethodGet, path, nil)
		wp.mustBy("", 401, http.MethodDelete, path+"?force=true", nil)
		wp.mustBy("author", 200, http.MethodDelete, path+"?force=true", nil)
		wp.mustBy("", 404, http.MethodGet, path, nil)
		if a := wp.mustBy("", 200, http.MethodGet, fmt.Sprint("/tribe_events/", event.id()), nil); fmt.Sprint(a.body["featured_media"]) != "0" {
			t.Errorf("a deleted image is featured: %s", a.text)
		}
	})
}
