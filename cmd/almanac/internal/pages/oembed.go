package pages

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/wordpress"
	"almanac/runtime/apierror"
)

// oEmbed is an event for sites that show it by its address (oembed.com, type rich).
type oEmbed struct {
	XMLName         xml.Name `json:"-" xml:"oembed"`
	Version         string   `json:"version" xml:"version"`
	ProviderName    string   `json:"provider_name" xml:"provider_name"`
	ProviderURL     string   `json:"provider_url" xml:"provider_url"`
	Title           string   `json:"title" xml:"title"`
	Type            string   `json:"type" xml:"type"`
	Width           int      `json:"width" xml:"width"`
	Height          int      `json:"height" xml:"height"`
	HTML            string   `json:"html" xml:"html"`
	ThumbnailURL    string   `json:"thumbnail_url,omitempty" xml:"thumbnail_url,omitempty"`
	ThumbnailWidth  int64    `json:"thumbnail_width,omitempty" xml:"thumbnail_width,omitempty"`
	ThumbnailHeight int64    `json:"thumbnail_height,omitempty" xml:"thumbnail_height,omitempty"`
}

// oEmbedPath returns the path of oEmbed: that of WordPress where the API is mounted as there.
func (h *Handler) oEmbedPath() string {
	if site, is := wordpress.Site(h.api.Env.Deployment); is {
		return site + "wp-json/oembed/1.0/embed"
	}
	return "/oembed"
}

// oEmbed serves the oEmbed of the event whose page the parameter url names.
func (p *pageRequest) oEmbed() {
	p.w.Header().Set("X-Robots-Tag", "noindex")
	if !p.query.Has("url") {
		p.respondError(apierror.FieldErrors{}.Err([]string{"url"}))
		return
	}
	embedded, err := p.oEmbedOf(p.query.Get("url"))
	if f := apierror.As(err); f != nil && f.Status >= http.StatusInternalServerError {
		p.respondError(f)
		return
	} else if err != nil {
		p.respondError(apierror.New(http.StatusNotFound, "oembed_invalid_url", "Not Found"))
		return
	}
	if p.query.Get("format") == "xml" {
		p.respondXML("text/xml; charset=UTF-8", embedded)
		return
	}
	body, _ := json.Marshal(embedded) // Made of texts and numbers.
	p.send(http.StatusOK, "application/json; charset=UTF-8", body)
}

// Sizes of an embedded event in pixels, as WordPress has them.
const (
	minEmbedWidth, maxEmbedWidth = 200, 600
	minEmbedHeight               = 200
)

// oEmbedOf reads the event of a page of this site, by http or https.  The error is a
// *apierror.Error, or says that the address is no event's.
func (p *pageRequest) oEmbedOf(address string) (*oEmbed, error) {
	d, events := p.api.Env.Deployment, p.api.Env.Resource("event")
	page, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("read the address: %w", err)
	}
	rest, ok := strings.CutPrefix(page.EscapedPath(), p.sitePath()+events.PagePath+"/")
	names := slugs(rest)
	if !ok || !strings.EqualFold(page.Host, host(d.SiteURL)) || len(names) != 1 {
		return nil, fmt.Errorf("%s is no event of this site", address)
	}
	seen, err := p.read(events, names[0])
	if err != nil {
		return nil, err
	}
	width := maxEmbedWidth
	if p.query.Has("maxwidth") {
		sent, _ := strconv.Atoi(p.query.Get("maxwidth")) // What is no number is 0, as in WordPress.
		width = max(min(sent, maxEmbedWidth), minEmbedWidth)
	}
	e, provider, height := newEvent(*seen), p.siteName(), max((width*9+15)/16, minEmbedHeight)
	embedded := &oEmbed{
		Version: "1.0", ProviderName: provider, ProviderURL: d.SiteURL, Title: e.Title, Type: "rich",
		Width: width, Height: height,
		// The sandbox lets a click open the event in a new tab, and nothing else.
		HTML: fmt.Sprintf(`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="%s" width="%d" height="%d"`+
			` title="%s" frameborder="0" marginwidth="0" marginheight="0" loading="lazy" class="wp-embedded-content"></iframe>`,
			html.EscapeString(e.URL+"embed/"), width, height, html.EscapeString(e.Title+" – "+provider)),
	}
	if i := e.Image; webAddress(i.Address()) != "" && i.Width > 0 && i.Height > 0 {
		embedded.ThumbnailURL, embedded.ThumbnailWidth, embedded.ThumbnailHeight = i.URL, i.Width, i.Height
	}
	return embedded, nil
}

// respondError sends an error as the API does.
func (p *pageRequest) respondError(f *apierror.Error) {
	for name, value := range f.Header {
		p.w.Header().Set(name, value)
	}
	body, _ := json.Marshal(f) // Made of texts and numbers.
	p.send(f.Status, "application/json; charset=UTF-8", body)
}
