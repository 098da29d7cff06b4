package cases

import (
	"maps"

	"almanac/cmd/internal/conform"
)

// The records that cases create. Each name has the case's random word in it, and
// the name of the step, so that a search for the word finds all of them and
// nothing else.

// wide is a window around all fixtures.
const wide = "start_date=2030-01-01&end_date=2035-12-31"

// mine is the list of the case's own events: a search for its word.
const mine = "/events?search={uniq}&" + wide

// nobody is an id that no record has.
const nobody = "999999999"

// event creates a published event on 1 May 2030, 10 to 12 o'clock UTC,
// with other members in extra.
func event(as string, extra ...js) conform.Step {
	body := js{
		"title": "Event {uniq} " + as, "status": "publish", "timezone": "UTC",
		"start_date": "2030-05-01 10:00:00", "end_date": "2030-05-01 12:00:00",
	}
	return post("/events", merged(body, extra)).As(as)
}

// venue creates a published venue.
func venue(as string, extra ...js) conform.Step {
	body := js{"venue": "Venue {uniq} " + as, "status": "publish"}
	return post("/venues", merged(body, extra)).As(as)
}

// organizer creates a published organizer.
func organizer(as string, extra ...js) conform.Step {
	body := js{"organizer": "Organizer {uniq} " + as, "status": "publish"}
	return post("/organizers", merged(body, extra)).As(as)
}

// category creates a category.
func category(as string, extra ...js) conform.Step {
	return post("/categories", merged(js{"name": "Category {uniq} " + as}, extra)).As(as)
}

// tag creates a tag.
func tag(as string, extra ...js) conform.Step {
	return post("/tags", merged(js{"name": "Tag {uniq} " + as}, extra)).As(as)
}

// merged sets the members of extra in body. The value drop removes a member.
func merged(body js, extra []js) js {
	for _, more := range extra {
		maps.Copy(body, more)
	}
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == drop{} })
	return body
}

// drop as a value removes a member of a fixture.
type drop struct{}

// newEvent is the body of an event with one or more members changed.
func newEvent(extra ...js) js { return merged(bodyOf(event("x")), extra) }

func newVenue(extra ...js) js     { return merged(bodyOf(venue("x")), extra) }
func newOrganizer(extra ...js) js { return merged(bodyOf(organizer("x")), extra) }

func bodyOf(s conform.Step) js {
	body, _ := s.Body.(js)
	return body
}

// resource is one of the five resources.
type resource struct {
	plural string
	name   string                                    // Singular; part of error codes.
	title  string                                    // Field of the record's name.
	make   func(as string, extra ...js) conform.Step // Fixture.
	post   bool                                      // Has a status and by-slug routes.
}

func resources() []resource {
	return []resource{
		{"events", "event", "title", event, true},
		{"venues", "venue", "venue", venue, true},
		{"organizers", "organizer", "organizer", organizer, true},
		{"categories", "category", "name", category, false},
		{"tags", "tag", "name", tag, false},
	}
}

// posts returns the resources with status and slug routes.
func posts() []resource { return resources()[:3] }

// terms returns the taxonomies.
func terms() []resource { return resources()[3:] }
