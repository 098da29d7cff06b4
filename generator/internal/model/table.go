package model

import (
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// Table is a table with names that stay the same when the description gives
// it, or a part of it, another one: equal keys are one thing before and after.
type Table struct {
	Key     string
	Name    string
	Columns []TableColumn
	Indexes []TableIndex
	Refs    []reference // Link tables: both sides.
	Carries string      // Link tables: the column that is also one of the record; "" for none.
}

// TableColumn is a column; key stays when it is renamed.
type TableColumn struct {
	LockedColumn
	InKey   string
	Plain   bool   // Any value of its type will do: nobody reads more into it.
	StandIn string // Column whose values it gets when it comes back; "" for none.
}

// TableIndex is an index over columns.
type TableIndex struct {
	Columns []string
	Unique  bool
}

// reference is a foreign key that follows its target when that is deleted.
type reference struct {
	Column string // Of this table.
	Key    string // Key of the table that is referred to.
}

// TablesOf lists the tables of a lock, resources first.  The names of a lock
// that was made before renames are those that the moves lead to.
func TablesOf(l *Lock, to Moves) []*Table {
	var list []*Table
	var links []*Table
	for i := range l.Resources {
		r := &l.Resources[i]
		t := &Table{Key: to.Resource(r.Name), Name: r.Plural, Columns: r.tableColumns(to)}
		for _, ix := range r.Indexes {
			t.Indexes = append(t.Indexes, TableIndex(ix))
		}
		list = append(list, t)
		for _, f := range r.Fields {
			if f.Link != nil {
				links = append(links, linkTableOf(r, &f, to))
			}
		}
	}
	return append(list, links...)
}

// linkTableOf is the table of a relation.
func linkTableOf(r *LockedResource, f *LockedField, to Moves) *Table {
	from, target := to.Resource(r.Name), to.Resource(f.Target)
	column := func(name, key string) TableColumn {
		return TableColumn{LockedColumn: LockedColumn{Name: name, Type: IntegerColumn, Key: key != "position"}, InKey: key}
	}
	t := &Table{
		Key: from + "." + to.Field(r.Name, f.Name) + ">" + target, Name: f.Link.Table,
		Columns: []TableColumn{column(f.Link.Source, "source"), column(f.Link.Column, "target"), column("position", "position")},
		Indexes: []TableIndex{{Columns: []string{f.Link.Column, f.Link.Source}}},
		Refs:    []reference{{f.Link.Source, from}, {f.Link.Column, target}},
	}
	if f.Link.Carry != "" {
		t.carry(f.Link, to.Field(r.Name, f.Link.Carry))
	}
	return t
}

// carry adds the column that holds what a field of the record has, which stays
// the same when the field is renamed, and makes the index serve both.
func (t *Table) carry(l *LockedLink, field string) {
	t.Carries = l.Carry
	t.Columns = append(t.Columns, TableColumn{LockedColumn: LockedColumn{Name: l.Carry, Type: TextColumn, Derived: "carried"}, InKey: field + "="})
	t.Indexes[0].Columns = []string{l.Column, l.Carry, l.Source}
}

// tableColumns lists the columns in the order of the table: those of the kind,
// those of the fields, those that are folded from others, and last the one that tells
// where links lead.
func (r *LockedResource) tableColumns(to Moves) []TableColumn {
	var list, folded, last []TableColumn
	for _, c := range r.Shared {
		column := TableColumn{LockedColumn: c, InKey: c.Name}
		if c.Derived == "" {
			list = append(list, column)
		} else {
			last = append(last, column)
		}
	}
	for _, f := range r.Fields {
		for _, c := range f.Columns {
			key := to.Field(r.Name, f.Name) + "="
			switch c.Derived {
			case "":
				list = append(list, TableColumn{LockedColumn: c, InKey: key, Plain: f.plain()})
			case "schedule":
				list = append(list, TableColumn{LockedColumn: c, InKey: "=" + c.Name})
			default:
				folded = append(folded, TableColumn{LockedColumn: c, InKey: key + c.Derived})
			}
		}
	}
	return slices.Concat(list, folded, last)
}

// plain reports whether a field is a text or a number that stands for nothing
// but itself.
func (f *LockedField) plain() bool {
	return slices.Contains([]dsl.Type{dsl.TypeString, dsl.TypeInteger, dsl.TypeNumber}, f.Type) && (f.Role == "" || f.Role == dsl.Name) && f.Target == ""
}

// Column returns the column with a key, nil when there is none.
func (t *Table) Column(key string) *TableColumn {
	for i := range t.Columns {
		if t.Columns[i].InKey == key {
			return &t.Columns[i]
		}
	}
	return nil
}

// Narrow reports whether rows are as short as entries of an index: they have no
// texts but those of the key and a date that is carried.
func (t *Table) Narrow() bool {
	return !slices.ContainsFunc(t.Columns, func(c TableColumn) bool { return c.Type == TextColumn && !c.Key && c.Name != t.Carries })
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

// maxName is how many bytes of a name PostgreSQL keeps.
const maxName = 63

// IndexName tells the columns of an index.  One that would be too long ends in
// a number made from all of it instead.
func (t *Table) IndexName(ix TableIndex) string {
	name := t.Name + "_" + strings.Join(ix.Columns, "_")
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
			keys = append(keys, c.InKey)
		}
	}
	return keys
}

// Has reports whether a table has an index that is the same in every respect.
func (t *Table) Has(name string, keys []string, unique bool) bool {
	return slices.ContainsFunc(t.Indexes, func(ix TableIndex) bool {
		return t.IndexName(ix) == name && ix.Unique == unique && slices.Equal(t.Keys(ix), keys)
	})
}

// Clone copies a table so that its columns and indexes can be changed.
func (t *Table) Clone() *Table {
	c := *t
	c.Columns, c.Indexes, c.Refs = slices.Clone(t.Columns), slices.Clone(t.Indexes), slices.Clone(t.Refs)
	return &c
}

// Moves tells under which names a lock's resources and fields go on.
type Moves struct {
	resources map[string]string    // By the name in the lock.
	Fields    map[[2]string]string // By the names of resource and field in the lock.
}

// Resource returns the present name of a resource.
func (m Moves) Resource(name string) string {
	if now, ok := m.resources[name]; ok {
		return now
	}
	return name
}

// Field returns the present name of a field.
func (m Moves) Field(resource, name string) string {
	if now, ok := m.Fields[[2]string{resource, name}]; ok {
		return now
	}
	return name
}

// Unique reports whether there is a unique index over the columns.
func (t *Table) Unique(keys []string) bool {
	for _, ix := range t.Indexes {
		if ix.Unique && strings.Join(t.Keys(ix), " ") == strings.Join(keys, " ") {
			return true
		}
	}
	return false
}
