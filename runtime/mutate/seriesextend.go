package mutate

import (
	"context"
	"errors"
	"fmt"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/series"
	"almanac/runtime/store"
)

// extendedAtOnce is how many series are extended in one transaction at most, so that other
// writers wait for a short time; fewer if they get more than series.MaxCreated records.
const extendedAtOnce = 200

// extendedMonths is for how long a series is extended at once, so that it gets at most
// series.MaxCreated records, also after a longer horizon was set.
const extendedMonths = 12

// ExtendSeries makes the records of the dates that have come within the horizon.  Several
// servers may try at once: each date gets one record.  A series that cannot be extended is
// logged and left as it is, and the error says how many these are.
func (e *Engine) ExtendSeries(ctx context.Context) error {
	failed := 0
	for _, res := range e.Resources {
		if res.SeriesRoute == "" {
			continue
		}
		n, err := e.extendAll(e.NewRequest(ctx, e.System(0)), res)
		if failed += n; err != nil {
			return fmt.Errorf("extend series of %s: %w", res.Plural, err)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d series were not extended", failed)
	}
	return nil
}

// extendAll extends the series of a resource in the order of their IDs, and returns how many
// cannot be.
func (e *Engine) extendAll(r *request.Request, res *model.Resource) (failed int, err error) {
	// In no zone of the world is the horizon a day earlier than in UTC.
	until := dates.Zone{}.At(r.Now).AddMonths(e.Deployment.SeriesMonths)
	for broken, size := int64(0), extendedAtOnce; ; {
		var ids []int64
		err := e.Store.Primary().Query(r.Context(), store.Statement{
			SQL:  "SELECT id FROM record_series WHERE resource = $1 AND extended_to < $2 AND id > $3 ORDER BY id LIMIT $4",
			Args: []any{res.Name, string(until), broken, int64(size)}, ScanRow: scanID(&ids),
		})
		if err != nil || len(ids) == 0 {
			return failed, err
		}
		err = e.extendSome(r, res, ids, until)
		switch {
		case err == nil:
			size = min(2*size, extendedAtOnce)
		case r.Context().Err() != nil || errors.Is(err, store.ErrUnavailable):
			return failed, err
		case len(ids) > 1: // One of them is to blame.
			size = len(ids) / 2
		default:
			e.Log.WarnContext(r.Context(), "series not extended", "series", ids[0], "error", err)
			broken, failed = ids[0], failed+1
		}
	}
}

// extendSome extends some of these series in one transaction.
func (e *Engine) extendSome(r *request.Request, res *model.Resource, ids []int64, until dates.WallTime) error {
	var written *actionLog
	err := e.Store.RunInTx(r.Context(), func(ctx context.Context, w store.Writer) error {
		u := e.newUnit(w, r.Now)
		m := u.mutation(r.Within(ctx, u), res, true)
		m.extends, written = true, u.actions
		// All are locked before names of records are.
		var args store.Args
		rows := e.Store.Builder().NewSelect().TableExpr("record_series AS s").ColumnExpr("s.id").
			Where("s.id ?", e.Store.SQL().In(&args, ids)).OrderExpr("s.id")
		lock := store.Statement{SQL: e.Store.SQL().ForUpdate(rows, "s").String(), Args: args.Values()}
		if err := w.Query(ctx, lock); err != nil {
			return err
		}
		made := 0
		for _, id := range ids {
			n, err := m.extend(id, until)
			if err != nil {
				return err
			}
			if made += n; made >= series.MaxCreated {
				break
			}
		}
		u.counts.flush(e, w)
		u.actions.audit(w)
		return u.failed
	})
	if err == nil {
		e.afterCommit(r.Context(), written)
	}
	return err
}

// extend makes the records of the dates of a series that have come within the horizon, and
// returns how many.
func (m *Mutation) extend(id int64, until dates.WallTime) (int, error) {
	s, err := m.loadSeries(id)
	if errors.Is(err, errNoSeries) || err == nil && s.ExtendedTo >= until {
		return 0, nil // Another server has extended it, or somebody deleted it.
	}
	if err != nil {
		return 0, err
	}
	next := min(m.horizon(s.Pattern.Zone), s.ExtendedTo.AddMonths(extendedMonths))
	list, err := s.Pattern.Expand(s.ExtendedTo, next, series.MaxCreated)
	if err != nil {
		return 0, err
	}
	s.Extend(next)
	if model.StatusOf(s.template) == model.StatusTrash {
		list = nil
	}
	if err := m.insertDates(s, list); err != nil {
		return 0, err
	}
	return len(list), m.writeSeriesRow(s) // Its version stays: what clients know of it is true.
}
