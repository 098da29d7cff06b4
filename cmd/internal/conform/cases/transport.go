package cases

import (
	"fmt"
	"net/http"
	"strings"

	"almanac/cmd/internal/conform"
)

func transportCases() []conform.Case {
	return inArea("transport",
		routeCases(), idCases(), slugRouteCases(), methodCases(), optionsCases(),
		overrideCases(), fieldsCases(), corsCases(),
	)
}

func routeCases() []conform.Case {
	cases := []conform.Case{
		check("an unknown route is not found", get("/nothing"), fails(404, "rest_no_route")),
		check("an unknown route is not found by any method", post("/nothing", js{"a": 1}), fails(404, "rest_no_route")),
		check("a route below a record is not found", given(event("e")), get("/events/{e.id}/more"),
			fails(404, "rest_no_route")),
		check("a double slash is no route and no redirect", get("//events"), fails(404, "rest_no_route")),
		check("a double slash inside a route is no route", given(event("e")), get("/events//{e.id}"),
			fails(404, "rest_no_route")),
		check("dot segments are no way around a route", get("/events/./"), survives()),
		check("the namespace may end in a slash", get("/"), ok(typed("routes", "object"))),
		check("the documentation route may end in a slash", get("/doc/"), ok(there("openapi"))),
		check("a create may be sent to a path with a slash at its end", post("/tags/", js{"name": "{uniq}"}),
			created(is("name", "{uniq}"))),
		check("a created record says where it is", post("/tags", js{"name": "{uniq}"}),
			created().WithHeader("Location", conform.Matches(`/tags/{answer.id}/?$`))),
		check("unknown query parameters are ignored", given(event("e")), get("/events/{e.id}?bogus=1"),
			ok(is("id", "{e.id}"))),
		check("unknown body members are ignored", post("/tags", js{"name": "{uniq}", "bogus": js{"a": 1}}),
			created(is("name", "{uniq}"), gone("bogus"))),
		check("unknown form members are ignored", post("/tags", form("name={uniq}&bogus[a]=1")),
			created(is("name", "{uniq}"))),
	}
	for _, k := range resources() {
		cases = append(cases,
			check(k.plural+" may be listed with a slash at the end", get("/"+k.plural+"/"), ok(there("total"))),
			check(k.plural+" may be named in capitals", given(k.make("r")), get("/"+strings.ToUpper(k.plural)+"/{r.id}"),
				ok(is("id", "{r.id}"))),
			check("one of the "+k.plural+" may be read with a slash at the end", given(k.make("r")),
				get("/"+k.plural+"/{r.id}/"), ok(is("id", "{r.id}"))),
			check("a create answer of "+k.plural+" has a Location", post("/"+k.plural, bodyOf(k.make("r"))),
				created().WithHeader("Location", conform.Matches("/"+k.plural+"/{answer.id}/?$"))),
		)
	}
	return cases
}

func idCases() []conform.Case {
	var cases []conform.Case
	for _, k := range resources() {
		path := "/" + k.plural + "/"
		for _, id := range []string{"abc", "+12", "%2B12", "-1", "1.0", "1e1", "0x1", "12a", "foo-bar", "foo bar", "١"} {
			cases = append(cases, check(fmt.Sprintf("%q is no id among %s", id, k.plural), get(path+id),
				fails(404, "rest_no_route")))
		}
		for _, id := range []string{"0", nobody, "99999999999999999999", "340282366920938463463374607431768211456"} {
			cases = append(cases, check(fmt.Sprintf("no record of %s has the id %s", k.plural, id), get(path+id),
				fails(404, "rest-"+k.name+"-not-found")))
		}
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			cases = append(cases,
				check(fmt.Sprintf("%s of %s with a text for an id is no route", method, k.plural), request(method, path+"abc", nil),
					fails(404, "rest_no_route")),
				check(fmt.Sprintf("%s of an unknown record of %s is not found", method, k.plural),
					request(method, path+nobody, nil), fails(404, "rest-"+k.name+"-not-found")),
			)
		}
	}
	return cases
}

func slugRouteCases() []conform.Case {
	var cases []conform.Case
	for _, k := range posts() {
		path := "/" + k.plural + "/by-slug/"
		title := k.title
		cases = append(cases,
			check(k.plural+" by an empty slug is no route", get(path), fails(404, "rest_no_route")),
			check(k.plural+" by a slug with a slash is no route", get(path+"a/b"), fails(404, "rest_no_route")),
			check(k.plural+" by a slug with an escaped slash is not found", get(path+"a%2Fb"), fails(404, "")),
			check(k.plural+" by slug are read in any case of the route", given(k.make("r")),
				get("/"+k.plural+"/BY-SLUG/{r.slug}"), ok(is("id", "{r.id}"))),
			check(k.plural+" by slug may end in a slash", given(k.make("r")), get(path+"{r.slug}/"), ok(is("id", "{r.id}"))),
			check(k.plural+" are found by a slug of any script", given(k.make("r", js{title: "Über 東京 {uniq}"})),
				get(path+"{r.slug}"), ok(is("id", "{r.id}"))),
			check(k.plural+" by slug with NUL break nothing", get(path+"a%00b"), survives()),
			check(k.plural+" by slug with invalid UTF-8 break nothing", get(path+"a%FFb"), survives()),
		)
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			cases = append(cases, check(fmt.Sprintf("%s of %s by an unknown slug is not found", method, k.plural),
				request(method, path+"{uniq}", nil), fails(404, "rest-"+k.name+"-not-found")))
		}
	}
	for _, k := range terms() {
		cases = append(cases, check(k.plural+" have no slug routes", given(k.make("r")),
			get("/"+k.plural+"/by-slug/{r.slug}"), fails(404, "rest_no_route")))
	}
	return cases
}

func methodCases() []conform.Case {
	var cases []conform.Case
	wrong := func(method, path, pattern string) {
		cases = append(cases, check(fmt.Sprintf("%s %s is not allowed", method, path),
			request(method, path, nil), fails(405, "").WithHeader("Allow", conform.Matches(pattern))))
	}
	for _, k := range resources() {
		for _, method := range []string{"PUT", "PATCH", "DELETE"} {
			wrong(method, "/"+k.plural, `^(.*\bGET\b.*\bPOST\b|.*\bPOST\b.*\bGET\b)`)
		}
		wrong("PROPFIND", "/"+k.plural+"/1", `\bDELETE\b`)
	}
	for _, k := range posts() {
		wrong("PROPFIND", "/"+k.plural+"/by-slug/x", `\bPATCH\b`)
	}
	for _, path := range []string{"", "/doc"} {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
			wrong(method, path, `\bGET\b`)
		}
	}
	return cases
}

func optionsCases() []conform.Case {
	var cases []conform.Case
	entry := func(path string, methods ...any) {
		want := ok(typed("namespace", "string"), has("methods", methods...), typed("endpoints", "array"),
			typed("endpoints.0.args", "object"))
		for _, m := range methods {
			want = want.WithHeader("Allow", conform.Matches(fmt.Sprintf(`\b%s\b`, m)))
		}
		cases = append(cases, check("OPTIONS "+path+" describes the route", options(path), want))
	}
	for _, k := range resources() {
		entry("/"+k.plural, "GET", "POST")
		entry("/"+k.plural+"/1", "GET", "DELETE", "POST", "PUT", "PATCH")
	}
	for _, k := range posts() {
		entry("/"+k.plural+"/by-slug/x", "GET", "DELETE", "POST", "PUT", "PATCH")
	}
	return append(cases,
		check("OPTIONS of the index is answered", options(""), ok().WithHeader("Allow", conform.Matches(`\bGET\b`))),
		check("OPTIONS of the documentation is answered", options("/doc"),
			ok().WithHeader("Allow", conform.Matches(`\bGET\b`))),
		check("OPTIONS of an unknown route is not found", options("/nothing"), fails(404, "rest_no_route")),
		check("OPTIONS tells which arguments a list takes", options("/events"),
			ok(keysHave("endpoints.0.args", "page per_page start_date end_date search categories include"))),
	)
}

func overrideCases() []conform.Case {
	const override = "X-HTTP-Method-Override"
	return []conform.Case{
		check("POST may stand for DELETE", given(tag("t")), post("/tags/{t.id}", nil).Header(override, "DELETE"),
			ok(is("id", "{t.id}"))),
		check("what POST deleted is gone", given(tag("t"), post("/tags/{t.id}", nil).Header(override, "DELETE")),
			get("/tags/{t.id}"), fails(404, "rest-tag-not-found")),
		check("POST may stand for PATCH", given(tag("t")),
			post("/tags/{t.id}", js{"description": "new"}).Header(override, "PATCH"), ok(is("description", "new"))),
		check("POST may stand for PUT", given(tag("t")),
			post("/tags/{t.id}", js{"description": "new"}).Header(override, "PUT"), ok(is("description", "new"))),
		check("a method that a route lacks is refused when it is overridden too",
			post("/tags", js{"name": "{uniq}"}).Header(override, "DELETE"), fails(405, "")),
		check("a query may name the method of a POST", given(tag("t"), post("/tags/{t.id}?_method=delete", nil)),
			get("/tags/{t.id}"), fails(404, "rest-tag-not-found")),
		check("a query may name the method of an update", given(tag("t")),
			post("/tags/{t.id}?_method=PATCH", js{"description": "new"}), ok(is("description", "new"))),
		check("a form may name the method of a POST", given(tag("t"), post("/tags/{t.id}", form("_method=DELETE"))),
			get("/tags/{t.id}"), fails(404, "rest-tag-not-found")),
		check("the answer to a form that deletes is the record", given(event("e")),
			post("/events/{e.id}", form("_method=delete&force=true")), ok(is("id", "{e.id}"))),
		check("a form may name the method of an update", given(tag("t")),
			post("/tags/{t.id}", form("_method=PUT&description=new")), ok(is("description", "new"))),
		check("a form names no method that a route lacks", post("/tags", form("_method=PUT&name={uniq}")),
			fails(405, "").WithHeader("Allow", conform.Matches(`POST`))),
		check("a form names no method that reads", given(tag("t")), post("/tags/{t.id}", form("_method=GET")),
			refused("_method")),
		check("the method of a form that deletes needs permission", rolesOnly(), given(tag("t")),
			post("/tags/{t.id}", form("_method=DELETE")).By(conform.Visitor), fails(401, "rest_forbidden")),
		check("a query names no method of a GET", given(tag("t"), get("/tags/{t.id}?_method=DELETE")), get("/tags/{t.id}"),
			ok(is("id", "{t.id}"))),
		check("a member of JSON names no method", given(tag("t"), post("/tags/{t.id}", js{"_method": "DELETE"})),
			get("/tags/{t.id}"), ok(is("id", "{t.id}"))),
		check("GET is never overridden", given(tag("t"), get("/tags/{t.id}").Header(override, "DELETE")), get("/tags/{t.id}"),
			ok(is("id", "{t.id}"))),
	}
}

func fieldsCases() []conform.Case {
	two := given(event("e"), event("f"))
	mine := "/events?starts_after=2026-01-01&search={uniq}&_fields="
	return []conform.Case{
		check("_fields keeps names of records in a list", two, get(mine+"id,title"),
			ok(keysAre("", "events"), keysAre("events.0", "id title"), keysAre("events.1", "id title")).
				WithHeader("X-TEC-Total", conform.Matches(`^2$`))),
		check("_fields keeps names of records with their path", two, get(mine+"events.id"),
			ok(keysAre("", "events"), keysAre("events.0", "id"))),
		check("_fields keeps names of the envelope beside those of records", two, get(mine+"total,id"),
			ok(keysAre("", "events total"), is("total", 2), keysAre("events.0", "id"))),
		check("_fields keeps records whole that are named in the envelope", two, get(mine+"events,id"),
			ok(keysAre("", "events"), keysHave("events.0", "id title venue"))),
		check("_fields that no record has leave a list whole", two, get(mine+"bogus"),
			ok(keysHave("", "events rest_url total total_pages"), keysHave("events.0", "id title"))),
		check("_fields that a record does not have leave it whole", given(event("e")),
			get("/events/{e.id}?_fields=bogus,events.id"), ok(keysHave("", "id title venue"))),
		check("_fields keeps an empty list", get(mine+"id"), ok(keysAre("", "events"), is("events", list{}))),
		check("_fields keeps names of terms in a list", given(tag("t")),
			get("/tags?hide_empty=0&search={uniq}&_fields=slug,urls.self"),
			ok(keysAre("", "tags"), keysAre("tags.0", "slug urls"), keysAre("tags.0.urls", "self"))),
		check("_fields keeps members of members", given(event("e", js{"categories": list{"c {uniq}"}})),
			get("/events/{e.id}?_fields=id,categories.name"), ok(keysAre("", "id categories"), keysAre("categories.0", "name"))),
		check("_fields keeps the named keys of a record", given(event("e")), get("/events/{e.id}?_fields=id,title"),
			ok(keysAre("", "id title"))),
		check("_fields takes blanks around its commas", given(event("e")), get("/events/{e.id}?_fields=id, slug"),
			ok(keysHave("", "id slug"), gone("title"))),
		check("_fields skips names that no record has", given(event("e")), get("/events/{e.id}?_fields=id,bogus"),
			ok(keysAre("", "id"))),
		check("_fields keeps keys of a list's envelope", get("/events?_fields=total"), ok(keysAre("", "total"))),
		check("_fields keeps keys of a term list's envelope", get("/tags?_fields=total_pages,total"),
			ok(keysHave("", "total total_pages"), gone("tags"))),
		check("_fields works on a venue", given(venue("v")), get("/venues/{v.id}?_fields=venue"), ok(keysAre("", "venue"))),
		check("_fields works on the answer of a create", post("/tags?_fields=id,slug", js{"name": "{uniq}"}),
			created(keysHave("", "id slug"), gone("name"))),
	}
}

func corsCases() []conform.Case {
	origin := func(s conform.Step) conform.Step { return s.Header("Origin", "https://elsewhere.example") }
	preflight := func(s conform.Step, method string) conform.Step {
		return origin(s).Header("Access-Control-Request-Method", method)
	}
	exposed := `(?i)X-TEC-Total.*`
	return []conform.Case{
		check("reads are open to every origin where writes need a password", rolesOnly(), origin(get("/events")),
			ok().WithHeader("Access-Control-Allow-Origin", conform.Matches(`^\*$`)).
				WithHeader("Access-Control-Allow-Credentials", conform.Absent())),
		check("scripts of other origins may read totals and links", rolesOnly(), origin(get("/events")),
			ok().WithHeader("Access-Control-Expose-Headers", conform.Matches(exposed)).
				WithHeader("Access-Control-Expose-Headers", conform.Matches(`(?i)X-TEC-TotalPages`)).
				WithHeader("Access-Control-Expose-Headers", conform.Matches(`(?i)\bLink\b`)).
				WithHeader("Access-Control-Expose-Headers", conform.Matches(`(?i)\bETag\b`)).
				WithHeader("Access-Control-Expose-Headers", conform.Matches(`(?i)\bLocation\b`))),
		check("a preflight of a read is answered", rolesOnly(), preflight(options("/events"), "GET"),
			survives().NotJSON().WithHeader("Access-Control-Allow-Origin", conform.Matches(`^\*$`))),
		check("a preflight of a write from elsewhere allows no credentials", rolesOnly(),
			preflight(options("/events"), "POST"),
			survives().NotJSON().WithHeader("Access-Control-Allow-Credentials", conform.Absent())),
		check("without passwords no foreign origin may read", openOnly(), origin(get("/events")),
			ok().WithHeader("Access-Control-Allow-Origin", conform.Absent())),
		check("without passwords a browser of another site may not write", openOnly(),
			origin(post("/tags", js{"name": "{uniq}"})).Header("Sec-Fetch-Site", "cross-site"), fails(403, "")),
		check("without passwords a foreign origin may not write", openOnly(), origin(post("/tags", js{"name": "{uniq}"})),
			fails(403, "")),
		check("without passwords a form of another site may not write", openOnly(),
			origin(post("/tags", form("name={uniq}"))).Header("Sec-Fetch-Site", "cross-site"), fails(403, "")),
		check("without passwords a foreign origin may not delete by an overridden method", openOnly(), given(tag("t")),
			origin(post("/tags/{t.id}", nil)).Header("Sec-Fetch-Site", "cross-site").Header("X-HTTP-Method-Override", "DELETE"),
			fails(403, "")),
		check("without passwords a foreign origin may not delete by a method in the query", openOnly(), given(tag("t")),
			origin(post("/tags/{t.id}?_method=DELETE", nil)).Header("Sec-Fetch-Site", "cross-site"), fails(403, "")),
		check("without passwords a foreign origin may not delete by a method in a form", openOnly(), given(tag("t")),
			origin(post("/tags/{t.id}", form("_method=DELETE"))).Header("Sec-Fetch-Site", "cross-site"), fails(403, "")),
		check("a browser of the same origin may write", post("/tags", js{"name": "{uniq}"}).
			Header("Sec-Fetch-Site", "same-origin"), created()),
	}
}
