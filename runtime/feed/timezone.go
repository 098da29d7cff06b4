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
//
// Programs guess how long a description holds that ends with a change, as the next
// one is not in it.  Where clocks have stopped, the last observance changes nothing and
// so says that none comes; it is never the first one, before which some programs take
// UTC.
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
	name := ical.CompTimezoneStandard
	for i, t := range list {
		switch {
		case t.OffsetAfter > t.OffsetBefore:
			name = ical.CompTimezoneDaylight
		case t.OffsetAfter < t.OffsetBefore:
			name = ical.CompTimezoneStandard
		case i > 0 && (i < len(list)-1 || unchanged(list[i-1])):
			continue
		}
		c.Children = append(c.Children, observance(name, t))
	}
	return c
}

func unchanged(t dates.Transition) bool { return t.OffsetBefore == t.OffsetAfter }

// observance writes a transition as STANDARD or DAYLIGHT.  It is named by the way in
// which clocks were set, and not by what the law calls it: that of Ireland has summer as
// standard time, and programs refuse daylight saving time that is behind standard time.
// What changes nothing has the name of the one that goes on.
func observance(name string, t dates.Transition) *ical.Component {
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
