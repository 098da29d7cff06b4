package filter_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

func ExampleIn() {
	show(editor, func(q *filter.Query) {
		filter.In(q, "cities", filter.Column{Name: "city"}, param.Of([]string{"Bern", "Basel"}))
		filter.AtLeast(q, "seats_from", filter.Column{Name: "seats"}, param.Of(int64(40)))
		filter.AtMost(q, "rating_to", filter.Column{Name: "rating"}, param.Of(4.5))
		filter.IsNull(q, "unrated", filter.Column{Name: "rating"}, param.Of(false))
		filter.IsEmpty(q, "nowhere", filter.Column{Name: "city"}, param.Of(true))
	})
	// Output:
	// ("event"."city" IN (SELECT value FROM json_each($1))) AND ("event"."seats" >= $2) AND ("event"."rating" <= $3) AND ("event"."rating" IS NOT NULL) AND ("event"."city" = '')
	// [[Bern Basel] 40 4.5]
}

func ExampleColumn() {
	show(auth.Caller{}, func(q *filter.Query) {
		filter.Equals(q, "venue_city", filter.Column{Name: "city", Link: venues}, param.Of("Bern"))
	})
	// Output:
	// ("event"."id" IN (SELECT l."event_id" FROM "venues" AS o JOIN "event_venues" AS l ON l."venue_id" = o.id WHERE ("o"."city" = $1) AND ("o"."status" = 'publish') AND (o.password = '')))
	// [Bern]
}

func TestLinksToOtherPagesRepeatComparisons(t *testing.T) {
	q := newQuery(lite(t), &reader{}, editor)
	filter.In(q, "cities", filter.Column{Name: "city"}, param.Of([]string{"Bern", "Basel"}))
	filter.In(q, "names", filter.Column{Name: "name"}, param.Of([]string{"Bern, city", "Basel"}))
	filter.In(q, "seats", filter.Column{Name: "seats"}, param.Of([]int64{3, -4}))
	filter.AtLeast(q, "seats_from", filter.Column{Name: "seats"}, param.Of(int64(-5)))
	filter.AtMost(q, "rating_to", filter.Column{Name: "rating", Link: venues}, param.Of(4.5))
	filter.IsNull(q, "unrated", filter.Column{Name: "rating"}, param.Of(true))
	filter.IsEmpty(q, "nowhere", filter.Column{Name: "city"}, param.Of(false))
	filter.IsEmpty(q, "nobody", filter.Column{Name: "city"}, param.Opt[bool]{})
	want := []filter.LinkParam{
		{Name: "cities", Value: "Bern,Basel"},
		{Name: "names[]", Value: "Bern, city"},
		{Name: "names[]", Value: "Basel"},
		{Name: "seats", Value: "3,-4"},
		{Name: "seats_from", Value: "-5"},
		{Name: "rating_to", Value: "4.5"},
		{Name: "unrated", Value: "1"},
		{Name: "nowhere", Value: "0"},
	}
	if diff := cmp.Diff(want, q.LinkParams); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}

// linkedVenue is a venue, and the events that link to it.
type linkedVenue struct {
	post
	city, password string
	seats          int64
	events         []int64
}

// drawVenues returns random venues of three events.
func drawVenues(r *rapid.T) []linkedVenue {
	return rapid.SliceOfN(rapid.Custom(func(r *rapid.T) linkedVenue {
		return linkedVenue{
			post: post{
				author: rapid.Int64Range(1, 2).Draw(r, "author"), status: rapid.SampledFrom(model.Statuses()).Draw(r, "status"),
				language: rapid.SampledFrom([]string{"en", "fr"}).Draw(r, "language"), inline: rapid.Bool().Draw(r, "inline"),
			},
			city: rapid.SampledFrom([]string{"", "Bern", "Basel"}).Draw(r, "city"), seats: rapid.Int64Range(0, 2).Draw(r, "seats"),
			password: rapid.SampledFrom([]string{"", "", "sesame"}).Draw(r, "password"),
			events:   rapid.SliceOfNDistinct(rapid.Int64Range(1, 3), 0, 3, func(id int64) int64 { return id }).Draw(r, "events"),
		}
	}), 1, 6).Draw(r, "venues")
}

// foundThrough runs the conditions of a query on three events and the venues.
func foundThrough(t rapid.TB, q *filter.Query, list []linkedVenue) (found []int64) {
	rows := []string{"SELECT 0 AS id, 0 AS author, '' AS status, false AS made_inline, '' AS password, '' AS city, 0 AS seats"}
	links := []string{"SELECT 0 AS event_id, 0 AS venue_id"}
	for i, v := range list {
		rows = append(rows, fmt.Sprintf("SELECT %d, %d, '%s', %t, '%s', '%s', %d", i+1, v.author, v.status, v.inline, v.password, v.city, v.seats))
		for _, id := range v.events {
			links = append(links, fmt.Sprintf("SELECT %d, %d", id, i+1))
		}
	}
	tables := fmt.Sprintf("WITH events AS (SELECT 1 AS id UNION ALL SELECT 2 UNION ALL SELECT 3), venues AS (%s), event_venues AS (%s) ",
		strings.Join(rows, " UNION ALL "), strings.Join(links, " UNION ALL "))
	sq := q.Apply(q.Store.Builder().NewSelect().TableExpr("events AS event").ColumnExpr("event.id").OrderExpr("event.id"))
	err := q.Store.Reader().Query(context.Background(), store.Statement{SQL: tables + sq.String(), Args: q.Args.Values(), ScanRow: func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		found = append(found, id)
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestFiltersThroughALinkTellNothingOfRecordsThatTheCallerCannotSee(t *testing.T) {
	column := func(name string) filter.Column { return filter.Column{Name: name, Link: venues} }
	filters := map[string]struct {
		keep    func(q *filter.Query)
		matches func(v linkedVenue) bool
	}{
		"Equals":      {func(q *filter.Query) { filter.Equals(q, "p", column("city"), param.Of("Bern")) }, func(v linkedVenue) bool { return v.city == "Bern" }},
		"In":          {func(q *filter.Query) { filter.In(q, "p", column("city"), param.Of([]string{"Bern", "Basel"})) }, func(v linkedVenue) bool { return v.city != "" }},
		"In integers": {func(q *filter.Query) { filter.In(q, "p", column("seats"), param.Of([]int64{0, 2})) }, func(v linkedVenue) bool { return v.seats != 1 }},
		"AtLeast":     {func(q *filter.Query) { filter.AtLeast(q, "p", column("seats"), param.Of(int64(1))) }, func(v linkedVenue) bool { return v.seats >= 1 }},
		"AtMost":      {func(q *filter.Query) { filter.AtMost(q, "p", column("seats"), param.Of(1.5)) }, func(v linkedVenue) bool { return v.seats <= 1 }},
		"IsEmpty":     {func(q *filter.Query) { filter.IsEmpty(q, "p", column("city"), param.Of(false)) }, func(v linkedVenue) bool { return v.city != "" }},
		"BoolEquals":  {func(q *filter.Query) { filter.BoolEquals(q, "p", column("made_inline"), param.Of(true)) }, func(v linkedVenue) bool { return v.inline }},
	}
	roles := []auth.Role{"", auth.RoleSubscriber, auth.RoleContributor, auth.RoleAuthor, auth.RoleEditor}
	each(t, func(t *testing.T, s *store.Store) {
		for name, f := range filters {
			t.Run(name, func(t *testing.T) {
				rapid.Check(t, func(r *rapid.T) {
					list := drawVenues(r)
					caller := auth.Caller{Role: rapid.SampledFrom(roles).Draw(r, "role")}
					if caller.Role != "" {
						caller.User = 1
					}
					q := newQuery(s, nil, caller)
					q.Scope.Language, q.Scope.Password = rapid.SampledFrom([]string{"", "en"}).Draw(r, "language"), "sesame"
					f.keep(q)
					var want []int64
					for _, v := range list {
						if q.Scope.CanSee(access, v.author, v.status, v.inline) && (v.password == "" || access.CanEditOthers(caller)) && f.matches(v) {
							want = append(want, v.events...)
						}
					}
					slices.Sort(want)
					if diff := cmp.Diff(slices.Compact(want), foundThrough(r, q, list)); diff != "" {
						r.Errorf("events (-want +got):\n%s", diff)
					}
				})
			})
		}
	})
}
