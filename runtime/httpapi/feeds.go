package httpapi

import (
	"bytes"
	"mime"
	"strings"

	"almanac/runtime/apidoc"
	"almanac/runtime/deployment"
	"almanac/runtime/feed"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// Feed has lists and records of a resource answered in the formats of package feed
// too.  Entry returns what these say about a record.
func Feed[R model.Record](a *API, k *model.Resource, entry func(*views.View, R) feed.Entry) {
	a.showing(k).entry = func(v *views.View, m model.Record) feed.Entry { return entry(v, m.(R)) }
}

// chooseFormat has a read of a resource with feeds answered as the parameter format
// says, else as Accept does.
func chooseFormat(r *request.Request, k *model.Resource) {
	if !k.Feeds {
		return
	}
	_, named := r.Values.Lookup("format")
	if !named && r.HTTP.Header["Accept"] == nil {
		r.State.Varies = true
		return
	}
	r.DecodeMore = func(d *param.Decoder) {
		asked := d.String("format", param.NonEmpty(), param.Enum(feed.FormatNames()...))
		var media []string
		for _, f := range feed.Formats() {
			media = append(media, f.MediaType)
		}
		preferred := ""
		if !named {
			r.State.Varies = true
			preferred = apidoc.Preferred(strings.Join(r.HTTP.Header.Values("Accept"), ","), media...)
		}
		for _, f := range feed.Formats() {
			if f.MediaType == preferred || asked.IsSet() && f.Name == asked.V {
				r.Feed = &f
			}
		}
	}
}

// newDocument returns a feed of records without its body.
func newDocument(r *request.Request, k *model.Resource) *request.Document {
	return &request.Document{
		Type:        r.Feed.MediaType + "; charset=utf-8",
		Disposition: mime.FormatMediaType(r.Feed.Disposition, map[string]string{"filename": k.Plural + r.Feed.Extension}),
	}
}

// channel returns what a feed of records of a resource says about itself, without
// its outline.
func channel(d deployment.Deployment, k *model.Resource, self string) feed.Channel {
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

// entries returns what feeds say about records.
func (a *API) entries(r *request.Request, k *model.Resource, records []model.Record) []feed.Entry {
	v, entry := &views.View{Request: r}, a.showing(k).entry
	list := make([]feed.Entry, 0, len(records))
	for _, m := range records {
		list = append(list, entry(v, m))
	}
	return list
}

// writeFeed notes records in the format that the request wants, as the response.
func (a *API) writeFeed(r *request.Request, k *model.Resource, records []model.Record, self string) error {
	entries := a.entries(r, k, records)
	c := channel(a.Env.Deployment, k, self)
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
	r.State.Feed = newDocument(r, k)
	r.State.Feed.Body = body.Bytes()
	return nil
}
