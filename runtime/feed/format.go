package feed

import "io"

// Format is a representation of a list that other programs than clients of the
// API take.
type Format struct {
	Name        string // Value of the parameter format.
	MediaType   string // Without parameters.
	Disposition string // How browsers take it: "inline" to show, "attachment" to save.
	Extension   string // Of the file name, with its dot.
	Doc         string
	Open        func(io.Writer, Channel) (Writer, error)
	Series      func(io.Writer, Channel, Series) error // Writes one event that repeats; nil where none can.
}

// Formats lists all formats.
func Formats() []Format {
	return []Format{
		{"ics", "text/calendar", "attachment", ".ics", "The events as iCalendar (RFC 5545)", ICal, ICalSeries},
		{"csv", "text/csv", "attachment", ".csv", "The events as comma-separated values (RFC 4180)", CSV, nil},
		{"rss", "application/rss+xml", "inline", ".xml", "The events as RSS 2.0", RSS, nil},
	}
}
