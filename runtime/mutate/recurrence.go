package mutate

import (
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/recurrence"
	"almanac/runtime/series"
	"almanac/runtime/text"
)

// recurrenceInput is how a write wants a record to repeat.
type recurrenceInput struct {
	input *recurrence.Input // Nil to make a single record of it.
	slug  string            // Of which those of the dates are made; "" until it is known.
}

// SetRecurrence notes how the record repeats.  The series and its dates are written with the
// record.
func SetRecurrence(m *Mutation, o param.Opt[any]) {
	if !o.IsPresent() {
		return
	}
	m.recurrence = &recurrenceInput{}
	if !o.IsNull() {
		in, err := recurrence.ReadInput(o.Value)
		if err != nil {
			return // Validator.Recurrence has noted it.
		}
		m.recurrence.input = &in
	}
}

// dateSlug returns the slug of one date of a series: with the day of its start.
func (m *Mutation) dateSlug(base string, rec model.Record) string {
	start := dates.WallTime(m.times(rec).start())
	return text.SlugWithSuffix(base, "-"+string(start[:len("2006-01-02")]))
}

// recordTimes points to the columns that say when a record is.
type recordTimes struct{ startAt, endAt, startUTC, endUTC, zone *string }

// timesOf returns the times of a record of a resource with a time zone.
func timesOf(res *model.Resource, rec model.Record) recordTimes {
	at := res.Targets(rec)
	text := func(column string) *string { return at[column].(*string) }
	return recordTimes{
		startAt: text(res.StartColumn), endAt: text(res.EndColumn), startUTC: text("utc_start_date"),
		endUTC: text("utc_end_date"), zone: text(res.ZoneColumn),
	}
}

// times returns the times of a record of a resource with series.
func (m *Mutation) times(rec model.Record) recordTimes { return timesOf(m.Resource, rec) }

func (t recordTimes) start() string { return *t.startAt }

// set sets the times.
func (t recordTimes) set(at series.Times) {
	*t.startAt, *t.endAt = string(at.Start), string(at.End)
	*t.startUTC, *t.endUTC = string(at.StartUTC), string(at.EndUTC)
}

// times returns the times as an edit compares them.
func (t recordTimes) times() series.Times {
	return series.Times{
		Start: dates.WallTime(*t.startAt), End: dates.WallTime(*t.endAt),
		StartUTC: dates.WallTime(*t.startUTC), EndUTC: dates.WallTime(*t.endUTC),
	}
}
