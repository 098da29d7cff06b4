package param_test

import (
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"almanac/runtime/param"
)

func BenchmarkList(b *testing.B) {
	r := request("GET", "page=2&per_page=20&categories=3,14,15&featured=true&search=jazz+night", "", "")
	type list struct {
		Page       param.Opt[int64]    `query:"page" minimum:"1"`
		PerPage    param.Opt[int64]    `query:"per_page" minimum:"1"`
		Categories param.Opt[[]string] `query:"categories" rule:"nonempty"`
		Featured   param.Opt[bool]     `query:"featured"`
		Search     param.Opt[string]   `query:"search"`
	}
	plan := param.NewPlan(reflect.TypeFor[list]())
	b.ReportAllocs()
	for b.Loop() {
		v, err := param.Read(r, param.DefaultLimits())
		if err != nil {
			b.Fatal(err)
		}
		d := param.NewDecoder(v)
		plan.Fill(d, new(list))
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
