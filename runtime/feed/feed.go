// Package feed writes events in the formats that calendar programs, spread
// sheets and feed readers take: iCalendar (RFC 5545), CSV (RFC 4180) and RSS
// 2.0.  Its functions turn plain values into bytes and do nothing else: the same
// values give the same bytes, in however many parts they are written.  The package knows
// neither records, requests nor the clock; the caller fills in the values and decides
// who may see what.
//
// Any text may stand in a value.  It comes out escaped as the format wants it,
// and without what the format cannot hold.
package feed

import (
	"strconv"
	"strings"
	"unicode"

	"almanac/runtime/dates"
)

// Channel is a feed with what it says about itself.
type Channel struct {
	Name       string     // Shown to subscribers.
	Host       string     // Of the site.
	IDSite     string     // Host and path that make IDs unique in the world; not those of the site once it has moved.
	SiteURL    string     // Address of the site.
	SelfURL    string     // Address of the list, without the choice of a format unless it was asked for.
	Zone       dates.Zone // Time zone of the site.
	Taxonomies []string   // Names of the groups that terms of entries belong to, in the order of CSV columns.
	Outline    Outline    // Of all entries.
}

// Writer writes a feed in parts, so that the entries need not be in memory together.
type Writer interface {
	// Add writes the next entries.
	Add(entries []Entry) error
	// Close writes what stands behind the last entry.
	Close() error
}

// Entry is one event.  Texts are plain unless said otherwise, and empty where
// there is nothing to tell.
type Entry struct {
	ID            int64
	GlobalID      string // Unique among sites.
	UID           string // In iCalendar, if it is not made of ID and Channel.IDSite.
	Version       int64  // Raised with every change, from 1.
	Title         string
	Description   string         // HTML.
	Start, End    dates.WallTime // In Zone.
	StartUTC      dates.WallTime // Tells which of two equal hours Start is; "" for the first.
	EndUTC        dates.WallTime // As StartUTC.
	Zone          dates.Zone
	AllDay        bool   // Whole days, from that of Start to that of End.
	ContentHidden bool   // Protected by a password: only title, times and addresses are known.
	Status        string // Of the record: publish, draft and so on.
	EventStatus   string // canceled, postponed; others mean that it takes place.
	StatusReason  string // Why it is canceled or postponed.
	OnlineURL     string // Where to attend it online.
	// AttendanceMode is online or mixed; "" where people meet at a place.
	AttendanceMode string
	URL            string // The event's page on the site.
	Website        string // The event's own website.
	Image          string // Address of its picture.
	ImageType      string // Media type of the picture, "" when unknown.
	Cost           string
	Published      dates.WallTime // UTC.
	Modified       dates.WallTime // UTC.
	Places         []Place
	Organizers     []Person
	Terms          []Term
}

// Place is where an event takes place.
type Place struct {
	Name, Street, City, Region, Code, Country string
	Latitude, Longitude                       *float64 // Degrees; nil when unknown.
}

// Person is an organizer of an event.
type Person struct{ Name, Email string }

// Term is a label of an event.
type Term struct{ Taxonomy, Name string }

// guid names an event, and uid does in iCalendar: for good, also after the site has moved.
func (c Channel) guid(id int64) string { return c.IDSite + "?id=" + strconv.FormatInt(id, 10) }

func (c Channel) uid(id int64) string { return c.guid(id) + "@" + c.idHost() }

// seriesUID names a series in iCalendar.
func (c Channel) seriesUID(id int64) string {
	return c.IDSite + "?series=" + strconv.FormatInt(id, 10) + "@" + c.idHost()
}

func (c Channel) idHost() string {
	host, _, _ := strings.Cut(c.IDSite, "/")
	return host
}

// moments returns when the event begins and ends.
func (e Entry) moments() (start, end dates.Moment) {
	return e.Zone.Moment(e.Start, e.StartUTC), e.Zone.Moment(e.End, e.EndUTC)
}

// address words a place on one line, "" when nothing is known of it.
func (p Place) address() string {
	return joined(", ", p.Name, p.Street, p.City, p.Region, p.Code, p.Country)
}

// names lists the terms of a group, of all groups when it is empty.
func (e Entry) names(group string) []string {
	var list []string
	for _, t := range e.Terms {
		if group == "" || t.Taxonomy == group {
			list = append(list, t.Name)
		}
	}
	return list
}

// each lists what f makes of the members of a list, but for what is empty.
func each[T any](list []T, f func(T) string) []string {
	var texts []string
	for _, v := range list {
		if s := f(v); s != "" {
			texts = append(texts, s)
		}
	}
	return texts
}

// joined joins the parts that are not empty.
func joined(separator string, parts ...string) string {
	return strings.Join(each(parts, func(s string) string { return s }), separator)
}

// clean returns what every format can hold of a text: UTF-8, with newlines and
// tabs but no other control characters.
func clean(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case unicode.IsControl(r) && r != '\n' && r != '\t', r == '\uFFFE', r == '\uFFFF':
			return -1
		}
		return r
	}, s)
}

// line returns a text on one line.
func line(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }
