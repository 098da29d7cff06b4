package query

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// pageLinks sets the links of a page to itself and its neighbours.  They keep
// every filter that was sent; the link back to page 1 carries no page, and
// there is none where there is no neighbour.
func pageLinks(r *request.Request, k *model.Resource, q *filter.Query, p *Page) {
	root := r.Env.Deployment.APIURL() + "/" + k.Plural + "/"
	base := linkParams(r, k, q)
	withPage := func(n int64) []filter.LinkParam {
		return append(slices.Clone(base), filter.LinkParam{Name: "page", Value: strconv.FormatInt(n, 10)})
	}
	p.Self = link(root, base)
	if r.WholeFeed() {
		p.Pages = min(p.Pages, 1)
		return
	}
	if k.Post || r.Named("page") {
		p.Self = link(root, withPage(q.Page))
	}
	if q.Page < p.Pages {
		p.Next = link(root, withPage(q.Page+1))
	}
	switch {
	case q.Page == 2:
		p.Previous = link(root, base)
	case q.Page > 2 && p.Pages > 0:
		p.Previous = link(root, withPage(min(q.Page-1, p.Pages)))
	}
}

// linkParams returns the parameters that links carry, but for the page: what
// was sent, and on posts the records a page.
func linkParams(r *request.Request, k *model.Resource, q *filter.Query) []filter.LinkParam {
	var params []filter.LinkParam
	if k.Post && !r.WholeFeed() {
		params = append(params, filter.LinkParam{Name: "per_page", Value: strconv.FormatInt(q.PerPage, 10)})
	}
	params = append(params, q.LinkParams...)
	if r.Feed != nil && r.Named("format") {
		params = append(params, filter.LinkParam{Name: "format", Value: r.Feed.Name})
	}
	if r.Language != "" {
		params = append(params, filter.LinkParam{Name: r.Env.Deployment.LanguageParam, Value: r.Language})
	}
	return params
}

// link writes an absolute URL with URL-encoded parameters in the given order.
func link(root string, params []filter.LinkParam) string {
	var b strings.Builder
	b.WriteString(root)
	for i, p := range params {
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value))
	}
	return b.String()
}

// LinkHeader words the neighbours of a page as a Link header (RFC 8288).
func (p *Page) LinkHeader() string {
	var parts []string
	if p.Next != "" {
		parts = append(parts, "<"+p.Next+`>; rel="next"`)
	}
	if p.Previous != "" {
		parts = append(parts, "<"+p.Previous+`>; rel="prev"`)
	}
	return strings.Join(parts, ", ")
}

// sent returns an untyped parameter as it was sent; lists and objects as "".
func sent(r *request.Request, name string) string {
	switch v, _ := r.Values.Lookup(name); v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case interface{ String() string }:
		return v.String()
	}
	return ""
}
