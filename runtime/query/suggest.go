package query

import (
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// RecordName is a record as a form offers it as a target of a link.
type RecordName struct {
	ID     int64
	Parent int64  // Of a term that Terms returns; 0 for none, and for other records.
	Name   string // Plain text.
}

// Bounds of what Suggest compares, so that a common word costs no more than a rare one.
const (
	maxCompared   = 10_000 // Names in their order.
	maxCandidates = 500    // Records that have the words.
)

// Suggest returns records that the caller may see, limit at most: first those whose names
// begin with what was typed, then others that have all of its words in their names. Of
// more than 10,000 records with a common word it may leave some out. The resource has a
// NameSort.
func Suggest(r *request.Request, k *model.Resource, typed string, limit int) ([]RecordName, error) {
	key, words := text.SortKey(typed), text.ParseSearch(typed).Words
	found, err := suggestIn(r, k, limit, func(sq *bun.SelectQuery, args *store.Args) bool {
		if key != "" {
			sq.Where(
				"r.? >= ? AND r.? < ?", bun.Ident(k.NameSort), args.Bind(key), bun.Ident(k.NameSort), args.Bind(key+"\U0010FFFF"),
			)
		}
		return true
	})
	for _, where := range []func(*bun.SelectQuery, *store.Args) bool{
		func(sq *bun.SelectQuery, args *store.Args) bool { return amongFirst(r.Env.Store, k, words, sq, args) },
		func(sq *bun.SelectQuery, args *store.Args) bool { return amongIndexed(r.Env.Store, k, words, sq, args) },
	} {
		if err != nil || len(found) >= limit || len(words) == 0 {
			break
		}
		var more []RecordName
		more, err = suggestIn(r, k, limit, where)
		for _, n := range more {
			if len(found) < limit && !slices.Contains(found, n) {
				found = append(found, n)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("suggest %s: %w", k.Plural, err)
	}
	return found, nil
}

// suggestIn returns the first records by name, of those that the condition lets pass.
func suggestIn(
	r *request.Request, k *model.Resource, limit int, where func(*bun.SelectQuery, *store.Args) bool,
) ([]RecordName, error) {
	var args store.Args
	sq := r.Env.Store.Builder().
		NewSelect().
		TableExpr("? AS r", bun.Ident(k.Plural)).
		ColumnExpr("r.id, r.?", bun.Ident(k.NameField)).
		OrderExpr("r.?, r.id", bun.Ident(k.NameSort)).
		Limit(int64(limit))
	if !where(sq, &args) {
		return nil, nil
	}
	r.Scope().WhereKnown(r.Env.Store, k, &args, "r", filter.ConditionsOf(sq))
	var found []RecordName
	err := r.Reader().
		Query(r.Context(), store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			var n RecordName
			err := row.Scan(&n.ID, &n.Name)
			found = append(found, n)
			return err
		}})
	return found, err
}

// amongFirst adds the condition that the name has all words and is among the first of
// all names, which an index has in their order.
func amongFirst(s *store.Store, k *model.Resource, words []string, sq *bun.SelectQuery, args *store.Args) bool {
	first := s.Builder().NewSelect().TableExpr("?", bun.Ident(k.Plural)).ColumnExpr("id, ? AS key", bun.Ident(k.NameSort)).
		OrderExpr("?, id", bun.Ident(k.NameSort)).Limit(maxCompared)
	ids := s.Builder().NewSelect().TableExpr("(?) AS n", first).ColumnExpr("n.id").Limit(maxCandidates)
	sq.Where("r.id IN (?)", whereWords(s, "n.key", words, ids, args))
	return true
}

// amongIndexed adds the condition that the name has all words and the record is among
// those that the search index finds first for the longest one, as to intersect long lists
// of rows takes long. It returns false if the index has no word.
func amongIndexed(s *store.Store, k *model.Resource, words []string, sq *bun.SelectQuery, args *store.Args) bool {
	indexed := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !s.SQL().CanUseTrigrams(word) })
	if len(indexed) == 0 || len(k.SearchColumns) == 0 {
		return false
	}
	longest := slices.MaxFunc(indexed, func(a, b string) int { return len(a) - len(b) })
	source, check, ok := s.SQL().SearchSource(args, k.Plural, "c", k.SearchColumns, []string{longest})
	if !ok {
		return false
	}
	found := s.Builder().
		NewSelect().
		TableExpr("?", source).
		ColumnExpr("c.id, c.? AS key", bun.Ident(k.NameSort)).
		Limit(maxCandidates)
	if check != nil {
		found.Where("?", check)
	}
	sq.Where(
		"r.id IN (?)",
		whereWords(s, "n.key", words, s.Builder().NewSelect().TableExpr("(?) AS n", found).ColumnExpr("n.id"), args),
	)
	return true
}

// whereWords adds the condition that a folded column has all words.
func whereWords(s *store.Store, column string, words []string, sq *bun.SelectQuery, args *store.Args) *bun.SelectQuery {
	for _, word := range words {
		sq = sq.Where(s.SQL().LikeExpr(word), bun.Ident(column), args.Bind(text.LikePattern(word)))
	}
	return sq
}
