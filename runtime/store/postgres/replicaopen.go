package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// withReplicas adds replicas to a primary, if there are any.  One that does not
// answer may come later; one that answers and is no replica is a ReplicaError.
func withReplicas(ctx context.Context, primary engine, o store.Options) (store.Engine, error) {
	if len(o.Replicas) == 0 {
		return primary, nil
	}
	all := &replicated{engine: primary}
	identity, err := primary.identity(ctx)
	if err != nil {
		return nil, errors.Join(err, all.Close())
	}
	for _, url := range o.Replicas {
		r, err := openReplica(ctx, url, identity, o)
		if err != nil {
			return nil, errors.Join(err, all.Close())
		}
		r.name = fmt.Sprintf("replica %d", len(all.replicas)+1)
		all.replicas = append(all.replicas, r)
	}
	return all, nil
}

// identity returns what replicas have in common with the primary.
func (e engine) identity(ctx context.Context) (identity string, err error) {
	var standby bool
	err = e.Query(ctx, store.Statement{SQL: identitySQL, ScanRow: func(row store.Row) error {
		return row.Scan(&identity, &standby)
	}})
	return identity, store.Explain(ctx, err, "look for the identity of the database")
}

// openReplica makes the pool of a replica, and judges the server if it answers.
func openReplica(ctx context.Context, url, identity string, o store.Options) (*replica, error) {
	config, err := replicaConfig(url, o)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = func(ctx context.Context, c *pgx.Conn) error { return verify(ctx, c.PgConn(), identity) }
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	at := hostsOf(&config.ConnConfig.Config)[0]
	r := &replica{name: at, pool: pool, log: o.Log.With(slog.String("address", at)), remember: !o.UnnamedStatements}
	if err := pool.Ping(ctx); err != nil {
		if isPermanent(err) {
			pool.Close()
			return nil, &store.ReplicaError{Reason: fmt.Sprintf("PostgreSQL at %s %s", at, replicaCause(err))}
		}
		r.logState(err)
		r.backOff(awayBackoff)
	}
	return r, nil
}

func replicaConfig(url string, o store.Options) (*pgxpool.Config, error) {
	if scheme, _, _ := strings.Cut(url, ":"); scheme != "postgres" && scheme != "postgresql" {
		return nil, &store.ReplicaError{Reason: "the URL of a replica must begin with postgres://"}
	}
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, &store.ReplicaError{Reason: "the URL of a replica is not valid: " + withoutPassword(err, url)}
	}
	if len(hostsOf(&config.ConnConfig.Config)) > 1 {
		return nil,
			&store.ReplicaError{Reason: "the URL of a replica must name one host: name each replica by a URL of its own"}
	}
	if err := checkReplicaAttrs(url); err != nil {
		return nil, err
	}
	o.ReadOnly = true
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = hostTimeout
	}
	config.ConnConfig.DialFunc = newHostDialer().dial
	configure(config, url, o)
	configureMode(config, o)
	return config, nil
}

// isPermanent reports whether a replica answered with what time will not mend.
func isPermanent(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return classOfCode(pg.Code) == store.ClassOther
	}
	return errors.As(err, new(*notReplicaError))
}

// replicaCause returns the end of the sentence about a replica that is none.
func replicaCause(err error) string {
	var none *notReplicaError
	if errors.As(err, &none) {
		return none.why
	}
	return "cannot be read: " + rootCause(err)
}
