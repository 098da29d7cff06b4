package runtime

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"strings"

	"almanac/runtime/apidoc"
	"almanac/runtime/feed"
	"almanac/runtime/param"
)

// MaxFeed is the most records of a feed that is not asked for by the page.  It
// bounds what one request can cost; X-TEC-Total tells when a list has more.
const MaxFeed = 5000

// jsonFormat is the name of the format that every answer has by default.
const jsonFormat = "json"

// feedFormat is a form of the answer that other programs than clients of the
// interface take.
type feedFormat struct {
	name  string // Value of the parameter format.
	Media string // Without parameters.
	shown string // How browsers take it: to show, or to keep as a file.
	file  string // Extension of the file.
	Doc   string
	Open  func(io.Writer, feed.Channel) (feed.Writer, error)
}

// FeedFormats lists the formats beside JSON.
func FeedFormats() []feedFormat {
	return []feedFormat{
		{"ics", "text/calendar", "attachment", ".ics", "The events as iCalendar (RFC 5545)", feed.ICal},
		{"csv", "text/csv", "attachment", ".csv", "The events as comma-separated values (RFC 4180)", feed.CSV},
		{"rss", "application/rss+xml", "inline", ".xml", "The events as RSS 2.0", feed.RSS},
	}
}

// FormatNames lists the values of the parameter format.
func FormatNames() []string {
	names := []string{jsonFormat}
	for _, f := range FeedFormats() {
		names = append(names, f.name)
	}
	return names
}

// chooseFormat decides how a read of a kind with feeds is answered: as the
// parameter format says, else as Accept does.
func (r *Request) chooseFormat(d *param.Decoder, k *Kind) {
	if k.Entry == nil {
		return
	}
	if !r.asked("format") && r.HTTP.Header["Accept"] == nil {
		r.State.Varies = true
		return
	}
	asked := d.String("format", param.NonEmpty(), param.Enum(FormatNames()...))
	var media []string
	for _, f := range FeedFormats() {
		media = append(media, f.Media)
	}
	preferred := ""
	if !r.asked("format") {
		r.State.Varies = true
		preferred = apidoc.Preferred(strings.Join(r.HTTP.Header.Values("Accept"), ","), media...)
	}
	for _, f := range FeedFormats() {
		if f.Media == preferred || asked.IsSet() && f.name == asked.V {
			r.Feed = &f
		}
	}
}

// wholeFeed reports whether the answer is a feed of the whole list, so that who
// subscribes to it misses nothing.
func (r *Request) wholeFeed() bool {
	return r.Feed != nil && !r.asked("page") && !r.asked("per_page")
}

// document is an answer that is not JSON.
type document struct {
	media     string // With its parameters.
	name      string // Value of Content-Disposition.
	BodyState []byte // Nil for one that is sent in parts.
}

// NewDocument returns a feed of records without its body.
func (r *Request) NewDocument(k *Kind) *document {
	return &document{
		media: r.Feed.Media + "; charset=utf-8",
		name:  mime.FormatMediaType(r.Feed.shown, map[string]string{"filename": k.Plural + r.Feed.file}),
	}
}

// Describe sets the header of an answer that is the document.
func (d *document) Describe(h http.Header) {
	h.Set("Content-Type", d.media)
	h.Set("Content-Disposition", d.name)
}

// Channel returns what a feed of records of a kind says about itself, without
// its outline.
func (r *Request) Channel(k *Kind, self string) feed.Channel {
	d := r.Env.Deployment
	_, site, _ := strings.Cut(d.SiteURL, "://")
	host, _, _ := strings.Cut(site, "/")
	c := feed.Channel{Name: host + " " + k.Plural, Host: host, SiteURL: d.SiteURL, SelfURL: self, Zone: d.Zone}
	for _, l := range k.Links {
		if !l.Target.Post {
			c.Groups = append(c.Groups, l.Name)
		}
	}
	return c
}

// Entries returns what feeds tell about records.
func (r *Request) Entries(k *Kind, records []Model) []feed.Entry {
	v := &View{Request: r}
	list := make([]feed.Entry, 0, len(records))
	for _, m := range records {
		list = append(list, k.Entry(v, m))
	}
	return list
}

// WriteFeed notes records in the format that the request wants, as the answer.
func (r *Request) WriteFeed(k *Kind, records []Model, self string) error {
	entries := r.Entries(k, records)
	c := r.Channel(k, self)
	c.Outline = feed.OutlineOf(entries)
	var body bytes.Buffer
	w, err := r.Feed.Open(&body, c)
	if err == nil {
		err = w.Add(entries)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return err
	}
	r.State.Feed = r.NewDocument(k)
	r.State.Feed.BodyState = body.Bytes()
	return nil
}
