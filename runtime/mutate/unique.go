package mutate

import (
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// checkUnique adds errors for values of a record that is about to be written and that no two
// records may have.  If another transaction writes the same at the same time, the unique
// index refuses the later one, which runs again and finds the other record.
func (m *Mutation) checkUnique(rec model.Record) error {
	for i, unique := range m.Resource.Unique {
		args := []any{rec.Common().ID}
		for _, column := range unique.Columns {
			args = append(args, m.Resource.Value(rec, column))
		}
		if unique.ExceptEmpty && args[1] == "" {
			continue
		}
		var other int64
		find := store.Statement{SQL: m.engine.uniqueSQL(m.Resource, i), Args: args, ScanRow: func(row store.Row) error {
			return row.Scan(&other)
		}}
		m.queueQuery(func() error {
			if other == 0 {
				return nil
			}
			resource := apierror.Resource(m.Resource.Name)
			for _, name := range unique.Fields {
				if len(unique.Fields) == 1 {
					m.Fail(name, "%s must be unique: another %s has it.", apierror.Param(name), resource)
				} else {
					m.Fail(name, "%s must be a unique combination: another %s has the same values.",
						apierror.Params(unique.Fields), resource)
				}
			}
			return nil
		}, find)
	}
	return m.validationErr()
}

// uniqueSQL returns the statement that finds the record with another ID and certain
// values in the columns of a unique index.
func (e *Engine) uniqueSQL(res *model.Resource, index int) string {
	columns := res.Unique[index].Columns
	key := request.SQLKey{Of: res, Purpose: "unique " + strings.Join(columns, " ")}
	return e.SQLCache.Get(key, func(args *store.Args) string {
		q := e.Store.Builder().NewSelect().TableExpr("?", bun.Ident(res.Plural)).Column("id")
		q = q.Where("id <> ?", args.Bind(nil))
		for _, column := range columns {
			q = q.Where("? = ?", bun.Ident(column), args.Bind(nil))
		}
		return q.String()
	}).SQL
}
