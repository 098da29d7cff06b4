package conform

import "maps"

// The records that cases make.  Each has the case's own word in its name, and
// the name of its step, so that searches for the word find them all and
// nothing else.

// wide is a window around all fixtures.
const wide = "start_date=2030-01-01&end_date=2035-12-31"

// mine lists the case's own events: a search for its word in a wide window.
const mine = "/events?search={uniq}&" + wide

// nobody is an id that no record has.
const nobody = "999999999"

// event makes a published event on 1 May 2030, 10 to 12 o'clock UTC, with more
// or other members in extra.
func event(as string, extra ...js) Step {
	body := js{
		"title": "Event {uniq} " + as, "status": "publish", "timezone": "UTC",
		"start_date": "2030-05-01 10:00:00", "end_date": "2030-05-01 12:00:00",
	}
	return post("/events", merged(body, extra)).as(as)
}

// venue makes a published venue.
func venue(as string, extra ...js) Step {
	body := js{"venue": "Venue {uniq} " + as, "status": "publish"}
	return post("/venues", merged(body, extra)).as(as)
}

// organizer makes a published organizer.
func organizer(as string, extra ...js) Step {
	body := js{"organizer": "Organizer {uniq} " + as, "status": "publish"}
	return post("/organizers", merged(body, extra)).as(as)
}

// category makes a category.
func category(as string, extra ...js) Step {
	return post("/categories", merged(js{"name": "Category {uniq} " + as}, extra)).as(as)
}

// tag makes a tag.
func tag(as string, extra ...js) Step {
	return post("/tags", merged(js{"name": "Tag {uniq} " + as}, extra)).as(as)
}

// merged puts the members of extra over those of body.  The value drop takes
// a member away.
func merged(body js, extra []js) js {
	for _, more := range extra {
		maps.Copy(body, more)
	}
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == drop{} })
	return body
}

// drop as a value takes a member out of a fixture.
type drop struct{}

// newEvent is the body of an event with one or more members changed.
func newEvent(extra ...js) js { return merged(bodyOf(event("x")), extra) }

func newVenue(extra ...js) js     { return merged(bodyOf(venue("x")), extra) }
func newOrganizer(extra ...js) js { return merged(bodyOf(organizer("x")), extra) }

func bodyOf(s Step) js {
	body, _ := s.Body.(js)
	return body
}

// kind is what the five kinds of record share and differ in.
type kind struct {
	plural string
	name   string                            // Singular; part of error codes.
	title  string                            // Field that holds the record's name.
	make   func(as string, extra ...js) Step // Fixture.
	post   bool                              // Has a status and by-slug routes.
}

func kinds() []kind {
	return []kind{
		{"events", "event", "title", event, true},
		{"venues", "venue", "venue", venue, true},
		{"organizers", "organizer", "organizer", organizer, true},
		{"categories", "category", "name", category, false},
		{"tags", "tag", "name", tag, false},
	}
}

// posts are the kinds with status and slug routes.
func posts() []kind { return kinds()[:3] }

// terms are the kinds that label events.
func terms() []kind { return kinds()[3:] }
