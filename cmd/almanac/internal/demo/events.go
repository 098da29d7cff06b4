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
	dice, e := f.dice(-n), f.showings[n]
	language := f.language(e.french)
	subject, at := e.subject.in(language), f.places[e.place]
	o, published := f.former(language, 61+dice.Int64N(30), dice.Int64N(9))
	fields := map[string]any{
		"title":       strings.ReplaceAll(e.title.in(language), "%s", subject),
		"description": strings.ReplaceAll(e.about.in(language), "%s", text.Escape(subject)),
		"date_utc":    published,
		"cost":        e.costs[dice.IntN(len(e.costs))],
		"featured":    e.often == 1 || dice.IntN(25) == 0,
		"sticky":      dice.IntN(60) == 0,
		"categories":  ids(f.categories[language][e.topic]),
		"tags":        []any{},
		"venue":       ids(f.venues[e.place]),
		"organizer":   f.organizersOf(dice, e),
		"image":       f.posterFor(e.draws),
		"show_map":    true, "show_map_link": true,
	}
	if e.also != "" {
		fields["categories"] = ids(f.categories[language][e.topic], f.categories[language][e.also])
	}
	for _, tag := range e.tags {
		fields["tags"] = append(fields["tags"].([]any), ids(f.tags[language][tag])...)
	}
	if at.away != nil {
		fields["timezone"] = at.away.zone
	}
	f.schedule(fields, e)
	if e.evenings > 0 {
		fields["recurrence"] = fmt.Sprintf("FREQ=DAILY;COUNT=%d", e.evenings)
	}
	if e.tickets {
		fields["website"] = fmt.Sprintf("https://tickets.example/%d", n+1)
		if f.env.Deployment.HasExtension("ticketed") && dice.IntN(3) == 0 {
			fields["ticketed"] = []any{"rsvp"}
		}
	}
	f.exception(fields, n)
	_, err := f.create(b, "event", fields, o)
	return err
}

// schedule sets when an event takes place.
func (f *filler) schedule(fields map[string]any, e showing) {
	start := f.today.AddSeconds(int64(e.day) * secondsPerDay)
	if e.hours == 0 {
		last := start.AddSeconds(int64(max(e.days, 1)-1) * secondsPerDay)
		fields["all_day"] = true
		fields["start_date"], fields["end_date"] = string(start), string(last.EndOfDay())
		return
	}
	const hour = 3600
	fields["start_date"] = string(start.AddSeconds(int64(e.hour * hour)))
	fields["end_date"] = string(start.AddSeconds(int64((e.hour + e.hours) * hour)))
}

// organizersOf returns the organizer of an event; some have none, and festivals many.
func (f *filler) organizersOf(dice *rand.Rand, e showing) []any {
	list := []any{}
	if dice.IntN(25) == 0 {
		return list
	}
	several := e.topic == "Community"
	for i, h := range f.hosts {
		if several && i%4 == 0 || slices.Contains(e.hosts, h.name) && (h.french == e.french || len(e.hosts) == 1) {
			list = append(list, ids(f.organizers[i])...)
		}
	}
	return list
}

// ids returns ids as a request sends them.
func ids(list ...int64) []any {
	texts := []any{}
	for _, id := range list {
		texts = append(texts, strconv.FormatInt(id, 10))
	}
	return texts
}

// exception makes some events different by their number, so that every status
// and a protected event can be seen.
func (f *filler) exception(fields map[string]any, n int) {
	const week = 7 * 24 * 3600
	switch n {
	case 5, 19, 47:
		fields["event_status"], fields["event_status_reason"] = "canceled",
			phrase{"Canceled because of illness.", "Annulé pour cause de maladie."}.in(f.language(n%3 == 2))
	case 29, 61:
		fields["event_status"] = "postponed"
	case 11, 35, 71:
		fields["attendance_mode"], fields["online_url"] = "mixed", fmt.Sprintf("https://live.example/%d", n+1)
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
