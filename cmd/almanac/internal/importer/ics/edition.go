package ics

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
)

// firstEdition is the first year whose rules a description may have instead of those of
// the years that it is used for: what states decide reaches programs years later.
const firstEdition = 2015

// firstRules is the first year whose rules are compared: before it there are few events, and a file
// can have very many times of the year 1.
const firstRules = 1900

// describes reports whether a description is that of a zone: in each year it has the
// offsets that the zone had in that year, or in an earlier one.  Times of changes may
// differ.  The edition is the last year with the rules of the file, where a year has
// others by now, else 0.
func (t *table) describes(z dates.Zone, years []int) (agrees bool, edition int) {
	had := map[int][]int64{}
	for _, year := range years {
		described, whole := t.offsetsIn(year)
		if len(described) == 0 {
			continue
		}
		same := func(earlier int) bool {
			if had[earlier] == nil {
				had[earlier] = offsetsOf(z, earlier)
			}
			if whole {
				return slices.Equal(described, had[earlier])
			}
			return within(described, had[earlier])
		}
		of := year
		for !same(of) {
			if of--; of < firstEdition {
				return false, 0
			}
		}
		if of < year && edition == 0 {
			edition = of
		}
	}
	return true, edition
}

// offsetsIn returns the offsets of a year, in order, and whether the description has the
// whole year.
func (t *table) offsetsIn(year int) (list []int64, whole bool) {
	begin, end := newYear(year), newYear(year+1)
	first, last := max(begin, t.onsets[0].at), min(end, t.until)
	if first.Sub(begin) <= secondsPerDay { // A description that begins with the year has all of it.
		first = begin
	}
	if first >= last {
		return nil, false
	}
	list = []int64{t.offset(first)}
	for _, o := range t.onsets[t.before(first):] {
		if o.at >= last {
			break
		}
		list = append(list, o.offset)
	}
	return slices.Compact(list), first == begin && last == end
}

// offsetsOf returns the offsets of a zone in a year, in order.
func offsetsOf(z dates.Zone, year int) []int64 {
	var list []int64
	for _, t := range z.Transitions(year) {
		list = append(list, int64(t.OffsetAfter.Seconds()))
	}
	return slices.Compact(list)
}

func newYear(year int) dates.WallTime {
	return dates.WallTime("0000"[min(4, len(strconv.Itoa(year))):] + strconv.Itoa(year) + "-01-01 00:00:00")
}

// within reports whether a list has another one as a part.
func within(part, whole []int64) bool {
	for i := range whole {
		if len(whole)-i >= len(part) && slices.Equal(whole[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// yearsIn returns the years in which a calendar has times of a zone, in order.
func (r *reader) yearsIn(key string) []int {
	if r.years == nil {
		r.years = map[string]map[int]bool{}
		for _, c := range r.events {
			r.addYears(c)
		}
	}
	return slices.Sorted(maps.Keys(r.years[key]))
}

// addYears adds the years of an event.
func (r *reader) addYears(c *component) {
	for _, name := range []string{"DTSTART", "DTEND", "RDATE", "EXDATE", "RECURRENCE-ID"} {
		for _, p := range c.props[name] {
			key := zoneKey(p.param("TZID"))
			if r.years[key] == nil {
				r.years[key] = map[int]bool{}
			}
			for value := range strings.SplitSeq(p.Value, ",") {
				begin, _, _ := strings.Cut(value, "/")
				m, ok := readMoment(begin, nil)
				if !ok {
					continue
				}
				last := yearOf(m.wall)
				if rule := c.filled("RRULE"); rule != nil && name == "DTSTART" {
					last = max(last, r.lastYear(rule))
				}
				for year := max(yearOf(m.wall), firstRules); year <= last; year++ {
					r.years[key][year] = true
				}
			}
		}
	}
}

// lastYear returns up to which year a rule has dates that are looked at.
func (r *reader) lastYear(rule *property) int {
	if m, ok := readMoment(part(strings.ToUpper(rule.Value), "UNTIL"), nil); ok && m.wall < r.Until {
		return yearOf(m.wall)
	}
	return yearOf(r.Until)
}

func yearOf(w dates.WallTime) int {
	year, _ := strconv.Atoi(string(w[:len("2006")])) // Digits, by its form.
	return year
}

// follows counts an event whose times are those of a zone of the file.
func (z *zone) follows(e Event) {
	if z.table == nil || !z.named || e.AllDay {
		return
	}
	start := e.StartUTC
	if start == "" {
		start = e.Zone.UTC(e.Start)
	}
	switch {
	case start >= z.table.until:
		z.late++
	case z.agrees && z.written().utc(z.known.Local(start)) != start:
		z.moved++
	}
}

// tellZones notes where times follow other rules than those of the file.
func (r *reader) tellZones() {
	for _, key := range slices.Sorted(maps.Keys(r.zones)) {
		z := r.zones[key]
		if z.moved > 0 {
			rules := "other rules"
			if z.edition > 0 {
				rules = fmt.Sprintf("the rules of %d", z.edition)
			}
			r.calendar.note("%s in %s: the file has %s; their wall times are kept", events(z.moved), z.known, rules)
		}
		if z.late > 0 {
			r.calendar.note("%s in %s: what the file says of its clocks ends on %s; the rules known here are used",
				events(z.late), z.known, z.table.until[:len("2006-01-02")])
		}
	}
}

// events words a number of events.
func events(n int) string {
	if n == 1 {
		return "1 event"
	}
	return strconv.Itoa(n) + " events"
}
