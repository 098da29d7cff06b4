package app_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/maintain"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// hits returns the titles of the events that a search finds.
func (s *site) hits(words string) []string {
	s.t.Helper()
	var titles []string
	list, _ := s.must(http.StatusOK, http.MethodGet, "/events?per_page=50&search="+url.QueryEscape(words), nil).body["events"].([]any)
	for _, e := range list {
		title, _ := e.(js)["title"].(string)
		titles = append(titles, title)
	}
	return titles
}

// searches fails the test unless a search finds exactly the titles.
func (s *site) searches(when, words string, want ...string) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.hits(words)); diff != "" {
		s.t.Errorf("%s, search %q (-want +got):\n%s", when, words, diff)
	}
}

// change runs a statement past the service.
func (s *site) change(sql string) {
	s.t.Helper()
	err := s.Store.RunInTx(context.Background(), func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{SQL: sql})
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestTheSearchIndexFollowsEveryWrite(t *testing.T) {
	prepared.Each(t, func(t *testing.T, location string) {
		s := openSite(t, location)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Chorprobe", js{"description": "<p>Mozart, \"Dies\" irae; größte Stücke</p>"})).id()
		s.searches("after a create", "mozart", "Chorprobe")
		s.searches("after a create", `"dies" GROSSTE`, "Chorprobe")
		s.searches("across two fields", "probe irae", "Chorprobe")
		s.searches("letters at the end of one field and the beginning of another", `"probe moz"`)
		s.searches("two letters", "oz", "Chorprobe")
		s.searches("a word that must not occur", "chor -mozart")
		s.must(http.StatusOK, http.MethodPatch, one("events", id), js{"description": "Händel"})
		s.searches("after an update", "mozart")
		s.searches("after an update", "handel", "Chorprobe")
		s.must(http.StatusOK, http.MethodPatch, one("events", id), js{"featured": true})
		s.searches("after an update of something else", "handel", "Chorprobe")
		s.must(http.StatusOK, http.MethodPatch, one("events", id)+"?dry_run=true", js{"description": "Brahms"})
		s.searches("after a dry run", "handel", "Chorprobe")
		s.searches("after a dry run", "brahms")
		s.must(http.StatusOK, http.MethodDelete, one("events", id), nil)
		s.searches("in the trash", "handel")
		s.must(http.StatusOK, http.MethodDelete, one("events", id)+"?force=true", nil)
		s.searches("after a delete", "handel")
		if s.Store.Dialect() == store.SQLite {
			if rows := s.texts("SELECT CAST(rowid AS text) FROM events_search"); len(rows) > 0 {
				t.Errorf("the index still holds %v", rows)
			}
		}
	})
}

// TestADatabaseOfAnOlderProgramIsBroughtUpToDate: its search keys have the signs of print,
// its descriptions classes that are removed now.
func TestADatabaseOfAnOlderProgramIsBroughtUpToDate(t *testing.T) {
	prepared.Each(t, func(t *testing.T, location string) {
		s := openSite(t, location)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Tables 10×5", js{"description": `<p class="alignleft">Don’t</p>`})).id()
		plain := one("events", s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Plain", nil)).id())
		before := s.must(http.StatusOK, http.MethodGet, plain, nil).header.Get("ETag")
		s.change("UPDATE events SET title_search = 'tables 10×5', description = '<p class=\"alignleft button\">Don’t</p>' WHERE title_sort LIKE 'tables%'")
		s.change("UPDATE schema_metadata SET value = '3; ' WHERE name = 'derived/events'")
		if err := maintain.Recompute(t.Context(), s.Store, s.Env.Resources, quiet()); err != nil {
			t.Fatal(err)
		}
		s.searches("after the upgrade", "10x5 don't", "Tables 10×5")
		if got := s.must(http.StatusOK, http.MethodGet, one("events", id), nil).body["description"]; got != "<p class=\"alignleft\">Don’t</p>" {
			t.Errorf("the description is %q", got)
		}
		if got := s.must(http.StatusOK, http.MethodGet, plain, nil).header.Get("ETag"); got != before {
			t.Errorf("an event without such classes has the tag %s, before %s", got, before)
		}
	})
}

// TestTheSearchIndexFollowsWritersThatMeet: SQLite's index takes the writes of those who
// wait for each other together.
func TestTheSearchIndexFollowsWritersThatMeet(t *testing.T) {
	prepared.Each(t, func(t *testing.T, location string) {
		s := openSite(t, location)
		const writers, each = 8, 5
		shared := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Shared", nil)).id()
		want := make([][]string, writers)
		var group sync.WaitGroup
		for writer := range writers {
			group.Go(func() {
				for i := range each {
					title := fmt.Sprintf("Serenade %d of writer %d", i, writer)
					id := s.send("", http.MethodPost, "/events", newEvent(title, js{"description": "prelude"})).id()
					s.send("", http.MethodPatch, one("events", id), js{"description": "interlude"})
					s.send("", http.MethodPatch, one("events", shared), js{"excerpt": fmt.Sprintf("refrain%d%d", writer, i)})
					if i%2 == 0 {
						s.send("", http.MethodDelete, one("events", id)+"?force=true", nil)
						continue
					}
					want[writer] = append(want[writer], title)
				}
			})
		}
		group.Wait()
		all := slices.Concat(want...)
		slices.Sort(all)
		s.searches("after all", "prelude")
		found := s.hits("interlude")
		slices.Sort(found)
		if diff := cmp.Diff(all, found); diff != "" {
			t.Errorf("what was written last (-want +got):\n%s", diff)
		}
		last, _ := s.must(http.StatusOK, http.MethodGet, one("events", shared), nil).body["excerpt"].(string)
		s.searches("of the last writer of an event", regexp.MustCompile("refrain[0-9]+").FindString(last), "Shared")
		if s.Store.Dialect() == store.SQLite {
			if rows := s.texts("SELECT CAST(rowid AS text) FROM events_search"); len(rows) != len(all)+1 {
				t.Errorf("the index holds %d events, want %d", len(rows), len(all)+1)
			}
		}
	})
}

func TestAStartMakesASearchIndexThatIsNotThere(t *testing.T) {
	prepared.Each(t, func(t *testing.T, location string) {
		s := openSite(t, location)
		for i := range 3 {
			s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(fmt.Sprint("Chorprobe ", i), nil))
		}
		if s.Store.Dialect() == store.SQLite {
			s.change("DROP TABLE events_search")
			s.change("CREATE VIRTUAL TABLE gone_search USING fts5(text)")
		} else {
			s.change("DROP EXTENSION pg_trgm CASCADE")
			s.searches("without an index", "probe", "Chorprobe 0", "Chorprobe 1", "Chorprobe 2")
		}
		s.change("DELETE FROM schema_metadata WHERE name = 'search/events'")
		again := openSite(t, location, func(c *service.Config) { c.Migrate = true })
		again.searches("after a start", "probe", "Chorprobe 0", "Chorprobe 1", "Chorprobe 2")
		query, want := "SELECT indexname::text FROM pg_indexes WHERE indexname = 'events_search'", []string{"events_search"}
		if s.Store.Dialect() == store.SQLite {
			query = "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%' AND name IN ('events_search', 'gone_search')"
		}
		if diff := cmp.Diff(want, again.texts(query)); diff != "" {
			t.Errorf("indexes (-want +got):\n%s", diff)
		}
	})
}
