package generator

import (
	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"almanac/resources/dsl"
)

// dialect is a store as the planner of migrations sees it.
type dialect struct {
	name      string // Directory of the migrations.
	differ    schema.Differ
	planner   migrate.PlanApplier
	types     map[columnType]schema.Type
	words     map[columnType]string // The types in casts.
	serial    schema.Attr           // Makes a column one that the database numbers.
	quote     string                // Encloses names.
	rebuilds  bool                  // Changes of a column write the table anew.
	clusters  bool                  // Narrow tables with keys of several columns are stored by them, so that the key leads to the row at once.
	whole     string                // Cuts the fraction off a number.
	plain     string                // Writes a number in plain digits.
	isInteger string                // Tells whether a text is a whole number.
	isNumber  string                // Tells whether a text is a number.
}

// dialects lists the stores.
func dialects() []dialect {
	return []dialect{
		{
			name: "postgres", differ: postgres.DefaultDiff, planner: postgres.DefaultPlan, serial: &postgres.Identity{Generation: "BY DEFAULT"},
			types: map[columnType]schema.Type{
				textColumn: &schema.StringType{T: postgres.TypeText}, integerColumn: &schema.IntegerType{T: postgres.TypeBigInt},
				booleanColumn: &schema.BoolType{T: postgres.TypeBoolean}, numberColumn: &schema.FloatType{T: postgres.TypeDouble},
			},
			words: map[columnType]string{integerColumn: postgres.TypeBigInt, numberColumn: postgres.TypeDouble},
			quote: `"`, whole: "trunc(%s)", plain: postgresPlain, isInteger: postgresInteger, isNumber: postgresNumber,
		},
		{
			name: "sqlite", differ: sqlite.DefaultDiff, planner: sqlite.DefaultPlan, serial: &sqlite.AutoIncrement{},
			types: map[columnType]schema.Type{
				textColumn: &schema.StringType{T: "text"}, integerColumn: &schema.IntegerType{T: "integer"},
				booleanColumn: &schema.BoolType{T: "bool"}, numberColumn: &schema.FloatType{T: "real"},
			},
			words: map[columnType]string{integerColumn: "integer", numberColumn: "real"},
			quote: "`", rebuilds: true, clusters: true, whole: "CAST(%s AS integer)", plain: sqlitePlain, isInteger: sqliteInteger, isNumber: sqliteNumber,
		},
	}
}

// ident quotes a name.
func (d dialect) ident(name string) string { return d.quote + name + d.quote }

// schema describes tables in the planner's terms.
func (d dialect) schema(list []*table) *schema.Schema {
	s := schema.New("")
	made := map[string]*schema.Table{}
	for _, t := range list {
		made[t.key] = d.table(t)
		s.AddTables(made[t.key])
	}
	for _, t := range list {
		for _, ref := range t.refs {
			d.refer(made[t.key], made[ref.key], ref.column)
		}
	}
	return s
}

// table describes one table, without what it refers to.
func (d dialect) table(t *table) *schema.Table {
	made := schema.NewTable(t.name)
	var key []*schema.Column
	for _, c := range t.columns {
		column := d.column(c.LockedColumn)
		made.AddColumns(column)
		if c.Key {
			key = append(key, column)
		}
	}
	made.SetPrimaryKey(schema.NewPrimaryKey(key...))
	if d.clusters && len(key) > 1 && t.narrow() {
		made.AddAttrs(&sqlite.WithoutRowID{})
	}
	for _, ix := range t.indexes {
		made.AddIndexes(index(made, t.indexName(ix), ix.unique, ix.columns...))
	}
	return made
}

// refer makes a column of a link table refer to a record.
func (d dialect) refer(t, target *schema.Table, name string) {
	column, _ := t.Column(name)
	id, _ := target.Column("id")
	t.AddForeignKeys(schema.NewForeignKey(t.Name + "_" + name).AddColumns(column).
		SetRefTable(target).AddRefColumns(id).SetOnDelete(schema.Cascade))
}

// index describes one index.
func index(t *schema.Table, name string, unique bool, columns ...string) *schema.Index {
	ix := schema.NewIndex(name).SetUnique(unique)
	for _, name := range columns {
		c, _ := t.Column(name)
		ix.AddColumns(c)
	}
	return ix
}

// column describes one column.  Text compares by its bytes on both stores, so
// that orders agree.
func (d dialect) column(c LockedColumn) *schema.Column {
	column := schema.NewColumn(c.Name).SetType(d.types[c.Type]).SetNull(c.Null)
	if c.Type == textColumn && d.name == "postgres" {
		column.SetCollation("C")
	}
	if c.Serial {
		column.AddAttrs(d.serial)
	}
	if c.Default != nil {
		column.SetDefault(&schema.Literal{V: sqlLiteral(c.Default)})
	}
	return column
}

// tableIndexes lists the indexes of a table: those of the description and
// those that every kind needs.
func (r *resource) tableIndexes() []dsl.Index {
	list := []dsl.Index{}
	if r.Resource.Kind != dsl.Internal {
		list = append(list, dsl.Index{Columns: []string{"slug"}, Unique: true}, dsl.Index{Columns: []string{r.role(dsl.Name).Name + "_sort", "id"}})
	}
	if r.Resource.Kind == dsl.Term {
		list = append(list, dsl.Index{Columns: []string{"parent"}})
	}
	if r.post() {
		list = append(list, dsl.Index{Columns: []string{"status", "date_utc"}})
	}
	return append(list, r.Indexes...)
}
