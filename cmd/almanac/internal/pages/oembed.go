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

// oEmbedPath returns the path that answers oEmbed: that of WordPress where the interface
// is mounted as there.
func (s *Handler) oEmbedPath() string {
	if site, is := wordpress.Site(s.api.Env.Deployment); is {
		return site + "wp-json/oembed/1.0/embed"
	}
	return "/oembed"
}

// oEmbedURL returns the address of the oEmbed of a page.
func (s *Handler) oEmbedURL(page string) string {
	return s.api.Env.Deployment.SiteURL + s.oEmbedPath() + "?" + url.Values{"url": {page}}.Encode()
}

// oEmbedRequest is a request for the oEmbed of a page.
type oEmbedRequest struct{ page *pageRequest }

// answer answers the oEmbed of the event whose page the parameter url names.
func (o oEmbedRequest) answer() {
	o.page.w.Header().Set("X-Robots-Tag", "noindex")
	if !o.page.query.Has("url") {
		o.jsonFault(apierror.FieldErrors{}.Err([]string{"url"}))
		return
	}
	width, height := embedSize(o.page.query)
	answer, err := o.embedded(o.page.query.Get("url"), width, height)
	if f := apierror.As(err); f != nil && f.Status >= http.StatusInternalServerError {
		o.jsonFault(f)
		return
	} else if err != nil {
		o.jsonFault(apierror.New(http.StatusNotFound, "oembed_invalid_url", "Not Found"))
		return
	}
	if o.page.query.Get("format") == "xml" {
		body, err := xml.Marshal(answer)
		o.page.document("text/xml; charset=UTF-8", append([]byte(xml.Header), body...), err)
		return
	}
	body, err := json.Marshal(answer)
	o.page.document("application/json; charset=UTF-8", body, err)
}

// embedded reads the event of a page of this site, by http or https, and says how to show
// it in a frame of a size in pixels.  The error is a *apierror.Error, or says that the
// address is no event's.
func (o oEmbedRequest) embedded(address string, width, height int) (*oEmbed, error) {
	d, events := o.page.api.Env.Deployment, o.page.api.Env.Resource("event")
	page, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("read the address: %w", err)
	}
	rest, ok := strings.CutPrefix(page.EscapedPath(), o.page.sitePath()+events.PagePath+"/")
	names := slugs(rest)
	if !ok || !strings.EqualFold(page.Host, host(d.SiteURL)) || len(names) != 1 {
		return nil, fmt.Errorf("%s is no event of this site", address)
	}
	seen, err := o.page.read(events, names[0])
	if err != nil {
		return nil, err
	}
	e, provider := o.page.known(*seen), siteName(o.page)
	answer := &oEmbed{
		Version: "1.0", ProviderName: provider, ProviderURL: d.SiteURL, Title: e.Title, Type: "rich",
		Width: width, Height: height, HTML: embedFrame(e.URL, e.Title+" – "+provider, width, height),
	}
	if i := e.Image; webAddress(i.Address()) != "" && i.Width > 0 && i.Height > 0 {
		answer.ThumbnailURL, answer.ThumbnailWidth, answer.ThumbnailHeight = i.URL, i.Width, i.Height
	}
	return answer, nil
}

// embedFrame returns the HTML by which another site shows an event.  Its sandbox lets a
// click open the event in a new tab, and nothing else.
func embedFrame(page, title string, width, height int) string {
	return fmt.Sprintf(`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="%s" width="%d" height="%d" title="%s"`+
		` frameborder="0" marginwidth="0" marginheight="0" loading="lazy" class="wp-embedded-content"></iframe>`,
		html.EscapeString(page+"embed/"), width, height, html.EscapeString(title))
}

// Sizes of an embedded event in pixels, as WordPress has them.
const (
	minEmbedWidth, maxEmbedWidth = 200, 600
	minEmbedHeight               = 200
)

// embedSize returns width and height for the parameter maxwidth.
func embedSize(query url.Values) (width, height int) {
	width = maxEmbedWidth
	if query.Has("maxwidth") {
		most, _ := strconv.Atoi(query.Get("maxwidth")) // What is no number is 0, as in WordPress.
		width = max(min(most, maxEmbedWidth), minEmbedWidth)
	}
	return width, max((width*9+15)/16, minEmbedHeight)
}

// jsonFault answers an error as the interface does.
func (o oEmbedRequest) jsonFault(f *apierror.Error) {
	for name, value := range f.Header {
		o.page.w.Header().Set(name, value)
	}
	body, _ := json.Marshal(f) // Made of texts and numbers.
	o.page.send(f.Status, "application/json; charset=UTF-8", body)
}
