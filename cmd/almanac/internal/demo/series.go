package demo

import (
	"slices"
	"time"

	"almanac/runtime/mutate"
)

// seriesDates is how many of the events of a whole program are dates of one that repeats.
const seriesDates = 16

// jazzBrunch makes the series: every Sunday, from a month ago on.
func (f *filler) jazzBrunch(b *mutate.BulkWriter) error {
	const hour = 3600
	day := -4 * 7
	for f.weekday(day) != time.Sunday {
		day++
	}
	start := f.today.AddSeconds(int64(day)*secondsPerDay + 11*hour)
	last := start.AddSeconds((seriesDates - 1) * 7 * secondsPerDay)
	language := f.languages[0]
	at := slices.IndexFunc(f.places, func(p place) bool { return p.name == "The Old Station" })
	by := slices.IndexFunc(f.hosts, func(h host) bool { return h.name == "Port Laurier Jazz Society" })
	o, published := f.former(language, 61, 2)
	_, err := f.create(b, "event", map[string]any{
		"title": phrase{"Jazz brunch", "Brunch jazz"}.in(language),
		"description": phrase{
			"<p>The house trio and a guest, every Sunday. Bring your instrument for the last set.</p>",
			"<p>Le trio de la maison et un invité, chaque dimanche. Venez avec votre instrument pour le dernier set.</p>",
		}.in(language),
		"date_utc": published, "cost": free, "start_date": string(start), "end_date": string(start.AddSeconds(2 * hour)),
		"recurrence": "FREQ=WEEKLY;UNTIL=" + f.env.Deployment.Zone.Instant(last).Format("20060102T150405Z"),
		"categories": ids(f.categories[language]["Jazz"]), "tags": ids(f.tags[language]["live"]),
		"venue": ids(f.venues[at]), "organizer": ids(f.organizers[by]), "image": f.posterFor("record"),
		"show_map": true, "show_map_link": true,
	}, o)
	return err
}

// lastYears makes an event of a year ago, which editors copy to a day of this year.
func (f *filler) lastYears(b *mutate.BulkWriter) error {
	day := -50 * 7
	for f.weekday(day) != time.Saturday {
		day--
	}
	start := f.today.AddSeconds(int64(day)*secondsPerDay + 17*3600)
	language := f.languages[0]
	at := slices.IndexFunc(f.places, func(p place) bool { return p.name == "Lighthouse Park" })
	by := slices.IndexFunc(f.hosts, func(h host) bool { return h.name == "Town of Port Laurier" })
	o, published := f.former(language, 420, 2)
	_, err := f.create(b, "event", map[string]any{
		"title": phrase{"Lantern walk", "Marche aux lanternes"}.in(language),
		"description": phrase{
			"<p>From the lighthouse along the shore, with lanterns made by the schools. Hot chocolate at the end.</p>",
			"<p>Du phare le long du rivage, avec les lanternes des écoles. Chocolat chaud à l'arrivée.</p>",
		}.in(language),
		"date_utc": published, "cost": free, "start_date": string(start), "end_date": string(start.AddSeconds(2 * 3600)),
		"categories": ids(f.categories[language]["Family"]), "venue": ids(f.venues[at]), "organizer": ids(f.organizers[by]),
		"image": f.posterFor("lighthouse"), "show_map": true, "show_map_link": true,
	}, o)
	return err
}
