package sitetest

import (
	"fmt"
	"maps"
	"time"

	"almanac/runtime/dates"
)

// details returns the details of a cost.
func details(symbol, code, position string, values ...string) map[string]any {
	return map[string]any{
		"currency_symbol": symbol, "currency_code": code, "currency_position": position,
		"values": append([]string{}, values...),
	}
}

// costs are forms of costs as sites in English show them, those of a site whose sign is €
// included, and what was typed, as far as wp/v2 has it: of several prices of tickets, the first.
var costs = []struct {
	shown   string
	details map[string]any
	typed   string
}{
	{"", details("", "", ""), ""},
	{"5€", details("", "", "", "5"), "5"},
	{"10€ – 20€", details("", "", "", "10", "20"), ""},
	{"£10 – £20", details("£", "GBP", "prefix", "10", "15", "20"), ""},
	{"10,50€", details("€", "", "postfix", "10.5"), "10,50"},
	{"10,50€", details("€", "EUR", "postfix", "10.5"), ""},
	{"Free", details("$", "", "prefix", "0"), "0"},
	{"Free – 30$", details("$", "", "postfix", "0", "20", "30"), ""},
	{"Donation", details("", "", "", "donation"), "Donation"},
	{"Donation – £30", details("£", "GBP", "prefix", "donation", "20", "30"), ""},
	{"12 CHF", details("", "CHF", "postfix", "12"), ""},
	{"$1234.50", details("$", "", "prefix", "1234.50"), ""},
	{"Tom &amp; &lt;3", details("", "", "", "tom &amp; &lt;3"), ""},
	{"7€ – 99€", details("€", "EUR", "postfix", "7", "12.00", "99"), "7"},
	{"Free", details("€", "EUR", "postfix", "0"), ""},
}

// texts are descriptions as sites show them; the last ones lose something here.
var texts = []string{
	"",
	"<p>One, with comma; semicolon &#8220;quotes&#8221; é 🎉</p>\n<p>Two <b>bold</b> &amp; &lt;x&gt;<br />\nThree</p>",
	`<p style="text-align:center">Centered</p>`,
	`<figure class="wp-block-image size-large"><img loading="lazy" decoding="async" width="1024" height="640" ` +
		`src="https://site.example/a.jpg" alt="A" class="wp-image-5" srcset="https://site.example/a-300x188.jpg 300w, ` +
		`https://site.example/a.jpg 1024w" sizes="auto, (max-width: 1024px) 100vw, 1024px" /><figcaption ` +
		`class="wp-element-caption">A</figcaption></figure>`,
	`<p><iframe title="Film" width="500" height="281" src="https://www.youtube.com/embed/x?feature=oembed&#038;rel=0" ` +
		`allowfullscreen></iframe></p>`,
	`<p><iframe title="Film" width="500" height="281" src="https://player.vimeo.com/video/1" frameborder="0" ` +
		`allow="autoplay" allowfullscreen></iframe></p>`,
	`<p>Map</p><iframe src="https://maps.example/embed"></iframe>`,
	`<p style="color:#ff0000">Red</p><script>go()</script><svg><path d="M0"/></svg>`,
	`<video controls src="v.mp4"></video><audio src="a.mp3"></audio><p onclick="go()" data-id="7">Words</p><!-- ` +
		`wp:html -->`,
}

// zones are zones of events.
var zones = []string{
	"Europe/Paris", "Europe/Paris", "America/New_York", "Asia/Kathmandu", "UTC", "UTC+5.5", "UTC-3", "Australia/Lord_Howe",
	"UTC+0",
}

// oddTimes are start and end, those in UTC, and zone, around changes of clocks, and of
// zones that the site takes for others.
var oddTimes = [][5]string{
	{"2026-10-25 02:30:00", "2026-10-25 02:45:00", "2026-10-25 01:30:00", "2026-10-25 01:45:00", "Europe/Paris"},
	{"2027-10-31 01:30:00", "2027-10-31 02:30:00", "2027-10-30 23:30:00", "2027-10-31 01:30:00", "Europe/Paris"},
	{"2027-11-07 01:30:00", "2027-11-07 01:45:00", "2027-11-07 05:30:00", "2027-11-07 05:45:00", "America/New_York"},
	{"2027-03-28 02:30:00", "2027-03-28 03:45:00", "2027-03-28 01:30:00", "2027-03-28 01:45:00", "Europe/Paris"},
	{"2027-06-01 10:00:00", "2027-06-01 11:00:00", "2027-06-01 07:00:00", "2027-06-01 08:00:00", "UTC+2"},
	{"2027-06-01 12:00:00", "2027-06-01 12:00:00", "2027-06-01 10:00:00", "2027-06-01 08:00:00", "Europe/Paris"},
}

// times returns when the n-th event takes place.
func times(n int) map[string]any {
	t := oddTimes[n/31%len(oddTimes)]
	if n%31 != 30 {
		zone := zones[n%len(zones)]
		loc, offset := time.UTC, time.Duration(0)
		switch zone {
		case "UTC", "UTC+0":
		case "UTC+5.5":
			offset = 5*time.Hour + 30*time.Minute
		case "UTC-3":
			offset = -3 * time.Hour
		default:
			loc, _ = dates.Rules().Location(zone) // It is one.
		}
		at := time.Date(2026, 1, 5+n%700, 10+n%12, 15*(n%4), 0, 0, loc)
		begin, utc := at.Format(time.DateTime), at.UTC().Add(-offset)
		t = [5]string{
			begin, at.Add(time.Hour).Format(time.DateTime), utc.Format(time.DateTime), utc.Add(time.Hour).Format(time.DateTime),
			zone,
		}
	}
	return map[string]any{
		"start_date": t[0], "end_date": t[1], "utc_start_date": t[2], "utc_end_date": t[3], "timezone": t[4],
	}
}

// event makes the n-th event.
func (t *Town) event(n int) {
	id := int64(firstEvent + n)
	slug, title := fmt.Sprintf("tea-%d", n), fmt.Sprintf("Tea %d", n/2)
	switch n % 23 {
	case 5:
		title = "Rock &#8217;n&#8217; Roll &#038; more"
	case 7:
		title = "A <em>big</em> gala"
	case 9:
		slug = fmt.Sprintf("th%%c3%%a9-%d", n)
	case 11:
		slug = fmt.Sprintf("../../etc/tea-%d", n)
	}
	e := t.post("event", slug, "", n)
	delete(e, "event")
	cost := costs[n%len(costs)]
	maps.Copy(e, map[string]any{
		"title": title, "description": texts[n%len(texts)], "excerpt": "", "image": false, "all_day": false,
		"cost": cost.shown, "cost_details": cost.details,
		"website": e["url"], "show_map": n%2 == 0, "show_map_link": n%3 == 0, "hide_from_listings": n%50 == 3,
		"sticky": n%29 == 0, "featured": n%37 == 0,
		"venue": []any{}, "organizer": []any{}, "categories": t.some("categories", n%4, n), "tags": t.some("tags", n%3, n),
	})
	maps.Copy(e, times(n))
	if venues := t.some("venues", n%2, n); len(venues) == 1 {
		e["venue"] = venues[0]
	}
	e["organizer"] = t.some("organizers", n%3, n)
	t.rarities(n, e)
	t.add("events", id, e)
	t.typed[id] = cost.typed
	switch {
	case n%17 == 4:
		t.status[id] = [2]string{"canceled", "Rain"}
	case n%19 == 6:
		t.status[id] = [2]string{"postponed", ""}
	case n%59 == 8:
		t.status[id] = [2]string{"whatever", ""}
	}
}

// rarities gives an event what few have.
func (t *Town) rarities(n int, e map[string]any) {
	if n%5 == 1 {
		e["website"] = fmt.Sprintf("https://tea.example/?a=%d&amp;b=2", n)
	}
	if n%9 == 2 {
		e["image"] = t.photo(n % photos)
	}
	if n%12 == 1 {
		e["description"] = t.plan(n % plans)
	}
	if n%25 == 8 {
		link := t.server.URL + uploads + program
		e["description"] = fmt.Sprintf(`<p>The <a href="%s">program</a> of the year</p>`, link)
	}
	switch n % 43 {
	case 10:
		e["protected"] = fmt.Sprintf("open sesame %d", n)
	case 12, 13, 14:
		e["status"] = []string{"draft", "private", "pending"}[n%43-12]
		if n%86 == 55 {
			e["hide_from_listings"] = true // A draft.
		}
	case 15:
		e["status"], e["slug"] = "trash", e["slug"].(string)+"__trashed"
	}
}

// some returns so many records of a resource as they stand inside of an event.
func (t *Town) some(resource string, count, n int) []any {
	list := []any{}
	for i := range count {
		of := t.records[resource]
		r := of[(n*7+i*5)%len(of)]
		if r["status"] != "draft" {
			list = append(list, t.listed(r))
		}
	}
	return list
}
