package embed

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/almanac/internal/pages/record"
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

// OEmbed serves the oEmbed of the event whose page the parameter url names.
func OEmbed(p *events.Page) {
	p.W.Header().Set("X-Robots-Tag", "noindex")
	if !p.Query.Has("url") {
		p.RespondError(apierror.FieldErrors{}.Err([]string{"url"}))
		return
	}
	embedded, err := oEmbedOf(p, p.Query.Get("url"))
	if f := apierror.As(err); f != nil && f.Status >= http.StatusInternalServerError {
		p.RespondError(f)
		return
	} else if err != nil {
		p.RespondError(apierror.New(http.StatusNotFound, "oembed_invalid_url", "Not Found"))
		return
	}
	if p.Query.Get("format") == "xml" {
		p.RespondXML("text/xml; charset=UTF-8", embedded)
		return
	}
	body, _ := json.Marshal(embedded) // Made of texts and numbers.
	p.Send(http.StatusOK, "application/json; charset=UTF-8", body)
}

// Sizes of an embedded event in pixels, as WordPress has them.
const (
	minEmbedWidth, maxEmbedWidth = 200, 600
	minEmbedHeight               = 200
)

// oEmbedOf reads the event of a page of this site, by http or https.  The error is a
// *apierror.Error, or says that the address is no event's.
func oEmbedOf(p *events.Page, address string) (*oEmbed, error) {
	d, resource := p.API.Env.Deployment, p.API.Env.Resource("event")
	page, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("read the address: %w", err)
	}
	rest, ok := strings.CutPrefix(page.EscapedPath(), p.Site.SitePath()+resource.PagePath+"/")
	names := frame.Slugs(rest)
	if !ok || !strings.EqualFold(page.Host, frame.Host(d.SiteURL)) || len(names) != 1 {
		return nil, fmt.Errorf("%s is no event of this site", address)
	}
	seen, err := record.Read(p, resource, names[0])
	if record.IsMissing(err) {
		seen, err = record.ReadFormer(p, resource, names[0])
	}
	if err != nil {
		return nil, err
	}
	width := maxEmbedWidth
	if p.Query.Has("maxwidth") {
		sent, _ := strconv.Atoi(p.Query.Get("maxwidth")) // What is no number is 0, as in WordPress.
		width = max(min(sent, maxEmbedWidth), minEmbedWidth)
	}
	e, provider, height := events.NewEvent(*seen), p.SiteName(), max((width*9+15)/16, minEmbedHeight)
	embedded := &oEmbed{
		Version: "1.0", ProviderName: provider, ProviderURL: d.SiteURL, Title: e.Title, Type: "rich",
		Width: width, Height: height,
		// The sandbox lets a click open the event in a new tab, and nothing else.
		HTML: fmt.Sprintf(`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="%s" width="%d" height="%d"`+
			` title="%s" frameborder="0" marginwidth="0" marginheight="0" loading="lazy" class="wp-embedded-content"></iframe>`,
			html.EscapeString(e.URL+"embed/"), width, height, html.EscapeString(e.Title+" – "+provider)),
	}
	if i := e.Image; frame.WebAddress(i.Address()) != "" && i.Width > 0 && i.Height > 0 {
		embedded.ThumbnailURL, embedded.ThumbnailWidth, embedded.ThumbnailHeight = i.URL, i.Width, i.Height
	}
	return embedded, nil
}
