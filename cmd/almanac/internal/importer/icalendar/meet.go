package icalendar

import (
	"cmp"
	"maps"
	"slices"

	"almanac/cmd/almanac/internal/importer/ics"
	"almanac/cmd/almanac/internal/importer/imported"
	"almanac/generated"
	"almanac/runtime/dates"
	"almanac/runtime/model"
)

// meet finds the entries of series by their dates, where they are kept by other keys:
// databases of old versions of this program have none for the first event of a series,
// series get another time of the day, single events become series.
func (b *calendarBatch) meet() error {
	files := map[string][]*entry{}
	for _, e := range b.calendar.entries {
		files[e.UID] = append(files[e.UID], e)
	}
	series := map[string]ics.Series{}
	for _, s := range b.calendar.series {
		series[s.UID] = s
	}
	kept := map[string][]imported.Entry{}
	for key, k := range b.calendar.known {
		if files[key.UID] != nil {
			kept[key.UID] = append(kept[key.UID], k)
		}
	}
	for _, uid := range slices.Sorted(maps.Keys(kept)) {
		slices.SortFunc(kept[uid], func(a, b imported.Entry) int { return cmp.Compare(a.Occurrence, b.Occurrence) })
		if err := b.meetSeries(uid, files[uid], kept[uid], series); err != nil {
			return err
		}
	}
	return nil
}

// meetSeries does so for what has one UID.  Those that the file has lost look for one
// that is new: at the same time, then on the same day.
func (b *calendarBatch) meetSeries(uid string, file []*entry, kept []imported.Entry,
	series map[string]ics.Series,
) error {
	s, whole := series[uid]
	taken, there := map[string]bool{}, map[string]bool{}
	for _, k := range kept {
		taken[k.Occurrence] = true
	}
	var free []*entry
	for _, e := range file {
		if there[e.Occurrence] = true; !taken[e.Occurrence] {
			free = append(free, e)
		}
	}
	for _, k := range kept {
		first, moved := k.Occurrence == "", false
		if there[k.Occurrence] || !first && (!whole || s.Has(k.Occurrence)) {
			continue
		}
		start := k.Occurrence
		if first {
			var err error
			if start, moved, err = b.startOf(k); err != nil {
				return err
			}
		}
		i := slices.IndexFunc(free, func(e *entry) bool { return ics.Key(e.Start) == start })
		if i < 0 {
			i = slices.IndexFunc(free, func(e *entry) bool {
				return onDay(ics.Key(e.Start), start) || onDay(e.Occurrence, start)
			})
		}
		to := ""
		switch {
		case i >= 0:
			to = free[i].Occurrence
			free = slices.Delete(free, i, i+1)
		case first && whole: // One that is not imported again, or was moved here.
			if to = s.On(start); to == "" && (moved || !there[s.First]) {
				to = s.First
			}
		}
		if taken[to] || to == "" && i < 0 {
			continue
		}
		taken[to] = true
		renamed, err := imported.Rename(b.ctx, b.Bulk.Writer(), k, imported.Key{UID: uid, Occurrence: to})
		if err != nil {
			return err
		}
		b.known[renamed.Key] = renamed
		b.renamed = append(b.renamed, k.Key)
	}
	return nil
}

// startOf returns when the event of an entry starts here, as keys say it, and whether it
// was changed here; "" if it is not here.
func (b *calendarBatch) startOf(k imported.Entry) (start string, changed bool, err error) {
	event := b.Env.Resource("event")
	if _, here := b.Here(event)[k.Event]; !here {
		return "", false, nil
	}
	m, err := b.Bulk.Get(event, k.Event)
	if err != nil {
		return "", false, err
	}
	return ics.Key(dates.WallTime(m.(*generated.Event).StartDate)), model.EditedUTC(m) > k.Taken, nil
}

// onDay reports whether two keys are of one day.
func onDay(a, b string) bool {
	const day = len("20060102")
	return len(a) > day && len(b) > day && a[:day] == b[:day]
}
