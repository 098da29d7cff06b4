package filter_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// access is that of posts on The Events Calendar's sites.
var access = auth.Permissions{
	Create: auth.RoleContributor, EditDrafts: auth.RoleContributor, Edit: auth.RoleAuthor, Publish: auth.RoleAuthor, EditOthers: auth.RoleEditor, ReadPrivate: auth.RoleEditor,
}

// newEvents describes events.
func newEvents() *model.Resource {
	return &model.Resource{
		Name: "event", Plural: "events", Post: true, Permissions: access, Orders: []model.SortOption{
			{Name: "start_date", Column: "start_date"}, {Name: "title", Column: "title_sort"}, {Name: "include", Column: "include"},
		},
		SearchColumns: []string{"title_search", "description_search"}, StartColumn: "start_date", EndColumn: "end_date", HiddenColumn: "hide_from_listings",
	}
}

// newCategories describes categories.
func newCategories() *model.Resource {
	return &model.Resource{
		Name: "category", Plural: "categories", NameField: "name", NameSort: "name_sort", Hierarchical: true, Orders: []model.SortOption{
			{Name: "name", Column: "name_sort"}, {Name: "count", Column: "count"}, {Name: "id", Column: "id"},
		},
	}
}

// Links of events, as generated code names them.
var (
	venues = &model.Link{
		Table: "event_venues", SourceColumn: "event_id", TargetColumn: "venue_id", Source: newEvents(),
		Target: &model.Resource{Name: "venue", Plural: "venues", Post: true, Permissions: access, LatitudeColumn: "north", LongitudeColumn: "east"},
	}
	categories = &model.Link{Table: "event_categories", SourceColumn: "event_id", TargetColumn: "category_id", Source: newEvents(), Target: newCategories()}
	tags       = &model.Link{
		Table: "event_tags", SourceColumn: "event_id", TargetColumn: "tag_id", Source: newEvents(),
		Target: &model.Resource{Name: "tag", Plural: "tags", NameField: "name", NameSort: "name_sort", Term: true},
	}
)

// reader answers look-ups with fixed rows and keeps the statements.
type reader struct {
	rows       [][]any // Of the columns id, slug, name, root, in this order.
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
	q := filter.NewQuery(s, r, filter.Scope{Caller: caller}, site, newEvents())
	q.RawParam = func(string) string { return "sent" }
	return q
}

// newTerms begins a list of categories.
func newTerms(s *store.Store, r store.Reader) *filter.Query {
	site := filter.Settings{Now: noon, PerPage: 10, MaxPerPage: 50}
	return filter.NewQuery(s, r, filter.Scope{}, site, newCategories())
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
