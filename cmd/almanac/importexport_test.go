package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/store/storetest"
)

// fixtures are the responses of a small site.
const fixtures = "internal/importer/testdata/site"

func TestWrongFlagsOfAnImportGetOneSentence(t *testing.T) {
	const address = "https://site.example/wp-json/tribe/events/v1"
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"another scheme", []string{"ftp://site.example/"}, "http:// or https://"},
		{"a password in the address", []string{"https://ada:secret@site.example/"}, "--password-file"},
		{"two addresses", []string{address, address}, "one address"},
		{"a file beside the address", []string{address, "file.json"}, "one address"},
		{"a user without a password", []string{"--user", "ada", address}, "set both or neither"},
		{"a password without a user", []string{"--password-file", "x", address}, "set both or neither"},
		{"a password file that is not there", []string{"--user", "ada", "--password-file", "/does/not/exist", address}, "--password-file"},
		{"no rate", []string{"--rate", "0", address}, "--rate"},
		{"a rate that is no number", []string{"--rate", "fast", address}, "rate"},
		{"ids that are none", []string{"--event-ids", "7,x", address}, `not "x"`},
		{"ids the wrong way round", []string{"--event-ids", "9-7", address}, "--event-ids"},
		{"too many ids", []string{"--event-ids", "1-9000000000", address}, "more than 100000"},
		{"since never", []string{"--since", "never", address}, "--since"},
		{"deletions of a site", []string{"--delete", address}, "--delete"},
		{"ids to scan that are none", []string{"--scan-ids", "7-x", address}, "--scan-ids"},
		{"certificates that are not there", []string{"--ca", "/does/not/exist", address}, "--ca"},
		{"certificates that are none", []string{"--ca", "importexport_test.go", address}, "contains no PEM certificate"},
		{"a pause without repetition", []string{"--every", "5m", address}, "--every requires --follow"},
		{"a pause that is too short", []string{"--follow", "--every", "1ms", address}, "one second or more"},
		{"following a part", []string{"--follow", "--since", "24h", address}, "omit --since"},
		{"following a rehearsal", []string{"--follow", "--dry-run", address}, "omit --since and --dry-run"},
		{"following files", []string{"--follow", fixtures}, "--follow is only for importing from a site"},
		{"a rate for files", []string{"--rate", "3", fixtures}, "--rate is only for importing from a site"},
		{"occurrences of a site", []string{"--max-occurrences", "3", address}, "--max-occurrences is only for .ics files"},
		{"an end for other files", []string{"--until", "2030-01-01", fixtures}, "--until is only for .ics files"},
		{"calendars beside other files", []string{"a.ics", fixtures}, ".ics files must be imported separately"},
		{"no occurrences", []string{"--max-occurrences", "0", "a.ics"}, "from 1 to 10000"},
		{"an end that is no day", []string{"--until", "tomorrow", "a.ics"}, `not "tomorrow"`},
		{"deletions of a calendar", []string{"--delete", "a.ics"}, "--delete"},
		{"a rate for calendars", []string{"--rate", "3", "a.ics"}, "--rate is only for importing from a site"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "none.db")
			_, err := almanac(t, "", append([]string{"import", "--database", "sqlite:" + db}, tt.args...)...)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if _, made := os.Stat(db); made == nil {
				t.Error("a database was made")
			}
		})
	}
}

func TestWhatCouldNotBeTakenIsAnError(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte("<html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := almanac(t, "", "import", "--timezone", "America/New_York", "--database", database(t), fixtures, bad)
	if err == nil || err.Error() != "import incomplete: 1 item not imported, 0 partly imported; see the report" {
		t.Errorf("got %v", err)
	}
	if !strings.Contains(out, "events: 3 created\n") || !strings.Contains(out, bad+" is not JSON") {
		t.Errorf("printed %q", out)
	}
}

func TestASiteIsImportedByItsAddress(t *testing.T) {
	site := sitetest.Play(t, fixtures)
	site.User = "ada"
	password := filepath.Join(t.TempDir(), "password.txt")
	if err := os.WriteFile(password, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	db := database(t)
	args := []string{"import", "--timezone", "America/New_York", "--database", db, "--user", "ada", "--password-file", password, "--rate", "500"}
	out, err := almanac(t, "", append(args, "--dry-run", site.URL)...)
	if err != nil || !strings.HasPrefix(out, "dry run: nothing was changed\ncomplete: everything that was read was imported\n") || !strings.Contains(out, "\nread: 6 pages and records, 10 requests, ") {
		t.Errorf("the rehearsal printed %q, %v", out, err)
	}
	out, err = almanac(t, "", append(args, site.URL)...)
	if err != nil || !strings.Contains(out, "events: 3 created\n") {
		t.Errorf("printed %q, %v", out, err)
	}
	kept, err := filepath.Glob(strings.TrimPrefix(db, "sqlite:") + ".import-*")
	if err != nil || len(kept) > 0 {
		t.Errorf("left behind: %v, %v", kept, err)
	}
	site.Fault = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, "<html>")
		return true
	}
	_, err = almanac(t, "", append(args, site.URL)...)
	if err == nil || !strings.Contains(err.Error(), "page 1 of venues ("+site.URL+"/venues?") || !strings.Contains(err.Error(), "is HTML, not JSON") {
		t.Errorf("got %v", err)
	}
}

func TestASiteIsImportedByAnyOfItsAddresses(t *testing.T) {
	site := sitetest.Play(t, fixtures)
	site.WordPress = true
	site.AddEvent(400, "hidden")
	home := strings.TrimSuffix(site.URL, sitetest.Root)
	host := strings.TrimPrefix(home, "http://")
	for _, address := range []string{home, host, host + "/events/", home + "/wp-json", home + "/?rest_route=/", home + "/?rest_route=/tribe/events/v1"} {
		out, err := almanac(t, "", "import", "--timezone", "America/New_York", "--database", database(t), "--rate", "500", address)
		if err != nil || !strings.Contains(out, "events: 4 created\n") || !strings.Contains(out, "hidden events found: 1\n") {
			t.Errorf("%s: printed %q, %v", address, out, err)
		}
	}
}

func TestAFollowedSiteIsReadAgainUntilTheProgramIsStopped(t *testing.T) {
	site := sitetest.Play(t, fixtures)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	readings := 0
	site.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if !strings.HasSuffix(r.URL.Path, "/tags") {
			return false
		}
		readings++
		switch readings {
		case 2:
			sitetest.Refuse(w, http.StatusNotFound, "rest_no_route")
		case 3:
			stop()
		}
		return readings == 2
	}
	db := database(t)
	var out, errs bytes.Buffer
	args := []string{"almanac", "import", "--timezone", "America/New_York", "--database", db, "--rate", "500", "--follow", "--every", "1s", site.URL}
	if err := commands(strings.NewReader(""), &out, &errs).Run(ctx, args); err != nil {
		t.Errorf("got %v", err)
	}
	if strings.Count(out.String(), "\nread: ") < 1 || !strings.Contains(errs.String(), "was not found (404 rest_no_route)") {
		t.Errorf("printed %q, %q", out.String(), errs.String())
	}
	if kept, err := filepath.Glob(strings.TrimPrefix(db, "sqlite:") + ".import-*.json"); err != nil || len(kept) != 1 {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestReportsWithManyProblemsOfAKindAreKeptInFiles(t *testing.T) {
	var events []string
	for id := range 5 {
		events = append(events, fmt.Sprintf(`{"id": %d, "title": "Tea", "slug": "tea-%[1]d", "start_date": "2026-12-01 10:00:00", "end_date": "2026-12-01 11:00:00",
			"description": "<p>Tea</p><iframe src=\"https://video.example/%[1]d\"></iframe>"}`, id+1))
	}
	file := filepath.Join(t.TempDir(), "events.json")
	if err := os.WriteFile(file, []byte(`{"events": [`+strings.Join(events, ",")+`]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	prefix := filepath.Join(dir, "almanac.db.import-report-")
	for n := range 10 {
		if err := os.WriteFile(fmt.Sprintf("%s2026011%d-000000.000.txt", prefix, n), []byte("older\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var last string
	for run := range 2 { // The second one has the same report.
		db := filepath.Join(dir, "almanac.db")
		if err := os.RemoveAll(db); err != nil {
			t.Fatal(err)
		}
		out, err := almanac(t, "", "import", "--database", "sqlite:"+db, file)
		if err == nil || err.Error() != "import incomplete: 0 items not imported, 5 partly imported; see the report" {
			t.Errorf("got %v", err)
		}
		reports, err := filepath.Glob(prefix + "*.txt")
		if err != nil || len(reports) != 10 || reports[0] != prefix+"20260111-000000.000.txt" || run > 0 && reports[9] != last {
			t.Fatalf("the reports are %v, %v", reports, err)
		}
		last = reports[9]
		if !strings.Contains(out, "\n  5 × event: <iframe> removed from its description (such as 1, 2, 3)\n") || !strings.HasSuffix(out, "all problems: "+last+"\n") {
			t.Errorf("printed %q", out)
		}
	}
	content, err := os.ReadFile(last)
	if want := "event 5: 1 <iframe> removed from its description (https://video.example/5)\n"; err != nil || strings.Count(string(content), "\n") != 5 || !strings.HasSuffix(string(content), want) {
		t.Errorf("got %q, %v", content, err)
	}
}

// elsewhere returns a command that runs a program in a directory of its own: reports of
// imports into PostgreSQL are written there.
func elsewhere(t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.Command(program, args...)
	command.Dir = t.TempDir()
	return command
}

// killedAt imports a site by the program, which is killed at the n-th
// request.
func killedAt(t *testing.T, program string, site *sitetest.Site, args []string, n int) {
	t.Helper()
	process := elsewhere(t, program, args...)
	var said strings.Builder
	process.Stderr = &said
	begin, reached := len(site.Requests()), make(chan struct{})
	site.Fault = func(_ http.ResponseWriter, r *http.Request, at int) bool {
		if at-begin == n {
			close(reached)
			<-r.Context().Done()
		}
		return at-begin >= n
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-reached:
	case <-time.After(time.Minute):
		t.Errorf("the %d-th request does not come", n)
	}
	_ = process.Process.Kill()
	if err := process.Wait(); err == nil {
		t.Errorf("the program ended by itself:\n%s", said.String())
	}
	site.Fault = nil
}

// killedWriting imports a site by the program, which is killed when the first
// records are in.  It may have been quicker.
func killedWriting(t *testing.T, program string, args []string) {
	t.Helper()
	process := elsewhere(t, program, args...)
	said, err := process.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "venues: ") {
			_ = process.Process.Kill()
		}
	}
	_ = process.Wait()
}

// ownTimes are the members of an export that tell when terms and images came here.
var ownTimes = regexp.MustCompile(`"(created_utc|modified_utc)":"[^"]*"`)

// written exports a database, without the files of images, and returns what it writes by name.
func written(t *testing.T, program, url string) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	if out, err := elsewhere(t, program, "export", "--images", "link", "--timezone", "America/New_York", "--database", url, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		all[name] = string(content)
		if kind, _, _ := strings.Cut(name, "-"); slices.Contains([]string{"tags", "categories", "media"}, kind) {
			all[name] = ownTimes.ReplaceAllString(all[name], `"$1":""`)
		}
	}
	return all
}

// secrets are passwords that nobody knows, of protected events.
var secrets = regexp.MustCompile(`"post_password":"[^"]*"`)

// problemsOf returns what a report says about records.
func problemsOf(report []byte) string {
	var lines []string
	for line := range strings.Lines(string(report)) {
		if strings.HasPrefix(line, "  ") && !strings.Contains(line, "responses had text around") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// TestAnOddSiteIsImportedByAProgramThatIsKilledTwice kills the program while it reads and
// while it writes, and compares the report and what is here with an import that is not.
func TestAnOddSiteIsImportedByAProgramThatIsKilledTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program seven times on each store; make test-all does")
	}
	program := executable(t)
	storetest.Each(t, func(t *testing.T, url string) {
		town := sitetest.PlayTown(t, 300)
		town.Steady = true
		keep := filepath.Join(t.TempDir(), "kept")
		if out, err := elsewhere(t, program, "migrate", "up", "--database", url).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		args := []string{"import", "--timezone", "America/New_York", "--rate", "1000", "--media", "file:" + t.TempDir(), "--keep", keep, "--database"}
		killedAt(t, program, &town.Site, append(args, url, town.URL), 8)
		killedWriting(t, program, append(args, url, town.URL))
		killed, err := elsewhere(t, program, append(args, url, town.URL)...).Output()
		if err == nil {
			t.Errorf("the code is 0, though something was lost:\n%s", killed)
		}
		whole := database(t)
		want, _ := elsewhere(t, program, append(args, whole, town.URL)...).Output() // Something is lost.
		if diff := cmp.Diff(problemsOf(want), problemsOf(killed)); diff != "" || problemsOf(want) == "" {
			t.Errorf("the report: (-uninterrupted +killed)\n%s", diff)
		}
		files, got := written(t, program, whole), written(t, program, url)
		for name := range files {
			if secrets.ReplaceAllString(files[name], "") != secrets.ReplaceAllString(got[name], "") {
				t.Errorf("%s: (-uninterrupted +killed)\n%.3000s", name, cmp.Diff(files[name], got[name]))
			}
		}
	})
}

// TestAnImportThatIsKilledTwiceEndsAsOneThatIsNot kills the program itself.
func TestAnImportThatIsKilledTwiceEndsAsOneThatIsNot(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program eleven times on each store; make test-all does")
	}
	program := executable(t)
	storetest.Each(t, func(t *testing.T, url string) {
		site := sitetest.Play(t, siteFolder())
		keep := filepath.Join(t.TempDir(), "kept")
		if out, err := elsewhere(t, program, "migrate", "up", "--database", url).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		args := []string{"import", "--timezone", "America/New_York", "--database", url, "--keep", keep, "--rate", "500", "--media", "file:" + t.TempDir(), site.URL}
		killedAt(t, program, site, args, 4)
		killedAt(t, program, site, args, 3)
		killedWriting(t, program, args)
		before, begin := len(site.Requests()), time.Now()
		out, err := elsewhere(t, program, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Logf("the last run: %d of %d requests, %s\n%s", len(site.Requests())-before, len(site.Requests()), time.Since(begin), out)

		whole := database(t)
		if out, err := elsewhere(t, program, "import", "--timezone", "America/New_York", "--database", whole, "--rate", "500", site.URL).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if diff := cmp.Diff(written(t, program, whole), written(t, program, url)); diff != "" {
			t.Errorf("(-uninterrupted +killed)\n%.3000s", diff)
		}
	})
}

// siteFolder is the folder of responses that the killed import reads: the one
// that ALMANAC_SITE_DIR names, or the fixtures.
func siteFolder() string {
	if dir := os.Getenv("ALMANAC_SITE_DIR"); dir != "" {
		return dir
	}
	return fixtures
}

func TestAPasswordIsNotSentInClear(t *testing.T) {
	_, err := almanac(t, "secret\n", "import", "--database", database(t), "--user", "ada", "--password-file", "-", "http://site.example/wp-json")
	if err == nil || !strings.Contains(err.Error(), "--allow-plain-http") {
		t.Errorf("got %v", err)
	}
}
