package transfer

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/series"
	"almanac/runtime/store"
	"almanac/runtime/transfer/rawjson"
)

// Members of a record that say of which series it is a date.
const (
	seriesMember       = "series"
	recurrenceIDMember = "recurrence_id"
)

// seriesFound has the series of the files by their resources.  A resource is missing where no
// file says which of its records are series: those of an earlier release, say.
type seriesFound map[*model.Resource]*seriesOf

// seriesOf are the series of one resource.
type seriesOf struct {
	lines []json.RawMessage // As the files have them.
	rows  []*seriesRecord   // What could be read of them, by ID.
	bad   []int64           // IDs of those that could not be read.

	*series.Stored                 // That are here.
	ids            map[int64]int64 // IDs here by those of the files, as far as that is known.
}

// add takes the series of a file.
func (f seriesFound) add(more map[*model.Resource][]json.RawMessage) {
	for k, lines := range more {
		if f[k] == nil {
			f[k] = &seriesOf{}
		}
		f[k].lines = append(f[k].lines, lines...)
	}
}

// loadSeries reads the series of the files, and those that are here.
func (im *Importer) loadSeries(ctx context.Context) error {
	for k, of := range im.series {
		of.read(k)
		err := im.Transaction(ctx, func(b *mutate.BulkWriter) error {
			var err error
			of.Stored, err = series.LoadStored(ctx, b.Writer(), im.Env.Store.SQL(), k)
			return err
		})
		if err != nil {
			return err
		}
		im.compareSeries(k)
	}
	return nil
}

// read reads the series of the files; of one that is in several the latest counts.
func (of *seriesOf) read(k *model.Resource) {
	byID := map[int64]*seriesRecord{}
	of.bad = nil
	for _, line := range of.lines {
		s, ok := readSeries(k, line)
		switch {
		case !ok:
			of.bad = append(of.bad, s.ID)
		case byID[s.ID] == nil || byID[s.ID].ModifiedUTC < s.ModifiedUTC:
			byID[s.ID] = s
		}
	}
	of.rows = slices.SortedFunc(maps.Values(byID), func(a, b *seriesRecord) int { return cmp.Compare(a.ID, b.ID) })
}

// readSeries reads a series of a file, false if it is not as an export has it.
func readSeries(k *model.Resource, line json.RawMessage) (*seriesRecord, bool) {
	s := &seriesRecord{}
	if json.Unmarshal(line, s) != nil || bytes.Contains(line, []byte(`\u0000`)) || s.ID < 1 || s.ID > store.MaxID ||
		s.Duration < 0 {
		return s, false
	}
	times := append([]dates.WallTime{
		dates.WallTime(s.CreatedUTC), dates.WallTime(s.ModifiedUTC), s.ExtendedTo,
	}, s.Except...)
	for _, d := range s.Dates {
		times = append(times, d.Start, cmp.Or(d.End, d.Start))
	}
	rec, err := s.Template.Record(k)
	if err != nil || !slices.Contains(append(model.Statuses(), ""), model.StatusOf(rec)) {
		return s, false
	}
	// A value that the database refuses would keep the service from making more dates.
	at := k.Targets(rec)
	for _, arg := range k.Args {
		value, isText := at[arg.Name].(*string)
		if isText && *value != "" && len(arg.Schema.Enum) > 0 && !slices.Contains(arg.Schema.Enum, any(*value)) {
			return s, false
		}
	}
	times = append(times, dates.WallTime(k.Value(rec, k.StartColumn).(string)),
		dates.WallTime(k.Value(rec, k.EndColumn).(string)))
	return s, !slices.ContainsFunc(times, func(t dates.WallTime) bool { return !t.Valid() })
}

// authors returns the IDs of the authors of the templates of all series.
func (f seriesFound) authors() []int64 {
	var list []int64
	for _, of := range f {
		for _, s := range of.rows {
			if id, _ := ID(rawjson.Decode(s.Template.Columns["author"])); id != 0 {
				list = append(list, id)
			}
		}
	}
	return list
}

// compareSeries finds out which series of the files are here: those whose dates are, and those
// that were made as the same.
func (im *Importer) compareSeries(k *model.Resource) {
	of := im.series[k]
	of.ids = map[int64]int64{}
	found, used := map[int64]*seriesRecord{}, map[int64]bool{}
	for _, s := range of.rows {
		found[s.ID] = s
		old := of.Rows[s.ID]
		if s.mayBe(old) && bytes.Equal(old.Template.Columns["slug"], s.Template.Columns["slug"]) {
			of.ids[s.ID], used[s.ID] = s.ID, true
		}
	}
	for _, r := range slices.Concat(im.Found.Ordered(k), im.older) { // Where IDs differ, the dates tell.
		s, here := found[r.date.Series], of.Places[r.ID].Series
		if r.Resource == k && s != nil && of.ids[s.ID] == 0 && here != 0 && !used[here] && s.mayBe(of.Rows[here]) &&
			matches(im.heads[k].byID[r.ID], r) {
			of.ids[s.ID], used[here] = here, true
		}
	}
}

// mayBe reports whether a series was made at the same time as one that is here.
func (s *seriesRecord) mayBe(here *series.Row) bool {
	return here != nil && here.CreatedUTC == s.CreatedUTC
}

// twin returns the record here that is the same date of a series as one of the files, but has
// another ID: the series has been extended both there and here.  It returns 0 for none.
func (of *seriesOf) twin(im *Importer, r *Record) int64 {
	if of == nil || r.date.Series == 0 || of.ids[r.date.Series] == 0 {
		return 0
	}
	place := series.Place{Series: of.ids[r.date.Series], Slot: r.date.Slot}
	id := of.Records[place]
	if id == r.ID || im.Found.ByResource[r.Resource][id] != nil {
		return 0
	}
	return id
}

// leaveSeries makes a single record of one that was a date of a series and is none in the files.
func (b *Batch) leaveSeries(r *Record, m model.Record) error {
	if b.series[r.Resource] == nil || r.date.Series != 0 || model.OccurrenceOf(m) == nil {
		return nil
	}
	return b.Bulk.LeaveSeries(r.Resource, m.Common().ID)
}

// joinSeries stores the series of the files, of which the records are here by now, and deletes
// those of which no record is a date any more.  A series with its dates is written whole or
// not at all.
func (im *Importer) joinSeries(ctx context.Context) error {
	for _, k := range im.Env.Resources {
		of := im.series[k]
		if of == nil {
			continue
		}
		for _, id := range of.bad {
			im.reportSeries(k, id, "the series is not in the format of an export")
		}
		joining := im.joining(k)
		for rows := of.rows; len(rows) > 0; {
			n, size := 0, 0
			for n < len(rows) && (n == 0 || size+len(joining[rows[n].ID]) <= BatchSize) {
				size += len(joining[rows[n].ID])
				n++
			}
			if err := im.joinSome(ctx, k, rows[:n], joining); err != nil {
				return err
			}
			rows = rows[n:]
		}
		err := im.Transaction(ctx, func(b *mutate.BulkWriter) error { return b.DeleteEmptySeries(k) })
		if err != nil {
			return err
		}
	}
	return nil
}

// endSeries ends the series that were deleted where the files come from: of which dates were
// deleted, and which the files do not say how they repeat without these.  What the series was
// extended by here goes with them.
func (b *Batch) endSeries(due []deletion) error {
	for k, of := range b.series {
		there := slices.Collect(maps.Values(of.ids))
		gone, deleted := map[int64]bool{}, map[int64]bool{}
		for _, d := range due {
			if at := of.Places[d.id].Series; d.resource == k && at != 0 {
				gone[at], deleted[d.id] = !slices.Contains(there, at), true
			}
		}
		for _, id := range slices.Sorted(maps.Keys(of.Places)) {
			head := b.heads[k].byID[id]
			var err error
			switch {
			case deleted[id] || !gone[of.Places[id].Series]:
			case head.EditedUTC == head.CreatedUTC:
				b.Report.Add(Count{Resource: k.Plural, Deleted: 1})
				err = b.Bulk.Delete(k, id)
			default:
				err = b.Bulk.LeaveSeries(k, id)
			}
			if err != nil && apierror.As(err) == nil {
				return err
			}
		}
		if err := b.Bulk.DeleteEmptySeries(k); err != nil {
			return err
		}
	}
	return nil
}

// joining returns the records here that are dates of the series of the files, by the IDs of
// the series there.  What was changed here since stays where it is.
func (im *Importer) joining(k *model.Resource) map[int64]map[dates.WallTime]int64 {
	all := map[int64]map[dates.WallTime]int64{}
	for _, r := range slices.Concat(slices.Collect(maps.Values(im.Found.ByResource[k])), im.older) {
		id, imported := im.resolved[r.Resource][r.ID]
		head, here := im.heads[k].byID[id]
		if r.Resource != k || !r.Own || r.date.Series == 0 || !r.date.Slot.Valid() || !imported ||
			here && head.EditedUTC > r.Edited() {
			continue
		}
		if all[r.date.Series] == nil {
			all[r.date.Series] = map[dates.WallTime]int64{}
		}
		all[r.date.Series][r.date.Slot] = id
	}
	return all
}

// joinSome stores some series in one transaction.
func (im *Importer) joinSome(
	ctx context.Context, k *model.Resource, rows []*seriesRecord, joining map[int64]map[dates.WallTime]int64,
) error {
	var b *Batch
	var joined map[int64]int64
	err := im.Transaction(ctx, func(bulk *mutate.BulkWriter) error {
		b, joined = im.NewBatch(bulk), map[int64]int64{}
		for _, s := range rows {
			id, err := b.join(ctx, k, s, joining[s.ID], joined)
			if err != nil {
				return err
			}
			joined[s.ID] = id
		}
		return nil
	})
	if err != nil {
		return err
	}
	im.Add(b.Report)
	maps.Copy(im.series[k].ids, joined)
	return nil
}

// join stores one series, and returns its ID here.
func (b *Batch) join(
	ctx context.Context, k *model.Resource, s *seriesRecord, joining map[dates.WallTime]int64, joined map[int64]int64,
) (int64, error) {
	of := b.series[k]
	here := of.ids[s.ID]
	joining = maps.Clone(joining) // The transaction may run again.
	if here == 0 && len(joining) == 0 {
		return 0, nil
	}
	count := Count{Resource: k.SeriesRoute, Created: 1}
	row := s.Row
	if old := of.Rows[here]; old != nil {
		count = Count{Resource: k.SeriesRoute, Updated: 1}
		maps.DeleteFunc(joining, func(at dates.WallTime, id int64) bool {
			return of.Places[id] == series.Place{Series: here, Slot: at}
		})
		current := old.ModifiedUTC >= row.ModifiedUTC
		if current && len(joining) == 0 && (old.ModifiedUTC > row.ModifiedUTC || old.ExtendedTo >= row.ExtendedTo) {
			b.Report.Add(Count{Resource: k.SeriesRoute, Unchanged: 1})
			return here, nil
		}
		if old.ModifiedUTC > row.ModifiedUTC {
			row = *old
		} else {
			row.Previous = cmp.Or(of.ids[row.Previous], joined[row.Previous], old.Previous)
		}
	} else {
		row.Previous = cmp.Or(of.ids[row.Previous], joined[row.Previous])
	}
	if err := b.ofTemplate(ctx, k, &row, s.Image); err != nil {
		return 0, err
	}
	row, left, err := b.Bulk.JoinSeries(k, here, row, joining)
	if f := apierror.As(err); f != nil {
		b.reportSeries(k, s.ID, Sentence(f))
		return here, nil
	}
	if err != nil {
		return 0, err
	}
	for _, id := range left {
		b.Problem(&Record{Resource: k, ID: id}, false, "does not match its series: it is now a single event")
	}
	b.Report.Add(count)
	return row.ID, nil
}

// ofTemplate sets the IDs of a template to those that its links and its image have here.
func (b *Batch) ofTemplate(ctx context.Context, k *model.Resource, row *series.Row, image string) error {
	links := map[string][]int64{}
	for _, link := range k.Links {
		for _, id := range row.Template.Links[link.Name] {
			if local, ok := b.local(link.Target, id); ok {
				links[link.Name] = append(links[link.Name], local)
			}
		}
	}
	row.Template.Links = links
	if _, ok := row.Template.Columns[imageColumn]; !ok {
		return nil
	}
	id, err := int64(0), error(nil)
	if image != "" {
		id, err = images.IDOf(ctx, b.Bulk.Writer(), image)
	}
	row.Template.Columns = maps.Clone(row.Template.Columns)
	row.Template.Columns[imageColumn] = rawjson.Encode(id)
	return err
}

// reportSeries reports that a series was not imported, whose records are.
func (im *Importer) reportSeries(k *model.Resource, id int64, why string) {
	im.Report.Problems = append(im.Report.Problems, seriesProblem(k, id, why))
}

func (b *Batch) reportSeries(k *model.Resource, id int64, why string) {
	b.Report.Problems = append(b.Report.Problems, seriesProblem(k, id, why))
}

func seriesProblem(k *model.Resource, id int64, why string) Problem {
	return Problem{
		Resource: k.SeriesRoute, ID: id, Text: "its dates are now separate " + k.Plural + ": " + why,
		Type: "its dates are now separate " + k.Plural + ": " + why, Lost: true,
	}
}
