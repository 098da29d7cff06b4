package feed_test

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/emersion/go-ical"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/runtime/dates"
	"almanac/runtime/feed"
)

func zone(t *testing.T, name string) dates.Zone {
	t.Helper()
	z, err := dates.ParseZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// document is a feed with its entries.
type document struct {
	feed.Channel
	Entries []feed.Entry
}

func channel(entries ...feed.Entry) document {
	return document{Entries: entries, Channel: feed.Channel{
		Name: "calendar.example events", Host: "calendar.example", IDSite: "calendar.example", SiteURL: "https://calendar.example", SelfURL: "https://calendar.example/events",
		Taxonomies: []string{"categories", "tags"}, Outline: feed.OutlineOf(entries),
	}}
}

// written writes a feed, so many entries at a time.
func written(open func(io.Writer, feed.Channel) (feed.Writer, error), d document, batch int) ([]byte, error) {
	var out bytes.Buffer
	w, err := open(&out, d.Channel)
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(d.Entries, batch) {
		if err := w.Add(part); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

// entry returns an event in a zone.
func entry(start, end dates.WallTime, z dates.Zone) feed.Entry {
	return feed.Entry{
		ID: 7, GlobalID: "calendar.example?id=7", Version: 3, Title: "Fair", Start: start, End: end, Zone: z, Status: "publish",
		URL: "https://calendar.example/event/fair/", Published: "2026-01-02 03:04:05", Modified: "2026-02-03 04:05:06",
	}
}

// calendar writes entries as iCalendar and reads them back with another library
// than the one that wrote them.
func calendar(t *testing.T, entries ...feed.Entry) (string, *ics.Calendar) {
	t.Helper()
	body, err := written(feed.ICal, channel(entries...), 100)
	if err != nil {
		t.Fatal(err)
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(body))
	if err != nil {
		t.Fatalf("%v:\n%s", err, body)
	}
	return string(body), cal
}

// lines returns the unfolded lines that begin with one of the words.
func lines(body string, words ...string) []string {
	var found []string
	for l := range strings.SplitSeq(strings.ReplaceAll(body, "\r\n ", ""), "\r\n") {
		for _, w := range words {
			if strings.HasPrefix(l, w) {
				found = append(found, l)
			}
		}
	}
	return found
}

func TestTimesOfICalendar(t *testing.T) {
	tests := []struct {
		name       string
		zone       string
		start, end dates.WallTime
		allDay     bool
		want       []string // Sorted as the library writes them.
	}{
		{"a zone by name", "Europe/Paris", "2026-06-20 10:00:00", "2026-06-20 11:30:00", false, []string{
			"DTEND;TZID=Europe/Paris:20260620T113000", "DTSTART;TZID=Europe/Paris:20260620T100000",
		}},
		{"UTC needs no zone", "UTC", "2026-06-20 10:00:00", "2026-06-20 11:30:00", false, []string{"DTEND:20260620T113000Z", "DTSTART:20260620T100000Z"}},
		{"an offset is no zone to all programs", "UTC+5:30", "2026-06-20 10:00:00", "2026-06-20 11:30:00", false, []string{
			"DTEND:20260620T060000Z", "DTSTART:20260620T043000Z", "X-EVENT-TZID:UTC+5:30",
		}},
		{"the first of two equal hours", "Europe/Paris", "2026-10-25 02:30:00", "2026-10-25 04:00:00", false, []string{
			"DTEND:20261025T030000Z", "DTSTART:20261025T003000Z", "X-EVENT-TZID:Europe/Paris",
		}},
		{"an end in equal hours", "Europe/Paris", "2026-10-25 01:30:00", "2026-10-25 02:00:00", false, []string{
			"DTEND:20261025T000000Z", "DTSTART:20261024T233000Z", "X-EVENT-TZID:Europe/Paris",
		}},
		{"the hour after equal hours", "Europe/Paris", "2026-10-25 03:00:00", "2026-10-25 04:00:00", false, []string{
			"DTEND;TZID=Europe/Paris:20261025T040000", "DTSTART;TZID=Europe/Paris:20261025T030000",
		}},
		{"no duration has no end", "UTC", "2026-06-20 10:00:00", "2026-06-20 10:00:00", false, []string{"DTSTART:20260620T100000Z"}},
		{"one whole day ends before the next", "Asia/Tokyo", "2026-06-20 00:00:00", "2026-06-20 23:59:59", true, []string{
			"DTEND;VALUE=DATE:20260621", "DTSTART;VALUE=DATE:20260620", "X-EVENT-TZID:Asia/Tokyo",
		}},
		{"several whole days", "Asia/Tokyo", "2026-12-30 00:00:00", "2027-01-02 23:59:59", true, []string{
			"DTEND;VALUE=DATE:20270103", "DTSTART;VALUE=DATE:20261230", "X-EVENT-TZID:Asia/Tokyo",
		}},
		{"whole days up to the last one of the calendar", "UTC", "9999-12-30 00:00:00", "9999-12-31 23:59:59", true, []string{
			"DTSTART;VALUE=DATE:99991230", "DURATION:P2D", "X-EVENT-TZID:UTC",
		}},
		{"the first year", "UTC", "0000-01-01 00:00:00", "0000-01-01 01:00:00", false, []string{"DTEND:00000101T010000Z", "DTSTART:00000101T000000Z"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := entry(tt.start, tt.end, zone(t, tt.zone))
			e.AllDay = tt.allDay
			body, _ := calendar(t, e)
			_, event, _ := strings.Cut(body, "BEGIN:VEVENT")
			if diff := cmp.Diff(tt.want, lines(event, "DTSTART", "DTEND", "DURATION", "X-EVENT-TZID")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestAZoneIsDescribedForTheYearsOfTheEvents(t *testing.T) {
	tests := []struct {
		name, zone string
		years      []string
		want       []string
	}{
		{"daylight saving time", "Europe/Paris", []string{"2026"}, []string{
			"BEGIN:STANDARD", "DTSTART:20251026T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
			"BEGIN:DAYLIGHT", "DTSTART:20260329T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
			"BEGIN:STANDARD", "DTSTART:20261025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
		}},
		{"two years far apart", "America/New_York", []string{"1900", "9999"}, []string{
			"BEGIN:STANDARD", "DTSTART:18831118T120358", "TZOFFSETFROM:-045602", "TZOFFSETTO:-0500",
			"BEGIN:STANDARD", "DTSTART:99981101T020000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500",
			"BEGIN:DAYLIGHT", "DTSTART:99990314T020000", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400",
			"BEGIN:STANDARD", "DTSTART:99991107T020000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500",
		}},
		{"before zones", "Europe/Paris", []string{"1500", "1600"}, []string{"BEGIN:STANDARD", "DTSTART:15000101T000000", "TZOFFSETFROM:+000921", "TZOFFSETTO:+000921"}},
		{"an offset needs none", "UTC+5:30", []string{"2026", "2027"}, nil},
		{"clocks that stopped long ago", "Asia/Tokyo", []string{"2026"}, []string{
			"BEGIN:STANDARD", "DTSTART:19510909T010000", "TZOFFSETFROM:+1000", "TZOFFSETTO:+0900",
			"BEGIN:STANDARD", "DTSTART:19520101T000000", "TZOFFSETFROM:+0900", "TZOFFSETTO:+0900",
		}},
		{"clocks that stopped in summer", "America/Vancouver", []string{"2026", "2027"}, []string{
			"BEGIN:STANDARD", "DTSTART:20251102T020000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0800",
			"BEGIN:DAYLIGHT", "DTSTART:20260308T020000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0700",
			"BEGIN:DAYLIGHT", "DTSTART:20261101T020000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0700",
		}},
		{"the years after that", "America/Vancouver", []string{"2030"}, []string{
			"BEGIN:DAYLIGHT", "DTSTART:20260308T020000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0700",
			"BEGIN:DAYLIGHT", "DTSTART:20261101T020000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0700",
		}},
		{"clocks that stand still for a year", "America/Havana", []string{"2026"}, []string{
			"BEGIN:STANDARD", "DTSTART:20251102T010000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500",
			"BEGIN:DAYLIGHT", "DTSTART:20260308T000000", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400",
			"BEGIN:DAYLIGHT", "DTSTART:20270101T000000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0400",
		}},
		{"a law that has summer as standard time", "Europe/Dublin", []string{"2026"}, []string{
			"BEGIN:STANDARD", "DTSTART:20251026T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0000",
			"BEGIN:DAYLIGHT", "DTSTART:20260329T010000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100",
			"BEGIN:STANDARD", "DTSTART:20261025T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0000",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var entries []feed.Entry
			for _, year := range tt.years {
				entries = append(entries, entry(dates.WallTime(year+"-07-01 10:00:00"), dates.WallTime(year+"-07-01 11:00:00"), zone(t, tt.zone)))
			}
			body, _ := calendar(t, entries...)
			zones, _, _ := strings.Cut(body, "BEGIN:VEVENT")
			if diff := cmp.Diff(tt.want, lines(zones, "BEGIN:STANDARD", "BEGIN:DAYLIGHT", "DTSTART", "TZOFFSET")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestTheDescribedZoneTellsTheSameInstants reads times by the VTIMEZONE as RFC
// 5545 says, and compares them with what the service takes them for.
func TestTheDescribedZoneTellsTheSameInstants(t *testing.T) {
	names := []string{"Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", "Asia/Kolkata", "UTC-3.5", "Asia/Pyongyang", "Europe/Dublin"}
	rapid.Check(t, func(r *rapid.T) {
		z := zone(t, rapid.SampledFrom(names).Draw(r, "zone"))
		var entries []feed.Entry
		for _, at := range rapid.SliceOfN(rapid.Int64Range(-5_000_000_000, 253_402_000_000), 1, 5).Draw(r, "starts") {
			start := dates.FromUnix(at)
			entries = append(entries, entry(start, start.AddSeconds(rapid.Int64Range(1, 1<<25).Draw(r, "length")), z))
		}
		body, err := written(feed.ICal, channel(entries...), 100)
		if err != nil {
			r.Fatal(err)
		}
		cal, err := ics.ParseCalendar(bytes.NewReader(body))
		if err != nil {
			r.Fatal(err)
		}
		rules := observances(cal)
		for i, event := range cal.Events() {
			for name, want := range map[ics.ComponentProperty]dates.WallTime{ics.ComponentPropertyDtStart: entries[i].Start, ics.ComponentPropertyDtEnd: entries[i].End} {
				if z.Local(z.UTC(want)) != want {
					continue // Clocks skip it; RFC 5545 has words of its own for that.
				}
				got := event.GetProperty(name).Value
				if at, err := time.Parse("20060102T150405Z", got); err == nil {
					if z.At(at) != want {
						r.Errorf("%s is %s in %s, want %s\n%s", got, z.At(at), z, want, body)
					}
					continue
				}
				if offset := offsetAt(r, rules, got); offset != z.Offset(want) {
					r.Errorf("%s in %s: %v ahead, want %v\n%s", got, z, offset, z.Offset(want), body)
				}
			}
		}
	})
}

// rule is an observance of a VTIMEZONE.
type rule struct{ at, offset string }

// observances lists the rules of the only zone.
func observances(cal *ics.Calendar) []rule {
	var rules []rule
	for _, c := range cal.Components {
		z, ok := c.(*ics.VTimezone)
		if !ok {
			continue
		}
		for _, o := range z.Components {
			at := rule{}
			for _, p := range o.UnknownPropertiesIANAProperties() {
				switch p.IANAToken {
				case "DTSTART":
					at.at = p.Value
				case "TZOFFSETTO":
					at.offset = p.Value
				}
			}
			rules = append(rules, at)
		}
	}
	return rules
}

// offsetAt returns the offset of the last rule that begins at or before a time.
func offsetAt(r *rapid.T, rules []rule, at string) time.Duration {
	last := rule{}
	for _, o := range rules {
		if o.at <= at && o.at >= last.at {
			last = o
		}
	}
	layout := "-0700"
	if len(last.offset) > len(layout) {
		layout = "-070000"
	}
	parsed, err := time.Parse(layout, last.offset)
	if err != nil {
		r.Fatalf("%v at %s: %v", rules, at, err)
	}
	_, seconds := parsed.Zone()
	return time.Duration(seconds) * time.Second
}

func TestAnEventSaysAllThatItKnows(t *testing.T) {
	latitude, longitude := 48.85, -2.35
	e := entry("2026-06-20 10:00:00", "2026-06-20 11:00:00", dates.Zone{})
	e.Description = "<p>One, <b>two</b>; three</p><p>four\\</p>"
	e.Places = []feed.Place{{Name: "Hall", Street: "1 Main St", City: "Paris", Country: "France", Latitude: &latitude, Longitude: &longitude}}
	e.Organizers = []feed.Person{{Name: "No mail", Email: "not an address"}, {Name: `Jane "J" O'Neil; Ltd`, Email: "jane@example.org"}, {Name: "Other", Email: "o@example.org"}}
	e.Terms = []feed.Term{{Taxonomy: "categories", Name: "Arts, crafts"}, {Taxonomy: "tags", Name: "Free"}}
	e.Image, e.ImageType = "https://calendar.example/wp-content/uploads/fair.jpg", "image/jpeg"
	body, cal := calendar(t, e)
	_, event, _ := strings.Cut(body, "BEGIN:VEVENT\r\n")
	event, _, _ = strings.Cut(strings.ReplaceAll(event, "\r\n ", ""), "END:VEVENT")
	want := `ATTACH;FMTTYPE=image/jpeg:https://calendar.example/wp-content/uploads/fair.jpg
CATEGORIES:Arts\, crafts
CATEGORIES:Free
CONTACT:No mail
CONTACT;ALTREP="mailto:o@example.org":Other
CREATED:20260102T030405Z
DESCRIPTION:One\, two\; three\nfour\\
DTEND:20260620T110000Z
DTSTAMP:20260203T040506Z
DTSTART:20260620T100000Z
GEO:48.850000;-2.350000
IMAGE;DISPLAY=BADGE;FMTTYPE=image/jpeg;VALUE=URI:https://calendar.example/wp-content/uploads/fair.jpg
LAST-MODIFIED:20260203T040506Z
LOCATION:Hall\, 1 Main St\, Paris\, France
ORGANIZER;CN="Jane 'J' O'Neil; Ltd":mailto:jane@example.org
SEQUENCE:3
STATUS:CONFIRMED
SUMMARY:Fair
UID:calendar.example?id=7@calendar.example
URL:https://calendar.example/event/fair/
X-ALT-DESC;FMTTYPE=text/html:<p>One\, <b>two</b>\; three</p><p>four\\</p>
X-EVENT-TAGS:Free
`
	if diff := cmp.Diff(want, strings.ReplaceAll(event, "\r\n", "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := cal.Events()[0].GetProperty(ics.ComponentPropertyDescription).Value; got != "One, two; three\nfour\\" {
		t.Errorf("description %q", got)
	}
}

func TestACalendarWithoutEventsIsValid(t *testing.T) {
	body, cal := calendar(t)
	if len(cal.Events()) != 0 || !strings.Contains(body, "BEGIN:VTIMEZONE") {
		t.Errorf("got %s", body)
	}
}

// hostile is text that formats could take for something else.
func hostile() *rapid.Generator[string] {
	parts := rapid.SampledFrom([]string{
		"=1+1", "@SUM(A1)", "\r\nEND:VCALENDAR\r\n", "\n", "\t", ",", ";", ":", `"`, `\`, `\n`, "]]>", "</title><script>alert(1)</script>", "&amp;", "&", "<", "\x00", "\x0b",
		"\u2028", "é", "日本語", "🎪", "\xff", "\uFFFE", "a", "word ", strings.Repeat("long", 30), strings.Repeat("ü", 80),
	})
	return rapid.Map(rapid.SliceOfN(parts, 0, 12), func(list []string) string { return strings.Join(list, "") })
}

func TestAFeedWrittenInPartsHasTheSameBytes(t *testing.T) {
	var entries []feed.Entry
	for i, name := range []string{"Europe/Paris", "UTC", "Asia/Tokyo", "UTC+5:30", "Europe/Paris"} {
		e := entry("2026-06-20 10:00:00", "2026-06-20 11:00:00", zone(t, name))
		e.ID, e.AllDay, e.Description = int64(i), i == 2, "<p>Words & words</p>"
		entries = append(entries, e)
	}
	for name, open := range map[string]func(io.Writer, feed.Channel) (feed.Writer, error){"ics": feed.ICal, "csv": feed.CSV, "rss": feed.RSS} {
		whole, err := written(open, channel(entries...), len(entries))
		if err != nil {
			t.Fatal(err)
		}
		for size := 1; size < len(entries); size++ {
			if parts, err := written(open, channel(entries...), size); err != nil || !bytes.Equal(parts, whole) {
				t.Errorf("%s by %d: %v\n%s", name, size, err, cmp.Diff(string(whole), string(parts)))
			}
		}
	}
}

func TestAnEventThatTheHeadDoesNotKnowIsInUTC(t *testing.T) {
	known := entry("2026-06-20 10:00:00", "2026-06-20 11:00:00", zone(t, "Europe/Paris"))
	moved, postponed := known, known
	moved.Zone, postponed.End = zone(t, "Asia/Tokyo"), "2027-06-20 11:00:00"
	d := channel(known)
	d.Entries = append(d.Entries, moved, postponed)
	body, err := written(feed.ICal, d, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"DTSTART;TZID=Europe/Paris:20260620T100000", "DTSTART:20260620T010000Z", "DTSTART:20260620T080000Z",
	}
	got := slices.DeleteFunc(lines(string(body), "DTSTART"), func(l string) bool { return strings.HasPrefix(l, "DTSTART:") && !strings.HasSuffix(l, "Z") })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s\n%s", diff, body)
	}
}

func TestNoTextBreaksAFeed(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := func(name string) string { return hostile().Draw(r, name) }
		e := entry("2026-06-20 10:00:00", "2026-06-20 11:00:00", dates.Zone{})
		e.Title, e.Description, e.URL, e.Website, e.Cost, e.Status, e.GlobalID = text("title"), text("description"), text("url"), text("website"), text("cost"), text("status"), text("id")
		e.Places = []feed.Place{{Name: text("place"), City: text("city")}}
		e.Organizers = []feed.Person{{Name: text("organizer"), Email: text("mail")}, {Name: text("cn"), Email: "a@example.org"}}
		e.Terms = []feed.Term{{Taxonomy: "categories", Name: text("term")}}
		c := channel(e, e)
		c.Name, c.Host, c.IDSite = text("name"), text("host"), text("host")
		checkICal(r, c)
		checkCSV(r, c)
		checkRSS(r, c)
	})
}

// checkICal checks that the calendar holds the entries and no more, and that
// its lines are those of RFC 5545.
func checkICal(r *rapid.T, c document) {
	body, err := written(feed.ICal, c, 100)
	if err != nil {
		r.Fatal(err)
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(body))
	if err != nil {
		r.Fatalf("%v: %q", err, body)
	}
	if len(cal.Events()) != len(c.Entries) || len(cal.Components) != len(c.Entries) {
		r.Errorf("%d components in %q", len(cal.Components), body)
	}
	if _, err := ical.NewDecoder(bytes.NewReader(body)).Decode(); err != nil {
		r.Error(err)
	}
	for l := range bytes.SplitSeq(body, []byte("\r\n")) {
		if len(l) > 75 || !utf8.Valid(l) || bytes.ContainsAny(l, "\r\n\x00") {
			r.Errorf("line %q", l)
		}
	}
}

// checkCSV checks that every record has all columns, and that none is a formula.
func checkCSV(r *rapid.T, c document) {
	body, err := written(feed.CSV, c, 100)
	if err != nil {
		r.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll() // Counts the columns.
	if err != nil || len(rows) != len(c.Entries)+1 {
		r.Fatalf("%d rows, %v: %q", len(rows), err, body)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") {
				r.Errorf("cell %q is a formula", cell)
			}
		}
	}
}

// checkRSS checks that the document is XML with the entries in it.
func checkRSS(r *rapid.T, c document) {
	body, err := written(feed.RSS, c, 100)
	if err != nil {
		r.Fatal(err)
	}
	var doc struct {
		Channel struct {
			Items []struct {
				Title string `xml:"title"`
				GUID  string `xml:"guid"`
			} `xml:"item"`
		} `xml:"channel"`
	}
	decoder := xml.NewDecoder(bytes.NewReader(body))
	decoder.Strict = true
	if err := decoder.Decode(&doc); err != nil || len(doc.Channel.Items) != len(c.Entries) {
		r.Fatalf("%d items, %v: %q", len(doc.Channel.Items), err, body)
	}
}

func TestCSVHasTheDocumentedColumns(t *testing.T) {
	latitude := -1.5
	e := entry("2026-06-20 10:00:00", "2026-06-20 11:00:00", zone(t, "Europe/Paris"))
	e.Title, e.Places = `=HYPERLINK("x")`, []feed.Place{{Name: "Hall", City: "Paris", Latitude: &latitude}, {Name: "-Room"}}
	e.Terms = []feed.Term{{Taxonomy: "tags", Name: "Free"}, {Taxonomy: "tags", Name: "Open air"}}
	body, err := written(feed.CSV, channel(e), 100)
	if err != nil {
		t.Fatal(err)
	}
	want := "id,global_id,title,status,start_date,end_date,timezone,all_day,utc_start_date,utc_end_date,url,website,cost,venue,address,latitude,longitude," +
		"organizer,organizer_email,categories,tags,description,date_utc,modified_utc,event_status,event_status_reason,online_url\r\n" +
		`7,calendar.example?id=7,"'=HYPERLINK(""x"")",publish,2026-06-20 10:00:00,2026-06-20 11:00:00,Europe/Paris,false,2026-06-20 08:00:00,2026-06-20 09:00:00,` +
		"https://calendar.example/event/fair/,,,Hall; '-Room,Paris,-1.5,,,,,Free; Open air,,2026-01-02 03:04:05,2026-02-03 04:05:06,scheduled,,\r\n"
	if diff := cmp.Diff(want, string(body)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestFeedsTellTwoEqualHoursApart(t *testing.T) {
	e := entry("2026-10-25 02:30:00", "2026-10-25 02:30:00", zone(t, "Europe/Paris"))
	e.StartUTC, e.EndUTC = "2026-10-25 00:30:00", "2026-10-25 01:30:00"
	tests := []struct {
		name string
		open func(io.Writer, feed.Channel) (feed.Writer, error)
		want []string
	}{
		{"iCalendar", feed.ICal, []string{"DTSTART:20261025T003000Z\r\n", "DTEND:20261025T013000Z\r\n"}},
		{"CSV", feed.CSV, []string{",2026-10-25 02:30:00,2026-10-25 02:30:00,Europe/Paris,false,2026-10-25 00:30:00,2026-10-25 01:30:00,"}},
		{"RSS", feed.RSS, []string{"<ev:startdate>2026-10-25T02:30:00+02:00<", "<ev:enddate>2026-10-25T02:30:00+01:00<"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			body, err := written(tt.open, channel(e), 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.want {
				if !strings.Contains(string(body), want) {
					t.Errorf("no %s in\n%s", want, body)
				}
			}
		})
	}
}

func TestRSSItemsBeginWithTheTime(t *testing.T) {
	for state, want := range map[string]string{
		"": "<p>2026-06-20 10:00 – 2026-06-20 11:00 Europe/Paris</p>", "scheduled": "<p>2026-06-20 10:00 – 2026-06-20 11:00 Europe/Paris</p>",
		"canceled": "<p>2026-06-20 10:00 – 2026-06-20 11:00 Europe/Paris – canceled – Storm</p>", "postponed": "<p>2026-06-20 10:00 – 2026-06-20 11:00 Europe/Paris – postponed – Storm</p>",
	} {
		e := entry("2026-06-20 10:00:00", "2026-06-20 11:00:00", zone(t, "Europe/Paris"))
		if e.EventStatus = state; strings.Contains(want, "Storm") {
			e.StatusReason = "Storm"
		}
		body, err := written(feed.RSS, channel(e), 100)
		if err != nil || !strings.Contains(string(body), "<description>"+strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(want)) {
			t.Errorf("%q: %v, want %s in\n%s", state, err, want, body)
		}
	}
}

func TestRSSSaysWhenAnEventIs(t *testing.T) {
	e := entry("2026-06-20 00:00:00", "2026-06-21 23:59:59", zone(t, "Europe/Paris"))
	e.AllDay, e.Title, e.Description = true, "Rock & <Roll>", "<p>Loud</p>"
	body, err := written(feed.RSS, channel(e), 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>Rock &amp; &lt;Roll&gt;</title>", "<link>https://calendar.example/event/fair/</link>", `<guid isPermaLink="false">calendar.example?id=7</guid>`,
		"<pubDate>Fri, 02 Jan 2026 03:04:05 +0000</pubDate>", "&lt;p&gt;2026-06-20 – 2026-06-21&lt;/p&gt;&#xA;&lt;p&gt;Loud&lt;/p&gt;",
		"<ev:startdate>2026-06-20T00:00:00+02:00</ev:startdate>", "<lastBuildDate>Tue, 03 Feb 2026 04:05:06 +0000</lastBuildDate>",
	} {
		if !strings.Contains(string(body), want) {
			t.Errorf("no %s in\n%s", want, body)
		}
	}
}
