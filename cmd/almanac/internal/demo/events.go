package demo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/mutate"
	"almanac/runtime/text"
)

// The span of time in which events begin, in days from today.
const (
	daysBefore = 60
	daysAhead  = 300
)

// events makes the events with the numbers begin to end, the latter left out.
func (f *filler) events(b *mutate.BulkWriter, begin, end int) error {
	for n := begin; n < end; n++ {
		if err := f.event(b, n); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) event(b *mutate.BulkWriter, n int) error {
	dice := f.dice(n)
	language := f.language(n%3 == 2)
	p := f.plots[dice.IntN(len(f.plots))]
	subject := p.subjects[dice.IntN(len(p.subjects))].in(language)
	at := f.stage(dice, language)
	o, published := f.former(language, 61+dice.Int64N(30), dice.Int64N(9))
	fields := map[string]any{
		"title":       strings.ReplaceAll(p.title.in(language), "%s", subject),
		"description": strings.ReplaceAll(p.about.in(language), "%s", text.Escape(subject)),
		"date_utc":    published,
		"cost":        p.costs[dice.IntN(len(p.costs))],
		"featured":    dice.IntN(12) == 0,
		"sticky":      dice.IntN(60) == 0,
		"categories":  f.sorts(dice, p, language),
		"tags":        f.draw(dice, f.tags[language], 1+dice.IntN(3)),
		"venue":       ids(f.venues[at]),
		"organizer":   f.crew(dice),
	}
	f.happen(dice, fields, p, f.places[at])
	f.decorate(dice, fields, p, n)
	f.exception(fields, n)
	_, err := f.create(b, "event", fields, o)
	return err
}

// stage draws the number of a place, where the language is spoken if the site
// has two.
func (f *filler) stage(dice *rand.Rand, language string) int {
	for {
		at := dice.IntN(len(f.places))
		if len(f.languages) == 1 || f.language(f.places[at].french) == language {
			return at
		}
	}
}

// happen sets when an event happens: in the time zone of its place.
func (f *filler) happen(dice *rand.Rand, fields map[string]any, p plot, at place) {
	// Most events are in the weeks to come, as in a calendar that is in use.
	day := int64(daysAhead * dice.Float64() * dice.Float64())
	if dice.IntN(5) == 0 {
		day = -1 - dice.Int64N(daysBefore)
	}
	const hour, oneDay = 3600, 24 * 3600
	start := f.today.AddSeconds(day * oneDay)
	last := start.AddSeconds(int64(max(p.days, 1)-1) * oneDay)
	fields["timezone"] = at.zone
	if p.hours == 0 {
		fields["all_day"] = true
		fields["start_date"], fields["end_date"] = string(start), string(last.EndOfDay())
		return
	}
	begin := int64(p.hour)*hour + dice.Int64N(2)*hour/2
	fields["start_date"] = string(start.AddSeconds(begin))
	fields["end_date"] = string(last.AddSeconds(begin + int64(p.hours)*hour))
}

// sorts draws the categories of an event: that of its plot, and sometimes
// another one.
func (f *filler) sorts(dice *rand.Rand, p plot, language string) []any {
	of := f.categories[language]
	list := []any{strconv.FormatInt(of[p.topic], 10)}
	if dice.IntN(4) == 0 {
		list = append(list, strconv.FormatInt(of[f.plots[dice.IntN(len(f.plots))].topic], 10))
	}
	return list
}

// draw draws some of the ids, each once.
func (f *filler) draw(dice *rand.Rand, from []int64, n int) []any {
	drawn := slices.Clone(from)
	dice.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return ids(drawn[:min(n, len(drawn))]...)
}

// crew draws the organizers of an event: one most of the time, some events
// have several or none.
func (f *filler) crew(dice *rand.Rand) []any {
	n := 1
	switch dice.IntN(25) {
	case 0:
		n = 3
	case 1, 2:
		n = 2
	case 3:
		n = 0
	}
	return f.draw(dice, f.organizers, n)
}

// ids returns ids as a request sends them.
func ids(list ...int64) []any {
	texts := []any{}
	for _, id := range list {
		texts = append(texts, strconv.FormatInt(id, 10))
	}
	return texts
}

// decorate adds what only some events have.
func (f *filler) decorate(dice *rand.Rand, fields map[string]any, p plot, n int) {
	fields["show_map"], fields["show_map_link"] = true, dice.IntN(8) != 0
	if dice.IntN(3) != 0 {
		fields["image"] = f.posterFor(p.topic, n)
	}
	if dice.IntN(3) == 0 {
		fields["website"] = fmt.Sprintf("https://tickets.example/%d", n+1)
	}
	if dice.IntN(2) == 0 {
		fields["excerpt"] = fields["title"]
	}
	if f.env.Deployment.HasExtension("ticketed") && dice.IntN(15) == 0 {
		fields["ticketed"] = []any{"rsvp"}
	}
}

// exception makes some events different by their number, so that every status
// and a protected event can be seen.
func (f *filler) exception(fields map[string]any, n int) {
	const week = 7 * 24 * 3600
	switch n {
	case 5, 19, 47:
		fields["event_status"], fields["event_status_reason"] = "canceled",
			phrase{"The speaker is ill.", "L'intervenant est malade."}.in(f.language(n%3 == 2))
	case 29, 61:
		fields["event_status"] = "postponed"
	case 3, 17:
		fields["status"] = "draft"
	case 23:
		fields["status"] = "pending"
	case 31:
		fields["status"] = "private"
	case 41: // Published by itself in a week.
		fields["date_utc"] = string(f.now.AddSeconds(week))
	case 53:
		fields["post_password"] = "demo"
	}
}
