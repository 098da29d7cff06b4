package demo

import (
	"fmt"
	"strconv"

	"almanac/runtime/mutate"
)

// surroundings makes what events link to.
func (f *filler) surroundings(b *mutate.BulkWriter) error {
	f.summary = Summary{}
	f.categories, f.tags = map[string]map[string]int64{}, map[string]map[string]int64{}
	f.venues, f.organizers = nil, nil
	if err := f.registerPosters(b); err != nil {
		return err
	}
	for _, language := range f.languages {
		f.categories[language], f.tags[language] = map[string]int64{}, map[string]int64{}
		for _, t := range topics() {
			if err := f.category(b, t, language, 0); err != nil {
				return err
			}
		}
		if err := f.labels(b, language); err != nil {
			return err
		}
	}
	for i, p := range f.places {
		if err := f.venue(b, i, p); err != nil {
			return err
		}
	}
	for i, h := range f.hosts {
		if err := f.organizer(b, i, h); err != nil {
			return err
		}
	}
	return nil
}

// category makes a category and those below it.
func (f *filler) category(b *mutate.BulkWriter, t topic, language string, parent int64) error {
	o, _ := f.former(language, 200, 1)
	o.Slug = slug(t.name, language)
	id, err := f.create(b, "category", map[string]any{
		"name": t.name.in(language), "description": t.about.in(language), "parent": strconv.FormatInt(parent, 10),
		"color": t.color,
	}, o)
	if err != nil {
		return err
	}
	f.categories[language][t.name.en] = id
	f.summary.Categories++
	for _, below := range t.below {
		below.color = t.color
		if err := f.category(b, below, language, id); err != nil {
			return err
		}
	}
	return nil
}

// labels makes the tags.
func (f *filler) labels(b *mutate.BulkWriter, language string) error {
	for _, name := range labels() {
		o, _ := f.former(language, 190, 1)
		o.Slug = slug(name, language)
		id, err := f.create(b, "tag", map[string]any{"name": name.in(language)}, o)
		if err != nil {
			return err
		}
		f.tags[language][name.en] = id
		f.summary.Tags++
	}
	return nil
}

func (f *filler) venue(b *mutate.BulkWriter, i int, p place) error {
	language := f.language(p.french)
	o, published := f.former(language, int64(180-i), int64(i%5))
	about := phrase{
		"<p>%s is at %s. The entrance is at street level.</p>", "<p>%s se trouve %s. Entrée de plain-pied.</p>",
	}
	fields := map[string]any{
		"venue": p.name, "date_utc": published, "address": p.address, "city": town, "province": province, "zip": p.zip,
		"country": country, "phone": p.phone, "website": fmt.Sprintf("https://venue-%d.example/", i+1),
		"description": fmt.Sprintf(about.in(language), p.name, p.address),
		"show_map":    true, "show_map_link": true, "image": f.posterFor(p.draws),
	}
	if p.away != nil {
		fields["city"], fields["province"] = p.away.city, p.away.province
	}
	if f.env.Deployment.HasExtension("geoloc") {
		fields["geo_lat"], fields["geo_lng"] = p.lat, p.lng
	}
	id, err := f.create(b, "venue", fields, o)
	f.venues = append(f.venues, id)
	f.summary.Venues++
	return err
}

func (f *filler) organizer(b *mutate.BulkWriter, i int, h host) error {
	o, published := f.former(f.language(h.french), int64(150-i), int64(i%4))
	fields := map[string]any{
		"organizer": h.name, "date_utc": published, "description": "<p>" + h.about + "</p>", "phone": h.phone,
		"email":   h.email,
		"website": fmt.Sprintf("https://organizer-%d.example/", i+1), "image": f.posterFor(h.draws),
	}
	id, err := f.create(b, "organizer", fields, o)
	f.organizers = append(f.organizers, id)
	f.summary.Organizers++
	return err
}
