package mutate

import (
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// checkUnique notes values of a record that is about to be written and that no two
// records may have.  When another transaction writes the same at the same time, the
// unique index refuses the later one, which is run again and finds the other's.
func (c *Mutation) checkUnique(m model.Record) error {
	for i, unique := range c.Kind.Unique {
		args := []any{m.Common().ID}
		for _, column := range unique.Columns {
			args = append(args, c.Kind.Value(m, column))
		}
		if unique.ExceptEmpty && args[1] == "" {
			continue
		}
		var other int64
		c.queueQuery(func() error {
			if other == 0 {
				return nil
			}
			for _, name := range unique.Fields {
				if len(unique.Fields) == 1 {
					c.Fail(name, "%s must be unique: another %s has it.", name, c.Kind.Name)
				} else {
					c.Fail(name, "%s must be unique together: another %s has the same.", strings.Join(unique.Fields, ", "), c.Kind.Name)
				}
			}
			return nil
		}, store.Statement{SQL: c.engine.uniqueSQL(c.Kind, i), Args: args, ScanRow: func(row store.Row) error { return row.Scan(&other) }})
	}
	return c.validationErr()
}

// uniqueSQL returns the statement that finds the record with another ID and certain
// values in the columns of a unique index.
func (e *Engine) uniqueSQL(k *model.Resource, index int) string {
	columns := k.Unique[index].Columns
	return e.SQLCache.Get(request.SQLKey{Of: k, Purpose: "unique " + strings.Join(columns, " ")}, func(args *store.Args) string {
		q := e.Store.Builder().NewSelect().TableExpr("?", bun.Ident(k.Plural)).Column("id").Where("id <> ?", args.Bind(nil))
		for _, column := range columns {
			q = q.Where("? = ?", bun.Ident(column), args.Bind(nil))
		}
		return q.String()
	}).SQL
}
