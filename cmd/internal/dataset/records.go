package dataset

import (
	"fmt"
	"strconv"
	"time"

	"almanac/generated"
	"almanac/runtime/cost"
	"almanac/runtime/dates"
	"almanac/runtime/model"
)

// Category makes the category with a number, which begins at 0.  One in ten is
// a root, three in ten stand below a root, the others on the third level.
func (s *Set) Category(i int) Record {
	m := s.maker(categories, i)
	roots, middle := s.Size.Categories/10, s.Size.Categories*4/10
	parent := 0
	switch {
	case i >= middle:
		parent = roots + m.rand.IntN(middle-roots) + 1
	case i >= roots:
		parent = m.rand.IntN(roots) + 1
	}
	return finish(Record{Record: &generated.Category{
		Term: model.Term{Named: m.named(), Parent: int64(parent)},
		Name: fmt.Sprintf("%s %d", capitalized(s.topics[i%len(s.topics)]), i+1), Description: m.sentence(),
	}}, i+1)
}

// Tag makes the tag with a number, which begins at 0.
func (s *Set) Tag(i int) Record {
	m := s.maker(tags, i)
	return finish(Record{Record: &generated.Tag{
		Term: model.Term{Named: m.named()}, Name: fmt.Sprintf("%s %d", m.pick(s.words[:500]), i+1), Description: m.sentence(),
	}}, s.Size.Categories+i+1)
}

// Venue makes the venue with a number, which begins at 0; nine in ten have
// coordinates.
func (s *Set) Venue(i int) Record {
	m := s.maker(venues, i)
	v := &generated.Venue{
		Post: m.post("publish"), Venue: fmt.Sprintf("%s Hall %d", m.pick(s.towns), i+1), Description: m.paragraphs(1, 3),
		ShowMap: true, ShowMapLink: true, Address: fmt.Sprintf("%d Main Street", m.rand.IntN(900)+1), City: m.pick(s.towns),
		Country: "United States", State: "Ohio", Stateprovince: "Ohio", Zip: fmt.Sprintf("%05d", m.rand.IntN(100000)),
		Phone: fmt.Sprintf("555-%04d", m.rand.IntN(10000)), Website: "https://venue.example.org/",
	}
	if m.rand.IntN(10) > 0 {
		lat, lng := 25+m.rand.Float64()*20, -120+m.rand.Float64()*50
		v.GeoLat, v.GeoLng = &lat, &lng
	}
	return finish(Record{Record: v}, i+1)
}

// Organizer makes the organizer with a number, which begins at 0.
func (s *Set) Organizer(i int) Record {
	m := s.maker(organizers, i)
	return finish(Record{Record: &generated.Organizer{
		Post:        m.post("publish"),
		Organizer:   fmt.Sprintf("%s %s Society %d", m.pick(s.towns), capitalized(m.pick(s.topics)), i+1),
		Description: m.paragraphs(1, 3), Phone: fmt.Sprintf("555-%04d", m.rand.IntN(10000)),
		Website: "https://organizer.example.org/", Email: fmt.Sprintf("office%d@example.org", i+1),
	}}, s.Size.Venues+i+1)
}

// Event makes the event with a number, which begins at 0, and its links.  One
// in forty is a draft, one in fifty is kept out of lists.
func (s *Set) Event(i int) Record {
	m := s.maker(events, i)
	status := "publish"
	if m.rand.IntN(40) == 0 {
		status = "draft"
	}
	start, end, allDay := m.time()
	e := &generated.Event{
		Post: m.post(status),
		Title: fmt.Sprintf("%s %s in %s %d", capitalized(m.words[m.zipf.Uint64()]), m.pick(s.kinds), m.pick(s.towns),
			i+1),
		StartDate: string(start), EndDate: string(end), AllDay: allDay, Timezone: m.pick(s.zones),
		Description: m.paragraphs(2+m.rand.IntN(2), 2), Excerpt: m.sentence(), Cost: m.cost(),
		Website: "https://event.example.org/", ShowMap: true, ShowMapLink: true, Featured: m.rand.IntN(10) == 0,
		EventStatus: "scheduled", AttendanceMode: "offline",
		HideFromListings: m.rand.IntN(50) == 0,
	}
	size := s.Size
	return finish(Record{Record: e, Links: map[string][]int64{
		"venue":      m.ids(1, 1, size.Venues),
		"organizer":  m.ids(1+m.rand.IntN(2), size.Venues+1, size.Organizers),
		"categories": m.ids(1+m.rand.IntN(2), 1, size.Categories),
		"tags":       m.ids(1+m.rand.IntN(3), size.Categories+1, size.Tags),
	}}, int(size.FirstEvent())+i)
}

// time makes the time of an event: some hours, for one in ten a whole day, for
// one in fifty some days.
func (m *maker) time() (start, end dates.WallTime, allDay bool) {
	const quarters = 3 * 365 * 24 * 4
	at := m.anchor.Truncate(time.Hour).Add(time.Duration(m.rand.IntN(quarters)-quarters/2) * 15 * time.Minute)
	length := time.Duration(1+m.rand.IntN(5)) * time.Hour
	if m.rand.IntN(50) == 0 {
		length += time.Duration(1+m.rand.IntN(6)) * 24 * time.Hour
	}
	start, end = dates.Zone{}.At(at), dates.Zone{}.At(at.Add(length))
	if allDay = m.rand.IntN(10) == 0; allDay {
		return start.StartOfDay(), end.EndOfDay(), true
	}
	return start, end, false
}

// cost makes a cost as it is stored; every fourth event names none.
func (m *maker) cost() string {
	if m.rand.IntN(4) == 0 {
		return ""
	}
	return cost.Cost{Values: []string{strconv.Itoa(m.rand.IntN(40))}}.Encode()
}
