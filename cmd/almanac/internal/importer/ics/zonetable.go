package ics

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
)

// table holds the offsets of a zone that the file describes.
type table struct {
	onsets []onset        // In order; the first one holds before it, too, with its offset from.
	until  dates.WallTime // UTC: how far the description goes.
}

// onset is when the clocks of a zone change.
type onset struct {
	at     dates.WallTime // UTC.
	from   int64          // Seconds ahead of UTC before.
	offset int64          // Seconds ahead of UTC from then on.
	// It is called daylight saving time, which ends one day.
	daylight bool
}

// mostOnsets is how often the clocks of a zone may change.
const mostOnsets = 10_000

// lastOnset ends the rules of zones that have no end.
const lastOnset dates.WallTime = "2200-01-01 00:00:00"

// listed is how long a description without rules goes on after its last change of
// clocks: no longer than half a year, after which clocks that change have changed again.
// It has no end where its last entry says that nothing changes, or is standard time to
// which no clock came for a year.
const listed = 183 * secondsPerDay

// table reads a VTIMEZONE, and returns nil for one that describes nothing.
func (r *reader) table(c *component) (*table, error) {
	t := &table{until: lastOnset}
	rules := false
	for _, o := range c.children {
		if o.name != "STANDARD" && o.name != "DAYLIGHT" {
			continue
		}
		offset, ok := readOffset(o.raw("TZOFFSETTO"))
		from, okFrom := offset, true
		if o.filled("TZOFFSETFROM") != nil {
			from, okFrom = readOffset(o.raw("TZOFFSETFROM"))
		}
		start, okStart := readMoment(o.raw("DTSTART"), nil)
		if o.filled("DTSTART") == nil {
			start, okStart = moment{wall: "1970-01-01 00:00:00"}, true
		}
		if !ok || !okFrom || !okStart {
			return nil, faulty(o.line, "expected DTSTART, TZOFFSETFROM such as -0500 and TZOFFSETTO in %s", o.name)
		}
		s, err := r.observed(o, start.wall, from)
		if err != nil {
			return nil, err
		}
		rules = rules || s.endless || s.tooMany
		for _, at := range s.starts {
			t.onsets = append(t.onsets, onset{at.AddSeconds(-from), from, offset, o.name == "DAYLIGHT"})
		}
	}
	if len(t.onsets) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(t.onsets, func(a, b onset) int { return strings.Compare(string(a.at), string(b.at)) })
	if last := t.onsets[len(t.onsets)-1]; !rules && last.from != last.offset && (last.daylight || t.busy()) {
		t.until = last.at.AddSeconds(listed)
	}
	return t, nil
}

// busy reports whether clocks changed within the year before the last change.
func (t *table) busy() bool {
	n := len(t.onsets)
	return n > 1 && t.onsets[n-1].at.Sub(t.onsets[n-2].at) <= 366*secondsPerDay
}

// observed returns when an observance begins, over the years.
func (r *reader) observed(o *component, start dates.WallTime, before int64) (series, error) {
	// The end of its rule is in UTC, which the offset before it relates to.
	fixed := &table{onsets: []onset{{at: "0000-01-01 00:00:00", from: before, offset: before}}, until: lastOnset}
	s := rules{start: start, from: &zone{table: fixed}, until: lastOnset, most: mostOnsets}
	for _, p := range o.props["RRULE"] {
		if err := s.rule(p, &s.options); err != nil {
			return series{}, err
		}
	}
	for _, p := range o.props["RDATE"] {
		if !r.limit.add(p.line, 1+strings.Count(p.Value, ",")) {
			return series{}, r.limit.err
		}
		for value := range strings.SplitSeq(p.Value, ",") {
			if m, ok := readMoment(value, nil); ok {
				s.added = append(s.added, m.wall)
			}
		}
	}
	var found series
	if err := s.expand(func(w dates.WallTime) dates.WallTime { return w }, &found); err != nil {
		return series{}, faulty(o.line, "expected supported clock changes in %s: %s", o.name, err)
	}
	r.limit.add(o.line, len(found.starts))
	return found, r.limit.err
}

// before returns how many changes of clocks are at a time in UTC or earlier.
func (t *table) before(utc dates.WallTime) int {
	n, _ := slices.BinarySearchFunc(t.onsets, utc, func(o onset, utc dates.WallTime) int {
		if o.at <= utc {
			return -1
		}
		return 1
	})
	return n
}

// offset returns the seconds that clocks are ahead of UTC at a time in UTC.
func (t *table) offset(utc dates.WallTime) int64 {
	if n := t.before(utc); n > 0 {
		return t.onsets[n-1].offset
	}
	return t.onsets[0].from
}

// utc converts a local time.  The offsets that may hold are tried from the earliest
// result on; a time that none leads to is one that the clock skips.
func (t *table) utc(w dates.WallTime) dates.WallTime {
	const most = 24 * 60 * 60
	from, to := t.before(w.AddSeconds(-most)), t.before(w.AddSeconds(most))
	offset := t.offset(w.AddSeconds(-most))
	for n := from; ; n++ {
		u := w.AddSeconds(-offset)
		switch {
		case n < to && u >= t.onsets[n].at && u.AddSeconds(offset-t.onsets[n].offset) >= t.onsets[n].at:
			offset = t.onsets[n].offset // Clocks have changed before it.
		default:
			return u
		}
	}
}

// covers reports whether the description speaks of a time in UTC.
func (t *table) covers(utc dates.WallTime) bool { return t.onsets[0].at <= utc && utc < t.until }

// offsets is the form of an offset (RFC 5545, section 3.3.14).
var offsets = regexp.MustCompile(`^([+-]?)([0-9]{1,2}):?([0-5][0-9])(?::?([0-5][0-9]))?$`)

// readOffset reads an offset as seconds.
func readOffset(s string) (int64, bool) {
	parts := offsets.FindStringSubmatch(strings.TrimSpace(s))
	if parts == nil {
		return 0, false
	}
	var seconds int64
	for _, part := range parts[2:] {
		n, _ := strconv.ParseInt("0"+part, 10, 64) // Digits, by its form.
		seconds = seconds*60 + n
	}
	if parts[1] == "-" {
		seconds = -seconds
	}
	return seconds, seconds > -secondsPerDay && seconds < secondsPerDay
}

// clock writes an offset as the API names fixed zones.
func clock(seconds int64) string {
	sign := "+"
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	if seconds%60 != 0 {
		return ""
	}
	return fmt.Sprintf("%s%02d:%02d", sign, seconds/3600, seconds/60%60)
}
