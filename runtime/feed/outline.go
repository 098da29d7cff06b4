package feed

import (
	"strconv"

	"almanac/runtime/dates"
)

// Outline is what the head of a feed says about its entries: a feed is written
// from its beginning, before the entries are there.  The zero value is that of
// a feed without entries.
type Outline struct {
	zones   map[dates.Zone]map[int]bool // Years in which times of a zone stand, unless they are in UTC.
	newest  dates.WallTime              // Last change, UTC.
	entries int
}

// OutlineOf returns the outline of entries.
func OutlineOf(entries []Entry) Outline {
	var o Outline
	for _, e := range entries {
		if e.AllDay {
			o.Note(dates.Zone{}, e.Start, e.End, e.Modified) // Whole days have no zone.
			continue
		}
		o.Note(e.Zone, e.Start, e.End, e.Modified)
	}
	return o
}

// Note adds an entry by its times in its zone and its last change in UTC.
func (o *Outline) Note(zone dates.Zone, start, end, modified dates.WallTime) {
	o.entries++
	o.newest = max(o.newest, modified)
	if zone.IsFixed() {
		return
	}
	if o.zones == nil {
		o.zones = map[dates.Zone]map[int]bool{}
	}
	if o.zones[zone] == nil {
		o.zones[zone] = map[int]bool{}
	}
	o.zones[zone][year(start)] = true
	o.zones[zone][year(end)] = true
}

// defines reports whether the head defines the zone in the years of an entry.
func (o *Outline) defines(e Entry) bool {
	years := o.zones[e.Zone]
	return e.Zone == (dates.Zone{}) || years[year(e.Start)] && years[year(e.End)]
}

func year(w dates.WallTime) int {
	n, _ := strconv.Atoi(w.Details().Year) // Digits, if there is a time at all.
	return n
}
