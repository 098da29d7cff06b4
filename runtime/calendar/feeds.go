package calendar

import (
	"cmp"
	"io"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/feed"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// FeedFormat is the parameter that chooses a feed (FeedFormats, query.MaxFeed).
type FeedFormat struct {
	Format string `query:"format" enum:"json,ics,csv,rss" rule:"nonempty" unset:"the format that Accept prefers, otherwise json" doc:"Response format. Feeds return the whole list, up to 5000 records, unless page or per_page is sent"`
}

// FeedName returns the format that was sent, "" for none.
func (f FeedFormat) FeedName() string { return f.Format }

// FeedFormats lists the formats of package feed.
func FeedFormats() []model.FeedFormat {
	var list []model.FeedFormat
	for _, f := range feed.Formats() {
		list = append(list, model.FeedFormat{
			Name: f.Name, MediaType: f.MediaType, Disposition: f.Disposition, Extension: f.Extension, Doc: f.Doc,
			HasSeries: f.Series != nil,
		})
	}
	return list
}

// Feeds has records written in the formats of package feed.  The entry of a record is
// what these say about it.
func Feeds[R model.Record](entry func(*views.View, R) feed.Entry) request.NewFeedWriter {
	return func(r *request.Request, k *model.Resource, format string) request.FeedWriter {
		w := &feedWriter{request: r, resource: k, entry: func(v *views.View, m model.Record) feed.Entry {
			return entry(v, m.(R))
		}}
		for _, f := range feed.Formats() {
			if f.Name == format {
				w.open, w.openSeries = f.Open, f.Series
			}
		}
		return w
	}
}

type feedWriter struct {
	feed.Writer
	request    *request.Request
	resource   *model.Resource
	open       func(io.Writer, feed.Channel) (feed.Writer, error)
	openSeries func(io.Writer, feed.Channel, feed.Series) error
	entry      func(*views.View, model.Record) feed.Entry
	outline    feed.Outline
	noted      bool
}

// Columns implements request.FeedWriter.
func (w *feedWriter) Columns() []string {
	columns := []string{w.resource.StartColumn, w.resource.EndColumn, "modified_utc"}
	if w.resource.ZoneColumn != "" {
		columns = append(columns, w.resource.ZoneColumn)
	}
	return columns
}

// Note implements request.FeedWriter.
func (w *feedWriter) Note(values []string) {
	name := ""
	if len(values) > 3 {
		name = values[3]
	}
	zone, err := dates.ParseZone(name)
	if err != nil {
		zone = w.request.Env.Deployment.Zone
	}
	w.noted = true
	w.outline.Note(zone, dates.WallTime(values[0]), dates.WallTime(values[1]), dates.WallTime(values[2]))
}

// Begin implements request.FeedWriter.
func (w *feedWriter) Begin(out io.Writer, self string, records []model.Record) (err error) {
	entries := w.entries(records)
	c, err := channel(w.request, w.resource, self)
	if err != nil {
		return err
	}
	if c.Outline = w.outline; !w.noted {
		c.Outline = feed.OutlineOf(entries)
	}
	if w.Writer, err = w.open(out, c); err != nil {
		return err
	}
	return w.Writer.Add(entries)
}

// Add implements request.FeedWriter.
func (w *feedWriter) Add(records []model.Record) error { return w.Writer.Add(w.entries(records)) }

// End implements request.FeedWriter.
func (w *feedWriter) End() error { return w.Close() }

// entries returns what feeds say about records.
func (w *feedWriter) entries(records []model.Record) []feed.Entry {
	v := &views.View{Request: w.request}
	list := make([]feed.Entry, 0, len(records))
	for _, m := range records {
		list = append(list, w.entry(v, m))
	}
	return list
}

// channel returns what a feed of records of a resource says about itself, without
// its outline.  Calendar programs would take a wrong site in IDs for other events: it is an
// error if the right one cannot be read.
func channel(r *request.Request, k *model.Resource, self string) (feed.Channel, error) {
	d := r.Env.Deployment
	stored, err := r.Env.Identity.Read(r.Context(), r.Env.Store, r.Snapshot)
	if err != nil {
		return feed.Channel{}, err
	}
	host, _, _ := strings.Cut(d.Site(), "/")
	c := feed.Channel{
		Name: cmp.Or(stored.Under(d).SiteName, host+" "+k.Plural), Host: host, IDSite: stored.FeedSite(d),
		SiteURL: d.SiteURL, SelfURL: self, Zone: d.Zone,
	}
	for _, l := range k.Links {
		if l.SchemaOrg == "keywords" {
			c.Taxonomies = append(c.Taxonomies, l.Name)
		}
	}
	return c, nil
}
