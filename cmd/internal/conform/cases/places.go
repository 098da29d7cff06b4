package cases

import (
	"fmt"
	"strings"

	"almanac/cmd/internal/conform"
)

// placesCases are about venues and organizers, which mirror each other.
func placesCases() []conform.Case {
	all := posts()
	return append(
		inArea("venues", placeCases(all[1]), placeListCases(all[1]), placeWriteCases(all[1]), venueOnlyCases()),
		inArea("organizers", placeCases(all[2]), placeListCases(all[2]), placeWriteCases(all[2]), organizerOnlyCases())...,
	)
}

func placeCases(k resource) []conform.Case {
	one, list1 := "/"+k.plural+"/{r.id}", "/"+k.plural+"?search={uniq}"
	r := given(k.make("r"))
	return []conform.Case{
		check(k.plural+" have an address on the site", r, get(one),
			ok(like("url", `^https?://.+/`+k.name+`/{r.slug}/$`), like("global_id", `^[^?]+\?id={r.id}$`),
				is("global_id_lineage", list{"{r.global_id}"}))),
		check(k.plural+" have dates and an author", r, get(one),
			ok(like("author", `^\d+$`), typed("author", "string"), like("date", stamp), like("date_utc", stamp),
				like("modified", stamp), like("modified_utc", stamp))),
		check(k.plural+" leave empty values out", r, get(one),
			ok(gone("description"), gone("excerpt"), gone("image"), gone("phone"), gone("website"))),
		check(k.plural+" by slug are those by id", r, get("/"+k.plural+"/by-slug/{r.slug}"),
			ok(is("id", "{r.id}"), typed("json_ld", "object"))),
		check(k.plural+" in lists have no json_ld", r, get(list1), ok(ids(k.plural, "r"), gone(k.plural+".0.json_ld"))),
		check("an event is none of the "+k.plural, given(event("e")), get("/"+k.plural+"/{e.id}"),
			fails(404, "rest-"+k.name+"-not-found")),
		check(k.plural+" are found by their slug in any letter case", given(k.make("r", js{k.name: "Ab {uniq}"})),
			get("/"+k.plural+"/by-slug/AB-{uniq}"), ok(is("id", "{r.id}"))),
		check("an event's slug is none of the "+k.plural, given(event("e")), get("/"+k.plural+"/by-slug/{e.slug}"),
			fails(404, "rest-"+k.name+"-not-found")),
		check("an event is not updated among "+k.plural, given(event("e")), patch("/"+k.plural+"/{e.id}", js{k.title: "x"}),
			fails(404, "rest-"+k.name+"-not-found")),
		check("an event is not deleted among "+k.plural, given(event("e")), del("/"+k.plural+"/{e.id}"),
			fails(404, "rest-"+k.name+"-not-found")),
		check(k.plural+" ignore a password", r, get(one+"?password=x"), ok(is("id", "{r.id}"))),
	}
}

func placeListCases(k resource) []conform.Case {
	p := k.plural
	mine := "/" + p + "?search={uniq}"
	three := given(k.make("a", js{"date": "2026-01-01 00:00:00"}), k.make("b", js{"date": "2026-01-03 00:00:00"}),
		k.make("c", js{"date": "2026-01-02 00:00:00"}))
	soon := func(as, status string) conform.Step {
		return event(as, js{k.name: "{up.id}", "status": status, "start_date": "{day+20}", "end_date": "{day+21}"})
	}
	drafts := given(k.make("pub"), k.make("dra", js{"status": "draft"}), k.make("tra"), del("/"+p+"/{tra.id}"))
	used := given(k.make("used"), k.make("idle"), event("e", js{k.name: "{used.id}"}))
	cases := []conform.Case{
		check(p+" come by date, the newest first", three, get(mine), ok(ids(p, "b", "c", "a"), is("total", 3))),
		check(p+" of one date come by id, the newest first",
			given(k.make("a", js{"date": "2026-01-01 00:00:00"}), k.make("b", js{"date": "2026-01-01 00:00:00"})), get(mine),
			ok(ids(p, "b", "a"))),
		check(p+" can be ordered by title", three, get(mine+"&orderby=title&order=asc"), ok(ids(p, "a", "b", "c"))),
		check(p+" can be ordered by title downwards", three, get(mine+"&orderby=title&order=desc"),
			ok(ids(p, "c", "b", "a"))),
		check(p+" can be ordered by id", three, get(mine+"&orderby=id&order=asc"), ok(ids(p, "a", "b", "c"))),
		check(p+" can be ordered by date", three, get(mine+"&orderby=date&order=asc"), ok(ids(p, "a", "c", "b"))),
		check(p+" take an unknown order as the default", three, get(mine+"&orderby=bogus"), ok(ids(p, "b", "c", "a"))),
		check("a page of "+p+" has a next one", three, get(mine+"&per_page=2"),
			ok(ids(p, "b", "c"), is("total_pages", 2), like("next_rest_url", `[?&]page=2(&|$)`), gone("previous_rest_url"))),
		check("the last page of "+p+" has a previous one", three, get(mine+"&per_page=2&page=2"),
			ok(ids(p, "a"), gone("next_rest_url"), unlike("previous_rest_url", `[?&]page=`))),
		check("the next page of "+p+" can be followed", three.Then(get(mine+"&per_page=2").As("first")),
			get("{first.next_rest_url}"), ok(ids(p, "a"))),
		check("an empty list of "+p+" has totals of zero", get(mine),
			ok(is(p, list{}), is("total", 0), is("total_pages", 0), keysAre("", p+" rest_url total total_pages"))),
		check("a page of "+p+" past the end is not found", three, get(mine+"&page=2"),
			fails(404, k.name+"-archive-page-not-found")),
		check("more than 50 "+p+" a page are 50", get(mine+"&per_page=51"), ok(like("rest_url", `[?&]per_page=50(&|$)`))),
		check(p+" of deployment A come by 12", onlyA(), get(mine), ok(like("rest_url", `[?&]per_page=12(&|$)`))),
		check(p+" of deployment B come by 10", onlyB(), get(mine), ok(like("rest_url", `[?&]per_page=10(&|$)`))),
		check("an address of a list of "+p+" keeps the search", get(mine),
			ok(like("rest_url", `search={uniq}`), like("rest_url", `[?&]page=1(&|$)`))),
		check("visitors see published "+p, drafts, get(mine).By(conform.Visitor), ok(ids(p, "pub"), is("total", 1))),
		check("editors see drafts of "+p, drafts, get(mine).By(conform.Editor), ok(idSet(p, "pub", "dra"))),
		check("editors may ask for draft "+p, drafts, get(mine+"&status=draft").By(conform.Editor), ok(ids(p, "dra"))),
		check("editors may ask for any "+p, drafts, get(mine+"&status=any").By(conform.Editor), ok(idSet(p, "pub", "dra"))),
		check("editors may ask for the trash of "+p, drafts, get(mine+"&status=trash").By(conform.Editor), ok(ids(p, "tra"))),
		check("authors do not see others' drafts of "+p, drafts, get(mine).By(conform.Author), ok(ids(p, "pub"))),
		check("authors see their own drafts of "+p, given(k.make("own", js{"status": "draft"}).By(conform.Author)),
			get(mine).By(conform.Author), ok(ids(p, "own"))),
		check("the "+p+" of an event are listed", used, get("/"+p+"?event={e.id}"), ok(ids(p, "used"), is("total", 1))),
		check("an event without "+p+" lists none", given(event("e")), get("/"+p+"?event={e.id}"),
			ok(is(p, list{}), is("total", 0))),
		check("an unknown event lists no "+p, get("/"+p+"?event="+nobody), refused("event")),
		check("a word as event lists no "+p, get("/"+p+"?event=abc"), refused("event")),
		check("zero as event lists no "+p, get("/"+p+"?event=0"), refused("event")),
		check("another kind as event lists no "+p, given(k.make("r")), get("/"+p+"?event={r.id}"), refused("event")),
		check("a draft event does not exist for visitors of "+p, given(event("e", js{"status": "draft"})),
			get("/"+p+"?event={e.id}").By(conform.Visitor), refused("event")),
		check("an event's draft "+p+" are not listed for visitors",
			given(k.make("d", js{"status": "draft"}), event("e", js{k.name: "{d.id}"})),
			get("/"+p+"?event={e.id}").By(conform.Visitor), ok(is("total", 0))),
		check("an event's draft "+p+" are listed for editors",
			given(k.make("d", js{"status": "draft"}), event("e", js{k.name: "{d.id}"})),
			get("/"+p+"?event={e.id}").By(conform.Editor), ok(ids(p, "d"))),
		check("has_events finds "+p+" with events", used, get(mine+"&has_events=true"), ok(ids(p, "used"))),
		check("has_events=false finds "+p+" without events", used, get(mine+"&has_events=false"), ok(ids(p, "idle"))),
		check("has_events that is no boolean is false among "+p, used, get(mine+"&has_events=abc"), ok(ids(p, "idle"))),
		check("drafts are no events of "+p, given(k.make("x"), event("d", js{k.name: "{x.id}", "status": "draft"}),
			event("p", js{k.name: "{x.id}", "status": "pending"})), get(mine+"&has_events=true"), ok(is("total", 0))),
		check("only_with_upcoming finds "+p+" with events to come", given(k.make("up"), k.make("idle"), soon("e", "publish")),
			get(mine+"&only_with_upcoming=true"), ok(ids(p, "up"))),
		check("only_with_upcoming=false is no filter on "+p, given(k.make("up"), k.make("idle"), soon("e", "publish")),
			get(mine+"&only_with_upcoming=false"), ok(idSet(p, "up", "idle"))),
		check("only_with_upcoming that is no boolean is no filter on "+p,
			given(k.make("up"), k.make("idle"), soon("e", "publish")), get(mine+"&only_with_upcoming=abc"),
			ok(idSet(p, "up", "idle"))),
		check("past events are not to come for "+p, given(k.make("up"),
			event("e", js{k.name: "{up.id}", "start_date": "2020-01-01", "end_date": "2020-01-02"})),
			get(mine+"&only_with_upcoming=true"), ok(is("total", 0))),
		check("drafts to come do not count for visitors of "+p, given(k.make("up"), soon("e", "draft"), soon("f", "pending")),
			get(mine+"&only_with_upcoming=true").By(conform.Visitor), ok(is("total", 0))),
		check("drafts to come count for editors of "+p, given(k.make("up"), soon("e", "draft")),
			get(mine+"&only_with_upcoming=true").By(conform.Editor), ok(ids(p, "up"))),
		check("private events to come do not count for visitors of "+p, given(k.make("up"), soon("e", "private")),
			get(mine+"&only_with_upcoming=true").By(conform.Visitor), ok(is("total", 0))),
		check("private events to come count for editors of "+p, given(k.make("up"), soon("e", "private")),
			get(mine+"&only_with_upcoming=true").By(conform.Editor), ok(ids(p, "up"))),
	}
	return append(cases, placeSearchCases(k, mine)...)
}

func placeSearchCases(k resource, mine string) []conform.Case {
	fields := map[string]string{
		"description": "<p>{uniq} quiet hall</p>", "excerpt": "{uniq} quiet hall", "phone": "{uniq} quiet hall",
	}
	if k.name == "venue" {
		for _, f := range []string{"address", "city", "province", "state", "stateprovince", "zip"} {
			fields[f] = "{uniq} quiet hall"
		}
	} else {
		fields["email"] = "quiet.hall@{uniq}.example"
	}
	var cases []conform.Case
	for f, text := range inOrder(fields) {
		record := given(k.make("r", js{k.title: "Plain", f: text}))
		cases = append(cases,
			check(fmt.Sprintf("a search of %s looks into %s", k.plural, f), record, get(mine), ok(ids(k.plural, "r"))),
			check(fmt.Sprintf("a search of %s finds several words in any case in %s", k.plural, f), record, get(mine+" QUIET"),
				ok(ids(k.plural, "r"))),
		)
	}
	split := given(k.make("r", js{k.title: "{uniq} alpha", "description": "omega"}))
	return append(cases,
		check("a search of "+k.plural+" finds words of any case", given(k.make("r", js{k.title: "Grand {uniq}"})),
			get(mine+" gRaNd"), ok(ids(k.plural, "r"))),
		check("a search of "+k.plural+" finds words without their accents", given(k.make("r", js{k.title: "Café {uniq}"})),
			get(mine+" cafe"), ok(ids(k.plural, "r"))),
		check("words of a search of "+k.plural+" must occur in one field", split, get(mine+" omega"), ok(is("total", 0))),
		check("words of a search of "+k.plural+" that stand in one field are found", split, get(mine+" alpha"),
			ok(ids(k.plural, "r"))),
		check("a search of "+k.plural+" takes percent signs as they are", split, get(mine+" a%25a"), ok(is("total", 0))),
	)
}

func placeWriteCases(k resource) []conform.Case {
	path, one, slug := "/"+k.plural, "/"+k.plural+"/{r.id}", "/"+k.plural+"/by-slug/{r.slug}"
	r := given(k.make("r"))
	cases := []conform.Case{
		check("a name makes one of "+k.plural, post(path, js{k.title: "{uniq}"}),
			created(is(k.title, "{uniq}"), is("slug", "{uniq}"), is("status", "publish"), typed("id", "integer"))),
		check("one of "+k.plural+" needs a name", post(path, js{"phone": "1"}), missing(k.title)),
		check("one of "+k.plural+" needs a name that is not null", post(path, js{k.title: nil}), missing(k.title)),
		check("a body's slug is ignored by "+k.plural, post(path, js{k.title: "{uniq}", "slug": "other"}),
			created(is("slug", "{uniq}"))),
		check("a body's slug is ignored by updates of "+k.plural, r, patch(one, js{"slug": "other-{uniq}"}),
			ok(is("slug", "{r.slug}"))),
		check("a body's slug is ignored by updates by slug of "+k.plural, r,
			patch(slug, js{"slug": "other-{uniq}", "phone": "9"}), ok(is("slug", "{r.slug}"), is("phone", "9"))),
		check("all shared members of "+k.plural+" are kept",
			post(path, js{
				k.title: "{uniq}", "date": "2026-01-02 03:04:05", "description": "d", "status": "draft", "timezone": "x",
				"phone": "5", "website": "https://example.com/",
			}),
			created(is("date", "2026-01-02 03:04:05"), is("status", "draft"), like("description", `^<p>d</p>`), is("phone", "5"),
				is("website", "https://example.com/"), gone("timezone"))),
		check("timestamps are dates of "+k.plural, post(path, js{k.title: "{uniq}", "date": "1767225600"}),
			created(is("date_utc", "2026-01-01 00:00:00"))),
		check("a name in use with other values makes another of "+k.plural, given(k.make("r", js{"phone": "1"})),
			post(path, merged(bodyOf(k.make("r")), []js{{"phone": "2"}})),
			created(is("phone", "2"), unlike("id", "^{r.id}$"), is("slug", "{r.slug}-2"))),
		check("what another record says of "+k.plural+" is never overwritten",
			given(k.make("r", js{"phone": "1"}), k.make("r2", js{k.title: "{r." + k.title + "}", "phone": "2"})), get(one),
			ok(is("phone", "1"))),
		check("the same record of "+k.plural+" is not made twice", given(k.make("r", js{"phone": "1"})),
			k.make("r", js{"phone": "1"}), created(is("id", "{r.id}"))),
		check("a record of "+k.plural+" is found by fewer values", given(k.make("r", js{"phone": "1", "description": "x"})),
			post(path, js{k.title: "{r." + k.title + "}"}), created(is("id", "{r.id}"), is("phone", "1"))),
		check("a record of "+k.plural+" is found by its name in any case", given(k.make("r", js{k.title: "Grand {uniq}"})),
			post(path, js{k.title: "GRAND {uniq}"}), created(is("id", "{r.id}"), is(k.title, "Grand {uniq}"))),
		check("a trashed record of "+k.plural+" is not found again", r.Then(del(one)), k.make("r"),
			created(unlike("id", "^{r.id}$"))),
		check("two records of "+k.plural+" may come to one name", given(k.make("r"), k.make("s")),
			patch("/"+k.plural+"/{s.id}", js{k.title: "{r." + k.title + "}"}),
			ok(is(k.title, "{r."+k.title+"}"), is("slug", "{s.slug}"))),
		check("an update of "+k.plural+" keeps what is not sent",
			given(k.make("r", js{"phone": "1", "website": "https://example.com/", "description": "d", "status": "draft"})),
			put(one, js{"phone": "2"}), ok(is("phone", "2"), is("website", "https://example.com/"),
				is("description", "{r.description}"), is("status", "draft"), is("date", "{r.date}"), is("author", "{r.author}"))),
		check("an update of "+k.plural+" to draft and back is possible",
			given(k.make("r"), patch(one, js{"status": "draft"})), patch(one, js{"status": "publish"}),
			ok(is("status", "publish"))),
		check("an update of "+k.plural+" to trash is a delete", r, patch(one, js{"status": "trash"}),
			ok(is("status", "trash"), is("slug", "{r.slug}__trashed"))),
		check("a form updates "+k.plural, r, post(one, form("phone=form")), ok(is("phone", "form"))),
		check("a name of "+k.plural+" loses its tags", post(path, js{k.title: "A <b>b</b> & c {uniq}"}),
			created(is(k.title, "A b &amp; c {uniq}"))),
		check("a description of "+k.plural+" loses its scripts",
			post(path, js{k.title: "{uniq}", "description": "<p>x</p><script>alert(1)</script>"}),
			created(unlike("description", "(?i)<script"))),
		check(k.plural+" of a date ahead are scheduled", post(path, js{k.title: "{uniq}", "date": "2033-01-01 00:00:00"}),
			created(is("status", "future"))),
		check("an excerpt of "+k.plural+" is kept", post(path, js{k.title: "{uniq}", "excerpt": "short"}),
			created(like("excerpt", "short"))),
		check("deleting one of "+k.plural+" for good takes it from its events",
			given(k.make("r"), event("e", js{k.name: "{r.id}"}), del(one+"?force=true")), get("/events/{e.id}"),
			ok(is(k.name, list{}))),
	}
	for _, f := range strings.Fields("description phone website excerpt") {
		for name, none := range inOrder(map[string]any{"an empty text": "", "null": nil}) {
			value := "https://example.com/"
			cases = append(cases, check(fmt.Sprintf("%s clears %s of %s", name, f, k.plural), given(k.make("r", js{f: value})),
				patch(one, js{f: none}), ok(gone(f))))
		}
	}
	for name, bad := range inOrder(map[string]js{
		"unknown author": {"author": 999999999}, "worded author": {"author": "foo"}, "date": {"date": "foo"},
		"date in UTC": {"date_utc": "foo"}, "status": {"status": "unregistered"},
		"image": {"image": "garbage"}, "list for a description": {"description": list{"a"}},
		"object for a phone": {"phone": js{"a": 1}}, "list for a name": {k.title: list{"a"}},
	}) {
		field := sortedKeys(bad)[0]
		cases = append(cases,
			check(fmt.Sprintf("a bad %s of one of %s is refused", name, k.plural),
				post(path, merged(bodyOf(k.make("r")), []js{bad})), refused(field)),
			check(fmt.Sprintf("a bad %s of one of %s is refused on update", name, k.plural), r, patch(one, bad), refused(field)),
		)
	}
	return cases
}

func venueOnlyCases() []conform.Case {
	all := js{
		"description": "d", "excerpt": "e", "address": "1 Way", "city": "Bern", "country": "United States", "province": "P",
		"state": "NY", "zip": "3000", "phone": "1", "website": "https://example.com/", "stateprovince": "SP",
		"image": "https://img.example/{uniq}.png",
	}
	cases := []conform.Case{
		check("a bare venue has its keys in order", given(venue("r")), get("/venues/{r.id}"),
			ok(keysInOrder("",
				"id author status date date_utc modified modified_utc url venue slug json_ld show_map show_map_link global_id "+
					"global_id_lineage"))),
		check("a full venue has its keys in order", given(venue("r", all)), get("/venues/{r.id}"),
			ok(keysInOrder("",
				"id author status date date_utc modified modified_utc url venue description excerpt slug image address city "+
					"country province state zip phone website stateprovince json_ld show_map show_map_link "+
					"global_id global_id_lineage"))),
		check("a venue shows maps unless told otherwise", post("/venues", newVenue()),
			created(is("show_map", true), is("show_map_link", true))),
		check("a venue may hide its map", post("/venues", newVenue(js{"show_map": "false", "show_map_link": "false"})),
			created(is("show_map", false), is("show_map_link", false))),
		check("a venue keeps a hidden map", given(venue("r", js{"show_map": false})),
			patch("/venues/{r.id}", js{"phone": "2"}), ok(is("show_map", false), is("show_map_link", true))),
		check("a bad website of a venue is refused", post("/venues", newVenue(js{"website": "not a url"})),
			refused("website")),
		check("a venue is described as schema.org does", given(venue("r", all)), get("/venues/{r.id}"),
			ok(is("json_ld.@type", "Place"), is("json_ld.name", "{r.venue}"), is("json_ld.address.@type", "PostalAddress"),
				is("json_ld.address.streetAddress", "1 Way"), is("json_ld.address.addressLocality", "Bern"),
				is("json_ld.address.postalCode", "3000"), is("json_ld.telephone", "1"))),
		check("a written stateprovince wins", post("/venues", newVenue(all)), created(is("stateprovince", "SP"))),
		check("the state is the stateprovince without a country",
			post("/venues", newVenue(js{"state": "NY", "province": "P"})), created(is("stateprovince", "NY"))),
		check("the state is the stateprovince in the United States",
			post("/venues", newVenue(js{"country": "United States", "state": "NY", "province": "P"})),
			created(is("stateprovince", "NY"))),
		check("the province is the stateprovince elsewhere",
			post("/venues", newVenue(js{"country": "Canada", "state": "NY", "province": "Ontario"})),
			created(is("stateprovince", "Ontario"))),
		check("a state will do for the stateprovince elsewhere",
			post("/venues", newVenue(js{"country": "Canada", "state": "NY"})), created(is("stateprovince", "NY"))),
		check("a province will do for the stateprovince in the United States",
			post("/venues", newVenue(js{"country": "United States", "province": "P"})), created(is("stateprovince", "P"))),
		check("a venue without state and province has no stateprovince", post("/venues", newVenue(js{"city": "Bern"})),
			created(gone("stateprovince"))),
	}
	for _, f := range strings.Fields("address city country province state zip stateprovince") {
		cases = append(cases,
			check("a venue keeps its "+f, post("/venues", newVenue(js{f: "Straße 1 & é"})),
				created(like(f, `^Straße 1 (&|&amp;) é$`))),
			check("an empty text clears "+f+" of a venue", given(venue("r", js{f: "x"})), patch("/venues/{r.id}", js{f: ""}),
				ok(gone(f))),
			check("null clears "+f+" of a venue", given(venue("r", js{f: "x"})), patch("/venues/{r.id}", js{f: nil}),
				ok(gone(f))),
			check("a list is no "+f+" of a venue", post("/venues", newVenue(js{f: list{"a"}})), refused(f)),
		)
	}
	for _, f := range []string{"show_map", "show_map_link"} {
		cases = append(cases, check("a word is no "+f+" of a venue", post("/venues", newVenue(js{f: "maybe"})), refused(f)))
	}
	return cases
}

func organizerOnlyCases() []conform.Case {
	all := js{
		"description": "d", "excerpt": "e", "phone": "1", "website": "https://example.com/", "email": "a@example.com",
		"image": "https://img.example/{uniq}.png",
	}
	return []conform.Case{
		check("a bare organizer has its keys in order", given(organizer("r")), get("/organizers/{r.id}"),
			ok(keysInOrder("",
				"id author status date date_utc modified modified_utc url organizer slug json_ld global_id global_id_lineage"))),
		check("a full organizer has all its keys", given(organizer("r", all)), get("/organizers/{r.id}"),
			ok(keysHave("",
				"id author status date date_utc modified modified_utc url organizer description excerpt slug image phone "+
					"website email json_ld global_id global_id_lineage"))),
		check("an organizer has no map", post("/organizers", newOrganizer()),
			created(gone("show_map"), gone("show_map_link"))),
		check("an organizer's email is any text", post("/organizers", newOrganizer(js{"email": "not-an-email"})),
			created(is("email", "not-an-email"))),
		check("an empty text clears the email of an organizer", given(organizer("r", js{"email": "x"})),
			patch("/organizers/{r.id}", js{"email": ""}), ok(gone("email"))),
		check("null clears the email of an organizer", given(organizer("r", js{"email": "x"})),
			patch("/organizers/{r.id}", js{"email": nil}), ok(gone("email"))),
		check("a list is no email of an organizer", post("/organizers", newOrganizer(js{"email": list{"a"}})),
			refused("email")),
		check("an organizer is described as schema.org does", given(organizer("r", all)), get("/organizers/{r.id}"),
			ok(is("json_ld.@type", "Person"), is("json_ld.name", "{r.organizer}"), is("json_ld.telephone", "1"))),
		check("a part of an e-mail address is found", given(organizer("r",
			js{"organizer": "Plain", "email": "a@{uniq}.example"})), get("/organizers?search=@{uniq}.exa"),
			ok(ids("organizers", "r"))),
	}
}
