package generator

import (
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// table is a table with names that stay the same when the description gives
// it, or a part of it, another one: equal keys are one thing before and after.
type table struct {
	key     string
	name    string
	columns []tableColumn
	indexes []tableIndex
	refs    []reference // Link tables: both sides.
	carries string      // Link tables: the column that is also one of the record; "" for none.
}

// tableColumn is a column; key stays when it is renamed.
type tableColumn struct {
	LockedColumn
	key     string
	plain   bool   // Any value of its type will do: nobody reads more into it.
	standIn string // Column whose values it gets when it comes back; "" for none.
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
		return tableColumn{LockedColumn: LockedColumn{Name: name, Type: integerColumn, Key: key != "position"}, key: key}
	}
	t := &table{
		key: from + "." + to.field(r.Name, f.Name) + ">" + target, name: f.Link.Table,
		columns: []tableColumn{column(f.Link.Source, "source"), column(f.Link.Column, "target"), column("position", "position")},
		indexes: []tableIndex{{columns: []string{f.Link.Column, f.Link.Source}}},
		refs:    []reference{{f.Link.Source, from}, {f.Link.Column, target}},
	}
	if f.Link.Carry != "" {
		t.carry(f.Link, to.field(r.Name, f.Link.Carry))
	}
	return t
}

// carry adds the column that holds what a field of the record has, which stays
// the same when the field is renamed, and makes the index serve both.
func (t *table) carry(l *LockedLink, field string) {
	t.carries = l.Carry
	t.columns = append(t.columns, tableColumn{LockedColumn: LockedColumn{Name: l.Carry, Type: textColumn, Derived: "carried"}, key: field + "="})
	t.indexes[0].columns = []string{l.Column, l.Carry, l.Source}
}

// tableColumns lists the columns in the order of the table: those of the kind,
// those of the fields, those that are folded from others, and last the one that tells
// where links lead.
func (r *LockedResource) tableColumns(to moves) []tableColumn {
	var list, folded, last []tableColumn
	for _, c := range r.Shared {
		column := tableColumn{LockedColumn: c, key: c.Name}
		if c.Derived == "" {
			list = append(list, column)
		} else {
			last = append(last, column)
		}
	}
	for _, f := range r.Fields {
		for _, c := range f.Columns {
			key := to.field(r.Name, f.Name) + "="
			switch c.Derived {
			case "":
				list = append(list, tableColumn{LockedColumn: c, key: key, plain: f.plain()})
			case "schedule":
				list = append(list, tableColumn{LockedColumn: c, key: "=" + c.Name})
			default:
				folded = append(folded, tableColumn{LockedColumn: c, key: key + c.Derived})
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

// column returns the column with a key, nil when there is none.
func (t *table) column(key string) *tableColumn {
	for i := range t.columns {
		if t.columns[i].key == key {
			return &t.columns[i]
		}
	}
	return nil
}

// narrow reports whether rows are as short as entries of an index: they have no
// texts but those of the key and a date that is carried.
func (t *table) narrow() bool {
	return !slices.ContainsFunc(t.columns, func(c tableColumn) bool { return c.Type == textColumn && !c.Key && c.Name != t.carries })
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

// maxName is how many bytes of a name PostgreSQL keeps.
const maxName = 63

// indexName tells the columns of an index.  One that would be too long ends in
// a number made from all of it instead.
func (t *table) indexName(ix tableIndex) string {
	name := t.name + "_" + strings.Join(ix.columns, "_")
	if len(name) <= maxName {
		return name
	}
	return name[:maxName-9] + "_" + sum([]byte(name))[:8]
}

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
