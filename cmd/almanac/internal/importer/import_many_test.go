package importer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/maintain"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// manyEvents is more than an import puts into the search index one by one.
const manyEvents = 2100

// TestAnImportOfManyEventsEndsWithASearchIndex looks for one event among many by
// a word of its own, and compares what the database remembers of its index with
// what it remembered before.
func TestAnImportOfManyEventsEndsWithASearchIndex(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		before, indexes := indexMarks(t, a), plainIndexes(t, a)
		report := importFrom(t, a, file(t, "many.json", listOf(manyEvents)))
		if got := report.Count("events").Created; got != manyEvents || len(report.Problems) > 0 {
			t.Fatalf("%d of %d events were taken: %v", got, manyEvents, report.Problems)
		}
		if got := indexMarks(t, a); got != before {
			t.Errorf("the database remembers the indexes %q, want %q", got, before)
		}
		if diff := cmp.Diff(indexes, plainIndexes(t, a)); diff != "" {
			t.Errorf("indexes (-before +after)\n%s", diff)
		}
		found := get(t, a, "/events?search=needle77x&start_date=2020-01-01")
		if list, _ := found["events"].([]any); len(list) != 1 {
			t.Errorf("the search finds %v", found)
		}
		if a.Env.Store.Dialect() == store.PostgreSQL && columnsWithStatistics(t, a.Env.Store, "events") == 0 {
			t.Error("PostgreSQL has no statistics of the events")
		}
	})
}

// columnsWithStatistics returns of how many columns of a table PostgreSQL has statistics.
func columnsWithStatistics(t *testing.T, s *store.Store, table string) (n int64) {
	t.Helper()
	err := s.Reader().Query(t.Context(), store.Statement{
		SQL: "SELECT count(*) FROM pg_stats WHERE tablename = $1", Args: []any{table}, ScanRow: func(row store.Row) error { return row.Scan(&n) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestAnImportMakesTheSearchIndexThatAnotherOneLeftOut goes on after an import
// that was killed before it came to its end.
func TestAnImportMakesTheSearchIndexThatAnotherOneLeftOut(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		before := indexMarks(t, a)
		if err := maintain.DeferSearch(t.Context(), a.Env, a.Env.Resource("event")); err != nil {
			t.Fatal(err)
		}
		importFrom(t, a, file(t, "few.json", listOf(3)))
		if got := indexMarks(t, a); got != before {
			t.Errorf("the database remembers the indexes %q, want %q", got, before)
		}
	})
}

// TestAStartMakesTheIndexesThatAnImportLeftOut opens the database after an import that
// was killed before it came to its end.
func TestAStartMakesTheIndexesThatAnImportLeftOut(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		before := plainIndexes(t, a)
		if err := maintain.DeferIndexes(t.Context(), a.Env, a.Env.Resource("event")); err != nil {
			t.Fatal(err)
		}
		if left := plainIndexes(t, a); len(left) > 0 || len(before) < 10 {
			t.Fatalf("%d indexes, of which %v are left", len(before), left)
		}
		b := open(t, url, testDeployment(t))
		if diff := cmp.Diff(before, plainIndexes(t, b)); diff != "" {
			t.Errorf("indexes (-before +after)\n%s", diff)
		}
		if marks := indexMarks(t, b); strings.Contains(marks, "index/") {
			t.Errorf("the database remembers %q", marks)
		}
	})
}

// plainIndexes returns the indexes of events and their links that enforce nothing.
func plainIndexes(t *testing.T, a *service.Service) (all []store.Index) {
	t.Helper()
	err := a.Env.Store.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		all = nil
		for _, table := range []string{"events", "event_categories", "event_tags", "event_venues", "event_organizers"} {
			list, err := a.Env.Store.PlainIndexes(ctx, w, table)
			if err != nil {
				return err
			}
			all = append(all, list...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEventsOfOneFileWithOneSlugGetNumbersInTheirOrder has slugs meet inside of
// a batch, and with those that are here.
func TestEventsOfOneFileWithOneSlugGetNumbersInTheirOrder(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		importFrom(t, a, file(t, "here.json", `{"events":[`+slugged(1, "tea", "Tea")+`]}`))
		list := []string{slugged(2, "tea", "A"), slugged(3, "tea-3", "B"), slugged(4, "tea", "C"), slugged(5, "cake", "D"), slugged(6, "cake", "E")}
		report := importFrom(t, a, file(t, "more.json", `{"events":[`+strings.Join(list, ",")+`]}`))
		if got := report.Count("events").Created; got != len(list) {
			t.Fatalf("%d events were taken: %v", got, report.Problems)
		}
		all := listAll(t, a, "events")
		for id, want := range map[int64]string{1: "tea", 2: "tea-2", 3: "tea-3", 4: "tea-4", 5: "cake", 6: "cake-2"} {
			if got := all[id]["slug"]; got != want {
				t.Errorf("event %d has the slug %v, want %s", id, got, want)
			}
		}
	})
}

// slugged returns an event as a file has it.
func slugged(id int, slug, title string) string {
	return fmt.Sprintf(`{"id":%d,"slug":%q,"title":%q,"status":"publish","start_date":"2027-01-02 10:00:00","end_date":"2027-01-02 11:00:00",
		"timezone":"America/New_York","modified_utc":"2026-01-01 00:00:00"}`, id, slug, title)
}

// listOf returns a list of events, each with a word of its own.
func listOf(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = slugged(i+1, fmt.Sprintf("event-%d", i+1), fmt.Sprintf("Event needle%dx", i+1))
	}
	return `{"events":[` + strings.Join(list, ",") + `]}`
}

// indexMarks returns what the database remembers of its indexes.
func indexMarks(t *testing.T, a *service.Service) string {
	t.Helper()
	var marks []string
	err := a.Env.Store.Reader().Query(t.Context(), store.Statement{
		SQL: "SELECT name, value FROM schema_metadata WHERE name LIKE 'search/%' OR name LIKE 'index/%' ORDER BY name",
		ScanRow: func(row store.Row) error {
			var name, value string
			err := row.Scan(&name, &value)
			marks = append(marks, name+" "+value)
			return err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(marks, "\n")
}
