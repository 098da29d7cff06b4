package cases

import (
	"fmt"
	"strings"

	"almanac/cmd/internal/conform"
)

func paramsCases() []conform.Case {
	return inArea("params",
		sourceCases(), arrayCases(), scalarCases(), booleanCases(), integerCases(),
		emptyCases(), malformedCases(), nulCases(), sizeCases(), nestingCases(),
	)
}

func sourceCases() []conform.Case {
	return []conform.Case{
		check("a record is created from JSON", post("/tags", js{"name": "{uniq}"}), created(is("name", "{uniq}"))),
		check("a record is created from a form", post("/tags", form("name={uniq}&description=from a form")),
			created(is("name", "{uniq}"), is("description", "from a form"))),
		check("a record is created from multipart form data",
			post("/tags", parts{{"name", "{uniq}"}, {"description", "in parts"}}),
			created(is("name", "{uniq}"), is("description", "in parts"))),
		check("a record is created from the query alone", post("/tags?name={uniq}&description=asked", nil),
			created(is("name", "{uniq}"), is("description", "asked"))),
		check("JSON wins over the query", post("/tags?name=Query {uniq}", js{"name": "Json {uniq}"}),
			created(is("name", "Json {uniq}"))),
		check("a form wins over the query", post("/tags?name=Query {uniq}", form("name=Form {uniq}")),
			created(is("name", "Form {uniq}"))),
		check("multipart form data wins over the query", post("/tags?name=Query {uniq}", parts{{"name", "Part {uniq}"}}),
			created(is("name", "Part {uniq}"))),
		check("body and query add up", post("/tags?description=asked", js{"name": "{uniq}"}),
			created(is("name", "{uniq}"), is("description", "asked"))),
		check("PUT takes a form", given(tag("t")), put("/tags/{t.id}", form("description=put")),
			ok(is("description", "put"))),
		check("PATCH takes a form", given(tag("t")), patch("/tags/{t.id}", form("description=patched")),
			ok(is("description", "patched"))),
		check("PATCH takes multipart form data", given(tag("t")), patch("/tags/{t.id}", parts{{"description", "patched"}}),
			ok(is("description", "patched"))),
		check("PATCH takes the query", given(tag("t")), patch("/tags/{t.id}?description=asked", nil),
			ok(is("description", "asked"))),
		check("the path names the record, not an id in the body", given(event("a"), event("b")),
			patch("/events/{a.id}", js{"id": "{b.id}", "excerpt": "x"}), ok(is("id", "{a.id}"))),
		check("the path names the record, not an id in the query", given(event("a"), event("b")),
			get("/events/{a.id}?id={b.id}"), ok(is("id", "{a.id}"))),
		check("the path names the record to delete, not an id in the body", given(tag("a"), tag("b")),
			request("DELETE", "/tags/{a.id}", js{"id": "{b.id}"}), ok(is("id", "{a.id}"))),
		check("the path names the venue, not a slug in the body", given(venue("a"), venue("b")),
			patch("/venues/by-slug/{a.slug}", js{"slug": "{b.slug}", "phone": "1"}), ok(is("id", "{a.id}"))),
		check("the media type may be written in capitals", post("/tags", raw("Application/JSON", `{"name":"{uniq}"}`)),
			created(is("name", "{uniq}"))),
		check("the media type may name its charset", post("/tags",
			raw("application/json; charset=utf-8", `{"name":"{uniq}"}`)), created(is("name", "{uniq}"))),
		check("a form may name its charset", post("/tags",
			raw("application/x-www-form-urlencoded; charset=UTF-8", "name={uniq}")), created(is("name", "{uniq}"))),
		check("an object in a form is written in brackets",
			post("/events",
				form("title={uniq}&start_date=2030-05-01&end_date=2030-05-02&venue[venue]=Hall {uniq}&venue[city]=Bern")),
			created(is("venue.venue", "Hall {uniq}"), is("venue.city", "Bern"))),
		check("an object in multipart form data is written in brackets",
			post("/events", parts{
				{"title", "{uniq}"}, {"start_date", "2030-05-01"}, {"end_date", "2030-05-02"}, {"venue[venue]", "Hall {uniq}"},
			}),
			created(is("venue.venue", "Hall {uniq}"))),
	}
}

// arrayCases write one list of two ids in all spellings.
func arrayCases() []conform.Case {
	spellings := map[string]string{
		"empty brackets":            "%[1]s[]={x.id}&%[1]s[]={y.id}",
		"escaped brackets":          "%[1]s%%5B%%5D={x.id}&%[1]s%%5B%%5D={y.id}",
		"numbered brackets":         "%[1]s[0]={x.id}&%[1]s[1]={y.id}",
		"repeated names":            "%[1]s={x.id}&%[1]s={y.id}",
		"commas":                    "%[1]s={x.id},{y.id}",
		"escaped commas":            "%[1]s={x.id}%%2C{y.id}",
		"commas with blanks around": "%[1]s={x.id} , {y.id}",
	}
	var cases []conform.Case
	for _, name := range sortedKeys(spellings) {
		spell := func(param string) string { return fmt.Sprintf(spellings[name], param) }
		cases = append(cases,
			check("events are included by ids with "+name, given(event("x"), event("y"), event("z")),
				get("/events?"+spell("include")), ok(idSet("events", "x", "y"))),
			check("tags are included by ids with "+name, given(tag("x"), tag("y"), tag("z")),
				get("/tags?hide_empty=0&"+spell("include")), ok(idSet("tags", "x", "y"))),
			check("categories are excluded by ids with "+name, given(category("x"), category("y"), category("z")),
				get("/categories?hide_empty=0&search={uniq}&"+spell("exclude")), ok(idSet("categories", "z"))),
			check("events are filtered by venues with "+name,
				given(venue("x"), venue("y"), event("e", js{"venue": "{x.id}"}), event("f", js{"venue": "{y.id}"}), event("g")),
				get(mine+"&"+spell("venue")), ok(idSet("events", "e", "f"))),
			check("tags are written in a form with "+name, given(tag("x"), tag("y")),
				post("/events", form("title={uniq}&start_date=2030-05-01&end_date=2030-05-02&"+spell("tags"))),
				created(idSet("tags", "x", "y"))),
		)
	}
	return append(cases,
		check("a single number will do for a list in JSON", given(tag("x")), post("/events", newEvent(js{"tags": "{x.id}"})),
			created(ids("tags", "x"))),
		check("a number as text will do in a JSON list", given(tag("x")),
			post("/events", newEvent(js{"tags": list{text("{x.id}")}})), created(ids("tags", "x"))),
		check("a list of commas will do in JSON", given(tag("x"), tag("y")),
			post("/events", newEvent(js{"tags": "{x.id}, {y.id}"})), created(idSet("tags", "x", "y"))),
		check("status may be a list", rolesOnly(), given(event("p"), event("d", js{"status": "draft"})),
			get(mine+"&status[]=publish&status[]=draft"), ok(idSet("events", "p", "d"))),
		check("status may be a list with commas inside", rolesOnly(), given(event("p"), event("d", js{"status": "draft"})),
			get(mine+"&status=publish, draft"), ok(idSet("events", "p", "d"))),
	)
}

func scalarCases() []conform.Case {
	cases := []conform.Case{
		check("of a repeated scalar the last one counts", get("/events?page=9999&page=1"),
			ok(like("rest_url", `[?&]page=1(&|$)`))),
		check("of a scalar repeated in a form the last one counts", post("/tags", form("name=First&name={uniq}")),
			created(is("name", "{uniq}"))),
		check("a number will do for a text", post("/organizers", newOrganizer(js{"phone": 5550100})),
			created(is("phone", "5550100"))),
		check("a number will do for a name", post("/tags", js{"name": 42, "slug": "{uniq}", "description": 7}).As("t"),
			survives()),
	}
	for _, p := range []string{"page", "per_page", "search", "start_date", "starts_before", "featured", "post_parent"} {
		cases = append(cases, check("a list for the scalar "+p+" of events is refused", get("/events?"+p+"[]=1"), refused(p)))
	}
	for _, p := range []string{"search", "order", "orderby", "slug", "page"} {
		cases = append(cases, check("a list for the scalar "+p+" of categories is refused", get("/categories?"+p+"[]=1"),
			refused(p)))
	}
	for _, f := range []string{"title", "start_date", "timezone", "status", "all_day", "author", "slug", "description"} {
		cases = append(cases,
			check("a list for the scalar "+f+" of an event is refused", post("/events", newEvent(js{f: list{"a"}})), refused(f)),
			check("an object for the scalar "+f+" of an event is refused", post("/events", newEvent(js{f: js{"a": "b"}})),
				refused(f)),
		)
	}
	for _, k := range resources()[1:] {
		cases = append(cases, check("a list for the name of one of "+k.plural+" is refused",
			post("/"+k.plural, js{k.title: list{"a"}}), refused(k.title)))
	}
	return cases
}

func booleanCases() []conform.Case {
	spelled := map[string]bool{
		"true": true, "TRUE": true, "True": true, "1": true, "yes": true, "Yes": true, "on": true, "ON": true,
		"false": false, "FALSE": false, "0": false, "no": false, "NO": false, "off": false, "Off": false,
	}
	var cases []conform.Case
	for _, word := range sortedKeys(spelled) {
		value := spelled[word]
		found := "plain"
		if value {
			found = "special"
		}
		cases = append(cases,
			check(fmt.Sprintf("%q in a query is %v", word, value), given(event("special", js{"featured": true}), event("plain")),
				get(mine+"&featured="+word), ok(ids("events", found))),
			check(fmt.Sprintf("%q as JSON text is %v", word, value), post("/events", newEvent(js{"featured": word})),
				created(is("featured", value))),
		)
	}
	for name, v := range inOrder(map[string]any{"true": true, "1": 1}) {
		cases = append(cases, check("JSON "+name+" is true", post("/events", newEvent(js{"sticky": v})),
			created(is("sticky", true))))
	}
	for name, v := range inOrder(map[string]any{"false": false, "0": 0}) {
		cases = append(cases, check("JSON "+name+" is false", post("/events", newEvent(js{"sticky": v})),
			created(is("sticky", false))))
	}
	for _, f := range []string{"all_day", "featured", "sticky", "show_map", "show_map_link", "hide_from_listings"} {
		for name, v := range inOrder(map[string]any{
			"a word": "maybe", "two": 2, "nothing": "", "a list": list{true}, "an object": js{"a": 1}, "a fraction": 0.5,
		}) {
			cases = append(cases, check(fmt.Sprintf("%s as the switch %s is refused", name, f),
				post("/events", newEvent(js{f: v})), refused(f)))
		}
	}
	for _, word := range []string{"maybe", "2", "-1", "truee", "yes!"} {
		cases = append(cases,
			check(fmt.Sprintf("%q as a filter on featured is refused", word), get("/events?featured="+word),
				refused("featured")),
			check(fmt.Sprintf("%q for hide_empty is refused", word), get("/tags?hide_empty="+word), refused("hide_empty")),
		)
	}
	return cases
}

func integerCases() []conform.Case {
	var cases []conform.Case
	for _, k := range resources() {
		for _, p := range []string{"page", "per_page"} {
			for _, v := range []string{"foo", "-1", "0", "foo bar", "1e1", "1.5", "2.7", "0x1", "1a"} {
				cases = append(cases, check(fmt.Sprintf("%s=%s of %s is refused", p, v, k.plural), get("/"+k.plural+"?"+p+"="+v),
					refused(p)))
			}
		}
	}
	for name, v := range inOrder(map[string]any{
		"a fraction": 1.5, "a text": "abc", "nothing": "", "odd notation": "1e1", "a boolean": true, "a list": list{1},
	}) {
		cases = append(cases,
			check(name+" as the author of an event is refused", post("/events", newEvent(js{"author": v})), refused("author")),
			check(name+" as the parent of a category is refused", post("/categories", js{"name": "{uniq}", "parent": v}),
				refused("parent")),
		)
	}
	return append(cases,
		check("digits as text will do for an integer", given(category("c")),
			post("/categories", js{"name": "{uniq}", "parent": text("{c.id}")}), created(is("parent", "{c.id}"))),
		check("a huge number as a parent is refused", post("/categories",
			raw("application/json", `{"name":"{uniq}","parent":99999999999999999999}`)), refused("parent")),
	)
}

// emptyCases send nothing where something is needed.
func emptyCases() []conform.Case {
	params := map[string]string{
		"/events": "page per_page start_date end_date starts_before starts_after ends_before ends_after search " +
			"categories tags venue organizer featured include post_parent",
		"/venues":     "page per_page search event",
		"/organizers": "page per_page search event",
		"/categories": "page per_page search exclude include order orderby hide_empty parent post event slug",
		"/tags":       "page per_page search exclude include order orderby hide_empty post event slug",
	}
	var cases []conform.Case
	for _, path := range sortedKeys(params) {
		for _, p := range strings.Fields(params[path]) {
			cases = append(cases, check(fmt.Sprintf("an empty %s of %s is refused", p, path), get(path+"?"+p+"="), refused(p)))
		}
	}
	for _, k := range resources() {
		cases = append(cases,
			check("an empty name of one of "+k.plural+" is refused",
				post("/"+k.plural, merged(bodyOf(k.make("r")), []js{{k.title: ""}})), refused(k.title)),
			check("one of "+k.plural+" cannot lose its name", given(k.make("r")), patch("/"+k.plural+"/{r.id}", js{k.title: ""}),
				refused(k.title)),
		)
	}
	return append(cases,
		check("an empty status of visitors is refused", get("/events?status=").By(conform.Visitor), refused("status")),
		check("an empty status of editors is no filter", given(event("e")), get(mine+"&status=").By(conform.Editor),
			ok(ids("events", "e"))),
	)
}

func malformedCases() []conform.Case {
	var cases []conform.Case
	for name, data := range inOrder(map[string]string{
		"cut off": `{"name": "a`, "in single quotes": `{'name': 'a'}`, "with text after it": `{"name": "a"} x`,
		"with a comma too many": `{"name": "a",}`, "of bare words": `{name: a}`, "of a lone brace": `{`,
		"with a raw line break in text": "{\"name\": \"a\nb\"}",
	}) {
		cases = append(cases, check("JSON "+name+" is refused", post("/tags", raw("application/json", data)),
			fails(400, "rest_invalid_json")))
	}
	invalid := "{\"name\": \"\xff\"}"
	cases = append(cases,
		check("JSON with invalid UTF-8 is refused", post("/tags", raw("application/json", invalid)),
			fails(400, "rest_invalid_json")),
		check("an update with malformed JSON is refused", given(tag("t")),
			patch("/tags/{t.id}", raw("application/json", `{"name"`)), fails(400, "rest_invalid_json")),
		check("a query with invalid UTF-8 is refused", get("/events?search=%FF"), fails(400, "")),
		check("a form with invalid UTF-8 is refused", post("/tags", form("name=%FF")), fails(400, "")),
		check("a form with broken escapes breaks nothing",
			post("/tags", raw("application/x-www-form-urlencoded", "name=%zz")), survives()),
		check("multipart form data that is cut off breaks nothing",
			post("/tags", raw("multipart/form-data; boundary=B",
				"--B\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nx")), survives()),
		check("multipart form data without a boundary breaks nothing", post("/tags", raw("multipart/form-data", "x")),
			survives()),
		check("JSON that is a list breaks nothing", post("/tags", raw("application/json", `["a"]`)), survives()),
		check("JSON that is a text breaks nothing", post("/tags", raw("application/json", `"a"`)), survives()),
		check("JSON that is null breaks nothing", post("/tags", raw("application/json", `null`)), survives()),
		check("an empty JSON object lacks what is required", post("/tags", js{}), missing("name")),
	)
	for _, resource := range []string{
		"text/plain", "application/xml", "application/octet-stream", "text/html", "image/png",
	} {
		cases = append(cases, check("a body of "+resource+" is refused", post("/tags", raw(resource, `{"name":"{uniq}"}`)),
			fails(415, "")))
	}
	return cases
}

// nulCases put U+0000 into texts.
func nulCases() []conform.Case {
	var cases []conform.Case
	fields := map[string]string{
		"events":     "title description excerpt slug timezone cost website image status start_date",
		"venues":     "venue description address city country province state zip phone stateprovince website",
		"organizers": "organizer description phone website email",
		"categories": "name description slug",
		"tags":       "name description slug",
	}
	for _, k := range resources() {
		for _, f := range strings.Fields(fields[k.plural]) {
			cases = append(cases, check(fmt.Sprintf("NUL in %s of one of %s is refused", f, k.plural),
				post("/"+k.plural, merged(bodyOf(k.make("r")), []js{{f: "a\x00b"}})), refused(f)))
		}
		cases = append(cases, check("NUL in a search of "+k.plural+" is refused", get("/"+k.plural+"?search=a%00b"),
			refused("search")))
	}
	return append(cases,
		check("NUL in a form is refused", post("/tags", form("name=a%00b")), refused("name")),
		check("NUL in multipart form data is refused", post("/tags", parts{{"name", "a\x00b"}}), refused("name")),
		check("NUL in an inline venue is refused", post("/events", newEvent(js{"venue": js{"venue": "a\x00b"}})),
			fails(400, "rest_invalid_param")),
		check("NUL in a new tag of an event is refused", post("/events", newEvent(js{"tags": list{"a\x00b"}})),
			fails(400, "rest_invalid_param")),
	)
}

func sizeCases() []conform.Case {
	large := strings.Repeat("x", 1<<20+1<<16)
	long := strings.Repeat("y", 5000)
	cases := []conform.Case{
		check("a JSON body over the limit is refused", post("/tags", js{"name": "{uniq}", "description": large}),
			fails(413, "")),
		check("a form over the limit is refused", post("/tags", form("name={uniq}&description="+large)), fails(413, "")),
		check("multipart form data over the limit is refused",
			post("/tags", parts{{"name", "{uniq}"}, {"description", large}}), fails(413, "")),
		check("an update over the limit is refused", given(tag("t")), patch("/tags/{t.id}", js{"description": large}),
			fails(413, "")),
		check("a description of a quarter of a mebibyte is kept",
			post("/events", newEvent(js{"description": "<p>" + strings.Repeat("word ", 52_000) + "</p>"})),
			created(like("description", `^<p>word word`))),
		check("a longer description is refused", post("/events",
			newEvent(js{"description": "<p>" + strings.Repeat("word ", 53_000) + "</p>"})), refused("description")),
	}
	for _, path := range []string{
		"/events?status=" + long, "/events?start_date=" + long, "/events?page=" + long, "/events?categories=" + long,
		"/tags?order=" + long, "/tags?orderby=" + long, "/venues?event=" + long,
	} {
		name, _, _ := strings.Cut(path, "=")
		cases = append(cases, check("a long wrong value of "+name+" is not echoed",
			get(path), conform.Want{Status: 400, Code: "rest_invalid_param", Checks: []conform.Check{unlike("", "y{201}")}}))
	}
	return append(cases,
		check(
			"a long wrong value in a body is not echoed",
			post("/events", newEvent(js{"timezone": long, "status": long, "author": long})),
			conform.Want{
				Status: 400, Code: "rest_invalid_param", Params: []string{"timezone", "status", "author"},
				Checks: []conform.Check{unlike("", "y{201}")},
			},
		),
		check("a name of 200 characters is kept", post("/tags", js{"name": "{uniq}" + strings.Repeat("é", 186)}),
			created(count("name", 200))),
		check("a tag's name of 201 characters is refused", post("/tags", js{"name": strings.Repeat("é", 201)}),
			refused("name")),
		check("a category's name of 201 characters is refused", post("/categories", js{"name": strings.Repeat("a", 201)}),
			refused("name")),
	)
}

func nestingCases() []conform.Case {
	nested := func(n int) string {
		return `{"name":"{uniq}","extra":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
	}
	objects := strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100)
	return []conform.Case{
		check("JSON nested ten deep is taken", post("/tags", raw("application/json", nested(10))),
			created(is("name", "{uniq}"))),
		check("JSON nested forty deep is refused", post("/tags", raw("application/json", nested(40))), fails(400, "")),
		check("JSON nested a hundred thousand deep is refused", post("/tags", raw("application/json", nested(100_000))),
			fails(400, "")),
		check("objects nested a hundred deep are refused", post("/tags", raw("application/json", objects)), fails(400, "")),
		check("brackets nested a hundred deep in a form break nothing",
			post("/tags", form("name={uniq}&a"+strings.Repeat("[b]", 100)+"=1")), survives()),
	}
}
