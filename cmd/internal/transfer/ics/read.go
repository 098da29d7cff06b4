package ics

import (
	"context"
	"fmt"
	"strings"
)

// reader reads one calendar of a file.
type reader struct {
	Options
	calendar  *Calendar
	described map[string]*component // VTIMEZONE by TZID.
	zones     map[string]*zone      // Those that were used, by TZID.
	own       *zone                 // That of the calendar.
	cancelled bool                  // By METHOD.
	limit     *limit                // Of the file.
}

// Read reads a file.  The error is a *SyntaxError that tells the line and what
// was expected there, or that of the context; then there is no calendar.
func Read(ctx context.Context, content []byte, o Options) (*Calendar, error) {
	parts, err := parse(content)
	if err != nil {
		return nil, err
	}
	calendar, whole := &Calendar{}, &limit{}
	for _, part := range parts {
		r := &reader{
			Options: o, calendar: calendar, described: map[string]*component{}, zones: map[string]*zone{},
			own:       &zone{id: "\x00", known: o.Site},
			cancelled: strings.EqualFold(part.raw("METHOD"), "CANCEL"), limit: whole,
		}
		if err := r.read(ctx, part); err != nil {
			return nil, err
		}
	}
	return calendar, nil
}

// read reads one calendar: first what zones and series it has, then its events.
func (r *reader) read(ctx context.Context, part *component) error {
	if name := part.raw("X-WR-TIMEZONE"); name != "" {
		if z, ok := knownZone(name); ok {
			r.own.known = z
		} else {
			r.calendar.Notes = append(r.calendar.Notes, fmt.Sprintf("its time zone %s is unknown: that of the site stands for it", quote(name)))
		}
	}
	var order []string
	entries := map[string]*entry{}
	for _, c := range part.children {
		switch c.name {
		case "VTIMEZONE":
			r.described[unescaped(c.raw("TZID"))] = c
		case "VEVENT":
			uid, err := r.uid(c)
			if err != nil {
				return err
			}
			if entries[uid] == nil {
				entries[uid] = &entry{uid: uid}
				order = append(order, uid)
			}
			entries[uid].add(c)
		default:
			r.calendar.Others++
		}
	}
	for _, uid := range order {
		if err := ctx.Err(); err != nil { // Series take time.
			return err
		}
		if err := r.entry(entries[uid]); err != nil {
			return err
		}
	}
	return nil
}

// uid returns what names an event.
func (r *reader) uid(c *component) (string, error) {
	uid := unescaped(c.raw("UID"))
	if uid == "" {
		return "", faulty(c.line, "expected a UID in the VEVENT that begins here: without one it would be another event each time")
	}
	return uid, nil
}
