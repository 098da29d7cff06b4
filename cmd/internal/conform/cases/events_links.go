package cases

import (
	"fmt"

	"almanac/cmd/internal/conform"
)

// eventsLinksCases are the filters of event lists that are about other
// records and about states.
func eventsLinksCases() []conform.Case {
	return inArea("events_list", termFilterCases(), placeFilterCases(), eventStatusCases(), combinedCases())
}

func termFilterCases() []conform.Case {
	var cases []conform.Case
	for _, k := range terms() {
		p := k.plural
		labelled := given(k.make("t"), k.make("u"), event("e", js{p: list{"{t.id}"}}), event("f", js{p: list{"{u.id}"}}),
			event("g", js{p: list{"{t.id}", "{u.id}"}}), event("h"))
		filter := func(name, value string, found ...string) {
			cases = append(cases, check(name, labelled, get(mine+"&"+value),
				ok(ids("events", found...), is("total", len(found)))))
		}
		filter("events are found by the id of one of "+p, p+"={t.id}", "e", "g")
		filter("events are found by the slug of one of "+p, p+"={t.slug}", "e", "g")
		filter("events are found by the name of one of "+p, p+"={t.name}", "e", "g")
		filter("events of any of the "+p+" are found once", p+"={t.id},{u.id}", "e", "f", "g")
		filter("ids and slugs of "+p+" may be mixed", p+"={t.id},{u.slug}", "e", "f", "g")
		filter("an id that is sent twice among "+p+" changes nothing", p+"={t.id},{t.id}", "e", "g")
		cases = append(cases,
			check("one of "+p+" without events finds nothing", given(k.make("t")), get("/events?"+wide+"&"+p+"={t.id}"),
				ok(is("events", list{}), is("total", 0), is("total_pages", 0))),
			check("an unknown id among "+p+" is refused", get("/events?"+p+"="+nobody), refused(p)),
			check("an unknown slug among "+p+" is refused", get("/events?"+p+"={uniq}"), refused(p)),
			check("an unknown name beside a known one of "+p+" is refused", given(k.make("t")),
				get("/events?"+p+"={t.id},{uniq}x"), refused(p)),
			check("one of "+p+" that was deleted is refused", given(k.make("t"), del("/"+p+"/{t.id}")),
				get("/events?"+p+"={t.id}"), refused(p)),
		)
	}
	tree := given(category("top"), category("mid", js{"parent": "{top.id}"}), category("low", js{"parent": "{mid.id}"}),
		event("a", js{"categories": list{"{top.id}"}}), event("b", js{"categories": list{"{low.id}"}}),
		event("c", js{"categories": list{"{mid.id}", "{low.id}"}}))
	return append(cases,
		check("a category finds events of all categories below it", tree, get(mine+"&categories={top.id}"),
			ok(ids("events", "a", "b", "c"))),
		check("a category does not find events above it", tree, get(mine+"&categories={low.id}"),
			ok(ids("events", "b", "c"))),
		check("a category's slug finds what is below it too", tree, get(mine+"&categories={mid.slug}"),
			ok(ids("events", "b", "c"))),
		check("the id of a tag is no category", given(tag("t")), get("/events?categories={t.id}"), refused("categories")),
		check("the id of a category is no tag", given(category("c")), get("/events?tags={c.id}"), refused("tags")),
		check("a category that moved takes its events along",
			tree.Then(category("other"), patch("/categories/{low.id}", js{"parent": "{other.id}"})),
			get(mine+"&categories={other.id}"), ok(ids("events", "b", "c"))),
	)
}

func placeFilterCases() []conform.Case {
	var cases []conform.Case
	for _, k := range posts()[1:] {
		p := k.name
		linked := given(k.make("x"), k.make("y"), event("e", js{p: list{"{x.id}"}}), event("f", js{p: list{"{y.id}"}}),
			event("g", js{p: list{"{x.id}", "{y.id}"}}), event("h"))
		cases = append(cases,
			check("events are found by one "+p, linked, get(mine+"&"+p+"={x.id}"), ok(ids("events", "e", "g"))),
			check("events are found by any "+p+" without repetition", linked, get(mine+"&"+p+"={x.id},{y.id}"),
				ok(ids("events", "e", "f", "g"), is("total", 3))),
			check("one "+p+" without events finds nothing", given(k.make("x")), get("/events?"+wide+"&"+p+"={x.id}"),
				ok(is("events", list{}), is("total", 0))),
			check("an unknown "+p+" is refused", get("/events?"+p+"="+nobody), refused(p)),
			check("a word as "+p+" is refused", get("/events?"+p+"=foo"), refused(p)),
			check("zero as "+p+" is refused", get("/events?"+p+"=0"), refused(p)),
			check("an event as "+p+" is refused", given(event("e")), get("/events?"+p+"={e.id}"), refused(p)),
			check("a known "+p+" beside an unknown one is refused", given(k.make("x")), get("/events?"+p+"={x.id},"+nobody),
				refused(p)),
			check("one "+p+" with drafts only shows visitors nothing",
				given(k.make("x"), event("e", js{p: "{x.id}", "status": "draft"})),
				get("/events?"+wide+"&"+p+"={x.id}").By(conform.Visitor), ok(is("total", 0))),
			check("one "+p+" with drafts only shows editors the drafts",
				given(k.make("x"), event("e", js{p: "{x.id}", "status": "draft"})),
				get("/events?"+wide+"&"+p+"={x.id}").By(conform.Editor), ok(ids("events", "e"))),
			check("a draft "+p+" does not exist for visitors", given(k.make("x", js{"status": "draft"})),
				get("/events?"+p+"={x.id}").By(conform.Visitor), refused(p)),
		)
	}
	return cases
}

func eventStatusCases() []conform.Case {
	all := given(event("pub"), event("dra", js{"status": "draft"}), event("pen", js{"status": "pending"}),
		event("pri", js{"status": "private"}), event("tra"), del("/events/{tra.id}"))
	var cases []conform.Case
	asks := func(name string, c conform.Caller, query string, found ...string) {
		cases = append(cases, check(name, all, get(mine+query).By(c), ok(idSet("events", found...), is("total", len(found)))))
	}
	asks("visitors see published events", conform.Visitor, "", "pub")
	asks("subscribers see published events", conform.Subscriber, "", "pub")
	asks("visitors may ask for published events", conform.Visitor, "&status=publish", "pub")
	asks("editors see all but the trash", conform.Editor, "", "pub", "dra", "pen", "pri")
	asks("editors may ask for drafts", conform.Editor, "&status=draft", "dra")
	asks("editors may ask for pending events", conform.Editor, "&status=pending", "pen")
	asks("editors may ask for private events", conform.Editor, "&status=private", "pri")
	asks("editors may ask for the trash", conform.Editor, "&status=trash", "tra")
	asks("editors may ask for any status, which is no trash", conform.Editor, "&status=any", "pub", "dra", "pen", "pri")
	asks("editors may ask for several statuses", conform.Editor, "&status=publish,draft,pending", "pub", "dra", "pen")
	asks("authors do not see the drafts of others", conform.Author, "", "pub")
	asks("contributors do not see the drafts of others", conform.Contributor, "", "pub")
	cases = append(cases,
		check("authors see their own drafts", given(event("mine", js{"status": "draft"}).By(conform.Author),
			event("his", js{"status": "draft"})), get(mine).By(conform.Author), ok(ids("events", "mine"))),
		check("contributors see their own pending events",
			given(event("mine", js{"status": "pending"}).By(conform.Contributor), event("his", js{"status": "pending"})),
			get(mine).By(conform.Contributor), ok(ids("events", "mine"))),
		check("authors see their own private events", given(event("mine", js{"status": "private"}).By(conform.Author),
			event("his", js{"status": "private"})), get(mine).By(conform.Author), ok(ids("events", "mine"))),
		check("without roles a list shows what is published", openOnly(), all, get(mine), ok(ids("events", "pub"))),
		check("without roles drafts can be asked for", all, get(mine+"&status=draft"), ok(ids("events", "dra"))),
		check("without roles the trash can be asked for", all, get(mine+"&status=trash"), ok(ids("events", "tra"))),
		check("scheduled events are not shown to visitors", given(event("e", js{"date": "2033-01-01 00:00:00"})),
			get(mine).By(conform.Visitor), ok(is("total", 0))),
		check("scheduled events can be asked for", given(event("e", js{"date": "2033-01-01 00:00:00"})),
			get(mine+"&status=future"), ok(ids("events", "e"))),
	)
	for _, k := range posts() {
		for _, s := range []string{"draft", "pending", "private", "future", "trash", "any", "publish,draft", "bogus"} {
			cases = append(cases, check(fmt.Sprintf("visitors may not ask for %s of status %s", k.plural, s),
				get("/"+k.plural+"?status="+s).By(conform.Visitor), refused("status")))
		}
		for _, s := range []string{"foo", "foo,bar", "foo,bar,publish", "auto-draft"} {
			cases = append(cases, check(fmt.Sprintf("no %s have the status %s", k.plural, s), get("/"+k.plural+"?status="+s),
				refused("status")))
		}
		cases = append(cases, check("subscribers may not ask for drafts of "+k.plural,
			get("/"+k.plural+"?status=draft").By(conform.Subscriber), refused("status")))
	}
	return cases
}

func combinedCases() []conform.Case {
	records := given(venue("v"), organizer("o"), category("c"), tag("t"),
		event("all", js{
			"venue": "{v.id}", "organizer": "{o.id}", "categories": "{c.id}", "tags": "{t.id}", "featured": true,
		}),
		event("some", js{"venue": "{v.id}", "organizer": "{o.id}"}), event("none"))
	return []conform.Case{
		check("filters on venue and organizer hold together", records, get(mine+"&venue={v.id}&organizer={o.id}"),
			ok(ids("events", "all", "some"))),
		check("filters on category and venue hold together", records, get(mine+"&venue={v.id}&categories={c.id}"),
			ok(ids("events", "all"))),
		check("all filters hold together", records, get(mine+
			"&venue={v.id}&organizer={o.id}&categories={c.id}&tags={t.id}&featured=1"), ok(ids("events", "all"))),
		check("filters that exclude each other find nothing", records, get(mine+"&categories={c.id}&featured=0"),
			ok(is("total", 0))),
		check("a total counts events and not their links",
			given(tag("a"), tag("b"), organizer("x"), organizer("y"),
				event("e", js{"tags": list{"{a.id}", "{b.id}"}, "organizer": list{"{x.id}", "{y.id}"}})),
			get(mine+"&tags={a.id},{b.id}&organizer={x.id},{y.id}"), ok(ids("events", "e"), is("total", 1))),
	}
}
