package ics

import (
	_ "embed"
	"strings"

	"almanac/runtime/dates"
)

// zone is what a TZID means: a zone that is known here, or the offsets that the file
// describes, or both.  Then the known zone counts if the description is one of it, be it
// of an earlier edition of its rules; else the file counts, as far as its description goes.
type zone struct {
	id      string
	known   dates.Zone
	named   bool                    // It has a known zone.
	place   dates.Zone              // Where the file says that it is, or UTC.
	table   *table                  // Nil where the file describes none.
	agrees  bool                    // What the file describes is the known zone.
	edition int                     // The last year in which the known zone had the rules of the file, 0 for has.
	still   map[dates.WallTime]bool // Whether no clock changes around a day.
	moved   int                     // Events that begin at another time by the file.
	late    int                     // Events after the end of the description.
}

// written returns the zone as it was to the program that wrote the file.
func (z *zone) written() *zone {
	if !z.agrees {
		return z
	}
	return &zone{id: z.id, known: z.known, named: z.named, place: z.place, table: z.table}
}

// utc converts a local time to UTC.  A time that the clock skips moves forward; of a
// time that comes twice the first one counts.
func (z *zone) utc(w dates.WallTime) dates.WallTime {
	if z.table == nil || z.agrees {
		return z.known.UTC(w)
	}
	if u := z.table.utc(w); z.counts(u) {
		return u
	}
	return z.known.UTC(w)
}

// local converts a time in UTC to local time.
func (z *zone) local(utc dates.WallTime) dates.WallTime {
	if z.table == nil || z.agrees || !z.counts(utc) {
		return z.known.Local(utc)
	}
	return utc.AddSeconds(z.table.offset(utc))
}

// notBefore returns an end in UTC: that of the second of two equal hours where the first is before
// the start.
func (z *zone) notBefore(start, end dates.WallTime) dates.WallTime {
	if end >= start {
		return end
	}
	for _, later := range []int64{30 * 60, 60 * 60, 2 * 60 * 60} {
		if again := end.AddSeconds(later); z.local(again) == z.local(end) && again > start {
			return again
		}
	}
	return end
}

// counts reports whether the description of the file counts at a time in UTC, which it
// does where nothing else is known.  One that differs from the known zone for hours alone
// has a change of clocks at a wrong time of the right day: The Events Calendar writes
// these times in UTC.
func (z *zone) counts(utc dates.WallTime) bool {
	if !z.named {
		return true
	}
	differs := func(utc dates.WallTime) bool { return utc.AddSeconds(z.table.offset(utc)) != z.known.Local(utc) }
	return z.table.covers(utc) && (differs(utc.AddSeconds(-secondsPerDay)) || differs(utc.AddSeconds(secondsPerDay)))
}

// shows returns a local time as the clock shows it: one that it skips is after the gap.
// Series have many times, most of them on days around which no clock changes.
func (z *zone) shows(w dates.WallTime) dates.WallTime {
	day := w.StartOfDay()
	still, looked := z.still[day]
	if !looked {
		if z.still == nil {
			z.still = map[dates.WallTime]bool{}
		}
		still = z.utc(day.AddSeconds(2*secondsPerDay)).Sub(z.utc(day.AddSeconds(-secondsPerDay))) == 3*secondsPerDay
		z.still[day] = still
	}
	if still {
		return w
	}
	return z.local(z.utc(w))
}

// zoneFor returns a zone of the service in which clocks show what those of a zone of
// the file show at two times in UTC: the known one of that name, that of the site, or
// else an offset, which is that of the start.
func (r *reader) zoneFor(z *zone, start, end dates.WallTime) dates.Zone {
	if z.table == nil || z.agrees {
		return z.known
	}
	agrees := func(known dates.Zone) bool {
		return known.Local(start) == z.local(start) && known.Local(end) == z.local(end)
	}
	if z.named {
		if agrees(z.known) {
			return z.known
		}
		r.calendar.note("the file gives the time zone %s other offsets than %s has: those of the file are used", quote(z.id),
			z.known)
	}
	for _, known := range []dates.Zone{z.place, r.Site} {
		if agrees(known) {
			return known
		}
	}
	offset := z.local(start).Sub(start)
	fixed, err := dates.ParseZone(clock(offset))
	if err != nil { // Beyond what a zone can be, or with seconds.
		return r.Site
	}
	return fixed
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

// zoneKey returns the name of a zone as it is compared.
func zoneKey(name string) string { return strings.ToLower(strings.TrimSpace(unquoting.Replace(name))) }

// unquoting drops what quotes the name of a zone, as a text or as a parameter.
var unquoting = strings.NewReplacer(`"`, "", `\,`, ",", `\;`, ";")

// zoneOf returns the zone that a property names, nil when it names none.  That of the
// calendar stands for one that nobody knows.
func (r *reader) zoneOf(p *property) *zone {
	id := strings.TrimSpace(p.param("TZID"))
	if id == "" {
		return nil
	}
	if z := r.zones[zoneKey(id)]; z != nil {
		return z
	}
	z := &zone{id: id}
	z.known, z.named = knownZone(id)
	described := r.described[zoneKey(id)]
	var err error
	if described != nil {
		if z.table, err = r.table(described); err != nil {
			r.calendar.note("the description of its time zone %s cannot be read and is not used: %s", quote(id), err)
		}
		place, ok := knownZone(unescaped(described.raw("X-LIC-LOCATION")))
		if z.place = place; ok && !z.named {
			z.known, z.named = place, true
		}
		if z.table != nil && z.named {
			z.agrees, z.edition = z.table.describes(z.known, r.yearsIn(zoneKey(id)))
		}
	}
	if !z.named && z.table == nil {
		z = r.own
		r.calendar.note("its time zone %s is unknown and not described: that of the calendar is used, %s", quote(id),
			z.known)
	}
	r.zones[zoneKey(id)] = z
	return z
}
