package request

import (
	"io"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
)

// Feed is the feed that is sent in the place of JSON.
type Feed struct {
	model.FeedFormat
	FeedWriter
}

// FeedWriter writes one feed of records in parts, so that the records need not be in
// memory together.  The package of a description that has feeds implements it.
type FeedWriter interface {
	// Columns returns the columns of the records' table that Note takes.
	Columns() []string
	// Note takes the values of Columns of a record: the head of a long feed is written
	// before all of its records are read.
	Note(values []string)
	// Begin writes the head and the first records.  The head describes what Note took, or
	// these records where that is nothing.  The address is that of the list.
	Begin(out io.Writer, self string, records []model.Record) error
	// Add writes the next records.
	Add(records []model.Record) error
	// End writes what stands behind the last record.
	End() error
}

// SeriesFeedWriter is a FeedWriter of a format that can have a series as one record that
// repeats.
type SeriesFeedWriter interface {
	FeedWriter
	// OfSeries returns a writer that takes the records of the dates of a series.
	OfSeries(s Series) FeedWriter
}

// Series is a series of records.
type Series struct {
	ID, Version int64
	Pattern     recurrence.Pattern
	ExtendedTo  dates.WallTime // Up to when its dates have records; dates.Last if it gets no more.
	Status      string         // That further records will have.
	MaxDates    int            // That a feed has; others are left out.
}

// NewFeedWriter makes what writes records of a resource in the format with a name.
type NewFeedWriter func(r *Request, k *model.Resource, format string) FeedWriter
