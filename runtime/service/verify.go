package service

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/store"
)

// Verify checks a whole database: that it can be read to its end, that nothing
// refers to what is not there, that the counts of terms are those of a recount,
// that link tables carry what the records have, that records tell of the links that
// they have, and that computed fields have what their functions return. It returns how many
// records there are of each resource, by its plural name. It changes nothing.
func Verify(ctx context.Context, s *store.Store, resources []*model.Resource) (map[string]int64, error) {
	if err := s.CheckIntegrity(ctx); err != nil {
		return nil, err
	}
	records := map[string]int64{}
	counted, recounted := map[int64]int64{}, map[int64]int64{}
	var copies, caches, computed wrongly
	// In one batch, so that all read the same snapshot.
	batch := []store.Statement{{
		SQL:     "SELECT term_id, CAST(SUM(count) AS bigint) FROM term_counts GROUP BY term_id HAVING SUM(count) <> 0",
		ScanRow: sumInto(counted),
	}}
	for _, k := range resources {
		batch = append(batch, store.Statement{
			SQL: s.Builder().NewSelect().TableExpr("?", bun.Ident(k.Plural)).ColumnExpr("count(*)").String(),
			ScanRow: func(row store.Row) error {
				var n int64
				err := row.Scan(&n)
				records[k.Plural] = n
				return err
			},
		})
		for _, link := range k.Links {
			if k.Post && link.Target.Term {
				batch = append(batch, store.Statement{SQL: recount(s, k, link), ScanRow: sumInto(recounted)})
			}
			if link.DenormalizedColumn != "" {
				batch = append(batch, store.Statement{
					SQL: denormalizedMismatchSQL(s, k, link), ScanRow: copies.add(link.Name + " of " + k.Name),
				})
			}
		}
		if len(k.Links) > 0 {
			batch = append(batch, store.Statement{SQL: linkids.InvalidSQL(k, s), ScanRow: caches.add(k.Name)})
		}
		if len(k.FunctionColumns) > 0 {
			batch = append(batch, store.Statement{SQL: query.WithColumns(s.Builder().NewSelect().Model(k.New()), k).
				OrderExpr("?", bun.Ident(k.Name+".id")).String(), ScanRow: computed.addOutdated(k)})
		}
	}
	if err := s.Reader().Batch(ctx, batch); err != nil {
		return nil, err
	}
	if !maps.Equal(counted, recounted) {
		return nil, fmt.Errorf("the counts of terms differ from a recount: %v, but %v", counted, recounted)
	}
	if len(copies) > 0 {
		return nil, fmt.Errorf("denormalized columns do not match the records: %s", strings.Join(copies, ", "))
	}
	if len(caches) > 0 {
		return nil, fmt.Errorf("links cache of %s does not match the link tables", strings.Join(caches, ", "))
	}
	if len(computed) > 0 {
		return nil,
			fmt.Errorf("computed fields of %s do not match their functions: if these have changed, raise their "+
				"versions and run almanac migrate", strings.Join(computed, ", "))
	}
	return records, nil
}

// wrongly lists what a check has found.
type wrongly []string

// add returns the function that notes what has the id of each row.
func (w *wrongly) add(what string) func(store.Row) error {
	return func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		*w = append(*w, fmt.Sprintf("%s %d", what, id))
		return err
	}
}

// addOutdated returns the function that notes the first records, 10 at most, whose
// computed fields differ from what their functions return.
func (w *wrongly) addOutdated(k *model.Resource) func(store.Row) error {
	found := 0
	return func(row store.Row) error {
		m, err := query.Scan(k, row)
		if err == nil && found < 10 && k.ComputeFields(m) {
			found++
			*w = append(*w, fmt.Sprintf("%s %d", k.Name, m.Common().ID))
		}
		return err
	}
}

// denormalizedMismatchSQL returns the query of the first records, by id, that have
// something else in the column which a link carries than its table.
func denormalizedMismatchSQL(s *store.Store, k *model.Resource, link *model.Link) string {
	id := bun.Ident("r.id")
	return s.Builder().NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).
		Join("JOIN ? AS r ON ? = ?", bun.Ident(k.Plural), id, bun.Ident("l."+link.SourceColumn)).
		ColumnExpr("?", id).Where("? <> ?", bun.Ident("l."+link.DenormalizedColumn), bun.Ident("r."+link.DenormalizedColumn)).
		GroupExpr("?", id).OrderExpr("?", id).Limit(10).String()
}

// recount returns the query of how many published records each term of a link
// has.
func recount(s *store.Store, k *model.Resource, link *model.Link) string {
	term := bun.Ident("l." + link.TargetColumn)
	return s.Builder().NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).
		Join("JOIN ? AS r ON r.id = ?", bun.Ident(k.Plural), bun.Ident("l."+link.SourceColumn)).
		ColumnExpr("?, count(*)", term).Where("r.status = 'publish'").GroupExpr("?", term).String()
}

// sumInto adds rows of a term and a number to sums.
func sumInto(sums map[int64]int64) func(store.Row) error {
	return func(row store.Row) error {
		var term, n int64
		err := row.Scan(&term, &n)
		sums[term] += n
		return err
	}
}
