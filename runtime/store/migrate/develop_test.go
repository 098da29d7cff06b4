package migrate_test

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/storetest"
)

// steps has one step for both stores.
func steps(text string) fstest.MapFS {
	file := &fstest.MapFile{Data: []byte(text)}
	return fstest.MapFS{"sqlite.sql": file, "postgres.sql": file}
}

func TestADevelopmentDatabaseIsMadeAndFollows(t *testing.T) {
	released := lossy()
	was := upTo(released, "0001")
	now := files(
		"0001_people.up.sql", "CREATE TABLE people(id bigint PRIMARY KEY, phone text, fax text, mail text);\n--bun:split\nINSERT INTO people VALUES(1, '12', '34', '')",
		"0002_more.up.sql", "CREATE TABLE more(id bigint)",
	)
	storetest.Each(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url, store.Options{})
		wantMade(t, s, "")
		if lost, err := migrate.Develop(t.Context(), s, migrate.Development{Migrations: was, Now: "first"}); err != nil || lost != nil {
			t.Fatalf("lost %v, %v", lost, err)
		}
		wantMade(t, s, "first")
		if applied, err := up(t, s, was); err != nil || applied != nil {
			t.Errorf("a server applies %v, %v", applied, err)
		}
		add := steps("ALTER TABLE people ADD COLUMN mail text;\n--bun:split\nCREATE TABLE more(id bigint)")
		step := migrate.Development{Migrations: now, Steps: add, Made: "first", Now: "second"}
		if lost, err := migrate.Develop(t.Context(), s, step); err != nil || lost != nil {
			t.Fatalf("lost %v, %v", lost, err)
		}
		wantMade(t, s, "second")
		if diff := cmp.Diff([]string{"0001_people applied", "0002_more applied"}, states(t, s, now)); diff != "" {
			t.Errorf("states (-want +got):\n%s", diff)
		}
		if n := testdb.Number(t, s, "SELECT count(phone) FROM people WHERE mail IS NULL"); n != 1 {
			t.Errorf("%d rows are left, want 1", n)
		}
		if _, err := migrate.Develop(t.Context(), s, step); err == nil || !strings.Contains(err.Error(), "another program changed it in the meantime") {
			t.Errorf("the step again: %v", err)
		}
		var made copies
		back := migrate.Development{Migrations: was, Steps: steps("-- almanac: destructive the mails\nALTER TABLE people DROP COLUMN mail"), Made: "second", Now: "first"}
		lost, err := migrate.Develop(t.Context(), s, back, made.note())
		if diff := cmp.Diff([]string{"the mails"}, lost); diff != "" || err != nil {
			t.Errorf("lost (-want +got): %v\n%s", err, diff)
		}
		if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
			if diff := cmp.Diff(copies{"the change " + filepath.Base(path) + ".before-loss"}, made); diff != "" {
				t.Errorf("copies (-want +got):\n%s", diff)
			}
		}
		if diff := cmp.Diff([]string{"0001_people applied"}, states(t, s, was)); diff != "" {
			t.Errorf("states (-want +got):\n%s", diff)
		}
	})
}

// wantMade compares what the database says that it was made from.
func wantMade(t *testing.T, s *store.Store, want string) {
	t.Helper()
	if made, err := migrate.DevelopedFrom(t.Context(), s); made != want || err != nil {
		t.Errorf("made from %q, %v, want %q", made, err, want)
	}
}

func TestAStepThatFailsLeavesADevelopmentDatabaseAsItWas(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		if _, err := migrate.Develop(t.Context(), s, migrate.Development{Migrations: lossy(), Now: "first"}); err != nil {
			t.Fatal(err)
		}
		step := steps("CREATE TABLE more(id bigint);\n--bun:split\nALTER TABLE nowhere ADD COLUMN a text")
		_, err := migrate.Develop(t.Context(), s, migrate.Development{Migrations: lossy(), Steps: step, Made: "first", Now: "second"})
		if err == nil || !strings.Contains(err.Error(), "statement 2 of 2 (ALTER TABLE nowhere ADD COLUMN a text): ") {
			t.Errorf("got %v", err)
		}
		wantMade(t, s, "first")
		testdb.Change(t, s, store.Statement{SQL: "CREATE TABLE more(id bigint)"})
	})
}

func TestADatabaseWithOtherTablesIsNotDeveloped(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		if _, err := up(t, s, lossy()); err != nil {
			t.Fatal(err)
		}
		const want = "it was not made for development, and may hold data that somebody needs"
		if _, err := migrate.DevelopedFrom(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		_, err := migrate.Develop(t.Context(), s, migrate.Development{Migrations: lossy(), Now: "first"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		if diff := cmp.Diff([]string{"0001_people applied", "0002_drop_phone applied", "0003_drop_fax applied"}, states(t, s, lossy())); diff != "" {
			t.Errorf("states (-want +got):\n%s", diff)
		}
	})
}
