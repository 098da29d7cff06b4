package filter_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// show prints what a list of events asks of SQLite after filters have been
// applied: the conditions and their values.
func show(caller auth.Caller, keep func(q *filter.Query)) {
	dir, err := os.MkdirTemp("", "filter-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s, err := openStore("sqlite:" + filepath.Join(dir, "example.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = s.Close() }()
	q := newQuery(s, &reader{rows: [][]any{{int64(7), "jazz", "Jazz", int64(7)}}}, caller)
	keep(q)
	fmt.Println(conditions(q))
	values := q.Args.Values()
	fmt.Println(values[:len(values)-2]) // Without those of LIMIT and OFFSET.
}

// editor is a caller who may see everything.
var editor = auth.Caller{User: 2, Role: auth.RoleEditor}

// The condition on the local time is some hours wider than those on instants: it
// is there for the index that the page is sorted by.
func ExampleOnOrAfter() {
	show(editor, func(q *filter.Query) {
		filter.OnOrAfter(q, "start_date", "start_date", param.Opt[int]{}, param.Of("2027-03-05 14:00"))
		filter.OnOrBefore(q, "end_date", "end_date", param.Of(24), param.Opt[string]{})
	})
	// Output:
	// ("event"."utc_start_date" >= $1) AND ("event"."utc_end_date" <= $2) AND ("event"."start_date" >= $3)
	// [2027-03-05 00:00:00 2029-03-01 23:59:59 2027-03-04 08:00:00]
}

func ExampleEquals() {
	show(editor, func(q *filter.Query) {
		filter.Equals(q, "city", filter.Column{Name: "city"}, param.Of("Bern"))
		filter.Equals(q, "seats", filter.Column{Name: "seats"}, param.Of(int64(40)))
	})
	// Output:
	// ("event"."city" = $1) AND ("event"."seats" = $2)
	// [Bern 40]
}

func ExampleBefore() {
	show(editor, func(q *filter.Query) {
		filter.ExactTimes(q, "strict_dates", param.Of(true))
		filter.Before(q, "starts_before", "start_date", param.Of("2027-03-05 14:00"))
		filter.OnOrAfter(q, "start_date", "start_date", param.Of(0), param.Opt[string]{}) // Lifted by the line above.
	})
	// Output:
	// ("event"."utc_start_date" < $1) AND ("event"."start_date" <= $2)
	// [2027-03-05 14:00:00 2027-03-06 06:00:00]
}

func ExampleSearchAnyField() {
	show(auth.Caller{}, func(q *filter.Query) {
		filter.SearchAnyField(q, "search", param.Of("Café -50%"))
	})
	// Output:
	// s."events_search" MATCH $1) AS "event" WHERE (("event"."password" IN ('', $3) OR ("event"."title_search" LIKE $4 ESCAPE '\'))) AND (NOT ("event"."title_search" LIKE $5 ESCAPE '\' OR "event"."password" IN ('', $6) AND ("event"."description_search" LIKE $5 ESCAPE '\'))) AND ((instr("event"."title_search", $2) > 0 OR instr("event"."description_search", $2) > 0))
	// ["caf" "afe" cafe  %cafe% %50\%% ]
}

func ExampleSearchOneField() {
	show(auth.Caller{}, func(q *filter.Query) {
		filter.SearchOneField(q, "search", param.Of("main street"))
	})
	// Output:
	// s."events_search" MATCH $1) AS "event" WHERE ((("event"."title_search" LIKE $4 ESCAPE '\' AND "event"."title_search" LIKE $5 ESCAPE '\') OR ("event"."description_search" LIKE $4 ESCAPE '\' AND "event"."description_search" LIKE $5 ESCAPE '\'))) AND ((instr("event"."title_search", $2) > 0 OR instr("event"."description_search", $2) > 0) AND (instr("event"."title_search", $3) > 0 OR instr("event"."description_search", $3) > 0))
	// ["mai" "ain" "str" "ree" "eet" main street %main% %street%]
}

func ExampleLinkedToTerms() {
	show(editor, func(q *filter.Query) {
		filter.LinkedToTerms(context.Background(), q, "tags", tags, param.Of([]string{"Jazz"}))
	})
	// Output:
	// ("event"."id" IN (SELECT l."event_id" FROM "event_tags" AS l WHERE l."tag_id" IN (SELECT value FROM json_each($1))))
	// [[7]]
}

// The rows of the relation hold the local start too, so that they are bounded as
// the events would be; these are only checked.
func ExampleLinkedToTerms_carried() {
	show(editor, func(q *filter.Query) {
		filter.ExactTimes(q, "strict_dates", param.Of(true))
		filter.After(q, "starts_after", "start_date", param.Of("2027-03-01"))
		link := *tags
		link.DenormalizedColumn = "start_date"
		filter.LinkedToTerms(context.Background(), q, "tags", &link, param.Of([]string{"Jazz"}))
		filter.Before(q, "starts_before", "start_date", param.Of("2027-03-05"))
	})
	// Output:
	// (+"event"."utc_start_date" > $1) AND ("event"."id" IN (SELECT l."event_id" FROM "event_tags" AS l WHERE l."tag_id" IN (SELECT value FROM json_each($2)) AND l."start_date" >= $4 AND l."start_date" <= $5)) AND (+"event"."utc_start_date" < $3)
	// [2027-03-01 00:00:00 [7] 2027-03-05 00:00:00 2027-02-28 08:00:00 2027-03-05 16:00:00]
}

func ExampleHasCoordinates() {
	show(auth.Caller{}, func(q *filter.Query) {
		filter.HasCoordinates(q, "geoloc", "geoloc", venues, param.Of(false))
	})
	// Output:
	// (NOT EXISTS (SELECT 1 FROM "venues" AS o JOIN "event_venues" AS l ON l."venue_id" = o.id WHERE (o."north" IS NOT NULL) AND (o."east" IS NOT NULL) AND ("o"."status" = 'publish') AND (l."event_id" = "event"."id")))
	// []
}

func ExampleScope_WhereVisible() {
	for _, caller := range []auth.Caller{{}, {User: 3, Role: auth.RoleAuthor}, editor} {
		show(caller, func(q *filter.Query) { q.WhereVisible() })
	}
	// Output:
	// ("event"."status" = 'publish')
	// []
	// (("event"."status" = 'publish' OR ("event"."author" = $1 AND "event"."status" <> 'trash')))
	// [3]
	// ("event"."status" <> 'trash')
	// []
}

func ExampleScope_WhereVisibleStatus() {
	show(auth.Caller{User: 3, Role: auth.RoleAuthor}, func(q *filter.Query) {
		filter.StatusIn(q, "status", param.Of([]string{"draft", "trash"}))
		q.WhereVisible()
	})
	// Output:
	// ("event"."status" IN (SELECT value FROM json_each($1))) AND (("event"."status" = 'publish' OR "event"."author" = $2))
	// [[draft trash] 3]
}

var _ store.Row = row(nil)
