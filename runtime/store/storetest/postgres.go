package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// wait bounds each administrative statement.
const wait = 30 * time.Second

// postgres creates and drops databases on one server.
type postgres struct {
	admin    url.URL
	strategy string // How CREATE DATABASE copies a template, "" for the default.

	mu   sync.Mutex
	conn *pgx.Conn // Kept: a connection costs the server more than a statement.
}

// newPostgres takes the URL of any database of the server.
func newPostgres(admin string) (*postgres, error) {
	u, err := url.Parse(admin)
	if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") {
		return nil, errors.New("TEST_DATABASE_URL is not a postgres:// URL")
	}
	p := &postgres{admin: *u}
	p.strategy, err = p.quickest()
	return p, err
}

// quickest returns the STRATEGY of CREATE DATABASE that is a fifth of the work
// of the default, where the server has it and where it does not wait for disks.
func (p *postgres) quickest() (strategy string, err error) {
	const sql = `SELECT CASE WHEN current_setting('fsync') = 'off' AND current_setting('server_version_num')::int >= 150000
	THEN ' STRATEGY file_copy' ELSE '' END`
	err = p.with(func(ctx context.Context, c *pgx.Conn) error { return c.QueryRow(ctx, sql).Scan(&strategy) })
	return strategy, err
}

// fresh returns a database name that no other test binary uses.
func (p *postgres) fresh() string {
	return fmt.Sprintf("almanac_test_%d_%s", os.Getpid(), strings.ToLower(rand.Text()[:12]))
}

// url returns the URL of the database name.
func (p *postgres) url(name string) string {
	u := p.admin
	u.Path = "/" + name
	return u.String()
}

// create makes the database name as a clone of template.
func (p *postgres) create(name, template string) error {
	sql := "CREATE DATABASE " + pgx.Identifier{name}.Sanitize() + " TEMPLATE " + pgx.Identifier{template}.Sanitize() +
		p.strategy
	err := p.exec(sql)
	// The last connection to a template may still be closing on the server.
	for range 100 {
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "55006" {
			break
		}
		time.Sleep(20 * time.Millisecond)
		err = p.exec(sql)
	}
	return err
}

// drop removes the database name together with connections left open.
func (p *postgres) drop(name string) error {
	return p.exec("DROP DATABASE IF EXISTS " + pgx.Identifier{name}.Sanitize() + " WITH (FORCE)")
}

// exec runs one statement.
func (p *postgres) exec(sql string) error {
	return p.with(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, sql, pgx.QueryExecModeSimpleProtocol)
		return err
	})
}

// with calls f, one call at a time, with the connection to the database of administration. It
// connects again where the server has ended the connection.
func (p *postgres) with(f func(context.Context, *pgx.Conn) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	if p.conn != nil && p.conn.Ping(ctx) != nil {
		_ = p.conn.Close(ctx) // It is of no use.
		p.conn = nil
	}
	if p.conn == nil {
		c, err := pgx.Connect(ctx, p.admin.String())
		if err != nil {
			return err
		}
		p.conn = c
	}
	return f(ctx, p.conn)
}

// close ends the connection.
func (p *postgres) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	return p.conn.Close(ctx)
}
