package importer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/demo"
	"almanac/cmd/almanac/internal/importer/site"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// everything lists all records of a resource over HTTP, whatever their status,
// without what belongs to the host.
func everything(t *testing.T, a *service.Service, resource string) map[int64]map[string]any {
	t.Helper()
	all := map[int64]map[string]any{}
	k := resources(a)[resource]
	for page := 1; ; page++ {
		query := url.Values{"per_page": {"50"}, "page": {strconv.Itoa(page)}, "hide_empty": {"0"}, "start_date": {"0000-01-01"}, "end_date": {"9999-12-31"}}
		if k.Post {
			query.Set("status", "publish,future,draft,pending,private,trash")
		}
		body := get(t, a, "/"+resource+"?"+query.Encode())
		for _, item := range body[resource].([]any) {
			r := item.(map[string]any)
			all[int64(r["id"].(float64))] = r
		}
		if body["next_rest_url"] == nil {
			return all
		}
	}
}

// resources returns the resources by their plural names.
func resources(a *service.Service) map[string]*model.Resource {
	all := map[string]*model.Resource{}
	for _, k := range a.Env.Resources {
		all[k.Plural] = k
	}
	return all
}

// serve serves a service over HTTP and returns the address of its interface.
func serve(t *testing.T, a *service.Service) string {
	t.Helper()
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	return server.URL + a.Env.Deployment.APIPath()
}

// TestAServiceIsTheSiteOfAnother moves one service to another over HTTP: as
// the administrator, who sees drafts and the trash, and from one store to the
// other.
func TestAServiceIsTheSiteOfAnother(t *testing.T) {
	for _, tt := range []struct {
		name     string
		from, to func(testing.TB) string
	}{
		{"from SQLite to PostgreSQL", databases.SQLite, databases.PostgreSQL},
		{"from PostgreSQL to SQLite", databases.PostgreSQL, databases.SQLite},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := deployments.B()
			c := config(tt.from(t), d)
			from, err := service.Open(t.Context(), generated.Service(), c)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = from.Close() })
			if _, err := demo.Fill(t.Context(), from, demo.Options{Events: 120}); err != nil {
				t.Fatal(err)
			}
			hardships(t, from)
			if _, err := from.Env.Users.Add(t.Context(), "ada", "", "administrator", "correct horse"); err != nil {
				t.Fatal(err)
			}
			hidden := hiddenEvents(t, from)
			from.Env.AuthDisabled = false
			to := open(t, tt.to(t), d)
			site := quick(t, serve(t, from), "")
			site.Fetch.User, site.Fetch.Password = "ada", "correct horse"
			site.Events = hidden
			report := importSite(t, to, site, transfer.Options{})
			from.Env.AuthDisabled = true
			for _, line := range texts(report) {
				if !strings.Contains(line, "is protected by a password") && !strings.Contains(line, "hidden events") {
					t.Errorf("reported: %s", line)
				}
			}
			for resource := range resources(from) {
				if diff := cmp.Diff(everything(t, from, resource), everything(t, to, resource)); diff != "" {
					t.Errorf("%s: (-want +got)\n%.3000s", resource, diff)
				}
			}
			for resource, n := range map[string]transfer.Count{"events": report.Count("events"), "venues": report.Count("venues")} {
				if n.Created == 0 || n.Skipped > 0 {
					t.Errorf("%s: got %+v", resource, n)
				}
			}
		})
	}
}

// hiddenEvents returns the ids of events that no list shows.
func hiddenEvents(t *testing.T, a *service.Service) []int64 {
	t.Helper()
	var ids []int64
	shown := everything(t, a, "events")
	heads, err := query.Summaries(t.Context(), a.Env, a.Env.Resource("event"))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		if shown[h.ID] == nil {
			ids = append(ids, h.ID)
		}
	}
	if len(ids) == 0 {
		t.Fatal("no event is hidden")
	}
	return ids
}

func TestAWrongPasswordIsReportedAtOnce(t *testing.T) {
	from := open(t, databases.SQLite(t), testDeployment(t))
	from.Env.AuthDisabled = false
	settings := quick(t, serve(t, from), "")
	settings.Fetch.User, settings.Fetch.Password = "ada", "wrong"
	_, err := site.Import(t.Context(), open(t, databases.SQLite(t), testDeployment(t)).API, settings, transfer.Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "was refused: wrong user name or password (401 incorrect_password)") {
		t.Errorf("got %v", err)
	}
}

func TestAllStatusesAreAskedForWithCredentials(t *testing.T) {
	const all = "publish,future,draft,pending,private,trash"
	tests := []struct {
		name, user, known string
		want              []string // Statuses asked for, resource by resource.
		problems          int
	}{
		{"a visitor", "", "ada", []string{all, "", "", "", ""}, 0},
		{"somebody who may see all", "ada", "ada", []string{all, all, all, all}, 0},
		{"somebody who may not", "ben", "ada", []string{all, "publish,future,draft,pending,private", "any", "", "", "", ""}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			played := sitetest.Play(t, "testdata/site")
			played.User = tt.known
			site := quick(t, played.URL, "")
			site.Fetch.User = tt.user
			report := importSite(t, open(t, databases.SQLite(t), testDeployment(t)), site, transfer.Options{})
			var got []string
			for _, request := range played.Requests() {
				u, err := url.Parse(request)
				if err != nil {
					t.Fatal(err)
				}
				if !u.Query().Has("hide_empty") {
					got = append(got, u.Query().Get("status"))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if len(report.Problems) != tt.problems {
				t.Errorf("reported %q, want %d problems", texts(report), tt.problems)
			}
		})
	}
}

func TestADryRunReportsEverythingAndChangesNothing(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		site := sitetest.Play(t, "testdata/site")
		a := open(t, url, testDeployment(t))
		importFrom(t, a, list(t, "categories", category(30, "Songs", 0)), list(t, "events", event(101, map[string]any{
			"slug": "songs-at-the-hall", "title": "Songs at the hall", "modified_utc": "2026-01-01 10:00:00",
		})))
		_, before := exported(t, a)
		users, err := a.Env.Users.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		dryRun := importSite(t, a, quick(t, site.URL, ""), transfer.Options{DryRun: true})
		if _, after := exported(t, a); cmp.Diff(before, after) != "" {
			t.Errorf("the dry run changed something: %s", cmp.Diff(before, after))
		}
		if now, err := a.Env.Users.List(t.Context()); err != nil || len(now) != len(users) {
			t.Errorf("there are %d users after the dry run, %d before: %v", len(now), len(users), err)
		}
		if !strings.HasPrefix(dryRun.String(), "dry run: nothing was changed\n") {
			t.Errorf("got %s", dryRun)
		}
		done := importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
		dryRun.DryRun, dryRun.Took, done.Took = false, 0, 0
		if diff := cmp.Diff(done, dryRun); diff != "" {
			t.Errorf("(-import +dry run)\n%s", diff)
		}
		if done.Count("events").Updated != 1 {
			t.Errorf("got %+v, want one changed event", done.Count("events"))
		}
	})
}

// TestOlderRecordsAreLeftOut reads a service, whose lists can be sorted by the
// last change, and a site whose lists cannot.
func TestOlderRecordsAreLeftOut(t *testing.T) {
	from := open(t, databases.SQLite(t), testDeployment(t))
	var events []map[string]any
	for n := range 120 {
		events = append(events, event(200+n, map[string]any{
			"slug": fmt.Sprintf("tea-%d", n), "modified_utc": now.Add(-time.Duration(n) * 24 * time.Hour).Format(time.DateTime),
		}))
	}
	importFrom(t, from, list(t, "events", events...))
	to := open(t, databases.SQLite(t), testDeployment(t))
	report := importSite(t, to, quick(t, serve(t, from), ""), transfer.Options{Since: now.Add(-10*24*time.Hour - time.Hour)})
	if got := report.Count("events"); got.Created != 11 || got.SkippedSince != 39 {
		t.Errorf("got %+v, want 11 taken and the rest of their page left out", got)
	}
	if report.Requests != 6 {
		t.Errorf("got %d requests, want the index and one page of each kind", report.Requests)
	}

	played := sitetest.Play(t, "testdata/site")
	report = importSite(t, open(t, databases.SQLite(t), testDeployment(t)), quick(t, played.URL, ""), transfer.Options{Since: now.Add(24 * time.Hour)})
	if got := report.Count("events"); got.Created != 0 || got.SkippedSince != 3 {
		t.Errorf("got %+v, want 3 older ones", got)
	}
	if report.Requests != 8 {
		t.Errorf("got %d requests, want the index and all pages", report.Requests)
	}
}

func TestWhatIsNamedByItsIDIsReadByItsID(t *testing.T) {
	site := sitetest.Play(t, "testdata/site")
	single := map[string]string{
		"/venues/900":     `{"id": 900, "venue": "Behind the mill", "slug": "behind-the-mill", "status": "publish"}`,
		"/categories/901": `{"id": 901, "name": "Leaf", "slug": "leaf", "taxonomy": "tribe_events_cat", "parent": 902}`,
		"/categories/902": `{"id": 902, "name": "Root", "slug": "root", "taxonomy": "tribe_events_cat", "parent": 903}`,
		"/events/904":     `{"id": 904, "title": "Hidden", "slug": "hidden", "start_date": "2026-12-01 10:00:00", "end_date": "2026-12-01 11:00:00", "venue": 900, "hide_from_listings": true}`,
	}
	site.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		path := strings.TrimPrefix(r.URL.Path, sitetest.Root)
		if path == "/categories" {
			sitetest.SendJSON(w, []byte(`{"categories": {"1": {"id": 905, "name": "Low", "slug": "low", "taxonomy": "tribe_events_cat", "parent": 901}}, "total": 1, "total_pages": 1}`))
		} else if single[path] != "" {
			sitetest.SendJSON(w, []byte(single[path]))
		}
		return path == "/categories" || single[path] != ""
	}
	a := open(t, databases.SQLite(t), testDeployment(t))
	settings := quick(t, site.URL, "")
	settings.Events = []int64{904, 999}
	report := importSite(t, a, settings, transfer.Options{})
	var reported []string
	for _, line := range texts(report) {
		if strings.Contains(line, "90") || strings.Contains(line, "999") {
			reported = append(reported, line)
		}
	}
	want := []string{
		"the site does not have or show these events: 999",
		"category 902: its parent 903 is missing: it now has none",
	}
	if diff := cmp.Diff(want, reported); diff != "" {
		t.Errorf("reported: (-want +got)\n%s", diff)
	}
	if got := get(t, a, "/events/904"); got["hide_from_listings"] != true || got["venue"].(map[string]any)["id"] != 900.0 {
		t.Errorf("got %v", got)
	}
	parents := map[int64]any{}
	for id, r := range listAll(t, a, "categories") {
		if id > 900 {
			parents[id] = r["parent"]
		}
	}
	if diff := cmp.Diff(map[int64]any{901: 902.0, 902: 0.0, 905: 901.0}, parents); diff != "" {
		t.Errorf("parents: (-want +got)\n%s", diff)
	}
}

func TestABrokenPageCanBePassedOver(t *testing.T) {
	site := sitetest.Play(t, "testdata/site")
	site.Fault = onPage(2, always, status(500))
	settings := quick(t, site.URL, "")
	settings.SkipBroken = true
	report := importSite(t, open(t, databases.SQLite(t), testDeployment(t)), settings, transfer.Options{})
	if report.Skipped() != 1 || !strings.Contains(report.String(), "page 2 of events ("+site.URL) || report.Count("events").Created != 2 {
		t.Errorf("got %s", report)
	}
}

func TestAListThatChangesWhileItIsReadIsReadAgain(t *testing.T) {
	site := sitetest.Play(t, "testdata/site")
	// The second page comes as if a record of the first had just gone: one
	// record is on neither.
	site.Fault = onPage(2, 1, body("application/json", `{"events": [], "total": 3, "total_pages": 2}`))
	a := open(t, databases.SQLite(t), testDeployment(t))
	report := importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
	if diff := cmp.Diff([]string(nil), texts(report)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	sameAsSource(t, a, "testdata/site")

	site.Fault = onPage(2, always, body("application/json", `{"events": [], "total": 3, "total_pages": 2}`))
	report = importSite(t, open(t, databases.SQLite(t), testDeployment(t)), quick(t, site.URL, ""), transfer.Options{})
	want := "missing from every page: 1 of the site's 3 events (read 5 times, in several orders); find hidden events with --scan-ids"
	if diff := cmp.Diff([]string{want}, texts(report)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestHalfEmptyAndOddRecordsAreTakenOrNamed(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		site := sitetest.Play(t, "testdata/site")
		site.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			if !strings.HasSuffix(r.URL.Path, "/events") {
				return false
			}
			sitetest.SendJSON(w, []byte(`{"total": "5", "total_pages": "1", "events": [
				{"id": 301, "title": "Rock &#8217;n&#8217; Roll", "slug": "rock", "start_date": "2026-12-01 10:00:00", "end_date": "2026-12-01 11:00:00",
				 "timezone": "UTC+0", "venue": [], "organizer": [], "image": false, "categories": false, "tags": null, "website": "", "cost_details": []},
				{"id": 302, "title": "No dates", "start_date": "", "end_date": null},
				{"id": 303}, null, {"title": "No id"}]}`))
			return true
		}
		a := open(t, url, testDeployment(t))
		report := importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
		where := site.URL + "/events?end_date=9999-12-31&page=1&per_page=50&start_date=0000-01-01, number "
		want := []string{
			"event skipped: is not an object (" + where + "4 of events)",
			"event skipped: has no valid ID (" + where + "5 of events)",
			"event 302 skipped: has no end_date, no start_date",
			"event 303 skipped: has no end_date, no start_date",
		}
		if diff := cmp.Diff(want, sortedWords(texts(report))); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		got := get(t, a, "/events/301")
		picked := map[string]any{}
		for _, name := range []string{"title", "timezone", "venue", "image", "utc_start_date"} {
			picked[name] = got[name]
		}
		expected := map[string]any{"title": "Rock ’n’ Roll", "timezone": "UTC+0", "venue": []any{}, "image": false, "utc_start_date": "2026-12-01 10:00:00"}
		if diff := cmp.Diff(expected, picked); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if report.Skipped() != 4 {
			t.Errorf("got %d skipped, want 4", report.Skipped())
		}
	})
}

// sortedWords sorts the words of what records lack, whose order is that of the
// description.
func sortedWords(lines []string) []string {
	for i, line := range lines {
		before, lack, ok := strings.Cut(line, ": has no ")
		if !ok || strings.Contains(line, "(") {
			continue
		}
		words := map[string]bool{}
		for word := range strings.SplitSeq(lack, ", no ") {
			words[word] = true
		}
		var sorted []string
		for _, word := range []string{"end_date", "start_date", "title"} {
			if words[word] {
				sorted = append(sorted, word)
			}
		}
		lines[i] = before + ": has no " + strings.Join(sorted, ", no ")
	}
	return lines
}
