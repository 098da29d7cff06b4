package ics

import (
	"cmp"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/feed"
	"almanac/runtime/text"
)

// texts reads what an event says beside its times.
func (r *reader) texts(t *template, c *component) {
	if t.Title = title(c); r.wordpress {
		t.Title = html.UnescapeString(t.Title)
	}
	t.Description = description(c)
	t.Location = strings.TrimSpace(prose(c, "LOCATION"))
	if t.URL = c.raw("URL"); bareAddress.MatchString(t.URL) {
		t.URL = "https://" + t.URL
	}
	t.Image = image(c)
	t.online(c)
	t.geo(c)
	t.organizers(c)
	for _, p := range c.props["CATEGORIES"] {
		for _, name := range list(p.Value) {
			if !slices.Contains(t.Categories, name) {
				t.Categories = append(t.Categories, name)
			}
		}
	}
	for _, p := range c.props[feed.PropTags] {
		t.Tags = append(t.Tags, list(p.Value)...)
	}
	t.Website, t.Cost = c.raw(feed.PropWebsite), prose(c, feed.PropCost)
	switch status := strings.ToUpper(c.raw("STATUS")); {
	case r.method == "CANCEL":
		t.Status = Cancelled
	case c.raw(feed.PropStatus) != "": // A feed of this service tells more than STATUS can.
		t.EventStatus, t.StatusReason = c.raw(feed.PropStatus), prose(c, "COMMENT")
	case status == "CANCELLED", status == "CANCELED":
		t.Status = Cancelled
	case status == "TENTATIVE":
		t.Status = Tentative
	}
	class := strings.ToUpper(c.raw("CLASS"))
	t.Private = class != "" && class != "PUBLIC" // RFC 5545, section 3.8.1.3: what is unknown is private.
}

// title returns the title of an event, on one line.
func title(c *component) string { return strings.Join(strings.Fields(prose(c, "SUMMARY")), " ") }

// sequence returns the number of a version, 0 where it is missing or none.
func sequence(c *component) int64 {
	n, err := strconv.ParseInt(c.raw("SEQUENCE"), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// prose returns the text of a property, "" when it is missing.
func prose(c *component, name string) string {
	if p := c.get(name); p != nil {
		return unescaped(p.Value)
	}
	return ""
}

// unescaped reads the escapes of text (RFC 5545, section 3.3.11).  Others than
// those stand for themselves: many programs escape colons and quotation marks,
// which libraries refuse.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '\\' || i+1 == len(s):
			b.WriteByte(s[i])
		case s[i+1] == 'n' || s[i+1] == 'N':
			b.WriteByte('\n')
			i++
		default:
			i++
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// list reads texts that commas part, but for empty ones.
func list(s string) []string {
	var all []string
	begin := 0
	for i := 0; i <= len(s); i++ {
		switch {
		case i == len(s) || s[i] == ',':
			if name := strings.TrimSpace(unescaped(s[begin:i])); name != "" {
				all = append(all, name)
			}
			begin = i + 1
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
	}
	return all
}

// markup finds what makes a description HTML, though it is called text: some
// programs write so.
var markup = regexp.MustCompile(`(?i)</?(?:a|b|br|div|em|h[1-6]|i|li|ol|p|span|strong|table|u|ul)(?:\s[^<>]*|/)?>`)

// description returns the description as HTML.
func description(c *component) string {
	for _, p := range slices.Concat(c.props["X-ALT-DESC"], c.props["STYLED-DESCRIPTION"]) {
		if strings.EqualFold(p.param("FMTTYPE"), "text/html") && strings.TrimSpace(p.Value) != "" {
			return unescaped(p.Value)
		}
	}
	words := strings.ReplaceAll(prose(c, "DESCRIPTION"), "\r\n", "\n")
	if markup.MatchString(words) {
		return words
	}
	return text.Escape(words)
}

// imageName finds addresses of images whose type is not reported.
var imageName = regexp.MustCompile(`(?i)\.(?:jpe?g|png|gif|webp)(?:\?[^?]*)?$`)

// image returns the address of the first image that an event has.
func image(c *component) string {
	for _, p := range slices.Concat(c.props["IMAGE"], c.props["ATTACH"]) {
		value := strings.TrimSpace(p.Value)
		mediaType := strings.ToLower(p.param("FMTTYPE"))
		isImage := p.Name == "IMAGE" || strings.HasPrefix(mediaType, "image/") ||
			mediaType == "" && imageName.MatchString(value)
		if isImage && IsAddress(value) {
			return value
		}
	}
	return ""
}

// bareAddress finds addresses of pages without a scheme, as people type them.
var bareAddress = regexp.MustCompile(`(?i)^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::[0-9]+)?(?:[/?#]\S*)?$`)

// IsAddress reports whether a text is the address of a page, and nothing else.
func IsAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && !strings.ContainsAny(s, " \t\n")
}

// geo reads the coordinates, those of Apple if there are no others.
func (t *template) geo(c *component) {
	written := c.raw("GEO")
	if written == "" {
		address, _, _ := strings.Cut(c.raw("X-APPLE-STRUCTURED-LOCATION"), ";") // RFC 5870: parameters follow.
		if len(address) < len("geo:") || !strings.EqualFold(address[:len("geo:")], "geo:") {
			return
		}
		written = address[len("geo:"):]
	}
	lat, lng, _ := strings.Cut(strings.Replace(written, ",", ";", 1), ";")
	latitude, err := strconv.ParseFloat(strings.TrimSpace(lat), 64)
	longitude, errLng := strconv.ParseFloat(strings.TrimSpace(lng), 64)
	inside := latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180
	if err != nil || errLng != nil || !inside {
		t.Notes = append(t.Notes,
			"imported without its coordinates: expected two numbers such as 48.858;2.294 as GEO, found "+quote(written))
		return
	}
	t.Geo = &Point{latitude, longitude}
}

// organizers reads who organizes an event.
func (t *template) organizers(c *component) {
	for _, p := range c.props["ORGANIZER"] {
		person := Person{Name: strings.TrimSpace(p.param("CN")), Email: cmp.Or(email(p.Value), p.param("EMAIL"))}
		if person.Name == "" {
			person.Name = person.Email
		}
		t.organizer(person)
	}
	for _, p := range c.props["CONTACT"] {
		t.organizer(Person{Name: strings.TrimSpace(unescaped(p.Value)), Email: email(p.param("ALTREP"))})
	}
}

// email returns the address that a mailto: address names, "" for others.
func email(s string) string {
	const scheme = "mailto:"
	at := strings.Index(strings.ToLower(s), scheme)
	if at < 0 {
		return ""
	}
	address := strings.TrimSpace(s[at+len(scheme):])
	if plain, err := url.PathUnescape(address); err == nil {
		return plain
	}
	return address
}

// conferences are the properties that name where to attend an event online, those of
// RFC 7986 first.
var conferences = []string{
	"CONFERENCE", "X-GOOGLE-CONFERENCE", "X-GOOGLE-HANGOUT",
	"X-MICROSOFT-SKYPETEAMSMEETINGURL", "X-MICROSOFT-ONLINEMEETINGCONFLINK", "X-MICROSOFT-ONLINEMEETINGEXTERNALLINK",
}

// online reads how people take part: a place that is only an address of the web is
// where to attend online.
func (t *template) online(c *component) {
	var others []string
	for _, name := range conferences {
		for _, p := range c.props[name] {
			address := strings.TrimSpace(unescaped(p.Value))
			video := strings.Contains(strings.ToUpper(strings.Join(p.Params.Values("FEATURE"), ",")), "VIDEO")
			switch {
			case address == "", address == t.OnlineURL:
			case IsAddress(address) && (t.OnlineURL == "" || video && len(others) == 0):
				if t.OnlineURL != "" {
					others = append(others, t.OnlineURL)
				}
				t.OnlineURL = address
			default:
				others = append(others, address)
			}
		}
	}
	place := strings.Trim(t.Location, "<>")
	if IsAddress(place) && (t.OnlineURL == "" || t.OnlineURL == place) {
		t.OnlineURL, t.Location = place, ""
	}
	for _, address := range others {
		t.Notes = append(t.Notes, "imported without a second address of its conference: "+quote(address))
	}
	switch mode := strings.ToLower(c.raw(feed.PropAttendance)); {
	case mode == "offline" || mode == "online" || mode == "mixed":
		t.AttendanceMode = mode
	case t.OnlineURL != "" && t.Location != "":
		t.AttendanceMode = "mixed"
	case t.OnlineURL != "":
		t.AttendanceMode = "online"
	}
}

// organizer adds an organizer, once.
func (t *template) organizer(p Person) {
	if p.Name != "" && !slices.Contains(t.Organizers, p) {
		t.Organizers = append(t.Organizers, p)
	}
}
