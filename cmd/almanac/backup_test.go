package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"almanac/runtime/store/storetest"
)

// withTools skips where PostgreSQL's client programs are not installed.
func withTools(t *testing.T, url string) {
	t.Helper()
	if strings.HasPrefix(url, "sqlite:") {
		return
	}
	for _, name := range []string{"pg_dump", "pg_restore"} {
		if _, err := exec.LookPath(name); err != nil && os.Getenv("CI") != "true" {
			t.Skipf("%s is not on the PATH", name)
		}
	}
}

// emptyLike returns the URL of an empty database of the same kind.
func emptyLike(t *testing.T, url string) string {
	t.Helper()
	if strings.HasPrefix(url, "sqlite:") {
		return storetest.SQLite(t)
	}
	return storetest.PostgreSQL(t)
}

// filled fills an empty database with a few events.
func filled(t *testing.T, url string) {
	t.Helper()
	for _, args := range [][]string{{"migrate", "up"}, {"demo", "--events", "10"}} {
		if _, err := almanac(t, "", append(args, "--database", url)...); err != nil {
			t.Fatal(err)
		}
	}
}

func TestABackupIsRestoredIntoAnEmptyDatabase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		withTools(t, url)
		filled(t, url)
		file := filepath.Join(t.TempDir(), "copy")
		out, err := almanac(t, "", "backup", file, "--database", url)
		if err != nil || !strings.Contains(out, file) {
			t.Fatalf("backup printed %q, %v", out, err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 && !strings.HasPrefix(url, "sqlite:") {
			t.Errorf("the copy has the mode %v, %v", info.Mode(), err)
		}
		left, err := filepath.Glob(file + ".*")
		left = slices.DeleteFunc(left, func(path string) bool { return path == file+".media.tar" }) // Beside SQLite.
		if err != nil || len(left) != 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
		target := emptyLike(t, url)
		out, err = almanac(t, "", "restore", file, "--database", target)
		if err != nil || !strings.Contains(out, "events: 10") || !strings.Contains(out, "; the schema is up to date") {
			t.Fatalf("restore printed %q, %v", out, err)
		}
		if got, want := exported(t, target), exported(t, url); got != want {
			t.Errorf("the restored database holds\n%s\nwant\n%s", got, want)
		}
		if _, err := almanac(t, "", "restore", file, "--database", target); err == nil || !strings.Contains(err.Error(), "already") {
			t.Errorf("a second restore into the same database: %v", err)
		}
	})
}

// exported returns all that export writes about a database.
func exported(t *testing.T, url string) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := almanac(t, "", "export", "--site-url", "http://localhost", "--database", url, dir); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil || all.Len() == 0 {
		t.Fatalf("%d bytes, %v", all.Len(), err)
	}
	return all.String()
}

func TestABackupReplacesNothingByItself(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		withTools(t, url)
		filled(t, url)
		file := filepath.Join(t.TempDir(), "copy")
		if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := almanac(t, "", "backup", file, "--database", url); err == nil || !strings.Contains(err.Error(), "already exists") {
			t.Errorf("got %v", err)
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != "precious" {
			t.Errorf("the file holds %.20q, %v", text, err)
		}
		if _, err := almanac(t, "", "backup", "--force", file, "--database", url); err != nil {
			t.Errorf("with --force: %v", err)
		}
		if _, err := almanac(t, "", "restore", file, "--database", emptyLike(t, url)); err != nil {
			t.Error(err)
		}
		if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
			if _, err := almanac(t, "", "backup", "--force", path, "--database", url); err == nil || !strings.Contains(err.Error(), "belongs to the database itself") {
				t.Errorf("over the database itself: %v", err)
			}
		}
	})
}

func TestWhatIsNoCopyIsNotRestored(t *testing.T) {
	lite, pg := storetest.SQLite(t), storetest.PostgreSQL(t)
	withTools(t, pg)
	filled(t, lite)
	filled(t, pg)
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	copies := map[string]string{}
	for name, url := range map[string]string{"lite": lite, "pg": pg} {
		copies[name] = filepath.Join(dir, name)
		if out, err := almanac(t, "", "backup", copies[name], "--database", url); err != nil {
			t.Fatalf("%s, %v", out, err)
		}
	}
	damaged := func(name string) []byte {
		content, err := os.ReadFile(copies[name])
		if err != nil {
			t.Fatal(err)
		}
		return content[:len(content)/2]
	}
	tests := []struct{ name, file, like, want string }{
		{"a file that is not there", filepath.Join(dir, "none"), lite, "does not exist"},
		{"a directory", dir, lite, "cannot be read"},
		{"an empty file, to SQLite", write("empty", nil), lite, "is not a backup"},
		{"an empty file, to PostgreSQL", filepath.Join(dir, "empty"), pg, "is not a backup"},
		{"a text, to SQLite", write("text", []byte("CREATE TABLE events(id int);")), lite, "is not a backup"},
		{"a text, to PostgreSQL", filepath.Join(dir, "text"), pg, "is not a backup"},
		{"PostgreSQL's copy, to SQLite", copies["pg"], lite, "is a backup of a PostgreSQL database, not of SQLite"},
		{"SQLite's copy, to PostgreSQL", copies["lite"], pg, "is a backup of an SQLite database, not of PostgreSQL"},
		{"half a copy, to SQLite", write("half", damaged("lite")), lite, "cannot be restored"},
		{"half a copy, to PostgreSQL", write("halfpg", damaged("pg")), pg, "pg_restore: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			target := emptyLike(t, tt.like)
			_, err := almanac(t, "", "restore", tt.file, "--database", target)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want one line with %q", err, tt.want)
			}
			// Nothing of it is left: a good copy still goes in.
			good := copies["lite"]
			if tt.like == pg {
				good = copies["pg"]
			}
			if _, err := almanac(t, "", "restore", good, "--database", target); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestADatabaseInUseIsNoTarget(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		withTools(t, url)
		filled(t, url)
		file := filepath.Join(t.TempDir(), "copy")
		if _, err := almanac(t, "", "backup", file, "--database", url); err != nil {
			t.Fatal(err)
		}
		before := exported(t, url)
		if _, err := almanac(t, "", "restore", file, "--database", url); err == nil || !strings.Contains(err.Error(), "already") {
			t.Errorf("got %v", err)
		}
		if exported(t, url) != before {
			t.Error("it was changed")
		}
	})
}

func TestMissingAndForeignToolsAreExplained(t *testing.T) {
	url := storetest.PostgreSQL(t)
	filled(t, url)
	empty, old, foreign := t.TempDir(), t.TempDir(), t.TempDir()
	for dir, says := range map[string]string{old: "pg_dump (PostgreSQL) 9.6.24", foreign: "dump 1.0"} {
		script := "#!/bin/sh\necho '" + says + "'\n"
		if err := os.WriteFile(filepath.Join(dir, "pg_dump"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{empty: "pg_dump was not found in " + empty, old: "is from PostgreSQL 9, but the server is", foreign: "is not a PostgreSQL tool"} {
		file := filepath.Join(t.TempDir(), "copy")
		_, err := almanac(t, "", "backup", file, "--pg-bin", dir, "--database", url)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want one line with %q", err, want)
		}
		if left, err := filepath.Glob(file + "*"); err != nil || len(left) != 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

func TestNoPasswordStandsInArguments(t *testing.T) {
	url := storetest.PostgreSQL(t)
	filled(t, url)
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	script := "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'pg_dump (PostgreSQL) 99.0'; exit; fi\necho \"$@\" >" + seen + "\necho \"$PGPASSWORD\" >" + seen + ".env\n"
	if err := os.WriteFile(filepath.Join(dir, "pg_dump"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := almanac(t, "", "backup", filepath.Join(dir, "copy"), "--pg-bin", dir, "--database", url+"&password=very-secret"); err != nil {
		t.Fatal(err)
	}
	args, err := os.ReadFile(seen)
	if err != nil || strings.Contains(string(args), "very-secret") || strings.Contains(string(args), "postgres:") {
		t.Errorf("arguments %q, %v", args, err)
	}
	if env, err := os.ReadFile(seen + ".env"); err != nil || strings.TrimSpace(string(env)) != "very-secret" {
		t.Errorf("PGPASSWORD is %q, %v", env, err)
	}
}
