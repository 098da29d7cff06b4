package events

import (
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/records"
	"almanac/runtime/recurrence"
	"almanac/runtime/theme"
)

// Page is a page with events, and what was read for it once.
type Page struct {
	*frame.Page

	Legend []frame.Choice // Categories whose colors the page shows.
	Center *Center        // Of the distances, nil before it was looked up.

	meaning  *Meaning                     // Of the search, nil before it was looked up.
	venues   []Record                     // To choose from; nil before they are read.
	patterns map[int64]recurrence.Pattern // Of the series that a list has once, by their IDs.
	longest  *int64                       // Seconds that the longest event lasts, nil before it was asked for.

	categories     []records.Record       // Of the language of the page; nil before they are read.
	categoryColors map[string]theme.Color // By slug; nil before they are read.
	colored        map[int64]Record       // The categories that have one.
}
