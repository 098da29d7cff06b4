package cases

import (
	"fmt"

	"almanac/cmd/internal/conform"
)

func eventsListCases() []conform.Case {
	return inArea("events_list",
		windowCases(), strictCases(), defaultWindowCases(), dateFormatCases(), pagingCases(),
		linkCases(), orderCases(), includeCases(), searchCases(), eventFlagCases(),
	)
}

// window is a case about whether an event is found in a window.  The event
// lasts from 10 to 12 on 1 May 2030, in the site's zone, unless extra says
// otherwise.
func window(name, query string, found bool, extra ...js) conform.Case {
	names := []string{}
	if found {
		names = append(names, "e")
	}
	extra = append([]js{{"timezone": drop{}}}, extra...)
	return check(name, given(event("e", extra...)), get("/events?search={uniq}&"+query),
		ok(ids("events", names...), is("total", len(names))))
}

func windowCases() []conform.Case {
	days := js{"start_date": "2030-05-01 20:00:00", "end_date": "2030-05-03 02:00:00"}
	// From 13 to 14 in UTC, the day before.
	auckland := js{"timezone": "Pacific/Auckland", "start_date": "2030-05-01 01:00:00", "end_date": "2030-05-01 02:00:00"}
	return []conform.Case{
		window("an event of the day is found on that day", "start_date=2030-05-01&end_date=2030-05-01", true),
		window("an event before the window is not found", "start_date=2030-05-02&end_date=2030-05-31", false),
		window("an event after the window is not found", "start_date=2030-04-01&end_date=2030-04-30", false),
		window("start_date counts from the beginning of its day", "start_date=2030-05-01 15:00:00&end_date=2030-05-31", true),
		window("end_date counts to the end of its day", "start_date=2030-04-01&end_date=2030-05-01 08:00:00", true),
		window("an event that began before the window is not contained", "start_date=2030-05-02&end_date=2030-05-31", false,
			days),
		window("an event that ends after the window is not contained", "start_date=2030-05-01&end_date=2030-05-02", false,
			days),
		window("an event of several days is contained in its days", "start_date=2030-05-01&end_date=2030-05-03", true, days),
		window("an event around the window is not contained", "start_date=2030-05-02&end_date=2030-05-02", false, days),
		window("a window that ends before it starts finds nothing", "start_date=2030-06-01&end_date=2030-04-01", false),
		window("the whole calendar finds every event", "start_date=0000-01-01&end_date=9999-12-31", true),
		window("an event of another zone is found when it takes place",
			"strict_dates=true&start_date=2030-04-30T13:00:00Z&end_date=2030-04-30T14:00:00Z", true, auckland),
		window("an event of another zone is not found a second later",
			"strict_dates=true&start_date=2030-04-30T13:00:01Z&end_date=2030-05-02", false, auckland),
		window("starts_before takes in its whole day", "starts_before=2030-05-01", true),
		window("starts_before leaves out later days", "starts_before=2030-04-30", false),
		window("starts_after leaves out its whole day", "starts_after=2030-05-01", false),
		window("starts_after takes in later days", "starts_after=2030-04-30", true),
		window("ends_before takes in its whole day", "ends_before=2030-05-01", true),
		window("ends_before leaves out later days", "ends_before=2030-04-30", false),
		window("ends_after leaves out its whole day", "ends_after=2030-05-01", false),
		window("ends_after takes in later days", "ends_after=2030-04-30", true),
		window("starts_before and starts_after hold together", "starts_after=2030-04-01&starts_before=2030-05-31", true),
		window("date filters that exclude each other find nothing", "starts_after=2030-06-01&starts_before=2030-04-01",
			false),
		window("start_date and starts_before hold together", "start_date=2030-04-01&starts_before=2030-04-30", false),
		window("ends_before and end_date hold together", "end_date=2030-05-31&ends_before=2030-04-30", false),
		window("strict_dates=false rounds as its absence does",
			"start_date=2030-05-01 15:00:00&end_date=2030-05-31&strict_dates=false", true),
	}
}

func strictCases() []conform.Case {
	cases := []conform.Case{
		window("strict bounds are inclusive", "strict_dates=true&start_date=2030-05-01 10:00:00&end_date=2030-05-01 12:00:00",
			true),
		window("a strict start a second late finds nothing",
			"strict_dates=true&start_date=2030-05-01 10:00:01&end_date=2030-05-31", false),
		window("a strict end a second early finds nothing",
			"strict_dates=true&start_date=2030-05-01&end_date=2030-05-01 11:59:59", false),
		window("strict_dates may be 1", "strict_dates=1&start_date=2030-05-01 10:00:01&end_date=2030-05-31", false),
	}
	bounds := []struct {
		param, at, found, missed string
	}{
		{"starts_before", "10:00:00", "10:00:01", "10:00:00"},
		{"starts_after", "10:00:00", "09:59:59", "10:00:00"},
		{"ends_before", "12:00:00", "12:00:01", "12:00:00"},
		{"ends_after", "12:00:00", "11:59:59", "12:00:00"},
	}
	for _, b := range bounds {
		cases = append(cases,
			window(fmt.Sprintf("strict %s is exclusive at %s", b.param, b.at),
				"strict_dates=true&"+b.param+"=2030-05-01 "+b.missed, false),
			window(fmt.Sprintf("strict %s a second off finds the event", b.param),
				"strict_dates=true&"+b.param+"=2030-05-01 "+b.found, true),
		)
	}
	return cases
}

// soon is an event some days from now, in the site's zone.
func soon(as, day string) conform.Step {
	return event(as, js{"timezone": drop{}, "start_date": day + " 00:00:00", "end_date": day + " 00:30:00"})
}

func defaultWindowCases() []conform.Case {
	list := "/events?search={uniq}"
	past, today, near, far := soon("past", "{day-10}"), soon("today", "{day}"), soon("near", "{day+30}"),
		soon("far", "{day+900}")
	all := given(past, today, near, far)
	return []conform.Case{
		check("by default a list runs from today to two years from now", all, get(list), ok(ids("events", "today", "near"))),
		check("start_date alone keeps the default end", all, get(list+"&start_date={day-20}"),
			ok(ids("events", "past", "today", "near"))),
		check("end_date alone keeps the default start", all, get(list+"&end_date={day+1000}"),
			ok(ids("events", "today", "near", "far"))),
		check("starts_after drops both defaults", all, get(list+"&starts_after=2000-01-01"),
			ok(ids("events", "past", "today", "near", "far"))),
		check("starts_before drops both defaults", all, get(list+"&starts_before={day+1000}"),
			ok(ids("events", "past", "today", "near", "far"))),
		check("ends_before drops both defaults", all, get(list+"&ends_before={day+1000}"),
			ok(ids("events", "past", "today", "near", "far"))),
		check("ends_after drops both defaults", all, get(list+"&ends_after=2000-01-01"),
			ok(ids("events", "past", "today", "near", "far"))),
		check("include drops both defaults", all, get("/events?include={past.id},{far.id}"),
			ok(ids("events", "past", "far"))),
		check("a sent start_date stays beside starts_before", all, get(list+"&start_date={day}&starts_before={day+1000}"),
			ok(ids("events", "today", "near", "far"))),
		check("a relative start_date is taken", all, get(list+"&start_date=-20 days"),
			ok(ids("events", "past", "today", "near"))),
		check("tomorrow is a start_date", all, get(list+"&start_date=tomorrow"), ok(ids("events", "near"))),
		check("today is an end_date", all, get(list+"&start_date={day-20}&end_date=today"),
			ok(ids("events", "past", "today"))),
		check("weeks ahead are a start_date", all, get(list+"&start_date=%2B2 weeks"), ok(ids("events", "near"))),
		check("strict now leaves out what began today at midnight", given(today, near),
			get(list+"&strict_dates=true&start_date=now"), ok(ids("events", "near"))),
	}
}

func dateFormatCases() []conform.Case {
	var cases []conform.Case
	for _, date := range []string{
		"2030-05-01", "2030-05-01 10:00", "2030-05-01 10:00:00", "2030-05-01T10:00", "2030-05-01T10:00:00",
		"2030-05-01T10:00:00Z", "2030-05-01T10:00:00%2B00:00", "05/01/2030", "1903860000", "20300501", "20300501100000",
	} {
		cases = append(cases, window("an event is found from the date "+date, "start_date="+date+"&end_date=2035-12-31",
			true))
	}
	for _, date := range []string{
		"now", "today", "tomorrow", "tomorrow 9am", "next wednesday", "next wednesday 4pm", "%2B2 weeks", "-3 days",
		"first day of march 2027",
		"0000-01-01", "9999-12-31", "@12345", "-1903860000",
	} {
		cases = append(cases, check("a list takes the date "+date, get("/events?end_date=9999-12-31&start_date="+date),
			ok(typed("events", "array"))))
	}
	for _, p := range []string{"start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after"} {
		for _, date := range []string{
			"garbage", "2027-02-30", "2027-13-01", "2027-01-01 25:00:00", "2027", "1234", "12345678", "1903860000000", "0000-00-00 00:00:00", "20270-01-01",
			"tomorrow garbage", "13/32/2030", "2027-02-29", "2027-01-01 10:60:00",
		} {
			cases = append(cases, check(fmt.Sprintf("%s=%s is no date", p, date), get("/events?"+p+"="+date), refused(p)))
		}
	}
	return append(cases, check("all wrong parameters are reported at once",
		get("/events?start_date=garbage&page=abc&categories={uniq}&per_page=0&status=bogus&featured=maybe"),
		refused("start_date", "page", "categories", "per_page", "status", "featured")))
}

func pagingCases() []conform.Case {
	three := given(event("a"), event("b", js{"start_date": "2030-05-02", "end_date": "2030-05-02"}),
		event("c", js{"start_date": "2030-05-03", "end_date": "2030-05-03"}))
	cases := []conform.Case{
		check("the first page has a next one", three, get(mine+"&per_page=2"),
			ok(ids("events", "a", "b"), is("total", 3), is("total_pages", 2), like("next_rest_url", `[?&]page=2(&|$)`),
				gone("previous_rest_url"))),
		check("the last page has a previous one without its number", three, get(mine+"&per_page=2&page=2"),
			ok(ids("events", "c"), gone("next_rest_url"), like("previous_rest_url", `/events/?\?`),
				unlike("previous_rest_url", `[?&]page=`))),
		check("a page between has both links", three, get(mine+"&per_page=1&page=2"),
			ok(ids("events", "b"), is("total_pages", 3), like("next_rest_url", `[?&]page=3(&|$)`),
				unlike("previous_rest_url", `[?&]page=`))),
		check("the third page's previous one is the second", three, get(mine+"&per_page=1&page=3"),
			ok(ids("events", "c"), like("previous_rest_url", `[?&]page=2(&|$)`))),
		check("a full page has no links", three, get(mine+"&per_page=3"),
			ok(count("events", 3), is("total_pages", 1), gone("next_rest_url"), gone("previous_rest_url"))),
		check("an empty list has totals of zero", get(mine),
			ok(is("events", list{}), is("total", 0), is("total_pages", 0), gone("next_rest_url"), gone("previous_rest_url")).
				WithHeader("X-TEC-Total", conform.Equals("0")).WithHeader("X-TEC-TotalPages", conform.Equals("0"))),
		check("an envelope's keys have an order", get(mine), ok(keysAre("", "events rest_url total total_pages"))),
		check("an envelope with a next page has its keys in order", three, get(mine+"&per_page=1"),
			ok(keysAre("", "events rest_url next_rest_url total total_pages"))),
		check("an envelope with both links has its keys in order", three, get(mine+"&per_page=1&page=2"),
			ok(keysAre("", "events rest_url next_rest_url previous_rest_url total total_pages"))),
		check("a page past the end is not found", three, get(mine+"&page=2"), fails(404, "event-archive-page-not-found")),
		check("a page past the end of nothing is not found", get(mine+"&page=2"), fails(404, "event-archive-page-not-found")),
		check("a huge page is not found", get(mine+"&page=1000000000"), fails(404, "event-archive-page-not-found")),
		check("more than 50 records a page are 50", get(mine+"&per_page=51"), ok(like("rest_url", `[?&]per_page=50(&|$)`))),
		check("a huge number of records a page is 50", get(mine+"&per_page=1000000"),
			ok(like("rest_url", `[?&]per_page=50(&|$)`))),
		check("the next page's address leads to it", three.Then(get(mine+"&per_page=2").As("first")),
			get("{first.next_rest_url}"), ok(ids("events", "c"), is("total", 3))),
		check("the previous page's address leads to it", three.Then(get(mine+"&per_page=2&page=2").As("second")),
			get("{second.previous_rest_url}"), ok(ids("events", "a", "b"))),
		check("a list's own address leads to it", three.Then(get(mine+"&per_page=2&page=2").As("second")),
			get("{second.rest_url}"), ok(ids("events", "c"))),
	}
	for _, k := range resources() {
		cases = append(cases,
			check("deployment A lists 12 "+k.plural+" a page", onlyA(), options("/"+k.plural),
				ok(like("endpoints.0.args.per_page.default", `^12$`))),
			check("deployment B lists 10 "+k.plural+" a page", onlyB(), options("/"+k.plural),
				ok(like("endpoints.0.args.per_page.default", `^10$`))),
		)
	}
	return append(cases,
		check("deployment A's event lists have pages of 12", onlyA(), get(mine),
			ok(like("rest_url", `[?&]per_page=12(&|$)`))),
		check("deployment B's event lists have pages of 10", onlyB(), get(mine),
			ok(like("rest_url", `[?&]per_page=10(&|$)`))),
	)
}

func linkCases() []conform.Case {
	const at = `(\+|%20)`
	two := given(event("a", js{"featured": true}), event("b", js{"featured": true}))
	return []conform.Case{
		check("a list's address has the window", get(mine), ok(
			like("rest_url", `start_date=2030-01-01`+at+`00(%3A|:)00(%3A|:)00`),
			like("rest_url", `end_date=2035-12-31`+at+`23(%3A|:)59(%3A|:)59`))),
		check("a list's address has the defaults", get("/events"), ok(
			like("rest_url", `[?&]page=1(&|$)`), like("rest_url", `[?&]per_page=\d+`),
			like("rest_url", `[?&]start_date=\d{4}-\d\d-\d\d`+at+`00`),
			like("rest_url", `[?&]end_date=\d{4}-\d\d-\d\d`+at+`23`))),
		check("a visitor's list's address has the status", get("/events").By(conform.Visitor),
			ok(like("rest_url", `[?&]status=publish(&|$)`))),
		check("a list's address is absolute", get("/events"), ok(like("rest_url", `^https?://[^/]+/.*/events/?\?`))),
		check("rounded dates stand in a list's address",
			get("/events?search={uniq}&starts_after=2030-05-01 10:00:00&ends_before=2030-06-01"), ok(
				like("rest_url", `starts_after=2030-05-01`+at+`23(%3A|:)59(%3A|:)59`),
				like("rest_url", `ends_before=2030-06-01`+at+`23(%3A|:)59(%3A|:)59`))),
		check("other dates that are sent stand there too",
			get("/events?search={uniq}&starts_before=2030-05-01&ends_after=2030-04-01"), ok(
				like("rest_url", `starts_before=2030-05-01`+at+`23`), like("rest_url", `ends_after=2030-04-01`+at+`23`),
				unlike("rest_url", `[?&](start|end)_date=`))),
		check("strict dates stand as given",
			get("/events?search={uniq}&strict_dates=true&start_date=2030-05-01 10:00:00&end_date=2030-05-02 11:00:00"), ok(
				like("rest_url", `start_date=2030-05-01`+at+`10(%3A|:)00(%3A|:)00`),
				like("rest_url", `end_date=2030-05-02`+at+`11(%3A|:)00(%3A|:)00`), like("rest_url", `strict_dates=(1|true)`))),
		check("no window stands beside include", given(event("e")), get("/events?include={e.id}"),
			ok(like("rest_url", `[?&]include={e.id}(&|$)`), unlike("rest_url", `[?&](start|end)_date=`))),
		check("lists stand as commas in a list's address", given(tag("x"), tag("y")),
			get("/events?tags[]={x.id}&tags[]={y.id}"), ok(like("rest_url", `[?&]tags={x.id}(,|%2C){y.id}(&|$)`))),
		check("booleans stand as numbers in a list's address", get("/events?featured=yes"),
			ok(like("rest_url", `[?&]featured=1(&|$)`))),
		check("a false boolean stands as 0 in a list's address", get("/events?featured=false"),
			ok(like("rest_url", `[?&]featured=0(&|$)`))),
		check("a search is escaped in a list's address", get("/events?search=a%26b=c é {uniq}"),
			ok(like("rest_url", `[?&]search=a%26b%3[Dd]c(\+|%20)%C3%A9`))),
		check("the next page keeps every filter", two.Then(get(mine+"&per_page=1&featured=true").As("p")),
			get("{p.next_rest_url}"), ok(ids("events", "b"), is("total", 2), like("rest_url", `featured=1`))),
		check("a password never stands in an address", given(event("e")), get("/events?include={e.id}&password=sesame"),
			ok(unlike("", "sesame"))),
		check("a password never stands in the address of the next page", two, get(mine+"&per_page=1&password=sesame"),
			ok(there("next_rest_url"), unlike("", "sesame"))),
	}
}

func orderCases() []conform.Case {
	three := given(
		event("b", js{
			"title": "B {uniq}", "start_date": "2030-05-02 10:00:00", "end_date": "2030-05-09 12:00:00",
			"date": "2026-01-03 00:00:00",
		}),
		event("a", js{
			"title": "A {uniq}", "start_date": "2030-05-03 10:00:00", "end_date": "2030-05-04 12:00:00",
			"date": "2026-01-02 00:00:00",
		}),
		event("c", js{
			"title": "C {uniq}", "start_date": "2030-05-01 10:00:00", "end_date": "2030-05-05 12:00:00",
			"date": "2026-01-01 00:00:00",
		}),
	)
	orders := []struct {
		query string
		names []string
	}{
		{"", []string{"c", "b", "a"}},
		{"&order=desc", []string{"a", "b", "c"}},
		{"&orderby=start_date&order=asc", []string{"c", "b", "a"}},
		{"&orderby=event_date&order=desc", []string{"a", "b", "c"}},
		{"&orderby=end_date&order=asc", []string{"a", "c", "b"}},
		{"&orderby=title&order=asc", []string{"a", "b", "c"}},
		{"&orderby=title&order=desc", []string{"c", "b", "a"}},
		{"&orderby=date&order=asc", []string{"c", "a", "b"}},
		{"&orderby=id&order=asc", []string{"b", "a", "c"}},
		{"&orderby=id&order=desc", []string{"c", "a", "b"}},
		{"&orderby=bogus", []string{"c", "b", "a"}},
	}
	var cases []conform.Case
	for _, o := range orders {
		cases = append(cases, check("events come in order with "+or(o.query, "no order named"), three, get(mine+o.query),
			ok(ids("events", o.names...))))
	}
	return append(cases,
		check("events that start at once come by id", given(event("x"), event("y"), event("z")), get(mine),
			ok(ids("events", "x", "y", "z"))),
		check("events can be ordered as included", three, get("/events?include={a.id},{b.id},{c.id}&orderby=include"),
			ok(ids("events", "a", "b", "c"))),
		check("modified is an order", three.Then(patch("/events/{b.id}", js{"excerpt": "x"})),
			get(mine+"&orderby=modified&order=asc"), ok(idSet("events", "a", "b", "c"))),
	)
}

// or returns text, or other when it is empty.
func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func includeCases() []conform.Case {
	old := event("old", js{"start_date": "2001-05-01", "end_date": "2001-05-02"})
	return []conform.Case{
		check("include finds past events", given(old), get("/events?include={old.id}"), ok(ids("events", "old"))),
		check("include lifts a window that is sent", given(old), get("/events?include={old.id}&"+wide),
			ok(ids("events", "old"))),
		check("include lifts starts_after", given(old), get("/events?include={old.id}&starts_after=2030-01-01"),
			ok(ids("events", "old"))),
		check("include lifts ends_before", given(event("e")), get("/events?include={e.id}&ends_before=2001-01-01"),
			ok(ids("events", "e"))),
		check("include finds hidden events", given(event("e", js{"hide_from_listings": true})), get("/events?include={e.id}"),
			ok(ids("events", "e"))),
		check("unknown ids in include are skipped", given(event("e")), get("/events?include="+nobody+",{e.id}"),
			ok(ids("events", "e"))),
		check("only unknown ids in include find nothing", get("/events?include="+nobody),
			ok(is("events", list{}), is("total", 0))),
		check("the id of a venue in include is skipped", given(venue("v"), event("e")), get("/events?include={v.id},{e.id}"),
			ok(ids("events", "e"))),
		check("an id that is sent twice in include is found once", given(event("e")), get("/events?include={e.id},{e.id}"),
			ok(ids("events", "e"))),
		check("a word in include is refused", get("/events?include=abc"), refused("include")),
		check("a word among ids in include is refused", given(event("e")), get("/events?include[]={e.id}&include[]=abc"),
			refused("include")),
		check("a search beside include stays", given(event("x", js{"title": "{uniq} apple"}),
			event("y", js{"title": "{uniq} pear"})), get("/events?include={x.id},{y.id}&search=pear"), ok(ids("events", "y"))),
		check("a category beside include stays", given(category("c"), event("x", js{"categories": list{"{c.id}"}}),
			event("y")), get("/events?include={x.id},{y.id}&categories={c.id}"), ok(ids("events", "x"))),
		check("include does not show drafts to visitors", given(event("d", js{"status": "draft"}), event("e")),
			get("/events?include={d.id},{e.id}").By(conform.Visitor), ok(ids("events", "e"))),
		check("include does not show trashed events", given(event("d"), del("/events/{d.id}"), event("e")),
			get("/events?include={d.id},{e.id}"), ok(ids("events", "e"))),
	}
}
