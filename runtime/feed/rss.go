package feed

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/text"
)

// rss is the root of an RSS 2.0 document.  The module ev holds when and where
// an event takes place (RDF Site Summary 1.0 Modules: Event).
type rss struct {
	XMLName xml.Name   `xml:"rss"`
	Version string     `xml:"version,attr"`
	Atom    string     `xml:"xmlns:atom,attr"`
	Ev      string     `xml:"xmlns:ev,attr"`
	Channel rssChannel `xml:"channel"`
}

// rssChannel is the feed.
type rssChannel struct {
	Title       string   `xml:"title"`
	Link        string   `xml:"link"`
	Description string   `xml:"description"`
	Self        atomLink `xml:"atom:link"`
	LastBuild   string   `xml:"lastBuildDate,omitempty"`
	TTL         int      `xml:"ttl"` // Minutes.
}

// atomLink is the address of the feed itself.
type atomLink struct {
	Href string `xml:"href,attr"`
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
}

// rssItem is an entry.
type rssItem struct {
	Title       string   `xml:"title"`
	Link        string   `xml:"link"`
	GUID        rssGUID  `xml:"guid"`
	PubDate     string   `xml:"pubDate,omitempty"`
	Description string   `xml:"description"`
	Categories  []string `xml:"category"`
	Start       string   `xml:"ev:startdate"`
	End         string   `xml:"ev:enddate"`
	Location    string   `xml:"ev:location,omitempty"`
	Organizer   string   `xml:"ev:organizer,omitempty"`
}

// rssGUID names an entry for good.
type rssGUID struct {
	ID        string `xml:",chardata"`
	Permalink bool   `xml:"isPermaLink,attr"`
}

type rssWriter struct {
	out     io.Writer
	channel Channel
	tail    []byte
}

// rssEnd is where items stand in a channel that has none.
const rssEnd = "\n </channel>"

// RSS begins RSS 2.0.  Descriptions are HTML and begin with the time of the
// event, because few readers know the module ev.  An error is that of out: no
// value leads to one.
func RSS(out io.Writer, c Channel) (Writer, error) {
	whole := bytes.NewBufferString(xml.Header)
	encoder := xml.NewEncoder(whole)
	encoder.Indent("", " ")
	err := encoder.Encode(rss{
		Version: "2.0", Atom: "http://www.w3.org/2005/Atom", Ev: "http://purl.org/rss/1.0/modules/event/",
		Channel: rssChannel{
			Title: clean(c.Name), Link: clean(c.SiteURL), Description: clean(c.Name), LastBuild: stamp(c.Outline.newest),
			TTL:  60,
			Self: atomLink{Href: clean(c.SelfURL), Rel: "self", Type: "application/rss+xml"},
		},
	})
	if err != nil {
		return nil, fmt.Errorf("write RSS: %w", err)
	}
	end := bytes.LastIndex(whole.Bytes(), []byte(rssEnd))
	_, err = out.Write(whole.Bytes()[:end])
	return &rssWriter{out: out, channel: c, tail: append(whole.Bytes()[end:], '\n')}, err
}

// Add writes an item for each entry.
func (w *rssWriter) Add(entries []Entry) error {
	for _, e := range entries {
		if _, err := io.WriteString(w.out, "\n"); err != nil {
			return err
		}
		encoder := xml.NewEncoder(w.out) // One that has written an element goes on without a line break.
		encoder.Indent("  ", " ")
		if err := encoder.EncodeElement(e.item(w.channel), xml.StartElement{Name: xml.Name{Local: "item"}}); err != nil {
			return fmt.Errorf("write RSS: %w", err)
		}
	}
	return nil
}

// Close ends the channel.
func (w *rssWriter) Close() error {
	_, err := w.out.Write(w.tail)
	return err
}

// item turns an entry into an item of a channel.
func (e Entry) item(in Channel) rssItem {
	start, end := e.moments()
	state := e.EventStatus
	if state != "canceled" && state != "postponed" {
		state = ""
	}
	return rssItem{
		Title: clean(e.Title), Link: clean(e.URL), GUID: rssGUID{ID: clean(in.guid(e.ID))}, PubDate: stamp(e.Published),
		Description: clean("<p>" + text.Escape(joined(" – ", e.when(), state, e.StatusReason)) + "</p>\n" +
			text.Paragraphs(e.Description)),
		Categories: each(e.names(""), clean),
		Start:      e.Start.ISOAt(start.UTC()), End: e.End.ISOAt(end.UTC()),
		Location:  clean(strings.Join(each(e.Places, Place.address), "; ")),
		Organizer: clean(strings.Join(each(e.Organizers, func(p Person) string { return p.Name }), "; ")),
	}
}

// when words the time of an event for people: days, or times with their zone.
func (e Entry) when() string {
	const day, minute = len("2006-01-02"), len("2006-01-02 15:04")
	if !e.Start.Valid() || !e.End.Valid() {
		return ""
	}
	from, to := string(e.Start), string(e.End)
	if e.AllDay {
		from, to = from[:day], to[:day]
	} else {
		from, to = from[:minute], to[:minute]
	}
	// Two equal hours look the same.
	if start, end := e.moments(); from != to || !e.AllDay && end.Instant.Sub(start.Instant) >= time.Minute {
		from += " – " + to
	}
	if e.AllDay {
		return from
	}
	return from + " " + e.Zone.Name()
}

// stamp writes a time in UTC as RSS has it (RFC 822 with four digits for the
// year), "" when there is none.
func stamp(w dates.WallTime) string {
	if !w.Valid() {
		return ""
	}
	return time.Unix(w.Unix(), 0).UTC().Format(time.RFC1123Z)
}
