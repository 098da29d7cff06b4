package mutate

import (
	"context"
	"errors"
	"fmt"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/store"
)

// extendedAtOnce is how many series are extended in one transaction at most, so that other
// writers wait for a short time; fewer if they get more than MaxDatesWritten records.
const extendedAtOnce = 200

// ExtendSeries makes the records of the dates that have come within the horizon.  Several
// servers may try at once: each date gets one record.
func (e *Engine) ExtendSeries(ctx context.Context) error {
	for _, res := range e.Resources {
		if res.SeriesRoute == "" {
			continue
		}
		for {
			more, err := e.extendSome(ctx, res)
			if err != nil {
				return fmt.Errorf("extend series of %s: %w", res.Plural, err)
			}
			if !more {
				break
			}
		}
	}
	return nil
}

// extendSome extends some of the series of a resource, and reports whether there may be more.
func (e *Engine) extendSome(ctx context.Context, res *model.Resource) (more bool, err error) {
	var ids []int64
	r := e.NewRequest(ctx, e.System(0))
	// In no zone of the world is the horizon a day earlier than in UTC.
	until := string(dates.Zone{}.At(r.Now).AddMonths(horizonMonths))
	err = e.Store.Primary().Query(ctx, store.Statement{
		SQL:  "SELECT id FROM record_series WHERE resource = $1 AND extended_to < $2 ORDER BY extended_to, id LIMIT $3",
		Args: []any{res.Name, until, int64(extendedAtOnce)}, ScanRow: scanID(&ids),
	})
	if err != nil || len(ids) == 0 {
		return false, err
	}
	var written *actionLog
	err = e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		m := e.newMutation(r.WithContext(ctx), w, res, true)
		m.counts, m.actions = newTermCounts(), &actionLog{}
		written = m.actions
		more = len(ids) == extendedAtOnce
		rows := 0
		for i, id := range ids {
			made, err := m.extend(id, dates.WallTime(until))
			if err != nil {
				return err
			}
			if rows += made; rows >= MaxDatesWritten && i < len(ids)-1 {
				more = true
				break
			}
		}
		m.counts.flush(e, w)
		return nil
	})
	if err == nil {
		e.afterCommit(ctx, written)
	}
	return more, err
}

// extend makes the records of the dates of a series that have come within the horizon, and
// returns how many.
func (m *Mutation) extend(id int64, until dates.WallTime) (int, error) {
	s, err := m.loadSeries(id)
	if errors.Is(err, errNoSeries) || err == nil && s.extendedTo >= until {
		return 0, nil // Another server has extended it, or somebody deleted it.
	}
	if err != nil {
		return 0, err
	}
	list, err := m.expand(s, s.extendedTo)
	switch {
	case errors.Is(err, recurrence.ErrTooMany), errors.Is(err, recurrence.ErrSteps):
		m.Env.Log.WarnContext(m.Context(), "series not extended", "series", s.id, "error", err)
		s.extendedTo, list = complete, nil
	case err != nil:
		return 0, err
	}
	if model.StatusOf(s.template) == model.StatusTrash {
		list = nil
	}
	if err := m.insertDates(s, list); err != nil {
		return 0, err
	}
	return len(list), m.writeSeriesRow(s) // Its version stays: what clients know of it is true.
}
