package maintain

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"almanac/runtime/metadata"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// indexMark begins the names under which the database remembers the indexes that
// DeferIndexes has taken away, with the statement that makes each of them.
const indexMark = "index/"

// DeferIndexes takes the indexes of a resource and its links away that enforce nothing,
// so that very many records can be written without them: to keep them up with each
// record costs several times what it takes to make them once.  Reads are right
// meanwhile, but slow.  RestoreIndexes makes them again.
func DeferIndexes(ctx context.Context, e *request.Env, k *model.Resource) error {
	tables := []string{k.Plural}
	for _, link := range k.Links {
		tables = append(tables, link.Table)
	}
	err := e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		if err := e.Store.Lock(ctx, w, "recompute"); err != nil {
			return err
		}
		r := recomputation{store: e.Store}
		for _, table := range tables {
			if err := r.deferIndexes(ctx, w, table); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("drop the indexes of %s: %w", k.Plural, err)
	}
	return nil
}

// deferIndexes takes the indexes of a table away that enforce nothing.
func (r recomputation) deferIndexes(ctx context.Context, w store.Writer, table string) error {
	list, err := r.store.PlainIndexes(ctx, w, table)
	if err != nil {
		return err
	}
	for _, index := range list {
		if err := r.set(ctx, w, indexMark+index.Name, index.SQL); err != nil {
			return err
		}
		if err := r.store.DropIndex(ctx, w, index.Name); err != nil {
			return err
		}
	}
	return nil
}

// RestoreIndexes makes the indexes again that DeferIndexes has taken away, also in a run
// that was interrupted.
func RestoreIndexes(ctx context.Context, s *store.Store) error {
	if there, err := s.HasTable(ctx, metadata.Table); err != nil || !there {
		return err
	}
	known, err := metadata.All(ctx, s.Reader(), indexMark)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if err := restoreIndex(ctx, s, name); err != nil {
			return fmt.Errorf("create the index %s, which an import deferred: %w", name, err)
		}
	}
	return nil
}

// restoreIndex makes an index that is remembered, unless another program has done it
// meanwhile.
func restoreIndex(ctx context.Context, s *store.Store, name string) error {
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		if err := s.Lock(ctx, w, "recompute"); err != nil {
			return err
		}
		var text string
		err := w.Query(ctx, store.Statement{
			SQL:  "DELETE FROM " + metadata.Table + " WHERE name = $1 RETURNING value",
			Args: []any{indexMark + name}, ScanRow: func(row store.Row) error { return row.Scan(&text) },
		})
		if err != nil || text == "" {
			return err
		}
		_, err = w.Exec(ctx, store.Statement{SQL: text})
		return err
	})
}
