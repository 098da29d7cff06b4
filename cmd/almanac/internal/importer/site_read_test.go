package importer_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/cmd/almanac/internal/importer/site"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// quick reads a site without pauses, and keeps its answers in a folder.
func quick(t *testing.T, url, folder string) site.Site {
	t.Helper()
	base, err := fetch.ParseBase(url)
	if err != nil {
		t.Fatal(err)
	}
	return site.Site{Base: base, Fetch: fetch.Options{
		Rate: 1000, Pause: time.Millisecond, Timeout: 10 * time.Second, Tries: 3, Limit: 1 << 20, Folder: folder,
	}}
}

// importSite imports a site, which must not fail.
func importSite(t *testing.T, a *service.Service, settings site.Site, o transfer.Options) transfer.Report {
	t.Helper()
	report, err := site.Import(t.Context(), a.API, settings, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestASiteIsReadPageByPage(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		site := sitetest.Play(t, "testdata/site")
		a := open(t, url, testDeployment(t))
		folder := filepath.Join(t.TempDir(), "kept")
		report := importSite(t, a, quick(t, site.URL, folder), transfer.Options{})
		if diff := cmp.Diff([]string(nil), texts(report)); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
		sameAsSource(t, a, "testdata/site")
		// One page of each resource, two of events, and one that asked for all statuses;
		// then three that looked for hidden events beside the API, and the index.
		if got, want := report.Requests, 11; got != want || len(site.Requests()) != want-4 {
			t.Errorf("got %d requests, want %d:\n%s", got, want, strings.Join(site.Requests(), "\n"))
		}
		if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the folder of kept answers stays: %v", err)
		}
		for _, n := range importSite(t, a, quick(t, site.URL, folder), transfer.Options{}).Counts {
			if n.Created+n.Updated+n.Skipped != 0 {
				t.Errorf("the second run does something: %+v", n)
			}
		}
	})
}

// TestARecordedSiteIsReadAsItReads plays the folder that ALMANAC_SITE_DIR
// names.
func TestARecordedSiteIsReadAsItReads(t *testing.T) {
	dir := os.Getenv("ALMANAC_SITE_DIR")
	if dir == "" {
		t.Skip("ALMANAC_SITE_DIR names no folder with the lists of a site")
	}
	databases.Each(t, func(t *testing.T, url string) {
		site := sitetest.Play(t, dir)
		a := open(t, url, testDeployment(t))
		report := importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
		t.Logf("\n%s", report)
		if diff := cmp.Diff([]string(nil), texts(report)); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
		sameAsSource(t, a, dir)
	})
}

// onPage makes a fault of what answers page n of events, as often as said.
func onPage(page, times int, answer http.HandlerFunc) sitetest.Reply {
	return func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if !strings.HasSuffix(r.URL.Path, "/events") || r.URL.Query().Get("page") != fmt.Sprint(page) || times == 0 {
			return false
		}
		times--
		answer(w, r)
		return true
	}
}

// onPath makes a fault of what answers a path.
func onPath(path string, answer http.HandlerFunc) sitetest.Reply {
	return func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.URL.Path != path {
			return false
		}
		answer(w, r)
		return true
	}
}

// onEvent makes a fault of what answers an event.
func onEvent(id string, answer http.HandlerFunc) sitetest.Reply {
	return onPath(sitetest.Root+"/events/"+id, answer)
}

// always is more often than any request is tried.
const always = 1000

// status answers an error without a body of the API.
func status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}
}

// body answers with success.
func body(resource, content string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", resource)
		_, _ = w.Write([]byte(content))
	}
}

// cut ends the connection in the middle of a response.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"events": [`))
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// huge answers 100 MB.
func huge(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	part := []byte(strings.Repeat(" ", 1<<20))
	for range 100 {
		if _, err := w.Write(part); err != nil {
			return
		}
	}
}

// TestAFailureOfASiteIsReportedAndImportsNothing has the second page of events go
// wrong, for good or for a while.
func TestAFailureOfASiteIsReportedAndImportsNothing(t *testing.T) {
	elsewhere := sitetest.Play(t, "testdata/site")
	first := `{"total": 6, "total_pages": 3, "events": [{"id": 101, "title": "Again"}]}`
	tests := []struct {
		name   string
		fault  http.HandlerFunc
		times  int
		want   string // "" when the import succeeds.
		tried  int    // Requests of that page.
		forget bool   // What was kept is worthless.
	}{
		{"too many requests, then fine", status(429, "Retry-After", "0"), 2, "", 3, false},
		{"too many requests for ever", status(429), always, "was rate-limited (429; use a lower --rate), 3 times", 3, false},
		{"too many requests for an hour", status(429, "Retry-After", "3600"), always, "asked us to wait 1h0m0s: run the import again after that", 1, false},
		{"an error, then fine", status(500), 2, "", 3, false},
		{"an error for ever", status(500), always, "failed: the site returned an error (500), 3 times", 3, false},
		{"not available for ever", status(503, "Retry-After", "nonsense"), always, "failed: the site returned an error (503), 3 times", 3, false},
		{"no credentials", status(401), always, "requires credentials (401): use --user and --password-file", 1, false},
		{"forbidden", status(403), always, "is forbidden (403)", 1, false},
		{"gone", status(404), always, "was not found (404): check", 1, false},
		{"HTML", body("text/html; charset=utf-8", "<!doctype html><title>Soon back</title>"), always, "is HTML, not JSON", 1, false},
		{"HTML that is called JSON", body("application/json", "<html>"), always, "is incomplete or invalid JSON", 3, false},
		{"text", body("text/plain", "Soon back"), always, `has the content type "text/plain", not application/json`, 1, false},
		{"a broken answer, then fine", body("application/json", `{"events": [{"id": 1`), 1, "", 2, false},
		{"a broken answer for ever", body("application/json", `{"events": [{"id": 1`), always, "is incomplete or invalid JSON (20 bytes), 3 times", 3, false},
		{"nothing at all", body("application/json", ""), always, "is incomplete or invalid JSON", 3, false},
		{"a list without envelope", body("application/json", `[{"id": 1}]`), always, "is JSON, but not an object", 1, false},
		{"another list", body("application/json", `{"posts": []}`), always, "is JSON, but not a list of events", 1, true},
		{"a cut connection, then fine", cut, 1, "", 2, false},
		{"a cut connection for ever", cut, always, "was cut off after 12 bytes, 3 times", 3, false},
		{"a huge answer", huge, always, "is larger than 1 MiB", 1, false},
		{"a redirect to another host", http.RedirectHandler(elsewhere.URL+"/events?page=2", http.StatusFound).ServeHTTP, always, "redirects to another host, " + elsewhere.URL, 1, false},
		{"the same page again", body("application/json", first), always, "repeats the records of earlier pages: the list never ends", 1, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := sitetest.Play(t, "testdata/site")
			a := open(t, databases.SQLite(t), testDeployment(t))
			_, empty := exported(t, a)
			folder := filepath.Join(t.TempDir(), "kept")
			server.Fault = onPage(2, tt.times, tt.fault)
			report, err := site.Import(t.Context(), a.API, quick(t, server.URL, folder), transfer.Options{})
			if tt.want == "" && err != nil || tt.want != "" && err == nil {
				t.Fatalf("got %v, want %q", err, tt.want)
			}
			if err != nil {
				begin := "page 2 of events (" + server.URL + "/events?"
				if text := err.Error(); !strings.HasPrefix(text, begin) || !strings.Contains(text, tt.want) || !strings.Contains(text, "page=2") || strings.Contains(text, "\n") {
					t.Errorf("got %q, want %q and %q in it", text, begin, tt.want)
				}
				if !strings.HasSuffix(err.Error(), "stored in "+folder+": run the same command again to continue") {
					t.Errorf("%q does not say how to go on", err)
				}
				if _, got := exported(t, a); cmp.Diff(empty, got) != "" || report.Count("venues").Created != 0 {
					t.Error("something was taken")
				}
			}
			if got := len(server.Requests()) - 6; got != tt.tried {
				t.Errorf("the page was asked for %d times, want %d:\n%s", got, tt.tried, strings.Join(server.Requests(), "\n"))
			}
			before := len(server.Requests())
			server.Fault = nil
			importSite(t, a, quick(t, server.URL, folder), transfer.Options{})
			sameAsSource(t, a, "testdata/site")
			if got := len(server.Requests()) - before; err != nil && !tt.forget && got != 2 {
				t.Errorf("going on took %d requests, want 2 (statuses, and the page that failed)", got)
			}
		})
	}
	if len(elsewhere.Requests()) > 0 {
		t.Errorf("the other host was asked for %v", elsewhere.Requests())
	}
}

func TestWhatASiteDoesNotHaveIsLeftOut(t *testing.T) {
	tests := []struct {
		lacks []string
		want  string // Of the error; "" for an import of the others.
	}{
		{[]string{"tags"}, ""},
		{[]string{"tags", "organizers", "venues", "categories", "events"}, "page 1 of events ("},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.lacks, " "), func(t *testing.T) {
			server := sitetest.Play(t, "testdata/site")
			server.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
				lacks := slices.Contains(tt.lacks, path.Base(r.URL.Path))
				if lacks {
					w.Header().Set("Content-Type", "application/json")
					w.WriteHeader(http.StatusNotFound)
					_, _ = w.Write([]byte(`{"code": "rest_no_route"}`))
				}
				return lacks
			}
			a := open(t, databases.SQLite(t), testDeployment(t))
			report, err := site.Import(t.Context(), a.API, quick(t, server.URL, ""), transfer.Options{})
			if tt.want != "" {
				if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
					t.Errorf("got %v, want %s", err, tt.want)
				}
				return
			}
			if err != nil || !slices.Contains(texts(report), "the site has no tags: none are imported") || report.Count("events").Created == 0 {
				t.Errorf("got %v, %q, %v", err, texts(report), report.Count("events"))
			}
		})
	}
}

func TestAListThatNeverEndsIsLeft(t *testing.T) {
	server := sitetest.Play(t, "testdata/site")
	server.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if strings.HasSuffix(r.URL.Path, "/tags") { // New ids for ever, and nothing that says how many.
			sitetest.SendJSON(w, []byte(`{"tags": [{"id": 7, "name": "Again", "slug": "again", "taxonomy": "post_tag"}], "next_rest_url": "https://x.example/"}`))
			return true
		}
		return false
	}
	a := open(t, databases.SQLite(t), testDeployment(t))
	_, err := site.Import(t.Context(), a.API, quick(t, server.URL, ""), transfer.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "page 2 of tags (") || !strings.HasSuffix(err.Error(), "the list never ends") {
		t.Errorf("got %v", err)
	}
}

// interrupted imports a site and is stopped at the n-th request.
func interrupted(t *testing.T, a *service.Service, server *sitetest.Site, folder string, n int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	before := len(server.Requests())
	server.Fault = func(http.ResponseWriter, *http.Request, int) bool {
		if len(server.Requests())-before >= n {
			cancel()
		}
		return false
	}
	_, err := site.Import(ctx, a.API, quick(t, server.URL, folder), transfer.Options{})
	server.Fault = nil
	if err == nil || !strings.HasPrefix(err.Error(), "interrupted; ") {
		t.Fatalf("got %v, want an interruption", err)
	}
}

func TestAnImportThatIsInterruptedTwiceEndsAsOneThatIsNot(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		site := sitetest.Play(t, "testdata/site")
		a := open(t, url, testDeployment(t))
		folder := filepath.Join(t.TempDir(), "kept")
		interrupted(t, a, site, folder, 3)
		interrupted(t, a, site, folder, 4)
		interruptedWriting(t, a, site, folder)
		report := importSite(t, a, quick(t, site.URL, folder), transfer.Options{})
		if report.Requests != 5 {
			t.Errorf("the last run sent %d requests, want the one about statuses, the index, and three beside the interface", report.Requests)
		}
		if got := report.Count("venues"); got.Unchanged != 2 {
			t.Errorf("got %+v, want venues that were here", got)
		}
		_, got := exported(t, a)
		whole := open(t, databases.SQLite(t), testDeployment(t))
		importSite(t, whole, quick(t, site.URL, ""), transfer.Options{})
		_, want := exported(t, whole)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-uninterrupted +interrupted)\n%s", diff)
		}
	})
}

// lineCutter cancels when a line of progress begins with a text.
type lineCutter struct {
	begin  string
	cancel context.CancelFunc
}

// Write looks at one line.
func (c lineCutter) Write(line []byte) (int, error) {
	if strings.HasPrefix(string(line), c.begin) {
		c.cancel()
	}
	return len(line), nil
}

// interruptedWriting imports a site and is stopped when the venues are in.
func interruptedWriting(t *testing.T, a *service.Service, server *sitetest.Site, folder string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	report, err := site.Import(ctx, a.API, quick(t, server.URL, folder), transfer.Options{Progress: lineCutter{"venues: ", cancel}})
	if err == nil || !strings.HasPrefix(err.Error(), "interrupted; ") || report.Count("venues").Created != 2 || report.Count("events").Created != 0 {
		t.Fatalf("got %v, %s", err, report)
	}
}

func TestKeptAnswersAreForgottenAfterADay(t *testing.T) {
	site := sitetest.Play(t, "testdata/site")
	a := open(t, databases.SQLite(t), testDeployment(t))
	folder := filepath.Join(t.TempDir(), "kept")
	interrupted(t, a, site, folder, 4)
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(filepath.Join(folder, entries[0].Name()), old, old); err != nil {
		t.Fatal(err)
	}
	if got := importSite(t, a, quick(t, site.URL, folder), transfer.Options{}).Requests; got != 11 {
		t.Errorf("got %d requests, want all 11", got)
	}
}
