package maintain

import (
	"context"
	"fmt"

	"almanac/runtime/metadata"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// DeferSearch takes the search index of a resource away, so that very many records
// can be written without it: on PostgreSQL to keep it up with each record costs
// several times what it takes to make it once.  Searches are right meanwhile, but
// read row by row.  FinishSearch makes it again; where that is not reached, the
// next import or migration does, for the database remembers that it is missing.
// On SQLite nothing happens: searches need what the index holds.
func DeferSearch(ctx context.Context, e *request.Env, k *model.Resource) error {
	if len(k.SearchColumns) == 0 || !e.Store.SQL().MaintainsSearchIndex() {
		return nil
	}
	err := e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		if err := e.Store.Lock(ctx, w, "recompute"); err != nil {
			return err
		}
		if _, err := w.Exec(ctx, metadata.Delete(searchName(k))); err != nil {
			return err
		}
		return e.Store.DropSearchIndex(ctx, w, k.Plural)
	})
	if err != nil {
		return fmt.Errorf("drop the search index of %s: %w", k.Plural, err)
	}
	return nil
}

// FinishSearch makes the search index of a resource where DeferSearch has taken it
// away, also in a run that was interrupted.
func FinishSearch(ctx context.Context, e *request.Env, k *model.Resource) error {
	if len(k.SearchColumns) == 0 || !e.Store.SQL().MaintainsSearchIndex() {
		return nil
	}
	r := recomputation{store: e.Store, resources: e.Resources, log: e.Log}
	known, err := metadata.All(ctx, r.store.Reader(), "")
	if err == nil && known[searchName(k)] == "" {
		err = r.buildSearch(ctx, k)
	}
	if err != nil {
		return fmt.Errorf("create the search index of %s: %w", k.Plural, err)
	}
	return nil
}
