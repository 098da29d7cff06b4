package mutate

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/request"
	"almanac/runtime/series"
	"almanac/runtime/store"
)

// keepUntil has the series of older programs keep the wall time of UNTIL, which these wrote in
// UTC alone: it is as far from it as the start of their last date is.
func (e *Engine) keepUntil(ctx context.Context) error {
	return e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		r := e.NewRequest(ctx, request.Administrator())
		for _, res := range e.Resources {
			if res.SeriesRoute == "" {
				continue
			}
			m := e.newMutation(r.WithContext(ctx), w, res, false)
			if err := m.keepUntil(); err != nil {
				return err
			}
		}
		return setMetadata(w, zoneMarks, appliedRules{})
	})
}

// keepUntil is Engine.keepUntil for the series of one resource.
func (m *Mutation) keepUntil() error {
	rows, err := series.Rows(m.Context(), m.Store, m.Resource)
	if err != nil {
		return err
	}
	last := m.Env.Store.SQL().Format(
		"SELECT ?, utc_start_date FROM ? WHERE series_id = $1 ORDER BY recurrence_id DESC LIMIT 1",
		bun.Ident(m.Resource.StartColumn), bun.Ident(m.Resource.Plural))
	for _, row := range rows {
		template, err := row.Template.Record(m.Resource)
		if err != nil {
			return fmt.Errorf("series %d: %w", row.ID, err)
		}
		kept := series.UntilOf(row.Pattern(m.Resource, template))
		if row.Template.Until != nil || kept == nil {
			continue
		}
		scan := func(found store.Row) error {
			var start, startUTC dates.WallTime
			err := found.Scan((*string)(&start), (*string)(&startUTC))
			kept.Local = dates.Zone{}.At(kept.Time()).AddSeconds(start.Sub(startUTC))
			return err
		}
		err = m.Store.Query(m.Context(), store.Statement{SQL: last, Args: []any{row.ID}, ScanRow: scan})
		if err != nil {
			return err
		}
		row.Template.Until = kept
		text, err := json.Marshal(row.Template)
		if err != nil {
			return err
		}
		m.Store.Queue(store.Statement{
			SQL: "UPDATE record_series SET template = $1 WHERE id = $2", Args: []any{string(text), row.ID},
		})
	}
	return nil
}
