package cases

import (
	"fmt"

	"almanac/cmd/internal/conform"
)

func eventsUpdateCases() []conform.Case {
	return inArea("events_update", updateMethodCases(), partialCases(), clearCases(), updateDateCases(), updateLinkCases(),
		updateStateCases(), updateBadCases())
}

// updateMethodCases send an update in every way that a record can be named.
func updateMethodCases() []conform.Case {
	var cases []conform.Case
	for _, k := range resources() {
		for _, method := range []string{"POST", "PUT", "PATCH"} {
			path := "/" + k.plural + "/{r.id}"
			cases = append(cases,
				check(fmt.Sprintf("%s updates one of %s by id", method, k.plural), given(k.make("r")),
					request(method, path, js{"description": "new"}),
					ok(is("id", "{r.id}"), is(k.title, "{r."+k.title+"}"), like("description", "new"))),
				check(fmt.Sprintf("%s with an empty body changes nothing of %s", method, k.plural),
					given(k.make("r", js{"description": "old"})), request(method, path, js{}),
					ok(is(k.title, "{r."+k.title+"}"), is("description", "{r.description}"), is("slug", "{r.slug}"))),
			)
			if !k.post {
				continue
			}
			cases = append(cases, check(fmt.Sprintf("%s updates one of %s by slug", method, k.plural), given(k.make("r")),
				request(method, "/"+k.plural+"/by-slug/{r.slug}", js{"description": "new"}),
				ok(is("id", "{r.id}"), is("slug", "{r.slug}"), like("description", "new"))))
		}
		cases = append(cases,
			check("an update of one of "+k.plural+" renames it", given(k.make("r")),
				patch("/"+k.plural+"/{r.id}", js{k.title: "Renamed {uniq}"}),
				ok(is(k.title, "Renamed {uniq}"), is("slug", "{r.slug}"))),
			check("an update of one of "+k.plural+" is there for the next read",
				given(k.make("r"), patch("/"+k.plural+"/{r.id}", js{k.title: "Renamed {uniq}"})), get("/"+k.plural+"/{r.id}"),
				ok(is(k.title, "Renamed {uniq}"))),
			check("a refused update of one of "+k.plural+" changes nothing",
				given(k.make("r"), patch("/"+k.plural+"/{r.id}", js{"description": "CHANGED", k.title: ""}).Failing(400)),
				get("/"+k.plural+"/{r.id}?_fields=description,"+k.title),
				ok(is(k.title, "{r."+k.title+"}"), unlike("", "CHANGED"))),
		)
	}
	return cases
}

// full is an event with a value in every field.
func full() setup {
	return given(venue("v"), organizer("o"), category("c"), tag("t"), event("e", js{
		"description": "text", "excerpt": "short", "cost": "20$", "website": "https://example.com/",
		"image":    "https://img.example/{uniq}.png",
		"show_map": true, "show_map_link": true, "hide_from_listings": true, "sticky": true, "featured": true,
		"timezone": "Europe/Rome", "status": "private",
		"date": "2026-02-03 04:05:06", "venue": "{v.id}", "organizer": list{"{o.id}"}, "categories": list{"{c.id}"},
		"tags": list{"{t.id}"},
	}))
}

func partialCases() []conform.Case {
	untouched := []string{
		"title", "description", "excerpt", "slug", "status", "date", "date_utc", "author", "image", "cost", "cost_details",
		"website", "timezone", "timezone_abbr",
		"start_date", "end_date", "utc_start_date", "utc_end_date", "all_day", "show_map", "show_map_link",
		"hide_from_listings", "sticky", "featured",
	}
	var cases []conform.Case
	for _, f := range untouched {
		change := js{"excerpt": "changed"}
		if f == "excerpt" {
			change = js{"description": "changed"}
		}
		cases = append(cases, check("an update keeps "+f+" of an event that is not sent", full(),
			patch("/events/{e.id}", change), ok(is(f, "{e."+f+"}"))))
	}
	cases = append(cases,
		check("PUT keeps what is not sent", full(), put("/events/{e.id}", js{"title": "New {uniq}"}),
			ok(is("status", "private"), is("cost", "20$"), is("featured", true), is("venue.id", "{v.id}"),
				is("website", "https://example.com/"))),
		check("POST keeps what is not sent", full(), post("/events/{e.id}", js{"title": "New {uniq}"}),
			ok(is("status", "private"), is("cost", "20$"), ids("organizer", "o"), ids("categories", "c"), ids("tags", "t"))),
		check("an update by slug keeps what is not sent", full(), put("/events/by-slug/{e.slug}", js{"title": "New {uniq}"}),
			ok(is("status", "private"), is("cost", "20$"), ids("organizer", "o"))),
		check("an update of an event moves its modification date at most ahead", given(event("e")),
			patch("/events/{e.id}", js{"excerpt": "x"}), ok(like("modified_utc", stamp), is("date", "{e.date}"))),
		check("an update of a draft keeps it one", given(event("e", js{"status": "draft"})), put("/events/{e.id}", js{}),
			ok(is("status", "draft"))),
		check("an update of a whole-day event keeps it one", given(event("e", js{"all_day": true})),
			put("/events/{e.id}", js{"title": "New {uniq}"}),
			ok(is("all_day", true), is("start_date", "{e.start_date}"), is("end_date", "{e.end_date}"))),
	)
	for _, p := range []string{"venue", "organizer", "categories", "tags"} {
		cases = append(cases, check("an update keeps the "+p+" of an event", full(),
			patch("/events/{e.id}", js{"title": "New {uniq}"}), ok(is(p, "{e."+p+"}"))))
	}
	return cases
}

func clearCases() []conform.Case {
	var cases []conform.Case
	for _, f := range []string{"description", "excerpt", "cost"} {
		for name, none := range inOrder(map[string]any{"null": nil, "an empty text": ""}) {
			cases = append(cases, check(name+" clears "+f+" of an event", full(), patch("/events/{e.id}", js{f: none}),
				ok(is(f, ""))))
		}
	}
	for name, none := range inOrder(map[string]any{"null": nil, "an empty text": ""}) {
		cases = append(cases, check(name+" clears the website of an event", full(),
			patch("/events/{e.id}", js{"website": none}), ok(is("website", "{e.url}"))))
	}
	for _, f := range []string{
		"title", "slug", "status", "author", "start_date", "end_date", "date", "date_utc", "all_day", "featured", "show_map",
	} {
		cases = append(cases, check("an empty "+f+" of an event is refused on update", given(event("e")),
			patch("/events/{e.id}", js{f: ""}), refused(f)))
	}
	for _, p := range []string{"venue", "organizer"} {
		for name, none := range inOrder(map[string]any{
			"null": nil, "an empty text": "", "an empty list": list{}, "an empty object": js{}, "zero": 0,
		}) {
			cases = append(cases, check(name+" takes the "+p+" of an event away", full(), patch("/events/{e.id}", js{p: none}),
				ok(is(p, list{}))))
		}
	}
	for _, p := range []string{"categories", "tags"} {
		cases = append(cases,
			check("null leaves the "+p+" of an event", full(), patch("/events/{e.id}", js{p: nil}), ok(is(p, "{e."+p+"}"))),
			check("an empty list takes the "+p+" of an event away", full(), patch("/events/{e.id}", js{p: list{}}),
				ok(is(p, list{}))),
			check("an empty object takes the "+p+" of an event away", full(), patch("/events/{e.id}", js{p: js{}}),
				ok(is(p, list{}))),
			check("an object with indexes is a list of "+p, full(),
				patch("/events/{e.id}", js{p: js{"1": "B {uniq}", "0": "A {uniq}"}}), ok(set(p+".*.name", "A {uniq}", "B {uniq}"))),
			check("an empty text takes the "+p+" of an event away", full(), patch("/events/{e.id}", js{p: ""}),
				ok(is(p, list{}))),
			check("an empty form field takes the "+p+" of an event away", full(), patch("/events/{e.id}", form(p+"=")),
				ok(is(p, list{}))),
		)
	}
	return cases
}

func updateDateCases() []conform.Case {
	moves := func(name string, change js, checks ...conform.Check) conform.Case {
		return check(name, given(event("e", js{"timezone": "America/New_York"})), patch("/events/{e.id}", change),
			ok(checks...))
	}
	whole := given(event("e", js{"all_day": true}))
	second := func(name string, change conform.Body, checks ...conform.Check) conform.Case {
		begin := event("e", js{
			"timezone": "Europe/Berlin", "start_date": "2030-10-27T01:15:00Z", "end_date": "2030-10-27T01:45:00Z",
		})
		return check(name, given(begin), patch("/events/{e.id}", change), ok(checks...))
	}
	return []conform.Case{
		moves("a start alone is applied", js{"start_date": "2030-05-01 09:00:00"}, is("start_date", "2030-05-01 09:00:00"),
			is("utc_start_date", "2030-05-01 13:00:00"), is("end_date", "2030-05-01 12:00:00")),
		moves("an end alone is applied", js{"end_date": "2030-05-01 13:00:00"}, is("start_date", "2030-05-01 10:00:00"),
			is("end_date", "2030-05-01 13:00:00"), is("utc_end_date", "2030-05-01 17:00:00")),
		moves("start and end move together", js{"start_date": "2030-06-01 09:00:00", "end_date": "2030-06-02 09:00:00"},
			is("start_date", "2030-06-01 09:00:00"), is("end_date", "2030-06-02 09:00:00")),
		moves("another zone alone keeps the wall times", js{"timezone": "Asia/Tokyo"}, is("timezone", "Asia/Tokyo"),
			is("start_date", "2030-05-01 10:00:00"), is("utc_start_date", "2030-05-01 01:00:00"), is("timezone_abbr", "JST")),
		moves("dates beside another zone are read in it", js{"timezone": "Europe/Paris", "start_date": "2030-05-01 08:00:00"},
			is("start_date", "2030-05-01 08:00:00"), is("utc_start_date", "2030-05-01 06:00:00")),
		moves("dates are read in the zone that the event has", js{"start_date": "2030-05-01T13:00:00Z"},
			is("start_date", "2030-05-01 09:00:00")),
		moves("turning whole days on widens the times", js{"all_day": true}, is("start_date", "2030-05-01 00:00:00"),
			is("end_date", "2030-05-01 23:59:59"), is("utc_start_date", "2030-05-01 04:00:00")),
		moves("the publication date can be set", js{"date": "2026-01-02 03:04:05"}, is("date", "2026-01-02 03:04:05")),
		moves("the publication date can be set in UTC", js{"date_utc": "2026-01-02 03:04:05"},
			is("date_utc", "2026-01-02 03:04:05")),
		moves("generated members are ignored on update",
			js{"utc_start_date": "2001-01-01 00:00:00", "id": 1, "url": "x", "cost_details": "x"}, is("id", "{e.id}"),
			is("utc_start_date", "{e.utc_start_date}")),
		second("times that are sent back stay in the second of two equal hours",
			js{"title": "{uniq}", "timezone": "europe/berlin", "start_date": "{e.start_date}", "end_date": "{e.end_date}"},
			is("utc_start_date", "2030-10-27 01:15:00"), is("utc_end_date", "2030-10-27 01:45:00"), is("timezone_abbr", "CET")),
		second("a form that is sent back keeps the second of two equal hours",
			form("title={uniq}&start_date=2030-10-27T02:15&end_date=2030-10-27T02:45"),
			is("utc_start_date", "2030-10-27 01:15:00"), is("utc_end_date", "2030-10-27 01:45:00")),
		second("a new start before two equal hours leaves the end where it is",
			js{"start_date": "2030-10-27 01:00:00", "end_date": "2030-10-27 02:45:00"},
			is("utc_start_date", "2030-10-26 23:00:00"), is("utc_end_date", "2030-10-27 01:45:00")),
		second("an offset moves an event into the first of two equal hours", js{"start_date": "2030-10-27T02:15:00+02:00"},
			is("utc_start_date", "2030-10-27 00:15:00"), is("utc_end_date", "2030-10-27 01:45:00")),
		second("in another zone an hour that comes twice is the first", js{"timezone": "Europe/Rome"},
			is("utc_start_date", "2030-10-27 00:15:00"), is("utc_end_date", "2030-10-27 00:45:00")),
		second("other times in an hour that comes twice are the first",
			js{"start_date": "2030-10-27 02:20:00", "end_date": "2030-10-27 02:50:00"},
			is("utc_start_date", "2030-10-27 00:20:00"), is("utc_end_date", "2030-10-27 00:50:00")),
		check("a zone that skips the start moves it", given(event("e",
			js{"timezone": "UTC", "start_date": "2030-03-31 02:30:00", "end_date": "2030-03-31 03:00:00"})),
			patch("/events/{e.id}", js{"timezone": "Europe/Berlin"}),
			ok(is("start_date", "2030-03-31 03:30:00"), is("end_date", "2030-03-31 04:00:00"),
				is("utc_start_date", "2030-03-31 01:30:00"))),
		check("a skipped start keeps the length that it has with the stored end",
			given(event("e", js{
				"timezone": "Europe/Berlin", "start_date": "2030-03-31 01:30:00", "end_date": "2030-03-31 03:15:00",
			})),
			patch("/events/{e.id}", js{"start_date": "2030-03-31 02:30:00"}),
			ok(is("start_date", "2030-03-31 03:30:00"), is("end_date", "2030-03-31 04:15:00"))),
		check("turning whole days off keeps the times", whole, patch("/events/{e.id}", js{"all_day": false}),
			ok(is("all_day", false), is("start_date", "2030-05-01 00:00:00"), is("end_date", "2030-05-01 23:59:59"))),
		check("a start alone of a whole-day event is its midnight", whole,
			patch("/events/{e.id}", js{"start_date": "2030-04-30 15:00:00"}), ok(is("start_date", "2030-04-30 00:00:00"))),
		check("whole days can be turned off with new times", whole,
			patch("/events/{e.id}", js{
				"all_day": false, "start_date": "2030-05-01 10:00:00", "end_date": "2030-05-01 11:00:00",
			}), ok(is("start_date", "2030-05-01 10:00:00"), is("end_date", "2030-05-01 11:00:00"))),
		check("an end before the stored start is refused", given(event("e")),
			patch("/events/{e.id}", js{"end_date": "2030-04-01 10:00:00"}), refused("end_date")),
		check("a start after the stored end is refused", given(event("e")),
			patch("/events/{e.id}", js{"start_date": "2030-06-01 10:00:00"}), fails(400, "rest_invalid_param")),
		check("a start on update may be a word", given(event("e", js{"end_date": "2035-01-01"})),
			patch("/events/{e.id}", js{"start_date": "tomorrow 9am"}), ok(like("start_date", ` 09:00:00$`))),
		check("moved events are listed where they are", given(event("e"),
			patch("/events/{e.id}", js{"start_date": "2031-05-01", "end_date": "2031-05-02"})),
			get("/events?search={uniq}&start_date=2031-04-01&end_date=2031-06-01"), ok(ids("events", "e"))),
	}
}

func updateLinkCases() []conform.Case {
	e := patch
	return []conform.Case{
		check("a venue can be exchanged", full().Then(venue("w")), e("/events/{e.id}", js{"venue": "{w.id}"}),
			ok(is("venue.id", "{w.id}"))),
		check("an inline venue can be set on update", full(),
			e("/events/{e.id}", js{"venue": js{"venue": "Hall {uniq}", "description": "big"}}),
			ok(is("venue.venue", "Hall {uniq}"), like("venue.description", "big"))),
		check("organizers can be put in another order", full().Then(organizer("p")),
			e("/events/{e.id}", js{"organizer": list{"{p.id}", "{o.id}"}}), ok(ids("organizer", "p", "o"))),
		check("inline organizers can be set on update", full(),
			e("/events/{e.id}", js{"organizer": list{"{o.id}", js{"organizer": "New {uniq}"}}}),
			ok(count("organizer", 2), is("organizer.1.organizer", "New {uniq}"))),
		check("categories can be exchanged", full().Then(category("d")),
			e("/events/{e.id}", js{"categories": list{"{d.id}"}}), ok(ids("categories", "d"))),
		check("tags can be added by name", full(), e("/events/{e.id}", js{"tags": list{"{t.id}", "zz {uniq}"}}),
			ok(is("tags.*.name", list{"{t.name}", "zz {uniq}"}))),
		check("exchanged categories count anew", full().
			Then(patch("/events/{e.id}", js{"status": "publish", "categories": list{}})), get("/categories/{c.id}"),
			ok(is("count", 0))),
		check("an unknown venue on update is refused", full(), e("/events/{e.id}", js{"venue": 999999999}), refused("venue")),
		check("an unknown organizer on update is refused", full(), e("/events/{e.id}", js{"organizer": list{999999999}}),
			refused("organizer")),
		check("an unknown category on update is refused", full(), e("/events/{e.id}", js{"categories": list{999999999}}),
			refused("categories")),
		check("the zero venue object on update is refused", full(), e("/events/{e.id}", js{"venue": js{"id": 0}}),
			fails(400, "could-not-create-venue")),
		check("a refused update keeps the venue", full().
			Then(patch("/events/{e.id}", js{"venue": list{}, "status": "bogus"}).Failing(400)), get("/events/{e.id}"),
			ok(is("venue.id", "{v.id}"))),
	}
}

func updateStateCases() []conform.Case {
	return []conform.Case{
		check("a slug can be changed", given(event("e")), patch("/events/{e.id}", js{"slug": "new-{uniq}"}),
			ok(is("slug", "new-{uniq}"), like("url", `/event/new-{uniq}/$`))),
		check("a slug can be changed by slug", given(event("e")), patch("/events/by-slug/{e.slug}", js{"slug": "new-{uniq}"}),
			ok(is("id", "{e.id}"), is("slug", "new-{uniq}"))),
		check("the former slug leads to the event", given(event("e"), patch("/events/{e.id}", js{"slug": "new-{uniq}"})),
			get("/events/by-slug/{e.slug}"), fails(301, "rest-event-moved").
				WithHeader("Location", conform.Matches(`/events/by-slug/new-{uniq}$`))),
		check("the former slug is free", given(event("e", js{"slug": "{uniq}"}), patch("/events/{e.id}", js{"slug": "new-{uniq}"})),
			event("other", js{"slug": "{uniq}"}), created(is("slug", "{uniq}"))),
		check("a taken slug on update gets a number", given(event("a", js{"slug": "{uniq}"}), event("b")),
			patch("/events/{b.id}", js{"slug": "{uniq}"}), ok(is("slug", "{uniq}-2"))),
		check("an event keeps its own slug", given(event("e")), patch("/events/by-slug/{e.slug}", js{"slug": "{e.slug}"}),
			ok(is("slug", "{e.slug}"))),
		check("the author can be changed", given(event("e"), venue("own").By(conform.Author)),
			patch("/events/{e.id}", js{"author": "{own.author}"}), ok(is("author", "{own.author}"))),
		check("a published event can become a draft", given(event("e")), patch("/events/{e.id}", js{"status": "draft"}),
			ok(is("status", "draft"), is("slug", "{e.slug}"))),
		check("a draft can be published", given(event("e", js{"status": "draft"})),
			patch("/events/{e.id}", js{"status": "publish"}), ok(is("status", "publish"))),
		check("a date ahead schedules a published event", given(event("e")),
			patch("/events/{e.id}", js{"date": "2033-01-01 00:00:00"}), ok(is("status", "future"))),
		check("a date that passed publishes a scheduled event", given(event("e", js{"date": "2033-01-01 00:00:00"})),
			patch("/events/{e.id}", js{"date": "2026-01-01 00:00:00"}), ok(is("status", "publish"))),
		check("an update to trash is a delete", given(event("e")), patch("/events/{e.id}", js{"status": "trash"}),
			ok(is("status", "trash"), is("slug", "{e.slug}__trashed"))),
		check("what an update put into the trash cannot be deleted again",
			given(event("e"), patch("/events/{e.id}", js{"status": "trash"})), del("/events/{e.id}"),
			fails(410, "event-is-in-trash")),
		check("an update of status takes an event out of the trash", given(event("e"), del("/events/{e.id}")),
			patch("/events/{e.id}", js{"status": "publish"}), ok(is("status", "publish"), is("slug", "{e.slug}"))),
		check("an update without status leaves an event in the trash", given(event("e"), del("/events/{e.id}")),
			patch("/events/{e.id}", js{"excerpt": "x"}), ok(is("status", "trash"))),
		check("a slug that was taken in the meantime gets a number",
			given(event("e", js{"slug": "{uniq}"}), del("/events/{e.id}"), event("f", js{"slug": "{uniq}"})),
			patch("/events/{e.id}", js{"status": "draft"}), ok(is("slug", "{uniq}-2"))),
		check("a protected event can be updated without its password", given(event("e", js{"post_password": "sesame"})),
			patch("/events/{e.id}", js{"excerpt": "x"}), ok(like("excerpt", "x"))),
	}
}

func updateBadCases() []conform.Case {
	var cases []conform.Case
	for name, change := range inOrder(map[string]js{
		"author": {"author": 999999999}, "date": {"date": "foo"}, "date_utc": {"date_utc": "foo"},
		"website": {"website": "foo"}, "start_date": {"start_date": "garbage"}, "end_date": {"end_date": "2030-02-30"},
		"timezone": {"timezone": "x/y"}, "status": {"status": "bogus"}, "image": {"image": "garbage"},
		"all_day": {"all_day": "maybe"}, "featured": {"featured": "maybe"}, "title": {"title": list{}},
		"post_parent": {"post_parent": 999999999},
	}) {
		cases = append(cases,
			check("a bad "+name+" is refused on update", given(event("e")), patch("/events/{e.id}", change), refused(name)),
			check("a bad "+name+" is refused on update by slug", given(event("e")), patch("/events/by-slug/{e.slug}", change),
				refused(name)),
		)
	}
	return append(cases,
		check("all bad members of an update are reported at once", given(event("e")),
			patch("/events/{e.id}", js{"author": "x", "date": "foo", "timezone": "x/y"}), refused("author", "date", "timezone")),
		check("an event is not its own parent", given(event("e")), patch("/events/{e.id}", js{"post_parent": "{e.id}"}),
			survives()),
	)
}
