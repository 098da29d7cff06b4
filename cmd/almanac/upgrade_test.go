package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"golang.org/x/crypto/bcrypt"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// releases is the directory with one directory for each release: its databases
// as SQL text and as backups, and what it answered from them.  A directory is
// written once, when its release is made, and stays as it is.
const releases = "testdata/releases"

// newRelease is the name of a directory to write.
var newRelease = flag.String("record-release", "", "write the databases and answers of this release, such as 1.1.0; needs sqlite3 and pg_dump")

// recorded is answers.json of a release.
type recorded struct {
	Time     time.Time          `json:"time"`     // Of the service that answered.
	Password string             `json:"password"` // Of the user editor.
	Tokens   map[string]string  `json:"tokens"`   // Of the user editor, by store.
	Answers  []recordedResponse `json:"answers"`
}

// recordedResponse is the response to a GET request.
type recordedResponse struct {
	Path   string `json:"path"`
	As     string `json:"as,omitempty"` // "editor" with the password, "token" with the token.
	Status int    `json:"status"`
	Body   any    `json:"body"`
}

func TestADatabaseOfAReleaseIsUpgraded(t *testing.T) {
	if *newRelease != "" {
		recordRelease(t, *newRelease)
	}
	dirs, err := filepath.Glob(filepath.Join(releases, "*"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no releases in %s: %v", releases, err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, url string) {
				t.Run("from SQL text", func(t *testing.T) {
					loadText(t, dir, url)
					checkUpgraded(t, dir, url)
				})
				t.Run("from a backup", func(t *testing.T) {
					withTools(t, url)
					target := emptyLike(t, url)
					if out, err := almanac(t, "", "restore", backupFile(t, dir, url), "--database", target); err != nil {
						t.Fatalf("%v\n%s", err, out)
					}
					checkUpgraded(t, dir, target)
				})
			})
		})
	}
}

func TestAnUpgradedDatabaseGoesBackToItsRelease(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(releases, "*"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no releases in %s: %v", releases, err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, url string) {
				loadText(t, dir, url)
				before, rows := stateOf(t, url)
				if _, err := almanac(t, "", "migrate", "up", "--allow-destructive", "--database", url); err != nil {
					t.Fatal(err)
				}
				after, _ := stateOf(t, url)
				steps := strconv.Itoa(after - before)
				if _, err := almanac(t, "", "migrate", "down", "--steps", steps, "--allow-destructive", "--database", url); err != nil {
					t.Fatal(err)
				}
				migrations, kept := stateOf(t, url)
				if diff := cmp.Diff(rows, kept); diff != "" || after == before || migrations != before {
					t.Errorf("%d migrations, %d before the upgrade to %d, rows (-before +after):\n%s", migrations, before, after, diff)
				}
			})
		})
	}
}

// stateOf returns how many migrations a database has had, and what its events have in columns
// of every release.
func stateOf(t *testing.T, url string) (migrations int, rows []string) {
	t.Helper()
	s, err := open.Store(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	err = s.Reader().Batch(t.Context(), []store.Statement{
		{SQL: "SELECT count(*) FROM schema_migrations", ScanRow: func(row store.Row) error { return row.Scan(&migrations) }},
		{SQL: "SELECT id || ' ' || title || ' ' || status || ' ' || slug FROM events ORDER BY id", ScanRow: func(row store.Row) error {
			var line string
			err := row.Scan(&line)
			rows = append(rows, line)
			return err
		}},
	})
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d events, %v", len(rows), err)
	}
	return migrations, rows
}

// storeOf returns the name of the store of a database.
func storeOf(url string) string {
	if strings.HasPrefix(url, "sqlite:") {
		return "sqlite"
	}
	return "postgres"
}

// loadText runs the SQL text of a release in an empty database.
func loadText(t *testing.T, dir, url string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, storeOf(url)+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.ExecContext(t.Context(), string(text))
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		return
	}
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.PgConn().Exec(t.Context(), string(text)).ReadAll()
	if err := errors.Join(err, c.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// backupFile returns the path of the backup of a release.
func backupFile(t *testing.T, dir, url string) string {
	t.Helper()
	if storeOf(url) == "postgres" {
		return filepath.Join(dir, "postgres.backup")
	}
	packed, err := os.Open(filepath.Join(dir, "sqlite.backup.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = packed.Close() }()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sqlite.backup")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// releasedService is a service on a database of a release, at the time when its
// answers were recorded.
type releasedService struct {
	*service.Service
	t    *testing.T
	kind string
	recorded
}

// openReleased opens a service without migrating its database.
func openReleased(t *testing.T, url string, r recorded, options ...func(*service.Config)) *releasedService {
	t.Helper()
	c := service.Config{
		Database: url, Deployment: deployments.A(), Clock: func() time.Time { return r.Time },
		SignIn: auth.Limits{HashCost: bcrypt.MinCost}, Log: slog.New(slog.DiscardHandler),
	}
	for _, set := range options {
		set(&c)
	}
	a, err := service.Open(t.Context(), generated.Service(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return &releasedService{Service: a, t: t, kind: storeOf(url), recorded: r}
}

// send makes a request and returns the status and the JSON of the response.
func (s *releasedService) send(as, method, path, body string, header ...string) (int, any) {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), method, "http://localhost"+s.Env.Deployment.APIPath()+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	switch as {
	case "editor":
		r.SetBasicAuth("editor", s.Password)
	case "token":
		r.Header.Set("Authorization", "Bearer "+s.Tokens[s.kind])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	var answer any
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		s.t.Fatalf("%s %s: %v\n%s", method, path, err, w.Body)
	}
	return w.Code, answer
}

// get repeats a recorded request.
func (s *releasedService) get(a recordedResponse) (int, any) {
	s.t.Helper()
	return s.send(a.As, http.MethodGet, a.Path, "")
}

// checkUpgraded migrates a database of a release and compares it with a new one
// and with the release: the schema is that of a new database, the responses have
// what they had, and records can be changed.
func checkUpgraded(t *testing.T, dir, url string) {
	t.Helper()
	if _, err := almanac(t, "", "migrate", "up", "--allow-destructive", "--database", url); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "answers.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r recorded
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	s := openReleased(t, url, r)
	fresh := openReleased(t, emptyLike(t, url), r, func(c *service.Config) { c.Migrate = true })
	if diff := cmp.Diff(schemaOf(t, fresh.Store), schemaOf(t, s.Store)); diff != "" {
		t.Errorf("the schema differs from that of a new database (-new +upgraded):\n%s", diff)
	}
	for _, a := range r.Answers {
		status, got := s.get(a)
		if diff := cmp.Diff(a.Body, membersOf(a.Body, got)); diff != "" || status != a.Status {
			t.Errorf("GET %s as %q: status %d, want %d (-release +now):\n%s", a.Path, a.As, status, a.Status, diff)
		}
	}
	s.checkWrites()
}

// membersOf returns of the second value what the first one has too: later
// releases may answer further members.
func membersOf(want, got any) any {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return got
		}
		common := map[string]any{}
		for name, value := range want {
			if v, ok := object[name]; ok {
				common[name] = membersOf(value, v)
			}
		}
		return common
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return got
		}
		common := slices.Clone(list)
		for i := range want {
			common[i] = membersOf(want[i], list[i])
		}
		return common
	}
	return got
}

// checkWrites changes what the release has stored.
func (s *releasedService) checkWrites() {
	t := s.t
	t.Helper()
	changed := func(as, method, path, body string, want int, header ...string) map[string]any {
		t.Helper()
		status, answer := s.send(as, method, path, body, header...)
		object, ok := answer.(map[string]any)
		if status != want || !ok {
			t.Fatalf("%s %s: status %d, want %d: %v", method, path, status, want, answer)
		}
		return object
	}
	found := func(words string) any {
		t.Helper()
		return changed("", http.MethodGet, "/events?start_date=2000-01-01&end_date=2100-01-01&search="+words, "", http.StatusOK)["total"]
	}
	picnic := changed("", http.MethodGet, "/events/by-slug/picnic", "", http.StatusOK)["id"].(float64)
	changed("token", http.MethodPatch, fmt.Sprintf("/events/%.0f", picnic), `{"title": "Zymurgy fair"}`, http.StatusOK)
	if old, now := found("bread+picnic"), found("bread+zymurgy"); old != 0.0 || now != 1.0 {
		t.Errorf("%v events are found by the old title, %v by the new one", old, now)
	}
	made := changed("editor", http.MethodPost, "/events", `{"title": "Later", "start_date": "2027-01-01 10:00", "end_date": "2027-01-01 11:00", "categories": ["Music"]}`, http.StatusCreated)
	if made["id"].(float64) <= picnic {
		t.Errorf("a new event has the ID %v, an old one %v", made["id"], picnic)
	}
	if again := changed("editor", http.MethodPost, "/events", sentOnce, http.StatusCreated, "Idempotency-Key", "sent-once"); again["slug"] != "sent-once" {
		t.Errorf("a request that was sent to the release is repeated with %v", again["slug"])
	}
}

// schemaOf returns the columns and the indexes of a database, but for those of
// search, which are made at start.
func schemaOf(t *testing.T, s *store.Store) []string {
	t.Helper()
	query := `SELECT c.table_name || '.' || c.column_name || ' ' || c.data_type || ' null ' || c.is_nullable
			FROM information_schema.columns AS c WHERE c.table_schema = current_schema()
		UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1`
	if s.Dialect() == store.SQLite {
		query = `SELECT m.name || '.' || c.name || ' ' || c.type || ' null ' || c."notnull" || ' key ' || c.pk
				FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND m.name NOT LIKE '%\_search%' ESCAPE '\'
			UNION ALL SELECT m.name || ' ' || m.tbl_name || ' ' || c.seqno || ' ' || c.name || ' ' || l."unique"
				FROM sqlite_schema AS m, pragma_index_info(m.name) AS c, pragma_index_list(m.tbl_name) AS l
				WHERE m.type = 'index' AND l.name = m.name AND m.sql IS NOT NULL ORDER BY 1`
	}
	var lines []string
	err := s.Reader().Query(context.Background(), store.Statement{SQL: query, ScanRow: func(row store.Row) error {
		var line string
		err := row.Scan(&line)
		lines = append(lines, line)
		return err
	}})
	if err != nil || len(lines) < 100 {
		t.Fatalf("%d columns and indexes, %v", len(lines), err)
	}
	return lines
}

// encode writes a value as indented JSON.
func encode(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
