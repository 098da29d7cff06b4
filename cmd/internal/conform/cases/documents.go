package cases

import (
	"fmt"
	"strings"

	"almanac/cmd/internal/conform"
)

// documentCases are about the index, the documentation and what errors say.
func documentCases() []conform.Case {
	return append(inArea("index_doc", indexCases(), docCases()), inArea("errors", errorCases())...)
}

func indexCases() []conform.Case {
	cases := []conform.Case{
		check("the index names the namespace and its routes", get(""),
			ok(keysHave("", "namespace routes _links"), like("namespace", `^\S+/\S+$`), typed("routes", "object"),
				typed("_links", "object"))),
		check("the index takes its own namespace", given(get("").As("index")), get("?namespace={index.namespace}"),
			ok(is("namespace", "{index.namespace}"))),
		check("the index refuses another namespace", get("?namespace=other/v1"), fails(404, "rest_invalid_namespace")),
		check("the index refuses an unknown context", get("?context=bogus"), refused("context")),
		check("visitors read the index", get("").By(conform.Visitor), ok(typed("routes", "object"))),
	}
	for _, context := range []string{"view", "embed", "edit", "help"} {
		cases = append(cases, check("the index takes the context "+context, get("?context="+context), ok(there("routes"))))
	}
	for _, k := range resources() {
		cases = append(cases, check("the index has the routes of "+k.plural, get(""),
			ok(like("routes", fmt.Sprintf(`"[^"]*/%s"`, k.plural)),
				like("routes", fmt.Sprintf(`"[^"]*/%s/[^"/]*id[^"]*"`, k.plural)))))
		if k.post {
			cases = append(cases, check("the index has the slug routes of "+k.plural, get(""),
				ok(like("routes", fmt.Sprintf(`"[^"]*/%s/by-slug/[^"]*slug[^"]*"`, k.plural)))))
		}
	}
	args := map[string]string{
		"/events": "page per_page start_date end_date starts_before starts_after ends_before ends_after strict_dates " +
			"search categories tags venue organizer featured status include post_parent",
		"/venues":     "page per_page search event has_events only_with_upcoming status",
		"/organizers": "page per_page search event has_events only_with_upcoming status",
		"/categories": "page per_page search exclude include order orderby hide_empty parent post event slug",
		"/tags":       "page per_page search exclude include order orderby hide_empty post event slug",
	}
	fields := map[string]string{
		"/events": "title start_date end_date author date date_utc description slug excerpt status timezone all_day " +
			"image cost website show_map show_map_link hide_from_listings sticky featured categories tags venue organizer",
		"/venues": "venue author date date_utc description status show_map show_map_link address city country " +
			"province state zip phone stateprovince website image",
		"/organizers": "organizer author date date_utc description status phone website email image",
		"/categories": "name description slug parent",
		"/tags":       "name description slug",
	}
	for path, names := range inOrder(args) {
		cases = append(cases, check("the index tells what lists of "+path+" take", options(path),
			ok(keysHave("endpoints.0.args", names))))
	}
	for path, names := range inOrder(fields) {
		cases = append(cases, check("the index tells what a create in "+path+" takes", options(path),
			ok(keysHave("endpoints.1.args", names))))
	}
	return append(cases,
		check("the index tells what is required", options("/events"),
			ok(is("endpoints.1.args.title.required", true), is("endpoints.1.args.start_date.required", true),
				is("endpoints.1.args.author.required", false))),
		check("the index tells types", options("/events"),
			ok(is("endpoints.0.args.page.type", "integer"), is("endpoints.0.args.featured.type", "boolean"),
				is("endpoints.1.args.title.type", "string"))),
		check("the index tells defaults", options("/events"), ok(is("endpoints.0.args.page.default", 1))),
		check("the index tells what lists hold", options("/events"),
			ok(is("endpoints.0.args.categories.items.type", "integer"))),
		check("the index knows the language", onlyA(), options("/events"),
			ok(there("endpoints.0.args.{lang}"), set("endpoints.0.args.{lang}.enum", "en", "fr"))),
		check("the index knows places with the extension", with("geoloc"), options("/events"),
			ok(keysHave("endpoints.0.args", "geoloc geoloc_lat geoloc_lng"))),
		check("the index knows no places without the extension", withoutExt("geoloc"), options("/events"),
			ok(gone("endpoints.0.args.geoloc"))),
	)
}

func docCases() []conform.Case {
	cases := []conform.Case{
		check("the documentation is OpenAPI 3.1", get("/doc"),
			ok(like("openapi", `^3\.1\.`), keysHave("", "openapi info servers components paths"))),
		check("the documentation has a title", get("/doc"),
			ok(keysHave("info", "title version description"), like("info.title", `\S`))),
		check("the documentation names the server", get("/doc"), ok(like("servers.0.url", `\S`))),
		check("older generators get OpenAPI 3.0", get("/doc?version=3.0"), ok(like("openapi", `^3\.0\.3$`))),
		check("visitors read the documentation", get("/doc").By(conform.Visitor), ok(there("paths"))),
		check("a client of any taste gets JSON", get("/doc").Header("Accept", "*/*"), ok(there("paths"))),
		check("a client that wants JSON gets it", get("/doc").Header("Accept", "application/json"), ok(there("paths"))),
		check("a client that would rather have JSON gets it",
			get("/doc").Header("Accept", "application/json, text/html;q=0.5"), ok(there("paths"))),
		check("a browser gets a page", get("/doc").Header("Accept",
			"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
			ok().NotJSON().WithHeader("Content-Type", conform.Matches(`^text/html`))),
	}
	for _, k := range resources() {
		cases = append(cases, check("the documentation has the paths of "+k.plural, get("/doc"),
			ok(like("paths", fmt.Sprintf(`"[^"]*/%s"`, k.plural)), like("paths", fmt.Sprintf(`"[^"]*/%s/\{id\}"`, k.plural)))))
		if k.post {
			cases = append(cases, check("the documentation has the slug paths of "+k.plural, get("/doc"),
				ok(like("paths", fmt.Sprintf(`"[^"]*/%s/by-slug/\{slug\}"`, k.plural)))))
		}
	}
	return cases
}

func errorCases() []conform.Case {
	longPath := strings.Repeat("x", 4000)
	manyPages := strings.Repeat("page=1&", 1000)
	manyIDs := strings.TrimSuffix(strings.Repeat("123456789,", 1000), ",")
	return []conform.Case{
		check("an error says what is wrong with a parameter", get("/events?start_date=garbage"),
			conform.Want{
				Status: 400, Code: "rest_invalid_param",
				Checks: []conform.Check{
					typed("data.params", "object"), like("data.params.start_date", `\S`), typed("data.details", "object"),
				},
			}),
		check("an error lists what is missing", post("/events", js{}),
			conform.Want{
				Status: 400, Code: "rest_missing_callback_param",
				Checks: []conform.Check{typed("data.params", "array"), set("data.params", "title", "start_date", "end_date")},
			}),
		check("an unknown route's error has no parameters", get("/nothing"),
			fails(404, "rest_no_route", gone("data.params"))),
		check("an error shows no internals", get("/events/"+nobody),
			fails(404, "rest-event-not-found", unlike("", `(?i)sql|select |panic|goroutine|\.go:`))),
		check("an error for a name of the database shows no internals", get("/events?search={uniq}'; DROP TABLE events;--"),
			ok(is("total", 0))),
		check("a quote in a category's name is no harm", get("/events?categories={uniq}' OR '1'='1"), refused("categories")),
		check("a quote in orderby is no harm", get("/tags?orderby=name;select 1"), refused("orderby")),
		check("a quote in a slug is no harm", get("/events/by-slug/x' OR '1'='1"), fails(404, "rest-event-not-found")),
		check("a quote in a title is no harm", post("/events",
			newEvent(js{"title": "Robert'); DROP TABLE events;-- {uniq}"})), created(like("title", `^Robert'\); DROP`))),
		check("HTML in a wrong value is harmless", get("/events?status=<script>alert(1)</script>"), refused("status")),
		check("a very long path is an error like others", get("/"+longPath), survives()),
		check("a parameter that is sent a thousand times breaks nothing", get("/events?"+manyPages), survives()),
		check("a list of a thousand ids breaks nothing", get("/events?include="+manyIDs), survives()),
	}
}
