package postgres

import (
	"context"
	"errors"
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
	postgres
	replicas []*replica
	turn     atomic.Uint64
	sights   sharedcall.Group[sight]
}

var _ store.Engine = (*replicated)(nil)

// sight is what a look at the primary tells.
type sight struct {
	moment store.Moment
	at     walPosition // Whoever has replayed it has all that the service wrote before.
	end    walPosition // Whoever has replayed it has all that the moment has.
}

// sightText selects a sight.  The snapshot of the statement is taken before its
// functions are called.  What was acknowledged is flushed, unless the server, a
// database or a role has its commits not wait for the disk.  A single session that
// does so is known to nobody else: what it wrote stands before the end of the log,
// that is all.  A primary that is none is nobody's measure.
const sightText = store.MomentSQL + `,
	CASE WHEN pg_is_in_recovery() THEN '0/0' WHEN current_setting('synchronous_commit') = 'off' OR EXISTS (
		SELECT FROM pg_db_role_setting WHERE lower(setconfig::text) ~ 'synchronous_commit=(off|false|no|0)')
		THEN pg_current_wal_insert_lsn()::text ELSE pg_current_wal_flush_lsn()::text END,
	CASE WHEN pg_is_in_recovery() THEN '0/0' ELSE pg_current_wal_insert_lsn()::text END,
	CASE WHEN pg_is_in_recovery() THEN '' ELSE pg_walfile_name(pg_current_wal_insert_lsn()) END`

// look returns a sight of some time after the call began.
func (r *replicated) look(ctx context.Context) (sight, error) {
	return r.sights.Do(ctx, func(ctx context.Context) (s sight, err error) {
		var moment, at, end, segment string
		err = r.postgres.Query(ctx, store.Statement{SQL: sightText, Each: func(row store.Row) error { return row.Scan(&moment, &at, &end, &segment) }})
		if err != nil {
			return s, err
		}
		s.moment = store.Moment(moment)
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

// Moment looks at which moment the primary is.
func (r *replicated) Moment(ctx context.Context) (store.Moment, error) {
	s, err := r.look(ctx)
	return s.moment, err
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

// BatchAt returns a moment of which all was read, and maybe some of what came
// next; "" when that is not known.
func (r *replicated) BatchAt(ctx context.Context, list []store.Statement) (store.Moment, error) {
	now, err := r.look(ctx)
	if err == nil && now.at.lsn != 0 {
		if seen, answered, err := r.spread(ctx, now.at, list); answered {
			return now.seenBy(seen), err
		}
	}
	// The primary is asked, and tells what is wrong.
	return now.moment, r.postgres.Batch(ctx, list)
}

// seenBy returns the moment of the sight for a server that has replayed so much.
func (s sight) seenBy(seen walPosition) store.Moment {
	if seen.covers(s.end) {
		return s.moment
	}
	return ""
}

// spread asks the replicas, each time another one first, and reports whether one
// has answered, and what it had replayed.
func (r *replicated) spread(ctx context.Context, at walPosition, list []store.Statement) (seen walPosition, answered bool, err error) {
	first := r.turn.Add(1)
	for i := range r.replicas {
		one := r.replicas[(first+uint64(i))%uint64(len(r.replicas))]
		if seen, answered, err = one.read(ctx, at, list); answered {
			return seen, true, err
		}
	}
	return seen, false, nil
}

// Pools returns the state of the pools.
func (r *replicated) Pools() []store.Pool {
	list := r.postgres.Pools()
	for _, one := range r.replicas {
		list = append(list, poolOf(one.name, one.pool.Stat()))
	}
	return list
}

// Close disconnects from all servers.
func (r *replicated) Close() error {
	var all []error
	for _, one := range r.replicas {
		all = append(all, postgres{one.pool}.Close())
	}
	return errors.Join(append(all, r.postgres.Close())...)
}

// Primary returns the primary alone.
func (r *replicated) Primary() store.Runner { return r.postgres }

// ReadingTells reports that reading does not tell the moment: replicas have none.
func (r *replicated) ReadingTells() bool { return false }
