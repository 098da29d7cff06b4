package cases

import (
	"slices"

	"almanac/cmd/internal/conform"
)

func deleteCases() []conform.Case {
	k := posts()
	return slices.Concat(inArea("events_delete", deletePostCases(k[0])), inArea("venues", deletePostCases(k[1])),
		inArea("organizers", deletePostCases(k[2])))
}

func deletePostCases(k resource) []conform.Case {
	one, slug := "/"+k.plural+"/{r.id}", "/"+k.plural+"/by-slug/{r.slug}"
	r := given(k.make("r"))
	trashed := r.Then(del(one))
	all := "/" + k.plural + "?search={uniq}"
	if k.name == "event" {
		all = mine
	}
	return []conform.Case{
		check("a delete puts one of "+k.plural+" into the trash", r, del(one),
			ok(is("id", "{r.id}"), is("status", "trash"), is("slug", "{r.slug}__trashed"), is(k.title, "{r."+k.title+"}"))),
		check("a delete by slug puts one of "+k.plural+" into the trash", r, del(slug),
			ok(is("id", "{r.id}"), is("status", "trash"))),
		check("a second delete of one of "+k.plural+" is too late", trashed, del(one), fails(410, k.name+"-is-in-trash")),
		check("a second delete of one of "+k.plural+" by slug finds nothing", r.Then(del(slug)), del(slug),
			fails(404, "rest-"+k.name+"-not-found")),
		check("force deletes one of "+k.plural+" for good", r, del(one+"?force=true"), ok(is("id", "{r.id}"))),
		check("force in a body deletes one of "+k.plural+" for good", r.Then(request("DELETE", one, js{"force": true})),
			get(one), fails(404, "rest-"+k.name+"-not-found")),
		check("force deletes one of "+k.plural+" from the trash", trashed.Then(del(one+"?force=true")), get(one),
			fails(404, "rest-"+k.name+"-not-found")),
		check("force=false puts one of "+k.plural+" into the trash", r, del(one+"?force=false"), ok(is("status", "trash"))),
		check("what was deleted of "+k.plural+" for good is not deleted again", r.Then(del(one+"?force=true")), del(one),
			fails(404, "rest-"+k.name+"-not-found")),
		check("a delete of an unknown one of "+k.plural+" finds nothing", del("/"+k.plural+"/"+nobody),
			fails(404, "rest-"+k.name+"-not-found")),
		check("a delete among "+k.plural+" does not reach another kind", given(tag("t"), k.make("r"), category("c")),
			del("/"+k.plural+"/"+nobody), fails(404, "rest-"+k.name+"-not-found")),
		check("the trash of "+k.plural+" is not listed", trashed, get(all), ok(is("total", 0))),
		check("the trash of "+k.plural+" can be listed", trashed, get(all+"&status=trash"), ok(ids(k.plural, "r"))),
		check("the slug of what is in the trash of "+k.plural+" is free", r.Then(del(one)),
			k.make("s", js{k.title: "{r." + k.title + "}"}), created(is("slug", "{r.slug}"))),
		check("one of "+k.plural+" comes back from the trash", trashed, patch(one, js{"status": "publish"}),
			ok(is("status", "publish"), is("slug", "{r.slug}"))),
		check("one of "+k.plural+" comes back from the trash as a draft", trashed, patch(one, js{"status": "draft"}),
			ok(is("status", "draft"), is("slug", "{r.slug}"))),
		check("what came back from the trash of "+k.plural+" is listed", trashed.Then(patch(one, js{"status": "publish"})),
			get(all), ok(ids(k.plural, "r"))),
		check("visitors may not delete one of "+k.plural, r, del(one).By(conform.Visitor), fails(401, "rest_forbidden")),
		check("visitors may not delete one of "+k.plural+" by slug", r, del(slug).By(conform.Visitor),
			fails(401, "rest_forbidden")),
		check("subscribers may not delete one of "+k.plural, r, del(one).By(conform.Subscriber),
			fails(403, "rest_forbidden")),
		check("what visitors tried to delete of "+k.plural+" is still there",
			r.Then(del(one).By(conform.Visitor).Failing(401)), get(one), ok(is("status", "publish"))),
	}
}
