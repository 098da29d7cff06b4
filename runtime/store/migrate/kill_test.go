package migrate_test

import (
	"context"
	"os"
	osexec "os/exec"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// killed names the variable with the URL that the child process migrates.
const killed = "ALMANAC_TEST_MIGRATE_AND_DIE"

// slow are migrations whose second one makes a column, changes every row and
// then takes longer than any test, while the table slow holds a row.
func slow() fstest.MapFS {
	fsys := files(
		"0001_tables.up.sql", first+"--bun:split\nCREATE TABLE slow(id bigint);\n--bun:split\nCREATE TABLE words(id bigint PRIMARY KEY, word text)",
	)
	const change = "ALTER TABLE words ADD COLUMN size bigint NOT NULL DEFAULT 0;\n--bun:split\n" +
		"UPDATE words SET word = word || '!', size = length(word);\n--bun:split\n"
	for d, wait := range map[store.Dialect]string{
		store.PostgreSQL: "SELECT pg_sleep(3600) FROM slow",
		store.SQLite: "CREATE TEMP TABLE waited AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL" +
			" SELECT i + 1 FROM n WHERE i < 1000000000000 * (SELECT count(*) FROM slow)) SELECT sum(i) FROM n",
	} {
		fsys[d.String()+"/0002_slow.up.sql"] = &fstest.MapFile{Data: []byte(change + wait)}
	}
	return fsys
}

// TestTheChildOfTheKillTest is the process that is killed.
func TestTheChildOfTheKillTest(t *testing.T) {
	url := os.Getenv(killed)
	if url == "" {
		t.Skip("only a child process runs this")
	}
	_, err := up(t, testdb.Open(t, url, store.Options{}), slow())
	t.Errorf("the migration ended before the process was killed: %v", err)
}

func TestAKilledMigrationLeavesTheDatabaseWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("a process is killed while it migrates")
	}
	storetest.Each(t, func(t *testing.T, url string) {
		before := prepareSlow(t, url)
		killDuring(t, url)

		again := testdb.Open(t, url, store.Options{})
		if diff := cmp.Diff(before, content(t, again)); diff != "" {
			t.Errorf("rows after the kill (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"0001_tables applied", "0002_slow pending"}, states(t, again, slow())); diff != "" {
			t.Errorf("states after the kill (-want +got):\n%s", diff)
		}
		testdb.Change(t, again, store.Statement{SQL: "DELETE FROM slow"})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if applied, err := migrate.Up(ctx, again, slow(), nil); err != nil || len(applied) != 1 {
			t.Fatalf("applied %v, %v", applied, err)
		}
		if n := testdb.Number(t, again, "SELECT count(*) FROM words WHERE size > 300 AND length(word) = size + 1"); n != 10_000 {
			t.Errorf("%d rows are as they should be, want 10000", n)
		}
		whole(t, again)
	})
}

// prepareSlow runs the first migration, fills the tables and returns the sums
// of the rows.  Its store is closed, so that an SQLite file has no log.
func prepareSlow(t *testing.T, url string) []int64 {
	t.Helper()
	s, err := open.Store(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := up(t, s, upTo(slow(), "0001")); err != nil {
		t.Fatal(err)
	}
	testdb.Change(t, s, store.Statement{SQL: "INSERT INTO slow VALUES(1)"})
	testdb.Change(t, s, store.Statement{SQL: fill(s.Dialect())})
	return content(t, s)
}

// fill is a statement that makes rows which do not fit into a cache of pages.
func fill(d store.Dialect) string {
	if d == store.PostgreSQL {
		return "INSERT INTO words SELECT i, i || repeat('x', 600) FROM generate_series(1, 10000) AS i"
	}
	return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)" +
		" INSERT INTO words SELECT i, i || hex(zeroblob(300)) FROM n"
}

// content returns sums over the rows of words.
func content(t *testing.T, s *store.Store) []int64 {
	t.Helper()
	return []int64{
		testdb.Number(t, s, "SELECT count(*) FROM words"),
		testdb.Number(t, s, "SELECT sum(length(word)) FROM words"),
		testdb.Number(t, s, "SELECT count(*) FROM words WHERE word LIKE '%!'"),
	}
}

// whole has SQLite check its file.
func whole(t *testing.T, s *store.Store) {
	t.Helper()
	if s.Dialect() != store.SQLite {
		return
	}
	err := s.Reader().Query(t.Context(), store.Statement{SQL: "PRAGMA integrity_check", ScanRow: func(r store.Row) error {
		var said string
		err := r.Scan(&said)
		if said != "ok" {
			t.Errorf("the file is not whole: %s", said)
		}
		return err
	}})
	if err != nil {
		t.Error(err)
	}
}

// killDuring runs the second migration in a process of its own and kills that
// when it has changed the rows and not yet committed.
func killDuring(t *testing.T, url string) {
	t.Helper()
	inside := watch(t, url)
	child := osexec.Command(os.Args[0], "-test.run=^TestTheChildOfTheKillTest$", "-test.v")
	child.Env = append(os.Environ(), killed+"="+url)
	var said strings.Builder
	child.Stdout, child.Stderr = &said, &said
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	for begin := time.Now(); !inside(); time.Sleep(20 * time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatalf("the child ended by itself: %v\n%s", err, said.String())
		default:
		}
		if time.Since(begin) > time.Minute {
			_ = child.Process.Kill()
			t.Fatal("the child does not come to its slow statement")
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the child was not killed: %v", err)
	}
}

// watch returns a function that reports whether the child has changed rows and
// not committed.
func watch(t *testing.T, url string) (inside func() bool) {
	t.Helper()
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		return func() bool {
			// The changes are more than the cache takes, so some are in the log.
			info, err := os.Stat(path + "-wal")
			return err == nil && info.Size() > 2<<20
		}
	}
	s := testdb.Open(t, url, store.Options{})
	return func() bool {
		return testdb.Number(t, s, "SELECT count(*) FROM pg_stat_activity"+
			" WHERE query LIKE 'SELECT pg_sleep(3600)%' AND state = 'active' AND datname = current_database()") > 0
	}
}
