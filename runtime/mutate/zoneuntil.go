package mutate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/series"
	"almanac/runtime/store"
)

// KeepUntil has the series that older programs wrote keep the wall time of UNTIL, which these
// wrote in UTC alone.  It runs before any other write, as that time follows from the rules by
// which the last date of a series is stored.
func (e *Engine) KeepUntil(ctx context.Context) error {
	r := e.NewRequest(ctx, request.Administrator())
	for _, res := range e.Resources {
		if res.SeriesRoute == "" {
			continue
		}
		rows, err := seriesWithoutUntil(ctx, e.Store.Primary(), res)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			continue
		}
		err = e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
			rows, err := seriesWithoutUntil(ctx, w, res)
			if err != nil {
				return err
			}
			u := e.newUnit(w, r.Now)
			return u.mutation(r.Within(ctx, u), res, false).keepUntil(rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// seriesWithoutUntil returns the series of a resource whose rule has UNTIL in UTC, without its
// wall time.
func seriesWithoutUntil(ctx context.Context, r store.Reader, res *model.Resource) ([]*series.Row, error) {
	var rows []*series.Row
	err := r.Query(ctx, store.Statement{
		SQL: "SELECT " + series.Columns + " FROM record_series AS s WHERE s.resource = $1 AND s.rule LIKE '%UNTIL=%'" +
			` AND s.template NOT LIKE '%"until":{%' ORDER BY s.id`,
		Args: []any{res.Name}, ScanRow: func(from store.Row) error {
			row, err := series.Scan(from)
			rows = append(rows, row)
			return err
		},
	})
	return slices.DeleteFunc(rows, func(row *series.Row) bool {
		template, err := row.Template.Record(res)
		return row.Template.Until != nil || err != nil || series.UntilOf(row.Pattern(res, template)) == nil
	}), err
}

// keepUntil is KeepUntil for some series of one resource.
func (m *Mutation) keepUntil(rows []*series.Row) error {
	last := m.Env.Store.SQL().Format(
		"SELECT ?, utc_start_date FROM ? WHERE series_id = $1 AND ? = $2 ORDER BY recurrence_id DESC LIMIT 1",
		bun.Ident(m.Resource.StartColumn), bun.Ident(m.Resource.Plural), bun.Ident(m.Resource.ZoneColumn))
	for _, row := range rows {
		template, err := row.Template.Record(m.Resource)
		if err != nil {
			return fmt.Errorf("series %d: %w", row.ID, err)
		}
		pattern := row.Pattern(m.Resource, template)
		kept := series.UntilOf(pattern)
		scan := func(found store.Row) error {
			var start, startUTC dates.WallTime
			err := found.Scan((*string)(&start), (*string)(&startUTC))
			// By the rules in force, less what these differ by from those of the date.
			kept.Local = kept.Local.AddSeconds(pattern.Zone.Moment(start, startUTC).UTC().Sub(startUTC))
			return err
		}
		err = m.Store.Query(m.Context(), store.Statement{SQL: last, Args: []any{row.ID, pattern.Zone.Name()}, ScanRow: scan})
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
