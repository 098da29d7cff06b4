package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// connectTimeout bounds the making of a connection if the URL does not.
const connectTimeout = 5 * time.Second

// Open connects to the database at url.
func Open(ctx context.Context, url string, o store.Options) (store.Engine, error) {
	config, err := primaryConfig(url, o)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, noAnswerError(ctx, config, classified(err))
	}
	return withReplicas(ctx, engine{pool}, o)
}

// leastConns is how many connections a pool may have at least.  Each write waits for the disk with
// one of them in hand; with fewer, others wait for it while the processors have nothing to do.
const leastConns = 8

// configure sets what the URL leaves open.
func configure(config *pgxpool.Config, url string, o store.Options) {
	switch {
	case o.MaxConns > 0:
		config.MaxConns = int32(min(o.MaxConns, 1<<15))
	case !strings.Contains(url, "pool_max_conns"):
		config.MaxConns = max(config.MaxConns, leastConns)
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	params := config.ConnConfig.RuntimeParams
	params["timezone"] = "UTC"
	if o.ReadOnly {
		params["default_transaction_read_only"] = "on"
	}
	if params["plan_cache_mode"] == "" {
		// Statements are the same text each time and have an index each, whatever
		// their values; to plan one takes longer than to run it.
		params["plan_cache_mode"] = "force_generic_plan"
	}
	if params["application_name"] == "" && o.Application != "" {
		params["application_name"] = o.Application
	}
}

// noAnswerError makes one sentence of why the database does not answer.
func noAnswerError(ctx context.Context, config *pgxpool.Config, err error) error {
	c := config.ConnConfig
	return sentence{
		text: fmt.Sprintf("PostgreSQL at %s (database %q, user %q) is not responding: %s",
			strings.Join(hostsOf(&c.Config), ", "), c.Database, c.User, rootCause(err)),
		err: store.Explain(ctx, err, "connect"),
	}
}

// rootCause returns what one of the attempts to connect met.  The driver tells
// of every address, with and without TLS, in a line each.
func rootCause(err error) string {
	var pg *pgconn.PgError
	var dial *net.OpError
	switch {
	case errors.As(err, &pg):
		return pg.Message
	case errors.As(err, &dial):
		return dial.Err.Error()
	}
	return strings.Join(strings.Fields(err.Error()), " ")
}

// sentence is an error that prints as text.
type sentence struct {
	text string
	err  error
}

// Error returns the text.
func (s sentence) Error() string { return s.text }

// Unwrap returns the error.
func (s sentence) Unwrap() error { return s.err }

// withoutPassword returns what is wrong with a database URL.  A URL that
// cannot be taken apart is not quoted, as its password could not be found.
func withoutPassword(err error, text string) string {
	u, bad := url.Parse(text)
	if bad != nil {
		return "write postgres://user:password@host:port/database and escape special characters as %XX"
	}
	reason := err.Error()
	if cause := errors.Unwrap(err); cause != nil {
		reason = cause.Error()
	}
	secrets := []string{u.Query().Get("password"), u.Query().Get("sslpassword")}
	if password, ok := u.User.Password(); ok {
		secrets = append(secrets, password, url.QueryEscape(password), url.PathEscape(password))
	}
	for _, secret := range secrets {
		if secret != "" {
			reason = strings.ReplaceAll(reason, secret, "xxxxx")
		}
	}
	return reason
}

// configureMode chooses how statements are sent.
//
// By default each connection prepares a statement under a name once and refers
// to it from then on.  Behind a pooler that gives every transaction another
// session the name is unknown there.  Without names the text goes with every call,
// and each connection only remembers the types of its parameters and
// columns, which are those of the database and not of the session: values travel
// and are read exactly as with names.  A URL may say the same of itself, by
// default_query_exec_mode.
func configureMode(config *pgxpool.Config, o store.Options) {
	mode := &config.ConnConfig.DefaultQueryExecMode
	if o.UnnamedStatements && *mode == pgx.QueryExecModeCacheStatement {
		*mode = pgx.QueryExecModeCacheDescribe
	}
	if *mode == pgx.QueryExecModeCacheStatement {
		return
	}
	// Poolers refuse parameters of a session that they cannot restore.  What is
	// read only sends nothing that writes, and nothing is planned for later.
	delete(config.ConnConfig.RuntimeParams, "default_transaction_read_only")
	delete(config.ConnConfig.RuntimeParams, "plan_cache_mode")
}

// Validate judges the URLs of a primary and its replicas.
func Validate(url string, o store.Options) error {
	if _, err := primaryConfig(url, o); err != nil {
		return err
	}
	for _, replica := range o.Replicas {
		if _, err := replicaConfig(replica, o); err != nil {
			return err
		}
	}
	return nil
}

func primaryConfig(url string, o store.Options) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the database URL is not valid: %s", withoutPassword(err, url))
	}
	if err := configureAttrs(config, url, o.ReadOnly); err != nil {
		return nil, err
	}
	configureHosts(config)
	configure(config, url, o)
	configureMode(config, o)
	return config, nil
}
