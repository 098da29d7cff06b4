package library

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
)

// CanDescribe reports whether the user may change the texts of an image.
func CanDescribe(x *record.Exchange, i record.Image) bool {
	c := desk.CallerOf(x.R.Context())
	return c.CanChangeUploads() || c.CanUpload() && i.Author != 0 && i.Author == c.User
}

// NoUpload says why the user cannot upload, "" if nothing prevents it.
func NoUpload(x *record.Exchange) string {
	switch {
	case !desk.CallerOf(x.R.Context()).CanUpload():
		return x.T("You can’t upload images. Choose one from the library.")
	case x.Desk.Env.Media == nil:
		return x.T("Uploads are off on this server. Use an image URL.")
	}
	return ""
}

// maxLibrary is how many images a page of the library has.
const maxLibrary = 12

// Page returns a page of the images that have some words. It returns nil after it has
// sent a page about a failure; a page that does not exist is empty.
func Page(x *record.Exchange, words, page string) *record.Library {
	n := max(record.Number(page), 1)
	query := url.Values{"per_page": {strconv.Itoa(maxLibrary)}, "page": {strconv.FormatInt(n, 10)}}
	if words = strings.TrimSpace(words); words != "" {
		query.Set("search", words)
	}
	resp := x.Do(http.MethodGet, "/media", query, nil, nil)
	if resp == nil {
		return nil
	}
	var list []record.Record
	l := &record.Library{Search: words, Total: record.Number(resp.Header.Get(x.Desk.Env.Service.TotalHeader))}
	if !resp.OK() || resp.Decode(&list) != nil {
		return l
	}
	for _, r := range list {
		l.Images = append(l.Images, record.ImageOf(r))
	}
	l.Previous = n - 1
	if n*maxLibrary < l.Total {
		l.Next = n + 1
	}
	return l
}
