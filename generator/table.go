package generator

import (
	"slices"
	"strings"
)

// table is a table with names that stay the same when the description gives
// it, or a part of it, another one: equal keys are one thing before and after.
type table struct {
	key     string
	name    string
	columns []tableColumn
	indexes []tableIndex
	refs    []reference // Link tables: both sides.
}

// tableColumn is a column; key stays when it is renamed.
type tableColumn struct {
	LockedColumn
	key string
}

// tableIndex is an index over columns.
type tableIndex struct {
	columns []string
	unique  bool
}

// reference is a foreign key that follows its target when that is deleted.
type reference struct {
	column string // Of this table.
	key    string // Key of the table that is referred to.
}

// tablesOf lists the tables of a lock, resources first.  The names of a lock
// that was made before renames are those that the moves lead to.
func tablesOf(l *Lock, to moves) []*table {
	var list []*table
	var links []*table
	for i := range l.Resources {
		r := &l.Resources[i]
		t := &table{key: to.resource(r.Name), name: r.Plural, columns: r.tableColumns(to)}
		for _, ix := range r.Indexes {
			t.indexes = append(t.indexes, tableIndex{columns: ix.Columns, unique: ix.Unique})
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
func linkTableOf(r *LockedResource, f *LockedField, to moves) *table {
	from, target := to.resource(r.Name), to.resource(f.Target)
	column := func(name, key string) tableColumn {
		return tableColumn{LockedColumn{Name: name, Type: integerColumn, Key: key != "position"}, key}
	}
	return &table{
		key: from + "." + to.field(r.Name, f.Name) + ">" + target, name: f.Link.Table,
		columns: []tableColumn{column(f.Link.Source, "source"), column(f.Link.Column, "target"), column("position", "position")},
		indexes: []tableIndex{{columns: []string{f.Link.Column, f.Link.Source}}},
		refs:    []reference{{f.Link.Source, from}, {f.Link.Column, target}},
	}
}

// tableColumns lists the columns in the order of the table: those of the kind,
// those of the fields, and last those that are folded from others.
func (r *LockedResource) tableColumns(to moves) []tableColumn {
	var list, folded []tableColumn
	for _, c := range r.Shared {
		list = append(list, tableColumn{c, c.Name})
	}
	for _, f := range r.Fields {
		for _, c := range f.Columns {
			key := to.field(r.Name, f.Name) + "="
			switch c.Derived {
			case "":
				list = append(list, tableColumn{c, key})
			case "schedule":
				list = append(list, tableColumn{c, "=" + c.Name})
			default:
				folded = append(folded, tableColumn{c, key + c.Derived})
			}
		}
	}
	return append(list, folded...)
}

// column returns the column with a key, nil when there is none.
func (t *table) column(key string) *tableColumn {
	for i := range t.columns {
		if t.columns[i].key == key {
			return &t.columns[i]
		}
	}
	return nil
}

// named returns the column with a name, nil when there is none.
func (t *table) named(name string) *tableColumn {
	for i := range t.columns {
		if t.columns[i].Name == name {
			return &t.columns[i]
		}
	}
	return nil
}

// find returns the table with a key, nil when there is none.
func find(list []*table, key string) *table {
	for _, t := range list {
		if t.key == key {
			return t
		}
	}
	return nil
}

// indexName tells the columns of an index.
func (t *table) indexName(ix tableIndex) string { return t.name + "_" + strings.Join(ix.columns, "_") }

// keys returns the keys of an index's columns.
func (t *table) keys(ix tableIndex) []string {
	var keys []string
	for _, name := range ix.columns {
		if c := t.named(name); c != nil {
			keys = append(keys, c.key)
		}
	}
	return keys
}

// has reports whether a table has an index that is the same in every respect.
func (t *table) has(name string, keys []string, unique bool) bool {
	return slices.ContainsFunc(t.indexes, func(ix tableIndex) bool {
		return t.indexName(ix) == name && ix.unique == unique && slices.Equal(t.keys(ix), keys)
	})
}

// clone copies a table so that its columns and indexes can be changed.
func (t *table) clone() *table {
	c := *t
	c.columns, c.indexes, c.refs = slices.Clone(t.columns), slices.Clone(t.indexes), slices.Clone(t.refs)
	return &c
}

// moves tells under which names a lock's resources and fields go on.
type moves struct {
	resources map[string]string    // By the name in the lock.
	fields    map[[2]string]string // By the names of resource and field in the lock.
}

// resource returns the present name of a resource.
func (m moves) resource(name string) string {
	if now, ok := m.resources[name]; ok {
		return now
	}
	return name
}

// field returns the present name of a field.
func (m moves) field(resource, name string) string {
	if now, ok := m.fields[[2]string{resource, name}]; ok {
		return now
	}
	return name
}
