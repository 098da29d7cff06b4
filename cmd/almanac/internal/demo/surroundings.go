package demo

import (
	"fmt"
	"strconv"

	"almanac/runtime/mutate"
)

// surroundings makes what events link to.
func (f *filler) surroundings(b *mutate.BulkWriter) error {
	f.summary = Summary{}
	f.categories, f.tags = map[string]map[string]int64{}, map[string][]int64{}
	f.venues, f.organizers = nil, nil
	if err := f.registerPosters(b); err != nil {
		return err
	}
	for i, language := range f.languages {
		f.categories[language] = map[string]int64{}
		for _, t := range topics() {
			if err := f.category(b, t, language, 0); err != nil {
				return err
			}
		}
		all := labels()
		share := len(all) / len(f.languages)
		if err := f.label(b, all[i*share:(i+1)*share], language); err != nil {
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

// label makes tags.
func (f *filler) label(b *mutate.BulkWriter, names []phrase, language string) error {
	for _, name := range names {
		o, _ := f.former(language, 190, 1)
		o.Slug = slug(name, language)
		id, err := f.create(b, "tag", map[string]any{"name": name.in(language)}, o)
		if err != nil {
			return err
		}
		f.tags[language] = append(f.tags[language], id)
		f.summary.Tags++
	}
	return nil
}

func (f *filler) venue(b *mutate.BulkWriter, i int, p place) error {
	language := f.language(p.french)
	o, published := f.former(language, int64(180-i), int64(i%5))
	fields := map[string]any{
		"venue": p.name, "date_utc": published, "address": p.address, "city": p.city, "state": p.state,
		"province": p.province,
		"zip":      p.zip, "country": p.country, "phone": p.phone, "show_map": p.address != "",
		"show_map_link": p.address != "",
	}
	if p.address != "" {
		about := phrase{
			"<p>%s is at %s. The entrance is level with the street.</p>", "<p>%s se trouve %s. Entrée de plain-pied.</p>",
		}
		fields["description"] = fmt.Sprintf(about.in(language), p.name, p.address)
		fields["website"] = fmt.Sprintf("https://venue-%d.example/", i+1)
	}
	if p.lat != "" && f.env.Deployment.HasExtension("geoloc") {
		fields["geo_lat"], fields["geo_lng"] = p.lat, p.lng
	}
	if p.image != 0 {
		fields["image"] = f.posterFor("Arts", p.image)
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
		"website": fmt.Sprintf("https://organizer-%d.example/", i+1),
	}
	if i%4 == 0 {
		fields["image"] = f.posterFor("Music", i/4)
	}
	id, err := f.create(b, "organizer", fields, o)
	f.organizers = append(f.organizers, id)
	f.summary.Organizers++
	return err
}
