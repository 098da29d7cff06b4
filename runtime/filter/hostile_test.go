package filter_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// hostile are texts that would do harm, or fail, as part of a statement.
var hostile = []string{
	`hostile'); DROP TABLE events; --`, `hostile" OR 1=1`, `hostile ? ?0 ?TableName`, `hostile $1 $99`, `hostile \`, "hostile \u2028 \U0001F600", `hostile%_`, "?",
}

func TestValuesNeverStandInTheTextOfStatements(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		for _, bad := range hostile {
			for name, keep := range textFilters(t) {
				t.Run(name+"/"+bad, func(t *testing.T) {
					r := &reader{rows: [][]any{{int64(7), bad, bad, int64(7)}}}
					q := newQuery(s, r, auth.Caller{User: 3, Role: auth.RoleAuthor})
					q.Scope.Password, q.Scope.Language = bad, bad
					keep(q, bad)
					q.WhereVisible()
					for _, statement := range append(r.statements, store.Statement{SQL: sql(q), Args: q.Args.Values()}) {
						checkText(t, statement, bad)
					}
				})
			}
		}
	})
}

// textFilters are the filters that take text, by name.
func textFilters(t *testing.T) map[string]func(q *filter.Query, bad string) {
	return map[string]func(q *filter.Query, bad string){
		"search all": func(q *filter.Query, bad string) {
			filter.SearchAnyField(q, "search", param.Of(bad+" -"+bad))
		},
		"search one": func(q *filter.Query, bad string) {
			filter.SearchOneField(q, "search", param.Of(bad+" -"+bad))
		},
		"contains": func(q *filter.Query, bad string) { filter.Contains(q, "search", param.Of(bad)) },
		"city": func(q *filter.Query, bad string) {
			filter.Equals(q, "city", filter.Column{Name: "city"}, param.Of(bad))
		},
		"cities": func(q *filter.Query, bad string) {
			filter.In(q, "cities", filter.Column{Name: "city", Link: venues}, param.Of([]string{bad, "x"}))
		},
		"slug": func(q *filter.Query, bad string) { filter.SlugEquals(q, "slug", param.Of(bad)) },
		"terms": func(q *filter.Query, bad string) {
			filter.LinkedToTerms(t.Context(), q, "categories", categories, param.Of([]string{bad}))
		},
		"order by":  func(q *filter.Query, bad string) { filter.OrderBy(q, "orderby", param.Of(bad)) },
		"direction": func(q *filter.Query, bad string) { filter.SortDirection(q, "order", param.Of(bad)) },
		"status":    func(q *filter.Query, bad string) { filter.StatusIn(q, "status", param.Of([]string{bad})) },
		"date": func(q *filter.Query, bad string) {
			filter.OnOrAfter(q, "start_date", "start_date", param.Opt[int]{}, param.Of(bad))
		},
		"edge": func(q *filter.Query, bad string) { filter.After(q, "starts_after", "start_date", param.Of(bad)) },
	}
}

// placeholder finds placeholders.
var placeholder = regexp.MustCompile(`\$(\d+)`)

// checkText notes a value in the text of a statement, and placeholders that do
// not match its values.
func checkText(t *testing.T, s store.Statement, bad string) {
	t.Helper()
	if strings.Contains(s.SQL, "hostile") || bad == "?" && strings.Contains(s.SQL, "?") {
		t.Errorf("the text holds a value: %s", s.SQL)
	}
	used := map[string]bool{}
	for _, match := range placeholder.FindAllStringSubmatch(s.SQL, -1) {
		used[match[1]] = true
	}
	for i := range s.Args {
		if n := fmt.Sprint(i + 1); !used[n] {
			t.Errorf("value %s is not used: %s", n, s.SQL)
		}
	}
	if len(used) != len(s.Args) {
		t.Errorf("%d placeholders for %d values: %s", len(used), len(s.Args), s.SQL)
	}
}

func TestNumbersNeverStandInTheTextOfStatements(t *testing.T) {
	const id, degrees = 987654321, 43.219876
	tests := map[string]func(q *filter.Query){
		"include":     func(q *filter.Query) { filter.Include(t.Context(), q, "include", param.Of([]int64{id})) },
		"exclude":     func(q *filter.Query) { filter.Exclude(t.Context(), q, "exclude", param.Of([]int64{id})) },
		"linked to":   func(q *filter.Query) { filter.LinkedTo(t.Context(), q, "venue", venues, param.Of([]int64{id})) },
		"linked from": func(q *filter.Query) { filter.LinkedFrom(t.Context(), q, "event", venues, param.Of(int64(id))) },
		"child of": func(q *filter.Query) {
			filter.ChildOf(t.Context(), q, "parent", "post_parent", param.Of(int64(id)))
		},
		"featured": func(q *filter.Query) {
			filter.BoolEquals(q, "featured", filter.Column{Name: "featured"}, param.Of(true))
		},
		"ticketed":  func(q *filter.Query) { filter.ListNotEmpty(q, "ticketed", "ticketed", "ticketed", param.Of(true)) },
		"unlisted":  func(q *filter.Query) { filter.HideFromLists(q) },
		"has links": func(q *filter.Query) { filter.IsLinked(q, "has_events", venues, param.Of(true)) },
		"upcoming":  func(q *filter.Query) { filter.HasUpcoming(q, "only_with_upcoming", venues, param.Of(true)) },
		"located":   func(q *filter.Query) { filter.HasCoordinates(q, "geoloc", "geoloc", venues, param.Of(true)) },
		"near": func(q *filter.Query) {
			filter.NearLatitude(q, "lat", "geoloc", param.Of(degrees))
			filter.NearLongitude(t.Context(), q, "lng", "geoloc", "lat", venues, param.Of(degrees), param.Of(degrees))
		},
		"order by include": func(q *filter.Query) {
			filter.Include(t.Context(), q, "include", param.Of([]int64{id, 5}))
			filter.OrderBy(q, "orderby", param.Of("include"))
		},
		"page": func(q *filter.Query) {
			filter.Page(q, param.Of(int64(id)))
			filter.PerPage(q, param.Of(int64(49)))
		},
	}
	each(t, func(t *testing.T, s *store.Store) {
		for name, keep := range tests {
			t.Run(name, func(t *testing.T) {
				r := &reader{rows: [][]any{{int64(id), 43.2, 43.2}}}
				if name == "linked from" { // Author, status and password.
					r.rows = [][]any{{int64(id), "publish", ""}}
				}
				q := newQuery(s, r, auth.Caller{User: 3, Role: auth.RoleAuthor})
				keep(q)
				q.WhereVisible()
				if f := q.Errors.Err(nil); f != nil {
					t.Fatal(f)
				}
				for _, statement := range append(r.statements, store.Statement{SQL: sql(q), Args: q.Args.Values()}) {
					checkText(t, statement, "")
					for _, number := range []string{"987654321", "43.2", "49"} {
						if strings.Contains(statement.SQL, number) {
							t.Errorf("the text holds %s: %s", number, statement.SQL)
						}
					}
				}
			})
		}
	})
}
