package ics

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
)

// table holds the offsets of a zone that only the file knows.
type table struct {
	before int64 // Seconds ahead of UTC before the first onset.
	onsets []onset
}

// onset is a local time from which on an offset holds.
type onset struct {
	at     dates.WallTime
	offset int64 // Seconds ahead of UTC.
}

// mostOnsets is how often the clocks of a zone may change.
const mostOnsets = 10_000

// lastOnset ends the rules of zones that have no end.
const lastOnset dates.WallTime = "2200-01-01 00:00:00"

// table reads a VTIMEZONE.
func (r *reader) table(c *component) (*table, error) {
	t := &table{}
	var from []onset
	for _, o := range c.children {
		if o.name != "STANDARD" && o.name != "DAYLIGHT" {
			continue
		}
		start, ok := readMoment(o.raw("DTSTART"), nil)
		before, okBefore := readOffset(o.raw("TZOFFSETFROM"))
		offset, okOffset := readOffset(o.raw("TZOFFSETTO"))
		if !ok || !okBefore || !okOffset {
			return nil, faulty(o.line, "expected DTSTART, TZOFFSETFROM such as -0500 and TZOFFSETTO in %s", o.name)
		}
		from = append(from, onset{start.wall, before})
		s, err := r.observed(o, start.wall, before)
		if err != nil {
			return nil, err
		}
		for _, at := range s.starts {
			t.onsets = append(t.onsets, onset{at, offset})
		}
	}
	if len(from) == 0 {
		return nil, faulty(c.line, "expected STANDARD or DAYLIGHT in VTIMEZONE")
	}
	byTime := func(a, b onset) int { return strings.Compare(string(a.at), string(b.at)) }
	slices.SortFunc(t.onsets, byTime)
	t.before = slices.MinFunc(from, byTime).offset
	return t, nil
}

// observed returns when an observance begins, over the years.
func (r *reader) observed(o *component, start dates.WallTime, before int64) (series, error) {
	// The end of its rule is in UTC, which the offset before it relates to.
	s := rules{start: start, from: &zone{table: &table{before: before}}, until: lastOnset, most: mostOnsets}
	for _, p := range o.props["RRULE"] {
		if err := s.rule(p); err != nil {
			return series{}, err
		}
	}
	for _, p := range o.props["RDATE"] {
		if err := r.limit.add(p.line, 1+strings.Count(p.Value, ",")); err != nil {
			return series{}, err
		}
		for value := range strings.SplitSeq(p.Value, ",") {
			if m, ok := readMoment(value, nil); ok {
				s.added = append(s.added, m.wall)
			}
		}
	}
	found, err := s.expand()
	if err != nil {
		return series{}, faulty(o.line, "expected changes of clocks in %s that can be followed: %s", o.name, err)
	}
	return found, r.limit.add(o.line, len(found.starts))
}

// offset returns the seconds that the local time is ahead of UTC.
func (t *table) offset(w dates.WallTime) int64 {
	i, _ := slices.BinarySearchFunc(t.onsets, w, func(o onset, w dates.WallTime) int {
		if o.at <= w {
			return -1
		}
		return 1
	})
	if i == 0 {
		return t.before
	}
	return t.onsets[i-1].offset
}

// offsets is the form of an offset (RFC 5545, section 3.3.14).
var offsets = regexp.MustCompile(`^([+-])([0-9]{2})([0-5][0-9])([0-5][0-9])?$`)

// readOffset reads an offset as seconds.
func readOffset(s string) (int64, bool) {
	parts := offsets.FindStringSubmatch(s)
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
	return seconds, seconds >= -24*60*60 && seconds <= 24*60*60
}

// clock writes an offset as the interface names fixed zones.
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
