package model

// FeedFormat is a representation of records that other programs than clients of the
// API take.
type FeedFormat struct {
	Name        string // Value of the parameter format.
	MediaType   string // Without parameters.
	Disposition string // How browsers take it: "inline" to show, "attachment" to save.
	Extension   string // Of the file name, with its dot.
	Doc         string
	HasSeries   bool // It can have a series as one event that repeats.
}
