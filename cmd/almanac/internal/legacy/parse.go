package legacy

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Request is what an old address stands for: the calendar, or a record if Resource is set.
type Request struct {
	Resource string // Resource of the record: event, venue, organizer; "post" for any of these, by ID.
	Slug     string
	ID       int64    // 0 for a record that is named by its slug.
	Day      string   // Of the event of a series that has the slug, "" for any: "2027-01-18".
	Nth      int      // Of the events of that day, from 1 on.
	Term     []string // Slugs of which one is that of a category or a tag, the best first.

	Unsure bool // It is the calendar if nothing has the slug.

	Embed              bool // Of the event, to stand in another page.
	List, Month, Past  bool
	From, Until        time.Time // Days; zero for none.
	Relative           bool      // They follow from today.
	Category, Tag      string    // Slugs.
	Venues, Organizers []string  // IDs.
	Events             string    // IDs of the only ones, "" for all.
	Search             string
	Featured           bool
	Page               int    // Number of the page of a list; 0 for the first.
	Format             string // ics or rss; "" for a page.
}

// parse reads an escaped path and the parameters; today is the day of the site.  It
// returns false for an address that such a site does not have, or that is the same here.
func (w *words) parse(path string, q url.Values, today time.Time) (Request, bool) {
	p := parser{words: w, today: today}
	segments := segmentsOf(path)
	index := len(segments) > 0 && segments[0] == "index.php"
	if index {
		segments = segments[1:]
	}
	if !p.path(segments) || !p.query(q) {
		return Request{}, false
	}
	return p.Request, p.old || index
}

// segmentsOf returns the decoded segments of a path; one that is not text is "\x00".
func segmentsOf(path string) []string {
	var list []string
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "" {
			continue
		}
		decoded, err := url.PathUnescape(segment)
		if err != nil {
			decoded = "\x00"
		}
		list = append(list, decoded)
	}
	return list
}

type parser struct {
	Request
	*words
	today time.Time
	old   bool // It is an address that the pages here do not have.
}

// path reads the path; false for one that no calendar has.
func (p *parser) path(segments []string) bool {
	if len(segments) == 0 {
		return true
	}
	if segments[0] == "feed" {
		p.old, p.List, p.Format = true, true, "rss"
		return len(segments) <= 2
	}
	for _, b := range p.bases {
		n := len(b.segments)
		if len(segments) < n || !slices.Equal(segments[:n], b.segments) {
			continue
		}
		switch rest := segments[n:]; b.resource {
		case "":
			p.old, p.List = true, true
			return p.calendar(rest, b)
		case "category", "tag":
			return p.term(b.resource, rest, b.here)
		default:
			return p.record(b, rest)
		}
	}
	return false
}

// calendar reads what stands below the path of a calendar.  Of a site with words of its
// own language some may be unknown, so that there they are read by their places.
func (p *parser) calendar(segments []string, b base) bool {
	if len(segments) == 0 {
		return true
	}
	first, rest := segments[0], segments[1:]
	if resource := p.groups[first]; resource != "" && (!p.foreign || len(rest) > 0 && !p.isView(rest[0])) {
		path := strings.Join(append(b.segments, first), "/")
		here := resource == "category" && slices.Contains(english.Records[resource], path)
		return p.term(resource, rest, here)
	}
	known := p.isView(first)
	if !known && len(rest) == 0 {
		p.Resource, p.Slug, p.Unsure = "event", first, p.foreign
		return true
	}
	if !known && p.foreign {
		for _, s := range rest {
			if !p.isView(s) {
				p.Term = slices.Insert(p.Term, 0, s)
			}
		}
		p.Unsure = true
	}
	return p.showViews(segments)
}

// term reads what stands below the path of categories or tags; here, the pages of theirs
// have the same path.
func (p *parser) term(resource string, segments []string, here bool) bool {
	if len(segments) == 0 {
		return false
	}
	end := len(segments)
	if view := slices.IndexFunc(segments[1:], p.isView); view >= 0 {
		end = 1 + view
	}
	names, segments := segments[:end], segments[end:]
	p.List = true
	p.old = !here || len(segments) > 0
	if p.foreign && len(names) > 1 { // The last names may be unknown views.
		p.old, p.Term = true, slices.Clone(names)
		slices.Reverse(p.Term)
	}
	if resource == "category" {
		p.Category = names[len(names)-1]
	} else if p.Tag = names[0]; len(names) > 1 && !p.foreign {
		return false
	}
	return p.showViews(segments)
}

// record reads what stands below the path of records.
func (p *parser) record(b base, segments []string) bool {
	if len(segments) == 0 {
		p.old, p.List = b.resource == "event", true
		return b.resource == "event"
	}
	p.Resource, p.Slug, p.old = b.resource, segments[0], len(segments) > 1 || !b.here
	rest := segments[1:]
	if b.resource == "event" && len(rest) > 0 && dayPath.MatchString(rest[0]) {
		p.Day, p.Nth, rest = rest[0], 1, rest[1:]
		if len(rest) > 0 && isNumber(rest[0]) {
			p.Nth, _ = strconv.Atoi(rest[0]) // It is one.
			rest = rest[1:]
		}
	}
	for i, s := range rest {
		switch {
		case s == "ical":
			p.Format = "ics"
		case (p.foreign || s == "page") && i+2 == len(rest) && isNumber(rest[i+1]): // The word for a page.
			if b.resource != "event" {
				p.number(rest[i+1])
			}
		case s == "embed" && b.resource == "event" && len(rest) == 1:
			p.old, p.Embed = !b.here || p.Day != "", true
		case p.occurrences && p.Day == "" && len(rest) == 1: // All events of a series.
		case !slices.Contains(recordParts, s) && !isNumber(s):
			return false
		}
	}
	return true
}

// recordParts are the segments below a record that stand for its page.
var recordParts = []string{"feed", "embed", "page", "trackback"}

var (
	monthPath = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}$`)
	dayPath   = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)
)

// number notes the number of a page.
func (p *parser) number(s string) {
	if isNumber(s) {
		p.Page, _ = strconv.Atoi(s) // It is one.
	}
}

// englishViews are the segments that choose what is shown, dates and numbers aside, and
// what they choose.
var englishViews = map[string]string{
	"list": "list", "month": "month", "today": "today", "day": "day", "featured": "featured", "page": "page",
	"ical": "ical", "feed": "feed", "rss": "rss", "rss2": "rss2", "rdf": "rdf", "atom": "atom",
}

// foreignViews are such segments in German and French.  A site that says its own words need
// not say these: themes leave out the links to its views.
var foreignViews = map[string]string{
	"liste": "list", "monat": "month", "heute": "today", "tag": "day", "hervorgehoben": "featured", "seite": "page",
	"mois": "month", "aujourdhui": "today", "jour": "day", "en-vedette": "featured",
}

// isView reports whether a segment chooses what is shown.
func (p *parser) isView(s string) bool {
	return p.views[s] != "" || monthPath.MatchString(s) || dayPath.MatchString(s)
}

// isNumber reports whether a segment is the number of a page.
func isNumber(s string) bool {
	n, err := strconv.ParseInt(s, 10, 32)
	return err == nil && n > 0
}

// showViews reads the segments that choose what is shown.
func (p *parser) showViews(segments []string) bool {
	for i, segment := range segments {
		switch s := p.views[segment]; {
		case s == "list":
			p.List = true
		case s == "month":
			p.months(p.today)
		case s == "today" || s == "day" && i+1 == len(segments):
			p.days(p.today)
		case s == "day":
		case s == "featured":
			p.Featured = true
		case s == "ical":
			p.Format = "ics"
		case s == "feed", s == "rss":
			p.Format = "rss"
		case slices.Contains([]string{"rss2", "rdf", "atom"}, s) && p.Format == "rss":
		case s == "page" && i+1 < len(segments) && isNumber(segments[i+1]):
		case i > 0 && p.views[segments[i-1]] == "page" && isNumber(segment):
			p.number(segment)
		case !p.date(segment) && !p.foreign:
			return false
		}
	}
	return true
}

func (p *parser) date(s string) bool {
	if at, err := time.Parse("2006-01", s); err == nil {
		p.months(at)
		p.Relative = false
		return true
	}
	at, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return false
	}
	p.days(at)
	p.Relative = false
	return true
}

func (p *parser) months(day time.Time) {
	p.From = day.AddDate(0, 0, 1-day.Day())
	p.List, p.Month, p.Until, p.Relative = false, true, p.From.AddDate(0, 1, -1), true
}

func (p *parser) days(day time.Time) {
	p.List, p.Month, p.From, p.Until, p.Relative = true, false, day, day, true
}

// oldParams are parameters that only such a site has.
var oldParams = []string{
	"p", "post_type", "tribe_events", "tribe_venue", "tribe_organizer", "tribe_events_cat", "taxonomy", "tag",
	"ical", "outlook-ical", "feed", "embed", "s", "eventDisplay", "eventDate", "tribe-bar-date", "tribe-bar-search",
	"tribe_venues[0]", "tribe_organizers[0]", "paged", "tribe_paged",
}

// query reads the parameters; false for those of what is no calendar.
func (p *parser) query(q url.Values) bool {
	for _, name := range oldParams {
		p.old = p.old || q.Has(name)
	}
	if post := q.Get("post_type"); post != "" && !strings.HasPrefix(post, "tribe_") {
		return false
	}
	p.named(q)
	p.filters(q)
	p.number(q.Get("paged"))
	p.number(q.Get("tribe_paged"))
	switch q.Get("eventDisplay") {
	case "month":
		p.months(p.today)
	case "day", "today":
		p.days(p.today)
	case "past":
		p.Past, p.List = true, true
	case "list":
		p.List = true
	}
	p.List = p.List || q.Get("post_type") == "tribe_events" && !p.Month
	for _, name := range []string{"eventDate", "tribe-bar-date"} {
		day, err := time.Parse(time.DateOnly, q.Get(name))
		switch display := q.Get("eventDisplay"); {
		case err != nil:
			p.date(q.Get(name)) // A month, maybe.
			continue
		case display == "day":
			p.days(day)
		case display == "month":
			p.months(day)
		default:
			p.From, p.Until = day, time.Time{}
		}
		p.Relative = false
	}
	if q.Has("ical") || q.Has("outlook-ical") {
		p.Format = "ics"
	} else if q.Has("feed") {
		p.Format = "rss"
	}
	return true
}

// named reads the parameters that name a record.
func (p *parser) named(q url.Values) {
	p.Embed = p.Embed || q.Has("embed")
	if id, err := strconv.ParseInt(q.Get("p"), 10, 53); err == nil && id > 0 {
		p.Resource, p.ID = "post", id
	}
	for _, resource := range []string{"event", "venue", "organizer"} {
		name := "tribe_" + resource
		if resource == "event" {
			name = "tribe_events"
		}
		if slug := q.Get(name); slug != "" {
			p.Resource, p.Slug = resource, slug
		}
	}
}

var eventIDs = regexp.MustCompile(`^[0-9]{1,15}(,[0-9]{1,15}){0,49}$`)

// filters reads the parameters that leave out events.
func (p *parser) filters(q url.Values) {
	set := func(field *string, names ...string) {
		for _, name := range names {
			if value := strings.TrimSpace(q.Get(name)); value != "" && *field == "" {
				*field = value
			}
		}
	}
	set(&p.Category, "tribe_events_cat")
	set(&p.Tag, "tag")
	set(&p.Search, "tribe-bar-search", "s")
	if q.Get("taxonomy") == "tribe_events_cat" {
		set(&p.Category, "term")
	}
	if ids := q.Get("event_ids"); eventIDs.MatchString(ids) {
		p.Events = ids
	}
	p.Featured = p.Featured || q.Get("featured") == "1" || q.Get("featured") == "true"
	for name, values := range q {
		for _, value := range values {
			if strings.HasPrefix(name, "tribe_venues[") && isNumber(value) {
				p.Venues = append(p.Venues, value)
			}
			if strings.HasPrefix(name, "tribe_organizers[") && isNumber(value) {
				p.Organizers = append(p.Organizers, value)
			}
		}
	}
}
