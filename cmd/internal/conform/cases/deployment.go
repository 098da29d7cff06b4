package cases

import "almanac/cmd/internal/conform"

func deploymentCases() []conform.Case {
	return append(inArea("deployment_language", languageReadCases(), languageWriteCases(), languageBadCases(),
		noLanguageCases()), inArea("extensions", placeExtensionCases(), ticketCases())...)
}

// forA limits cases to the deployment that has languages.
func forA(cases []conform.Case) []conform.Case {
	for i := range cases {
		cases[i].Needs.Deployment = conform.DeploymentA
	}
	return cases
}

func languageReadCases() []conform.Case {
	var cases []conform.Case
	for _, k := range resources() {
		p, one := k.plural, "/"+k.plural+"/{fr.id}"
		both := given(k.make("en", js{"{lang}": "en"}), k.make("fr", js{"{lang}": "fr"}))
		all := "/" + p + "?search={uniq}&hide_empty=0"
		if k.name == "event" {
			all = mine
		}
		cases = append(cases,
			check(p+" of one language are listed", both, get(all+"&{lang}=fr"), ok(ids(p, "fr"), is("total", 1))),
			check(p+" of the other language are listed", both, get(all+"&{lang}=en"), ok(ids(p, "en"))),
			check(p+" of all languages are listed", both, get(all), ok(idSet(p, "en", "fr"))),
			check(p+" are made in the first language", given(k.make("en")), get(all+"&{lang}=en"), ok(ids(p, "en"))),
			check(p+" that are made in the first language are none of another", given(k.make("en")), get(all+"&{lang}=fr"),
				ok(is("total", 0))),
			check("one of "+p+" is read in its language", both, get(one+"?{lang}=fr"), ok(is("id", "{fr.id}"))),
			check("one of "+p+" is read in any language", both, get(one), ok(is("id", "{fr.id}"))),
			check("one of "+p+" is not read in another language", both, get(one+"?{lang}=en"),
				fails(404, "rest-"+k.name+"-not-found")),
			check("one of "+p+" is deleted in any language", both, del(one+"?{lang}=en"), ok(is("id", "{fr.id}"))),
			check("an update of one of "+p+" finds it in any language and changes it", both.Then(patch(one, js{"{lang}": "en"})),
				get(all+"&{lang}=en"), ok(idSet(p, "en", "fr"))),
			check("an update without a language keeps that of one of "+p, both.Then(patch(one, js{"description": "x"})),
				get(one+"?{lang}=fr"), ok(is("id", "{fr.id}"))),
			check("an address of a list of "+p+" keeps the language", both, get(all+"&{lang}=fr"),
				ok(like("rest_url", `[?&]{lang}=fr(&|$)`))),
		)
		if k.post {
			cases = append(cases, check("one of "+p+" by slug is not read in another language", both,
				get("/"+p+"/by-slug/{fr.slug}?{lang}=en"), fails(404, "rest-"+k.name+"-not-found")))
		}
	}
	return forA(cases)
}

func languageWriteCases() []conform.Case {
	french := given(event("e", js{
		"{lang}": "fr", "venue": js{"venue": "Salle {uniq}"}, "organizer": js{"organizer": "Org {uniq}"},
		"categories": "cat {uniq}", "tags": "tag {uniq}",
	}))
	return forA([]conform.Case{
		check("an inline venue takes the language of its event", french, get("/venues?search={uniq}&{lang}=fr"),
			ok(is("total", 1))),
		check("an inline venue is in no other language", french, get("/venues?search={uniq}&{lang}=en"), ok(is("total", 0))),
		check("an inline organizer takes the language of its event", french, get("/organizers?search={uniq}&{lang}=fr"),
			ok(is("total", 1))),
		check("a new category takes the language of its event", french, get("/categories?search={uniq}&{lang}=fr"),
			ok(is("total", 1))),
		check("a new tag takes the language of its event", french, get("/tags?search={uniq}&{lang}=fr"), ok(is("total", 1))),
		check("links across languages are shown", given(venue("v", js{"{lang}": "en"}),
			event("e", js{"{lang}": "fr", "venue": "{v.id}"})), get("/events/{e.id}?{lang}=fr"), ok(is("venue.id", "{v.id}"))),
		check("counts do not look at the language", given(tag("t", js{"{lang}": "en"}),
			event("e", js{"{lang}": "fr", "tags": list{"{t.id}"}})), get("/tags/{t.id}?{lang}=en"), ok(is("count", 1))),
		check("link filters do not look at the language",
			given(venue("v", js{"{lang}": "en"}), event("e", js{"{lang}": "fr", "venue": "{v.id}"})),
			get(mine+"&{lang}=fr&venue={v.id}"), ok(ids("events", "e"))),
		check("slugs are unique over all languages", given(event("a", js{"{lang}": "en", "slug": "{uniq}"})),
			post("/events", newEvent(js{"{lang}": "fr", "slug": "{uniq}"})), created(is("slug", "{uniq}-2"))),
		check("a name may be used in another language", given(tag("a", js{"{lang}": "en"})),
			post("/tags", js{"{lang}": "fr", "name": "{a.name}"}), created(is("name", "{a.name}"), is("slug", "{a.slug}-2"))),
		check("a name in use in the same language is refused", given(tag("a", js{"{lang}": "fr"})),
			post("/tags", js{"{lang}": "fr", "name": "{a.name}"}), fails(400, "term_exists")),
		check("the language may stand in the query of a create", given(post("/tags?{lang}=fr", js{"name": "{uniq}"})),
			get("/tags?hide_empty=0&search={uniq}&{lang}=fr"), ok(is("total", 1))),
	})
}

func languageBadCases() []conform.Case {
	cases := []conform.Case{
		check("the index refuses an unknown language", get("?{lang}=xx"), refused("{lang}")),
		check("the documentation refuses an unknown language", get("/doc?{lang}=xx"), refused("{lang}")),
		check("the index takes a language", get("?{lang}=fr"), ok(there("routes"))),
		check("the documentation takes a language", get("/doc?{lang}=fr"), ok(there("openapi"))),
		check("the documentation names the language", get("/doc"), ok(like("", `{lang}`))),
	}
	for _, k := range resources() {
		p, r := k.plural, given(k.make("r"))
		cases = append(cases,
			check("a list of "+p+" refuses an unknown language", get("/"+p+"?{lang}=xx"), refused("{lang}")),
			check("a list of "+p+" refuses an empty language", get("/"+p+"?{lang}="), refused("{lang}")),
			check("a read of one of "+p+" refuses an unknown language", r, get("/"+p+"/{r.id}?{lang}=xx"), refused("{lang}")),
			check("a create of one of "+p+" refuses an unknown language",
				post("/"+p, merged(bodyOf(k.make("r")), []js{{"{lang}": "xx"}})), refused("{lang}")),
			check("an update of one of "+p+" refuses an unknown language", r, patch("/"+p+"/{r.id}", js{"{lang}": "xx"}),
				refused("{lang}")),
			check("a delete of one of "+p+" refuses an unknown language", r, del("/"+p+"/{r.id}?{lang}=xx"), refused("{lang}")),
		)
		if k.post {
			cases = append(cases, check("a read of one of "+p+" by slug refuses an unknown language", r,
				get("/"+p+"/by-slug/{r.slug}?{lang}=xx"), refused("{lang}")))
		}
	}
	return forA(cases)
}

func noLanguageCases() []conform.Case {
	cases := []conform.Case{
		check("the index knows no language", onlyB(), get("?{lang}=xx"), ok(unlike("", `"{lang}"`))),
		check("the documentation knows no language", onlyB(), get("/doc?{lang}=xx"), ok(unlike("", `{lang}`))),
	}
	for _, k := range resources() {
		p, r := k.plural, given(k.make("r"))
		cases = append(cases,
			check("a list of "+p+" knows no language", onlyB(), get("/"+p+"?{lang}=xx"), ok(there("total"))),
			check("a read of one of "+p+" knows no language", onlyB(), r, get("/"+p+"/{r.id}?{lang}=fr"),
				ok(is("id", "{r.id}"))),
			check("a create of one of "+p+" knows no language", onlyB(),
				post("/"+p, merged(bodyOf(k.make("r")), []js{{"{lang}": "xx"}})), created()),
		)
	}
	return cases
}

func placeExtensionCases() []conform.Case {
	located := func(as string, lat, lng float64) conform.Step { return venue(as, js{"geo_lat": lat, "geo_lng": lng}) }
	places := given(located("bern", 46.948, 7.447), located("tokyo", 35.68, 139.69), venue("nowhere"),
		event("b", js{"venue": "{bern.id}"}), event("t", js{"venue": "{tokyo.id}"}), event("n", js{"venue": "{nowhere.id}"}),
		event("o"))
	on := with("geoloc")
	cases := []conform.Case{
		check("a venue keeps its coordinates", on, located("v", 46.948, 7.447),
			created(like("geo_lat", `^46\.948`), like("geo_lng", `^7\.447`))),
		check("geoloc=true finds events at places with coordinates", on, places, get(mine+"&geoloc=true"),
			ok(ids("events", "b", "t"))),
		check("geoloc=false finds events at places without", on, places, get(mine+"&geoloc=false&venue={nowhere.id}"),
			ok(ids("events", "n"))),
		check("geoloc=false does not find events at places with coordinates", on, places, get(mine+"&geoloc=false"),
			ok(hasNot("events.*.id", "{b.id}", "{t.id}"))),
		check("a point finds events near it", on, places, get(mine+"&geoloc_lat=46.95&geoloc_lng=7.45"),
			ok(ids("events", "b"))),
		check("a point far from all places finds nothing", on, places, get(mine+"&geoloc_lat=-46.95&geoloc_lng=-7.45"),
			ok(is("total", 0))),
		check("a point and geoloc hold together", on, places, get(mine+"&geoloc=true&geoloc_lat=46.95&geoloc_lng=7.45"),
			ok(ids("events", "b"))),
		check("a point and its contrary find nothing", on, places, get(mine+"&geoloc=false&geoloc_lat=46.95&geoloc_lng=7.45"),
			ok(is("total", 0))),
		check("places near the date line are near each other", on,
			given(located("v", 0, 179.99), event("e", js{"venue": "{v.id}"})), get(mine+"&geoloc_lat=0&geoloc_lng=-179.99"),
			ok(ids("events", "e"))),
		check("an address of a list keeps the point", on, get(mine+"&geoloc_lat=46.95&geoloc_lng=7.45"),
			ok(like("rest_url", `geoloc_lat=46\.95`), like("rest_url", `geoloc_lng=7\.45`))),
		check("a latitude needs a longitude", on, get("/events?geoloc_lat=46.95"), fails(400, "", like("", `geoloc_lng`))),
		check("a longitude needs a latitude", on, get("/events?geoloc_lng=7.45"), fails(400, "", like("", `geoloc_lat`))),
	}
	for q, param := range inOrder(map[string]string{
		"geoloc_lat=abc&geoloc_lng=1":   "geoloc_lat",
		"geoloc_lat=91&geoloc_lng=1":    "geoloc_lat",
		"geoloc_lat=-90.1&geoloc_lng=1": "geoloc_lat",
		"geoloc_lat=1&geoloc_lng=181":   "geoloc_lng",
		"geoloc_lat=1&geoloc_lng=abc":   "geoloc_lng",
		"geoloc_lat=NaN&geoloc_lng=1":   "geoloc_lat",
		"geoloc_lat=1&geoloc_lng=Inf":   "geoloc_lng",
		"geoloc=maybe":                  "geoloc",
	}) {
		cases = append(cases, check(q+" is refused", on, get("/events?"+q), refused(param)))
	}
	for name, bad := range inOrder(map[string]js{
		"a latitude out of range": {"geo_lat": 91, "geo_lng": 1}, "a worded latitude": {"geo_lat": "abc", "geo_lng": 1},
	}) {
		cases = append(cases, check(name+" of a venue is refused", on, post("/venues", newVenue(bad)), refused("geo_lat")))
	}
	off := withoutExt("geoloc")
	for _, q := range []string{"geoloc=true", "geoloc=false", "geoloc_lat=1&geoloc_lng=1", "geoloc_lat=1"} {
		cases = append(cases, check(q+" is refused without the extension", off, get("/events?"+q),
			fails(400, "geoloc-not-active")))
	}
	return append(cases, check("a venue has no coordinates without the extension", off, given(venue("v")),
		get("/venues/{v.id}"), ok(gone("geo_lat"), gone("geo_lng"))))
}

func ticketCases() []conform.Case {
	on, off := with("ticketed"), withoutExt("ticketed")
	both := given(event("sold", js{"ticketed": list{"shop", "box-office"}}), event("free"))
	return []conform.Case{
		check("an event is not ticketed unless told so", on, given(event("e")), get("/events/{e.id}"),
			ok(is("ticketed", false))),
		check("an event names its ticket providers", on, both, get("/events/{sold.id}"),
			ok(set("ticketed", "shop", "box-office"))),
		check("ticketed=true finds events with tickets", on, both, get(mine+"&ticketed=true"), ok(ids("events", "sold"))),
		check("ticketed=false finds events without", on, both, get(mine+"&ticketed=false"), ok(ids("events", "free"))),
		check("without ticketed all events are found", on, both, get(mine), ok(ids("events", "sold", "free"))),
		check("a worded ticketed is refused", on, get("/events?ticketed=maybe"), refused("ticketed")),
		check("an empty ticketed is refused", on, get("/events?ticketed="), refused("ticketed")),
		check("tickets are kept by an update", on, both, patch("/events/{sold.id}", js{"excerpt": "x"}),
			ok(set("ticketed", "shop", "box-office"))),
		check("ticketed is refused without the extension", off, get("/events?ticketed=true"),
			fails(400, "ticketed-not-active")),
		check("events have no ticketed without the extension", off, given(event("e")), get(mine),
			ok(gone("events.0.ticketed"))),
	}
}
