package queryplantest

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"almanac/cmd/internal/dataset"
	"almanac/generated"
	"almanac/runtime/maintain"
	"almanac/runtime/model"
	"almanac/runtime/store"
)

// stride lies between the ids of a record and of its next copy.  It is more
// than all ids of the data set that is copied.
const stride = 10000

// size is the data set that is copied.
func size() dataset.Size {
	return dataset.Size{Events: 2000, Venues: 500, Organizers: 200, Categories: 100, Tags: 300}
}

// grow copies the records of a small data set inside the database until there
// are the given numbers of copies of each kind: that takes seconds where
// making and sending as many records takes a minute.
func grow(ctx context.Context, s *store.Store, copies map[string]int) error {
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		if s.Dialect() == store.PostgreSQL {
			// Until the commit has reached the disk VACUUM does not note which rows
			// all can see.
			if _, err := w.Exec(ctx, store.Statement{SQL: "SET LOCAL synchronous_commit = on"}); err != nil {
				return err
			}
		}
		for _, k := range slices.Backward(generated.Service().Resources) { // What is linked to comes first.
			n := copies[k.Name]
			if n < 2 {
				continue
			}
			// The search indexes are created again afterwards, which takes less time.
			statements := []string{"DROP INDEX IF EXISTS " + store.SearchIndexName(k.Plural), copying(s, k.Plural, k.Columns, k, n, "")}
			for _, link := range k.Links {
				columns := []string{link.SourceColumn, link.TargetColumn, "position"}
				if link.DenormalizedColumn != "" {
					columns = append(columns, link.DenormalizedColumn)
				}
				statements = append(statements, copying(s, link.Table, columns, k, n,
					fmt.Sprintf("t.%s + n.k %% %d * %d", link.TargetColumn, copies[link.Target.Name], stride)))
				if !link.Target.Post {
					statements = append(statements, "DELETE FROM term_counts WHERE term_id IN (SELECT id FROM "+link.Target.Plural+")",
						fmt.Sprintf("INSERT INTO term_counts SELECT %s, 0, count(*) FROM %s GROUP BY 1", link.TargetColumn, link.Table))
				}
			}
			for _, text := range statements {
				if _, err := w.Exec(ctx, store.Statement{SQL: text}); err != nil {
					return fmt.Errorf("copy %s: %w", k.Plural, err)
				}
			}
		}
		return nil
	})
}

// copying is the statement that copies the rows of a table.  Linked is what the
// copy of a link leads to.
func copying(s *store.Store, table string, columns []string, k *model.Resource, n int, linked string) string {
	values := make([]string, len(columns))
	for i, c := range columns {
		values[i] = value(s, c, k)
	}
	if linked != "" {
		values[1] = linked
	}
	numbers := fmt.Sprintf("(SELECT generate_series(1, %d) AS k)", n-1)
	if s.Dialect() == store.SQLite {
		numbers = fmt.Sprintf("(WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < %d) SELECT k FROM n)", n-1)
	}
	// Ordered by copy, as they would have come in the course of time.
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s AS t CROSS JOIN %s AS n WHERE t.%s < %d ORDER BY n.k, 1",
		table, strings.Join(columns, ", "), strings.Join(values, ", "), table, numbers, columns[0], stride)
}

// value is what a column of a copy has: another id, slug and name, and other
// times, but the same text.
func value(s *store.Store, column string, k *model.Resource) string {
	dated := []string{"start_date", "end_date", "utc_start_date", "utc_end_date", "date", "date_utc", "modified", "modified_utc"}
	switch {
	case column == "id", column == k.Name+"_id":
		return "t." + column + fmt.Sprintf(" + n.k * %d", stride)
	case column == "slug":
		return "t.slug || '-' || n.k"
	case column == k.NameSort, column == strings.TrimSuffix(k.NameSort, "_sort")+"_search":
		return "t." + column + " || ' copy' || n.k"
	case slices.Contains(dated, column) && s.Dialect() == store.SQLite:
		return "strftime('%Y-%m-%d %H:%M:%S', t." + column + ", n.k || ' hours')"
	case slices.Contains(dated, column):
		return "to_char(t." + column + "::timestamp + n.k * interval '1 hour', 'YYYY-MM-DD HH24:MI:SS')"
	}
	if strings.HasPrefix(column, "description") || strings.HasPrefix(column, "excerpt") {
		return "substr(t." + column + ", 1, 100)" // Short texts are written sooner, and plans are the same.
	}
	return "t." + column
}

// load copies the small data set of a database, and has the database learn about
// it as it would by itself in the course of time.
func load(ctx context.Context, s *store.Store, copies map[string]int) error {
	if err := grow(ctx, s, copies); err != nil {
		return err
	}
	if err := maintain.RebuildSearch(ctx, s, generated.Service().Resources, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	if s.Dialect() == store.PostgreSQL {
		if err := s.Reader().Query(ctx, store.Statement{SQL: "VACUUM ANALYZE"}); err != nil { // It must not run in a transaction.
			return err
		}
		return nil
	}
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{SQL: "ANALYZE"})
		return err
	})
}
