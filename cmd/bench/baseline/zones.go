package baseline

import (
	"sync"
	"time"

	"almanac/runtime/zoneinfo"
)

// zones keeps what was loaded of the time zone database.
type zones struct{ known sync.Map }

// of returns a time zone, UTC when its name is unknown.
func (z *zones) of(name string) *time.Location {
	if known, ok := z.known.Load(name); ok {
		return known.(*time.Location)
	}
	zone, ok := zoneinfo.Embedded().Location(name)
	if !ok {
		zone = time.UTC
	}
	z.known.Store(name, zone)
	return zone
}
