package request

import (
	"io"

	"almanac/runtime/model"
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

// NewFeedWriter makes what writes records of a resource in the format with a name.
type NewFeedWriter func(r *Request, k *model.Resource, format string) FeedWriter
