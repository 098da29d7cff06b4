package resources

import "almanac/resources/dsl"

// ICSEntry is the table of what was imported from iCalendar files, events and series.  It has
// no routes.
var ICSEntry = dsl.Resource{
	Name: "ics_entry", Plural: "ics_entries", Kind: dsl.KindInternal,
	Doc: "Events imported from iCalendar files, so that importing a file again updates the same events.",
	Fields: []dsl.Field{
		dsl.String("entry").Text(dsl.TextRaw).PrimaryKey(), // SHA-256 of uid and occurrence, which may be long.
		dsl.String("uid").Text(dsl.TextRaw),
		dsl.String("occurrence").Text(dsl.TextRaw),
		dsl.Integer("event_id"),
		dsl.Integer("sequence"),
		dsl.String("modified_utc").Text(dsl.TextRaw),       // LAST-MODIFIED of the entry.
		dsl.String("content_sha256").Text(dsl.TextRaw),     // SHA-256 of the entry.
		dsl.String("event_modified_utc").Text(dsl.TextRaw), // Modification of the event when it was imported.
	},
}
