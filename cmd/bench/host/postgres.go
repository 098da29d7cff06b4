package host

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"almanac/runtime/store/storetest"
)

// Postgres is a server on which the bench makes databases.
type Postgres struct {
	admin  url.URL
	server *storetest.Server // Nil for a server of others.
}

// Settings are those of the private server, beside PostgreSQL's own: commits
// wait for the disk.  PostgreSQL's manual advises a quarter of the memory for
// buffers; here two databases share them.
func Settings() []string {
	buffers := max(machineMemory()>>21, 512) // MB, half of it.
	return []string{
		fmt.Sprintf("shared_buffers=%dMB", buffers), "random_page_cost=1.1",
		fmt.Sprintf("effective_cache_size=%dMB", buffers), "work_mem=16MB",
		"max_wal_size=4GB", "jit=off", "max_connections=100", "maintenance_work_mem=512MB",
	}
}

// OpenPostgres returns the server that TEST_DATABASE_URL names, else a private
// one whose data stays below dir.
func OpenPostgres(dir string, settings []string) (*Postgres, error) {
	p := &Postgres{}
	admin := os.Getenv("TEST_DATABASE_URL")
	if admin == "" {
		var err error
		if p.server, err = storetest.StartKept(filepath.Join(dir, "postgres"),
			append(Settings(), settings...)...); err != nil {
			return nil, err
		}
		admin = p.server.URL()
	}
	u, err := url.Parse(admin)
	if err != nil {
		return nil, errors.New("TEST_DATABASE_URL is not a postgres:// URL")
	}
	p.admin = *u
	return p, nil
}

// PID returns the process of a private server, 0 for one of others.
func (p *Postgres) PID() int {
	if p.server == nil {
		return 0
	}
	return p.server.PID()
}

// Close stops a private server.
func (p *Postgres) Close() error {
	if p.server == nil {
		return nil
	}
	return p.server.Stop()
}

// URL returns the address of a database.
func (p *Postgres) URL(name string) string {
	u := p.admin
	u.Path = "/" + name
	return u.String()
}

// Has reports whether there is a database.
func (p *Postgres) Has(ctx context.Context, name string) (there bool, err error) {
	c, err := pgx.Connect(ctx, p.admin.String())
	if err != nil {
		return false, err
	}
	defer func() { _ = c.Close(ctx) }()
	return there, c.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there)
}

// Create makes a database as a copy of another, "template0" for an empty one.
func (p *Postgres) Create(ctx context.Context, name, template string) error {
	text := "CREATE DATABASE " + pgx.Identifier{name}.Sanitize() + " TEMPLATE " + pgx.Identifier{template}.Sanitize()
	err := p.exec(ctx, text+" STRATEGY FILE_COPY")
	if codeOf(err) == "42601" { // Before version 15 there is but one way.
		err = p.exec(ctx, text)
	}
	for range 100 {
		if codeOf(err) != "55006" { // The last connection may still be closing.
			break
		}
		time.Sleep(50 * time.Millisecond)
		err = p.exec(ctx, text)
	}
	return err
}

// codeOf returns the code of an error of the server.
func codeOf(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

// Rename gives a database another name.
func (p *Postgres) Rename(ctx context.Context, name, to string) error {
	return p.exec(ctx, "ALTER DATABASE "+pgx.Identifier{name}.Sanitize()+" RENAME TO "+pgx.Identifier{to}.Sanitize())
}

// Drop removes a database, if it is there.
func (p *Postgres) Drop(ctx context.Context, name string) error {
	return p.exec(ctx, "DROP DATABASE IF EXISTS "+pgx.Identifier{name}.Sanitize()+" WITH (FORCE)")
}

// Warm reads a database into the buffers, as it is after some time of use, and
// not when it was copied just now.  Without the extension for that it does
// nothing.
func (p *Postgres) Warm(ctx context.Context, name string) error {
	c, err := pgx.Connect(ctx, p.URL(name))
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(ctx) }()
	if _, err = c.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_prewarm"); codeOf(err) == "0A000" ||
		codeOf(err) == "58P01" {
		return nil // It is not installed.
	}
	if err == nil {
		_, err = c.Exec(ctx,
			"SELECT pg_prewarm(oid) FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'pg_toast'::regnamespace) "+
				"AND relkind IN ('r', 't', 'i')")
	}
	return err
}

// exec runs one statement on a connection of its own.
func (p *Postgres) exec(ctx context.Context, text string) error {
	c, err := pgx.Connect(ctx, p.admin.String())
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(ctx) }()
	_, err = c.Exec(ctx, text)
	return err
}
