package migrate

import (
	"ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"almanac/generator/internal/model"
)

// ident quotes a name.
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
		made.AddIndexes(index(made, t.IndexName(ix), ix.Unique, ix.Columns...))
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

// index returns one index.
func index(t *schema.Table, name string, unique bool, columns ...string) *schema.Index {
	ix := schema.NewIndex(name).SetUnique(unique)
	for _, name := range columns {
		c, _ := t.Column(name)
		ix.AddColumns(c)
	}
	return ix
}

// column returns one column. Text is compared by bytes on both stores, so that
// orders are equal.
func column(d model.Dialect, c model.LockedColumn) *schema.Column {
	column := schema.NewColumn(c.Name).SetType(d.Types[c.Type.Stored()]).SetNull(c.Null)
	if c.Type == model.TextColumn && d.Name == "postgres" {
		column.SetCollation("C")
	}
	if c.Serial {
		column.AddAttrs(d.Serial)
	}
	if c.Default != nil {
		column.SetDefault(&schema.Literal{V: sqlLiteral(c.Default)})
	}
	return column
}
