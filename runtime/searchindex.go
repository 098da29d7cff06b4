package runtime

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/store"
)

// searchAlgorithm returns the number of how the search indexes of a store are
// made.  Raise it when they have to be made anew.
func searchAlgorithm(s *store.Store) int {
	if s.SQL().MaintainsSearchIndex() {
		return 2
	}
	return 3
}

// searchName is the name under which the database remembers how the search
// index of a kind was made.
func searchName(k *Kind) string { return "search/" + k.Plural }

// searchMark tells the algorithm and the columns of a search index.
func searchMark(s *store.Store, k *Kind) string {
	return strings.Join(append([]string{strconv.Itoa(searchAlgorithm(s))}, k.Search...), "; ")
}

// RebuildSearch makes the search indexes of the kinds anew from what is stored.
// Who writes records past this package calls it afterwards.  Where PostgreSQL
// lacks the extension pg_trgm and may not get it there is no index, and
// searches compare row by row.
func RebuildSearch(ctx context.Context, s *store.Store, kinds []*Kind, log *slog.Logger) error {
	r := recomputation{store: s, kinds: kinds, log: log}
	for _, k := range kinds {
		if err := r.buildSearch(ctx, k); err != nil {
			return fmt.Errorf("rebuild the search index of %s: %w", k.Plural, err)
		}
	}
	return r.sweepSearch(ctx)
}

// buildSearch makes the search index of a kind anew, in one transaction.
func (r recomputation) buildSearch(ctx context.Context, k *Kind) error {
	if len(k.Search) == 0 {
		return nil
	}
	return r.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		if err := r.store.Lock(ctx, w, "recompute"); err != nil {
			return err
		}
		made, err := r.store.CreateSearchIndex(ctx, w, k.Plural, k.Search)
		switch {
		case err != nil:
			return err
		case !made: // Nothing is remembered, so that the next run tries again.
			r.log.WarnContext(ctx, "searches have no index: the extension pg_trgm is missing", "kind", k.Plural)
			return nil
		}
		return r.set(ctx, w, searchName(k), searchMark(r.store, k))
	})
}

// sweepSearch removes search indexes of kinds that are there no more, or under
// another name.
func (r recomputation) sweepSearch(ctx context.Context) error {
	var tables []string
	for _, k := range r.kinds {
		tables = append(tables, k.Plural)
	}
	return r.store.DropUnusedSearchIndexes(ctx, tables)
}

// followed reports whether the service itself has the search index of a kind
// follow its records.
func (c *Change) followed(k *Kind) bool {
	return len(k.Search) > 0 && !c.Env.Store.SQL().MaintainsSearchIndex()
}

// index puts a record into the search index, before it is written.
func (c *Change) index(m Model, create bool) {
	k := m.Kind()
	if !c.followed(k) {
		return
	}
	purpose := "reindex"
	if create {
		purpose = "index"
	}
	sql := c.Env.texts.get(textKey{of: k, purpose: purpose}, func(*store.Args) string {
		return c.Env.Store.SQL().IndexRowSQL(k.Plural, k.Search, create)
	}).sql
	values := m.Values()
	parts := make([]string, len(k.Search))
	for i, column := range k.Search {
		parts[i], _ = values[slices.Index(k.Columns, column)].(string)
	}
	c.Store.Queue(store.Statement{SQL: sql, Args: []any{m.Record().ID, store.JoinSearchText(parts)}})
}

// unindex removes a record from the search index.
func (c *Change) unindex(m Model) {
	if c.followed(m.Kind()) {
		c.Store.Queue(store.Statement{SQL: c.Env.Store.SQL().UnindexRowSQL(m.Kind().Plural), Args: []any{m.Record().ID}})
	}
}
