package query

import (
	"context"

	"github.com/uptrace/bun"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// RecordSummary is what tells a record from others without its content.
type RecordSummary struct {
	ID         int64
	CreatedUTC string
	EditedUTC  string // As model.EditedUTC returns it.
	Slug       string // "" for records that have none, as the following.
	Name       string // Folded, as for sorting.
	DateUTC    string // Publication; "" for terms.
	Status     string // "" for terms.
}

// Summaries returns the heads of all records of a resource, whatever their status, by
// id.
func Summaries(ctx context.Context, e *request.Env, k *model.Resource) ([]RecordSummary, error) {
	var heads []RecordSummary
	err := EachSummary(ctx, e, k, func(h RecordSummary) { heads = append(heads, h) })
	return heads, err
}

// EachSummary hands the head of every record of a resource to each, one after the
// other, by id.
func EachSummary(ctx context.Context, e *request.Env, k *model.Resource, each func(RecordSummary)) error {
	sq := e.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).
		ColumnExpr("r.id, r.created_utc").OrderExpr("r.id")
	if k.Post {
		sq = sq.ColumnExpr(model.EditedSQL)
	} else {
		sq = sq.ColumnExpr("r.modified_utc")
	}
	if k.Post || k.Term {
		sq = sq.ColumnExpr("r.slug, r.?", bun.Ident(k.NameSort))
	}
	if k.Post {
		sq = sq.ColumnExpr("r.date_utc, r.status")
	}
	return e.Store.Reader().Query(ctx, store.Statement{SQL: sq.String(), ScanRow: func(row store.Row) error {
		var h RecordSummary
		targets := []any{&h.ID, &h.CreatedUTC, &h.EditedUTC}
		if k.Post || k.Term {
			targets = append(targets, &h.Slug, &h.Name)
		}
		if k.Post {
			targets = append(targets, &h.DateUTC, &h.Status)
		}
		err := row.Scan(targets...)
		if err == nil {
			each(h)
		}
		return err
	}})
}

// RecordsAfter returns the records of a resource whose ids come after one, whatever
// their status and language, by id and limit at most.  What they link to is
// left out.
func RecordsAfter(ctx context.Context, e *request.Env, k *model.Resource, after, limit int64) ([]model.Record, error) {
	var args store.Args
	sq := WithColumns(e.Store.Builder().NewSelect().Model(k.New()), k).
		Where("? > ?", bun.Ident(k.Name+".id"), args.Bind(after)).OrderExpr("?", bun.Ident(k.Name+".id")).Limit(limit)
	var found []model.Record
	err := e.Store.Reader().
		Query(ctx, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			m, err := Scan(k, row)
			found = append(found, m)
			return err
		}})
	return found, err
}

// LinkedIDs returns the ids of all records that a link leads to, in order, by
// the id of the record that has the link; also of those in the trash, which
// responses leave out.
func LinkedIDs(
	ctx context.Context, e *request.Env, reader store.Reader, link *model.Link, ids []int64,
) (map[int64][]int64, error) {
	linked := map[int64][]int64{}
	return linked, reader.Query(ctx, ReadLinkedIDs(e, link, ids, linked))
}

// ReadLinkedIDs returns the statement of LinkedIDs, which adds what it reads to linked.
func ReadLinkedIDs(e *request.Env, link *model.Link, ids []int64, linked map[int64][]int64) store.Statement {
	var args store.Args
	sq := e.Store.Builder().NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).
		ColumnExpr("l.?, l.?", bun.Ident(link.SourceColumn), bun.Ident(link.TargetColumn)).
		Where("l.? ?", bun.Ident(link.SourceColumn), e.Store.SQL().In(&args, ids)).
		OrderExpr("l.?, l.position, l.?", bun.Ident(link.SourceColumn), bun.Ident(link.TargetColumn))
	return store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		var source, target int64
		err := row.Scan(&source, &target)
		linked[source] = append(linked[source], target)
		return err
	}}
}
