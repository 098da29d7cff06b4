package mutate

import (
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/recurrence"
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
type recordTimes struct{ startAt, endAt, startUTC, endUTC *string }

// times returns the times of a record of a resource with series.
func (m *Mutation) times(rec model.Record) recordTimes {
	at := m.Resource.Targets(rec)
	return recordTimes{
		at[m.Resource.StartColumn].(*string), at[m.Resource.EndColumn].(*string),
		at["utc_start_date"].(*string), at["utc_end_date"].(*string),
	}
}

func (t recordTimes) start() string { return *t.startAt }

// set sets the times to those of a date.
func (t recordTimes) set(d recurrence.Date) {
	*t.startAt, *t.endAt = string(d.Start.Local), string(d.End.Local)
	*t.startUTC, *t.endUTC = string(d.Start.UTC()), string(d.End.UTC())
}

// are reports whether the times are those of a date.
func (t recordTimes) are(d recurrence.Date) bool {
	return *t.startUTC == string(d.Start.UTC()) && *t.endUTC == string(d.End.UTC()) &&
		*t.startAt == string(d.Start.Local) && *t.endAt == string(d.End.Local)
}

// patternOf returns the pattern of a record that begins a series, without a rule.
func (m *Mutation) patternOf(rec model.Record) recurrence.Pattern {
	at := m.Resource.Targets(rec)
	zone, err := dates.ParseZone(*at[m.Resource.ZoneColumn].(*string))
	if err != nil {
		zone = dates.Zone{} // No record has such a zone.
	}
	return recurrence.Pattern{
		Start: dates.WallTime(*at[m.Resource.StartColumn].(*string)),
		End:   dates.WallTime(*at[m.Resource.EndColumn].(*string)),
		Zone:  zone, AllDay: *at[m.Resource.AllDayColumn].(*bool),
	}
}
