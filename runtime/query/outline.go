package query

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
// all for 0, and the first values of each source, limit at most of each: all in one statement.
func OutlineOf(
	r *request.Request, k *model.Resource, owner int64, sources []ChoiceSource, limit int64,
) (*Outline, error) {
	var args store.Args
	var parts []string
	o := &Outline{Choices: make([][]RecordName, len(sources))}
	if k.Post {
		o.Counts = map[string]StatusCount{}
		parts = append(parts, countsSQL(r, k, owner, &args))
	}
	for n, source := range sources {
		parts = append(parts, choicesSQL(r, source, n, limit, &args))
	}
	if len(parts) == 0 {
		return o, nil
	}
	for n, part := range parts {
		parts[n] = "SELECT * FROM (" + part + ") AS p" + strconv.Itoa(n)
	}
	keys := map[RecordName]string{}
	scan := func(row store.Row) error {
		var n int
		var name RecordName
		var key string
		if err := row.Scan(&n, &name.ID, &name.Parent, &name.Name, &key); err != nil {
			return err
		}
		if n < 0 {
			o.Counts[name.Name] = StatusCount{name.ID, name.Parent}
			return nil
		}
		o.Choices[n], keys[name] = append(o.Choices[n], name), key
		return nil
	}
	statement := store.Statement{SQL: strings.Join(parts, " UNION ALL "), Args: args.Values(), ScanRow: scan}
	if err := r.Reader().Query(r.Context(), statement); err != nil {
		return nil, fmt.Errorf("outline a list of %s: %w", k.Plural, err)
	}
	for _, list := range o.Choices { // The parts of a union have no order, and their columns may differ in collation.
		slices.SortStableFunc(list, func(a, b RecordName) int {
			return cmp.Or(strings.Compare(keys[a], keys[b]), cmp.Compare(a.ID, b.ID))
		})
	}
	return o, nil
}

// countsSQL selects, for each status, -1, how many posts have it, how many of these are over,
// the status and an empty text.
func countsSQL(r *request.Request, k *model.Resource, owner int64, args *store.Args) string {
	s := r.Env.Store
	status, past := bun.Ident(k.Name+".status"), bun.SafeQuery("0")
	if k.EndColumn != "" {
		now := args.Bind(string(dates.FromUnix(r.Now.Unix())))
		past = bun.SafeQuery("SUM(CASE WHEN ? < ? THEN 1 ELSE 0 END)", bun.Ident(k.Name+"."+filter.EndUTC), now)
	}
	sq := s.Builder().NewSelect().TableExpr("? AS ?", bun.Ident(k.Plural), bun.Ident(k.Name)).
		ColumnExpr("-1 AS n, count(*) AS id, ? AS parent, ? AS name, '' AS key", past, status).GroupExpr("?", status)
	r.Scope().WhereVisibleStatus(k.Permissions, s, args, k.Name, model.Statuses(), filter.ConditionsOf(sq))
	if owner != 0 {
		sq.Where("? = ?", bun.Ident(k.Name+"."+k.OwnerColumn()), args.Bind(owner))
	}
	return sq.String()
}

// choicesSQL selects the number of a source, and of each of its values the ID, the parent, the
// name and what it is sorted by.
func choicesSQL(r *request.Request, source ChoiceSource, n int, limit int64, args *store.Args) string {
	k := source.Resource
	sq := r.Env.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).
		ColumnExpr(strconv.Itoa(n) + " AS n").Limit(limit)
	if source.Column != "" {
		column := bun.Ident(source.Column)
		sq.ColumnExpr("0 AS id, 0 AS parent, r.? AS name, r.? AS key", column, column).
			Where("r.? <> ''", column).Distinct().OrderExpr("key")
	} else {
		parent := bun.Safe("0")
		if k.Hierarchical {
			parent = "r.parent"
		}
		name, key := bun.Ident(k.NameField), bun.Ident(k.NameSort)
		sq.ColumnExpr("r.id AS id, ? AS parent, r.? AS name, r.? AS key", parent, name, key).
			OrderExpr("key, r.id")
	}
	r.Scope().WhereKnown(r.Env.Store, k, args, "r", filter.ConditionsOf(sq))
	return sq.String()
}
