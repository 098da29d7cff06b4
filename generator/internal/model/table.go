package model

import (
	"cmp"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// Table is a table with keys that do not change when the description renames
// it or a part of it: equal keys mean the same table or column before and
// after.
type Table struct {
	Key          string
	Name         string
	Columns      []TableColumn
	Indexes      []TableIndex
	ForeignKeys  []foreignKey // Link tables only: both sides.
	Denormalized string       // Link tables only: the column that is copied from the record; "" for none.
}

// TableColumn is a column; its stable key is unchanged by a rename.
type TableColumn struct {
	LockedColumn
	StableKey string
	Field     string // That is written; "" for none.
	// What values of the field meet: SQL with %[1]s for the column, or a format of Dialect.IsFormatSQL; "" for all.
	Rule              string
	AnyValue          bool   // Whether any value of its type is valid.
	Function          bool   // Whether a function of the description computes it.
	PlaceholderColumn string // Column whose values replace lost ones in a down migration; "" for none.
}

// TableIndex is an index over columns.
type TableIndex struct {
	Columns     []string
	Unique      bool
	ExceptEmpty bool // Unique but for the empty text; of one column.
}

// foreignKey is a foreign key with ON DELETE CASCADE.
type foreignKey struct {
	Column    string // Of this table.
	TargetKey string // Key of the table that is referred to.
}

// TablesOf returns the tables of a lock file, resources first. The map has the
// present names of an earlier lock file.
func TablesOf(l *Lockfile, to RenameMap) []*Table {
	var list []*Table
	var links []*Table
	for i := range l.Resources {
		r := &l.Resources[i]
		t := &Table{Key: to.Resource(r.Name), Name: r.Plural, Columns: r.tableColumns(to)}
		for _, ix := range r.Indexes {
			t.Indexes = append(t.Indexes, TableIndex(ix))
		}
		list = append(list, t)
		if l.ownsIDTable(r) {
			list = append(list, idTableOf(r, to))
		}
		for _, f := range r.Fields {
			if f.Link != nil {
				links = append(links, linkTableOf(r, &f, to))
			}
		}
	}
	return append(list, links...)
}

// ownsIDTable reports whether no other resource has the table with the IDs of a
// record.
func (l *Lockfile) ownsIDTable(r *LockedResource) bool {
	return r.IDTable != "" &&
		!slices.ContainsFunc(l.Resources, func(o LockedResource) bool { return o.Plural == r.IDTable })
}

// MovesIDs reports whether a record gets its IDs from another table than before,
// which does not know the IDs that are in use.
func (l *Lockfile) MovesIDs(r *LockedResource, before *Lockfile, was *LockedResource) bool {
	if before.ownsIDTable(was) || l.ownsIDTable(r) {
		return before.ownsIDTable(was) != l.ownsIDTable(r)
	}
	return was.IDTable != r.IDTable
}

// idTableOf returns the table that assigns the IDs of a record, one row each, as
// post_id_sequence does.
func idTableOf(r *LockedResource, to RenameMap) *Table {
	column := func(c LockedColumn) TableColumn { return TableColumn{LockedColumn: c, StableKey: c.Name} }
	return &Table{Key: to.Resource(r.Name) + " ids", Name: r.IDTable, Columns: []TableColumn{
		column(LockedColumn{Name: "id", Type: IntegerColumn, Key: true, Serial: true}),
		column(LockedColumn{Name: "resource", Type: TextColumn}),
	}}
}

func linkTableOf(r *LockedResource, f *LockedField, to RenameMap) *Table {
	from, target := to.Resource(r.Name), to.Resource(f.Target)
	column := func(name, key string) TableColumn {
		locked := LockedColumn{Name: name, Type: IntegerColumn, Key: key != "position"}
		return TableColumn{LockedColumn: locked, StableKey: key}
	}
	t := &Table{
		Key: from + "." + to.Field(r.Name, f.Name) + ">" + target, Name: f.Link.Table,
		Columns: []TableColumn{
			column(f.Link.SourceColumn, "source"), column(f.Link.TargetColumn, "target"), column("position", "position"),
		},
		Indexes:     []TableIndex{{Columns: []string{f.Link.TargetColumn, f.Link.SourceColumn}}},
		ForeignKeys: []foreignKey{{f.Link.SourceColumn, from}, {f.Link.TargetColumn, target}},
	}
	if f.Link.Denormalized != "" {
		t.addDenormalized(f.Link, to.Field(r.Name, f.Link.Denormalized))
	}
	return t
}

// addDenormalized adds the column that is copied from the record, and adds it
// to the index. Its key is unchanged when the field is renamed.
func (t *Table) addDenormalized(l *LockedLink, field string) {
	t.Denormalized = l.Denormalized
	locked := LockedColumn{Name: l.Denormalized, Type: TextColumn, Computed: "denormalized"}
	t.Columns = append(t.Columns, TableColumn{LockedColumn: locked, StableKey: field + "="})
	t.Indexes[0].Columns = []string{l.TargetColumn, l.Denormalized, l.SourceColumn}
}

// tableColumns returns the columns in the order of the table: those of the
// kind, of the fields, folded columns, and the links cache.
func (r *LockedResource) tableColumns(to RenameMap) []TableColumn {
	var list, folded, last []TableColumn
	for _, c := range r.CommonColumns {
		column := TableColumn{LockedColumn: c, StableKey: c.Name}
		if c.Computed == "" {
			list = append(list, column)
		} else {
			last = append(last, column)
		}
	}
	for _, f := range r.Fields {
		for _, c := range f.Columns {
			key := to.Field(r.Name, f.Name) + "="
			column := TableColumn{LockedColumn: c, StableKey: key + c.Computed, Field: f.Name, Rule: f.rule(&c)}
			switch c.Computed {
			case "":
				column.AnyValue, column.Function = f.plain(), f.Computed != ""
				list = append(list, column)
			case "schedule", "recurrence":
				list = append(list, TableColumn{LockedColumn: c, StableKey: "=" + c.Name})
			default:
				folded = append(folded, column)
			}
		}
	}
	return slices.Concat(list, folded, last)
}

// plain reports whether a field is a text or number without a further meaning.
func (f *LockedField) plain() bool {
	return slices.Contains([]dsl.Type{dsl.TypeString, dsl.TypeInteger, dsl.TypeNumber}, f.Type) &&
		(f.Behavior == "" || f.Behavior == dsl.Name) && f.Target == ""
}

// Column returns the column with a key, nil when there is none.
func (t *Table) Column(key string) *TableColumn {
	for i := range t.Columns {
		if t.Columns[i].StableKey == key {
			return &t.Columns[i]
		}
	}
	return nil
}

// LosesValues reports whether rows may have a value that the column cannot have any
// more.
func (c *LockedColumn) LosesValues(was *LockedColumn) bool {
	if c.Type.IsList() {
		return false // Which elements they have is checked by the description.
	}
	if c.Format != "" && c.Format != was.Format {
		return true
	}
	isGone := func(word string) bool { return !slices.Contains(c.Enum, word) }
	return c.Enum != nil && (was.Enum == nil || slices.ContainsFunc(was.Enum, isGone))
}

// Values describes the values that the text of a column may have; "" for any.
func (c *LockedColumn) Values() string {
	formats := map[string]string{"date": "a date", "time-local": "a time of day", "date-time": "a timestamp in UTC"}
	return cmp.Or(strings.Join(c.Enum, ", "), formats[c.Format])
}

// Narrow reports whether rows are as short as index entries: they have no text
// except the key and a copied date.
func (t *Table) Narrow() bool {
	return !slices.ContainsFunc(t.Columns, func(c TableColumn) bool {
		return c.Type.Stored() == TextColumn && !c.Key && c.Name != t.Denormalized
	})
}

// Named returns the column with a name, nil when there is none.
func (t *Table) Named(name string) *TableColumn {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// Find returns the table with a key, nil when there is none.
func Find(list []*Table, key string) *Table {
	for _, t := range list {
		if t.Key == key {
			return t
		}
	}
	return nil
}

// maxName is the maximum length of a PostgreSQL name in bytes.
const maxName = 63

// IndexName returns a name with the columns of the index.
func (t *Table) IndexName(ix TableIndex) string {
	return fitName(t.Name + "_" + strings.Join(ix.Columns, "_"))
}

// fitName returns a name that PostgreSQL takes: one that is too long ends in a hash.
func fitName(name string) string {
	if len(name) <= maxName {
		return name
	}
	return name[:maxName-9] + "_" + Sum([]byte(name))[:8]
}

// Keys returns the keys of an index's columns.
func (t *Table) Keys(ix TableIndex) []string {
	var keys []string
	for _, name := range ix.Columns {
		if c := t.Named(name); c != nil {
			keys = append(keys, c.StableKey)
		}
	}
	return keys
}

// Has reports whether a table has exactly this index of another one.  A unique index
// whose values are converted is another one, because values collide while some are
// converted and others are not.
func (t *Table) Has(other *Table, index TableIndex) bool {
	return slices.ContainsFunc(t.Indexes, func(ix TableIndex) bool {
		converted := func(key string) bool { return t.Column(key).Type != other.Column(key).Type }
		return t.IndexName(ix) == other.IndexName(index) && t.SameIndex(ix, other, index) &&
			(!ix.Unique || !slices.ContainsFunc(t.Keys(ix), converted))
	})
}

// SameIndex reports whether an index does the same as one of another table.
func (t *Table) SameIndex(ix TableIndex, other *Table, index TableIndex) bool {
	return ix.Unique == index.Unique && ix.ExceptEmpty == index.ExceptEmpty && slices.Equal(t.Keys(ix), other.Keys(index))
}

// Clone returns a copy whose columns and indexes can be changed.
func (t *Table) Clone() *Table {
	c := *t
	c.Columns, c.Indexes, c.ForeignKeys = slices.Clone(t.Columns), slices.Clone(t.Indexes), slices.Clone(t.ForeignKeys)
	return &c
}

// RenameMap has the present names of the resources and fields of an earlier
// lock file.
type RenameMap struct {
	resources map[string]string    // By the name in the lock.
	Fields    map[[2]string]string // By the names of resource and field in the lock.
}

// Resource returns the present name of a resource.
func (m RenameMap) Resource(name string) string {
	if now, ok := m.resources[name]; ok {
		return now
	}
	return name
}

// Field returns the present name of a field.
func (m RenameMap) Field(resource, name string) string {
	if now, ok := m.Fields[[2]string{resource, name}]; ok {
		return now
	}
	return name
}

// Unique reports whether there is a unique index over the columns, which empty texts
// may violate if exceptEmpty is set.
func (t *Table) Unique(keys []string, exceptEmpty bool) bool {
	return slices.ContainsFunc(t.Indexes, func(ix TableIndex) bool {
		return ix.Unique && (exceptEmpty || !ix.ExceptEmpty) && slices.Equal(t.Keys(ix), keys)
	})
}
