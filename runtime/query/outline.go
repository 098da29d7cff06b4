package query

import (
	"fmt"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Outline is what the desk shows around a list.
type Outline struct {
	Counts  map[string]StatusCount // Of posts by status, those in the trash as well; nil for other records.
	Choices [][]RecordName         // Of each source, by name. Values of a column have no ID.
}

// StatusCount is how many posts have a status.
type StatusCount struct {
	Total int64
	Past  int64 // Of these, posts that ended before the call; 0 for posts without an end.
}

// ChoiceSource is where the values of a filter come from: the records of a resource, or the
// values of a text column of these.
type ChoiceSource struct {
	Resource *model.Resource // With a NameSort.
	Column   string          // "" for the records.
}

// OutlineOf returns how many records of each status the caller may see, those of the owner or
// all for 0, and the first values of each source, limit at most of each: all in one batch.
func OutlineOf(
	r *request.Request, k *model.Resource, owner int64, sources []ChoiceSource, limit int64,
) (*Outline, error) {
	o := &Outline{Choices: make([][]RecordName, len(sources))}
	var batch []store.Statement
	if k.Post {
		o.Counts = map[string]StatusCount{}
		batch = append(batch, countStatuses(r, k, owner, o.Counts))
	}
	for n, source := range sources {
		batch = append(batch, readChoices(r, source, limit, &o.Choices[n]))
	}
	if len(batch) == 0 {
		return o, nil
	}
	if err := r.Reader().Batch(r.Context(), batch); err != nil {
		return nil, fmt.Errorf("outline a list of %s: %w", k.Plural, err)
	}
	return o, nil
}

// countStatuses returns the statement that counts the posts of each status, and those of them
// that are over.
func countStatuses(r *request.Request, k *model.Resource, owner int64, counts map[string]StatusCount) store.Statement {
	var args store.Args
	s := r.Env.Store
	status, past := bun.Ident(k.Name+".status"), bun.SafeQuery("0")
	if k.EndColumn != "" {
		now := args.Bind(string(dates.FromUnix(r.Now.Unix())))
		past = bun.SafeQuery("SUM(CASE WHEN ? < ? THEN 1 ELSE 0 END)", bun.Ident(k.Name+"."+filter.EndUTC), now)
	}
	sq := s.Builder().NewSelect().TableExpr("? AS ?", bun.Ident(k.Plural), bun.Ident(k.Name)).
		ColumnExpr("?, count(*), ?", status, past).GroupExpr("?", status)
	r.Scope().WhereVisibleStatus(k.Permissions, s, &args, k.Name, model.Statuses(), filter.ConditionsOf(sq))
	if owner != 0 {
		sq.Where("? = ?", bun.Ident(k.Name+"."+k.OwnerColumn()), args.Bind(owner))
	}
	return store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		var status string
		var count StatusCount
		err := row.Scan(&status, &count.Total, &count.Past)
		counts[status] = count
		return err
	}}
}

// readChoices returns the statement that adds the first values of a source to a list.
func readChoices(r *request.Request, source ChoiceSource, limit int64, list *[]RecordName) store.Statement {
	var args store.Args
	k := source.Resource
	sq := r.Env.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).Limit(limit)
	if source.Column != "" {
		column := bun.Ident(source.Column)
		sq.ColumnExpr("0 AS id, 0 AS parent, r.?", column).Where("r.? <> ''", column).Distinct().OrderExpr("r.?", column)
	} else {
		parent := bun.Safe("0")
		if k.Hierarchical {
			parent = "r.parent"
		}
		sq.ColumnExpr("r.id, ? AS parent, r.?", parent, bun.Ident(k.NameField)).
			OrderExpr("r.?, r.id", bun.Ident(k.NameSort))
	}
	r.Scope().WhereKnown(r.Env.Store, k, &args, "r", filter.ConditionsOf(sq))
	return store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		var n RecordName
		err := row.Scan(&n.ID, &n.Parent, &n.Name)
		*list = append(*list, n)
		return err
	}}
}
