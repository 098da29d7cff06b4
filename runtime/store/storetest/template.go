package storetest

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Template is a prepared database, such as one with all migrations applied,
// of which tests get cheap clones.  It is prepared on first use, once per test
// binary and kind of database, so a test package keeps it in a variable.
type Template struct {
	prepare  func(url string) error
	sqlite   once
	postgres once
}

// NewTemplate describes a template; prepare fills the empty database at url
// and must have closed every connection when it returns.
func NewTemplate(prepare func(url string) error) *Template {
	return &Template{prepare: prepare}
}

// Each runs a test twice, as subtests "SQLite" and "PostgreSQL", each time with
// the URL of a fresh clone.
func (tmpl *Template) Each(t *testing.T, run func(t *testing.T, url string)) {
	t.Helper()
	each(t, tmpl.SQLite, tmpl.PostgreSQL, run)
}

// Sampled is Each for what hardly depends on the store, as the function Sampled.
func (tmpl *Template) Sampled(t *testing.T, run func(t *testing.T, url string)) {
	t.Helper()
	each(t, tmpl.SQLite, func(tb testing.TB) string {
		tb.Helper()
		skipMost(tb)
		return tmpl.PostgreSQL(tb)
	}, run)
}

// PostgreSQL returns the URL of a clone that is dropped after the test.  It
// skips or fails as the function PostgreSQL does.
func (tmpl *Template) PostgreSQL(tb testing.TB) string {
	tb.Helper()
	c := cluster(tb)
	name, err := tmpl.postgres.do(func() (string, error) { return tmpl.preparePostgres(c) })
	if err != nil {
		tb.Fatalf("prepare PostgreSQL template: %v", err)
	}
	return postgresFrom(tb, name)
}

// preparePostgres makes the template and returns its database name.
func (tmpl *Template) preparePostgres(c *postgres) (string, error) {
	name := c.fresh()
	if err := c.create(name, "template0"); err != nil {
		return "", err
	}
	shared.atEnd(func() error { return c.drop(name) })
	return name, tmpl.prepare(c.url(name))
}

// SQLite returns the URL of a clone in a directory that is removed after the
// test.
func (tmpl *Template) SQLite(tb testing.TB) string {
	tb.Helper()
	content, err := tmpl.sqlite.do(tmpl.prepareSQLite)
	if err != nil {
		tb.Fatalf("prepare SQLite template: %v", err)
	}
	path := newFile(tb)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		tb.Fatal(err)
	}
	return "sqlite:" + path
}

// prepareSQLite makes the template and returns the content of its file.
func (tmpl *Template) prepareSQLite() (string, error) {
	dir, err := os.MkdirTemp("", "almanac-sqlite-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "template.db")
	if err := tmpl.prepare("sqlite:" + path); err != nil {
		return "", err
	}
	// A journal beside the file holds pages that a copy would lack.
	if _, err := os.Stat(path + "-wal"); err == nil {
		return "", fmt.Errorf("the template is still open: prepare must close its store")
	}
	content, err := os.ReadFile(path)
	return string(content), err
}

// once keeps the result of the first call.
type once struct {
	guard sync.Once
	value string
	err   error
}

// do returns what the first call of make returned.
func (o *once) do(make func() (string, error)) (string, error) {
	o.guard.Do(func() { o.value, o.err = make() })
	return o.value, o.err
}
