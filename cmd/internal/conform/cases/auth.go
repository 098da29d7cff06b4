package cases

import (
	"fmt"

	"almanac/cmd/internal/conform"
)

func authCases() []conform.Case {
	return inArea("auth", credentialCases(), orderOfChecksCases(), visitorWriteCases(), roleCases(), contributorCases(),
		termRoleCases(), ownCases())
}

const authorization = "Authorization"

func credentialCases() []conform.Case {
	wrong := fails(401, "incorrect_password").WithHeader("WWW-Authenticate", conform.Matches(`(?i)Basic`))
	signed := func(s conform.Step, value string) conform.Step {
		return s.By(conform.Visitor).Header(authorization, value)
	}
	// nobody:wrong, administrator:wrong.
	const nobody, known = "Basic bm9ib2R5Ondyb25n", "Basic YWRtaW5pc3RyYXRvcjp3cm9uZw=="
	cases := []conform.Case{
		check("an unknown user is refused on reads", signed(get("/events"), nobody), wrong),
		check("an unknown user is refused on writes", signed(post("/tags", js{"name": "{uniq}"}), nobody), wrong),
		check("a wrong password is refused on reads", signed(get("/events"), known), wrong),
		check("a wrong password is refused on writes", signed(post("/tags", js{"name": "{uniq}"}), known), wrong),
		check("a wrong password is refused on the index", signed(get(""), known), wrong),
		check("an unknown token is refused on reads", signed(get("/events"), "Bearer alm_abcdef"),
			fails(401, "rest_invalid_token")),
		check("a token of another service is ignored on reads", signed(get("/events"), "Bearer abcdef"), ok()),
		check("a placeholder for a token is ignored on reads", given(event("e")),
			signed(get("/events/{e.id}"), "Bearer null"), ok(is("id", "{e.id}"))),
		check("an unknown token is refused on writes", signed(post("/tags", js{"name": "{uniq}"}), "Bearer abcdef"),
			fails(401, "")),
		check("a write with a refused password changes nothing",
			given(signed(post("/tags", js{"name": "{uniq}"}), known).Failing(401)), get("/tags?hide_empty=0&search={uniq}"),
			ok(is("total", 0))),
		check("a refused password does not show which users there are", signed(get("/events"), nobody),
			fails(401, "incorrect_password", unlike("message", "(?i)unknown user"))),
	}
	for name, value := range inOrder(map[string]string{
		"of no base64": "Basic !!!", "without a colon": "Basic bm9ib2R5", "of an unknown scheme": "Digest x",
		"of nothing": "Basic",
	}) {
		cases = append(cases,
			check("credentials "+name+" count as none on reads", signed(get("/events"), value), ok()),
			check("credentials "+name+" count as none on writes", signed(post("/tags", js{"name": "{uniq}"}), value),
				fails(401, "rest_forbidden")),
		)
	}
	return cases
}

func orderOfChecksCases() []conform.Case {
	var cases []conform.Case
	for _, k := range resources() {
		path, one := "/"+k.plural, "/"+k.plural+"/{r.id}"
		cases = append(cases,
			check("visitors hear of missing members of "+k.plural+" first", post(path, js{}).By(conform.Visitor),
				missing(k.title)),
			check("visitors hear of bad members of "+k.plural+" first", given(k.make("r")),
				patch(one, js{k.title: list{}}).By(conform.Visitor), refused(k.title)),
			check("visitors hear of an unknown route below "+k.plural+" first", post(path+"/abc", nil).By(conform.Visitor),
				fails(404, "rest_no_route")),
			check("visitors hear of a wrong method of "+k.plural+" first", del(path).By(conform.Visitor), fails(405, "")),
			check("visitors hear of an unknown one of "+k.plural+" before the permission",
				patch(path+"/"+nobody, js{"description": "x"}).By(conform.Visitor), fails(404, "rest-"+k.name+"-not-found")),
			check("visitors hear of an unknown one of "+k.plural+" to delete before the permission",
				del(path+"/"+nobody).By(conform.Visitor), fails(404, "rest-"+k.name+"-not-found")),
		)
		if k.post {
			cases = append(cases,
				check("visitors do not hear whether an author of "+k.plural+" exists",
					post(path, merged(bodyOf(k.make("r")), []js{{"author": 999999999}})).By(conform.Visitor),
					fails(401, "rest_forbidden")),
				check("visitors do not hear whether an image of "+k.plural+" exists",
					post(path, merged(bodyOf(k.make("r")), []js{{"image": 999999999}})).By(conform.Visitor),
					fails(401, "rest_forbidden")),
				check("visitors do not hear whether one of "+k.plural+" is in the trash", given(k.make("r"), del(one)),
					del(one).By(conform.Visitor), fails(401, "rest_forbidden")),
				check("subscribers do not hear whether one of "+k.plural+" is in the trash", given(k.make("r"), del(one)),
					del(one).By(conform.Subscriber), fails(403, "rest_forbidden")),
				check("visitors may not change a draft of "+k.plural, given(k.make("r", js{"status": "draft"})),
					patch(one, js{"description": "x"}).By(conform.Visitor), fails(401, "rest_forbidden")),
			)
		}
	}
	return append(cases,
		check("visitors do not hear whether a venue exists",
			post("/events", newEvent(js{"venue": 999999999})).By(conform.Visitor), fails(401, "rest_forbidden")),
		check("visitors do not hear whether an organizer exists",
			post("/events", newEvent(js{"organizer": 999999999})).By(conform.Visitor), fails(401, "rest_forbidden")),
	)
}

// visitorWriteCases try every write as a visitor and as a subscriber.
func visitorWriteCases() []conform.Case {
	var cases []conform.Case
	try := func(what string, s conform.Step, steps ...conform.Step) {
		cases = append(cases,
			check("visitors may not "+what, given(steps...), s.By(conform.Visitor), fails(401, "rest_forbidden")),
			check("subscribers may not "+what, given(steps...), s.By(conform.Subscriber), fails(403, "rest_forbidden")),
		)
	}
	for _, k := range resources() {
		try("create one of "+k.plural, k.make("r"))
		for _, method := range []string{"POST", "PUT", "PATCH"} {
			try(fmt.Sprintf("update one of %s by %s", k.plural, method),
				request(method, "/"+k.plural+"/{r.id}", js{"description": "x"}), k.make("r"))
		}
		if !k.post {
			try("delete one of "+k.plural, del("/"+k.plural+"/{r.id}"), k.make("r"))
			continue
		}
		try("update one of "+k.plural+" by slug", patch("/"+k.plural+"/by-slug/{r.slug}", js{"description": "x"}),
			k.make("r"))
		try("delete one of "+k.plural+" by an overridden method",
			post("/"+k.plural+"/{r.id}", nil).Header("X-HTTP-Method-Override", "DELETE"), k.make("r"))
		try("delete one of "+k.plural+" for good", del("/"+k.plural+"/{r.id}?force=true"), k.make("r"))
	}
	return cases
}

func roleCases() []conform.Case {
	var cases []conform.Case
	for _, k := range posts() {
		one, change := "/"+k.plural+"/{r.id}", js{"description": "x"}
		may := func(what string, owner, c conform.Caller, status string, s conform.Step, allowed bool) {
			want, verb := fails(403, "rest_forbidden"), "may not"
			if allowed {
				want, verb = ok(is("id", "{r.id}")), "may"
			}
			cases = append(cases, check(fmt.Sprintf("%s %s %s of %s", c.Role(), verb, what, k.plural),
				given(k.make("r", js{"status": status}).By(owner)), s.By(c), want))
		}
		for _, c := range []conform.Caller{conform.Editor, conform.Author, conform.Contributor} {
			cases = append(cases, check(c.Role()+" may create one of "+k.plural, k.make("r", js{"status": drop{}}).By(c),
				created(typed("id", "integer"))))
		}
		may("update another's record", conform.Administrator, conform.Editor, "publish", patch(one, change), true)
		may("delete another's record", conform.Administrator, conform.Editor, "publish", del(one), true)
		may("update a contributor's draft", conform.Contributor, conform.Editor, "draft", patch(one, change), true)
		may("update an own published record", conform.Author, conform.Author, "publish", patch(one, change), true)
		may("delete an own published record", conform.Author, conform.Author, "publish", del(one), true)
		may("update another's published record", conform.Administrator, conform.Author, "publish", patch(one, change), false)
		may("delete another's published record", conform.Administrator, conform.Author, "publish", del(one), false)
		may("update another's draft", conform.Administrator, conform.Author, "draft", patch(one, change), false)
		may("update another's published record", conform.Administrator, conform.Contributor, "publish", patch(one, change),
			false)
		may("delete another's published record", conform.Administrator, conform.Contributor, "publish", del(one), false)
		may("update an own draft", conform.Contributor, conform.Contributor, "draft", patch(one, change), true)
		may("delete an own draft", conform.Contributor, conform.Contributor, "draft", del(one), true)
		may("update an own pending record", conform.Contributor, conform.Contributor, "pending", patch(one, change), true)
		may("update another's draft", conform.Administrator, conform.Contributor, "draft", patch(one, change), false)
	}
	return cases
}

func contributorCases() []conform.Case {
	var cases []conform.Case
	for _, k := range posts() {
		one := "/" + k.plural + "/{r.id}"
		for _, status := range []string{"publish", "future"} {
			cases = append(cases, check(fmt.Sprintf("%s of a contributor's %s becomes pending", status, k.plural),
				k.make("r", js{"status": status, "date": "2033-01-01 00:00:00"}).By(conform.Contributor),
				created(is("status", "pending"))))
		}
		published := given(k.make("r", js{"status": "draft"}).By(conform.Contributor), patch(one, js{"status": "publish"}))
		cases = append(cases,
			check("a contributor's "+k.plural+" are drafts unless told otherwise",
				k.make("r", js{"status": drop{}}).By(conform.Contributor), created(is("status", "draft"))),
			check("a contributor's "+k.plural+" may be drafts", k.make("r", js{"status": "draft"}).By(conform.Contributor),
				created(is("status", "draft"))),
			check("a contributor's update does not publish "+k.plural,
				given(k.make("r", js{"status": "draft"}).By(conform.Contributor)),
				patch(one, js{"status": "publish"}).By(conform.Contributor), ok(is("status", "pending"))),
			check("an author's "+k.plural+" are published", k.make("r").By(conform.Author), created(is("status", "publish"))),
			check("an author's "+k.plural+" may be scheduled", k.make("r", js{"date": "2033-01-01 00:00:00"}).By(conform.Author),
				created(is("status", "future"))),
			check("a contributor's own published "+k.plural+" may not be updated", published,
				patch(one, js{"description": "x"}).By(conform.Contributor), fails(403, "rest_forbidden")),
			check("a contributor's own published "+k.plural+" may not be deleted", published, del(one).By(conform.Contributor),
				fails(403, "rest_forbidden")),
			check("a contributor's own published "+k.plural+" may not be updated by slug", published,
				patch("/"+k.plural+"/by-slug/{r.slug}", js{"description": "x"}).By(conform.Contributor),
				fails(403, "rest_forbidden")),
		)
	}
	return cases
}

func termRoleCases() []conform.Case {
	var cases []conform.Case
	for _, k := range terms() {
		one := "/" + k.plural + "/{r.id}"
		cases = append(cases,
			check("editors may create one of "+k.plural, k.make("r").By(conform.Editor), created()),
			check("editors may update one of "+k.plural, given(k.make("r")),
				patch(one, js{"description": "x"}).By(conform.Editor), ok()),
			check("editors may delete one of "+k.plural, given(k.make("r")), del(one).By(conform.Editor), ok()),
			check("contributors may not create one of "+k.plural, k.make("r").By(conform.Contributor),
				fails(403, "rest_forbidden")),
			check("contributors may not update one of "+k.plural, given(k.make("r")),
				patch(one, js{"description": "x"}).By(conform.Contributor), fails(403, "rest_forbidden")),
			check("contributors may not delete one of "+k.plural, given(k.make("r")), del(one).By(conform.Contributor),
				fails(403, "rest_forbidden")),
		)
	}
	return append(cases,
		check("authors may create a category", category("r").By(conform.Author), created()),
		check("authors may update a category", given(category("r")),
			patch("/categories/{r.id}", js{"description": "x"}).By(conform.Author), ok()),
		check("authors may delete a category", given(category("r")), del("/categories/{r.id}").By(conform.Author), ok()),
		check("authors may not create a tag", tag("r").By(conform.Author), fails(403, "rest_forbidden")),
		check("authors may not update a tag", given(tag("r")),
			patch("/tags/{r.id}", js{"description": "x"}).By(conform.Author), fails(403, "rest_forbidden")),
		check("authors may not delete a tag", given(tag("r")), del("/tags/{r.id}").By(conform.Author),
			fails(403, "rest_forbidden")),
	)
}

func ownCases() []conform.Case {
	own := venue("own").By(conform.Author)
	return []conform.Case{
		check("a record belongs to who created it", given(own), event("e").By(conform.Author),
			created(is("author", "{own.author}"))),
		check("authors may name themselves", given(own), event("e", js{"author": "{own.author}"}).By(conform.Author),
			created(is("author", "{own.author}"))),
		check("authors may not name another author", given(venue("his")),
			event("e", js{"author": "{his.author}"}).By(conform.Author), survives(unlike("", `"author":"{his.author}"`))),
		check("editors may name another author", given(own), event("e", js{"author": "{own.author}"}).By(conform.Editor),
			created(is("author", "{own.author}"))),
		check("an event that was given away is no longer the giver's",
			given(event("his"), event("e").By(conform.Author), patch("/events/{e.id}", js{"author": "{his.author}"})),
			patch("/events/{e.id}", js{"excerpt": "x"}).By(conform.Author), fails(403, "rest_forbidden")),
		check("contributors may not link records that they may not see", given(venue("v", js{"status": "draft"})),
			event("e", js{"status": "draft", "venue": "{v.id}"}).By(conform.Contributor), fails(400, "")),
		check("authors may not read another's private event by its slug", given(event("e", js{"status": "private"})),
			get("/events/by-slug/{e.slug}").By(conform.Author), fails(403, "event-not-accessible")),
		check("authors may read their own trashed event",
			given(event("e").By(conform.Author), del("/events/{e.id}").By(conform.Author)),
			get("/events/{e.id}").By(conform.Author), ok(is("status", "trash"))),
		check("authors may not read another's trashed event", given(event("e"), del("/events/{e.id}")),
			get("/events/{e.id}").By(conform.Author), fails(403, "event-no-longer-available")),
	}
}
