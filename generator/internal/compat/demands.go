package compat

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// Demand checks that every change which existing rows may not survive has a
// word that accepts it.  Before is what the model is compared with; the error
// tells all faults.
func Demand(m *model.Model, now, before *model.Lock, went model.Moves) error {
	if before == nil {
		return nil
	}
	had, have := model.TablesOf(before, went), model.TablesOf(now, model.Moves{})
	var faults []error
	for _, r := range m.Resources {
		old := went.Before(before, r.Name)
		if old == nil {
			continue
		}
		if old.Kind != r.Resource.Kind {
			faults = append(faults, r.Errorf("it was a %s and is a %s now; drop it and describe another resource%s", old.Kind, r.Resource.Kind, before.Spent(r.Resource)))
			continue
		}
		d := demands{r: r, old: old, had: model.Find(had, r.Name), have: model.Find(have, r.Name), links: have, went: went}
		again := swappedAgain(old, now.Resource(r.Name))
		for _, f := range r.ModelFields {
			if partner := again[f.Name]; partner != "" {
				d.fault(f, "it is now what %q was, and %[1]q is what it was, as if they swapped their names once more, but RenamedFrom has had its effect: "+
					"remove it from both for one release and swap then; or remove it now, if every value stays where it is", partner)
				continue
			}
			d.field(f)
		}
		d.uniques()
		faults = append(faults, d.faults...)
	}
	return errors.Join(faults...)
}

// demands gathers the faults of one resource.
type demands struct {
	r         *model.Resource
	old       *model.LockedResource
	had, have *model.Table
	links     []*model.Table
	went      model.Moves
	faults    []error
}

// fault notes a change that needs a word.
func (d *demands) fault(f *model.Field, format string, args ...any) {
	d.faults = append(d.faults, d.r.Errorf("field %q: %w", f.Name, fmt.Errorf(format, args...)))
}

// field checks one field.
func (d *demands) field(f *model.Field) {
	var was *model.LockedField
	for i := range d.old.Fields {
		if d.went.Field(d.old.Name, d.old.Fields[i].Name) == f.Name {
			if _, ok := d.went.Fields[[2]string{d.old.Name, d.old.Fields[i].Name}]; ok {
				was = &d.old.Fields[i]
			}
		}
	}
	if needsValue(f) && (was == nil || f.Required && !was.Required) {
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
func needsValue(f *model.Field) bool {
	if f.Backfill != nil || f.Default.Kind == dsl.DefaultValue {
		return false
	}
	return f.Required || f.Behavior == dsl.TimeZone
}

// swappedAgain finds fields that have swapped their names in an earlier release,
// whose words are still there, and that now are described as the other one was.
// It returns the partner of each.
func swappedAgain(was, now *model.LockedResource) map[string]string {
	pairs := map[string]string{}
	for i := range now.Fields {
		f := &now.Fields[i]
		old, partner, formerPartner := field(was, f.Name), field(now, f.Was), field(was, f.Was)
		if f.Was == "" || old == nil || partner == nil || formerPartner == nil {
			continue
		}
		spent := partner.Was == f.Name && old.Was == f.Was && formerPartner.Was == f.Name
		if spent && !alike(old, formerPartner) && alike(f, formerPartner) && alike(partner, old) {
			pairs[f.Name] = partner.Name
		}
	}
	return pairs
}

// alike reports whether two fields differ in nothing but their names.
func alike(f *model.LockedField, other *model.LockedField) bool {
	return reflect.DeepEqual(nameless(f), nameless(other))
}

// nameless returns the field without what follows from its name.
func nameless(f *model.LockedField) model.LockedField {
	n := *f
	n.Name, n.Was, n.Link, n.Columns = "", "", nil, slices.Clone(f.Columns)
	for i := range n.Columns {
		n.Columns[i].Name, n.Columns[i].Default, n.Columns[i].Fill = "", nil, nil
	}
	return n
}

// key checks that a new field changes no primary key.
func (d *demands) key(f *model.Field) {
	if f.PrimaryKey || f.Behavior == dsl.AutoID {
		d.fault(f, "a primary key cannot change; drop the resource and describe another one")
	}
}

// link checks that the records that a field linked to are linked still.
func (d *demands) link(f *model.Field, was *model.LockedField) {
	key := d.r.Name + "." + f.Name + ">" + d.went.Resource(was.Target)
	if f.LossyConversion == "" && model.Find(d.links, key) == nil {
		d.fault(f, "it linked to %q, and these links would go; write .LossyConversion(\"why\") to let them go", was.Target)
	}
}

// column checks that the values of a column can be kept.
func (d *demands) column(f *model.Field, was model.LockedColumn) {
	now := d.have.Column(f.Name + "=")
	switch {
	case now == nil && f.LossyConversion == "":
		d.fault(f, "its values were stored in the column %q and would go; write .LossyConversion(\"why\") to let them go", was.Name)
	case now == nil:
	case now.Key != was.Key || now.Serial != was.Serial:
		d.fault(f, "a primary key cannot change; drop the resource and describe another one")
	case model.Narrower(was.Type, now.Type) && f.LossyConversion == "":
		d.fault(f, "not every %s is a %s: values that do not convert would become %s; write .LossyConversion(\"why\"), and .Backfill(value) for another value than that",
			was.Type, now.Type, model.Nothing(now))
	case was.Null && !now.Null && f.Backfill == nil:
		d.fault(f, "rows may hold null, which it cannot be any more; write .Backfill(value) with what they get")
	}
}

// uniques checks that rows which an earlier release could write fit under
// unique indexes.
func (d *demands) uniques() {
	for _, ix := range d.r.Indexes {
		keys := d.have.Keys(model.TableIndex{Columns: ix.Columns})
		if !ix.Unique || ix.UniqueReason != "" || d.had.Unique(keys) {
			continue
		}
		d.faults = append(d.faults, d.r.Errorf("unique index over %s: two existing rows with the same values would stop the migration; "+
			"write UniqueReason: \"why there are none\" in the index", strings.Join(ix.Columns, ", ")))
	}
}
