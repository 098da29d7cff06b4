package cases

import "almanac/cmd/internal/conform"

func searchCases() []conform.Case {
	search := func(name, title, query string, found bool) conform.Case {
		names := []string{}
		if found {
			names = append(names, "e")
		}
		return check(name, given(event("e", js{"title": title + " {uniq}"})), get("/events?"+wide+"&search={uniq} "+query),
			ok(ids("events", names...)))
	}
	words := given(event("e", js{"title": "{uniq}", "description": "<p>Loud <b>mu</b>sic</p>", "excerpt": "short talk"}))
	return []conform.Case{
		search("a search finds a word of the title", "Spring gala", "gala", true),
		search("all words of a search must occur", "Spring gala", "gala autumn", false),
		search("words of a search may stand in any order", "Spring gala", "gala spring", true),
		search("a search does not look at case", "Spring gala", "GALA", true),
		search("a search does not look at case beyond ASCII", "ÜBERSEE", "übersee", true),
		search("a search does not look at accents", "Café crème", "cafe creme", true),
		search("a search with accents finds plain words", "Cafe creme", "café", true),
		search("a search finds parts of words", "Springtime", "ringti", true),
		search("a search finds words of one letter", "Plan b", "b", true),
		search("a search finds words of other scripts", "東京 まつり", "東京", true),
		search("a phrase must occur as it is", "Spring gala", `"spring gala"`, true),
		search("a phrase in another order is not found", "Spring gala", `"gala spring"`, false),
		search("a word with a minus must not occur", "Spring gala", "-gala", false),
		search("a word with a minus that does not occur is no hindrance", "Spring gala", "-autumn", true),
		search("a percent sign is only itself", "Spring gala", "s%25g", false),
		search("a percent sign is found", "100% gala", "100%25", true),
		search("an underscore is only itself", "Spring gala", "spr_ng", false),
		search("an underscore is found", "snake_case", "snake_case", true),
		search("a backslash breaks nothing", "Spring gala", "%5C", false),
		search("an apostrophe breaks nothing", "It's gala", "it's", true),
		search("a multiplication sign is found as x", "Tables 10×5", "10x5", true),
		search("an x is found as a multiplication sign", "Tables 10x5", "10×5", true),
		search("an apostrophe of print is found as one of the keyboard", "Don’t stop", "don't", true),
		search("a dash is found as a hyphen", "Season 2026–2027", "2026-2027", true),
		search("a phrase in quotes of print must occur as it is", "Spring gala", "“gala spring”", false),
		check("a search finds words of the description", words, get("/events?"+wide+"&search={uniq} loud"),
			ok(ids("events", "e"))),
		check("a search does not see tags in the description", words, get("/events?"+wide+"&search={uniq} music"),
			ok(ids("events", "e"))),
		check("a search does not find the names of tags", words, get("/events?"+wide+`&search={uniq} "<b>"`),
			ok(ids("events"))),
		check("a search finds words of the excerpt", words, get("/events?"+wide+"&search={uniq} talk"),
			ok(ids("events", "e"))),
		check("words of a search may come from different parts", words, get("/events?"+wide+"&search={uniq} loud talk"),
			ok(ids("events", "e"))),
		check("a search does not find a venue's name", given(venue("v", js{"venue": "Hall {uniq}"}),
			event("e", js{"title": "Talk", "venue": "{v.id}"})), get(mine), ok(is("total", 0))),
		check("a search sees what an update changed", given(event("e", js{"title": "Old {uniq}"}),
			patch("/events/{e.id}", js{"title": "New {uniq}"})), get("/events?"+wide+"&search={uniq} new"),
			ok(ids("events", "e"))),
		check("a search forgets what an update changed",
			given(event("e", js{"title": "Old {uniq}"}), patch("/events/{e.id}", js{"title": "New {uniq}"})),
			get("/events?"+wide+"&search={uniq} old"), ok(ids("events"))),
	}
}

func eventFlagCases() []conform.Case {
	both := given(event("f", js{"featured": true}), event("p"))
	protected := given(venue("v"), event("e", js{
		"description": "secret", "excerpt": "secret", "cost": "5", "website": "https://secret.example/", "venue": "{v.id}",
		"post_password": "sesame",
	}))
	return []conform.Case{
		check("featured=true finds featured events", both, get(mine+"&featured=true"), ok(ids("events", "f"))),
		check("featured=false finds the others", both, get(mine+"&featured=false"), ok(ids("events", "p"))),
		check("without featured all are found", both, get(mine), ok(ids("events", "f", "p"))),
		check("featured=true may find nothing", given(event("p")), get(mine+"&featured=true"),
			ok(is("events", list{}), is("total", 0))),
		check("hidden events are not listed", given(event("h", js{"hide_from_listings": true}), event("p")), get(mine),
			ok(ids("events", "p"), is("total", 1))),
		check("post_parent finds the children of an event", given(event("p"), event("c", js{"post_parent": "{p.id}"})),
			get(mine+"&post_parent={p.id}"), ok(ids("events", "c"))),
		check("post_parent of an event without children finds nothing", given(event("p")), get(mine+"&post_parent={p.id}"),
			ok(is("total", 0))),
		check("an unknown post_parent is refused", get("/events?post_parent="+nobody), refused("post_parent")),
		check("a word as post_parent is refused", get("/events?post_parent=abc"), refused("post_parent")),
		check("a venue as post_parent is refused", given(venue("v")), get("/events?post_parent={v.id}"),
			refused("post_parent")),
		check("protected events stay in lists", protected, get(mine), ok(ids("events", "e"))),
		check("protected events show no text in lists", protected, get(mine),
			ok(is("events.0.description", ""), is("events.0.excerpt", ""), is("events.0.cost", ""), is("events.0.website", ""),
				is("events.0.image", false))),
		check("protected events show no switches in lists", protected, get(mine),
			ok(is("events.0.all_day", nil), is("events.0.show_map", nil), is("events.0.show_map_link", nil),
				is("events.0.sticky", nil), is("events.0.featured", nil), is("events.0.hide_from_listings", nil))),
		check("protected events show no relations in lists", protected, get(mine),
			ok(is("events.0.venue", list{}), is("events.0.organizer", list{}), is("events.0.categories", list{}),
				is("events.0.tags", list{}))),
		check("protected events show no costs in lists", protected, get(mine),
			ok(is("events.0.cost_details.values", list{}))),
		check("the right password shows a protected event in lists", protected, get(mine+"&password=sesame"),
			ok(like("events.0.description", "secret"), is("events.0.venue.id", "{v.id}"))),
		check("a wrong password shows nothing more", protected, get(mine+"&password=wrong"),
			ok(is("events.0.description", ""))),
		check("the password itself is never shown", protected, get(mine+"&password=sesame"), ok(unlike("", "sesame"))),
	}
}
