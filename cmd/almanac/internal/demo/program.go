package demo

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
)

// The span of time in which events begin, in days from today.
const (
	daysBefore = 60
	daysAhead  = 300

	secondsPerDay = 24 * 3600
)

// tourEvent is the number of the event outside of the town.
const tourEvent = 37

// showing is an event or a series of the program: what takes place where on which day.
type showing struct {
	plot
	subject phrase
	place   int // Index in places.
	day     int // Of the start, in days from today.
	french  bool
}

// program draws n events, of which each date of a series is one.  A place has one event a day, and
// a plot that the town has in both languages one a day in each, as far as there is room.  Two
// languages share the events: what is in French happens at places with French names.
func (f *filler) program(n int) []showing {
	taken := map[string]bool{}
	list := make([]showing, 0, n)
	for left := n; left > 0; left -= list[len(list)-1].dates() {
		var draws []plot
		for _, p := range f.plots {
			if p.dates() <= left {
				draws = append(draws, slices.Repeat([]plot{p}, p.often)...)
			}
		}
		number := len(list)
		dice := f.dice(number)
		s := showing{french: len(f.languages) > 1 && number%3 == 2}
		for range 8 {
			s.plot = draws[dice.IntN(len(draws))]
			if number == tourEvent {
				s.plot = tour()
			}
			s.subject = s.subjects[dice.IntN(len(s.subjects))]
			s.place, s.day = f.draw(dice, s), f.day(dice, s.weekdays)
			if !f.take(taken, s) {
				break
			}
		}
		list = append(list, s)
	}
	return list
}

// draw draws the place of an event.
func (f *filler) draw(dice *rand.Rand, s showing) int {
	for {
		at := dice.IntN(len(f.places))
		p := f.places[at]
		spoken := len(f.languages) == 1 || p.away != nil || p.french == s.french
		if spoken && slices.Contains(s.kinds, p.kind) {
			return at
		}
	}
}

// day draws the day on which an event begins.  Most events are in the weeks to come, as in
// a calendar that is in use.
func (f *filler) day(dice *rand.Rand, weekdays []time.Weekday) int {
	day := int(daysAhead * dice.Float64() * dice.Float64())
	if dice.IntN(5) == 0 {
		day = -1 - dice.IntN(daysBefore)
	}
	want := weekdays[dice.IntN(len(weekdays))]
	for f.weekday(day) != want {
		day--
	}
	if day < -daysBefore {
		day += 7
	}
	return day
}

// weekday returns the weekday of a day, which is counted from today.
func (f *filler) weekday(day int) time.Weekday {
	return time.Unix(f.today.AddSeconds(int64(day)*secondsPerDay).Unix(), 0).UTC().Weekday()
}

// take takes the place for the days of an event, and reports whether another one has it
// or its plot is on already.
func (f *filler) take(taken map[string]bool, s showing) bool {
	var keys []string
	for day := range max(s.days, s.dates()) {
		on := strconv.Itoa(s.day + day)
		keys = append(keys, f.places[s.place].name+" "+on, s.title.in(f.language(s.french))+" "+on)
	}
	if slices.ContainsFunc(keys, func(key string) bool { return taken[key] }) {
		return true
	}
	for _, key := range keys {
		taken[key] = true
	}
	return false
}
