package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// How long a read waits for a replica, and how long a replica is then left alone.
// After these times the primary is queried instead.
const (
	acquireTimeout = 100 * time.Millisecond // For a connection.
	replayTimeout  = 15 * time.Millisecond  // For what the primary has written to arrive.
	queryTimeout   = 5 * time.Second        // For the response, which seldom takes a hundredth of it.
	behindBackoff  = 100 * time.Millisecond
	awayBackoff    = time.Second
	silentBackoff  = 10 * time.Second
)

// Reasons to query the primary instead.
var (
	errBehind        = errors.New("the replica has not yet replayed what the primary has written")
	errPoolExhausted = errors.New("all connections to the replica are in use")
)

// replica is a streaming replica that reads may go to.
type replica struct {
	name string // For the operator.
	pool *pgxpool.Pool
	log  *slog.Logger

	// A connection leads to one server for as long as it lasts, so that what the
	// server had replayed once need not be asked again.  A pooler may lead it to
	// the same server after a crash, when that is back at an earlier position.
	remember bool

	retryAt atomic.Int64 // Until when it is left alone, ns since 1970; 0 when it answered last.
	away    atomic.Bool  // The log says that it is not used.
}

// read runs statements in one state of the replica that has all that was written
// before at, and returns what more it has at least.  It reports false when the
// primary has to be queried; then no row was delivered.
func (r *replica) read(ctx context.Context, at walPosition,
	list []store.Statement,
) (seen walPosition, answered bool, err error) {
	if !r.ready() {
		return seen, false, nil
	}
	soon, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	seen, err = r.run(soon, at, list)
	var own store.CallbackError
	switch {
	case err == nil, errors.As(err, &own):
		r.retryAt.Store(0)
		r.logState(nil)
		return seen, true, err
	case errors.Is(err, errBehind):
		r.backOff(behindBackoff)
	case ctx.Err() == nil && soon.Err() != nil:
		r.backOff(silentBackoff)
		r.logState(err)
	case ctx.Err() == nil && (store.ClassOf(err) == store.ClassUnavailable || errors.As(err, new(*notReplicaError))):
		r.backOff(awayBackoff)
		r.logState(err)
	case r.away.Load(): // Nobody waited for what it would have said.
		r.backOff(awayBackoff)
	default:
		r.retryAt.Store(0)
	}
	return seen, false, nil
}

// ready reports whether the replica may be queried.  After a rest one read tries it,
// and the others wait for what that one finds.
func (r *replica) ready() bool {
	until, now := r.retryAt.Load(), time.Now()
	return until == 0 || now.UnixNano() >= until && r.retryAt.CompareAndSwap(until, now.Add(queryTimeout).UnixNano())
}

// backOff has the replica left alone for a while.
func (r *replica) backOff(d time.Duration) { r.retryAt.Store(time.Now().Add(d).UnixNano()) }

// logState logs when the replica is lost and when it is back.
func (r *replica) logState(err error) {
	switch {
	case err != nil && !r.away.Swap(true):
		r.log.Warn("replica lost, reads go to the primary", "replica", r.name, "error", err)
	case err == nil && r.away.Load() && r.away.Swap(false):
		r.log.Info("replica back in use", "replica", r.name)
	}
}

// run is read without the bookkeeping.
func (r *replica) run(ctx context.Context, at walPosition, list []store.Statement) (seen walPosition, err error) {
	c, err := r.acquire(ctx)
	if err != nil {
		return seen, err
	}
	defer c.Release()
	if seen, err = r.catchUp(ctx, c, at); err != nil {
		return seen, err
	}
	types, rows := c.Conn().TypeMap(), make(bufferedRows, len(list))
	if held := rows.buffering(types, list); len(held) == 1 {
		_, err = run(ctx, c, held[0], nil)
	} else {
		err = batchInSnapshotOn(ctx, c, held)
	}
	if err != nil {
		return seen, err
	}
	return seen, rows.deliver(list)
}

// acquire returns a connection, but does not wait for a host that is silent; one
// that comes about later is kept for others.
func (r *replica) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	soon, cancel := context.WithTimeout(ctx, acquireTimeout)
	defer cancel()
	c, err := r.pool.Acquire(soon)
	if now := r.pool.Stat(); err != nil && soon.Err() != nil && now.AcquiredConns() == now.MaxConns() {
		return nil, errPoolExhausted
	}
	return c, classified(err)
}

// replayedKey finds in a connection how far its server has replayed the log.
const replayedKey = "almanac replayed"

// catchUp returns when the server of a connection has all that was written before
// at, and what it has.  The position is read before the snapshot of what follows is taken: read
// together with it, it could be of a later state.
func (r *replica) catchUp(ctx context.Context, c *pgxpool.Conn, at walPosition) (walPosition, error) {
	known, _ := c.Conn().PgConn().CustomData()[replayedKey].(walPosition)
	if r.remember && known.covers(at) {
		return known, nil
	}
	begin := time.Now()
	for pause := 200 * time.Microsecond; ; pause *= 2 {
		now, err := replayedOn(ctx, c, at, known)
		if err != nil {
			return now, err
		}
		c.Conn().PgConn().CustomData()[replayedKey] = now
		if now.covers(at) {
			return now, nil
		}
		// Another timeline takes longer than anybody would wait.
		if now.timeline != at.timeline || time.Since(begin) > replayTimeout {
			return now, errBehind
		}
		select {
		case <-ctx.Done():
			return now, ctx.Err()
		case <-time.After(pause):
		}
		known = now
	}
}

// SQL that returns how far a standby has replayed the log.  Nothing but the
// receiver knows the timeline at once, and tells it only to roles that may read
// statistics (pg_read_all_stats); the control file knows it from the next restart
// point on.
const (
	replayedSQL = `SELECT CASE WHEN pg_is_in_recovery() THEN COALESCE(pg_last_wal_replay_lsn(), '0/0')::text ELSE '' END`
	timelineSQL = replayedSQL + `, greatest((SELECT COALESCE(max(received_tli), 0) FROM pg_stat_wal_receiver),
	(SELECT timeline_id FROM pg_control_checkpoint()),
	(SELECT min_recovery_end_timeline FROM pg_control_recovery()))::bigint`
)

// replayedOn reads how far the server of a connection is.  The timeline is not
// read again once it is the expected one, since a standby never goes back.
func replayedOn(ctx context.Context, c *pgxpool.Conn, wanted, known walPosition) (walPosition, error) {
	var text string
	now := walPosition{timeline: known.timeline}
	ask := store.Statement{SQL: replayedSQL, ScanRow: func(row store.Row) error { return row.Scan(&text) }}
	if known.timeline != wanted.timeline {
		ask = store.Statement{SQL: timelineSQL, ScanRow: func(row store.Row) error { return row.Scan(&text, &now.timeline) }}
	}
	if _, err := run(ctx, c, ask, nil); err != nil {
		return now, err
	}
	if text == "" {
		// Promoted: its connections stay, but have no business here.
		return now, errors.Join(&notReplicaError{"is a primary now"}, c.Conn().Close(ctx))
	}
	var err error
	now.lsn, err = parseLSN(text)
	return now, err
}

// notReplicaError says why a server is not a replica of the primary.
type notReplicaError struct{ why string }

// Error returns the end of a sentence that begins with the server.
func (e *notReplicaError) Error() string { return e.why }

// identitySQL selects what a primary and its replicas have in common: the
// identifier of the cluster and the number of the database in it.
const identitySQL = `SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' ||
	(SELECT oid FROM pg_database WHERE datname = current_database())::text, pg_is_in_recovery()`

// verify makes sure of each new connection that it leads to a replica of the
// database with the identity.
func verify(ctx context.Context, c *pgconn.PgConn, identity string) error {
	results, err := c.Exec(ctx, identitySQL).ReadAll()
	if err != nil {
		return err
	}
	if len(results) != 1 || len(results[0].Rows) != 1 {
		return fmt.Errorf("the server did not return its identity")
	}
	row := results[0].Rows[0]
	switch {
	case string(row[0]) != identity:
		return &notReplicaError{"is not a replica of --database: it holds a different database"}
	case string(row[1]) != "t":
		return &notReplicaError{"is not a replica: nothing is replayed there (pg_is_in_recovery is false)"}
	}
	return nil
}

// bufferedRow is a row that was copied from its connection.  What a replica answers
// is buffered until it is complete, so that no row has been delivered when the
// primary has to be queried instead.
type bufferedRow struct {
	types  *pgtype.Map // Of the connection, which must not be in use by others.
	fields []pgconn.FieldDescription
	values [][]byte // Nil elements are NULL.
}

var _ store.Row = bufferedRow{}

// Scan copies the columns into targets.
func (r bufferedRow) Scan(targets ...any) error {
	if len(targets) != len(r.values) {
		return fmt.Errorf("%d columns cannot be read into %d targets", len(r.values), len(targets))
	}
	for i, target := range targets {
		if err := r.types.Scan(r.fields[i].DataTypeOID, r.fields[i].Format, r.values[i], target); err != nil {
			return fmt.Errorf("column %s: %w", r.fields[i].Name, err)
		}
	}
	return nil
}

// bufferedRows are the rows of several statements.
type bufferedRows [][]bufferedRow

// buffering returns the statements with their rows going into h, which has to be
// as long as list.
func (r bufferedRows) buffering(types *pgtype.Map, list []store.Statement) []store.Statement {
	held := slices.Clone(list)
	for i := range held {
		var fields []pgconn.FieldDescription
		held[i].ReturnsSnapshot = false // The whole row is held.
		held[i].ScanRow = func(row store.Row) error {
			rows, ok := row.(pgx.Rows)
			if !ok {
				return fmt.Errorf("a row of type %T cannot be held", row)
			}
			if fields == nil {
				fields = slices.Clone(rows.FieldDescriptions())
			}
			values := slices.Clone(rows.RawValues())
			for j, v := range values {
				values[j] = bytes.Clone(v)
			}
			r[i] = append(r[i], bufferedRow{types, fields, values})
			return nil
		}
	}
	return held
}

// deliver gives the rows to the statements that they belong to.
func (r bufferedRows) deliver(list []store.Statement) error {
	for i, rows := range r {
		for _, row := range rows {
			if err := list[i].HandleRow(withoutSnapshot(list[i], row, nil)); err != nil {
				return err
			}
		}
	}
	return nil
}
