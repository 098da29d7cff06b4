package param_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"almanac/runtime/param"
)

func BenchmarkList(b *testing.B) {
	r := request("GET", "page=2&per_page=20&categories=3,14,15&featured=true&search=jazz+night", "", "")
	b.ReportAllocs()
	for b.Loop() {
		v, err := param.Read(r, param.DefaultLimits())
		if err != nil {
			b.Fatal(err)
		}
		d := param.NewDecoder(v)
		d.Integer("page", param.Min(1))
		d.Integer("per_page", param.Min(1))
		d.Strings("categories", param.NonEmpty())
		d.Boolean("featured")
		d.String("search")
		if err := d.Err(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkJSONBody(b *testing.B) {
	body := `{"title":"Jazz night","description":"<p>` + strings.Repeat("Good music. ", 40) + `</p>",` +
		`"start_date":"2027-03-10 20:00:00","end_date":"2027-03-10 23:00:00","featured":true,` +
		`"categories":[3,14],"tags":"free,live","venue":{"venue":"Town Hall","city":"Springfield"},"organizer":[7]}`
	r := &http.Request{Method: "POST", URL: &url.URL{Path: "/events"}, Header: http.Header{"Content-Type": {jsonType}}}
	b.ReportAllocs()
	for b.Loop() {
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		v, err := param.Read(r, param.DefaultLimits())
		if err != nil {
			b.Fatal(err)
		}
		d := param.NewDecoder(v)
		d.String("title", param.NonEmpty())
		d.String("description")
		d.Boolean("featured")
		d.Strings("categories")
		d.Strings("tags")
		d.References("venue")
		d.References("organizer")
		d.Require("title", "start_date", "end_date")
		if err := d.Err(); err != nil {
			b.Fatal(err)
		}
	}
}
