package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

// sentOnce is a request that the release got with an idempotency key.
const sentOnce = `{"title": "Sent once", "start_date": "2026-12-24 18:00:00", "end_date": "2026-12-24 20:00:00"}`

// writesOfARelease are the requests that fill the databases of a release: a
// method, a path, and a JSON body each.  Records get IDs in this order.
var writesOfARelease = [][3]string{
	{"POST", "/categories", `{"name": "Music", "description": "<p>All <em>sorts</em></p>"}`},
	{"POST", "/categories", `{"name": "Jazz", "parent": 1}`},
	{"POST", "/categories?translation_language=fr", `{"name": "Musique"}`},
	{"POST", "/tags", `{"name": "Open air", "slug": "outside"}`},
	{"POST", "/tags", `{"name": "Ünused & odd"}`},
	{"POST", "/venues", `{"venue": "Harbour hall", "address": "1 Quay", "city": "Cork", "country": "Ireland", "zip": "T12", "phone": "555 1234",
		"website": "https://hall.example/", "geo_lat": 51.8969, "geo_lng": -8.4863, "show_map": true}`},
	{"POST", "/venues", `{"venue": "Hidden garden", "status": "draft"}`},
	{"POST", "/organizers", `{"organizer": "Ann Example", "email": "ann@example.org", "phone": "555 9876", "website": "https://ann.example/"}`},
	{"POST", "/events", `{"title": "Picnic", "start_date": "2026-12-05 12:00:00", "end_date": "2026-12-05 16:00:00", "timezone": "Europe/Dublin",
		"description": "<p>Bring <strong>bread</strong>.</p>", "excerpt": "In the park", "cost": "€5 - €10", "venue": 1, "organizer": [3],
		"categories": ["Music", "jazz"], "tags": ["outside"], "image": "https://images.example/picnic.jpg", "featured": true, "ticketed": ["box-office"]}`},
	{"POST", "/events", `{"title": "Picnic", "start_date": "2026-12-06", "end_date": "2026-12-07", "all_day": true, "post_parent": 4,
		"venue": {"venue": "Made on the way", "city": "Kinsale"}, "organizer": [{"organizer": "Bo"}, 3], "tags": ["new one"]}`},
	{"POST", "/events", `{"title": "Secret", "start_date": "2026-12-08 20:00", "end_date": "2026-12-08 21:00", "post_password": "open sesame", "description": "Hidden"}`},
	{"POST", "/events", `{"title": "Draft", "start_date": "2026-12-09 20:00", "end_date": "2026-12-09 21:00", "status": "draft", "cost": 12.5}`},
	{"POST", "/events", `{"title": "Private", "start_date": "2026-12-10 20:00", "end_date": "2026-12-10 21:00", "status": "private"}`},
	{"POST", "/events", `{"title": "Due later", "start_date": "2026-12-11 20:00", "end_date": "2026-12-11 21:00", "date": "2026-12-01 08:00:00"}`},
	{"POST", "/events?translation_language=fr", `{"title": "Fête d'été", "start_date": "2026-07-14 20:00", "end_date": "2026-07-15 02:00", "timezone": "Europe/Paris"}`},
	{"POST", "/events", `{"title": "Clocks go back", "start_date": "2026-10-25 00:30", "end_date": "2026-10-25 03:30", "timezone": "America/New_York", "hide_from_listings": true}`},
	{"POST", "/events", `{"title": "Cancelled", "start_date": "2026-12-12 20:00", "end_date": "2026-12-12 21:00"}`},
	{"POST", "/events", `{"title": "Rehearsal", "start_date": "2026-12-14 19:00", "end_date": "2026-12-14 21:00", "recurrence": "FREQ=WEEKLY;COUNT=4"}`},
	{"POST", "/events", `{"title": "Online", "start_date": "2026-12-13 20:00", "end_date": "2026-12-13 21:00", "attendance_mode": "online", "online_url": "https://stream.example/"}`},
}

// requestsOfARelease are the requests whose answers are recorded, after the one
// who asks.
var requestsOfARelease = func() (list []recordedResponse) {
	const always = "start_date=2000-01-01&end_date=2100-01-01&per_page=50"
	for _, path := range []string{
		"/events?" + always, "/events", "/events?featured=true&" + always, "/events?search=bread&" + always, "/events?categories=music&" + always,
		"/events?tags=outside,new-one&" + always, "/events?venue=1&" + always, "/events?translation_language=fr&" + always,
		"/events?geoloc=true&geoloc_lat=51.9&geoloc_lng=-8.5&" + always, "/events?ticketed=true&" + always, "/events?post_parent=4&" + always,
		"/events/by-slug/picnic", "/events/by-slug/picnic-2", "/events/by-slug/secret", "/events/by-slug/cancelled", "/events/by-slug/draft",
		"/venues?per_page=50", "/venues/by-slug/harbour-hall", "/organizers?per_page=50", "/organizers/3", "/categories?hide_empty=0", "/tags?hide_empty=0",
	} {
		list = append(list, recordedResponse{Path: path})
	}
	for _, as := range []string{"editor", "token"} {
		list = append(list, recordedResponse{Path: "/events?status=any&" + always, As: as})
	}
	return append(list, recordedResponse{Path: "/venues?status=draft", As: "editor"}, recordedResponse{Path: "/events/by-slug/secret", As: "editor"})
}()

// recordRelease writes the directory of a release.  Both stores must give the
// same answers.
func recordRelease(t *testing.T, name string) {
	t.Helper()
	dir := filepath.Join(releases, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r := recorded{Time: time.Now().UTC().Truncate(time.Second), Password: "correct horse battery", Tokens: map[string]string{}}
	for _, url := range []string{storetest.SQLite(t), storetest.PostgreSQL(t)} {
		answers := fillForRelease(t, url, r)
		if diff := cmp.Diff(r.Answers, answers); r.Answers != nil && diff != "" {
			t.Fatalf("the stores give different answers:\n%s", diff)
		}
		r.Answers = answers
		dumpRelease(t, dir, url)
	}
	keep(t, filepath.Join(dir, "answers.json"), encode(t, r))
}

// fillForRelease fills an empty database and returns what is answered from it.
func fillForRelease(t *testing.T, url string, r recorded) []recordedResponse {
	t.Helper()
	s := openReleased(t, url, r, func(c *service.Config) { c.Migrate = true })
	users := s.Env.Users
	if _, err := users.Add(t.Context(), "editor", "editor@example.org", auth.RoleEditor, r.Password); err != nil {
		t.Fatal(err)
	}
	token, err := users.CreateToken(t.Context(), "editor", "release", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	r.Tokens[s.kind] = token
	for _, w := range append(writesOfARelease, [3]string{"PATCH", "/events/by-slug/picnic", `{"sticky": true}`}, [3]string{"DELETE", "/events/by-slug/cancelled", ""}) {
		if status, answer := s.send("editor", w[0], w[1], w[2]); status != http.StatusCreated && status != http.StatusOK {
			t.Fatalf("%s %s: %d %v", w[0], w[1], status, answer)
		}
	}
	if status, answer := s.send("editor", http.MethodPost, "/events", sentOnce, "Idempotency-Key", "sent-once"); status != http.StatusCreated {
		t.Fatalf("%d %v", status, answer)
	}
	answers := requestsOfARelease
	for i := range answers {
		answers[i].Status, answers[i].Body = s.get(answers[i])
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	choir := filepath.Join(t.TempDir(), "choir.ics")
	keep(t, choir, []byte("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Choir\r\nDTSTART:19990101T190000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"))
	if _, err := almanac(t, "", "import", "--database", url, choir); err != nil {
		t.Fatal(err)
	}
	return append([]recordedResponse(nil), answers...)
}

// commandsOfPsql are lines of pg_dump that no server understands.
var commandsOfPsql = regexp.MustCompile(`(?m)^\\.*\n`)

// dumpRelease writes a database as SQL text and as a backup.
func dumpRelease(t *testing.T, dir, url string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "backup")
	if _, err := almanac(t, "", "backup", file, "--database", url); err != nil {
		t.Fatal(err)
	}
	backup, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dump := exec.CommandContext(t.Context(), "pg_dump", "--inserts", "--no-owner", "--no-privileges", "--no-comments", url)
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		dump = exec.CommandContext(t.Context(), "sqlite3", path, ".dump")
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(backup); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		keep(t, filepath.Join(dir, "sqlite.backup.gz"), packed.Bytes())
	} else {
		keep(t, filepath.Join(dir, "postgres.backup"), backup)
	}
	text, err := dump.Output()
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", dump, err))
	}
	keep(t, filepath.Join(dir, storeOf(url)+".sql"), commandsOfPsql.ReplaceAll(text, nil))
}

// keep writes a file.
func keep(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
