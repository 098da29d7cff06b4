package filter_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// lite opens an SQLite store; what is tested does not look at the dialect.
func lite(t *testing.T) *store.Store {
	t.Helper()
	s, err := openStore("sqlite:" + t.TempDir() + "/test.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestBadParametersAreNoted(t *testing.T) {
	s := lite(t)
	visitor := auth.Caller{}
	tests := []struct {
		name, param string
		caller      auth.Caller
		keep        func(q *filter.Query)
	}{
		{"a visitor asks for drafts", "status", visitor, func(q *filter.Query) { filter.StatusIn(q, "status", param.Of([]string{"draft"})) }},
		{"a visitor sends an empty status", "status", visitor, func(q *filter.Query) { filter.StatusIn(q, "status", param.Of([]string{})) }},
		{"an editor asks for a status that is none", "status", editor, func(q *filter.Query) { filter.StatusIn(q, "status", param.Of([]string{"x"})) }},
		{"a date is none", "start_date", visitor, func(q *filter.Query) {
			filter.OnOrAfter(q, "start_date", "start_date", param.Opt[int]{}, param.Of("x"))
		}},
		{"a venue is unknown", "venue", visitor, func(q *filter.Query) { filter.LinkedTo(t.Context(), q, "venue", venues, param.Of([]int64{5})) }},
		{"a category is unknown", "categories", visitor, func(q *filter.Query) {
			filter.LinkedToTerms(t.Context(), q, "categories", categories, param.Of([]string{"x"}))
		}},
		{"an event is unknown", "event", visitor, func(q *filter.Query) { filter.LinkedFrom(t.Context(), q, "event", venues, param.Of(int64(5))) }},
		{"no event has the parent 0", "post_parent", visitor, func(q *filter.Query) {
			filter.ChildOf(t.Context(), q, "post_parent", "post_parent", param.Of(int64(0)))
		}},
		{"a latitude is too far north", "lat", visitor, func(q *filter.Query) { filter.NearLatitude(q, "lat", "geoloc", param.Of(90.1)) }},
		{"a latitude comes alone", "lng", visitor, func(q *filter.Query) {
			filter.NearLongitude(t.Context(), q, "lng", "geoloc", "lat", venues, param.Of(1.0), param.Opt[float64]{})
		}},
		{"a longitude comes alone", "lat", visitor, func(q *filter.Query) {
			filter.NearLongitude(t.Context(), q, "lng", "geoloc", "lat", venues, param.Opt[float64]{}, param.Of(1.0))
		}},
		{"a radius is nothing", "radius", visitor, func(q *filter.Query) { filter.NearRadius(q, "radius", "geoloc", param.Of(0.0)) }},
		{"a radius is no number", "radius", visitor, func(q *filter.Query) { filter.NearRadius(q, "radius", "geoloc", param.Of(math.NaN())) }},
		{"a radius has no point", "radius", visitor, func(q *filter.Query) {
			filter.NearRadius(q, "radius", "geoloc", param.Of(5.0))
			filter.NearLongitude(t.Context(), q, "lng", "geoloc", "lat", venues, param.Opt[float64]{}, param.Opt[float64]{})
		}},
		{"an extension is off", "geoloc", visitor, func(q *filter.Query) {
			q.Settings.Extension = func(string) bool { return false }
			filter.HasCoordinates(q, "geoloc", "geoloc", venues, param.Of(true))
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := newQuery(s, &reader{}, tt.caller)
			tt.keep(q)
			if _, noted := q.Errors[tt.param]; !noted || len(q.Errors) != 1 {
				t.Errorf("got %v, want a note on %s", q.Errors, tt.param)
			}
		})
	}
}

func TestTermsRefuseOrdersThatPostsIgnore(t *testing.T) {
	s := lite(t)
	keep := func(q *filter.Query) {
		filter.OrderBy(q, "orderby", param.Of("rand"))
		filter.SortDirection(q, "order", param.Of("up"))
	}
	terms, posts := newTerms(s, &reader{}), newQuery(s, &reader{}, auth.Caller{})
	keep(terms)
	keep(posts)
	if len(terms.Errors) != 2 || len(posts.Errors) != 0 {
		t.Errorf("terms note %v, posts %v", terms.Errors, posts.Errors)
	}
}

func TestAFailingLookUpIsKeptAndNotReported(t *testing.T) {
	away := errors.New("away")
	q := newQuery(lite(t), &reader{fails: away}, auth.Caller{})
	filter.LinkedTo(t.Context(), q, "venue", venues, param.Of([]int64{5}))
	filter.LinkedToTerms(t.Context(), q, "categories", categories, param.Of([]string{"x"}))
	if !errors.Is(q.Err(), away) {
		t.Errorf("got %v, want %v", q.Err(), away)
	}
}

func TestEveryOrderEndsInTheID(t *testing.T) {
	s := lite(t)
	for name, want := range map[string]string{
		"":           `"event"."start_date" ASC, "event"."id" ASC`,
		"start_date": `"event"."start_date" ASC, "event"."id" ASC`,
		"title":      `"event"."title_sort" ASC, "event"."id" ASC`,
		"include":    `"event"."id" ASC`,
		"unknown":    `"event"."start_date" ASC, "event"."id" ASC`,
	} {
		q := newQuery(s, &reader{}, auth.Caller{})
		if name != "" {
			filter.OrderBy(q, "orderby", param.Of(name))
		}
		_, got, _ := strings.Cut(sql(q), " ORDER BY ")
		got, _, _ = strings.Cut(got, " LIMIT ")
		if got != want {
			t.Errorf("orderby %q: got %s, want %s", name, got, want)
		}
	}
}

func TestNoPageStandsBeforeTheFirst(t *testing.T) {
	for _, page := range []int64{1, 2, math.MaxInt64 / 50, math.MaxInt64/50 + 1, math.MaxInt64} {
		q := newQuery(lite(t), &reader{}, auth.Caller{})
		filter.Page(q, param.Of(page))
		filter.PerPage(q, param.Of(int64(1000)))
		_ = sql(q)
		values := q.Args.Values()
		if limit, offset := values[len(values)-2].(int64), values[len(values)-1].(int64); limit != 50 || offset < page-1 && page < math.MaxInt64/50 || offset < 0 {
			t.Errorf("page %d: limit %d, offset %d", page, limit, offset)
		}
	}
}

func TestLinksRepeatWhatWasSent(t *testing.T) {
	q := newQuery(lite(t), &reader{rows: [][]any{{int64(7), "jazz", "Jazz", int64(7)}}}, auth.Caller{})
	filter.Include(t.Context(), q, "include", param.Of([]int64{3, 1}))
	filter.OnOrAfter(q, "start_date", "start_date", param.Opt[int]{}, param.Of("tomorrow"))
	filter.LinkedToTerms(t.Context(), q, "categories", categories, param.Of([]string{"jazz", "7"}))
	filter.BoolEquals(q, "featured", filter.Column{Name: "featured"}, param.Of(false))
	filter.StatusIn(q, "status", param.Opt[[]string]{})
	want := []filter.LinkParam{
		{Name: "include", Value: "3,1"},
		{Name: "start_date", Value: "2027-03-02 00:00:00"},
		{Name: "categories", Value: "jazz,7"},
		{Name: "featured", Value: "0"},
		{Name: "status", Value: "publish"},
	}
	if diff := cmp.Diff(want, q.LinkParams); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}
