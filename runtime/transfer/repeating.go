package transfer

import (
	"cmp"
	"context"
	"slices"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/recurrence"
	"almanac/runtime/series"
)

// Repeating is records that the source shows as the dates of one that repeats.
type Repeating struct {
	Dates  []*Record
	Series *ShownSeries // Nil where the source does not tell how: such a series has its dates alone.
}

// joinRepeating makes series of records that the source shows as such.
func (im *Importer) joinRepeating(ctx context.Context) error {
	here := map[*model.Resource]*series.Stored{}
	for _, group := range im.Repeating {
		k := group.Dates[0].Resource
		var b *Batch
		var there, local int64
		err := im.Transaction(ctx, func(bulk *mutate.BulkWriter) error {
			b = im.NewBatch(bulk)
			if here[k] == nil {
				of, err := series.LoadStored(ctx, bulk.Writer(), im.Env.Store.SQL(), k)
				if err != nil {
					return err
				}
				here[k] = of
			}
			if group.Series == nil {
				return b.joinGroup(here[k], group.Dates)
			}
			var err error
			there, local, err = b.joinShown(here[k], group)
			return err
		})
		if err != nil {
			return err
		}
		im.Add(b.Report)
		if im.shown[k] == nil {
			im.shown[k] = map[int64]int64{}
		}
		im.shown[k][there] = local
	}
	return nil
}

// joinGroup makes one series of some records, or adds those to it that are new.  What was
// changed here stays, and so does how the series repeats.
func (b *Batch) joinGroup(of *series.Stored, group []*Record) error {
	k, here := group[0].Resource, int64(0)
	var found []model.Record
	for _, r := range group {
		id, imported := b.resolved[k][r.ID]
		head, known := b.heads[k].byID[id]
		if place, ok := of.Places[id]; ok {
			here = cmp.Or(here, place.Series)
		} else if imported && (!known || head.EditedUTC <= r.Edited()) {
			m, err := b.Bulk.Get(k, id)
			if err != nil {
				return err
			}
			found = append(found, m)
		}
	}
	if len(found) == 0 || here == 0 && len(found) == 1 {
		return nil
	}
	slices.SortStableFunc(found, func(a, b model.Record) int { return cmp.Compare(startOf(a), startOf(b)) })
	if here != 0 && of.Rows[here] == nil {
		return nil
	}
	row, err := b.rowOf(k, of.Rows[here], found[0])
	if err != nil {
		return err
	}
	p := row.pattern
	joining := map[dates.WallTime]int64{}
	for _, m := range found {
		start, end := startOf(m), dates.WallTime(k.Value(m, k.EndColumn).(string))
		if k.Value(m, k.ZoneColumn) != p.Zone.Name() || k.Value(m, k.AllDayColumn) != p.AllDay || joining[start] != 0 {
			continue // It stays single.
		}
		joining[start] = m.Common().ID
		span := recurrence.Span{Start: start}
		if end != p.At(start).End.Local {
			span.End = end
		}
		if !slices.ContainsFunc(row.Dates, func(d recurrence.Span) bool { return d.Start == start }) {
			row.Dates = append(row.Dates, span)
		}
	}
	slices.SortFunc(row.Dates, func(a, b recurrence.Span) int { return cmp.Compare(a.Start, b.Start) })
	_, _, err = b.Bulk.JoinSeries(k, here, row.Row, joining)
	if f := apierror.As(err); f != nil {
		b.Problem(group[0], false, "repeats, but its dates were imported as separate events: %s", Sentence(f))
		return nil
	}
	count := Count{Resource: k.SeriesRoute, Created: 1}
	if here != 0 {
		count = Count{Resource: k.SeriesRoute, Updated: 1}
	}
	b.Report.Add(count)
	return err
}

func startOf(m model.Record) dates.WallTime {
	return dates.WallTime(m.Resource().Value(m, m.Resource().StartColumn).(string))
}

// groupRow is the series of a group of records.
type groupRow struct {
	series.Row
	pattern recurrence.Pattern // Start, end, zone and whether whole days.
}

// rowOf returns a series that is here, or if that is nil one that begins with a record.
func (b *Batch) rowOf(k *model.Resource, here *series.Row, first model.Record) (*groupRow, error) {
	row := &groupRow{Row: series.Row{ExtendedTo: dates.Last}}
	var err error
	if here != nil {
		row.Row = *here
		row.Dates, row.ModifiedUTC = slices.Clone(here.Dates), ""
		if first, err = row.Template.Record(k); err != nil {
			return nil, err
		}
	}
	row.pattern = series.PatternOf(k, first)
	if here != nil {
		row.pattern.Duration = row.Duration
	} else {
		row.Duration = row.pattern.Duration
		row.Template, err = b.Bulk.TemplateOf(k, first.Common().ID, row.pattern)
	}
	return row, err
}
