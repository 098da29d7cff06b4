package generator

import (
	"context"
	"fmt"
	"strings"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"almanac/resources/dsl"
)

// dialect is a store as the planner of migrations sees it.
type dialect struct {
	name    string // Directory of the migrations.
	planner migrate.PlanApplier
	types   map[columnType]schema.Type
	serial  schema.Attr // Makes a column one that the database numbers.
}

// dialects lists the stores.
func dialects() []dialect {
	return []dialect{
		{
			name: "postgres", planner: postgres.DefaultPlan, serial: &postgres.Identity{Generation: "BY DEFAULT"},
			types: map[columnType]schema.Type{
				textColumn: &schema.StringType{T: postgres.TypeText}, integerColumn: &schema.IntegerType{T: postgres.TypeBigInt},
				booleanColumn: &schema.BoolType{T: postgres.TypeBoolean}, numberColumn: &schema.FloatType{T: postgres.TypeDouble},
			},
		},
		{
			name: "sqlite", planner: sqlite.DefaultPlan, serial: &sqlite.AutoIncrement{},
			types: map[columnType]schema.Type{
				textColumn: &schema.StringType{T: "text"}, integerColumn: &schema.IntegerType{T: "integer"},
				booleanColumn: &schema.BoolType{T: "bool"}, numberColumn: &schema.FloatType{T: "real"},
			},
		},
	}
}

// schema describes every table in the planner's terms.
func (d dialect) schema(m *model) *schema.Schema {
	s := schema.New("")
	tables := map[string]*schema.Table{}
	for _, r := range m.resources {
		tables[r.Name] = d.table(r)
		s.AddTables(tables[r.Name])
	}
	for _, r := range m.records() {
		for _, l := range r.links {
			s.AddTables(d.linkTable(l, tables[l.From.Name], tables[l.To.Name]))
		}
	}
	return s
}

// table describes the table of a resource.
func (d dialect) table(r *resource) *schema.Table {
	t := schema.NewTable(r.Plural)
	var key []*schema.Column
	for _, c := range r.columns {
		column := d.column(c)
		t.AddColumns(column)
		if c.Key {
			key = append(key, column)
		}
	}
	t.SetPrimaryKey(schema.NewPrimaryKey(key...))
	for _, ix := range r.tableIndexes() {
		t.AddIndexes(index(t, ix.Unique, ix.Columns...))
	}
	return t
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

// index describes one index; its name tells its columns.
func index(t *schema.Table, unique bool, columns ...string) *schema.Index {
	ix := schema.NewIndex(t.Name + "_" + strings.Join(columns, "_")).SetUnique(unique)
	for _, name := range columns {
		c, _ := t.Column(name)
		ix.AddColumns(c)
	}
	return ix
}

// column describes one column.  Text compares by its bytes on both stores, so
// that orders agree.
func (d dialect) column(c column) *schema.Column {
	column := schema.NewColumn(c.Name).SetType(d.types[c.Type]).SetNull(c.Null)
	if c.Type == textColumn && d.name == "postgres" {
		column.SetCollation("C")
	}
	if c.Serial {
		column.AddAttrs(d.serial)
	}
	return column
}

// linkTable describes the table of a relation.
func (d dialect) linkTable(l *link, from, to *schema.Table) *schema.Table {
	t := schema.NewTable(l.Table)
	source := d.column(column{Name: l.Source, Type: integerColumn})
	target := d.column(column{Name: l.Column, Type: integerColumn})
	position := d.column(column{Name: "position", Type: integerColumn})
	t.AddColumns(source, target, position)
	t.SetPrimaryKey(schema.NewPrimaryKey(source, target))
	t.AddIndexes(index(t, false, l.Column, l.Source))
	for _, side := range []struct {
		column *schema.Column
		table  *schema.Table
	}{{source, from}, {target, to}} {
		id, _ := side.table.Column("id")
		t.AddForeignKeys(schema.NewForeignKey(l.Table + "_" + side.column.Name).AddColumns(side.column).
			SetRefTable(side.table).AddRefColumns(id).SetOnDelete(schema.Cascade))
	}
	return t
}

// migration plans the statements that make all tables, or drop them.
func (d dialect) migration(m *model, down bool) (string, error) {
	var changes []schema.Change
	tables := d.schema(m).Tables
	for i := range tables {
		if down {
			changes = append(changes, &schema.DropTable{T: tables[len(tables)-1-i]})
		} else {
			changes = append(changes, &schema.AddTable{T: tables[i]})
		}
	}
	plan, err := d.planner.PlanChanges(context.Background(), "initial", changes)
	if err != nil {
		return "", fmt.Errorf("plan %s migration: %w", d.name, err)
	}
	var statements []string
	for _, c := range plan.Changes {
		statements = append(statements, c.Cmd+";\n")
	}
	return strings.Join(statements, "--bun:split\n"), nil
}
