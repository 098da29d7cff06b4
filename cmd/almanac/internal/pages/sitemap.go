package pages

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/views"
)

// sitemapSize is how many addresses one sitemap has at most; the protocol allows 50,000
// (sitemaps.org), but one is made in memory.
const sitemapSize = 5000

// sitemapIndex lists the sitemaps of a site, urlSet the addresses of one of them.
type (
	sitemapIndex struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Maps    []location `xml:"sitemap"`
	}
	urlSet struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Pages   []location `xml:"url"`
	}
	location struct {
		Address string `xml:"loc"`
		Changed string `xml:"lastmod,omitempty"`
	}
)

// sitemapRequest is a request for a file that tells crawlers what to read.
type sitemapRequest struct{ page *pageRequest }

// sitemaps returns what answers /sitemap.xml and /sitemap-events-1.xml; nil for others.
func (s *Handler) sitemaps(path string) (string, http.Handler) {
	if path == "/sitemap.xml" {
		return path, s.handle(func(v *pageRequest) { sitemapRequest{v}.index() })
	}
	name, isXML := strings.CutSuffix(strings.TrimPrefix(path, "/sitemap-"), ".xml")
	plural, number, _ := strings.Cut(name, "-")
	n, err := strconv.ParseInt(number, 10, 32)
	if !isXML || err != nil || n < 1 {
		return "", nil
	}
	for _, k := range s.api.Env.Resources {
		if k.Plural == plural && k.PagePath != "" {
			return "/sitemap-{resource}-{number}.xml", s.handle(func(v *pageRequest) { sitemapRequest{v}.part(k, n) })
		}
	}
	return "", nil
}

// index answers the list of sitemaps.
func (m sitemapRequest) index() {
	var index sitemapIndex
	for _, k := range m.page.api.Env.Resources {
		if k.PagePath == "" {
			continue
		}
		_, total, err := m.locations(k, 1, 1)
		if err != nil {
			m.page.fail(err)
			return
		}
		for n := int64(1); (n-1)*sitemapSize < total; n++ {
			index.Maps = append(index.Maps, location{Address: m.page.api.Env.Deployment.SiteURL + "/sitemap-" + k.Plural + "-" + strconv.FormatInt(n, 10) + ".xml"})
		}
	}
	m.sendXML(index)
}

// part answers a part of the addresses of a resource's records.
func (m sitemapRequest) part(k *model.Resource, n int64) {
	pages, _, err := m.locations(k, n, sitemapSize)
	switch {
	case err != nil:
		m.page.fail(err)
	case len(pages) == 0:
		m.page.notFound()
	default:
		m.sendXML(urlSet{Pages: pages})
	}
}

// locations returns a page of the addresses that lists show to visitors, in the past too,
// and the number of all.
func (m sitemapRequest) locations(k *model.Resource, page, size int64) ([]location, int64, error) {
	params := map[string]string{paramPage: strconv.FormatInt(page, 10)}
	if k.Term {
		return m.termLocations(k, params, size)
	}
	if k.Name == "event" {
		params["starts_before"] = "9999-12-31" // Lifts the window of dates.
	}
	heads, total, err := m.page.visit.heads(k.Name, params, size)
	if err != nil {
		return nil, 0, err
	}
	list := make([]location, 0, len(heads))
	for _, h := range heads {
		address := m.page.api.Env.Deployment.SiteURL + "/" + k.PagePath + "/" + url.PathEscape(h.Slug) + "/"
		list = append(list, location{Address: address, Changed: dates.WallTime(h.ModifiedUTC).ISO(dates.Zone{})})
	}
	return list, total, nil
}

// termLocations is locations for terms, which do not know when they were changed.
func (m sitemapRequest) termLocations(k *model.Resource, params map[string]string, size int64) ([]location, int64, error) {
	found, err := m.page.visit.list(k.Name, params, size)
	if err != nil {
		return nil, 0, err
	}
	var list []location
	for _, seen := range found.Records {
		list = append(list, location{Address: seen.View.(views.PageRecord).PageData().URL})
	}
	return list, found.Total, nil
}

// sendXML sends a document.
func (m sitemapRequest) sendXML(document any) {
	body, err := xml.Marshal(document)
	m.page.document("application/xml; charset=UTF-8", append([]byte(xml.Header), body...), err)
}

// trapParams are the filters of the calendar that lead crawlers on without end.
var trapParams = append([]string{paramMonth, paramFrom, paramUntil}, filterNames...)

// robots answers robots.txt (RFC 9309).  Feeds are not closed: calendar programs that
// obey it would not read them any more.
func (m sitemapRequest) robots() {
	site, base := m.page.api.Env.Deployment.SiteURL, m.page.sitePath()
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, name := range trapParams {
		b.WriteString("Disallow: " + base + "?" + name + "=\nDisallow: " + base + "?*&" + name + "=\n")
	}
	b.WriteString("\nSitemap: " + site + "/sitemap.xml\n")
	m.page.send(http.StatusOK, "text/plain; charset=utf-8", []byte(b.String()))
}
