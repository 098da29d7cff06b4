package ics

import (
	_ "embed"
	"strings"

	"almanac/runtime/dates"
)

// zone is what a TZID means: a zone that is known here, or else the offsets that
// the file describes.
type zone struct {
	id    string
	known dates.Zone
	table *table // Nil for a known zone.
}

// utc converts a local time to UTC.
func (z *zone) utc(w dates.WallTime) dates.WallTime {
	if z.table == nil {
		return z.known.UTC(w)
	}
	return w.AddSeconds(-z.table.offset(w))
}

// local converts a time in UTC to local time.
func (z *zone) local(utc dates.WallTime) dates.WallTime {
	if z.table == nil {
		return z.known.Local(utc)
	}
	// The offset is that of a local time, which is not known yet.
	w := utc.AddSeconds(z.table.offset(utc))
	return utc.AddSeconds(z.table.offset(w))
}

// named returns a zone of the service in which clocks show the same at two
// times: that of the site where it does, or else an offset.  The end is given as
// the offset at the start has it.
func (z *zone) named(start, end dates.WallTime, site dates.Zone) (dates.Zone, dates.WallTime) {
	if z.table == nil {
		return z.known, end
	}
	startUTC, endUTC := z.utc(start), z.utc(end)
	if site.UTC(start) == startUTC && site.UTC(end) == endUTC {
		return site, end
	}
	offset := start.Sub(startUTC)
	fixed, err := dates.ParseZone(clock(offset))
	if err != nil { // Beyond what a zone can be, or with seconds.
		return site, end
	}
	return fixed, fixed.Local(endUTC)
}

// windowsText lists the names that Windows has for time zones, each with the
// IANA name that CLDR gives for its main territory.
//
//go:embed windowszones.txt
var windowsText string

// windows returns the IANA name for one of Windows, "" when it is none.
func windows(name string) string {
	for row := range strings.Lines(windowsText) {
		if theirs, iana, _ := strings.Cut(strings.TrimSpace(row), "\t"); strings.EqualFold(theirs, name) {
			return iana
		}
	}
	return ""
}

// segments is how many parts of a path an IANA name has at most.
const segments = 3

// knownZone returns the zone that a name means by itself.  Some programs put a
// path of their own before the IANA name.
func knownZone(name string) (dates.Zone, bool) {
	name = strings.TrimSpace(name)
	if z, err := dates.ParseZone(name); err == nil {
		return z, true
	}
	if iana := windows(name); iana != "" {
		z, err := dates.ParseZone(iana)
		return z, err == nil
	}
	parts := strings.Split(name, "/")
	for n := min(segments, len(parts)-1); n > 1; n-- {
		if z, err := dates.ParseZone(strings.Join(parts[len(parts)-n:], "/")); err == nil {
			return z, true
		}
	}
	return dates.Zone{}, false
}

// zoneOf returns the zone that a property names, nil when it names none.
func (r *reader) zoneOf(p *property) (*zone, error) {
	id := p.param("TZID")
	if id == "" {
		return nil, nil
	}
	if z := r.zones[id]; z != nil {
		return z, nil
	}
	z := &zone{id: id}
	var ok bool
	described := r.described[id]
	if z.known, ok = knownZone(id); !ok && described != nil {
		z.known, ok = knownZone(described.raw("X-LIC-LOCATION"))
	}
	if !ok && described != nil {
		var err error
		if z.table, err = r.table(described); err != nil {
			return nil, err
		}
		ok = true
	}
	if !ok {
		return nil, faulty(p.line, "expected the name of a time zone such as Europe/Paris, or one that a VTIMEZONE describes, found TZID=%s", quote(id))
	}
	r.zones[id] = z
	return z, nil
}
