package maintain

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/metadata"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/recurrence"
	"almanac/runtime/series"
	"almanac/runtime/store"
)

// endsMark says that the dates of series end by the clock.  Up to release 1.1.0 each lasted exactly
// as long as the first one.
const endsMark = "1"

// endsBatch is how many series one transaction looks at.
const endsBatch = 100

// endsName is the name under which the database remembers that mark for a resource.
func endsName(k *model.Resource) string { return "series_ends/" + k.Plural }

// endByClock has the dates of series end by the clock that end as an earlier release made them.
// Otherwise they would count as changed by hand.  Their versions go up, as what clients see
// changes, but nobody has modified them.
func (r recomputation) endByClock(ctx context.Context, k *model.Resource, known map[string]string) error {
	if k.SeriesRoute == "" || known[endsName(k)] == endsMark {
		return nil
	}
	for from := progress(known[endsName(k)+"/done"], endsMark); ; {
		changed, last := 0, int64(0)
		err := r.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) (err error) {
			changed, last, err = r.endSome(ctx, w, k, from) // May run more than once.
			return err
		})
		if err != nil || last == 0 {
			return err
		}
		from = last
		if changed > 0 {
			r.log.InfoContext(ctx, "ends of dates of series recomputed", "resource", k.Plural, "records", changed)
		}
	}
}

// endSome changes the dates of the next series, and remembers how far it has come.  It returns how
// many dates have changed, and the ID of the last series, 0 if there are no more.
func (r recomputation) endSome(
	ctx context.Context, w store.Writer, k *model.Resource, from int64,
) (changed int, last int64, err error) {
	if err := r.store.Lock(ctx, w, "recompute"); err != nil {
		return 0, 0, err
	}
	patterns, last, err := r.nextPatterns(ctx, w, k, from)
	if err != nil {
		return 0, 0, err
	}
	done := endsName(k) + "/done"
	if last == 0 {
		_, err := w.Exec(ctx, metadata.Delete(done))
		if err != nil {
			return 0, 0, err
		}
		return 0, 0, r.set(ctx, w, endsName(k), endsMark)
	}
	ends, err := r.wrongEnds(ctx, w, k, patterns)
	if err != nil {
		return 0, 0, err
	}
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(ends)), recomputeBatch) {
		if err := r.setEnds(ctx, w, k, ids, ends); err != nil {
			return 0, 0, err
		}
	}
	return len(ends), last, r.set(ctx, w, done, reached(last, endsMark))
}

// nextPatterns returns how the next series repeat of which dates may end otherwise than they should,
// by the IDs of the series, and the last ID that it looked at, 0 for none.
func (r recomputation) nextPatterns(
	ctx context.Context, w store.Writer, k *model.Resource, from int64,
) (map[int64]recurrence.Pattern, int64, error) {
	patterns, last := map[int64]recurrence.Pattern{}, int64(0)
	return patterns, last, w.Query(ctx, store.Statement{
		SQL: "SELECT " + series.Columns +
			" FROM record_series AS s WHERE s.resource = $1 AND s.id > $2 ORDER BY s.id LIMIT $3",
		Args: []any{k.Name, from, int64(endsBatch)},
		ScanRow: func(row store.Row) error {
			s, err := series.Scan(row)
			if err != nil {
				return err
			}
			template, err := s.Template.Record(k)
			if err != nil {
				return fmt.Errorf("series %d: %w", s.ID, err)
			}
			last = s.ID
			if p := s.Pattern(k, template); !p.AllDay && !p.Zone.IsFixed() && p.Duration == 0 {
				patterns[s.ID] = p
			}
			return nil
		},
	})
}

// wrongEnds returns the dates of series that last exactly as long as the first one, and should not,
// with the times that they should have, by the IDs of the records.
func (r recomputation) wrongEnds(
	ctx context.Context, w store.Writer, k *model.Resource, patterns map[int64]recurrence.Pattern,
) (map[int64]series.Times, error) {
	var args store.Args
	ends := map[int64]series.Times{}
	start, end := bun.Ident(k.StartColumn), bun.Ident(k.EndColumn)
	sq := r.store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).
		ColumnExpr("r.id, r.series_id, r.recurrence_id").ColumnExpr("r.?", start).ColumnExpr("r.?", end).
		ColumnExpr("r.utc_start_date, r.utc_end_date").
		Where("r.series_id ?", r.store.SQL().In(&args, slices.Sorted(maps.Keys(patterns))))
	return ends, w.Query(ctx, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		var id, of int64
		var slot, start, end, startUTC, endUTC string
		if err := row.Scan(&id, &of, &slot, &start, &end, &startUTC, &endUTC); err != nil {
			return err
		}
		p := patterns[of]
		should := series.TimesOf(p.At(dates.WallTime(slot)))
		first := int64(p.Zone.Instant(p.End).Sub(p.Zone.Instant(p.Start)).Seconds())
		elapsed := dates.WallTime(endUTC).Sub(dates.WallTime(startUTC))
		if start == string(should.Start) && end != string(should.End) && elapsed == first {
			ends[id] = should
		}
		return nil
	}})
}

// setEnds gives records their ends.
func (r recomputation) setEnds(
	ctx context.Context, w store.Writer, k *model.Resource, ids []int64, ends map[int64]series.Times,
) error {
	var args store.Args
	id := bun.Ident(k.Name + ".id")
	sq := query.WithColumns(r.store.Builder().NewSelect().Model(k.New()), k).
		Where("? ?", id, r.store.SQL().In(&args, ids)).OrderExpr("?", id)
	sq = r.store.SQL().ForUpdate(sq, k.Name)
	var records []model.Record
	err := w.Query(ctx, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		m, err := query.Scan(k, row)
		records = append(records, m)
		return err
	}})
	if err != nil {
		return err
	}
	text := mutate.UpdateSQL(r.store, k, new(store.Args), false)
	for _, m := range records {
		should := ends[m.Common().ID]
		at := k.Targets(m)
		*at[k.EndColumn].(*string), *at["utc_end_date"].(*string) = string(should.End), string(should.EndUTC)
		k.ComputeFields(m)
		renew(m)
		w.Queue(store.Statement{SQL: text, Args: m.ColumnValues()})
	}
	return nil
}
