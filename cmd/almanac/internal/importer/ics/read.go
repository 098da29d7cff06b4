package ics

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"regexp"
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
	events    []*component
	years     map[string]map[int]bool // In which events have times of a zone, by TZID; nil until they are looked for.
	method    string                  // METHOD, in capitals.
	wordpress bool                    // A plugin of WordPress wrote it.
	limit     *limit                  // Of the file.
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
	var readers []*reader
	unfinished, missing := file.unfinished()
	made, same := madeUIDs(file.calendars)
	for _, part := range file.calendars {
		r := &reader{
			Options: o, calendar: calendar, described: map[string]*component{}, zones: map[string]*zone{},
			own:    &zone{id: "\x00", known: o.Site, named: true},
			method: strings.ToUpper(part.raw("METHOD")), limit: whole, wordpress: wordPress.MatchString(part.raw("PRODID")),
		}
		readers = append(readers, r)
		r.begin(part)
		responses := 0
		for _, c := range part.children {
			switch {
			case c.name == "VTIMEZONE":
			case c.name == "VEVENT" && responseMethods[r.method] != "":
				responses++
			case c.name == "VEVENT":
				c.of = r
				r.events = append(r.events, c)
				uid := unescaped(c.raw("UID"))
				if uid == "" {
					uid = made[c]
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
		if responses > 0 {
			calendar.note("METHOD:%s is %s, not an event: left out %d", r.method, responseMethods[r.method], responses)
		}
	}
	if missing != nil && unfinished == nil {
		file.calendars[0].of.skip(file.calendars[len(file.calendars)-1], missing)
	}
	if file.other {
		calendar.note("not all of it is UTF-8: the rest is read as Windows-1252")
	}
	if len(made) > 0 {
		calendar.note("events without a UID: %d; the next import recognizes them by start, title and place", len(made))
	}
	if same > 0 {
		calendar.note("events without a UID that repeat another one of the file: %d; imported once", same)
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
	for _, r := range readers {
		r.tellZones()
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

// responseMethods are the values of METHOD of what people who are invited and organizers send each
// other about an event (RFC 5546, section 1.4), and what that is.
var responseMethods = map[string]string{
	"REPLY": "a response to an invitation", "REFRESH": "a request for the latest version",
	"COUNTER": "a proposal for a change", "DECLINECOUNTER": "a rejection of a proposal",
}

// wordPress finds plugins of WordPress in PRODID: The Events Calendar, Modern Events Calendar, Events
// Manager, All-in-One Event Calendar, EventON, Event Organiser.  Titles of these are HTML.
var wordPress = regexp.MustCompile(
	`(?i)\bECPv\d|\bMECv\d|events-?calendar|wp-events-plugin|ai1ec|all-in-one event|eventon|event ?organiser|wordpress`)

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

// madeUIDs names the events that have no UID, and counts those that repeat another one.  Those with
// other ends or texts at one place and time are numbered in an order that is not that of the file,
// which programs change.
func madeUIDs(calendars []*component) (uids map[*component]string, same int) {
	uids = map[*component]string{}
	said, contents := map[string]map[string]bool{}, map[*component]string{}
	for _, calendar := range calendars {
		for _, c := range calendar.children {
			isResponse := responseMethods[strings.ToUpper(calendar.raw("METHOD"))] != ""
			if c.name != "VEVENT" || unescaped(c.raw("UID")) != "" || isResponse {
				continue
			}
			uid := madeUID(c)
			content := strings.Join([]string{
				c.raw("DTEND"), c.raw("DURATION"), c.raw("RRULE"), description(c), c.raw("URL"),
			}, "\x00")
			if said[uid] == nil {
				said[uid] = map[string]bool{}
			}
			if said[uid][content] {
				same++
			}
			uids[c], contents[c], said[uid][content] = uid, content, true
		}
	}
	sorted := map[string][]string{}
	for uid, all := range said {
		sorted[uid] = slices.Sorted(maps.Keys(all))
	}
	for c, uid := range uids {
		if i, _ := slices.BinarySearch(sorted[uid], contents[c]); i > 0 {
			uids[c] = fmt.Sprintf("%s-%d", uid, i+1)
		}
	}
	return uids, same
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
