package cases

import (
	"fmt"
	"strings"

	"almanac/cmd/internal/conform"
)

func eventsCreateCases() []conform.Case {
	return inArea("events_create",
		requiredCases(), createDateCases(), zoneCases(), createTextCases(), createStatusCases(),
		costCases(), createLinkCases(), createTermCases(), imageCases(), eventFieldCases(),
	)
}

// makes is a case about what a create answers to changed members.
func makes(name string, extra js, checks ...conform.Check) conform.Case {
	return check(name, post("/events", newEvent(extra)), created(checks...))
}

// rejects is a case about a create that is refused for a member.
func rejects(name string, extra js, params ...string) conform.Case {
	return check(name, post("/events", newEvent(extra)), refused(params...))
}

func requiredCases() []conform.Case {
	cases := []conform.Case{
		check("an event needs title, start and end", post("/events", js{}), missing("title", "start_date", "end_date")),
		check("an event without a body needs title, start and end", post("/events", nil),
			missing("title", "start_date", "end_date")),
		check("an event of three members is created", post("/events",
			js{"title": "{uniq}", "start_date": "2030-05-01 10:00:00", "end_date": "2030-05-01 12:00:00"}),
			created(is("title", "{uniq}"), is("slug", "{uniq}"), is("start_date", "2030-05-01 10:00:00"),
				typed("id", "integer"))),
		check("wrong and missing members are reported at once", post("/events", js{"start_date": "garbage"}),
			conform.Want{Status: 400, Code: "rest_missing_callback_param", Params: []string{"title", "end_date"}}),
		rejects("all wrong members are reported at once",
			js{"start_date": "garbage", "author": "x", "status": "bogus", "timezone": "x/y", "all_day": "maybe"}, "start_date",
			"author", "status", "timezone", "all_day"),
		check("a message stands beside every wrong member", post("/events", newEvent(js{"status": "bogus"})),
			conform.Want{
				Status: 400, Code: "rest_invalid_param",
				Checks: []conform.Check{like("data.params.status", `\S`), typed("data.details.status", "object")},
			}),
		check("a refused event is not there", given(post("/events", newEvent(js{"timezone": "x/y"})).Failing(400)), get(mine),
			ok(is("total", 0))),
		check("the answer of a create is what a read gives", given(event("e", js{"description": "text", "cost": "5"})),
			get("/events/{e.id}"),
			ok(is("title", "{e.title}"), is("description", "{e.description}"), is("cost", "{e.cost}"), is("url", "{e.url}"),
				is("modified", "{e.modified}"), is("cost_details", "{e.cost_details}"))),
	}
	for _, f := range []string{"title", "start_date", "end_date"} {
		cases = append(cases,
			check("an event without "+f+" is refused", post("/events", newEvent(js{f: drop{}})), missing(f)),
			check("an event whose "+f+" is null is refused", post("/events", newEvent(js{f: nil})), missing(f)),
			rejects("an event whose "+f+" is empty is refused", js{f: ""}, f),
		)
	}
	for name, body := range inOrder(map[string]js{
		"author": {"author": ""}, "slug": {"slug": ""}, "status": {"status": ""}, "date": {"date": ""},
		"date_utc": {"date_utc": ""},
	}) {
		cases = append(cases, rejects("an event whose "+name+" is empty is refused", body, name))
	}
	return cases
}

func createDateCases() []conform.Case {
	var cases []conform.Case
	times := map[string]string{
		"2030-05-01": "00:00:00", "2030-05-01 10:30": "10:30:00", "2030-05-01 10:30:15": "10:30:15",
		"2030-05-01T10:30": "10:30:00", "2030-05-01T10:30:15": "10:30:15",
		"05/01/2030": "00:00:00", "2030-05-01T10:30:00Z": "10:30:00", "2030-05-01T10:30:00+02:00": "08:30:00",
		"2030-05-01T10:30:00-05:00": "15:30:00", "1903861800": "10:30:00",
		"20300501": "00:00:00", "20300501103015": "10:30:15",
	}
	for sent, at := range inOrder(times) {
		cases = append(cases, makes("an event starts at "+sent, js{"start_date": sent, "end_date": "2030-05-02 00:00:00"},
			is("start_date", "2030-05-01 "+at)))
	}
	for _, f := range []string{"start_date", "end_date", "date", "date_utc"} {
		for _, bad := range []string{
			"garbage", "2030-02-30 10:00:00", "2030-13-01", "2030-05-01 25:00:00", "2030", "0000-00-00 00:00:00", "20270-01-01",
			"tomorrow maybe", "20300230", "1903861800000",
		} {
			cases = append(cases, rejects(fmt.Sprintf("%s %q of an event is refused", f, bad), js{f: bad}, f))
		}
	}
	local := js{"timezone": drop{}, "end_date": "2035-01-01"}
	for sent, want := range inOrder(map[string]string{
		"tomorrow 9am": "{day+1} 09:00:00", "tomorrow": "{day+1} 00:00:00", "today": "{day} 00:00:00",
	}) {
		cases = append(cases, check(fmt.Sprintf("an event may start %q", sent),
			post("/events", newEvent(local, js{"start_date": sent})), created(is("start_date", want))))
	}
	return append(cases,
		check("an event may start next wednesday", post("/events", newEvent(local, js{"start_date": "next wednesday 4pm"})),
			created(like("start_date", ` 16:00:00$`))),
		check("an event may start on the first day of a month",
			post("/events", newEvent(local, js{"start_date": "first day of march 2031"})),
			created(like("start_date", `^2031-03-01 `))),
		check("an event may start in two weeks", post("/events", newEvent(local, js{"start_date": "+2 weeks"})),
			created(like("start_date", `^{day+14} `))),
		makes("a day may be a number", js{"start_date": 20300501, "end_date": 20300501103000},
			is("start_date", "2030-05-01 00:00:00"), is("end_date", "2030-05-01 10:30:00")),
		makes("a timestamp may be a number", js{"start_date": 1903861800, "end_date": 1903865400},
			is("start_date", "2030-05-01 10:30:00"), is("end_date", "2030-05-01 11:30:00")),
		rejects("a wrong time zone hides no other error", js{
			"timezone": "Nowhere", "end_date": "2030-05-01 09:59:59", "date": "garbage", "status": "bogus",
		}, "timezone", "end_date", "date", "status"),
		rejects("an event does not end before it starts", js{"end_date": "2030-05-01 09:59:59"}, "end_date"),
		rejects("an event does not end on the day before", js{"end_date": "2030-04-30"}, "end_date"),
		makes("an event may end when it starts", js{"end_date": "2030-05-01 10:00:00"},
			is("end_date", "2030-05-01 10:00:00")),
		makes("an event may lie before 1970", js{"start_date": "1969-05-02 10:00:00", "end_date": "1969-05-02 11:00:00"},
			is("utc_start_date", "1969-05-02 10:00:00")),
		makes("an event may lie far ahead", js{"start_date": "2199-05-02 10:00:00", "end_date": "2199-05-02 11:00:00"},
			is("start_date", "2199-05-02 10:00:00")),
		makes("an event may end in the year 9999", js{"end_date": "9999-12-31 00:00:00"},
			is("end_date", "9999-12-31 00:00:00")),
		makes("a whole day runs from midnight to its last second", js{"all_day": true}, is("all_day", true),
			is("start_date", "2030-05-01 00:00:00"), is("end_date", "2030-05-01 23:59:59"),
			is("utc_end_date", "2030-05-01 23:59:59")),
		makes("whole days may be several", js{"all_day": true, "end_date": "2030-05-05 11:00:00"},
			is("start_date", "2030-05-01 00:00:00"), is("end_date", "2030-05-05 23:59:59")),
		makes("whole days are those of the event's zone", js{"all_day": true, "timezone": "America/New_York"},
			is("start_date", "2030-05-01 00:00:00"), is("utc_start_date", "2030-05-01 04:00:00"),
			is("utc_end_date", "2030-05-02 03:59:59")),
		makes("date is the publication date", js{"date": "2026-02-03 04:05:06"}, is("date", "2026-02-03 04:05:06")),
		makes("date_utc is the publication date in UTC", js{"date_utc": "2026-02-03 04:05:06"},
			is("date_utc", "2026-02-03 04:05:06")),
		makes("date wins over date_utc", js{"date": "2026-02-03 04:05:06", "date_utc": "2020-01-01 00:00:00"},
			is("date", "2026-02-03 04:05:06"), unlike("date_utc", "^2020")),
		makes("a draft has real dates", js{"status": "draft"}, unlike("date", "^0000"), unlike("date_utc", "^0000"),
			unlike("modified_utc", "^0000")),
		makes("generated members that are sent are ignored", js{
			"id": 1, "url": "http://x.example/", "rest_url": "x", "utc_start_date": "2001-01-01 00:00:00", "utc_end_date": "x",
			"start_date_details": js{"year": "1999"},
			"end_date_details":   "x", "utc_start_date_details": js{}, "utc_end_date_details": list{}, "timezone_abbr": "XYZ",
			"cost_details": js{"values": list{"9"}}, "global_id": "x", "modified": "x",
		}, is("utc_start_date", "2030-05-01 10:00:00"), is("start_date_details.year", "2030"), is("timezone_abbr", "UTC"),
			is("cost_details.values", list{})),
	)
}

func zoneCases() []conform.Case {
	var cases []conform.Case
	zones := []struct{ zone, utc, abbr string }{
		{"America/New_York", "2030-01-15 15:00:00", "EST"},
		{"Europe/Rome", "2030-01-15 09:00:00", "CET"},
		{"Asia/Kolkata", "2030-01-15 04:30:00", "IST"},
		{"UTC", "2030-01-15 10:00:00", "UTC"},
		{"UTC+5", "2030-01-15 05:00:00", "UTC+5"},
		{"UTC-3.5", "2030-01-15 13:30:00", "UTC-3.5"},
		{"UTC+5.75", "2030-01-15 04:15:00", "UTC+5.75"},
	}
	for _, z := range zones {
		cases = append(cases, makes("an event's dates are read in "+z.zone,
			js{"timezone": z.zone, "start_date": "2030-01-15 10:00:00", "end_date": "2030-01-15 12:00:00"},
			is("timezone", z.zone), is("start_date", "2030-01-15 10:00:00"), is("utc_start_date", z.utc),
			is("timezone_abbr", z.abbr)))
	}
	for _, bad := range []string{"x/y", "Mars/Olympus", "UTC+99", "../etc/passwd", "Europe/", "+25:00", "Local"} {
		cases = append(cases, rejects(fmt.Sprintf("%q is no time zone", bad), js{"timezone": bad}, "timezone"))
	}
	return append(cases,
		makes("a zone may be written in any case", js{"timezone": "europe/rome", "start_date": "2030-01-15 10:00:00"},
			is("utc_start_date", "2030-01-15 09:00:00")),
		makes("an offset is a zone", js{"timezone": "+05:30"}, is("utc_start_date", "2030-05-01 04:30:00")),
		check("an empty zone is the site's", given(event("plain", js{"timezone": drop{}})),
			post("/events", newEvent(js{"timezone": ""})), created(is("timezone", "{plain.timezone}"),
				is("utc_start_date", "{plain.utc_start_date}"))),
		makes("a written offset is turned into the event's zone",
			js{"timezone": "America/New_York", "start_date": "2030-05-01T10:00:00Z"}, is("start_date", "2030-05-01 06:00:00"),
			is("utc_start_date", "2030-05-01 10:00:00")),
		makes("summer time is kept", js{"timezone": "America/New_York"}, is("utc_start_date", "2030-05-01 14:00:00"),
			is("timezone_abbr", "EDT")),
		makes("an hour that summer time skips moves forward",
			js{"timezone": "America/New_York", "start_date": "2030-03-10 02:30:00"},
			is("utc_start_date", "2030-03-10 07:30:00")),
		makes("of an hour that comes twice the first counts",
			js{"timezone": "America/New_York", "start_date": "2030-11-03 01:30:00", "end_date": "2030-11-03 03:00:00"},
			is("utc_start_date", "2030-11-03 05:30:00"), is("utc_end_date", "2030-11-03 08:00:00")),
		makes("of two equal hours an offset names one", js{
			"timezone": "Europe/Berlin", "start_date": "2030-10-27T00:30:00Z", "end_date": "2030-10-27T01:30:00Z",
		},
			is("start_date", "2030-10-27 02:30:00"), is("end_date", "2030-10-27 02:30:00"),
			is("utc_start_date", "2030-10-27 00:30:00"), is("utc_end_date", "2030-10-27 01:30:00")),
		makes("an event may end by an earlier clock than it starts",
			js{"timezone": "Europe/Berlin", "start_date": "2030-10-27T02:30:00+02:00", "end_date": "2030-10-27T02:15:00+01:00"},
			is("end_date", "2030-10-27 02:15:00"), is("utc_end_date", "2030-10-27 01:15:00")),
		check("a form may name the second of two equal hours",
			post("/events", form("title={uniq}&timezone=America/New_York&start_date=1919917800&end_date=2030-11-03T07:00:00Z")),
			created(is("start_date", "2030-11-03 01:30:00"), is("utc_start_date", "2030-11-03 06:30:00"),
				is("timezone_abbr", "EST"))),
		makes("an offset decides in a zone of half an hour's summer time",
			js{"timezone": "Australia/Lord_Howe", "start_date": "2030-04-06T15:15:00Z", "end_date": "2030-04-06T15:30:00Z"},
			is("start_date", "2030-04-07 01:45:00"), is("utc_start_date", "2030-04-06 15:15:00"),
			is("utc_end_date", "2030-04-06 15:30:00")),
		rejects("an end in the first of two equal hours lies before a start in the second",
			js{"timezone": "Europe/Berlin", "start_date": "2030-10-27T01:30:00Z", "end_date": "2030-10-27 02:45"}, "end_date"),
		makes("an end after a skipped start stays", js{
			"timezone": "Europe/Berlin", "start_date": "2030-03-31 02:30:00", "end_date": "2030-03-31 04:00:00",
		},
			is("start_date", "2030-03-31 03:30:00"), is("end_date", "2030-03-31 04:00:00"),
			is("utc_end_date", "2030-03-31 02:00:00")),
		makes("an end that a skipped start would overtake keeps the length",
			js{"timezone": "Europe/Berlin", "start_date": "2030-03-31 02:30:00", "end_date": "2030-03-31 03:15:00"},
			is("start_date", "2030-03-31 03:30:00"), is("end_date", "2030-03-31 04:15:00"),
			is("utc_start_date", "2030-03-31 01:30:00"), is("utc_end_date", "2030-03-31 02:15:00")),
		makes("the publication date may be an instant", js{"date": "2026-02-03T04:05:06+05:00"},
			is("date_utc", "2026-02-02 23:05:06")),
		rejects("an instant that the zone of the event shows after the year 9999 is refused",
			js{"timezone": "Asia/Tokyo", "end_date": "9999-12-31T20:00:00Z"}, "end_date"),
	)
}

func createTextCases() []conform.Case {
	read := func(name, title, want string) conform.Case {
		return makes(name, js{"title": title + " {uniq}"}, is("title", want+" {uniq}"))
	}
	cases := []conform.Case{
		read("an ampersand in a title is escaped", "Salt & Pepper", "Salt &amp; Pepper"),
		read("an escaped ampersand in a title is the same", "Salt &amp; Pepper", "Salt &amp; Pepper"),
		read("tags in a title are removed", "A <b>bold</b> move", "A bold move"),
		read("what only looks like a tag stays in a title", "a <b and c", "a &lt;b and c"),
		read("comparisons stay in a title", "1 < 2 > 0", "1 &lt; 2 &gt; 0"),
		read("quotes stay as they are in a title", `He said "it's"`, `He said "it's"`),
		read("a backslash stays in a title", `a\b`, `a\b`),
		read("percent signs stay in a title", "100% %41", "100% %41"),
		read("any script stays in a title", "東京 Ünïcödé 🎉", "東京 Ünïcödé 🎉"),
		read("entities in a title are decoded once", "&eacute;t&eacute;", "été"),
		makes("a script in a title is removed", js{"title": "{uniq}<script>alert(1)</script>"}, unlike("title", "<")),
		makes("a long title is kept", js{"title": "{uniq} " + strings.Repeat("L", 300)}, like("title", `L{300}$`),
			at("slug", conform.AtMost(200))),
		makes("a description gets paragraphs", js{"description": "one"}, like("description", `^<p>one</p>\s*$`)),
		makes("an excerpt gets paragraphs", js{"excerpt": "one"}, like("excerpt", `^<p>one</p>\s*$`)),
		makes("paragraphs of a description stay", js{"description": "<p>one <b>two</b></p>"},
			like("description", `^<p>one <b>two</b></p>\s*$`)),
		makes("an empty description stays empty", js{"description": "", "excerpt": ""}, is("description", ""),
			is("excerpt", "")),
		makes("a null description is empty", js{"description": nil}, is("description", "")),
		makes("links in a description stay", js{"description": `<a href="https://example.com/">x</a>`},
			like("description", `href="https://example.com/"`)),
		makes("an event's slug comes from its title", js{"title": "Hello, World! {uniq}"}, is("slug", "hello-world-{uniq}")),
		makes("a slug keeps letters of any script", js{"title": "Fête 東京 {uniq}"}, is("slug", "fête-東京-{uniq}")),
		makes("a slug that is sent is kept", js{"slug": "my-{uniq}"}, is("slug", "my-{uniq}"),
			like("url", `/event/my-{uniq}/$`)),
		makes("a slug that is sent is put into shape", js{"slug": "My {uniq} Slug"}, is("slug", "my-{uniq}-slug")),
		makes("a draft has a slug", js{"status": "draft", "title": "{uniq}"}, is("slug", "{uniq}")),
		check("a taken slug gets a number", given(event("a", js{"title": "{uniq}"})),
			post("/events", newEvent(js{"title": "{uniq}"})), created(is("slug", "{uniq}-2"))),
		check("a slug that is taken twice gets the next number",
			given(event("a", js{"title": "{uniq}"}), event("b", js{"title": "{uniq}"})),
			post("/events", newEvent(js{"slug": "{uniq}"})), created(is("slug", "{uniq}-3"))),
		check("kinds do not take slugs from each other", given(venue("v", js{"venue": "{uniq}"})),
			post("/events", newEvent(js{"title": "{uniq}"})), created(is("slug", "{uniq}"))),
		check("a title that is read can be written again", given(event("e", js{"title": `a <b & "c" &amp;lt; {uniq}`})),
			patch("/events/{e.id}", js{"title": "{e.title}"}), ok(is("title", "{e.title}"))),
		check("a description that is read can be written again",
			given(event("e", js{"description": "one\n\ntwo <i>three</i>"})),
			patch("/events/{e.id}", js{"description": "{e.description}"}), ok(is("description", "{e.description}"))),
	}
	for name, html := range inOrder(map[string]string{
		"a script": `<p>x</p><script>alert(1)</script>`, "an event handler": `<p onclick="alert(1)">x</p>`,
		"a script address":   `<a href="javascript:alert(1)">x</a>`,
		"a frame":            `<p>x</p><iframe src="https://evil.example/"></iframe>`,
		"an image that runs": `<p>x</p><img src=x onerror=alert(1)>`, "an object": `<p>x</p><object data="x"></object>`,
		"a style": `<p>x</p><style>p{}</style>`, "a drawing that runs": `<p>x</p><svg onload=alert(1)></svg>`,
	}) {
		cases = append(cases, makes("a description loses "+name, js{"description": html, "excerpt": html},
			unlike("description", `(?i)<script|<iframe|<object|<style|javascript:|onclick|onerror|onload`),
			unlike("excerpt", `(?i)<script|<iframe|<object|<style|javascript:|onclick|onerror|onload`),
			like("description", "x")))
	}
	return cases
}

func createStatusCases() []conform.Case {
	var cases []conform.Case
	for _, s := range []string{"publish", "draft", "pending", "private"} {
		cases = append(cases, makes("an event may be created as "+s, js{"status": s}, is("status", s)))
	}
	for _, s := range []string{"bogus", "auto-draft", "inherit", "publish,draft", "any", "future publish"} {
		cases = append(cases, rejects(s+" is no status of an event", js{"status": s}, "status"))
	}
	const later = "2033-01-01 00:00:00"
	return append(cases,
		makes("an event is published when nothing is said", js{"status": drop{}}, is("status", "publish")),
		makes("an event that is published later is scheduled", js{"date": later}, is("status", "future"), is("date", later)),
		makes("future needs a date ahead", js{"status": "future"}, is("status", "publish")),
		makes("future with a date ahead is future", js{"status": "future", "date": later}, is("status", "future")),
		makes("a draft with a date ahead stays a draft", js{"status": "draft", "date": later}, is("status", "draft"),
			is("date", later)),
		makes("an event may be published in the past", js{"date": "2020-01-01 00:00:00"}, is("status", "publish"),
			is("date", "2020-01-01 00:00:00")),
		check("a scheduled event is published by itself", liveClock(), given(event("e", js{"date_utc": "{now+3s}"})),
			get("/events/{e.id}").After(waitForPublication), ok(is("status", "publish"))),
		check("a scheduled event that is published by itself is listed", liveClock(),
			given(event("e", js{"date_utc": "{now+3s}"})), get(mine+"&status=publish").After(waitForPublication),
			ok(ids("events", "e"))),
	)
}

func costCases() []conform.Case {
	cost := func(sent any, shown string, values list) conform.Case {
		return makes(fmt.Sprintf("the cost %s shows as %s", conform.Show(sent), shown), js{"cost": sent}, is("cost", shown),
			is("cost_details.values", values))
	}
	return []conform.Case{
		cost("20$", "20$", list{"20"}),
		cost("$20", "$20", list{"20"}),
		cost("20", "$20", list{"20"}),
		cost(12.5, "$12.5", list{"12.5"}),
		cost(7, "$7", list{"7"}),
		cost(list{"0$", "20$", "30$"}, "Free – 30$", list{"0", "20", "30"}),
		cost(list{"1", "9"}, "$1 – $9", list{"1", "9"}),
		cost(list{"9", "1"}, "$1 – $9", list{"1", "9"}),
		cost("0", "Free", list{"0"}),
		cost(0, "Free", list{"0"}),
		cost("Free", "Free", list{"free"}),
		cost("", "", list{}),
		cost("1 000 €", "1000€", list{"1000"}),
		cost("€20,50", "€20,50", list{"20.50"}),
		cost("10,50€", "10,50€", list{"10.50"}),
		makes("a cost may have several values in a text", js{"cost": "5,50 7,50"}, is("cost", "$5,50 – $7,50"),
			is("cost_details.values", list{"5.50", "7.50"})),
		makes("a cost may be a range with a currency", js{"cost": "€6.50 - €8.50"},
			like("cost_details.values", `^\["6\.50?","8\.50?"\]$`), is("cost_details.currency_symbol", "€"),
			is("cost_details.currency_position", "prefix")),
		makes("a cost loses thousands separators", js{"cost": "1,234.50"}, is("cost", "$1234.50")),
		makes("a symbol after the number is a postfix", js{"cost": "20$"}, is("cost_details.currency_symbol", "$"),
			is("cost_details.currency_position", "postfix")),
		makes("a symbol before the number is a prefix", js{"cost": "£20"}, is("cost", "£20"),
			is("cost_details.currency_symbol", "£"), is("cost_details.currency_position", "prefix")),
		makes("a cost without a symbol has no position", js{"cost": "20"}, is("cost_details.currency_symbol", ""),
			is("cost_details.currency_position", "")),
		makes("a cost's details have an order of values", js{"cost": list{"10", "9", "100"}},
			is("cost_details.values", list{"9", "10", "100"})),
		makes("a cost of null is none", js{"cost": nil}, is("cost", ""), is("cost_details.values", list{})),
		makes("a cost may come in a list in a form's way", js{"cost": list{"15"}}, is("cost", "$15")),
		check("a cost that is shown can be written again", given(event("e", js{"cost": list{"0$", "20$", "30$"}})),
			patch("/events/{e.id}", js{"cost": "{e.cost}"}), ok(is("cost", "{e.cost}"), is("cost_details", "{e.cost_details}"))),
		check("a cost with a decimal comma can be written again", given(event("e", js{"cost": "€20,50"})),
			patch("/events/{e.id}", js{"cost": "{e.cost}"}), ok(is("cost", "{e.cost}"), is("cost_details", "{e.cost_details}"))),
		check("a cost without a symbol can be written again as shown", given(event("e", js{"cost": "20"})),
			patch("/events/{e.id}", js{"cost": "{e.cost}"}), ok(is("cost", "$20"))),
	}
}
