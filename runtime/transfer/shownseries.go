package transfer

import (
	"cmp"
	"slices"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/series"
)

// ShownSeries is a series as the API of a source shows it, without its template.
type ShownSeries struct {
	series.Row
	Start    dates.WallTime `json:"start_date"`
	End      dates.WallTime `json:"end_date"`
	Timezone string         `json:"timezone"`
	AllDay   bool           `json:"all_day"`
}

// SeriesID returns the ID of the series of which a record is a date, 0 for none.
func (r *Record) SeriesID() int64 { return r.date.Series }

// joinShown makes records the dates of a series that the source shows. Where one of them was
// changed here since, what is here of the series stays as it is, with the new dates that fit.
func (b *Batch) joinShown(of *series.Stored, group Repeating) (there, here int64, err error) {
	k, shown := group.Dates[0].Resource, group.Series
	zone, err := dates.ParseZone(shown.Timezone)
	if err != nil {
		b.reportSeries(k, shown.ID, err.Error())
		return shown.ID, 0, nil
	}
	joining, fresh, isChanged := map[dates.WallTime]int64{}, 0, false
	for _, r := range group.Dates {
		id, imported := b.resolved[k][r.ID]
		head, known := b.heads[k].byID[id]
		here = cmp.Or(here, of.Places[id].Series)
		switch {
		case !imported || !r.date.Slot.Valid():
		case known && head.EditedUTC > r.Edited():
			isChanged = true
		default:
			joining[r.date.Slot] = id
			if of.Places[id].Slot != r.date.Slot {
				fresh++
			}
		}
	}
	old := of.Rows[here]
	if len(joining) == 0 || old != nil && isChanged && fresh == 0 {
		return shown.ID, here, nil
	}
	row := shown.Row
	row.CreatedUTC, row.ModifiedUTC = "", ""
	row.ExtendedTo, row.Previous = cmp.Or(row.ExtendedTo, dates.Last), b.shown[k][row.Previous]
	if old != nil && isChanged {
		row = *old
	} else {
		p := recurrence.Pattern{
			Start: shown.Start, End: shown.End, Duration: shown.Duration, Zone: zone, AllDay: shown.AllDay,
		}
		if row.Template, err = b.Bulk.TemplateOf(k, joining[typicalDate(group.Dates, joining)], p); err != nil {
			return shown.ID, here, err
		}
	}
	count := Count{Resource: k.SeriesRoute, Created: 1}
	row, left, err := b.Bulk.JoinSeries(k, here, row, joining)
	if f := apierror.As(err); f != nil {
		b.reportSeries(k, shown.ID, Sentence(f))
		return shown.ID, here, nil
	}
	if err != nil {
		return shown.ID, here, err
	}
	for _, id := range left {
		b.Problem(&Record{Resource: k, ID: id}, false, "does not match its series: it is now a single event")
	}
	switch {
	case old != nil && row.Version == old.Version && fresh == 0:
		count = Count{Resource: k.SeriesRoute, Unchanged: 1}
	case old != nil:
		count = Count{Resource: k.SeriesRoute, Updated: 1}
	}
	b.Report.Add(count)
	return shown.ID, row.ID, nil
}

// typicalDate returns the first of the dates that has the title which most of them have: others
// were changed alone, and nothing of them is in the template.
func typicalDate(list []*Record, joining map[dates.WallTime]int64) dates.WallTime {
	list = slices.SortedFunc(slices.Values(list), func(a, b *Record) int { return cmp.Compare(a.date.Slot, b.date.Slot) })
	titles := map[string]int{}
	var best dates.WallTime
	most := 0
	title := func(r *Record) string { return r.Text(r.Resource.NameField) }
	for _, r := range list {
		titles[title(r)]++
	}
	for _, r := range list {
		if n := titles[title(r)]; joining[r.date.Slot] != 0 && n > most && r.Text("status") != model.StatusTrash {
			best, most = r.date.Slot, n
		}
	}
	if best == "" {
		for id := range joining {
			best = max(best, id)
		}
	}
	return best
}
