package conform

func deleteCases() []Case {
	var events, venues, organizers []Case
	for i, k := range posts() {
		group := deletePostCases(k)
		switch i {
		case 0:
			events = group
		case 1:
			venues = group
		default:
			organizers = group
		}
	}
	return append(inArea("events_delete", events), append(inArea("venues", venues), inArea("organizers", organizers)...)...)
}

func deletePostCases(k kind) []Case {
	one, slug := "/"+k.plural+"/{r.id}", "/"+k.plural+"/by-slug/{r.slug}"
	r := given(k.make("r"))
	trashed := r.then(del(one))
	all := "/" + k.plural + "?search={uniq}"
	if k.name == "event" {
		all = mine
	}
	return []Case{
		check("a delete puts one of "+k.plural+" into the trash", r, del(one), ok(is("id", "{r.id}"), is("status", "trash"), is("slug", "{r.slug}__trashed"), is(k.title, "{r."+k.title+"}"))),
		check("a delete by slug puts one of "+k.plural+" into the trash", r, del(slug), ok(is("id", "{r.id}"), is("status", "trash"))),
		check("a second delete of one of "+k.plural+" is too late", trashed, del(one), fails(410, k.name+"-is-in-trash")),
		check("a second delete of one of "+k.plural+" by slug finds nothing", r.then(del(slug)), del(slug), fails(404, "rest-"+k.name+"-not-found")),
		check("force deletes one of "+k.plural+" for good", r, del(one+"?force=true"), ok(is("id", "{r.id}"))),
		check("force in a body deletes one of "+k.plural+" for good", r.then(request("DELETE", one, js{"force": true})), get(one), fails(404, "rest-"+k.name+"-not-found")),
		check("force deletes one of "+k.plural+" from the trash", trashed.then(del(one+"?force=true")), get(one), fails(404, "rest-"+k.name+"-not-found")),
		check("force=false puts one of "+k.plural+" into the trash", r, del(one+"?force=false"), ok(is("status", "trash"))),
		check("what was deleted of "+k.plural+" for good is not deleted again", r.then(del(one+"?force=true")), del(one), fails(404, "rest-"+k.name+"-not-found")),
		check("a delete of an unknown one of "+k.plural+" finds nothing", del("/"+k.plural+"/"+nobody), fails(404, "rest-"+k.name+"-not-found")),
		check("a delete among "+k.plural+" does not reach another kind", given(tag("t"), k.make("r"), category("c")), del("/"+k.plural+"/"+nobody), fails(404, "rest-"+k.name+"-not-found")),
		check("the trash of "+k.plural+" is not listed", trashed, get(all), ok(is("total", 0))),
		check("the trash of "+k.plural+" can be listed", trashed, get(all+"&status=trash"), ok(ids(k.plural, "r"))),
		check("the slug of what is in the trash of "+k.plural+" is free", r.then(del(one)), k.make("s", js{k.title: "{r." + k.title + "}"}), created(is("slug", "{r.slug}"))),
		check("one of "+k.plural+" comes back from the trash", trashed, patch(one, js{"status": "publish"}), ok(is("status", "publish"), is("slug", "{r.slug}"))),
		check("one of "+k.plural+" comes back from the trash as a draft", trashed, patch(one, js{"status": "draft"}), ok(is("status", "draft"), is("slug", "{r.slug}"))),
		check("what came back from the trash of "+k.plural+" is listed", trashed.then(patch(one, js{"status": "publish"})), get(all), ok(ids(k.plural, "r"))),
		check("visitors may not delete one of "+k.plural, r, del(one).by(Visitor), fails(401, "rest_forbidden")),
		check("visitors may not delete one of "+k.plural+" by slug", r, del(slug).by(Visitor), fails(401, "rest_forbidden")),
		check("subscribers may not delete one of "+k.plural, r, del(one).by(Subscriber), fails(403, "rest_forbidden")),
		check("what visitors tried to delete of "+k.plural+" is still there", r.then(del(one).by(Visitor).failing(401)), get(one), ok(is("status", "publish"))),
	}
}
