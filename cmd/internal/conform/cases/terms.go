package cases

import (
	"fmt"
	"strings"

	"almanac/cmd/internal/conform"
)

// termsCases are about categories and tags, which mirror each other but for
// the tree that categories form.
func termsCases() []conform.Case {
	all := terms()
	return append(
		inArea("categories", termReadCases(all[0]), termListCases(all[0]), termOrderCases(all[0]), termWriteCases(all[0]),
			treeCases(), treeListCases()),
		inArea("tags", termReadCases(all[1]), termListCases(all[1]), termOrderCases(all[1]), termWriteCases(all[1]),
			tagOnlyCases())...,
	)
}

func termReadCases(k resource) []conform.Case {
	p, one := k.plural, "/"+k.plural+"/{r.id}"
	r := given(k.make("r"))
	names, taxonomy, address := "id count description name slug taxonomy meta url urls", "post_tag", `/tag/{r.slug}/$`
	other := terms()[0]
	if k.name == "category" {
		names, taxonomy, address = "id count description name slug taxonomy parent meta url urls", "tribe_events_cat",
			`/events/category/{r.slug}/$`
		other = terms()[1]
	}
	return []conform.Case{
		check("one of "+p+" has its keys in order", r, get(one), ok(keysInOrder("", names))),
		check("one of "+p+" in a list has its keys in order", r, get("/"+p+"?hide_empty=0&search={uniq}"),
			ok(keysInOrder(p+".0", names))),
		check("one of "+p+" names its taxonomy", r, get(one),
			ok(is("taxonomy", taxonomy), is("meta", list{}), is("description", ""), is("count", 0))),
		check("one of "+p+" has an address on the site", r, get(one), ok(like("url", address))),
		check("one of "+p+" has addresses in the interface", r, get(one),
			ok(like("urls.self", `^https?://.*/`+p+`/{r.id}$`), like("urls.collection", `/`+p+`/?$`), gone("urls.up"))),
		check("the address of one of "+p+" leads to it", r, get("{r.urls.self}"), ok(is("id", "{r.id}"))),
		check("one of the other taxonomy is not found among "+p, given(other.make("o")), get("/"+p+"/{o.id}"),
			fails(404, "rest-"+k.name+"-not-found")),
		check("one of the other taxonomy is not updated among "+p, given(other.make("o")),
			patch("/"+p+"/{o.id}", js{"name": "x"}), fails(404, "rest-"+k.name+"-not-found")),
		check("one of the other taxonomy is not deleted among "+p, given(other.make("o")), del("/"+p+"/{o.id}"),
			fails(404, "rest-"+k.name+"-not-found")),
		check("visitors read "+p, r, get(one).By(conform.Visitor), ok(is("id", "{r.id}"))),
		check(p+" count published events", given(k.make("r"), event("e", js{p: list{"{r.id}"}}),
			event("f", js{p: list{"{r.id}"}})), get(one), ok(is("count", 2))),
		check(p+" do not count drafts", given(k.make("r"), event("e", js{p: list{"{r.id}"}, "status": "draft"}),
			event("f", js{p: list{"{r.id}"}, "status": "private"})), get(one), ok(is("count", 0))),
		check(p+" do not count the trash", given(k.make("r"), event("e", js{p: list{"{r.id}"}}), del("/events/{e.id}")),
			get(one), ok(is("count", 0))),
		check(p+" count what came back from the trash", given(k.make("r"), event("e", js{p: list{"{r.id}"}}),
			del("/events/{e.id}"), patch("/events/{e.id}", js{"status": "publish"})), get(one), ok(is("count", 1))),
		check(p+" count a draft that is published", given(k.make("r"), event("e", js{p: list{"{r.id}"}, "status": "draft"}),
			patch("/events/{e.id}", js{"status": "publish"})), get(one), ok(is("count", 1))),
	}
}

func termListCases(k resource) []conform.Case {
	p := k.plural
	mine := "/" + p + "?hide_empty=0&search={uniq}"
	three := given(k.make("b", js{"name": "b {uniq}"}), k.make("a", js{"name": "A {uniq}"}),
		k.make("c", js{"name": "C {uniq}"}))
	used := given(k.make("a"), k.make("b"), event("e", js{p: list{"{a.id}"}}))
	two := given(k.make("a"), k.make("b"), k.make("c"), event("e", js{p: list{"{a.id}"}}),
		event("f", js{p: list{"{b.id}", "{c.id}"}}))
	cases := []conform.Case{
		check("an empty list of "+p+" has totals of zero", get(mine),
			ok(is(p, list{}), is("total", 0), is("total_pages", 0), gone("next_rest_url"),
				keysAre("", "rest_url total total_pages "+p))),
		check("a page of "+p+" has a next one", three, get(mine+"&per_page=2"),
			ok(ids(p, "a", "b"), is("total", 3), is("total_pages", 2), like("next_rest_url", `[?&]page=2(&|$)`),
				gone("previous_rest_url"), keysHave("", "rest_url total total_pages next_rest_url"))),
		check("the last page of "+p+" has a previous one", three, get(mine+"&per_page=2&page=2"),
			ok(ids(p, "c"), gone("next_rest_url"), unlike("previous_rest_url", `[?&]page=`))),
		check("the next page of "+p+" can be followed", three.Then(get(mine+"&per_page=1").As("first")),
			get("{first.next_rest_url}"), ok(ids(p, "b"))),
		check("a page of "+p+" past the end is empty", three, get(mine+"&page=5"), ok(is(p, list{}), is("total", 3))),
		check(p+" without events are hidden", used, get("/"+p+"?search={uniq}"), ok(ids(p, "a"), is("total", 1))),
		check(p+" without events are hidden when asked for", used, get("/"+p+"?search={uniq}&hide_empty=true"),
			ok(ids(p, "a"))),
		check(p+" without events are shown when asked for", used, get("/"+p+"?search={uniq}&hide_empty=false"),
			ok(idSet(p, "a", "b"))),
		check(p+" with drafts only are hidden", given(k.make("a"), event("e", js{p: list{"{a.id}"}, "status": "draft"})),
			get("/"+p+"?search={uniq}"), ok(is("total", 0))),
		check("a search finds the slug of "+p, given(k.make("a", js{"name": "Plain {uniq}", "slug": "slugged-{uniq}"})),
			get("/"+p+"?hide_empty=0&search=slugged-{uniq}"), ok(ids(p, "a"))),
		check("a search does not find the description of "+p, given(k.make("a", js{"description": "other{uniq}"})),
			get("/"+p+"?hide_empty=0&search=other{uniq}"), ok(is("total", 0))),
		check("a search finds "+p+" in any case", given(k.make("a", js{"name": "Grand {uniq}"})),
			get("/"+p+"?hide_empty=0&search=GRAND {uniq}"), ok(ids(p, "a"))),
		check("include finds one of "+p, three, get("/"+p+"?hide_empty=0&include={a.id}"), ok(ids(p, "a"))),
		check("include finds several of "+p, three, get("/"+p+"?hide_empty=0&include={a.id},{c.id}"), ok(ids(p, "a", "c"))),
		check("include beside hide_empty finds "+p+" with events", used, get("/"+p+"?include={a.id},{b.id}"),
			ok(ids(p, "a"))),
		check("exclude leaves one of "+p+" out", three, get(mine+"&exclude={a.id}"), ok(ids(p, "b", "c"))),
		check("exclude leaves all of "+p+" out", three, get(mine+"&exclude={a.id},{b.id},{c.id}"), ok(is("total", 0))),
		check("the slug finds one of "+p, three, get("/"+p+"?hide_empty=0&slug={b.slug}"), ok(ids(p, "b"))),
		check("the slug finds one of "+p+" in any letter case", given(k.make("a", js{"slug": "éa-{uniq}"})),
			get("/"+p+"?hide_empty=0&slug=ÉA-{uniq}"), ok(ids(p, "a"))),
		check("a slug of "+p+" finds events in any letter case",
			given(k.make("a", js{"name": "Other {uniq}", "slug": "ab-{uniq}"}), event("e", js{p: list{"{a.id}"}})),
			get("/events?starts_after=2026-01-01&"+p+"=AB-{uniq}"), ok(ids("events", "e"))),
		check("a slug of "+p+" is linked to in any letter case",
			given(k.make("a", js{"name": "Other {uniq}", "slug": "ab-{uniq}"})),
			post("/events", newEvent(js{p: list{"AB-{uniq}"}})), created(is(p+".0.id", "{a.id}"), gone(p+".1"))),
		check("a part of a slug finds none of "+p, three, get("/"+p+"?hide_empty=0&slug={uniq}"), ok(is("total", 0))),
		check("post finds the "+p+" of an event", two, get("/"+p+"?post={e.id}"), ok(ids(p, "a"), is("total", 1))),
		check("event finds the "+p+" of an event", two, get("/"+p+"?event={f.id}"), ok(idSet(p, "b", "c"))),
		check("event wins over post among "+p, two, get("/"+p+"?post={e.id}&event={f.id}"), ok(idSet(p, "b", "c"))),
		check("an event without "+p+" lists none", given(event("e")), get("/"+p+"?event={e.id}"),
			ok(is(p, list{}), is("total", 0))),
		check("hide_empty does not apply to the "+p+" of an event",
			given(k.make("a"), event("e", js{p: list{"{a.id}"}, "status": "draft"})), get("/"+p+"?event={e.id}"),
			ok(ids(p, "a"))),
		check("a draft event does not exist for visitors of "+p, given(event("e", js{"status": "draft"})),
			get("/"+p+"?event={e.id}").By(conform.Visitor), refused("event")),
	}
	for name, q := range inOrder(map[string]string{
		"an unknown id in include": "include=" + nobody, "an unknown id in exclude": "exclude=" + nobody,
		"a word in include": "include=abc", "a word in exclude": "exclude=abc",
		"an unknown post": "post=" + nobody, "an unknown event": "event=" + nobody, "a worded post": "post=abc",
		"a worded event": "event=abc", "the post zero": "post=0", "the event zero": "event=0",
		"an unknown order": "order=bogus", "an unknown orderby": "orderby=bogus", "a worded hide_empty": "hide_empty=abc",
	}) {
		param, _, _ := strings.Cut(q, "=")
		cases = append(cases, check(name+" of "+p+" is refused", get("/"+p+"?"+q), refused(param)))
	}
	return append(cases,
		check("a known id beside an unknown one in include of "+p+" is refused", given(k.make("a")),
			get("/"+p+"?include={a.id},"+nobody), refused("include")),
		check("a venue is no event of "+p, given(venue("v")), get("/"+p+"?event={v.id}"), refused("event")),
		check("more than 50 "+p+" a page are taken", get(mine+"&per_page=1000"), ok(is("total", 0))),
	)
}

func termOrderCases(k resource) []conform.Case {
	p := k.plural
	mine := "/" + p + "?hide_empty=0&search={uniq}"
	terms := given(
		k.make("b", js{"name": "b {uniq}", "slug": "2-{uniq}", "description": "y"}),
		k.make("a", js{"name": "A {uniq}", "slug": "3-{uniq}", "description": "z"}),
		k.make("c", js{"name": "C {uniq}", "slug": "1-{uniq}", "description": "x"}),
		event("e", js{p: list{"{b.id}", "{c.id}"}}), event("f", js{p: list{"{c.id}"}}),
	)
	var cases []conform.Case
	for _, o := range []struct {
		query string
		names []string
	}{
		{"", []string{"a", "b", "c"}},
		{"&order=desc", []string{"c", "b", "a"}},
		{"&order=ASC", []string{"a", "b", "c"}},
		{"&order=DESC", []string{"c", "b", "a"}},
		{"&orderby=name", []string{"a", "b", "c"}},
		{"&orderby=id", []string{"b", "a", "c"}},
		{"&orderby=id&order=desc", []string{"c", "a", "b"}},
		{"&orderby=slug", []string{"c", "b", "a"}},
		{"&orderby=slug&order=desc", []string{"a", "b", "c"}},
		{"&orderby=description", []string{"c", "b", "a"}},
		{"&orderby=count", []string{"a", "b", "c"}},
		{"&orderby=count&order=desc", []string{"c", "b", "a"}},
	} {
		cases = append(cases, check(fmt.Sprintf("%s come in order with %s", p, or(o.query, "no order named")), terms,
			get(mine+o.query), ok(ids(p, o.names...))))
	}
	return append(cases,
		check(p+" can be ordered as included", terms, get("/"+p+"?hide_empty=0&orderby=include&include={c.id},{a.id},{b.id}"),
			ok(ids(p, "c", "a", "b"))),
		check(p+" in the order of an include that is missing come by name", terms, get(mine+"&orderby=include"),
			ok(ids(p, "a", "b", "c"))),
		check(p+" in the order of an include that is missing can be turned round", terms,
			get(mine+"&orderby=include&order=desc"), ok(ids(p, "c", "b", "a"))),
		check(p+" need no order", terms, get(mine+"&orderby=none"), ok(idSet(p, "a", "b", "c"))),
		check(p+" can be ordered by parent", terms, get(mine+"&orderby=parent"), ok(idSet(p, "a", "b", "c"))),
	)
}

func termWriteCases(k resource) []conform.Case {
	p, path, one := k.plural, "/"+k.plural, "/"+k.plural+"/{r.id}"
	r := given(k.make("r"))
	cases := []conform.Case{
		check("one of "+p+" is made by a name alone", post(path, js{"name": "{uniq}"}),
			created(is("name", "{uniq}"), is("slug", "{uniq}"), is("count", 0), is("description", ""))),
		check("one of "+p+" is made with all its members",
			post(path, js{"name": "N {uniq}", "slug": "s-{uniq}", "description": "d"}),
			created(is("name", "N {uniq}"), is("slug", "s-{uniq}"), is("description", "d"))),
		check("one of "+p+" needs a name", post(path, js{"description": "d"}), missing("name")),
		check("one of "+p+" needs a name that is not null", post(path, js{"name": nil}), missing("name")),
		check("an empty slug of one of "+p+" is refused", post(path, js{"name": "{uniq}", "slug": ""}), refused("slug")),
		check("an empty slug of one of "+p+" is refused on update", r, patch(one, js{"slug": ""}), refused("slug")),
		check("the name of one of "+p+" is escaped", post(path, js{"name": "Salt & Pepper {uniq}"}),
			created(is("name", "Salt &amp; Pepper {uniq}"), is("slug", "salt-pepper-{uniq}"))),
		check("the name of one of "+p+" loses its tags", post(path, js{"name": "<b>Bold</b> {uniq}"}),
			created(is("name", "Bold {uniq}"))),
		check("the name of one of "+p+" may be of any script", post(path, js{"name": "Müsik 音楽 {uniq}"}),
			created(is("name", "Müsik 音楽 {uniq}"), is("slug", "müsik-音楽-{uniq}"))),
		check("the description of one of "+p+" is plain", post(path, js{"name": "{uniq}", "description": "one"}),
			created(is("description", "one"))),
		check("the description of one of "+p+" runs no scripts",
			post(path, js{"name": "{uniq}", "description": "a<script>alert(1)</script>"}),
			created(unlike("description", "(?i)<script"))),
		check("a name in use among "+p+" is refused", r, post(path, js{"name": "{r.name}"}),
			fails(400, "term_exists", is("data.term_id", "{r.id}"))),
		check("a slug in use among "+p+" gets a number", given(k.make("r", js{"slug": "{uniq}"})),
			post(path, js{"name": "Other {uniq}", "slug": "{uniq}"}), created(is("slug", "{uniq}-2"))),
		check("a slug in use among "+p+" is refused on update", given(k.make("r"), k.make("s")),
			patch("/"+p+"/{s.id}", js{"slug": "{r.slug}"}), fails(400, "duplicate_term_slug")),
		check("one of "+p+" keeps its own slug", r, patch(one, js{"slug": "{r.slug}"}), ok(is("slug", "{r.slug}"))),
		check("the slug of one of "+p+" can be changed", r, patch(one, js{"slug": "new-{uniq}"}),
			ok(is("slug", "new-{uniq}"), is("name", "{r.name}"))),
		check("the description of one of "+p+" can be cleared", given(k.make("r", js{"description": "d"})),
			patch(one, js{"description": ""}), ok(is("description", ""))),
		check("null clears the description of one of "+p, given(k.make("r", js{"description": "d"})),
			patch(one, js{"description": nil}), ok(is("description", ""))),
		check("a null name of one of "+p+" is refused on update or changes nothing", r, patch(one, js{"name": nil}),
			survives()),
		check("a name that was read of "+p+" can be written again", given(k.make("r", js{"name": "a & b {uniq}"})),
			patch(one, js{"name": "{r.name}"}), ok(is("name", "{r.name}"))),
		check("one of "+p+" is deleted for good", r, del(one), ok(is("id", "{r.id}"), is("name", "{r.name}"))),
		check("a second delete of one of "+p+" finds nothing", r.Then(del(one)), del(one),
			fails(404, "rest-"+k.name+"-not-found")),
		check("a deleted one of "+p+" is not found", r.Then(del(one)), get(one), fails(404, "rest-"+k.name+"-not-found")),
		check("a deleted one of "+p+" leaves its name free", r.Then(del(one)), post(path, js{"name": "{r.name}"}),
			created(is("slug", "{r.slug}"))),
		check("a delete of one of "+p+" with force is a delete", r, del(one+"?force=true"), ok(is("id", "{r.id}"))),
		check("an unknown one of "+p+" is not found whoever deletes it", del(path+"/"+nobody).By(conform.Subscriber),
			fails(404, "rest-"+k.name+"-not-found")),
	}
	for name, bad := range inOrder(map[string]any{"a list": list{"a"}, "an object": js{"a": 1}}) {
		for _, f := range []string{"name", "slug", "description"} {
			cases = append(cases, check(fmt.Sprintf("%s as %s of one of %s is refused", name, f, p),
				post(path, merged(js{"name": "{uniq}"}, []js{{f: bad}})), refused(f)))
		}
	}
	return cases
}

func treeCases() []conform.Case {
	tree := given(category("top"), category("mid", js{"parent": "{top.id}"}), category("low", js{"parent": "{mid.id}"}))
	return []conform.Case{
		check("a category may have a parent", given(category("top")),
			post("/categories", js{"name": "{uniq}", "parent": "{top.id}"}),
			created(is("parent", "{top.id}"), like("urls.up", `/categories/{top.id}$`),
				like("url", `/events/category/{top.slug}/{uniq}/$`))),
		check("a category's address names all its parents", tree, get("/categories/{low.id}"),
			ok(like("url", `/events/category/{top.slug}/{mid.slug}/{low.slug}/$`))),
		check("a category without a parent has none", given(category("top")), get("/categories/{top.id}"),
			ok(is("parent", 0), gone("urls.up"))),
		check("zero as a parent is none", post("/categories", js{"name": "{uniq}", "parent": 0}), created(is("parent", 0))),
		check("null as a parent is none", post("/categories", js{"name": "{uniq}", "parent": nil}), created(is("parent", 0))),
		check("an unknown parent of a category is refused", post("/categories", js{"name": "{uniq}", "parent": 999999999}),
			refused("parent")),
		check("a tag as a parent is refused", given(tag("t")), post("/categories", js{"name": "{uniq}", "parent": "{t.id}"}),
			refused("parent")),
		check("an empty parent of a category is refused", post("/categories", js{"name": "{uniq}", "parent": ""}),
			refused("parent")),
		check("a category can be moved", tree, patch("/categories/{low.id}", js{"parent": "{top.id}"}),
			ok(is("parent", "{top.id}"))),
		check("a category can be moved to the top by zero", tree, patch("/categories/{low.id}", js{"parent": 0}),
			ok(is("parent", 0))),
		check("a category can be moved to the top by null", tree, patch("/categories/{low.id}", js{"parent": nil}),
			ok(is("parent", 0))),
		check("a category keeps its parent", tree, patch("/categories/{low.id}", js{"description": "d"}),
			ok(is("parent", "{mid.id}"))),
		check("a category is not its own parent", tree, patch("/categories/{top.id}", js{"parent": "{top.id}"}),
			refused("parent")),
		check("a category does not go below its child", tree, patch("/categories/{top.id}", js{"parent": "{mid.id}"}),
			refused("parent")),
		check("a category does not go below its child's child", tree, patch("/categories/{top.id}", js{"parent": "{low.id}"}),
			refused("parent")),
		check("a parent that is unknown is refused on update", tree, patch("/categories/{low.id}", js{"parent": 999999999}),
			refused("parent")),
		check("the children of a deleted category move up", tree.Then(del("/categories/{mid.id}")),
			get("/categories/{low.id}"), ok(is("parent", "{top.id}"))),
		check("the children of a deleted top category are at the top", tree.Then(del("/categories/{top.id}")),
			get("/categories/{mid.id}"), ok(is("parent", 0))),
		check("a name may be used under another parent",
			given(category("a"), category("b"), category("x", js{"name": "{uniq}", "parent": "{a.id}"})),
			post("/categories", js{"name": "{uniq}", "parent": "{b.id}"}),
			created(is("parent", "{b.id}"), is("slug", "{uniq}-2"))),
		check("a name in use under the same parent is refused", given(category("a"), category("x", js{"parent": "{a.id}"})),
			post("/categories", js{"name": "{x.name}", "parent": "{a.id}"}),
			fails(400, "term_exists", is("data.term_id", "{x.id}"))),
	}
}

func treeListCases() []conform.Case {
	tree := given(category("top"), category("a", js{"parent": "{top.id}"}), category("b", js{"parent": "{top.id}"}),
		category("low", js{"parent": "{a.id}"}))
	used := tree.Then(event("e", js{"categories": list{"{low.id}"}}))
	return []conform.Case{
		check("parent lists the direct children of a category", tree, get("/categories?hide_empty=0&parent={top.id}"),
			ok(ids("categories", "a", "b"), is("total", 2))),
		check("a category without children lists none", tree, get("/categories?hide_empty=0&parent={low.id}"),
			ok(is("categories", list{}), is("total", 0))),
		check("parent=0 lists the top level", tree, get("/categories?hide_empty=0&parent=0&search={uniq}"),
			ok(ids("categories", "top"))),
		check("the address of a category is a URI", given(category("top", js{"name": "Höhe {uniq}"}),
			category("low", js{"name": "Été {uniq}", "parent": "{top.id}"})), get("/categories/{low.id}"),
			ok(like("url", `/events/category/h%C3%B6he-{uniq}/%C3%A9t%C3%A9-{uniq}/$`))),
		check("links to other pages are URIs", given(category("a", js{"name": "Été 1 {uniq}"}),
			category("b", js{"name": "Été 2 {uniq}"})), get("/categories?hide_empty=0&per_page=1&search=Été"),
			ok(like("next_rest_url", `[?&]search=%C3%89t%C3%A9&`), like("rest_url", `[?&]search=%C3%89t%C3%A9`)).
				WithHeader("Link", conform.Matches(`search=%C3%89t%C3%A9`))),
		check("an unknown parent lists nothing", get("/categories?parent="+nobody), refused("parent")),
		check("a worded parent lists nothing", get("/categories?parent=abc"), refused("parent")),
		check("a tag as a parent lists nothing", given(tag("t")), get("/categories?parent={t.id}"), refused("parent")),
		check("parents of a category with events are shown", used, get("/categories?search={uniq}"),
			ok(ids("categories", "a", "low", "top"), is("total", 3), is("categories.0.count", 0), is("categories.1.count", 1))),
		check("parents of a category with events are shown page by page", used,
			get("/categories?search={uniq}&per_page=2&page=2"),
			ok(ids("categories", "top"), is("total", 3), is("total_pages", 2))),
		check("parents of a category with events are among the children of theirs", used, get("/categories?parent={top.id}"),
			ok(ids("categories", "a"), is("total", 1))),
		check("parents of a category with drafts only are hidden",
			tree.Then(event("e", js{"categories": list{"{low.id}"}, "status": "draft"})), get("/categories?search={uniq}"),
			ok(is("total", 0))),
		check("parents of a category whose event is gone are hidden", used.Then(del("/events/{e.id}")),
			get("/categories?search={uniq}"), ok(is("total", 0))),
	}
}

func tagOnlyCases() []conform.Case {
	return []conform.Case{
		check("a tag has no parent", given(tag("a")), post("/tags", js{"name": "{uniq}", "parent": "{a.id}"}),
			fails(400, "rest_taxonomy_not_hierarchical")),
		check("a tag gets no parent on update", given(tag("a"), tag("b")), patch("/tags/{a.id}", js{"parent": "{b.id}"}),
			fails(400, "rest_taxonomy_not_hierarchical")),
		check("a tag shows no parent", given(tag("a")), get("/tags/{a.id}"), ok(gone("parent"))),
		check("parent is no filter of tags", given(tag("a")), get("/tags?hide_empty=0&search={uniq}&parent={a.id}"),
			ok(ids("tags", "a"))),
	}
}
