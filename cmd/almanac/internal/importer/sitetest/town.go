package sitetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Town is a made-up site of The Events Calendar that has, all at once, the peculiarities
// that were seen on live sites: categories of equal names in another order each time and
// a total that is too small, hidden events, canceled and postponed ones, costs, zones and
// HTML of many forms, protected, private, trashed and draft records, and responses that are
// broken, slow, redirected, or begin with warnings.
type Town struct {
	Site

	Steady    bool   // Answers nothing in an odd way, so that programs need not pause.
	Moved     string // Site that has the pictures now, where Records names them; "" for this one.
	NoNumbers bool   // Has no tec/v1, as releases before 6.15.
	Unmasked  bool   // Lists show protected venues and organizers, as releases before 6.15.3.
	Meta      string // Of venues and organizers in wp/v2, which then has no excerpts either; "" for all.
	Words     Words  // Of its addresses and costs; those of PlayTownIn.

	records map[string][]map[string]any // By resource, in the order of lists.
	byID    map[string]map[int64]map[string]any
	status  map[int64][2]string // Of events in wp/v2: status and reason.
	typed   map[int64]string    // Costs of events in wp/v2.

	pictures map[string][]byte // By their names below /wp-content/uploads/.

	mutex sync.Mutex
	asked int            // Requests, and so which of them are answered in an odd way.
	sent  map[string]int // How often pictures were asked for.
}

// Now is the time at which the events of a Town are coming or over.
const Now = "2026-11-20 12:00:00"

// PlayTown plays an English Town with so many events over HTTP.
func PlayTown(t testing.TB, events int) *Town {
	t.Helper()
	return PlayTownIn(t, English(), events)
}

// PlayTownIn plays a Town in another language.
func PlayTownIn(t testing.TB, words Words, events int) *Town {
	t.Helper()
	s := &Town{
		Words: words, records: map[string][]map[string]any{}, byID: map[string]map[int64]map[string]any{},
		status: map[int64][2]string{}, typed: map[int64]string{}, pictures: map[string][]byte{}, sent: map[string]int{},
	}
	s.pictures[program] = []byte("%PDF-1.4\n% The program of the year\n%%EOF\n")
	s.User, s.Closed = "ada", false
	s.server = httptest.NewServer(http.HandlerFunc(s.serveTown))
	t.Cleanup(s.server.Close)
	s.URL = s.server.URL + Root
	s.terms()
	s.places()
	for n := range events {
		s.event(n)
	}
	slices.SortStableFunc(s.records["events"], func(a, b map[string]any) int {
		return strings.Compare(a["start_date"].(string), b["start_date"].(string))
	})
	return s
}

// Records returns the records of a resource by id, in English, as editors of the site see them:
// with what passwords protect. Protected venues and organizers are private, as elsewhere.
func (t *Town) Records(resource string) map[int64]map[string]any {
	all := map[int64]map[string]any{}
	for id, r := range t.byID[resource] {
		if shown := maps.Clone(r); r["protected"] != nil {
			delete(shown, "protected")
			if r = shown; resource != "events" {
				shown["status"] = "private"
			}
		}
		content, _ := json.Marshal(r) // It always encodes.
		if t.Moved != "" {
			content = bytes.ReplaceAll(content, []byte(t.server.URL+uploads), []byte(t.Moved+uploads))
		}
		var read map[string]any
		_ = json.Unmarshal(content, &read)
		all[id] = read
	}
	return all
}

// Protect protects a record with a password, or no longer for "".
func (t *Town) Protect(resource string, id int64, password string) {
	if t.byID[resource][id]["protected"] = password; password == "" {
		delete(t.byID[resource][id], "protected")
	}
}

// Change changes members of a record, a minute after the last change.
func (t *Town) Change(resource string, id int64, members map[string]any) {
	record := t.byID[resource][id]
	for _, name := range []string{"modified", "modified_utc"} {
		at, _ := time.Parse(time.DateTime, record[name].(string)) // As post writes it.
		record[name] = at.Add(time.Minute).Format(time.DateTime)
	}
	maps.Copy(record, members)
}

// Password returns the password of a record, "" for none.
func (t *Town) Password(resource string, id int64) string {
	password, _ := t.byID[resource][id]["protected"].(string)
	return password
}

// Highest returns the highest id of events.
func (t *Town) Highest() int64 { return slices.Max(slices.Collect(maps.Keys(t.byID["events"]))) }

// Status returns the status of an event in wp/v2, and its reason.
func (t *Town) Status(id int64) (status, reason string) { return t.status[id][0], t.status[id][1] }

// First ids of the resources; terms have ids of their own.
const (
	firstVenue     = 1001
	firstOrganizer = 1101
	firstEvent     = 2001
)

// add adds a record of a resource.
func (t *Town) add(resource string, id int64, r map[string]any) {
	r["id"] = id
	t.records[resource] = append(t.records[resource], r)
	if t.byID[resource] == nil {
		t.byID[resource] = map[int64]map[string]any{}
	}
	t.byID[resource][id] = r
}

// terms makes 114 categories in four levels, half of them with the same name, and tags.
func (t *Town) terms() {
	for n := range 114 {
		name := "Live"
		if n%2 == 0 {
			name = fmt.Sprintf("Théâtre %d &amp; more", n)
		}
		parent := int64(0)
		if n%4 > 0 {
			parent = int64(n) // The one before, whose id is greater by one than its number.
		}
		t.add("categories", int64(n+1), map[string]any{
			"name": name, "slug": fmt.Sprintf("category-%d", n),
			"description": []string{"", "In <b>bold</b> &amp; “quotes”"}[n%20/19], "parent": parent,
			"taxonomy": "tribe_events_cat",
		})
	}
	for n := range 60 {
		t.add("tags", int64(n+201), map[string]any{
			"name": fmt.Sprintf("tag %d", n/2), "slug": fmt.Sprintf("tag-%d", n), "description": "", "taxonomy": "post_tag",
		})
	}
}

func (t *Town) post(page, slug, name string, n int) map[string]any {
	at := time.Date(2025, 1, 1, 5, 0, 0, 0, time.UTC).Add(time.Duration(n) * 5 * time.Hour)
	local := at.Add(time.Hour) // Paris in winter; what it shows is what counts.
	return map[string]any{
		"author": fmt.Sprint(1 + n%4), "status": "publish", page: name, "slug": slug,
		"url":  t.server.URL + "/" + t.Words.Records[page] + "/" + slug + "/",
		"date": local.Format(time.DateTime), "date_utc": at.Format(time.DateTime), "modified": local.Format(time.DateTime),
		"modified_utc": at.Format(time.DateTime),
	}
}

// places makes venues and organizers, some with the same name.
func (t *Town) places() {
	for n := range 60 {
		v := t.post("venue", fmt.Sprintf("hall-%d", n), fmt.Sprintf("Hall %d", n/3), n)
		maps.Copy(v, map[string]any{
			"address": fmt.Sprintf("%d Rue d&#8217;Or", n), "city": "Paris", "country": "France", "description": "<p>Big</p>",
			"show_map": n%2 == 0, "show_map_link": true,
		})
		if n%7 == 0 {
			v["status"] = "draft"
		}
		if n%20 == 5 {
			maps.Copy(v, map[string]any{"protected": Secret + " 1", "address": Secret + " Lane", "venue": Secret + " Hall"})
			v["image"], v["excerpt"] = t.photo(n%photos), "<p>"+Secret+" in short</p>"
		}
		t.add("venues", int64(firstVenue+n), v)
		o := t.post("organizer", fmt.Sprintf("club-%d", n), "Club &#038; friends", n)
		maps.Copy(o, map[string]any{"email": "club@site.example", "phone": "+33 1", "description": ""})
		if n%20 == 6 {
			maps.Copy(o, map[string]any{"protected": Secret + " 2", "email": Secret + "@site.example"})
		}
		t.add("organizers", int64(firstOrganizer+n), o)
	}
}

// Secret is in what passwords protect of venues and organizers, and in nothing else.
const Secret = "Zzyzx"

// listed returns a record as lists show it: of a protected one, without its content.
func (t *Town) listed(r map[string]any) map[string]any {
	if r["protected"] == nil {
		return r
	}
	shown := maps.Clone(r)
	delete(shown, "protected")
	if t.Unmasked && r["start_date"] == nil {
		return shown
	}
	for _, name := range []string{"venue", "organizer"} {
		if r[name] != nil {
			shown[name] = []any{}
		}
	}
	if r["start_date"] == nil {
		maps.Copy(shown, map[string]any{
			"description": "", "excerpt": "", "address": "", "city": "", "country": "", "email": "", "phone": "", "image": false,
		})
		return shown
	}
	maps.Copy(shown, map[string]any{
		"description": "", "excerpt": "", "cost": "", "website": "", "image": false, "categories": []any{}, "tags": []any{},
		"all_day": nil, "show_map": nil, "show_map_link": nil, "hide_from_listings": nil, "sticky": nil, "featured": nil,
		"cost_details": details("", "", ""),
	})
	return shown
}
