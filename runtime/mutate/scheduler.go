package mutate

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/audit"
	"almanac/runtime/dates"
	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/store"
)

// scheduleTTL is how long the next due publication is valid; other servers on the same
// database may schedule an earlier one meanwhile.
const scheduleTTL = time.Second

// schedule has the time at which the next record is due to be published, so that requests
// need not query it each time.
type schedule struct {
	mu     sync.Mutex
	next   dates.WallTime // UTC; "" when none is known.
	looked time.Time
}

// due reports whether the next publication must be queried at the instant now.
func (s *schedule) due(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	age := now.Sub(s.looked)
	return age < 0 || age > scheduleTTL || s.next != "" && s.next <= dates.Zone{}.At(now)
}

// add adds a record that waits for its publication.
func (s *schedule) add(rec model.Record) {
	post, ok := rec.(model.PostRecord)
	if !ok || post.AsPost().Status != model.StatusFuture {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := dates.WallTime(post.AsPost().DateUTC); s.next == "" || at < s.next {
		s.next = at
	}
}

// set sets the next due publication, as the store has it.
func (s *schedule) set(next dates.WallTime, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next, s.looked = next, now
}

// PublicationDue reports whether PublishDue has anything to do at the instant now.
func (e *Engine) PublicationDue(now time.Time) bool { return e.publisher.due(now) }

// PublishDue publishes the records whose time has come.  Several servers may
// try at once: each record is published once.
func (e *Engine) PublishDue(ctx context.Context, now time.Time) error {
	if !e.publisher.due(now) {
		return nil
	}
	next, err := e.nextDue(ctx)
	if err != nil {
		return err
	}
	if utc := (dates.Zone{}).At(now); next != "" && next <= utc {
		err := e.publish(ctx, string(utc), 0)
		var hook *hookError
		if errors.As(err, &hook) {
			err = e.publishEach(ctx, string(utc))
		}
		if err != nil {
			return e.postponePublication(ctx, now, err)
		}
		if next, err = e.nextDue(ctx); err != nil {
			return err
		}
	}
	e.publisher.set(next, now)
	return nil
}

// postponePublication returns nil for errors of a publication with which a request can go on:
// a database that is full, or that another program has locked, can still be read, with the
// records as scheduled.  The next attempt comes after scheduleTTL.
func (e *Engine) postponePublication(ctx context.Context, now time.Time, err error) error {
	var hook *hookError
	if !errors.Is(err, store.ErrUnavailable) && !errors.As(err, &hook) {
		return err
	}
	e.Log.WarnContext(ctx, "scheduled publication failed", "error", err)
	e.publisher.set("", now)
	return nil
}

// nextDue returns the earliest publication that is waited for, in UTC; "" when
// there is none.
func (e *Engine) nextDue(ctx context.Context) (dates.WallTime, error) {
	var next dates.WallTime
	var selects []string
	for _, res := range e.Resources {
		if res.Post {
			selects = append(selects,
				e.Store.SQL().Format("SELECT COALESCE(MIN(date_utc), '') FROM ? WHERE status = 'future'", bun.Ident(res.Plural)))
		}
	}
	if len(selects) == 0 {
		return "", nil
	}
	err := e.Store.Primary().Query(ctx,
		store.Statement{SQL: strings.Join(selects, " UNION ALL "), ScanRow: func(row store.Row) error {
			var at string
			err := row.Scan(&at)
			if at != "" && (next == "" || dates.WallTime(at) < next) {
				next = dates.WallTime(at)
			}
			return err
		}})
	return next, err
}

// publishEach publishes what is due one by one, so that a hook which fails for one
// record postpones that one alone.  It returns the errors of all hooks.
func (e *Engine) publishEach(ctx context.Context, utc string) error {
	var failed error
	for _, res := range e.Resources {
		if !res.Post {
			continue
		}
		var args store.Args
		var ids []int64
		text := e.Store.SQL().Format("SELECT id FROM ? WHERE status = 'future' AND date_utc <= ? ORDER BY date_utc, id",
			bun.Ident(res.Plural), args.Bind(utc))
		if err := e.Store.Primary().Query(ctx,
			store.Statement{SQL: text, Args: args.Values(), ScanRow: scanID(&ids)}); err != nil {
			return err
		}
		for _, id := range ids {
			err := e.publish(ctx, utc, id)
			var hook *hookError
			if err != nil && !errors.As(err, &hook) {
				return err
			}
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// scanID returns what adds the ID of a row to a list.
func scanID(ids *[]int64) func(store.Row) error {
	return func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		*ids = append(*ids, id)
		return err
	}
}

// publish makes every record public whose publication is not later than utc; with
// an ID, which no two posts have, only that one.
func (e *Engine) publish(ctx context.Context, utc string, only int64) error {
	var done *actionLog
	err := e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		u := e.newUnit(w, e.Clock())
		done = u.actions
		by := publishing{
			utc: utc, source: audit.Actor{At: e.Clock(), Change: u.actions.change},
			request: e.NewRequest(ctx, e.System(0)).Within(ctx, u), unit: u,
		}
		for _, res := range e.Resources {
			if !res.Post {
				continue
			}
			if err := e.publishResource(ctx, w, res, only, by); err != nil {
				return err
			}
		}
		u.counts.flush(e, w)
		u.actions.audit(w)
		return u.failed
	})
	if err == nil {
		e.afterCommit(ctx, done)
	}
	return err
}

// publishResource publishes the due records of one resource, or one of them, and counts
// them on their terms.
func (e *Engine) publishResource(
	ctx context.Context, w store.Writer, res *model.Resource, only int64, by publishing,
) error {
	var args store.Args
	var list []publishedRecord
	text := e.Store.SQL().Format("UPDATE ? SET status = 'publish', ? WHERE status = 'future' AND date_utc <= ?",
		bun.Ident(res.Plural), linkids.BumpVersionSQL(res), args.Bind(by.utc))
	if only != 0 {
		text += e.Store.SQL().Format(" AND id = ?", args.Bind(only))
	}
	err := w.Query(ctx, store.Statement{
		SQL: text + " RETURNING id, version, " + res.AccessSQL(""), Args: args.Values(), ScanRow: func(row store.Row) error {
			p := publishedRecord{}
			err := row.Scan(&p.id, &p.version, &p.status, &p.hidden, &p.locked, &p.owner)
			p.status = model.StatusFuture
			list = append(list, p)
			return err
		},
	})
	if err != nil {
		return err
	}
	return e.published(ctx, w, res, list, by)
}

// published completes the publication of records of a resource: it counts them on their
// terms, publishes what was made inside of them, and runs their hooks.
func (e *Engine) published(
	ctx context.Context, w store.Writer, res *model.Resource, list []publishedRecord, by publishing,
) error {
	if len(list) == 0 {
		return nil
	}
	auditPublished(by.unit, res, list, by.source)
	ids, before := make([]int64, len(list)), map[int64]string{}
	for i, p := range list {
		ids[i], before[p.id] = p.id, p.status
	}
	for _, link := range res.Links {
		if !link.Target.Term {
			continue
		}
		var args store.Args
		sq := e.Store.Builder().NewSelect().TableExpr("?", bun.Ident(link.Table)).
			ColumnExpr("?", bun.Ident(link.TargetColumn)).
			Where("? ?", bun.Ident(link.SourceColumn), e.Store.SQL().In(&args, ids))
		err := w.Query(ctx, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			var term int64
			err := row.Scan(&term)
			by.unit.counts.add([]int64{term}, 1)
			return err
		}})
		if err != nil {
			return err
		}
	}
	if err := e.publishInline(ctx, w, res, ids, by); err != nil {
		return err
	}
	return e.runPublished(w, res, ids, before, by)
}
