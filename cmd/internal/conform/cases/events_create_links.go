package cases

import (
	"time"

	"almanac/cmd/internal/conform"
)

// waitForPublication is how long a case waits for an event that is to be
// published three seconds later.
const waitForPublication = 5 * time.Second

func createLinkCases() []conform.Case {
	var cases []conform.Case
	for _, k := range posts()[1:] {
		p, article := k.name, "one "+k.name
		first := p + ".id"
		if p == "organizer" {
			first = "organizer.0.id"
		}
		linked := func(name string, value any, checks ...conform.Check) {
			cases = append(cases, check(name, given(k.make("x"), k.make("y")), post("/events", newEvent(js{p: value})),
				created(checks...)))
		}
		linked(article+" is linked by its id", "{x.id}", is(first, "{x.id}"))
		linked(article+" is linked by its id as text", text("{x.id}"), is(first, "{x.id}"))
		linked(article+" is linked by a list of its id", list{"{x.id}"}, is(first, "{x.id}"))
		linked(article+" is linked by an object with its id", js{"id": "{x.id}"}, is(first, "{x.id}"))
		linked(article+" is not changed by what stands beside its id", js{"id": "{x.id}", p: "Renamed", "phone": "9"},
			is(first, "{x.id}"), unlike(p, "Renamed"))
		linked("several "+k.plural+" are linked by a list", list{"{x.id}", "{y.id}"}, idSet(p, "x", "y"))
		linked("several "+k.plural+" are linked by commas", "{x.id}, {y.id}", idSet(p, "x", "y"))
		linked("ids and objects of "+k.plural+" may be mixed", list{"{x.id}", js{"id": "{y.id}"}}, idSet(p, "x", "y"))
		linked("ids and new "+k.plural+" may be mixed", list{"{x.id}", js{p: "Inline {uniq}"}}, has(p+".*.id", "{x.id}"),
			has(p+".*."+p, "Inline {uniq}"), count(p, 2))
		linked("an object with indexes is a list of "+k.plural, js{"10": js{"id": "{x.id}"}, "9": "{y.id}"},
			idSet(p, "x", "y"))
		linked(article+" that is linked twice is linked once", list{"{x.id}", "{x.id}", text("{x.id}")}, is(first, "{x.id}"))
		for name, none := range inOrder(map[string]any{
			"an empty list": list{}, "an empty object": js{}, "null": nil, "an empty text": "", "zero": 0,
		}) {
			linked(name+" links no "+p, none, is(p, list{}))
		}
		cases = append(cases, badLinkCases(k)...)
	}
	return append(cases, inlineCases()...)
}

func badLinkCases(k resource) []conform.Case {
	p := k.name
	refuses := func(name string, value any) conform.Case {
		return check(name, given(event("e"), k.make("x")), post("/events", newEvent(js{p: value})), refused(p))
	}
	could := "could-not-create-" + p
	return []conform.Case{
		refuses("an unknown "+p+" is not linked", 999999999),
		refuses("an unknown "+p+" in a list is not linked", list{"{x.id}", 999999999}),
		refuses("a word is no "+p, "Just a name"),
		refuses("a list with a word is no list of "+k.plural, list{"{x.id}", "word"}),
		refuses("an event is no "+p, "{e.id}"),
		refuses("a boolean is no "+p, true),
		refuses("a fraction is no "+p, 1.5),
		refuses("an object with an unknown id is no "+p, js{"id": 999999999}),
		check("an object with the id zero is no "+p, post("/events", newEvent(js{p: js{"id": 0}})), fails(400, could)),
		check("an object without a name is no "+p, post("/events", newEvent(js{p: js{"phone": "1"}})), fails(400, "")),
		check("an event with a refused "+p+" is not there", given(post("/events", newEvent(js{p: js{"id": 0}})).Failing(400)),
			get(mine), ok(is("total", 0))),
		check("a new "+p+" of a refused event is not there",
			given(post("/events", newEvent(js{p: js{p: "{uniq}"}, "status": "bogus"})).Failing(400)),
			get("/"+k.plural+"?search={uniq}"), ok(is("total", 0))),
		check("a new "+p+" beside a bad one is not there",
			given(post("/events", newEvent(js{p: list{js{p: "{uniq}"}, js{"id": 0}}})).Failing(400)),
			get("/"+k.plural+"?search={uniq}"), ok(is("total", 0))),
	}
}

func inlineCases() []conform.Case {
	full := js{
		"venue": "Hall {uniq}", "description": "old", "address": "1 Rue du Café", "city": "Québec", "country": "Canada",
		"province": "QC", "zip": "G1R", "phone": "5", "website": "https://hall.example/",
	}
	return []conform.Case{
		makes("an inline venue is created with all its members", js{"venue": full}, is("venue.venue", "Hall {uniq}"),
			is("venue.address", "1 Rue du Café"), is("venue.city", "Québec"),
			is("venue.country", "Canada"), is("venue.province", "QC"), is("venue.zip", "G1R"), is("venue.phone", "5"),
			is("venue.website", "https://hall.example/"), is("venue.show_map", true), like("venue.description", "old")),
		check("an inline venue is a record of its own", given(event("e", js{"venue": full})), get("/venues/{e.venue.id}"),
			ok(is("venue", "Hall {uniq}"), is("city", "Québec"))),
		makes("a list of an inline venue is taken", js{"venue": list{js{"venue": "Hall {uniq}"}}},
			is("venue.venue", "Hall {uniq}")),
		makes("several inline venues are created", js{"venue": list{js{"venue": "Hall {uniq}"}, js{"venue": "Barn {uniq}"}}},
			set("venue.*.venue", "Hall {uniq}", "Barn {uniq}")),
		makes("an inline organizer is created", js{"organizer": js{
			"organizer": "Org {uniq}", "email": "a@example.com", "phone": "1",
		}}, is("organizer.0.organizer", "Org {uniq}"), is("organizer.0.email", "a@example.com"),
			is("organizer.0.phone", "1")),
		makes("several inline organizers keep their order",
			js{"organizer": list{js{"organizer": "C {uniq}"}, js{"organizer": "A {uniq}"}, js{"organizer": "B {uniq}"}}},
			is("organizer.*.organizer", list{"C {uniq}", "A {uniq}", "B {uniq}"})),
		check("inline organizers stand between linked ones", given(organizer("x"), organizer("y")),
			post("/events",
				newEvent(js{"organizer": list{
					js{"organizer": "New {uniq}"}, "{y.id}", js{"organizer": "Newer {uniq}"}, js{"id": "{x.id}"},
				}})),
			created(is("organizer.*.organizer", list{"New {uniq}", "{y.organizer}", "Newer {uniq}", "{x.organizer}"}))),
		check("an inline venue that is there already is linked", given(venue("v", js{"city": "Bern"})),
			post("/events", newEvent(js{"venue": js{"venue": "{v.venue}", "city": "Bern"}})), created(is("venue.id", "{v.id}"))),
		check("a wrong member of an inline venue is refused",
			post("/events", newEvent(js{"venue": js{"venue": "Hall {uniq}", "status": "bogus"}})), fails(400, "")),
		makes("images of inline records are registered",
			js{"venue": js{"venue": "Hall {uniq}", "image": "https://img.example/{uniq}.png"}},
			is("venue.image.url", "https://img.example/{uniq}.png")),
	}
}

func createTermCases() []conform.Case {
	var cases []conform.Case
	for _, k := range terms() {
		p := k.plural
		labels := func(name string, value any, checks ...conform.Check) {
			cases = append(cases, check(name, given(k.make("x"), k.make("y")), post("/events", newEvent(js{p: value})),
				created(checks...)))
		}
		labels("an event takes "+p+" by ids", list{"{x.id}", "{y.id}"}, ids(p, "x", "y"))
		labels("an event takes "+p+" by slugs", list{"{x.slug}", "{y.slug}"}, ids(p, "x", "y"))
		labels("an event takes "+p+" by names", list{"{x.name}"}, ids(p, "x"))
		labels("an event takes mixed "+p, list{"{x.id}", "{y.slug}"}, ids(p, "x", "y"))
		labels("an event takes "+p+" in commas", "{y.id},{x.id}", ids(p, "x", "y"))
		labels("an event takes one of "+p+" as a number", "{x.id}", ids(p, "x"))
		labels("an event takes the same of "+p+" once", list{"{x.id}", "{x.slug}", "{x.name}"}, ids(p, "x"))
		labels("an event creates unknown "+p, "new {uniq} one,new {uniq} two",
			is(p+".*.name", list{"new {uniq} one", "new {uniq} two"}))
		labels("an event creates unknown "+p+" beside known ones", list{"{x.id}", "zz {uniq}"}, is(p+".0.id", "{x.id}"),
			is(p+".1.name", "zz {uniq}"))
		labels("an empty text gives an event no "+p, "", is(p, list{}))
		labels("an empty list gives an event no "+p, list{}, is(p, list{}))
		labels("null gives an event no "+p, nil, is(p, list{}))
		cases = append(cases,
			rejects("an unknown id among an event's "+p+" is refused", js{p: list{999999999}}, p),
			rejects("an object among an event's "+p+" is refused", js{p: list{js{"a": 1}}}, p),
			rejects("a boolean as an event's "+p+" is refused", js{p: true}, p),
			check("new "+p+" of a refused event are not there",
				given(post("/events", newEvent(js{p: "{uniq}", "status": "bogus"})).Failing(400)),
				get("/"+p+"?hide_empty=0&search={uniq}"), ok(is("total", 0))),
			check("new "+p+" of an event can be found", given(event("e", js{p: "{uniq}"})), get("/"+p+"?search={uniq}"),
				ok(is(p+".*.name", list{"{uniq}"}), is(p+".0.count", 1))),
		)
	}
	return append(cases,
		check("the id of a tag is no category of an event", given(tag("t")),
			post("/events", newEvent(js{"categories": list{"{t.id}"}})), refused("categories")),
		check("the id of a category is no tag of an event", given(category("c")),
			post("/events", newEvent(js{"tags": list{"{c.id}"}})), refused("tags")),
	)
}

func imageCases() []conform.Case {
	const address = "https://img.example/{uniq}/photo.jpg"
	var cases []conform.Case
	for _, k := range posts() {
		path := "/" + k.plural
		body := func(image any) js { return merged(bodyOf(k.make("r")), []js{{"image": image}}) }
		pictured := given(k.make("r", js{"image": address}))
		cases = append(cases,
			check(k.plural+" take an image by address", post(path, body(address)),
				created(is("image.url", address), typed("image.id", "integer"), is("image.extension", "jpg"))),
			check(k.plural+" share an image of one address", pictured, post(path, body(address)),
				created(is("image.id", "{r.image.id}"))),
			check(k.plural+" take an image by id", pictured, post(path, body("{r.image.id}")),
				created(is("image.id", "{r.image.id}"), is("image.url", address))),
			check(k.plural+" take an image by id as text", pictured, post(path, body(text("{r.image.id}"))),
				created(is("image.id", "{r.image.id}"))),
			check(k.plural+" take no unknown image", post(path, body(999999999)), refused("image")),
			check(k.plural+" take no text for an image", post(path, body("garbage")), refused("image")),
			check(k.plural+" take no other address for an image", post(path, body("ftp://img.example/a.png")), refused("image")),
			check(k.plural+" take no script for an image", post(path, body("javascript:alert(1)")), refused("image")),
			check(k.plural+" take no file for an image", post(path, body("file:///etc/passwd")), refused("image")),
			check(k.plural+" take an image of a site whose name ends as a file", post(path, body("https://{uniq}.ai")),
				created(is("image.url", "https://{uniq}.ai"))),
			check(k.plural+" take none of their own for an image", given(k.make("r")), post(path, body("{r.id}")),
				refused("image")),
			check(k.plural+" keep their image on updates", pictured, patch(path+"/{r.id}", js{"description": "x"}),
				ok(is("image.url", address))),
		)
		for _, hidden := range []string{"raw", "tif", "TIFF", "psd", "heic", "heif", "nef", "jp2", "eps?v=1"} {
			cases = append(cases, check(k.plural+" take no image that browsers do not show, such as ."+hidden,
				post(path, body("https://img.example/{uniq}/photo."+hidden)), refused("image")))
		}
		for name, none := range inOrder(map[string]any{"false": false, "an empty text": "", "null": nil}) {
			want := ok(gone("image"))
			if k.name == "event" {
				want = ok(is("image", false))
			}
			cases = append(cases, check(name+" takes the image of "+k.plural+" away", pictured,
				patch(path+"/{r.id}", js{"image": none}), want))
		}
	}
	return cases
}

func eventFieldCases() []conform.Case {
	var cases []conform.Case
	for _, f := range []string{"show_map", "show_map_link", "hide_from_listings", "sticky", "featured"} {
		cases = append(cases,
			makes(f+" can be set", js{f: true}, is(f, true)),
			makes(f+" can be unset", js{f: "false"}, is(f, false)),
		)
	}
	for _, bad := range []string{"not a url", "foo", "javascript:alert(1)", "sftp://x.example/"} {
		cases = append(cases, rejects(notA("website", bad), js{"website": bad}, "website"))
	}
	return append(cases,
		makes("an empty website is the event's address", js{"website": ""}, is("website", "{answer.url}")),
		makes("a null website is the event's address", js{"website": nil}, is("website", "{answer.url}")),
		makes("a website may be ftp", js{"website": "ftp://example.com/a"}, is("website", "ftp://example.com/a")),
		makes("a website may be plain http", js{"website": "http://example.com/?a=b&c=d"},
			is("website", "http://example.com/?a=b&c=d")),
		rejects("an unknown author is refused", js{"author": 999999999}, "author"),
		rejects("an author who is a word is refused", js{"author": "foo"}, "author"),
		rejects("an author zero is refused", js{"author": 0}, "author"),
		check("the caller is the author", given(venue("own").By(conform.Author)),
			post("/events", newEvent()).By(conform.Author), created(is("author", "{own.author}"))),
		check("an administrator may name another author", given(venue("own").By(conform.Author)),
			post("/events", newEvent(js{"author": "{own.author}"})), created(is("author", "{own.author}"))),
		check("an event may have a parent", given(event("p")), post("/events", newEvent(js{"post_parent": "{p.id}"})),
			created()),
		rejects("an unknown parent is refused", js{"post_parent": 999999999}, "post_parent"),
	)
}
