package query

import (
	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// NextDates returns the series of a record that the caller may see, and its dates that begin
// after now and after the record, limit at most, and the record itself.  Of these only some
// columns are read, by one statement for all.  The series is nil if the record is in none.
func NextDates(
	r *request.Request, m model.Record, columns []string, limit int64,
) (*Series, []model.Record, error) {
	o := model.OccurrenceOf(m)
	if o == nil {
		return nil, nil, nil
	}
	k := m.Resource()
	after := max(string(r.UTC()), *k.Targets(m)[filter.StartUTC].(*string))
	var args store.Args
	// The record itself is always there, so that there is a row with the series.
	sq := visibleDates(r, k, &args).Join("JOIN record_series AS s ON s.id = o.series_id").
		Where("s.id = ?", args.Bind(o.SeriesID)).Where("s.resource = ?", args.Bind(k.Name)).
		Where("o.utc_start_date > ? OR o.id = ?", args.Bind(after), args.Bind(m.Common().ID)).
		ColumnExpr(wholeSeriesColumns).
		OrderExpr("o.utc_start_date, o.id").Limit(limit + 1)
	for _, c := range columns {
		sq = sq.ColumnExpr("o.?", bun.Ident(c))
	}
	var found *Series
	var list []model.Record
	scan := func(row store.Row) error {
		date := k.New()
		at := k.Targets(date)
		targets := make([]any, len(columns))
		for i, c := range columns {
			targets[i] = at[c]
		}
		list = append(list, date)
		return scanSeries(r, k, func(s *Series) { found = s }, targets...)(row)
	}
	err := r.Reader().Query(r.Context(), store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: scan})
	return found, list, err
}

// VisiblePatterns returns how some series repeat for visitors, by their IDs. The caller can see a
// date of each.
func VisiblePatterns(r *request.Request, k *model.Resource, ids []int64) (map[int64]recurrence.Pattern, error) {
	all := map[int64]recurrence.Pattern{}
	if len(ids) == 0 {
		return all, nil
	}
	var args store.Args
	sq := r.Env.Store.Builder().NewSelect().TableExpr("record_series AS s").ColumnExpr(wholeSeriesColumns).
		Where("s.resource = ?", args.Bind(k.Name)).Where("s.id ?", r.Env.Store.SQL().In(&args, ids))
	scan := scanSeries(r, k, func(s *Series) { all[s.ID] = s.VisiblePattern() })
	err := r.Reader().Query(r.Context(), store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: scan})
	return all, err
}
