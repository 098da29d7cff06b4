package faulttest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"almanac/runtime/auth"
)

// movers is how many clients write events that come and go in the lists that are copied.  With the writers of a
// storm they are sixteen.
const movers = 10

// places is what their events link to.
type places struct{ venues, organizers, categories []int64 }

// mover is one of them.
type mover struct {
	*copies
	*rand.Rand
	role   auth.Role
	client int
	n      int
	events []*moved
	change string // The last one.
}

// moved is an event of a mover.
type moved struct {
	id     int64
	drafts []*closed // The event, its venue and its organizer, when they were made as drafts.
	canary bool      // It is never published.
}

// The names of drafts begin with these; those of canaries are never published.
func canaryOf(role auth.Role) string { return "Canary of " + string(role) }
func draftOf(role auth.Role) string  { return "Draft of " + string(role) }

// made is what a mover looks at in an event.
type made struct {
	ID        int64
	Status    string
	Venue     json.RawMessage
	Organizer []struct{ ID int64 }
}

// makePlaces makes what events of movers link to.
func (c *copies) makePlaces(t *testing.T) (p places) {
	t.Helper()
	add := func(plural string, body map[string]any) int64 {
		var got reply
		a := c.ask(auth.RoleAdministrator, http.MethodPost, c.roots[0]+"/"+plural, body, http.StatusCreated)
		if err := json.Unmarshal(a.text, &got); err != nil || a.status != http.StatusCreated {
			t.Fatalf("POST %s = %d: %s", plural, a.status, a.text)
		}
		return got.ID
	}
	for i := range 3 {
		park := map[string]any{"venue": fmt.Sprint("Park, part ", i), "city": "Paris", "status": "publish"}
		ada := map[string]any{"organizer": fmt.Sprint("Ada ", i), "status": "publish"}
		p.venues, p.organizers = append(p.venues, add("venues", park)), append(p.organizers, add("organizers", ada))
		p.categories = append(p.categories, add("categories", map[string]any{"name": fmt.Sprint("Moving ", i)}))
	}
	// Visitors know the terms of public events alone: this one stays.
	_ = add("events", map[string]any{
		"title": "Fair that stays", "status": "publish", "start_date": "2031-04-01 10:00", "end_date": "2031-04-02 10:00",
		"venue": p.venues[0], "organizer": p.organizers, "categories": p.categories, "tags": []string{"moving"},
	})
	return p
}

// move writes until the storm ends.
func (c *copies) move(client int) {
	m := &mover{copies: c, Rand: rand.New(rand.NewPCG(uint64(client), 1)), role: roles[1+client%3], client: client}
	for ; !c.over(); m.n++ {
		m.write()
		time.Sleep(max(c.quiet, 10*time.Millisecond))
	}
}

// send writes as the user of the mover.  Permissions, and other movers, may refuse it.
func (m *mover) send(method, path string, body any, into any) bool {
	a := m.ask(m.role, method, m.roots[m.n%len(m.roots)]+path, body, http.StatusOK, http.StatusCreated,
		http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusGone)
	if a.status != http.StatusOK && a.status != http.StatusCreated {
		time.Sleep(10 * time.Millisecond)
		return false
	}
	m.change = a.header.Get("Change-Id")
	if into == nil {
		return true
	}
	if err := json.Unmarshal(a.text, into); err != nil {
		m.t.Errorf("%s %s: %v", method, path, err)
	}
	return true
}

// write makes a random write.
func (m *mover) write() {
	n := m.IntN(20)
	if len(m.events) < 4 {
		n = m.IntN(4)
	}
	switch {
	case n < 2:
		m.create("publish", "Fair of "+string(m.role))
	case n == 2:
		m.create([]string{"draft", "private", "pending"}[m.IntN(3)], canaryOf(m.role))
	case n == 3:
		m.create("draft", draftOf(m.role))
	case n == 4:
		m.around()
	case n == 5 && m.change != "":
		m.send(http.MethodPost, "/undo", map[string]any{"change": m.change}, nil)
	case n < 8 || len(m.events) > 30:
		i := m.IntN(len(m.events))
		m.send(http.MethodDelete, path("events", m.events[i].id)+[]string{"", "?force=true"}[m.IntN(2)], nil, nil)
		m.events = append(m.events[:i], m.events[i+1:]...)
	default:
		m.revise(m.events[m.IntN(len(m.events))])
	}
}

// create makes an event, whose venue and organizer are new if it is a draft.
func (m *mover) create(status, title string) {
	title = fmt.Sprintf("%s, client %d number %d", title, m.client, m.n)
	body := m.fields()
	body["title"], body["status"] = title, status
	if status != "publish" {
		body["venue"] = map[string]any{"venue": title, "city": "Paris"}
		body["organizer"] = []any{map[string]any{"organizer": title}}
	}
	var got made
	if !m.send(http.MethodPost, "/events", body, &got) {
		return
	}
	e := &moved{id: got.ID, canary: status != "publish" && title[:6] == "Canary"}
	if status != "publish" {
		var venue struct{ ID int64 }
		if err := json.Unmarshal(got.Venue, &venue); err != nil || len(got.Organizer) != 1 {
			m.t.Errorf("%q has the venue %s and %d organizers", title, got.Venue, len(got.Organizer))
			return
		}
		m.state.Lock()
		defer m.state.Unlock()
		for record, id := range map[string]int64{"events": got.ID, "venues": venue.ID, "organizers": got.Organizer[0].ID} {
			draft := &closed{owner: m.role}
			m.closed[fmt.Sprint(record, "/", id)] = draft
			e.drafts = append(e.drafts, draft)
		}
	}
	m.events = append(m.events, e)
}

// fields returns random fields of an event.
func (m *mover) fields() map[string]any {
	p := m.places
	return map[string]any{
		"start_date": fmt.Sprintf("2031-%02d-11 10:00:00", 1+m.IntN(9)), "end_date": "2031-09-12 10:00:00",
		"venue": p.venues[m.IntN(3)], "organizer": p.organizers[m.IntN(3)], "categories": p.categories[m.IntN(3)],
		"tags": [][]string{{"moving"}, {}}[m.IntN(2)], "featured": m.IntN(2) == 0, "hide_from_listings": m.IntN(4) == 0,
	}
}

// revise changes an event: its fields, or who can read it.
func (m *mover) revise(e *moved) {
	body := map[string]any{}
	switch n := m.IntN(6); {
	case e.canary:
		body["status"] = []string{"draft", "private", "pending"}[m.IntN(3)]
	case n < 3:
		body["status"] = []string{"publish", "publish", "draft", "private", "trash"}[m.IntN(5)]
	case n == 3:
		kind := []string{"Fair", "Market"}[m.IntN(2)]
		body["title"] = fmt.Sprintf("%s of %s, client %d number %d", kind, m.role, m.client, m.n)
	default:
		all := m.fields()
		for name := range all {
			if len(body) < 2 {
				body[name] = all[name]
			}
		}
	}
	if e.drafts != nil && body["status"] == "publish" {
		m.state.Lock()
		for _, draft := range e.drafts {
			if draft.opened.IsZero() {
				draft.opened = time.Now()
			}
		}
		m.state.Unlock()
	}
	m.send(http.MethodPatch, path("events", e.id), body, nil)
}

// around changes what events link to.  The first ones stay public: lists are filtered by them.
func (m *mover) around() {
	p := m.places
	patch := func(plural string, id int64, field string, values ...string) {
		m.send(http.MethodPatch, path(plural, id), map[string]any{field: values[m.IntN(len(values))]}, nil)
	}
	switch m.IntN(5) {
	case 0:
		patch("venues", p.venues[m.IntN(3)], "city", "Paris", "Rome")
	case 1:
		patch("venues", p.venues[1+m.IntN(2)], "status", "publish", "draft")
	case 2:
		patch("organizers", p.organizers[1+m.IntN(2)], "status", "publish", "private")
	case 3:
		patch("organizers", p.organizers[m.IntN(3)], "phone", fmt.Sprint(m.n))
	default:
		patch("categories", p.categories[m.IntN(3)], "description", fmt.Sprint("Number ", m.n))
	}
}
