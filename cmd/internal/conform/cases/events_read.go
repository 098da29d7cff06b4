package cases

import "almanac/cmd/internal/conform"

func eventsReadCases() []conform.Case {
	return inArea("events_read", eventShapeCases(), eventLinkShapeCases(), readStateCases(), protectedCases(),
		schemaCases())
}

// eventKeys are the keys of a single event, less those of extensions.
const eventKeys = "id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url " +
	"title description excerpt slug image " +
	"all_day start_date start_date_details end_date end_date_details utc_start_date utc_start_date_details " +
	"utc_end_date utc_end_date_details " +
	"timezone timezone_abbr cost cost_details website show_map show_map_link hide_from_listings sticky featured " +
	"categories tags venue organizer custom_fields"

const stamp = `^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`

func eventShapeCases() []conform.Case {
	one := given(event("e"))
	read := get("/events/{e.id}")
	return []conform.Case{
		check("an event has its keys in order", with("ticketed"), one, read,
			ok(keysInOrder("", eventKeys+" ticketed json_ld"))),
		check("an event without the extension has no ticketed", withoutExt("ticketed"), one, read,
			ok(keysInOrder("", eventKeys+" json_ld"), gone("ticketed"))),
		check("an event in a list has no json_ld", one, get(mine),
			ok(keysHave("events.0", eventKeys), gone("events.0.json_ld"))),
		check("an event's global id has its id", one, read,
			ok(like("global_id", `^[^?]+\?id={e.id}$`), is("global_id_lineage", list{"{e.global_id}"}))),
		check("an event's author is a text of digits", one, read, ok(typed("author", "string"), like("author", `^\d+$`))),
		check("an event's dates have one form", one, read,
			ok(like("date", stamp), like("date_utc", stamp), like("modified", stamp), like("modified_utc", stamp))),
		check("an event has addresses on the site and in the interface", one, read,
			ok(like("url", `^https?://.+/event/{e.slug}/$`), like("rest_url", `^https?://.+/events/{e.id}/?$`))),
		check("an event's rest_url leads to it", one, get("{e.rest_url}"), ok(is("id", "{e.id}"))),
		check("a bare event is empty", one, read, ok(is("description", ""), is("excerpt", ""), is("image", false),
			is("cost", ""), is("cost_details.values", list{}), is("venue", list{}), is("organizer", list{}),
			is("categories", list{}), is("tags", list{}), is("custom_fields", list{}))),
		check("a bare event has no currency", one, read,
			ok(is("cost_details", js{"currency_symbol": "", "currency_code": "", "currency_position": "", "values": list{}}))),
		check("an event's switches are false unless set", one, read,
			ok(is("all_day", false), is("show_map", false), is("show_map_link", false), is("hide_from_listings", false),
				is("sticky", false), is("featured", false))),
		check("an event without a website shows its own address", one, read, ok(is("website", "{e.url}"))),
		check("an event shows the website that was written", given(event("e", js{"website": "https://example.com/x"})), read,
			ok(is("website", "https://example.com/x"))),
		check("an event's start is told in parts", one, read, ok(is("start_date", "2030-05-01 10:00:00"),
			is("start_date_details", js{
				"year": "2030", "month": "05", "day": "01", "hour": "10", "minutes": "00", "seconds": "00",
			}))),
		check("the parts of a date have an order", one, read,
			ok(keysAre("end_date_details", "year month day hour minutes seconds"),
				keysAre("utc_end_date_details", "year month day hour minutes seconds"))),
		check("an event's times are told in UTC", given(event("e", js{"timezone": "Asia/Tokyo"})), read,
			ok(is("utc_start_date", "2030-05-01 01:00:00"), is("utc_end_date", "2030-05-01 03:00:00"),
				is("utc_start_date_details", js{
					"year": "2030", "month": "05", "day": "01", "hour": "01", "minutes": "00", "seconds": "00",
				}))),
		check("an event by slug is the event by id", one, get("/events/by-slug/{e.slug}"),
			ok(is("id", "{e.id}"), is("title", "{e.title}"), is("rest_url", "{e.rest_url}"), typed("json_ld", "object"))),
		check("an event of another kind is not found", given(venue("v")), get("/events/{v.id}"),
			fails(404, "rest-event-not-found")),
		check("an event is found by its slug in any letter case", given(event("e", js{"slug": "éa-{uniq}"})),
			get("/events/by-slug/ÉA-{uniq}"), ok(is("id", "{e.id}"))),
		check("an event is updated by its slug in any letter case", given(event("e", js{"slug": "ab-{uniq}"})),
			patch("/events/by-slug/Ab-{uniq}", js{"title": "New {uniq}"}),
			ok(is("id", "{e.id}"), is("title", "New {uniq}"), is("slug", "ab-{uniq}"))),
		check("the address of an event is a URI", given(event("e", js{"title": "Café {uniq}"})), get("/events/{e.id}"),
			ok(is("slug", "café-{uniq}"), like("url", `/event/caf%C3%A9-{uniq}/$`), like("website", `/event/caf%C3%A9-{uniq}/$`),
				like("json_ld.url", `/event/caf%C3%A9-{uniq}/$`))),
		check("a venue's slug is no event", given(venue("v")), get("/events/by-slug/{v.slug}"),
			fails(404, "rest-event-not-found")),
		check("a password for an event without one changes nothing", one, get("/events/{e.id}?password=x"),
			ok(is("id", "{e.id}"))),
	}
}

func eventLinkShapeCases() []conform.Case {
	linked := given(venue("v", js{"city": "Bern"}), organizer("a"), organizer("b"), category("c"),
		category("d", js{"parent": "{c.id}"}), tag("t"),
		event("e", js{
			"venue": "{v.id}", "organizer": list{"{b.id}", "{a.id}"}, "categories": list{"{d.id}", "{c.id}"},
			"tags": list{"{t.id}"},
		}))
	read := get("/events/{e.id}")
	const termKeys = "name slug term_group term_taxonomy_id taxonomy description parent count filter id urls"
	return []conform.Case{
		check("one venue is an object", linked, read, ok(typed("venue", "object"), is("venue.id", "{v.id}"),
			is("venue.venue", "{v.venue}"), is("venue.city", "Bern"))),
		check("several venues are a list", given(venue("v"), venue("w"), event("e", js{"venue": list{"{w.id}", "{v.id}"}})),
			read, ok(typed("venue", "array"), idSet("venue", "v", "w"))),
		check("organizers are a list in the order written", linked, read,
			ok(ids("organizer", "b", "a"), is("organizer.0.organizer", "{b.organizer}"))),
		check("one organizer is a list too", given(organizer("o"), event("e", js{"organizer": "{o.id}"})), read,
			ok(ids("organizer", "o"))),
		check("embedded categories have their keys in order", linked, read,
			ok(keysAre("categories.0", termKeys), keysAre("tags.0", termKeys))),
		check("embedded categories come by name", linked, read, ok(ids("categories", "c", "d"))),
		check("embedded terms name their taxonomy", linked, read,
			ok(is("categories.0.taxonomy", "tribe_events_cat"), is("tags.0.taxonomy", "post_tag"), is("tags.0.filter", "raw"),
				is("tags.0.term_group", 0), is("tags.0.parent", 0))),
		check("embedded terms count their events", linked, read, ok(is("categories.0.count", 1), is("tags.0.count", 1))),
		check("embedded terms have addresses", linked, read,
			ok(like("categories.0.urls.self", `/categories/{c.id}$`), like("categories.0.urls.collection", `/categories/?$`),
				gone("categories.0.urls.up"), like("categories.1.urls.up", `/categories/{c.id}$`),
				like("tags.0.urls.self", `/tags/{t.id}$`))),
		check("embedded venues have json_ld in a single read", linked, read,
			ok(is("venue.json_ld.@type", "Place"), is("organizer.0.json_ld.@type", "Person"))),
		check("events in lists embed their records", linked, get(mine),
			ok(is("events.0.venue.id", "{v.id}"), ids("events.0.organizer", "b", "a"), ids("events.0.categories", "c", "d"),
				ids("events.0.tags", "t"))),
		check("a trashed venue is no longer shown", linked.Then(del("/venues/{v.id}")), read, ok(is("venue", list{}))),
		check("a trashed organizer is no longer shown", linked.Then(del("/organizers/{b.id}")), read,
			ok(ids("organizer", "a"))),
		check("a trashed venue is no longer shown in lists", linked.Then(del("/venues/{v.id}")), get(mine),
			ok(is("events.0.venue", list{}))),
		check("a restored venue is shown again", linked.Then(del("/venues/{v.id}"),
			patch("/venues/{v.id}", js{"status": "publish"})), read, ok(is("venue.id", "{v.id}"))),
		check("a restored organizer is shown again", linked.Then(del("/organizers/{a.id}"),
			patch("/organizers/{a.id}", js{"status": "publish"})), read, ok(ids("organizer", "b", "a"))),
		check("a deleted category is no longer shown", linked.Then(del("/categories/{d.id}")), read,
			ok(ids("categories", "c"))),
		check("a deleted tag is no longer shown", linked.Then(del("/tags/{t.id}")), read, ok(is("tags", list{}))),
		check("visitors do not see a draft venue of an event",
			given(venue("v", js{"status": "draft"}), event("e", js{"venue": "{v.id}"})), read.By(conform.Visitor),
			ok(is("venue", list{}))),
		check("editors see a draft venue of an event", given(venue("v", js{"status": "draft"}),
			event("e", js{"venue": "{v.id}"})), read.By(conform.Editor), ok(is("venue.id", "{v.id}"))),
		check("visitors do not see a draft organizer of an event",
			given(organizer("o", js{"status": "draft"}), organizer("p"), event("e", js{"organizer": list{"{o.id}", "{p.id}"}})),
			read.By(conform.Visitor), ok(ids("organizer", "p"), unlike("json_ld", " o\""))),
		check("one of two venues that may be seen is an object",
			given(venue("v", js{"status": "draft"}), venue("w"), event("e", js{"venue": list{"{v.id}", "{w.id}"}})),
			read.By(conform.Visitor), ok(is("venue.id", "{w.id}"))),
	}
}

func readStateCases() []conform.Case {
	var cases []conform.Case
	for _, k := range posts() {
		notAvailable := k.name + "-not-accessible"
		trashed := notAvailable
		if k.name == "event" {
			trashed = "event-no-longer-available"
		}
		one, slug := "/"+k.plural+"/{r.id}", "/"+k.plural+"/by-slug/{r.slug}"
		for _, status := range []string{"draft", "pending", "private"} {
			stored := given(k.make("r", js{"status": status}))
			cases = append(cases,
				check("visitors may not read "+k.plural+" of status "+status, stored, get(one).By(conform.Visitor),
					fails(403, notAvailable)),
				check("visitors may not read "+k.plural+" by slug of status "+status, stored, get(slug).By(conform.Visitor),
					fails(403, notAvailable)),
				check("subscribers may not read "+k.plural+" of status "+status, stored, get(one).By(conform.Subscriber),
					fails(403, notAvailable)),
				check("editors may read "+k.plural+" of status "+status, stored, get(one).By(conform.Editor),
					ok(is("status", status))),
				check("editors may read "+k.plural+" by slug of status "+status, stored, get(slug).By(conform.Editor),
					ok(is("status", status))),
				check("authors may not read "+k.plural+" of others of status "+status, stored, get(one).By(conform.Author),
					fails(403, notAvailable)),
				check("authors may read their own "+k.plural+" of status "+status,
					given(k.make("r", js{"status": status}).By(conform.Author)), get(one).By(conform.Author),
					ok(is("status", status))),
			)
		}
		cases = append(cases,
			check("visitors may not read scheduled "+k.plural, given(k.make("r", js{"date": "2033-01-01 00:00:00"})),
				get(one).By(conform.Visitor), fails(403, notAvailable)),
			check("visitors may not read trashed "+k.plural, given(k.make("r"), del(one)), get(one).By(conform.Visitor),
				fails(403, trashed)),
			check("the administrator may read trashed "+k.plural, given(k.make("r"), del(one)), get(one),
				ok(is("status", "trash"), is("slug", "{r.slug}__trashed"))),
			check("trashed "+k.plural+" are no longer found by their slug", given(k.make("r"), del(one)), get(slug),
				fails(404, "rest-"+k.name+"-not-found")),
			check("deleted "+k.plural+" are not found", given(k.make("r"), del(one+"?force=true")), get(one),
				fails(404, "rest-"+k.name+"-not-found")),
			check("visitors may read published "+k.plural, given(k.make("r")), get(one).By(conform.Visitor),
				ok(is("id", "{r.id}"))),
		)
	}
	return cases
}

func protectedCases() []conform.Case {
	secret := given(event("e", js{"description": "secret", "post_password": "sesame"}))
	const denied = "event-password-protected"
	return []conform.Case{
		check("a protected event is not shown without its password", secret, get("/events/{e.id}"),
			fails(403, denied, unlike("", "secret"))),
		check("a protected event is not shown by slug without its password", secret, get("/events/by-slug/{e.slug}"),
			fails(403, denied)),
		check("a wrong password shows nothing", secret, get("/events/{e.id}?password=wrong"), fails(403, denied)),
		check("the right password shows a protected event", secret, get("/events/{e.id}?password=sesame"),
			ok(like("description", "secret"), unlike("", "sesame"))),
		check("the right password shows a protected event by slug", secret, get("/events/by-slug/{e.slug}?password=sesame"),
			ok(like("description", "secret"))),
		check("a password is compared to the letter", secret, get("/events/{e.id}?password=Sesame"), fails(403, denied)),
		check("visitors with the password may read", secret, get("/events/{e.id}?password=sesame").By(conform.Visitor),
			ok(is("id", "{e.id}"))),
		check("editors need the password too", secret, get("/events/{e.id}").By(conform.Editor), fails(403, denied)),
		check("editors who edit need no password", secret, get("/events/{e.id}?context=edit").By(conform.Editor),
			ok(like("description", "secret"))),
		check("visitors do not get around a password by context=edit", secret,
			get("/events/{e.id}?context=edit").By(conform.Visitor), fails(403, denied)),
		check("a protected event has no json_ld", secret, get("/events/{e.id}?password=sesame"),
			ok(unlike("", `"@context"`))),
		check("the writer of a protected event sees it whole",
			post("/events", newEvent(js{"description": "secret", "post_password": "sesame"})),
			created(like("description", "secret"), gone("post_password"), unlike("", "sesame"))),
		check("an update of a protected event is shown whole", secret, patch("/events/{e.id}", js{"excerpt": "more"}),
			ok(like("description", "secret"), like("excerpt", "more"))),
		check("an empty password takes the protection away", secret.Then(patch("/events/{e.id}", js{"post_password": ""})),
			get("/events/{e.id}"), ok(like("description", "secret"))),
		check("the credential of an update sets no password",
			given(event("e"), patch("/events/{e.id}", js{"password": "newpass"})), get("/events/{e.id}"),
			ok(is("id", "{e.id}"))),
		check("another update keeps the protection", secret.Then(patch("/events/{e.id}", js{"excerpt": "more"})),
			get("/events/{e.id}"), fails(403, denied)),
	}
}

func schemaCases() []conform.Case {
	full := given(venue("v", js{
		"city": "Bern", "country": "Switzerland", "address": "1 Way", "zip": "3000", "phone": "1",
	}), organizer("o", js{"phone": "2", "email": "a@example.com"}), organizer("p"),
		event("e", js{
			"description": "<p>Loud <b>music</b></p>", "cost": "$10", "venue": "{v.id}", "organizer": list{"{o.id}", "{p.id}"},
			"timezone": "America/New_York",
		}))
	read := get("/events/{e.id}")
	return []conform.Case{
		check("an event is described as schema.org does", full, read,
			ok(is("json_ld.@type", "Event"), like("json_ld.@context", `^https?://schema\.org/?$`),
				is("json_ld.name", "{e.title}"), is("json_ld.url", "{e.url}"))),
		check("a schema.org event has times with offsets", full, read,
			ok(is("json_ld.startDate", "2030-05-01T10:00:00-04:00"), is("json_ld.endDate", "2030-05-01T12:00:00-04:00"))),
		check("a schema.org event has mode and status", full, read,
			ok(like("json_ld.eventAttendanceMode", `schema\.org/OfflineEventAttendanceMode$`),
				like("json_ld.eventStatus", `schema\.org/EventScheduled$`), is("json_ld.performer", "Organization"))),
		check("a schema.org event has a place", full, read,
			ok(is("json_ld.location.@type", "Place"), is("json_ld.location.name", "{v.venue}"),
				is("json_ld.location.address.addressLocality", "Bern"), is("json_ld.location.address.postalCode", "3000"),
				is("json_ld.location.telephone", "1"))),
		check("a schema.org event has its first organizer", full, read,
			ok(is("json_ld.organizer.@type", "Person"), is("json_ld.organizer.name", "{o.organizer}"))),
		check("a schema.org event with a cost has an offer", full, read,
			ok(is("json_ld.offers.@type", "Offer"), is("json_ld.offers.price", "10"), is("json_ld.offers.url", "{e.url}"))),
		check("a schema.org event without a cost has no offer", given(event("e")), read, ok(gone("json_ld.offers"))),
		check("a schema.org event without a venue has no place", given(event("e")), read,
			ok(gone("json_ld.location"), gone("json_ld.organizer"))),
		check("a schema.org description is text", full, read,
			ok(like("json_ld.description", `Loud`), unlike("json_ld.description", `<b>`))),
		check("a schema.org event shows no venue that visitors may not read",
			given(venue("v", js{"status": "draft"}), event("e", js{"venue": "{v.id}"})), read.By(conform.Visitor),
			ok(gone("json_ld.location"))),
	}
}
