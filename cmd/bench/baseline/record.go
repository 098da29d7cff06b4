package baseline

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Event is an event with what it links to.
type Event struct {
	texts                                        string // The packed rest.
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

	terms, posts       string // The ids of what it links to.
	Categories, Tags   []*Term
	Venues, Organizers []*Post
}

// What a packed event holds, in the order of unpack.
const (
	eventTexts = "status date date_utc modified modified_utc title description excerpt slug start_date end_date " +
		"utc_start_date utc_end_date timezone cost website"
	eventFlags = "all_day show_map show_map_link hide_from_listings sticky featured"
)

// eventColumns are the columns of targets.
const eventColumns = "e.id, e.texts"

func (e *Event) targets(to []any) []any { return append(to, &e.ID, &e.texts) }

// unpack sets the values of the event and the ids of what it links to.
func (e *Event) unpack() {
	rest := unpack(e.texts, &e.Status, &e.Date, &e.DateUTC, &e.Modified, &e.ModifiedUTC, &e.Title, &e.Description,
		&e.Excerpt, &e.Slug,
		&e.Start, &e.End, &e.StartUTC, &e.EndUTC, &e.Zone, &e.Cost, &e.Website)
	rest = unflag(rest, &e.AllDay, &e.ShowMap, &e.ShowMapLink, &e.Hidden, &e.Sticky, &e.Featured)
	unpack(unpackNumber(rest, &e.Author), &e.terms, &e.posts)
}

// Term is a category or tag.
type Term struct {
	texts                         string // The packed rest.
	ID, Parent, Count             int64
	kind                          int64 // One of the kinds.
	Name, Slug, Description, sort string
}

// termTexts are the texts of a packed term, in the order of unpack; its kind and
// its parent stand before them.
const termTexts = "name slug description name_sort"

// termColumns are the columns of targets.
const termColumns = "p.id, p.texts"

func (t *Term) targets(to []any) []any { return append(to, &t.ID, &t.texts) }

// unpack sets the values of the term.
func (t *Term) unpack() {
	unpack(unpackNumber(unpackNumber(t.texts, &t.kind), &t.Parent), &t.Name, &t.Slug, &t.Description, &t.sort)
}

// Post is a venue or an organizer.
type Post struct {
	texts                                        string // The packed rest.
	ID, Author                                   int64
	kind                                         int64 // One of the kinds.
	Status, Date, DateUTC, Modified, ModifiedUTC string
	Slug, Name, Description, Phone, Website      string

	// Of an organizer.
	Email string

	// Of a venue.
	Address, City, Country, Province, State, Zip, StateProvince string
	Lat, Lng                                                    *float64
	ShowMap, ShowMapLink                                        bool
}

// The texts of a packed post, in the order of unpack; between the first and the
// others stands the name, and before all of them its kind, its author and flags.
const (
	postTexts      = "status date date_utc modified modified_utc slug description phone website "
	venueTexts     = "address city country province state zip stateprovince"
	organizerTexts = "email"
)

// postColumns are the columns of targets.
const postColumns = "p.id, p.lat, p.lng, p.texts"

func (p *Post) targets(to []any) []any { return append(to, &p.ID, &p.Lat, &p.Lng, &p.texts) }

// unpack sets the values of the post.
func (p *Post) unpack() {
	rest := unflag(unpackNumber(unpackNumber(p.texts, &p.kind), &p.Author), &p.ShowMap, &p.ShowMapLink)
	rest = unpack(rest, &p.Status, &p.Date, &p.DateUTC, &p.Modified, &p.ModifiedUTC, &p.Slug, &p.Description, &p.Phone,
		&p.Website, &p.Name)
	if p.kind == organizerKind {
		p.Email = rest
	} else {
		unpack(rest, &p.Address, &p.City, &p.Country, &p.Province, &p.State, &p.Zip, &p.StateProvince)
	}
}

// linkedIDs returns the ids of the terms and posts that events link to, each
// once.
func linkedIDs(list []*Event) (terms, posts []int64) {
	terms, posts = make([]int64, 0, 4*len(list)), make([]int64, 0, 3*len(list))
	for _, e := range list {
		eachID(e.terms, func(id int64) { terms = append(terms, id) })
		eachID(e.posts, func(id int64) { posts = append(posts, id) })
	}
	slices.Sort(terms)
	slices.Sort(posts)
	return slices.Compact(terms), slices.Compact(posts)
}

// linked is what events link to, by id.
type linked struct {
	terms map[int64]*Term
	posts map[int64]*Post
}

// found unpacks the terms and posts that were read.
func found(terms []Term, posts []Post) linked {
	l := linked{make(map[int64]*Term, len(terms)), make(map[int64]*Post, len(posts))}
	for i := range terms {
		terms[i].unpack()
		l.terms[terms[i].ID] = &terms[i]
	}
	for i := range posts {
		posts[i].unpack()
		l.posts[posts[i].ID] = &posts[i]
	}
	return l
}

// attach hands an event what it links to, in the order of the response; venues and
// organizers that are hidden are left out.
func (l linked) attach(e *Event) {
	eachID(e.terms, func(id int64) {
		switch t := l.terms[id]; {
		case t == nil:
		case t.kind == tagKind:
			e.Tags = append(e.Tags, t)
		default:
			e.Categories = append(e.Categories, t)
		}
	})
	eachID(e.posts, func(id int64) {
		switch p := l.posts[id]; {
		case p == nil || p.Status != "publish":
		case p.kind == organizerKind:
			e.Organizers = append(e.Organizers, p)
		default:
			e.Venues = append(e.Venues, p)
		}
	})
	byName := func(a, b *Term) int { return cmp.Or(strings.Compare(a.sort, b.sort), cmp.Compare(a.ID, b.ID)) }
	slices.SortFunc(e.Categories, byName)
	slices.SortFunc(e.Tags, byName)
}
