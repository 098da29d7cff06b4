package icalendar

import (
	"testing"

	"almanac/cmd/almanac/internal/importer/ics"
)

// TestTheDigestOfAnEntryStays holds what databases have: of an entry with another digest
// a second import would say that it was changed.
func TestTheDigestOfAnEntryStays(t *testing.T) {
	e := &entry{Event: ics.Event{
		Line: 7, UID: "a@x", Occurrence: "20270111T180000", Sequence: 1, Modified: "2026-01-01 00:00:00", Start: "2027-01-11 18:00:00", End: "2027-01-11 19:00:00",
		Title: "Choir", Description: "x", Location: "Hall", Geo: &ics.Point{Latitude: 1.5, Longitude: 2}, Organizers: []ics.Person{{Name: "Jane", Email: "j@x.example"}},
		Categories: []string{"Music"}, URL: "https://x.example/", Notes: []string{"a note"}, Lost: []string{"a part"},
	}}
	for occurrence, want := range map[string]string{
		"":           "cc2b0c1c422ee553f3f830233df2eca584edeba9f53f5b79e22d63d9caaa8244",
		e.Occurrence: "c4c3473bd299cfda9373dbba30211bea6eb09e099455658ff34ab58d89ec0fc0",
	} {
		if got := content(e, occurrence); got != want {
			t.Errorf("%q: got %s, want %s", occurrence, got, want)
		}
	}
}
