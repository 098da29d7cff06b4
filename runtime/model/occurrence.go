package model

import (
	"slices"

	"almanac/runtime/messages"
)

// Occurrence has the columns of records that may be one date of a series: something that
// repeats.
type Occurrence struct {
	SeriesID int64 `bun:"series_id"` // 0 for a single record.
	// RecurrenceID is the start by the rule of the series, which the start of the record differs
	// from when the date was moved: a wall time in its zone, as RECURRENCE-ID of RFC 5545.
	RecurrenceID string `bun:"recurrence_id"`
	// Series is what single reads and writes know of the series; nil for others.
	Series *SeriesInfo `bun:"-"`
}

// SeriesInfo is a series in the response about one of its dates.
type SeriesInfo struct {
	Version     int64
	Occurrences int64 // That the caller may see.
	Changes     *SeriesChanges
	Collapsed   *SeriesDates // Of a list with each series once; nil for other responses.
}

// SeriesDates are the dates of a series that a list shows by its first one.
type SeriesDates struct {
	Count int64        `json:"count" doc:"Number of dates that match the filters"`
	Next  []SeriesDate `json:"next" doc:"The first ten, in the order of the list"`
}

// SeriesDate is one of these.
type SeriesDate struct {
	ID    int64  `json:"id" doc:"ID"`
	Start string `json:"start_date" doc:"Start, in the time zone of the record"`
}

// SeriesChanges is what a write did to the dates of a series, or would do.
type SeriesChanges struct {
	Created  int64   `json:"created" doc:"Number of dates added"`
	Updated  int64   `json:"updated" doc:"Number of dates changed"`
	Removed  int64   `json:"removed" doc:"Number of dates moved to the trash or deleted"`
	Kept     []int64 `json:"kept" doc:"IDs of individually edited dates that kept their edits"`
	Detached []int64 `json:"detached" doc:"IDs of dates that left the series"`

	Next   []SeriesTime  `json:"next,omitempty" doc:"Of a dry run, up to ten dates that come next"`
	Text   string        `json:"text,omitempty" doc:"Of a dry run, how the dates repeat in words, in the language of the record"`
	Faults []SeriesFault `json:"faults,omitempty" doc:"Of a dry run, the dates for which the write would be refused"`
}

// SeriesTime is one date of a series that is to be written.
type SeriesTime struct {
	Start string `json:"start_date" doc:"Start, in the time zone of the record"`
	End   string `json:"end_date" doc:"End"`
}

// SeriesFault is a date that the caller may not write.
type SeriesFault struct {
	ID      int64            `json:"id" doc:"ID of the record"`
	Code    string           `json:"code" doc:"Code of the error"`
	Message messages.Message `json:"message" doc:"What the error says"`
}

// AsOccurrence returns the columns.
func (o *Occurrence) AsOccurrence() *Occurrence { return o }

// OccurrenceRecord is a record that may be one date of a series.
type OccurrenceRecord interface {
	Record
	AsOccurrence() *Occurrence
}

// OccurrenceOf returns the place of a record in a series; nil for a single record, and one of
// a resource without series.
func OccurrenceOf(m Record) *Occurrence {
	if o, ok := m.(OccurrenceRecord); ok && o.AsOccurrence().SeriesID != 0 {
		return o.AsOccurrence()
	}
	return nil
}

// SharedColumns returns the columns in which the dates of a series are equal unless one was
// changed alone: not those of the single record and its times.
func (k *Resource) SharedColumns() []string {
	own := []string{
		"id", "version", "slug", "created_utc", "modified_utc", "modified", "original_slug", "made_inline",
		"status_before_trash", "edited_utc", k.StartColumn, k.EndColumn, "utc_start_date", "utc_end_date", "duration",
		"series_id", "recurrence_id", "links_cache",
	}
	return slices.DeleteFunc(slices.Clone(k.ReadColumns), func(c string) bool { return slices.Contains(own, c) })
}

// OriginColumns returns the columns in which imported dates of a series differ: that is no
// reason to keep one that the series no longer has.
func (k *Resource) OriginColumns() []string { return []string{"date", "date_utc", k.IdentifierColumn} }
