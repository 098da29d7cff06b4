package pages

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
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
	for _, resource := range h.site.API.Env.Resources {
		if resource.Plural == plural && resource.PagePath != "" {
			return resource, n
		}
	}
	return nil, 0
}

// serveSitemapIndex serves the list of sitemaps.
func serveSitemapIndex(p *events.Page) {
	var index sitemapIndex
	for _, resource := range p.API.Env.Resources {
		if resource.PagePath == "" {
			continue
		}
		_, total, err := locations(p, resource, 1, 1)
		if err != nil {
			p.Fail(err)
			return
		}
		for n := int64(1); (n-1)*sitemapSize < total; n++ {
			address := p.API.Env.Deployment.SiteURL + "/sitemap-" + resource.Plural + "-" + strconv.FormatInt(n, 10) + ".xml"
			index.Maps = append(index.Maps, location{Address: address})
		}
	}
	p.RespondXML("application/xml; charset=UTF-8", index)
}

// sitemap serves a part of the addresses of a resource's records.
func sitemap(p *events.Page, resource *model.Resource, number int64) {
	pages, _, err := locations(p, resource, number, sitemapSize)
	switch {
	case err != nil:
		p.Fail(err)
	case len(pages) == 0:
		p.NotFound()
	default:
		p.RespondXML("application/xml; charset=UTF-8", urlSet{Pages: pages})
	}
}

// locations returns a page of the addresses that lists show to visitors, in the past too,
// and the number of all.  Terms do not know when they were changed.  Of a series it is the next
// date alone, which links to the others: search engines take hundreds of pages with the same text
// for copies, and spend on them the time that other pages need.
func locations(p *events.Page, resource *model.Resource, page, size int64) ([]location, int64, error) {
	params := map[string]string{address.ParamPage: strconv.FormatInt(page, 10)}
	var list []location
	if resource.Term {
		found, err := p.Visit.List(resource.Name, params, records.ListOptions{PageSize: size})
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
	o := records.ListOptions{PageSize: size, NextOfSeries: dates.Zone{}.At(p.Midnight)}
	heads, total, err := p.Visit.Heads(resource.Name, params, o)
	if err != nil {
		return nil, 0, err
	}
	site := p.API.Env.Deployment.SiteURL + "/" + resource.PagePath + "/"
	for _, h := range heads {
		changed := dates.WallTime(h.ModifiedUTC).ISO(dates.Zone{})
		list = append(list, location{Address: site + url.PathEscape(h.Slug) + "/", Changed: changed})
	}
	return list, total, nil
}

// trapParams are the filters of the calendar that lead crawlers on without end.
var trapParams = append(
	[]string{address.ParamMonth, address.ParamFrom, address.ParamUntil, address.ParamWhen, address.ParamCollapse},
	address.FilterNames...,
)

// robots serves robots.txt (RFC 9309).  Feeds are not closed: calendar programs that
// obey it would not read them any more.
func robots(p *events.Page) {
	site, base := p.API.Env.Deployment.SiteURL, p.Site.SitePath()
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, name := range trapParams {
		b.WriteString("Disallow: " + base + "?" + name + "=\nDisallow: " + base + "?*&" + name + "=\n")
	}
	b.WriteString("\nSitemap: " + site + "/sitemap.xml\n")
	p.Send(http.StatusOK, "text/plain; charset=utf-8", []byte(b.String()))
}
