package bench

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"almanac/generated"
	"almanac/runtime"
	"almanac/runtime/cost"
	"almanac/runtime/dates"
	"almanac/runtime/text"
)

// Size says how many records of each kind a data set holds.
type Size struct{ Events, Venues, Organizers, Categories, Tags int }

// Large returns the size that the benchmarks use.
func Large() Size {
	return Size{Events: 20000, Venues: 500, Organizers: 200, Categories: 100, Tags: 300}
}

// Record is one record and the ids that it links to, by the name of the link.
type Record struct {
	runtime.Model
	Links map[string][]int64
}

// Data is a data set for an empty database.  Records stand in the order of
// their ids, which begin at 1 for posts and for terms; posts are venues,
// organizers and events, terms are categories and tags.
type Data struct {
	Size  Size
	Posts []Record
	Terms []Record
}

// FirstEvent returns the id of the first event; the others follow it.
func (s Size) FirstEvent() int64 { return int64(s.Venues + s.Organizers + 1) }

// language is that of all records, the first of deployment A.
const language = "en"

// maker makes the records of a data set.
type maker struct {
	size Size
	now  time.Time
	rand *rand.Rand

	kinds, topics, towns, zones, prose []string
}

// NewData makes a data set whose events are spread over three years around
// now.  The same arguments make the same data.
func NewData(size Size, seed uint64, now time.Time) *Data {
	m := &maker{
		size: size, now: now.UTC(), rand: rand.New(rand.NewPCG(seed, seed)), //nolint:gosec // The data shall come again.
		kinds: kinds(), topics: topics(), towns: towns(), zones: zones(), prose: prose(),
	}
	d := &Data{Size: size}
	for i := range size.Categories {
		d.Terms = append(d.Terms, m.category(i))
	}
	for i := range size.Tags {
		d.Terms = append(d.Terms, m.tag(i))
	}
	for i := range size.Venues {
		d.Posts = append(d.Posts, m.venue(i))
	}
	for i := range size.Organizers {
		d.Posts = append(d.Posts, m.organizer(i))
	}
	for i := range size.Events {
		d.Posts = append(d.Posts, m.event(i))
	}
	number(d.Posts)
	number(d.Terms)
	return d
}

// number gives the records their ids and computes their other columns.
func number(records []Record) {
	for i, r := range records {
		b := r.Record()
		b.ID = int64(i + 1)
		b.Slug = fmt.Sprintf("%s-%d", text.Slug(*r.DisplayName()), b.ID)
		r.Derive()
	}
}

// pick returns one of the words.
func (m *maker) pick(list []string) string { return list[m.rand.IntN(len(list))] }

// base returns the columns of every record.
func (m *maker) base() runtime.Base {
	at := string(dates.Zone{}.At(m.now.Add(-time.Duration(m.rand.IntN(1000)) * 24 * time.Hour)))
	return runtime.Base{Version: 1, Language: language, Author: 1, CreatedUTC: at, ModifiedUTC: at}
}

// post returns the columns of every post.
func (m *maker) post(status string) runtime.Post {
	b := m.base()
	return runtime.Post{Base: b, Status: status, Date: b.CreatedUTC, DateUTC: b.CreatedUTC, Modified: b.ModifiedUTC}
}

// category makes a category.  One in ten is a root, three in ten stand below
// a root, the others on the third level.
func (m *maker) category(i int) Record {
	roots, middle := m.size.Categories/10, m.size.Categories*4/10
	parent := 0
	switch {
	case i >= middle:
		parent = roots + m.rand.IntN(middle-roots) + 1
	case i >= roots:
		parent = m.rand.IntN(roots) + 1
	}
	t := runtime.Term{Base: m.base(), Parent: int64(parent)}
	topic := m.topics[i%len(m.topics)]
	return Record{Model: &generated.Category{Term: t, Name: fmt.Sprintf("%s %d", topic, i+1), Description: m.sentence()}}
}

// tag makes a tag.
func (m *maker) tag(i int) Record {
	return Record{Model: &generated.Tag{
		Term: runtime.Term{Base: m.base()}, Name: fmt.Sprintf("%s %d", m.pick(m.prose), i+1), Description: m.sentence(),
	}}
}

// venue makes a venue, with coordinates for most.
func (m *maker) venue(i int) Record {
	v := &generated.Venue{
		Post: m.post("publish"), Venue: fmt.Sprintf("%s Hall %d", m.pick(m.towns), i+1), Description: m.paragraphs(1),
		ShowMap: true, ShowMapLink: true, Address: fmt.Sprintf("%d Main Street", m.rand.IntN(900)+1), City: m.pick(m.towns),
		Country: "United States", State: "Ohio", Stateprovince: "Ohio", Zip: fmt.Sprintf("%05d", m.rand.IntN(100000)),
		Phone: fmt.Sprintf("555-%04d", m.rand.IntN(10000)), Website: "https://venue.example.org/",
	}
	if m.rand.IntN(10) > 0 {
		lat, lng := 25+m.rand.Float64()*20, -120+m.rand.Float64()*50
		v.GeoLat, v.GeoLng = &lat, &lng
	}
	return Record{Model: v}
}

// organizer makes an organizer.
func (m *maker) organizer(i int) Record {
	return Record{Model: &generated.Organizer{
		Post: m.post("publish"), Organizer: fmt.Sprintf("%s %s Society %d", m.pick(m.towns), m.pick(m.topics), i+1), Description: m.paragraphs(1),
		Phone: fmt.Sprintf("555-%04d", m.rand.IntN(10000)), Website: "https://organizer.example.org/", Email: fmt.Sprintf("office%d@example.org", i+1),
	}}
}

// event makes an event with its links.
func (m *maker) event(i int) Record {
	status := "publish"
	if m.rand.IntN(40) == 0 {
		status = "draft"
	}
	at := m.now.Truncate(time.Hour).Add(time.Duration(m.rand.IntN(3*365*24)-3*365*12) * time.Hour)
	start, end := dates.Zone{}.At(at), dates.Zone{}.At(at.Add(time.Duration(1+m.rand.IntN(5))*time.Hour))
	allDay := m.rand.IntN(10) == 0
	if allDay {
		start, end = start.StartOfDay(), start.EndOfDay()
	}
	e := &generated.Event{
		Post: m.post(status), Title: fmt.Sprintf("%s %s in %s %d", m.pick(m.topics), m.pick(m.kinds), m.pick(m.towns), i+1),
		StartDate: string(start), EndDate: string(end), AllDay: allDay, Timezone: m.pick(m.zones),
		Description: m.paragraphs(2 + m.rand.IntN(3)), Excerpt: m.sentence(), Cost: m.cost(),
		Website: "https://event.example.org/", ShowMap: true, ShowMapLink: true, Featured: m.rand.IntN(10) == 0,
		HideFromListings: m.rand.IntN(50) == 0,
	}
	return Record{Model: e, Links: map[string][]int64{
		"venue":      m.ids(1, 1, m.size.Venues),
		"organizer":  m.ids(1+m.rand.IntN(2), m.size.Venues+1, m.size.Organizers),
		"categories": m.ids(1+m.rand.IntN(3), 1, m.size.Categories),
		"tags":       m.ids(1+m.rand.IntN(4), m.size.Categories+1, m.size.Tags),
	}}
}

// cost makes a cost as it is stored; every fourth event names none.
func (m *maker) cost() string {
	if m.rand.IntN(4) == 0 {
		return ""
	}
	return cost.Cost{Values: []string{strconv.Itoa(m.rand.IntN(40))}}.Encode()
}

// ids returns n different ids among count that begin at first.
func (m *maker) ids(n, first, count int) []int64 {
	ids := make([]int64, 0, n)
	begin, step := m.rand.IntN(count), 1+m.rand.IntN(max(1, count/n-1))
	for i := range min(n, count) {
		ids = append(ids, int64(first+(begin+i*step)%count))
	}
	return ids
}

// sentence makes some words.
func (m *maker) sentence() string {
	list := make([]string, 8+m.rand.IntN(10))
	for i := range list {
		list[i] = m.pick(m.prose)
	}
	if m.rand.IntN(20) == 0 {
		list[0] = m.pick(m.topics)
	}
	return strings.Join(list, " ") + "."
}

// paragraphs makes a description.
func (m *maker) paragraphs(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString("<p>" + m.sentence() + " " + m.sentence() + "</p>\n")
	}
	return b.String()
}
