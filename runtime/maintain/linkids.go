package maintain

import (
	"context"
	"strconv"

	"github.com/uptrace/bun"

	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/store"
)

// linksAlgorithm is the number of the form in which rows cache the ids of their
// links.  A change of the form has to change the signature as well.
const linksAlgorithm = 1

// refillBatch is how many records one transaction looks at.
const refillBatch = 2000

// linksName is the name under which the database remembers up to which id rows of
// a resource have been made to tell where their links lead.  Migrations that change
// link tables remove it.
func linksName(k *model.Resource) string { return "links/" + k.Plural }

// linksMark tells the algorithm and the link tables.
func linksMark(k *model.Resource) string {
	return strconv.Itoa(linksAlgorithm) + "; " + k.LinkSignature()
}

// refillLinks has rows of a resource tell where their links lead that do not yet: all
// with other link tables than before, else those above the id that the last run
// came to, for others may have written some that do not know of the column.
// Nothing but speed depends on it.  Versions stay, because links do.
func (r recomputation) refillLinks(ctx context.Context, k *model.Resource, from int64) error {
	if len(k.Links) == 0 {
		return nil
	}
	var args store.Args
	after, to := args.Bind(nil), args.Bind(nil)
	next := r.store.SQL().
		Format("SELECT COALESCE(MAX(r.id), 0) FROM (SELECT id FROM ? WHERE id > ? ORDER BY id LIMIT ?) AS r",
			bun.Ident(k.Plural), after, bun.Safe(strconv.Itoa(refillBatch)))
	fill := r.store.SQL().Format("UPDATE ? SET ? WHERE id > ? AND id <= ? AND NOT (?)",
		bun.Ident(k.Plural), linkids.WriteSQL(k, r.store, "r.version", linkids.Deleted{}), after, to, linkids.ValidSQL(k))
	for filled := int64(0); ; {
		var last, n int64
		err := r.store.Primary().Query(ctx, store.Statement{SQL: next, Args: []any{from}, ScanRow: func(row store.Row) error {
			return row.Scan(&last)
		}})
		if err == nil && last == 0 && filled > 0 {
			r.log.InfoContext(ctx, "links cache rebuilt", "resource", k.Plural, "rows", filled)
			return r.store.Vacuum(ctx, k.Plural)
		}
		if err != nil || last == 0 {
			return err
		}
		err = r.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) (err error) {
			if err := r.store.Lock(ctx, w, "recompute"); err != nil {
				return err
			}
			if n, err = w.Exec(ctx, store.Statement{SQL: fill, Args: []any{from, last}}); err != nil {
				return err
			}
			return r.set(ctx, w, linksName(k), reached(last, linksMark(k)))
		})
		if err != nil {
			return err
		}
		from, filled = last, filled+n
	}
}
