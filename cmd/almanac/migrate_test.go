package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

// migrateWith runs almanac migrate as a program with other migrations would.
func migrateWith(t *testing.T, files fstest.MapFS, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	p := program()
	p.Service.Migrations = files
	err := p.Command(strings.NewReader(""), &out, io.Discard).Run(t.Context(), append([]string{"almanac", "migrate"}, args...))
	return out.String(), err
}

// later returns the migrations of this program and made-up ones after them:
// 0901 merely adds, 0902 loses data.  Last is the version of the last one.
func later(t *testing.T, last string) fstest.MapFS {
	t.Helper()
	all := fstest.MapFS{}
	files := generated.Service().Migrations
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		all[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"0901_notes.up.sql":     "-- almanac: additive\nCREATE TABLE notes(id bigint, body text);\n--bun:split\nINSERT INTO notes VALUES(1, 'a'), (2, 'b')",
		"0901_notes.down.sql":   "-- almanac: destructive the table notes\nDROP TABLE notes",
		"0902_no_text.up.sql":   "-- almanac: destructive the texts of notes\n-- almanac: rewrites notes\nALTER TABLE notes DROP COLUMN body",
		"0902_no_text.down.sql": "ALTER TABLE notes ADD COLUMN body text",
	} {
		if name[:4] <= last {
			all["migrations/sqlite/"+name], all["migrations/postgres/"+name] = &fstest.MapFile{Data: []byte(text)}, &fstest.MapFile{Data: []byte(text)}
		}
	}
	return all
}

// moment is a time as status prints it.
var moment = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`)

// status returns the last lines of almanac migrate status.
func status(t *testing.T, files fstest.MapFS, url string) string {
	t.Helper()
	out, err := migrateWith(t, files, "status", "--database", url)
	if err != nil {
		t.Error(err)
	}
	_, made, _ := strings.Cut(out, "\n0901")
	return moment.ReplaceAllString("0901"+made, "TIME")
}

func TestAnOperatorMigratesUpAndDown(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		if out, err := migrateWith(t, later(t, "0901"), "up", "--database", url); err != nil || out != "the schema is up to date\n" {
			t.Fatalf("up printed %q, %v", out, err)
		}
		all := later(t, "0902")
		if diff := cmp.Diff("0901_notes\tapplied\tTIME\tadditive\n0902_no_text\tpending\t\tloses data: the texts of notes\n", status(t, all, url)); diff != "" {
			t.Errorf("status (-want +got):\n%s", diff)
		}

		const plan = "-- Migration 0902_no_text\n-- Loses data: the texts of notes (requires --allow-destructive).\n" +
			"-- Rewrites the table notes, which has 2 rows.\nALTER TABLE notes DROP COLUMN body;\n"
		out, err := migrateWith(t, all, "plan", "--database", url)
		if diff := cmp.Diff(plan, out); diff != "" || err != nil {
			t.Errorf("plan (-want +got): %v\n%s", err, diff)
		}

		_, err = migrateWith(t, all, "up", "--database", url)
		const refused = "migration 0902_no_text would lose data (the texts of notes): run migrate plan to see the SQL; " +
			"to proceed, run migrate up --allow-destructive"
		if err == nil || err.Error() != refused {
			t.Errorf("up: got %v, want %q", err, refused)
		}

		out, err = migrateWith(t, all, "up", "--allow-destructive", "--database", url)
		want := "the schema is up to date\n"
		if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
			want = "backed up the database before 0902_no_text to " + path + ".before-0902\n" + want
		}
		if diff := cmp.Diff(want, out); diff != "" || err != nil {
			t.Errorf("up printed (-want +got): %v\n%s", err, diff)
		}
		if out, err := migrateWith(t, all, "plan", "--database", url); err != nil || out != "-- Nothing is pending: the schema is up to date.\n" {
			t.Errorf("plan printed %q, %v", out, err)
		}

		_, err = migrateWith(t, all, "down", "--steps", "2", "--database", url)
		const kept = "reverting migration 0901_notes would lose data (the table notes): to proceed, run migrate down --steps 2 --allow-destructive"
		if err == nil || err.Error() != kept {
			t.Errorf("down: got %v, want %q", err, kept)
		}
		out, err = migrateWith(t, all, "down", "--steps", "2", "--allow-destructive", "--database", url)
		if err != nil || !strings.HasSuffix(out, "reverted 0902_no_text\nreverted 0901_notes\n") {
			t.Errorf("down printed %q, %v", out, err)
		}
		if diff := cmp.Diff("0901_notes\tpending\t\tadditive\n0902_no_text\tpending\t\tloses data: the texts of notes\n", status(t, all, url)); diff != "" {
			t.Errorf("status (-want +got):\n%s", diff)
		}
	})
}

func TestWrongMigrateCommandsGetOneSentence(t *testing.T) {
	db := database(t)
	if _, err := almanac(t, "", "migrate", "up", "--database", db); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		args []string
		want string
	}{
		"an argument where none is taken": {[]string{"up", "0002", "--database", db}, `"0002"`},
		"no step":                         {[]string{"down", "--steps", "0", "--database", db}, "cannot revert 0 migrations"},
		"steps that are no number":        {[]string{"down", "--steps", "all", "--database", db}, "steps"},
		"a file that is not there":        {[]string{"plan", "--database", db + ".not"}, ".not does not exist"},
		"the status of no file":           {[]string{"status", "--database", db + ".not"}, ".not does not exist"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := almanac(t, "", append([]string{"migrate"}, tt.args...)...)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") || out != "" {
				t.Errorf("printed %q and %v, want one line with %q", out, err, tt.want)
			}
		})
	}
	if files, err := filepath.Glob(strings.TrimPrefix(db, "sqlite:") + ".not*"); err != nil || files != nil {
		t.Errorf("a command that only reads made %v, %v", files, err)
	}
}

func TestThePlanOfAnEmptyDatabaseIsItsWholeSQLAndChangesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		path, lite := strings.CutPrefix(url, "sqlite:")
		if lite {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			out, err := almanac(t, "", "migrate", "plan", "--database", url)
			if err != nil || !strings.HasPrefix(out, "-- Migration 0001_") || !strings.Contains(out, "CREATE TABLE") || strings.Contains(out, "--bun:split") {
				t.Errorf("printed %.300q, %v", out, err)
			}
		}
		if info, err := os.Stat(path); lite && (err != nil || info.Size() != 0) {
			t.Errorf("the file was changed: %v", err)
		}
	})
}

// startOn opens the service on a database as a server with these migrations does.
func startOn(t *testing.T, url string, files fstest.MapFS) error {
	t.Helper()
	d := generated.Service()
	d.Migrations = files
	a, err := service.Open(t.Context(), d, service.Config{Database: url, Deployment: deployments.B()})
	if err != nil {
		return err
	}
	return a.Close()
}

func TestAServerMigratesSQLiteByItselfUnlessDataWouldBeLost(t *testing.T) {
	url := database(t)
	for _, last := range []string{"0000", "0901"} {
		if err := startOn(t, url, later(t, last)); err != nil {
			t.Fatal(err)
		}
	}
	err := startOn(t, url, later(t, "0902"))
	if err == nil || !strings.Contains(err.Error(), "run migrate up --allow-destructive") {
		t.Errorf("got %v", err)
	}
	if err := startOn(t, database(t), later(t, "0902")); err != nil {
		t.Errorf("a new file is refused: %v", err)
	}
}

func TestAServerWaitsForTheOperatorOfPostgreSQL(t *testing.T) {
	url := storetest.PostgreSQL(t)
	err := startOn(t, url, later(t, "0901"))
	if err == nil || !strings.Contains(err.Error(), "is pending): start with --migrate, or run migrate up") {
		t.Errorf("got %v", err)
	}
	if out, err := migrateWith(t, later(t, "0901"), "up", "--database", url); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := startOn(t, url, later(t, "0901")); err != nil {
		t.Errorf("an up-to-date database is refused: %v", err)
	}
}

func TestAServerRunsOnANewerDatabaseThatMerelyHasMore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		if _, err := migrateWith(t, later(t, "0901"), "up", "--database", url); err != nil {
			t.Fatal(err)
		}
		if err := startOn(t, url, nil); err != nil {
			t.Errorf("a database with one table more is refused: %v", err)
		}
		if _, err := migrateWith(t, later(t, "0902"), "up", "--allow-destructive", "--database", url); err != nil {
			t.Fatal(err)
		}
		err := startOn(t, url, nil)
		if err == nil || !strings.Contains(err.Error(), "the database has migration 0902_no_text, which this version of the program does not know and which is not purely additive") {
			t.Errorf("got %v", err)
		}
	})
}
