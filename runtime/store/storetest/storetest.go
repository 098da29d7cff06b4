package storetest

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"
)

// Main runs the tests of a package, stops the server that they started, and
// exits with their result.
func Main(m *testing.M) { os.Exit(Run(m)) }

// MainAlone is Main for tests that others' writes would disturb: what PostgreSQL
// says of the moment that a transaction sees is about all databases of a server.
// These tests get a server of their own where StartCommon started another.
func MainAlone(m *testing.M) {
	shared.alone = true
	Main(m)
}

// Run is Main for packages that have something to do after their tests: it
// returns the code to exit with.
func Run(m *testing.M) int {
	shared.ready()
	code := m.Run()
	if err := shared.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "storetest:", err)
		code = max(code, 1)
	}
	return code
}

// Each runs a test twice, as subtests "SQLite" and "PostgreSQL", each time with
// the URL of a fresh empty database.
func Each(t *testing.T, run func(t *testing.T, url string)) {
	t.Helper()
	each(t, SQLite, PostgreSQL, run)
}

// each is Each over two ways to get a database.
func each(t *testing.T, sqlite, postgres func(testing.TB) string, run func(*testing.T, string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { run(t, sqlite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { run(t, postgres(t)) })
}

// Sampled is Each for what hardly depends on the store: with -short one in four of these
// tests runs on PostgreSQL, the same ones each time.
func Sampled(t *testing.T, run func(t *testing.T, url string)) {
	t.Helper()
	each(t, SQLite, sample, run)
}

// sample is PostgreSQL for the tests that Sampled chooses.
func sample(tb testing.TB) string {
	tb.Helper()
	skipMost(tb)
	return PostgreSQL(tb)
}

// skipMost skips three in four tests with -short.
func skipMost(tb testing.TB) {
	tb.Helper()
	if testing.Short() && crc32.ChecksumIEEE([]byte(tb.Name()))%4 != 0 {
		tb.Skip("runs on PostgreSQL without -short")
	}
}

// SQLite returns the URL of a database file that does not exist yet, in a
// directory that is removed after the test.
func SQLite(tb testing.TB) string {
	tb.Helper()
	return "sqlite:" + newFile(tb)
}

// newFile returns the path of a database file in a directory of its own: in
// memory where Main can remove it, for SQLite would wait for the disk.
func newFile(tb testing.TB) string {
	tb.Helper()
	parent, err := shared.inMemory()
	if err != nil {
		tb.Fatal(err)
	}
	if parent == "" {
		return filepath.Join(tb.TempDir(), "test.db")
	}
	dir, err := os.MkdirTemp(parent, "sqlite-") //nolint:usetesting // It has no way to a directory in memory.
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			tb.Error(err)
		}
	})
	return filepath.Join(dir, "test.db")
}

// PostgreSQL returns the URL of a fresh empty database that is dropped after
// the test.  Where no PostgreSQL can be had the test is skipped, or fails when
// CI=true.
func PostgreSQL(tb testing.TB) string {
	tb.Helper()
	return postgresFrom(tb, "template0")
}

// postgresFrom returns the URL of a fresh clone of the database template.
func postgresFrom(tb testing.TB, template string) string {
	tb.Helper()
	c := cluster(tb)
	name := c.fresh()
	if err := c.create(name, template); err != nil {
		tb.Fatalf("create database %s: %v", name, err)
	}
	tb.Cleanup(func() {
		if err := c.drop(name); err != nil {
			tb.Errorf("drop database %s: %v", name, err)
		}
	})
	return c.url(name)
}

// cluster returns the PostgreSQL of this test binary, or ends the test.
func cluster(tb testing.TB) *postgres {
	tb.Helper()
	c, err := shared.start()
	switch {
	case err == nil:
	case IsMissing(err) && os.Getenv("CI") != "true":
		tb.Skip(err)
	default:
		tb.Fatal(err)
	}
	return c
}
