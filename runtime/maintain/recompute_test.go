package maintain_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/maintain"
	"almanac/runtime/model"
	"almanac/runtime/model/modeltest"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// texts returns the texts that a query finds.
func texts(t *testing.T, s *store.Store, sql string) (found []string) {
	t.Helper()
	err := s.Reader().Query(t.Context(), store.Statement{SQL: sql, ScanRow: func(row store.Row) error {
		var text string
		err := row.Scan(&text)
		found = append(found, text)
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestRecomputeFillsWhatAnotherProgramLeftOut(t *testing.T) {
	resources := []*model.Resource{modeltest.Labels, modeltest.Notes}
	storetest.Each(t, func(t *testing.T, url string) {
		s := modeltest.Open(t, url)
		modeltest.Exec(t, s,
			"INSERT INTO notes (id, title, status) VALUES (1, 'Été', 'publish'), (2, 'Bee', 'draft')", "INSERT INTO labels (id, name) VALUES (8, 'Zoo')",
			"INSERT INTO note_labels (note_id, label_id, position) VALUES (1, 8, 0), (2, 8, 0)", "INSERT INTO term_counts (term_id, shard, count) VALUES (8, 0, 9), (7, 0, 1)")
		recompute := func() {
			t.Helper()
			if err := maintain.Recompute(t.Context(), s, resources, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
		}
		recompute()
		check := func(what string, want, got []string) {
			t.Helper()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", what, diff)
			}
		}
		check("sort keys", []string{"ete", "bee"}, texts(t, s, "SELECT title_sort FROM notes ORDER BY id"))
		check("versions", []string{"1", "1"}, texts(t, s, "SELECT CAST(version AS text) FROM notes"))
		check("counts of published notes", []string{"8:1"}, texts(t, s, "SELECT CAST(term_id AS text) || ':' || CAST(count AS text) FROM term_counts"))
		for _, cached := range texts(t, s, "SELECT links_cache FROM notes") {
			if !strings.HasPrefix(cached, "1.") || !strings.HasSuffix(cached, ";8;") {
				t.Errorf("cached ids are %q", cached)
			}
		}
		// A second run changes nothing, and one after a later program neither.
		modeltest.Exec(t, s, "UPDATE notes SET title_sort = 'x'", "UPDATE schema_metadata SET value = '999' WHERE name = 'counts'", "DELETE FROM term_counts")
		recompute()
		check("sort keys after a second run", []string{"x", "x"}, texts(t, s, "SELECT title_sort FROM notes"))
		check("counts of a later program", nil, texts(t, s, "SELECT CAST(count AS text) FROM term_counts"))
		modeltest.Exec(t, s, "UPDATE schema_metadata SET value = '0' WHERE name = 'derived/notes'")
		recompute()
		check("sort keys of an older program", []string{"ete", "bee"}, texts(t, s, "SELECT title_sort FROM notes ORDER BY id"))
	})
}
