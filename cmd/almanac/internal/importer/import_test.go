package importer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/transfer"
)

// list returns a page of records as a file holds it.
func list(t *testing.T, resource string, records ...map[string]any) string {
	t.Helper()
	content, err := json.Marshal(map[string]any{resource: records, "total": len(records), "total_pages": 1, "rest_url": "https://x.example"})
	if err != nil {
		t.Fatal(err)
	}
	return file(t, resource+"-1.json", string(content))
}

// event returns an event with what every event has; others go before that.
func event(id int, others map[string]any) map[string]any {
	e := map[string]any{
		"id": id, "title": "Tea", "slug": "tea", "status": "publish", "start_date": "2026-12-01 15:00:00", "end_date": "2026-12-01 16:00:00",
		"modified_utc": "2026-10-01 10:00:00", "modified": "2026-10-01 06:00:00", "date_utc": "2026-09-01 10:00:00",
	}
	maps.Copy(e, others)
	return e
}

func category(id int, name string, parent int) map[string]any {
	return map[string]any{"id": id, "name": name, "slug": strings.ToLower(name), "taxonomy": "tribe_events_cat", "parent": parent}
}

// texts returns the problems as lines.
func texts(report transfer.Report) []string {
	var lines []string
	for _, p := range report.Problems {
		lines = append(lines, p.String())
	}
	return lines
}

func TestTheFixturesAreImportedAsTheyRead(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		report := importFrom(t, a, "testdata/site")
		if diff := cmp.Diff([]string(nil), texts(report)); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
		sameAsSource(t, a, "testdata/site")
		want := "categories: 4 unchanged\ntags: 2 unchanged\nvenues: 2 unchanged\norganizers: 2 unchanged\nevents: 3 unchanged\n"
		got := importFrom(t, a, "testdata/site").String()
		for line := range strings.Lines(want) {
			if !strings.Contains(got, line) {
				t.Errorf("the second run: got %q, want %q in it", got, line)
			}
		}
	})
}

func TestWhatStandsInsideOfEventsIsTaken(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		report := importFrom(t, a, "testdata/site/events-1.json")
		for resource, want := range map[string]int{"events": 2, "venues": 2, "organizers": 2, "categories": 3, "tags": 2, "authors": 2} {
			if got := report.Count(resource).Created; got != want {
				t.Errorf("%s: got %d taken, want %d", resource, got, want)
			}
		}
		want := []string{"category 7: its parent 6 is missing: it now has none"}
		if diff := cmp.Diff(want, texts(report)); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
	})
}

func TestRecordsAreTakenAsTheyAreMeant(t *testing.T) {
	tests := []struct {
		name     string
		event    map[string]any
		want     map[string]any
		problems []string
	}{
		{"entities become text", map[string]any{"title": "Rock &#8217;n&#8217; Roll &amp; &lt;more&gt;"}, map[string]any{"title": "Rock ’n’ Roll &amp; &lt;more&gt;"}, nil},
		{"encoded slugs become letters", map[string]any{"slug": "%d1%87%d0%b0%d0%b9"}, map[string]any{"slug": "чай"}, nil},
		{
			"the own page is no website",
			map[string]any{"slug": "own", "url": "https://x.example/event/own/", "website": "https://x.example/event/own/"},
			map[string]any{"website": "http://127.0.0.1:8080/event/own/"},
			nil,
		},
		{
			"nothing in any spelling is nothing",
			map[string]any{"venue": []any{}, "organizer": []any{}, "image": false, "website": false, "description": nil, "cost_details": []any{}},
			map[string]any{"venue": []any{}, "image": false, "cost": "", "description": ""},
			nil,
		},
		{"UTC+0 is a zone", map[string]any{"timezone": "UTC+0"}, map[string]any{"timezone": "UTC+0", "utc_start_date": "2026-12-01 15:00:00"}, nil},
		{
			"an unknown zone is reported",
			map[string]any{"timezone": "Mars/Base"},
			map[string]any{"timezone": "America/New_York"},
			[]string{`imported without timezone: "Mars/Base" is not a time zone; use an IANA name such as "Europe/Paris", or an offset such as "UTC+5", "UTC-3.5" or "+05:30"`},
		},
		{
			"a website without scheme is reported",
			map[string]any{"slug": "plain", "website": "tea.example"},
			map[string]any{"website": "http://127.0.0.1:8080/event/plain/"},
			[]string{"imported without website: website must be a URL that begins with http://, https:// or ftp://."},
		},
		{
			"an unknown status does not become public",
			map[string]any{"status": "tribe-ignored"},
			map[string]any{"status": "draft"},
			[]string{`its status "tribe-ignored" is unknown here: it is now a draft`},
		},
		{"texts of truth are booleans", map[string]any{"all_day": "", "featured": "1", "sticky": "yes"}, map[string]any{"all_day": false, "featured": true, "sticky": true}, nil},
		{
			"the dates of a draft may be zeros",
			map[string]any{"status": "draft", "date": "0000-00-00 00:00:00", "date_utc": "0000-00-00 00:00:00"},
			map[string]any{"status": "draft", "date_utc": "2026-11-20 12:00:00"},
			nil,
		},
		{
			"a missing venue is reported",
			map[string]any{"venue": 77},
			map[string]any{"venue": []any{}},
			[]string{"imported without venue 77, which is missing"},
		},
		{"a NUL is no text", map[string]any{"title": "Te\u0000a", "website": ""}, map[string]any{"title": "Tea"}, nil},
	}
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		for i, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				e := event(100+i, map[string]any{"slug": fmt.Sprintf("tea-%d", i)})
				maps.Copy(e, tt.event)
				var reported []string
				for _, p := range importFrom(t, a, list(t, "events", e)).Problems {
					reported = append(reported, p.Text)
				}
				if diff := cmp.Diff(tt.problems, reported); diff != "" {
					t.Errorf("problems: (-want +got)\n%s", diff)
				}
				got := get(t, a, fmt.Sprintf("/events/%d?context=edit", 100+i))
				for name, want := range tt.want {
					if diff := cmp.Diff(want, got[name]); diff != "" {
						t.Errorf("%s: (-want +got)\n%s", name, diff)
					}
				}
			})
		}
	})
}

func TestASingleRecordWithoutAnIDThatItCanHaveIsReported(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		path := file(t, "one.json", "\n"+`{"id":0,"title":"Tea","start_date":"2027-01-02 10:00:00","end_date":"2027-01-02 11:00:00"}`)
		report := importFrom(t, a, path)
		if diff := cmp.Diff([]string{"event skipped: has no valid ID (" + path + ")"}, texts(report)); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
	})
}

func TestRecordsThatCannotBeImportedAreReported(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		report := importFrom(t, a, list(t, "events",
			event(1, map[string]any{"title": ""}), event(2, map[string]any{"start_date": nil}), event(3, map[string]any{"end_date": "2026-02-30"}),
			event(4, map[string]any{"end_date": "2026-11-01 10:00:00"}), event(0, nil), map[string]any{"title": "no id"}, event(1<<53, nil), event(9, map[string]any{"slug": "nine", "author": 1 << 60, "image": map[string]any{"id": 1 << 60, "url": "https://i.example/x.png"}})))
		want := []string{
			"event skipped: has no valid ID (FILE, number 5 of events)",
			"event skipped: has no valid ID (FILE, number 6 of events)",
			"event skipped: has no valid ID (FILE, number 7 of events)",
			`event 1: has no title: it is now called "Untitled"`,
			"event 2 skipped: has no start_date",
			"event 3 skipped: DATE",
			"event 4 skipped: end_date must not be before start_date.",
		}
		got := texts(report)
		for i, line := range got {
			if from, to := strings.Index(line, "("), strings.Index(line, ","); from >= 0 && to > from {
				got[i] = line[:from+1] + "FILE" + line[to:]
			}
			if strings.HasPrefix(line, "event 3 skipped: end_date: ") {
				got[i] = "event 3 skipped: DATE"
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
		if got := report.Count("events"); got.Created != 2 || got.Skipped != 6 {
			t.Errorf("got %+v", got)
		}
	})
}

func TestFilesOfAnotherFormAreRefused(t *testing.T) {
	tests := []struct{ name, content, want string }{
		{"no JSON", "<html>", " is not JSON"},
		{"broken JSON", `{"events": [`, " is not JSON"},
		{"broken UTF-8", "{\"events\": [\"\xff\"]}", " is not JSON"},
		{"a list without envelope", `[{"id": 1}]`, " is JSON, but neither a list of records nor a record"},
		{"an error", `{"code": "rest_forbidden", "message": "No.", "data": {"status": 401}}`, " is JSON, but neither a list of records nor a record"},
	}
	a := open(t, databases.SQLite(t), testDeployment(t))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := file(t, "bad.json", tt.content)
			_, err := transfer.Import(t.Context(), a.API, []string{bad}, transfer.Options{})
			if err == nil || err.Error() != bad+tt.want {
				t.Errorf("got %v, want %s%s", err, bad, tt.want)
			}
			report := importFrom(t, a, bad, list(t, "events", event(9, nil)))
			if diff := cmp.Diff([]string{bad + tt.want}, texts(report)); diff != "" {
				t.Errorf("beside a good file: (-want +got)\n%s", diff)
			}
		})
	}
	if _, err := transfer.Import(t.Context(), a.API, []string{t.TempDir()}, transfer.Options{}); err == nil || !strings.Contains(err.Error(), "contains no *.json files") {
		t.Errorf("an empty folder: got %v", err)
	}
	if _, err := transfer.Import(t.Context(), a.API, []string{"missing.json"}, transfer.Options{}); err == nil || err.Error() != "open missing.json: no such file or directory" {
		t.Errorf("a missing file: got %v", err)
	}
}

func TestTheLaterRecordWins(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		later := event(5, map[string]any{"title": "Later", "modified_utc": "2026-10-03 10:00:00", "featured": true, "cost": "5"})
		importFrom(t, a, list(t, "events", event(5, nil)), list(t, "events", later), list(t, "events", event(5, nil)))
		if got := get(t, a, "/events/5")["title"]; got != "Later" {
			t.Errorf("got %v", got)
		}
		report := importFrom(t, a, list(t, "events", event(5, map[string]any{"title": "Earlier"})))
		if got := report.Count("events"); got.Unchanged != 1 {
			t.Errorf("an earlier one: got %+v", got)
		}
		report = importFrom(t, a, list(t, "events", event(5, map[string]any{"title": "Latest", "slug": "latest", "modified_utc": "2026-10-04 10:00:00"})))
		if got := report.Count("events"); got.Updated != 1 {
			t.Errorf("the latest one: got %+v", got)
		}
		got := get(t, a, "/events/5")
		picked := map[string]any{"title": got["title"], "slug": got["slug"], "cost": got["cost"], "modified": got["modified_utc"]}
		want := map[string]any{"title": "Latest", "slug": "latest", "cost": "", "modified": "2026-10-04 10:00:00"}
		if diff := cmp.Diff(want, picked); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

func TestParentsComeBeforeTheirChildren(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		report := importFrom(t, a, list(t, "categories",
			category(1, "Leaf", 2), category(2, "Middle", 3), category(3, "Root", 0), category(4, "Orphan", 99),
			category(6, "Round", 7), category(7, "About", 6)))
		want := []string{
			"category 4: its parent 99 is missing: it now has none",
			"category 7: its parent 6 is missing: it now has none",
		}
		if diff := cmp.Diff(want, texts(report)); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
		parents := map[int64]any{}
		for id, r := range listAll(t, a, "categories") {
			parents[id] = r["parent"]
		}
		if diff := cmp.Diff(map[int64]any{1: 2.0, 2: 3.0, 3: 0.0, 4: 0.0, 6: 7.0, 7: 0.0}, parents); diff != "" {
			t.Errorf("parents: (-want +got)\n%s", diff)
		}
	})
}

func TestNothingIsOverwritten(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		venue := map[string]any{"id": 5, "venue": "Hall", "slug": "hall", "modified_utc": "2026-09-01 10:00:00"}
		importFrom(t, a, list(t, "venues", venue), list(t, "events", event(6, nil)), list(t, "categories", category(3, "Music", 0)))
		music := category(30, "Music", 0)
		report := importFrom(t, a, list(t, "categories", music, category(31, "Songs", 30), category(3, "Dance", 0)), list(t, "events",
			event(5, nil), event(6, map[string]any{"title": "Coffee", "slug": "coffee", "date_utc": "2026-01-01 10:00:00", "modified_utc": "2026-11-01 10:00:00"}),
			event(7, map[string]any{"categories": []any{music}})))
		want := []string{
			"category 3 skipped: its ID is already used by another category",
			"category 30: already exists with the ID 3: its events get that one",
			"event 5 skipped: its ID is already used by a record of another kind",
			"event 6 skipped: its ID is already used by another event",
			`event 7: its slug "tea" is taken: it now has "tea-2"`,
		}
		if diff := cmp.Diff(want, texts(report)); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
		if got := get(t, a, "/events/7")["categories"].([]any); len(got) != 1 || got[0].(map[string]any)["id"] != 3.0 {
			t.Errorf("got %v", got)
		}
		if got := get(t, a, "/categories/31")["parent"]; got != 3.0 {
			t.Errorf("got the parent %v, want 3", got)
		}
	})
}

func TestProtectedEventsStayProtected(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		report := importFrom(t, a, list(t, "events",
			event(5, map[string]any{"all_day": nil, "featured": nil, "slug": "one"}), event(6, map[string]any{"post_password": "sesame", "slug": "two"})))
		if len(report.Problems) != 1 || !strings.Contains(report.String(), "event 5: is protected by a password") {
			t.Errorf("got %s", report)
		}
		for path, want := range map[string]any{
			"/events/5": "event-password-protected", "/events/6": "event-password-protected", "/events/6?password=sesame": nil,
		} {
			if got := get(t, a, path)["code"]; got != want {
				t.Errorf("%s: got %v, want %v", path, got, want)
			}
		}
	})
}

func TestADeletedRecordIsRestored(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		path := list(t, "events", event(5, nil))
		importFrom(t, a, path)
		remove(t, a, "/events/5?force=true")
		if got := importFrom(t, a, path).Count("events"); got.Created != 1 {
			t.Errorf("got %+v", got)
		}
	})
}

func TestAuthorsAreMadeWithoutCredentials(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		importFrom(t, a, list(t, "events", event(5, map[string]any{"author": "12"}), event(6, map[string]any{"author": "0", "slug": "other"})))
		for path, want := range map[string]string{"/events/5": "12", "/events/6": "0"} {
			if got := get(t, a, path)["author"]; got != want {
				t.Errorf("%s: got the author %v, want %s", path, got, want)
			}
		}
		user, err := a.Env.Users.Find(t.Context(), "author-12")
		if err != nil || user.ID != 12 || user.HasPassword {
			t.Errorf("got %+v, %v", user, err)
		}
		next, err := a.Env.Users.Add(t.Context(), "somebody", "", "author", "correct horse battery")
		if err != nil || next.ID != 13 {
			t.Errorf("the next user: got %+v, %v", next, err)
		}
	})
}

func TestProgressIsWrittenInLines(t *testing.T) {
	a := open(t, databases.SQLite(t), deployments.B())
	var out bytes.Buffer
	if _, err := transfer.Import(t.Context(), a.API, []string{list(t, "events", event(5, nil))}, transfer.Options{Progress: &out}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "events: 1 of 1\n" {
		t.Errorf("got %q", got)
	}
}
