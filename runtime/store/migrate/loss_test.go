package migrate_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// lossy are migrations whose second and third step lose data.
func lossy() fstest.MapFS {
	return files(
		"0001_people.up.sql", "CREATE TABLE people(id bigint PRIMARY KEY, phone text, fax text);\n--bun:split\nINSERT INTO people VALUES(1, '12', '34')",
		"0001_people.down.sql", "-- almanac: destructive the table people\nDROP TABLE people",
		"0002_drop_phone.up.sql", "-- almanac: destructive the phones of people\n-- almanac: rewrites people\nALTER TABLE people DROP COLUMN phone",
		"0002_drop_phone.down.sql", "ALTER TABLE people ADD COLUMN phone text",
		"0003_drop_fax.up.sql", "-- almanac: destructive the faxes of people\nALTER TABLE people DROP COLUMN fax",
		"0003_drop_fax.down.sql", "ALTER TABLE people ADD COLUMN fax text",
	)
}

// upTo returns the migrations whose names begin with numbers up to last.
func upTo(all fstest.MapFS, last string) fstest.MapFS {
	some := fstest.MapFS{}
	for path, file := range all {
		if filepath.Base(path)[:4] <= last {
			some[path] = file
		}
	}
	return some
}

// copies collects the calls of OnBackup.
type copies []string

func (c *copies) note() migrate.Option {
	return migrate.OnBackup(func(migration, path string) { *c = append(*c, migration+" "+filepath.Base(path)) })
}

func TestStepsThatLoseDataHaveToBeAllowed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url, store.Options{})
		if _, err := up(t, s, upTo(lossy(), "0001")); err != nil {
			t.Fatal(err)
		}
		applied, err := up(t, s, lossy())
		var refused *migrate.DestructiveError
		want := "migration 0002_drop_phone would lose data (the phones of people), migration 0003_drop_fax would lose data (the faxes of people)"
		if !errors.As(err, &refused) || refused.Down || err.Error() != want || applied != nil {
			t.Fatalf("applied %v, %v", applied, err)
		}
		if n := testdb.Number(t, s, "SELECT count(phone) FROM people"); n != 1 {
			t.Error("the phone was lost")
		}
		var made copies
		applied, err = up(t, s, lossy(), migrate.AllowDestructive(), made.note())
		if diff := cmp.Diff([]string{"0002_drop_phone", "0003_drop_fax"}, applied); diff != "" || err != nil {
			t.Errorf("applied (-want +got): %v\n%s", err, diff)
		}
		if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
			if diff := cmp.Diff(copies{"0002_drop_phone test.db.before-0002", "0003_drop_fax test.db.before-0003"}, made); diff != "" {
				t.Errorf("copies (-want +got):\n%s", diff)
			}
			checkCopy(t, path+".before-0002", "SELECT count(phone) FROM people", "0002_drop_phone pending")
			checkCopy(t, path+".before-0003", "SELECT count(fax) FROM people", "0002_drop_phone applied")
		} else if made != nil {
			t.Errorf("copies of PostgreSQL: %v", made)
		}
	})
}

// checkCopy opens a copy, which has one row and stands where state says.
func checkCopy(t *testing.T, path, count, state string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	original, err := os.Stat(strings.Split(path, ".before")[0])
	if err != nil || info.Mode() != original.Mode() {
		t.Errorf("the mode of %s is %s, of the original %s", path, info.Mode(), original.Mode())
	}
	s := testdb.Open(t, "sqlite:"+path, store.Options{})
	if n := testdb.Number(t, s, count); n != 1 {
		t.Errorf("%s: %s is %d", path, count, n)
	}
	if got := states(t, s, lossy()); got[1] != state {
		t.Errorf("%s: got %v, want %s", path, got, state)
	}
}

func TestStepsThatDropWithoutSayingSoHaveToBeAllowedToo(t *testing.T) {
	const rebuild = "CREATE TABLE new_people(id bigint PRIMARY KEY);\n--bun:split\nINSERT INTO new_people SELECT id FROM people;\n--bun:split\n" +
		"DROP TABLE people;\n--bun:split\nALTER TABLE new_people RENAME TO people"
	tests := []struct{ name, text, want string }{
		{"a column", "ALTER TABLE people DROP COLUMN \"phone\"", "(the column phone)"},
		{"tables", "CREATE TABLE x(id bigint);\n--bun:split\ndrop table if exists people;\n--bun:split\nDROP TABLE x", "(the table people; the table x)"},
		{"nothing, as the table is rebuilt", rebuild, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
				if _, err := up(t, s, upTo(lossy(), "0001")); err != nil {
					t.Fatal(err)
				}
				fsys := upTo(lossy(), "0001")
				for _, d := range []string{"sqlite", "postgres"} {
					fsys[d+"/0002_drop.up.sql"] = &fstest.MapFile{Data: []byte(tt.text)}
				}
				_, err := up(t, s, fsys)
				if (err == nil) != (tt.want == "") || err != nil && !strings.HasSuffix(err.Error(), tt.want) {
					t.Errorf("got %v, want %q", err, tt.want)
				}
			})
		})
	}
}

func TestAFreshDatabaseHasNothingToLose(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		var made copies
		applied, err := up(t, s, lossy(), made.note())
		if err != nil || len(applied) != 3 || made != nil {
			t.Errorf("applied %v, copies %v, %v", applied, made, err)
		}
	})
}

func TestAnEarlierCopyStays(t *testing.T) {
	path := testdb.File(t, "a b'c.db", "")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	s := testdb.Open(t, "sqlite:"+path, store.Options{})
	if _, err := up(t, s, upTo(lossy(), "0001")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".before-0002.partial", []byte("cut short"), 0o600); err != nil {
		t.Fatal(err)
	}
	var made copies
	for range 2 {
		if _, err := up(t, s, upTo(lossy(), "0002"), migrate.AllowDestructive(), made.note()); err != nil {
			t.Fatal(err)
		}
		if _, err := migrate.Down(t.Context(), s, lossy(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(copies{"0002_drop_phone a b'c.db.before-0002", "0002_drop_phone a b'c.db.before-0002-2"}, made); diff != "" {
		t.Errorf("copies (-want +got):\n%s", diff)
	}
	checkCopy(t, path+".before-0002", "SELECT count(phone) FROM people", "0002_drop_phone pending")
	checkCopy(t, path+".before-0002-2", "SELECT 1 - count(phone) FROM people", "0002_drop_phone pending")
	if left, err := filepath.Glob(path + "*partial*"); err != nil || left != nil {
		t.Errorf("left over: %v, %v", left, err)
	}
	err := testdb.Exec(t.Context(), s, store.Statement{SQL: "SELECT 1"})
	if err != nil {
		t.Error(err)
	}
	if err := s.Reader().Query(t.Context(), store.Statement{SQL: "DELETE FROM people"}); err == nil {
		t.Error("a connection that reads may write since the copy")
	}
}

func TestACopyThatCannotBeMadeStopsTheMigration(t *testing.T) {
	path := strings.TrimPrefix(storetest.SQLite(t), "sqlite:")
	s := testdb.Open(t, "sqlite:"+path, store.Options{})
	if _, err := up(t, s, upTo(lossy(), "0001")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(path+".before-0002.partial/in the way", 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := up(t, s, lossy(), migrate.AllowDestructive())
	if err == nil || !strings.Contains(err.Error(), "migration 0002_drop_phone: copy the database before a step that loses data: ") {
		t.Errorf("got %v", err)
	}
	if n := testdb.Number(t, s, "SELECT count(phone) FROM people"); n != 1 {
		t.Error("the phone was lost")
	}
}

func TestReadingAloneChangesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
			_, err := open.Store(t.Context(), url, store.Options{ReadOnly: true})
			if err == nil || !strings.Contains(err.Error(), "the SQLite file "+path+" does not exist") {
				t.Errorf("got %v", err)
			}
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s := testdb.Open(t, url, store.Options{ReadOnly: true})
		if plan, err := migrate.Plan(t.Context(), s, lossy()); err != nil || len(plan) != 3 || plan[1].Destructive != "" {
			t.Errorf("plan of an empty database: %v, %v", plan, err)
		}
		err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			_, err := w.Exec(ctx, store.Statement{SQL: "CREATE TABLE made(id bigint)"})
			return err
		})
		if err == nil {
			t.Error("a table was made")
		}
		if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
			if info, err := os.Stat(path); err != nil || info.Size() != 0 {
				t.Errorf("the file holds %d bytes, %v", info.Size(), err)
			}
		}
	})
}
