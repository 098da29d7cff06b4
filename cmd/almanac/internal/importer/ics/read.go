package ics

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"almanac/runtime/dates"
)

// reader reads one calendar of a file.
type reader struct {
	Options
	calendar  *Calendar
	described map[string]*component // VTIMEZONE by TZID.
	zones     map[string]*zone      // Those that were used, by TZID.
	own       *zone                 // That of the calendar.
	method    string                // METHOD, in capitals.
	limit     *limit                // Of the file.
}

// Read reads a file.  What of it cannot be read is left out and reported by the
// calendar.  The error is a *SyntaxError when there is no calendar in the file, or
// too much; or that of the context.  Then there is no calendar.
func Read(ctx context.Context, content []byte, o Options) (*Calendar, error) {
	file, err := parse(content)
	if err != nil {
		return nil, err
	}
	calendar, whole := &Calendar{}, &limit{}
	var order []*entry
	entries := map[string]*entry{}
	unfinished, missing := file.unfinished()
	anonymous := 0
	for _, part := range file.calendars {
		r := &reader{
			Options: o, calendar: calendar, described: map[string]*component{}, zones: map[string]*zone{},
			own:    &zone{id: "\x00", known: o.Site, named: true},
			method: strings.ToUpper(part.raw("METHOD")), limit: whole,
		}
		r.begin(part)
		for _, c := range part.children {
			switch {
			case c.name == "VTIMEZONE":
			case c.name == "VEVENT" && !r.isResponse():
				c.of = r
				uid := unescaped(c.raw("UID"))
				if uid == "" {
					uid = madeUID(c)
					anonymous++
				}
				if entries[uid] == nil {
					entries[uid] = &entry{uid: uid}
					order = append(order, entries[uid])
				}
				if c == unfinished {
					entries[uid].unsure = true
					r.skip(c, missing)
					continue
				}
				entries[uid].add(c)
			default:
				calendar.Others++
			}
		}
	}
	if missing != nil && unfinished == nil {
		file.calendars[0].of.skip(file.calendars[len(file.calendars)-1], missing)
	}
	if file.other {
		calendar.note("not all of it is UTF-8: the rest is read as Windows-1252")
	}
	if anonymous > 0 {
		calendar.note("events without a UID: %d; the next import recognizes them by start, title and place", anonymous)
	}
	for _, e := range order {
		for _, one := range e.sets() {
			if err := ctx.Err(); err != nil { // Series take time.
				return nil, err
			}
			one.read()
			if whole.err != nil {
				return nil, whole.err
			}
		}
	}
	return calendar, nil
}

// begin reads what a calendar says of its zones.
func (r *reader) begin(part *component) {
	part.of = r
	if name := unescaped(cmp.Or(part.raw("X-WR-TIMEZONE"), part.raw("TIMEZONE-ID"))); name != "" {
		if z, ok := knownZone(name); ok {
			r.own.known = z
		} else {
			r.calendar.note("its time zone %s is unknown: that of the site is used", quote(name))
		}
	}
	for _, c := range part.children {
		if c.name == "VTIMEZONE" && len(c.props["TZID"]) == 1 { // Several are mixed up: nobody knows whose the rules are.
			r.described[zoneKey(c.raw("TZID"))] = c
		}
	}
}

// isResponse reports whether the calendar is what somebody who is invited sends back
// (RFC 5546, section 1.4): what stands there is no event.
func (r *reader) isResponse() bool {
	return slices.Contains([]string{"REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"}, r.method)
}

// note tells something about the file, once.
func (c *Calendar) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(c.Notes, text) {
		c.Notes = append(c.Notes, text)
	}
}

// skip leaves out a component that cannot be read.
func (r *reader) skip(c *component, err error) {
	s := Skipped{Component: c.name, Title: title(c)}
	var fault *SyntaxError
	if errors.As(err, &fault) {
		s.SyntaxError = *fault
	}
	r.calendar.Skipped = append(r.calendar.Skipped, s)
}

// madeUID names an event that has no UID: the same each time, as long as it has its
// start, title and place.
func madeUID(c *component) string {
	begin := ""
	if p := c.get("DTSTART"); p != nil {
		begin = zoneKey(p.param("TZID")) + ":" + strings.TrimSpace(p.Value)
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{
		begin, c.raw("RECURRENCE-ID"), title(c), strings.TrimSpace(prose(c, "LOCATION")),
	}, "\x00")))
	return "no-uid-" + hex.EncodeToString(sum[:16])
}

// version orders the versions of what has one UID (RFC 5546, section 2.1.5): by
// SEQUENCE, then by LAST-MODIFIED where both have it.
func version(a, b *component) int {
	from, to := stamp(a, "LAST-MODIFIED"), stamp(b, "LAST-MODIFIED")
	if from == "" || to == "" {
		from, to = "", ""
	}
	return cmp.Or(cmp.Compare(sequence(a), sequence(b)), cmp.Compare(from, to))
}

// Key writes a wall time as occurrences are named: "20060102T150405".
func Key(w dates.WallTime) string { return compacting.Replace(string(w)) }

// compacting drops what parts the numbers of a wall time.
var compacting = strings.NewReplacer("-", "", ":", "", " ", "T")
