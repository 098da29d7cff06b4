package floor

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Event is an event with what it links to.
type Event struct {
	ID                                           int64
	Author                                       int64
	Status, Date, DateUTC, Modified, ModifiedUTC string
	Title, Description, Excerpt, Slug            string
	AllDay                                       bool
	Start, End, StartUTC, EndUTC, Zone, Cost     string
	Website                                      string
	ShowMap, ShowMapLink, Hidden                 bool
	Sticky, Featured                             bool
	location                                     *time.Location // That of Zone.

	Categories, Tags   []*Term
	Venues, Organizers []*Post
}

// eventColumns lists the columns of targets.
func eventColumns() []string {
	return of("e.", "id author status date date_utc modified modified_utc title description excerpt slug all_day "+
		"start_date end_date utc_start_date utc_end_date timezone cost website show_map show_map_link hide_from_listings sticky featured")
}

// of lists columns of a table.
func of(table, names string) []string {
	list := strings.Fields(names)
	for i, name := range list {
		list[i] = table + name
	}
	return list
}

// targets appends where a row of eventColumns goes.
func (e *Event) targets(to []any) []any {
	return append(to,
		&e.ID, &e.Author, &e.Status, &e.Date, &e.DateUTC, &e.Modified, &e.ModifiedUTC, &e.Title, &e.Description, &e.Excerpt, &e.Slug,
		&e.AllDay, &e.Start, &e.End, &e.StartUTC, &e.EndUTC, &e.Zone, &e.Cost, &e.Website,
		&e.ShowMap, &e.ShowMapLink, &e.Hidden, &e.Sticky, &e.Featured)
}

// Term is a category or tag.
type Term struct {
	event, kind                   int64 // The event that links to it, and one of the kinds.
	texts                         string
	ID, Parent, Count             int64
	Name, Slug, Description, sort string
}

// termTexts are the columns of a term's texts, in the order of unpack.
const termTexts = "name slug description name_sort"

// termColumns are the columns of targets.
const termColumns = "l.event_id, p.kind, p.id, p.parent, p.texts"

func (t *Term) targets(to []any) []any {
	return append(to, &t.event, &t.kind, &t.ID, &t.Parent, &t.texts)
}

// unpack sets the texts of the term.
func (t *Term) unpack() { unpack(t.texts, &t.Name, &t.Slug, &t.Description, &t.sort) }

// Post is a venue or an organizer.
type Post struct {
	event, position, kind                        int64 // The event that links to it and where, and one of the kinds.
	texts                                        string
	ID, Author                                   int64
	Status, Date, DateUTC, Modified, ModifiedUTC string
	Slug, Name, Description, Phone, Website      string

	// Of an organizer.
	Email string

	// Of a venue.
	Address, City, Country, Province, State, Zip, StateProvince string
	Lat, Lng                                                    *float64
	ShowMap, ShowMapLink                                        bool
}

// The columns of a post's texts, in the order of unpack; between the first and
// the others stands the name.
const (
	postTexts      = "status date date_utc modified modified_utc slug description phone website "
	venueTexts     = "address city country province state zip stateprovince"
	organizerTexts = "email"
)

// postColumns are the columns of targets.
const postColumns = "l.event_id, l.position, p.kind, p.id, p.author, p.lat, p.lng, p.show_map, p.show_map_link, p.texts"

func (p *Post) targets(to []any) []any {
	return append(to, &p.event, &p.position, &p.kind, &p.ID, &p.Author, &p.Lat, &p.Lng, &p.ShowMap, &p.ShowMapLink, &p.texts)
}

// unpack sets the texts of the post.
func (p *Post) unpack() {
	rest := unpack(p.texts, &p.Status, &p.Date, &p.DateUTC, &p.Modified, &p.ModifiedUTC, &p.Slug, &p.Description, &p.Phone, &p.Website, &p.Name)
	if p.kind == organizerKind {
		p.Email = rest
	} else {
		unpack(rest, &p.Address, &p.City, &p.Country, &p.Province, &p.State, &p.Zip, &p.StateProvince)
	}
}

// attachTerms hands terms to their events.
func attachTerms(byID map[int64]*Event, all []Term) {
	for i := range all {
		t := &all[i]
		t.unpack()
		e := byID[t.event]
		if t.kind == tagKind {
			e.Tags = append(e.Tags, t)
		} else {
			e.Categories = append(e.Categories, t)
		}
	}
}

// attachPosts hands venues and organizers to their events, unless they are
// hidden.
func attachPosts(byID map[int64]*Event, all []Post) {
	for i := range all {
		p := &all[i]
		p.unpack()
		e := byID[p.event]
		switch {
		case p.Status != "publish":
		case p.kind == organizerKind:
			e.Organizers = append(e.Organizers, p)
		default:
			e.Venues = append(e.Venues, p)
		}
	}
}

// order puts what an event links to into the order of the answer.
func (e *Event) order() {
	byName := func(a, b *Term) int { return cmp.Or(strings.Compare(a.sort, b.sort), cmp.Compare(a.ID, b.ID)) }
	byPosition := func(a, b *Post) int { return cmp.Compare(a.position, b.position) }
	slices.SortFunc(e.Categories, byName)
	slices.SortFunc(e.Tags, byName)
	slices.SortFunc(e.Venues, byPosition)
	slices.SortFunc(e.Organizers, byPosition)
}
