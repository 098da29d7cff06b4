package faulttest

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"almanac/runtime/store/storetest"
)

// cluster is a PostgreSQL server of a test, which may break it.
type cluster struct{ *storetest.Server }

// newCluster starts a server.
func newCluster(t *testing.T) cluster {
	t.Helper()
	return cluster{storetest.NewServer(t)}
}

// databases numbers the databases of all clusters.
var databases atomic.Int64

// database makes a database that belongs to a role of the same name, and returns
// its URL.  Commits are on the disk, as far as the system is concerned, before
// they are acknowledged: the server of tests is more forgetful by default.
func (c cluster) database(t *testing.T, with string) string {
	t.Helper()
	name := fmt.Sprintf("faults_%d", databases.Add(1))
	c.exec(t, "CREATE ROLE "+name+" LOGIN")
	c.exec(t, "CREATE DATABASE "+name+" OWNER "+name+" "+with)
	c.exec(t, "ALTER DATABASE "+name+" SET synchronous_commit = on")
	u, err := url.Parse(c.URL())
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("user", name)
	u.Path, u.RawQuery = "/"+name, q.Encode()
	return u.String()
}

// nameOf returns the name of the database of a URL.
func nameOf(database string) string {
	u, err := url.Parse(database)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}

// socket returns the path at which the server listens.
func (c cluster) socket(t *testing.T) string {
	t.Helper()
	u, err := url.Parse(c.URL())
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("host") + "/.s.PGSQL.5432"
}

// through returns the URL of a database by way of a proxy.
func through(t *testing.T, database string, p *proxy) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Del("host")
	u.Host, u.RawQuery = p.address(), q.Encode()
	return u.String()
}

// exec runs a statement as the administrator.
func (c cluster) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, sql, args...); err != nil {
		t.Errorf("%s: %v", sql, err)
	}
}

// terminate ends all sessions of a database.
func (c cluster) terminate(t *testing.T, database string) {
	t.Helper()
	c.exec(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", nameOf(database))
}

// plural writes a number of things.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// rate writes how many writes a storm had acknowledged in a time.
func rate(acknowledged int, d time.Duration) string {
	return fmt.Sprintf("%.0f writes/s", float64(acknowledged)/d.Seconds())
}

// path returns the path of a record.
func path(plural string, id int64) string { return fmt.Sprintf("/%s/%d", plural, id) }
