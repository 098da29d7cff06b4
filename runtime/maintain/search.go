package maintain

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"almanac/runtime/model"
	"almanac/runtime/store"
)

// searchAlgorithm returns the number of how the search indexes of a store are
// made.  Raise it when they have to be made again.
func searchAlgorithm(s *store.Store) int {
	if s.SQL().MaintainsSearchIndex() {
		return 2
	}
	return 3
}

// searchName is the name under which the database remembers how the search
// index of a resource was made.
func searchName(k *model.Resource) string { return "search/" + k.Plural }

// searchMark tells the algorithm and the columns of a search index.
func searchMark(s *store.Store, k *model.Resource) string {
	return strings.Join(append([]string{strconv.Itoa(searchAlgorithm(s))}, k.SearchColumns...), "; ")
}

// RebuildSearch makes the search indexes of the resources again from what is stored.
// Who writes records past this package calls it afterwards.  Where PostgreSQL
// lacks the extension pg_trgm and may not get it there is no index, and
// searches compare row by row.
func RebuildSearch(ctx context.Context, s *store.Store, resources []*model.Resource, log *slog.Logger) error {
	r := recomputation{store: s, resources: resources, log: log}
	for _, k := range resources {
		if err := r.buildSearch(ctx, k); err != nil {
			return fmt.Errorf("rebuild the search index of %s: %w", k.Plural, err)
		}
	}
	return r.sweepSearch(ctx)
}

// buildSearch makes the search index of a resource again, in one transaction.
func (r recomputation) buildSearch(ctx context.Context, k *model.Resource) error {
	if len(k.SearchColumns) == 0 {
		return nil
	}
	return r.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		if err := r.store.Lock(ctx, w, "recompute"); err != nil {
			return err
		}
		made, err := r.store.CreateSearchIndex(ctx, w, k.Plural, k.SearchColumns)
		switch {
		case err != nil:
			return err
		case !made: // Nothing is remembered, so that the next run tries again.
			r.log.WarnContext(ctx, "search index unavailable: extension pg_trgm missing", "resource", k.Plural)
			return nil
		}
		return r.set(ctx, w, searchName(k), searchMark(r.store, k))
	})
}

// sweepSearch removes search indexes of resources that are there no more, or under
// another name.
func (r recomputation) sweepSearch(ctx context.Context) error {
	var tables []string
	for _, k := range r.resources {
		tables = append(tables, k.Plural)
	}
	return r.store.DropUnusedSearchIndexes(ctx, tables)
}
