package filter_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// access is that of posts on The Events Calendar's sites.
var access = auth.Permissions{
	Create: auth.RoleContributor, EditDrafts: auth.RoleContributor, Edit: auth.RoleAuthor, Publish: auth.RoleAuthor, EditOthers: auth.RoleEditor, ReadPrivate: auth.RoleEditor,
}

// Relations of events and venues, as generated code names them.
var (
	venues     = filter.Relation{Table: "event_venues", LocalColumn: "event_id", ForeignColumn: "venue_id", ForeignTable: "venues", Alias: "venue", Permissions: access, Latitude: "north", Longitude: "east"}
	categories = filter.Relation{Table: "event_categories", LocalColumn: "event_id", ForeignColumn: "category_id", ForeignTable: "categories", Alias: "category", Hierarchical: true}
	events     = filter.Relation{Table: "event_venues", LocalColumn: "venue_id", ForeignColumn: "event_id", ForeignTable: "events", Alias: "event", Permissions: access}
)

// reader answers look-ups with fixed rows and keeps the statements.
type reader struct {
	rows       [][]any // Of the columns id, slug, name, in this order.
	fails      error
	statements []store.Statement
}

var _ store.Reader = (*reader)(nil)

// Query hands the rows on.
func (r *reader) Query(_ context.Context, s store.Statement) error {
	r.statements = append(r.statements, s)
	for _, columns := range r.rows {
		if err := s.ScanRow(row(columns)); err != nil {
			return err
		}
	}
	return r.fails
}

// Batch is Query for each statement.
func (r *reader) Batch(ctx context.Context, list []store.Statement) error {
	for _, s := range list {
		if err := r.Query(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// row is one row of a look-up.
type row []any

// Scan copies as many columns as there are targets.
func (r row) Scan(targets ...any) error {
	for i, target := range targets {
		switch t := target.(type) {
		case *int64:
			*t = r[i].(int64)
		case *string:
			*t = r[i].(string)
		case *float64:
			*t = r[i].(float64)
		default:
			return fmt.Errorf("column %d: no target for %T", i, target)
		}
	}
	return nil
}

// openStore opens the store of a test or an example.
func openStore(url string) (*store.Store, error) {
	return open.Store(context.Background(), url, store.Options{})
}

// noon is when the requests of these tests are made.
var noon = time.Date(2027, time.March, 1, 12, 0, 0, 0, time.UTC)

// newQuery begins a list of events for a caller.
func newQuery(s *store.Store, r store.Reader, caller auth.Caller) *filter.Query {
	site := filter.Settings{Now: noon, PerPage: 10, MaxPerPage: 50, RadiusMiles: 25, Extension: func(string) bool { return true }}
	q := filter.NewQuery(s, r, filter.Scope{Caller: caller}, site, filter.ListedResource{
		Table: "events", Alias: "event", Post: true, Permissions: access, SortOptions: []filter.SortOption{
			{Name: "start_date", Column: "start_date"}, {Name: "title", Column: "title_sort"}, {Name: "include", Column: "include"},
		},
		Search: []string{"title_search", "description_search"}, Start: "start_date", End: "end_date",
	})
	q.RawParam = func(string) string { return "sent" }
	return q
}

// newTerms begins a list of categories.
func newTerms(s *store.Store, r store.Reader) *filter.Query {
	site := filter.Settings{Now: noon, PerPage: 10, MaxPerPage: 50}
	return filter.NewQuery(s, r, filter.Scope{}, site, filter.ListedResource{
		Table: "categories", Alias: "category", SortOptions: []filter.SortOption{
			{Name: "name", Column: "name_sort"}, {Name: "count", Column: "count"}, {Name: "id", Column: "id"},
		},
	})
}

// sql returns the text of a page of the list.
func sql(q *filter.Query) string {
	sq := q.Store.Builder().NewSelect().TableExpr("?", q.From()).ColumnExpr("event.id")
	return q.LimitSQL(q.Sort(q.Apply(sq), false))
}

// conditions returns what stands between the first WHERE and ORDER BY.
func conditions(q *filter.Query) string {
	text := sql(q)
	_, text, _ = strings.Cut(text, " WHERE ")
	text, _, _ = strings.Cut(text, " ORDER BY ")
	return text
}

// each runs a test on the dialect of each store.
func each(t *testing.T, run func(t *testing.T, s *store.Store)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, url string) {
		s, err := openStore(url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		run(t, s)
	})
}
