package migrate_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// files makes migrations of both dialects out of names and texts.
func files(pairs ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		for _, d := range []store.Dialect{store.PostgreSQL, store.SQLite} {
			fsys[d.String()+"/"+pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
		}
	}
	return fsys
}

// Two good migrations.
const (
	first = "CREATE TABLE parents(id bigint PRIMARY KEY);\n--bun:split\n" +
		"CREATE TABLE children(parent bigint NOT NULL REFERENCES parents(id) ON DELETE CASCADE);\n--bun:split\n\n"
	second = "INSERT INTO parents VALUES(1);\n--bun:split\nINSERT INTO children VALUES(1);"
)

func up(t *testing.T, s *store.Store, fsys fstest.MapFS, options ...migrate.Option) ([]string, error) {
	t.Helper()
	return migrate.Up(t.Context(), s, fsys, nil, options...)
}

// states returns the result of migrate.Status in short.
func states(t *testing.T, s *store.Store, fsys fstest.MapFS) []string {
	t.Helper()
	list, err := migrate.Status(t.Context(), s, fsys)
	if err != nil {
		t.Fatal(err)
	}
	var short []string
	for _, m := range list {
		if (m.AppliedAt == "") != (m.State == migrate.StatePending) {
			t.Errorf("%s is %s since %q", m.Name, m.State, m.AppliedAt)
		}
		short = append(short, m.Name+" "+string(m.State))
	}
	return short
}

func TestMigrationsAreAppliedOnceAndInOrder(t *testing.T) {
	fsys := files("0002_fill.up.sql", second, "0001_tables.up.sql", first, "0001_tables.down.sql", "DROP TABLE parents")
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		want := []string{"0001_tables pending", "0002_fill pending"}
		if diff := cmp.Diff(want, states(t, s, fsys)); diff != "" {
			t.Errorf("states before (-want +got):\n%s", diff)
		}
		for _, want := range [][]string{{"0001_tables", "0002_fill"}, nil} {
			got, err := up(t, s, fsys)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("applied (-want +got): %v\n%s", err, diff)
			}
		}
		want = []string{"0001_tables applied", "0002_fill applied"}
		if diff := cmp.Diff(want, states(t, s, fsys)); diff != "" {
			t.Errorf("states after (-want +got):\n%s", diff)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM children"); n != 1 {
			t.Errorf("%d rows, want 1", n)
		}
	})
}

func TestServersThatStartAtOnceMigrateOnce(t *testing.T) {
	fsys := files("0001_tables.up.sql", first, "0002_fill.up.sql", second, "0003_more.up.sql", "CREATE TABLE more(id bigint)")
	storetest.Each(t, func(t *testing.T, url string) {
		var mu sync.Mutex
		var all []string
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				s, err := open.Store(t.Context(), url, store.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				defer func() { _ = s.Close() }()
				applied, err := migrate.Up(t.Context(), s, fsys, nil)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				all = append(all, applied...)
			})
		}
		group.Wait()
		want := []string{"0001_tables", "0002_fill", "0003_more"}
		if diff := cmp.Diff(want, all, cmpopts.SortSlices(strings.Compare)); diff != "" {
			t.Errorf("applied by all together (-want +got):\n%s", diff)
		}
	})
}

func TestAFailedMigrationLeavesTheDatabaseAsItWas(t *testing.T) {
	broken := "CREATE TABLE half(id bigint);\n--bun:split\nINSERT INTO nowhere VALUES(1)"
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		for _, fresh := range []bool{true, false} {
			applied, err := up(t, s, files("0001_tables.up.sql", first, "0002_broken.up.sql", broken))
			if err == nil || !strings.Contains(err.Error(), "migration 0002_broken: statement 2 of 2 (INSERT INTO nowhere VALUES(1)): ") ||
				!strings.Contains(err.Error(), "nowhere") {
				t.Errorf("got %v", err)
			}
			t.Log(err)
			want := []string{"0001_tables pending"}
			if !fresh {
				want = []string{"0001_tables applied"}
			}
			if diff := cmp.Diff(want, states(t, s, files("0001_tables.up.sql", first))); diff != "" || applied != nil {
				t.Errorf("applied %v; states (-want +got):\n%s", applied, diff)
			}
			if _, err := up(t, s, files("0001_tables.up.sql", first)); err != nil {
				t.Errorf("some of a migration stayed: %v", err)
			}
		}
		mended := files("0001_tables.up.sql", first, "0002_broken.up.sql", "CREATE TABLE half(id bigint)")
		if _, err := up(t, s, mended); err != nil {
			t.Errorf("half of the migration stayed: %v", err)
		}
		double := "INSERT INTO parents VALUES(1);\n--bun:split\nINSERT INTO parents VALUES(1)"
		_, err := up(t, s, files("0001_tables.up.sql", first, "0002_broken.up.sql", "CREATE TABLE half(id bigint)", "0003_double.up.sql", double))
		if err == nil || !strings.Contains(err.Error(), "migration 0003_double: statement 2 of 2") {
			t.Errorf("got %v", err)
		}
		if s.Dialect() == store.PostgreSQL && !strings.Contains(err.Error(), "Key (id)=(1) already exists") {
			t.Errorf("%v does not tell the value that is there twice", err)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM parents"); n != 0 {
			t.Errorf("%d rows of a failed migration stayed", n)
		}
	})
}

func TestADatabaseOfOtherFilesIsRefused(t *testing.T) {
	good := files("0001_tables.up.sql", first, "0002_fill.up.sql", second)
	tests := []struct {
		name, want string
		files      fstest.MapFS
		states     []string
	}{
		{
			"whose file was changed", "migration 0001_tables was changed after it had been applied",
			files("0001_tables.up.sql", first+"-- changed", "0002_fill.up.sql", second),
			[]string{"0001_tables changed", "0002_fill applied"},
		},
		{
			"of a newer program", "the database has migration 0002_fill, which this version of the program does not know",
			files("0001_tables.up.sql", first),
			[]string{"0001_tables applied", "0002_fill unknown"},
		},
	}
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		if _, err := up(t, s, good); err != nil {
			t.Fatal(err)
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				if _, err := up(t, s, tt.files); err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want %q", err, tt.want)
				}
				if diff := cmp.Diff(tt.states, states(t, s, tt.files)); diff != "" {
					t.Errorf("states (-want +got):\n%s", diff)
				}
			})
		}
		windows := files("0001_tables.up.sql", strings.ReplaceAll(first, "\n", "\r\n"), "0002_fill.up.sql", second)
		if applied, err := up(t, s, windows); err != nil || applied != nil {
			t.Errorf("other line ends: applied %v, %v", applied, err)
		}
	})
}

func TestADatabaseThatMerelyHasMoreIsAccepted(t *testing.T) {
	const adds = "-- almanac: additive\n"
	old := files("0001_tables.up.sql", first)
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		if _, err := up(t, s, files("0001_tables.up.sql", first, "0002_more.up.sql", adds+"CREATE TABLE more(id bigint)")); err != nil {
			t.Fatal(err)
		}
		if applied, err := up(t, s, old); err != nil || applied != nil {
			t.Errorf("the older program applied %v, %v", applied, err)
		}
		if left, err := migrate.Pending(t.Context(), s, old); err != nil || left != nil {
			t.Errorf("pending for the older program: %v, %v", left, err)
		}
		newest := files("0001_tables.up.sql", first, "0002_more.up.sql", adds+"CREATE TABLE more(id bigint)", "0003_fill.up.sql", second)
		if _, err := up(t, s, newest); err != nil {
			t.Fatal(err)
		}
		const want = "the database has migration 0003_fill, which this version of the program does not know and which is not purely additive"
		if _, err := up(t, s, old); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if _, err := migrate.Pending(t.Context(), s, old); err == nil {
			t.Error("nothing is said to be pending")
		}
	})
}

func TestAMigrationBeforeAnAppliedOneIsRefused(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		if _, err := up(t, s, files("0001_tables.up.sql", first, "0003_fill.up.sql", second)); err != nil {
			t.Fatal(err)
		}
		_, err := up(t, s, files("0001_tables.up.sql", first, "0002_late.up.sql", "CREATE TABLE late(id bigint)", "0003_fill.up.sql", second))
		if err == nil || !strings.Contains(err.Error(), "migration 0002_late is not applied, but 0003_fill, which comes after it, is") {
			t.Errorf("got %v", err)
		}
	})
}

func TestRecordsOfAnEarlierProgramGetTheirColumn(t *testing.T) {
	old := "CREATE TABLE schema_migrations(version bigint PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at text NOT NULL)"
	fsys := files("0001_tables.up.sql", first)
	storetest.Each(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url, store.Options{})
		if _, err := up(t, s, fsys); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			"CREATE TABLE kept AS SELECT version, name, checksum, applied_at FROM schema_migrations", "DROP TABLE schema_migrations",
			old, "INSERT INTO schema_migrations SELECT version, name, checksum, applied_at FROM kept",
		} {
			testdb.Change(t, s, store.Statement{SQL: text})
		}
		s = testdb.Open(t, url, store.Options{}) // Nothing is prepared for the other table.
		if diff := cmp.Diff([]string{"0001_tables applied"}, states(t, s, fsys)); diff != "" {
			t.Errorf("states (-want +got):\n%s", diff)
		}
		if applied, err := up(t, s, fsys); err != nil || applied != nil {
			t.Errorf("applied %v, %v", applied, err)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM schema_migrations WHERE NOT additive"); n != 1 {
			t.Errorf("%d records, want 1", n)
		}
	})
}

func TestFilesWithBadNamesAreRefused(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		for _, fsys := range []fstest.MapFS{
			files("1_short.up.sql", first),
			files("tables.up.sql", first),
			files("0001_a.up.sql", first, "00001_b.up.sql", second),
		} {
			if _, err := up(t, s, fsys); err == nil {
				t.Errorf("%v was accepted", fsys)
			}
		}
	})
}

func TestRebuildingATableInSQLiteKeepsTheRowsThatReferToIt(t *testing.T) {
	rebuild := "CREATE TABLE new_parents(id bigint PRIMARY KEY, name text);\n--bun:split\n" +
		"INSERT INTO new_parents(id) SELECT id FROM parents;\n--bun:split\n" +
		"DROP TABLE parents;\n--bun:split\nALTER TABLE new_parents RENAME TO parents;"
	s := testdb.Open(t, storetest.SQLite(t), store.Options{})
	fsys := files("0001_tables.up.sql", first, "0002_fill.up.sql", second, "0003_rebuild.up.sql", rebuild)
	if _, err := up(t, s, fsys); err != nil {
		t.Fatal(err)
	}
	if n := testdb.Number(t, s, "SELECT count(*) FROM children"); n != 1 {
		t.Errorf("%d rows refer to the table, want 1", n)
	}
	if err := testdb.Exec(t.Context(), s, store.Statement{SQL: "INSERT INTO children VALUES(9)"}); !store.IsForeignKey(err) {
		t.Errorf("foreign keys are off after the migration: %v", err)
	}
	_, err := up(t, s, files("0001_tables.up.sql", first, "0002_fill.up.sql", second, "0003_rebuild.up.sql", rebuild,
		"0004_orphan.up.sql", "DELETE FROM parents"))
	if err == nil || !strings.Contains(err.Error(), "a row of table children refers to a row of parents that is not there") {
		t.Errorf("got %v", err)
	}
	if n := testdb.Number(t, s, "SELECT count(*) FROM parents"); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}

func TestAnUpToDateDatabaseNeedsNoRightToChangeTables(t *testing.T) {
	url := storetest.PostgreSQL(t)
	s := testdb.Open(t, url, store.Options{})
	fsys := files("0001_tables.up.sql", first)
	if _, err := up(t, s, fsys); err != nil {
		t.Fatal(err)
	}
	// A transaction that holds the table would stop any change of it.
	err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		if err := s.Lock(ctx, w, "almanac migrations"); err != nil {
			return err
		}
		_, err := migrate.Up(ctx, testdb.Open(t, url, store.Options{}), fsys, nil)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
