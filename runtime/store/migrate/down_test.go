package migrate_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/storetest"
)

func TestMigrationsAreTakenBackLastFirst(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url, store.Options{})
		if _, err := up(t, s, lossy()); err != nil {
			t.Fatal(err)
		}
		undone, err := migrate.Down(t.Context(), s, lossy(), 2)
		if diff := cmp.Diff([]string{"0003_drop_fax", "0002_drop_phone"}, undone); diff != "" || err != nil {
			t.Errorf("undone (-want +got): %v\n%s", err, diff)
		}
		if n := testdb.Number(t, s, "SELECT count(*) - count(phone) - count(fax) FROM people"); n != 1 {
			t.Error("the columns are not there again")
		}
		undone, err = migrate.Down(t.Context(), s, lossy(), 1)
		var refused *migrate.DestructiveError
		const want = "reverting migration 0001_people would lose data (the table people)"
		if !errors.As(err, &refused) || !refused.Down || err.Error() != want || undone != nil {
			t.Errorf("undone %v, %v", undone, err)
		}
		var made copies
		if _, err := migrate.Down(t.Context(), s, lossy(), 1, migrate.AllowDestructive(), made.note()); err != nil {
			t.Fatal(err)
		}
		if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
			checkCopy(t, path+".before-0001-down", "SELECT count(*) FROM people", "0002_drop_phone pending")
		}
		if applied, err := up(t, s, lossy()); err != nil || len(applied) != 3 {
			t.Errorf("up again: %v, %v", applied, err)
		}
	})
}

func TestWhatCannotBeTakenBackIsRefused(t *testing.T) {
	full := lossy()
	changed, oneWay := lossy(), lossy()
	for _, d := range []string{"sqlite", "postgres"} {
		changed[d+"/0003_drop_fax.up.sql"] = changed[d+"/0002_drop_phone.up.sql"]
		delete(oneWay, d+"/0002_drop_phone.down.sql")
	}
	tests := []struct {
		name  string
		files fstest.MapFS
		steps int
		want  string
	}{
		{"no step", full, 0, "cannot revert 0 migrations: the database has 3"},
		{"more than there are", full, 4, "cannot revert 4 migrations: the database has 3"},
		{"one that is unknown", upTo(full, "0002"), 1, "which this version of the program does not know: only a version that includes it can revert it"},
		{"one whose file was changed", changed, 1, "was changed after"},
		{"one without a way back", oneWay, 2, "0002_drop_phone.down.sql is missing"},
	}
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		if _, err := up(t, s, full); err != nil {
			t.Fatal(err)
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				if undone, err := migrate.Down(t.Context(), s, tt.files, tt.steps); err == nil || !strings.Contains(err.Error(), tt.want) || undone != nil {
					t.Errorf("undone %v, %v, want %q", undone, err, tt.want)
				}
			})
		}
		if diff := cmp.Diff([]string{"0001_people applied", "0002_drop_phone applied", "0003_drop_fax applied"}, states(t, s, full)); diff != "" {
			t.Errorf("states (-want +got):\n%s", diff)
		}
	})
}

func TestAFailedWayBackLeavesTheDatabaseAsItWas(t *testing.T) {
	fsys := files("0001_tables.up.sql", first, "0002_fill.up.sql", second,
		"0002_fill.down.sql", "DELETE FROM children;\n--bun:split\nDELETE FROM nowhere")
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		if _, err := up(t, s, fsys); err != nil {
			t.Fatal(err)
		}
		_, err := migrate.Down(t.Context(), s, fsys, 1)
		if err == nil || !strings.Contains(err.Error(), "revert migration 0002_fill: statement 2 of 2 (DELETE FROM nowhere): ") {
			t.Errorf("got %v", err)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM children"); n != 1 {
			t.Errorf("%d rows, want 1", n)
		}
		if diff := cmp.Diff([]string{"0001_tables applied", "0002_fill applied"}, states(t, s, fsys)); diff != "" {
			t.Errorf("states (-want +got):\n%s", diff)
		}
	})
}
