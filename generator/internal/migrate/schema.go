package migrate

import (
	"ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"almanac/generator/internal/model"
)

func ident(d model.Dialect, name string) string { return d.Quote + name + d.Quote }

// schemaOf returns tables as types of Atlas.
func schemaOf(d model.Dialect, list []*model.Table) *schema.Schema {
	s := schema.New("")
	made := map[string]*schema.Table{}
	for _, t := range list {
		made[t.Key] = table(d, t)
		s.AddTables(made[t.Key])
	}
	for _, t := range list {
		for _, ref := range t.ForeignKeys {
			refer(made[t.Key], made[ref.TargetKey], ref.Column)
		}
	}
	return s
}

// table returns one table without its foreign keys.
func table(d model.Dialect, t *model.Table) *schema.Table {
	made := schema.NewTable(t.Name)
	var key []*schema.Column
	for _, c := range t.Columns {
		column := column(d, c.LockedColumn)
		made.AddColumns(column)
		if c.Key {
			key = append(key, column)
		}
	}
	made.SetPrimaryKey(schema.NewPrimaryKey(key...))
	if d.ClustersTables && len(key) > 1 && t.Narrow() {
		made.AddAttrs(&sqlite.WithoutRowID{})
	}
	for _, ix := range t.Indexes {
		made.AddIndexes(index(d, made, t.IndexName(ix), ix))
	}
	return made
}

// refer adds a foreign key to a record.
func refer(t, target *schema.Table, name string) {
	column, _ := t.Column(name)
	id, _ := target.Column("id")
	t.AddForeignKeys(schema.NewForeignKey(t.Name + "_" + name).AddColumns(column).
		SetRefTable(target).AddRefColumns(id).SetOnDelete(schema.Cascade))
}

func index(d model.Dialect, t *schema.Table, name string, of model.TableIndex) *schema.Index {
	ix := schema.NewIndex(name).SetUnique(of.Unique)
	for _, name := range of.Columns {
		c, _ := t.Column(name)
		ix.AddColumns(c)
	}
	if of.ExceptEmpty {
		ix.AddAttrs(d.IndexPredicate(ident(d, of.Columns[0]) + " <> ''"))
	}
	return ix
}

// column returns one column. Text is compared by bytes on both stores, so that
// orders are equal.
func column(d model.Dialect, c model.LockedColumn) *schema.Column {
	column := schema.NewColumn(c.Name).SetType(d.Types[c.Type.Stored()]).SetNull(c.Null)
	if c.Type.Stored() == model.TextColumn && d.Name == "postgres" {
		column.SetCollation("C")
	}
	if c.Serial {
		column.AddAttrs(d.Serial)
	}
	switch {
	case c.Transaction && d.TransactionSQL != "":
		column.SetDefault(&schema.RawExpr{X: d.TransactionSQL})
	case c.Transaction:
		column.SetDefault(&schema.Literal{V: "0"})
	case c.Default != nil:
		column.SetDefault(&schema.Literal{V: sqlLiteral(c.Default)})
	}
	return column
}
