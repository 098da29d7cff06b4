package compat

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// CheckMigration checks that each change which could lose data of existing
// rows is described. It compares the model with an earlier lock file; the
// error joins all errors.
func CheckMigration(m *model.Model, now, before *model.Lockfile, went model.RenameMap) error {
	if before == nil {
		return nil
	}
	had, have := model.TablesOf(before, went), model.TablesOf(now, model.RenameMap{})
	var errs []error
	for _, r := range m.Resources {
		old := went.Before(before, r.Name)
		if old == nil {
			continue
		}
		if old.Kind != r.Kind {
			errs = append(errs, r.MemberErrorf("Kind",
				"it was a %s and is now a %s; drop it and describe another resource%s",
				old.Kind, r.Kind, before.ExpiredHint(r.Resource)))
			continue
		}
		if now.MovesIDs(now.Resource(r.Name), before, old) {
			errs = append(errs, r.Errorf("its IDs were those of %q and would be those of %q, "+
				"which does not know the ones in use: leave IDTable as it was", old.IDTable, r.IDSequence()))
		}
		c := migrationCheck{
			r: r, earlier: old, earlierTable: model.Find(had, r.Name), table: model.Find(have, r.Name),
			links: have, renames: went,
		}
		again := swappedTwice(old, now.Resource(r.Name))
		for _, f := range r.ModelFields {
			if partner := again[f.Name]; partner != "" {
				c.errorf(f, "it is now what %q was, and %[1]q is what it was, as if they swapped their names once more, "+
					"but RenamedFrom has had its effect: "+
					"remove it from both for one release and swap then; or remove it now, if every value stays where it is", partner)
				continue
			}
			c.field(f)
		}
		c.uniqueIndexes()
		errs = append(errs, c.errs...)
	}
	return errors.Join(errs...)
}

// migrationCheck collects the errors of one resource.
type migrationCheck struct {
	r                   *model.Resource
	earlier             *model.LockedResource
	earlierTable, table *model.Table
	links               []*model.Table
	renames             model.RenameMap
	errs                []error
}

// errorf adds an error about a field.
func (c *migrationCheck) errorf(f *model.Field, format string, args ...any) {
	c.errs = append(c.errs, c.r.FieldErrorf(f, format, args...))
}

func (c *migrationCheck) field(f *model.Field) {
	var was *model.LockedField
	for i := range c.earlier.Fields {
		if c.renames.Field(c.earlier.Name, c.earlier.Fields[i].Name) == f.Name {
			if _, ok := c.renames.Fields[[2]string{c.earlier.Name, c.earlier.Fields[i].Name}]; ok {
				was = &c.earlier.Fields[i]
			}
		}
	}
	if needsValue(f) && (was == nil || f.Required && !was.Required) {
		c.errorf(f, "it is required now, but existing rows have no value; "+
			"write .Backfill(value) with their value, or remove Required")
	}
	if was == nil {
		c.primaryKey(f)
		return
	}
	if was.Link != nil {
		c.link(f, was)
	}
	if c.money(f, was) || c.list(f, was) {
		return
	}
	for _, column := range was.Columns {
		if column.Computed == "" && f.Computed == nil {
			c.column(f, column)
		}
	}
}

// needsValue reports whether existing rows need a value, because no request
// can create a row without the field.
func needsValue(f *model.Field) bool {
	if f.Backfill != nil || f.Default.Kind == dsl.DefaultValue {
		return false
	}
	return f.Required || f.Behavior == dsl.TimeZone
}

// swappedTwice finds fields that swapped their names in an earlier release,
// still have RenamedFrom, and are now described as the other one was. It
// returns the partner of each.
func swappedTwice(was, now *model.LockedResource) map[string]string {
	pairs := map[string]string{}
	for i := range now.Fields {
		f := &now.Fields[i]
		old, partner, formerPartner := field(was, f.Name), field(now, f.RenamedFrom), field(was, f.RenamedFrom)
		if f.RenamedFrom == "" || old == nil || partner == nil || formerPartner == nil {
			continue
		}
		spent := partner.RenamedFrom == f.Name && old.RenamedFrom == f.RenamedFrom && formerPartner.RenamedFrom == f.Name
		if spent && !equalExceptName(old, formerPartner) && equalExceptName(f, formerPartner) &&
			equalExceptName(partner, old) {
			pairs[f.Name] = partner.Name
		}
	}
	return pairs
}

// equalExceptName reports whether two fields differ only in their names.
func equalExceptName(f *model.LockedField, other *model.LockedField) bool {
	return reflect.DeepEqual(withoutName(f), withoutName(other))
}

// withoutName returns the field without what depends on its name.
func withoutName(f *model.LockedField) model.LockedField {
	n := *f
	n.Name, n.RenamedFrom, n.Link, n.Columns = "", "", nil, slices.Clone(f.Columns)
	for i := range n.Columns {
		n.Columns[i].Name, n.Columns[i].Default, n.Columns[i].Backfill, n.Columns[i].Checked = "", nil, nil, false
	}
	return n
}

// primaryKey checks that a new field does not change the primary key.
func (c *migrationCheck) primaryKey(f *model.Field) {
	if f.PrimaryKey || f.Behavior == dsl.AutoID {
		c.errorf(f, "a primary key cannot change; drop the resource and describe another one")
	}
}

// link checks that the link table of a field still exists.
func (c *migrationCheck) link(f *model.Field, was *model.LockedField) {
	if f.Behavior == dsl.Link && f.Link == nil {
		return // Its target is unknown, which is reported elsewhere.
	}
	key := c.r.Name + "." + f.Name + ">" + c.renames.Resource(was.Target)
	if f.LossyConversion == "" && model.Find(c.links, key) == nil {
		c.errorf(f, "it linked to %q, and these links would go; write .LossyConversion(\"why\") to let them go", was.Target)
	}
}

// money checks that amounts keep their meaning.  It reports whether they do not.
func (c *migrationCheck) money(f *model.Field, was *model.LockedField) bool {
	for _, code := range was.Currencies {
		if f.Type == dsl.TypeMoney && !slices.Contains(f.Currencies, code) {
			c.errorf(f, "rows may have amounts in %s, which it no longer takes; "+
				"keep the currency, or describe another field", code)
			return true
		}
	}
	if (f.Type == dsl.TypeMoney) != (was.Type == dsl.TypeMoney) {
		c.errorf(f, "it was of the type %s and is of the type %s, but an amount has no currency of its own; "+
			"describe another field, and drop this one", was.Type, f.Type)
		return true
	}
	return false
}

// list checks that lists keep their elements.  It reports whether they do not.
func (c *migrationCheck) list(f *model.Field, was *model.LockedField) bool {
	wasList := len(was.Columns) > 0 && was.Columns[0].Type.IsList()
	switch {
	case (f.IsList() || wasList) && f.Type != was.Type:
		c.errorf(f, "it was of the type %s and is of the type %s, and lists are not converted; "+
			"describe another field, and drop this one", was.Type, f.Type)
		return true
	case f.IsList() && wasList && losesElements(was.Columns[0].Enum, f.Enum):
		c.errorf(f, "rows may have other elements than %s; keep the values, or describe another field",
			strings.Join(f.Enum, ", "))
		return true
	}
	return false
}

// losesElements reports whether a list may have had elements that it does not take
// any more.
func losesElements(was, now []string) bool {
	return now != nil &&
		(was == nil || slices.ContainsFunc(was, func(word string) bool { return !slices.Contains(now, word) }))
}

// column checks that the values of a column are kept, or that their loss is
// accepted.
func (c *migrationCheck) column(f *model.Field, was model.LockedColumn) {
	now := c.table.Column(f.Name + "=")
	switch {
	case now == nil && f.LossyConversion == "":
		c.errorf(f, "its values were stored in the column %q and would go; write .LossyConversion(\"why\") to let them go",
			was.Name)
	case now == nil:
	case now.Key != was.Key || now.Serial != was.Serial:
		c.errorf(f, "a primary key cannot change; drop the resource and describe another one")
	case model.IsLossy(was.Type, now.Type) && f.LossyConversion == "":
		c.errorf(f, "not every %s is a %s: values that do not convert would become %s; "+
			"write .LossyConversion(\"why\"), and .Backfill(value) for another value than that",
			was.Type, now.Type, model.LossText(now))
	case now.LosesValues(&was) && (f.LossyConversion == "" || now.Backfill == nil && !now.Null):
		c.errorf(f, "rows may have other values than %s; write .LossyConversion(\"why\").Backfill(value) with the new one",
			now.Values())
	case was.Null && !now.Null && f.Backfill == nil:
		c.errorf(f, "rows may be null, which is no longer allowed; write .Backfill(value) with their new value")
	}
}

// uniqueIndexes checks that existing rows cannot violate new unique indexes.
func (c *migrationCheck) uniqueIndexes() {
	for _, ix := range c.r.Indexes {
		keys := c.table.Keys(model.TableIndex{Columns: c.r.IndexColumns(ix)})
		if !ix.Unique || ix.UniqueReason != "" || c.earlierTable.Unique(keys, false) {
			continue
		}
		c.errs = append(c.errs, c.r.MemberErrorf("Indexes",
			"unique index over %s: two existing rows with the same values would stop the migration; "+
				"write UniqueReason: \"why there are none\" in the index", strings.Join(ix.Columns, ", ")))
	}
	for _, f := range c.r.ModelFields {
		columns := c.r.IndexColumns(dsl.Index{Columns: []string{f.Name}, Unique: true})
		if !f.Unique || f.UniqueReason != "" ||
			c.earlierTable.Unique(c.table.Keys(model.TableIndex{Columns: columns}), f.ExceptEmpty()) {
			continue
		}
		column := c.table.Column(f.Name + "=")
		if c.earlierTable.Column(column.StableKey) == nil && column.Backfill == nil && (column.Null || f.ExceptEmpty()) {
			continue // Existing rows have no value.
		}
		c.errorf(f, "it is now unique: two existing rows with the same value would stop the migration; "+
			"write .UniqueReason(\"why there are none\")")
	}
}
