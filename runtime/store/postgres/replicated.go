package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/sharedcall"
)

// replicated is a primary with replicas.  Whatever is read outside of
// transactions goes to a replica, if one is at hand that has replayed all that
// was written before: each read first asks the primary how far its log is, which
// costs it next to nothing, and several requests share the question.  So
// a caller sees all of its writes, by whichever server they were made.
type replicated struct {
	engine
	replicas  []*replica
	turn      atomic.Uint64
	positions sharedcall.Group[primaryPosition]
}

var _ store.Engine = (*replicated)(nil)

// primaryPosition is how far the primary is.
type primaryPosition struct {
	snapshot store.SnapshotID
	at       walPosition // A server that has replayed it has all that was written before.
	end      walPosition // A server that has replayed it has all that the snapshot has.
}

// primaryPositionSQL selects a primaryPosition.  The snapshot of the statement is taken before its
// functions are called.  What was acknowledged is flushed, unless the server, a
// database or a role has its commits not wait for the disk.  A single session that
// does so is known to nobody else: what it wrote stands before the end of the log,
// that is all.  A primary that is none is nobody's measure.
const primaryPositionSQL = store.SnapshotSQL + `,
	CASE WHEN pg_is_in_recovery() THEN '0/0' WHEN current_setting('synchronous_commit') = 'off' OR EXISTS (
		SELECT FROM pg_db_role_setting WHERE lower(setconfig::text) ~ 'synchronous_commit=(off|false|no|0)')
		THEN pg_current_wal_insert_lsn()::text ELSE pg_current_wal_flush_lsn()::text END,
	CASE WHEN pg_is_in_recovery() THEN '0/0' ELSE pg_current_wal_insert_lsn()::text END,
	CASE WHEN pg_is_in_recovery() THEN '' ELSE pg_walfile_name(pg_current_wal_insert_lsn()) END`

// position returns how far the primary is at some time after the call began.
func (r *replicated) position(ctx context.Context) (primaryPosition, error) {
	return r.positions.Do(ctx, func(ctx context.Context) (s primaryPosition, err error) {
		var moment, at, end, segment string
		err = r.engine.Query(ctx, store.Statement{SQL: primaryPositionSQL, ScanRow: func(row store.Row) error {
			return row.Scan(&moment, &at, &end, &segment)
		}})
		if err != nil {
			return s, err
		}
		s.snapshot = store.SnapshotID(moment)
		s.at, s.end, err = positions(at, end, segment)
		return s, err
	})
}

// positions reads two positions in the log that a segment belongs to.
func positions(one, two, segment string) (first, second walPosition, err error) {
	timeline, err := parseTimeline(segment)
	if err != nil {
		return first, second, err
	}
	first.timeline, second.timeline = timeline, timeline
	var bad [2]error
	first.lsn, bad[0] = parseLSN(one)
	second.lsn, bad[1] = parseLSN(two)
	return first, second, errors.Join(bad[:]...)
}

// Snapshot reads which snapshot the primary is at.
func (r *replicated) Snapshot(ctx context.Context) (store.SnapshotID, error) {
	s, err := r.position(ctx)
	return s.snapshot, err
}

// Query runs one statement where it can be answered.
func (r *replicated) Query(ctx context.Context, s store.Statement) error {
	return r.Batch(ctx, []store.Statement{s})
}

// Batch runs the statements on a replica, else on the primary.
func (r *replicated) Batch(ctx context.Context, list []store.Statement) error {
	_, err := r.BatchAt(ctx, list)
	return err
}

// BatchAt returns a snapshot of which all was read, and maybe some of what came
// next; "" when that is not known.
func (r *replicated) BatchAt(ctx context.Context, list []store.Statement) (store.SnapshotID, error) {
	now, err := r.position(ctx)
	if err == nil && now.at.lsn != 0 {
		if seen, answered, err := r.spread(ctx, now.at, list); answered {
			return now.seenBy(seen), err
		}
	}
	// The primary is queried, and returns what is wrong.
	return now.snapshot, r.engine.Batch(ctx, list)
}

// seenBy returns the snapshot of the position for a server that has replayed so much.
func (p primaryPosition) seenBy(seen walPosition) store.SnapshotID {
	if seen.covers(p.end) {
		return p.snapshot
	}
	return ""
}

// spread queries the replicas, each time another one first, and reports whether one
// has answered, and what it had replayed.
func (r *replicated) spread(ctx context.Context, at walPosition,
	list []store.Statement,
) (seen walPosition, answered bool, err error) {
	first := r.turn.Add(1)
	for i := range r.replicas {
		one := r.replicas[(first+uint64(i))%uint64(len(r.replicas))]
		if seen, answered, err = one.read(ctx, at, list); answered {
			return seen, true, err
		}
	}
	return seen, false, nil
}

// PoolStats returns the state of the pools.
func (r *replicated) PoolStats() []store.PoolStats {
	list := r.engine.PoolStats()
	for _, one := range r.replicas {
		list = append(list, poolOf(one.name, one.pool.Stat()))
	}
	return list
}

// Close disconnects from all servers.
func (r *replicated) Close() error {
	var all []error
	for _, one := range r.replicas {
		all = append(all, engine{pool: one.pool}.Close())
	}
	return errors.Join(append(all, r.engine.Close())...)
}

// Primary returns the primary alone.
func (r *replicated) Primary() store.Runner { return r.engine }

// ReadsReturnSnapshot reports that reading does not return a snapshot: replicas have none.
func (r *replicated) ReadsReturnSnapshot() bool { return false }

// walPosition is a place in the write-ahead log of a PostgreSQL cluster.  The
// timeline is raised by each promotion: a standby that did not follow one may be
// far in the log and yet lack what was written since.
type walPosition struct {
	timeline int64
	lsn      uint64 // 0 for no position.
}

// covers reports whether a server that has replayed p has all that was written
// before q.
func (p walPosition) covers(q walPosition) bool {
	return q.lsn != 0 && p.timeline == q.timeline && p.lsn >= q.lsn
}

// parseLSN reads what PostgreSQL prints of a type pg_lsn, such as 16/B374D848.
func parseLSN(text string) (uint64, error) {
	var high, low uint32
	if _, err := fmt.Sscanf(text, "%X/%X", &high, &low); err != nil {
		return 0, fmt.Errorf("%q is no position of a log: %w", text, err)
	}
	return uint64(high)<<32 | uint64(low), nil
}

// parseTimeline reads the timeline from the name of a segment of the log, whose
// first eight digits it is; 0 for no name.
func parseTimeline(segment string) (int64, error) {
	if segment == "" {
		return 0, nil
	}
	if len(segment) < 8 {
		return 0, fmt.Errorf("%q is no segment of a log", segment)
	}
	return strconv.ParseInt(segment[:8], 16, 64)
}
