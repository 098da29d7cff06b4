package feed

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"almanac/runtime/dates"
)

// tzid names a zone in iCalendar.
func tzid(z dates.Zone) string { return parameter(z.Name()) }

// zones writes a VTIMEZONE for each zone that entries have, in the order of
// their names.  UTC needs none, nor do whole days.
func zones(c Channel) []*ical.Component {
	years := c.Outline.zones
	if c.Outline.entries == 0 {
		years = map[dates.Zone]map[int]bool{c.Zone: {1970: true}}
	}
	var list []*ical.Component
	for z, seen := range years {
		list = append(list, timezone(z, seen))
	}
	slices.SortFunc(list, func(a, b *ical.Component) int {
		return strings.Compare(a.Props.Get(ical.PropTimezoneID).Value, b.Props.Get(ical.PropTimezoneID).Value)
	})
	return list
}

// timezone writes the offsets of a zone in some years.  What its clocks did or
// will do in other years is left out: no entry needs it, and a rule that held
// for all years would be wrong for some.
func timezone(z dates.Zone, years map[int]bool) *ical.Component {
	c := ical.NewComponent(ical.CompTimezone)
	set(c, ical.PropTimezoneID, tzid(z))
	seen := map[dates.WallTime]bool{}
	var list []dates.Transition
	for year := range years {
		for _, t := range z.Transitions(year) {
			if !seen[t.At] {
				seen[t.At] = true
				list = append(list, t)
			}
		}
	}
	slices.SortFunc(list, func(a, b dates.Transition) int { return strings.Compare(string(a.At), string(b.At)) })
	for i, t := range list {
		if i > 0 && t.OffsetBefore == t.OffsetAfter && list[i-1].OffsetAfter == t.OffsetAfter {
			continue // It repeats that nothing has changed.
		}
		c.Children = append(c.Children, observance(t))
	}
	return c
}

// observance writes a transition as STANDARD or DAYLIGHT.
func observance(t dates.Transition) *ical.Component {
	name := ical.CompTimezoneStandard
	if t.DST {
		name = ical.CompTimezoneDaylight
	}
	c := ical.NewComponent(name)
	raw(c, ical.PropDateTimeStart, compact(t.At))
	raw(c, ical.PropTimezoneOffsetFrom, offset(t.OffsetBefore))
	raw(c, ical.PropTimezoneOffsetTo, offset(t.OffsetAfter))
	set(c, ical.PropTimezoneName, t.Name)
	return c
}

// offset writes how far a zone is ahead of UTC: "+0530", or "-001521" where
// seconds count, as before clocks were set by zones.
func offset(d time.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "-", -d
	}
	seconds := int(d / time.Second)
	s := fmt.Sprintf("%s%02d%02d", sign, seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		s += fmt.Sprintf("%02d", seconds%60)
	}
	return s
}
