package generator

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// demand checks that every change which existing rows may not survive has a
// word that accepts it.  Before is what the model is compared with; the error
// tells all faults.
func demand(m *model, now, before *Lock, went moves) error {
	if before == nil {
		return nil
	}
	had, have := tablesOf(before, went), tablesOf(now, moves{})
	var faults []error
	for _, r := range m.resources {
		old := went.before(before, r.Name)
		if old == nil {
			continue
		}
		if old.Kind != r.Resource.Kind {
			faults = append(faults, r.errorf("it was a %s and is a %s now; drop it and describe another resource%s", old.Kind, r.Resource.Kind, before.spent(r.Resource)))
			continue
		}
		d := demands{r: r, old: old, had: find(had, r.Name), have: find(have, r.Name), links: have, went: went}
		again := swappedAgain(old, now.resource(r.Name))
		for _, f := range r.fields {
			if partner := again[f.Name]; partner != "" {
				d.fault(f, "it is now what %q was, and %[1]q is what it was, as if they swapped their names once more, but the words Was have had their effect: "+
					"leave both out for one release and swap then; or leave them out now, if every value stays where it is", partner)
				continue
			}
			d.field(f)
		}
		d.uniques()
		faults = append(faults, d.faults...)
	}
	return errors.Join(faults...)
}

// before returns what a resource was, nil when it is new.
func (m moves) before(l *Lock, name string) *LockedResource {
	for was, now := range m.resources {
		if now == name {
			return l.resource(was)
		}
	}
	return nil
}

// demands gathers the faults of one resource.
type demands struct {
	r         *resource
	old       *LockedResource
	had, have *table
	links     []*table
	went      moves
	faults    []error
}

// fault notes a change that needs a word.
func (d *demands) fault(f *field, format string, args ...any) {
	d.faults = append(d.faults, d.r.errorf("field %q: %w", f.Name, fmt.Errorf(format, args...)))
}

// field checks one field.
func (d *demands) field(f *field) {
	var was *LockedField
	for i := range d.old.Fields {
		if d.went.field(d.old.Name, d.old.Fields[i].Name) == f.Name {
			if _, ok := d.went.fields[[2]string{d.old.Name, d.old.Fields[i].Name}]; ok {
				was = &d.old.Fields[i]
			}
		}
	}
	if f.needsValue() && (was == nil || f.Must && !was.Required) {
		d.fault(f, "it is required now, but existing rows have no value; write .Backfill(value) with what they get, or leave out Required")
	}
	if was == nil {
		d.key(f)
		return
	}
	if was.Link != nil {
		d.link(f, was)
	}
	for _, c := range was.Columns {
		if c.Derived == "" {
			d.column(f, c)
		}
	}
}

// needsValue reports whether a row without the field would be one that no
// request can make.
func (f *field) needsValue() bool {
	if f.Fill != nil || f.Default.Kind == dsl.ValueDefault {
		return false
	}
	return f.Must || f.Role == dsl.TimeZone
}

// swappedAgain finds fields that have swapped their names in an earlier release,
// whose words are still there, and that now are described as the other one was.
// It returns the partner of each.
func swappedAgain(was, now *LockedResource) map[string]string {
	pairs := map[string]string{}
	for i := range now.Fields {
		f := &now.Fields[i]
		old, partner, formerPartner := was.field(f.Name), now.field(f.Was), was.field(f.Was)
		if f.Was == "" || old == nil || partner == nil || formerPartner == nil {
			continue
		}
		spent := partner.Was == f.Name && old.Was == f.Was && formerPartner.Was == f.Name
		if spent && !old.alike(formerPartner) && f.alike(formerPartner) && partner.alike(old) {
			pairs[f.Name] = partner.Name
		}
	}
	return pairs
}

// alike reports whether two fields differ in nothing but their names.
func (f *LockedField) alike(other *LockedField) bool {
	return reflect.DeepEqual(f.nameless(), other.nameless())
}

// nameless returns the field without what follows from its name.
func (f *LockedField) nameless() LockedField {
	n := *f
	n.Name, n.Was, n.Link, n.Columns = "", "", nil, slices.Clone(f.Columns)
	for i := range n.Columns {
		n.Columns[i].Name, n.Columns[i].Default, n.Columns[i].fill = "", nil, nil
	}
	return n
}

// key checks that a new field changes no primary key.
func (d *demands) key(f *field) {
	if f.Primary || f.Role == dsl.Key {
		d.fault(f, "a primary key cannot change; drop the resource and describe another one")
	}
}

// link checks that the records that a field linked to are linked still.
func (d *demands) link(f *field, was *LockedField) {
	key := d.r.Name + "." + f.Name + ">" + d.went.resource(was.Target)
	if f.Loss == "" && find(d.links, key) == nil {
		d.fault(f, "it linked to %q, and these links would go; write .Narrowed(\"why\") to let them go", was.Target)
	}
}

// column checks that the values of a column can be kept.
func (d *demands) column(f *field, was LockedColumn) {
	now := d.have.column(f.Name + "=")
	switch {
	case now == nil && f.Loss == "":
		d.fault(f, "its values were stored in the column %q and would go; write .Narrowed(\"why\") to let them go", was.Name)
	case now == nil:
	case now.Key != was.Key || now.Serial != was.Serial:
		d.fault(f, "a primary key cannot change; drop the resource and describe another one")
	case narrower(was.Type, now.Type) && f.Loss == "":
		d.fault(f, "not every %s is a %s: values that do not convert would become %s; write .Narrowed(\"why\"), and .Backfill(value) for another value than that",
			was.Type, now.Type, nothing(now))
	case was.Null && !now.Null && f.Fill == nil:
		d.fault(f, "rows may hold null, which it cannot be any more; write .Backfill(value) with what they get")
	}
}

// nothing words what takes the place of values that do not convert.
func nothing(c *tableColumn) string {
	switch {
	case c.Null:
		return "null"
	case c.Type == textColumn:
		return "empty"
	default:
		return fmt.Sprint(zero(c.Type))
	}
}

// uniques checks that rows which an earlier release could write fit under
// unique indexes.
func (d *demands) uniques() {
	for _, ix := range d.r.Indexes {
		keys := d.have.keys(tableIndex{columns: ix.Columns})
		if !ix.Unique || ix.Because != "" || d.had.unique(keys) {
			continue
		}
		d.faults = append(d.faults, d.r.errorf("unique index over %s: two existing rows with the same values would stop the migration; "+
			"write Because: \"why there are none\" in the index", strings.Join(ix.Columns, ", ")))
	}
}

// unique reports whether there is a unique index over the columns.
func (t *table) unique(keys []string) bool {
	for _, ix := range t.indexes {
		if ix.unique && strings.Join(t.keys(ix), " ") == strings.Join(keys, " ") {
			return true
		}
	}
	return false
}

// narrower reports whether some values of a type are none of another.  Whole
// numbers beyond 2^53 lose digits as doubles and count as kept.
func narrower(from, to columnType) bool {
	switch {
	case from == to, to == textColumn:
		return false
	case from == booleanColumn, from == integerColumn && to == numberColumn:
		return false
	default:
		return true
	}
}
