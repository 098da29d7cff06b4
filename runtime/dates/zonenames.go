package dates

import (
	_ "embed" // The list of names.
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // Rules for machines without a zone database, such as bare containers.
)

// zoneNames lists the names of the IANA database that Go embeds, one a line.
// Package time cannot list what it embeds; a test compares this file with the
// database and rewrites it with -update.
//
//go:embed zones.txt
var zoneNames string

// ZoneNames returns the names of the time zones of the IANA database, in alphabetical
// order.
func ZoneNames() []string { return strings.Fields(zoneNames) }

// ianaZone is one zone of the database; its rules are read when first asked
// for and kept, so that equal zones are equal values.
type ianaZone struct {
	name string
	load func() (*time.Location, error)
}

// ianaZones returns the zones by their name in lower case.  A name outside of
// this list never reaches time.LoadLocation, which would also take "Local" and
// paths of files.
var ianaZones = sync.OnceValue(func() map[string]ianaZone {
	zones := make(map[string]ianaZone, strings.Count(zoneNames, "\n"))
	for name := range strings.Lines(zoneNames) {
		name = strings.TrimSuffix(name, "\n")
		zones[strings.ToLower(name)] = ianaZone{
			name: name,
			load: sync.OnceValues(func() (*time.Location, error) { return time.LoadLocation(name) }),
		}
	}
	return zones
})
