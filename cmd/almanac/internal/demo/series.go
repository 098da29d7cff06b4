package demo

import (
	"slices"
	"time"

	"almanac/runtime/mutate"
)

// seriesDates is how many of the events of a whole program are dates of one that repeats.
const seriesDates = 16

// jazzNight makes the series: every Wednesday, from a month ago on.
func (f *filler) jazzNight(b *mutate.BulkWriter) error {
	const hour = 3600
	day := -4 * 7
	for f.weekday(day) != time.Wednesday {
		day++
	}
	start := f.today.AddSeconds(int64(day)*secondsPerDay + 20*hour)
	last := start.AddSeconds((seriesDates - 1) * 7 * secondsPerDay)
	language := f.languages[0]
	at := slices.IndexFunc(f.places, func(p place) bool { return p.name == "Café du Port" })
	by := slices.IndexFunc(f.hosts, func(h host) bool { return h.name == "Port Laurier Jazz Society" })
	o, published := f.former(language, 61, 2)
	_, err := f.create(b, "event", map[string]any{
		"title": phrase{"Jazz night", "Soirée jazz"}.in(language),
		"description": phrase{
			"<p>The house trio and a guest, every Wednesday. Bring your instrument for the last set.</p>",
			"<p>Le trio de la maison et un invité, chaque mercredi. Venez avec votre instrument pour le dernier set.</p>",
		}.in(language),
		"date_utc": published, "cost": free, "start_date": string(start), "end_date": string(start.AddSeconds(3 * hour)),
		"recurrence": "FREQ=WEEKLY;UNTIL=" + f.env.Deployment.Zone.Instant(last).Format("20060102T150405Z"),
		"categories": ids(f.categories[language]["Jazz"]), "tags": ids(f.tags[language]["live"]),
		"venue": ids(f.venues[at]), "organizer": ids(f.organizers[by]), "image": f.posterFor("record"),
		"show_map": true, "show_map_link": true,
	}, o)
	return err
}
