package changes

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"almanac/runtime/audit"
	"almanac/runtime/model"
	"almanac/runtime/store"
)

// Any reports whether the log has an entry of one of the resources after a point.
func Any(ctx context.Context, s *store.Store, r store.Reader, from Point, resources ...string) (found bool, err error) {
	return exists(ctx, s, r, from, resources, "1 = 1")
}

// LosesLink reports whether the log has an entry after a point that does not say where a link of the record led
// to before.
func LosesLink(
	ctx context.Context, s *store.Store, r store.Reader, from Point, link *model.Link,
) (found bool, err error) {
	return exists(ctx, s, r, from, []string{link.Source.Name},
		`(e.patch = '' OR e.patch LIKE '%"secret":[%"`+link.Name+`"%')`)
}

// exists reports whether the log has an entry of one of the resources after a point with a condition.
func exists(
	ctx context.Context, s *store.Store, r store.Reader, from Point, resources []string, condition string,
) (found bool, err error) {
	var args store.Args
	sq := s.Builder().NewSelect().TableExpr("audit_entries AS e").ColumnExpr("1").Where("?", from.after(s, &args)).
		Where("e.resource ?", s.SQL().InTexts(&args, resources)).Where("?", bun.Safe(condition))
	err = r.Query(ctx, store.Statement{
		SQL: "SELECT EXISTS (" + sq.String() + ")", Args: args.Values(),
		ScanRow: func(row store.Row) error { return row.Scan(&found) },
	})
	if err != nil {
		return false, fmt.Errorf("look for changes of %v: %w", resources, err)
	}
	return found, nil
}

// Access is what decided at some time who could read a record.
type Access struct {
	ID    int64
	Was   audit.Was
	Known bool // False for an entry of release 1.2.0 or before, which does not say.
}

// Accesses returns what decides now who can read the records, and what did before each of their changes after a
// point.
func Accesses(
	ctx context.Context, s *store.Store, r store.Reader, k *model.Resource, ids []int64, from Point,
) (list []Access, err error) {
	var args, ofLog store.Args
	now := s.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).
		ColumnExpr("r.id, 'now', true, "+k.AccessSQL("r.")).Where("r.id ?", s.SQL().In(&args, ids))
	log := s.Builder().NewSelect().TableExpr("audit_entries AS e").
		ColumnExpr("e.record_id, e.change_id, e.was_there, e.was_status, e.was_hidden, e.was_locked, e.was_owner").
		Where("?", from.after(s, &ofLog)).Where("e.resource = ?", ofLog.Bind(k.Name)).
		Where("e.record_id ?", s.SQL().In(&ofLog, ids)).OrderExpr("e.id")
	type part struct {
		id     int64
		change string
	}
	seen := map[part]bool{}
	scan := func(row store.Row) error {
		var a Access
		var change string
		err := row.Scan(&a.ID, &change, &a.Was.There, &a.Was.Status, &a.Was.Hidden, &a.Was.Locked, &a.Was.Owner)
		a.Known = change != ""
		if !a.Known || !seen[part{a.ID, change}] { // Nobody saw what a change made and undid.
			list = append(list, a)
		}
		seen[part{a.ID, change}] = true
		return err
	}
	err = r.Batch(ctx, []store.Statement{
		{SQL: now.String(), Args: args.Values(), ScanRow: scan},
		{SQL: log.String(), Args: ofLog.Values(), ScanRow: scan},
	})
	if err != nil {
		return nil, fmt.Errorf("read who could see %s: %w", k.Plural, err)
	}
	return list, nil
}
