package pages

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/records"
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

// sitemapOf returns the resource and the number of the sitemap at a path such as
// /sitemap-events-1.xml; nil for other paths.
func (h *Handler) sitemapOf(path string) (*model.Resource, int64) {
	name, isSitemap := strings.CutPrefix(path, "/sitemap-")
	name, isXML := strings.CutSuffix(name, ".xml")
	plural, number, _ := strings.Cut(name, "-")
	n, err := strconv.ParseInt(number, 10, 32)
	if !isSitemap || !isXML || err != nil || n < 1 {
		return nil, 0
	}
	for _, resource := range h.api.Env.Resources {
		if resource.Plural == plural && resource.PagePath != "" {
			return resource, n
		}
	}
	return nil, 0
}

// sitemapIndex serves the list of sitemaps.
func (p *pageRequest) sitemapIndex() {
	var index sitemapIndex
	for _, resource := range p.api.Env.Resources {
		if resource.PagePath == "" {
			continue
		}
		_, total, err := p.locations(resource, 1, 1)
		if err != nil {
			p.fail(err)
			return
		}
		for n := int64(1); (n-1)*sitemapSize < total; n++ {
			address := p.api.Env.Deployment.SiteURL + "/sitemap-" + resource.Plural + "-" + strconv.FormatInt(n, 10) + ".xml"
			index.Maps = append(index.Maps, location{Address: address})
		}
	}
	p.respondXML("application/xml; charset=UTF-8", index)
}

// sitemap serves a part of the addresses of a resource's records.
func (p *pageRequest) sitemap(resource *model.Resource, number int64) {
	pages, _, err := p.locations(resource, number, sitemapSize)
	switch {
	case err != nil:
		p.fail(err)
	case len(pages) == 0:
		p.notFound()
	default:
		p.respondXML("application/xml; charset=UTF-8", urlSet{Pages: pages})
	}
}

// locations returns a page of the addresses that lists show to visitors, in the past too,
// and the number of all.  Terms do not know when they were changed.  Of a series it is the next
// date alone, which links to the others: search engines take hundreds of pages with the same text
// for copies, and spend on them the time that other pages need.
func (p *pageRequest) locations(resource *model.Resource, page, size int64) ([]location, int64, error) {
	params := map[string]string{paramPage: strconv.FormatInt(page, 10)}
	var list []location
	if resource.Term {
		found, err := p.visit.list(resource.Name, params, records.ListOptions{PageSize: size})
		if err != nil {
			return nil, 0, err
		}
		for _, seen := range found.Records {
			list = append(list, location{Address: seen.View.(views.PageRecord).PageData().URL})
		}
		return list, found.Total, nil
	}
	if resource.Name == "event" {
		params["starts_before"] = "9999-12-31" // Lifts the window of dates.
	}
	o := records.ListOptions{PageSize: size, NextOfSeries: dates.Zone{}.At(p.midnight)}
	heads, total, err := p.visit.heads(resource.Name, params, o)
	if err != nil {
		return nil, 0, err
	}
	site := p.api.Env.Deployment.SiteURL + "/" + resource.PagePath + "/"
	for _, h := range heads {
		changed := dates.WallTime(h.ModifiedUTC).ISO(dates.Zone{})
		list = append(list, location{Address: site + url.PathEscape(h.Slug) + "/", Changed: changed})
	}
	return list, total, nil
}

// trapParams are the filters of the calendar that lead crawlers on without end.
var trapParams = append([]string{paramMonth, paramFrom, paramUntil, paramCollapse}, filterNames...)

// robots serves robots.txt (RFC 9309).  Feeds are not closed: calendar programs that
// obey it would not read them any more.
func (p *pageRequest) robots() {
	site, base := p.api.Env.Deployment.SiteURL, p.sitePath()
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, name := range trapParams {
		b.WriteString("Disallow: " + base + "?" + name + "=\nDisallow: " + base + "?*&" + name + "=\n")
	}
	b.WriteString("\nSitemap: " + site + "/sitemap.xml\n")
	p.send(http.StatusOK, "text/plain; charset=utf-8", []byte(b.String()))
}
