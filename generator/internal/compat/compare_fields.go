package compat

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// fields compares the fields of a resource by their wire names.
func (c *comparison) fields() {
	renamed := map[string]string{}
	for i := range c.present.Fields {
		f := &c.present.Fields[i]
		c.subject(dsl.PartField, f.Name)
		same := field(c.earlier, f.Name)
		if old := field(c.earlier, f.RenamedFrom); old != nil && (same == nil || same.RenamedFrom != f.RenamedFrom) {
			renamed[f.RenamedFrom], c.renamedFrom = f.Name, f.RenamedFrom
			c.add(model.ChangeBreaking, "was called %s; its values stay", f.RenamedFrom)
			same = old
		}
		if same == nil {
			c.newField(f)
			continue
		}
		c.field(same, f)
	}
	for _, f := range c.earlier.Fields {
		if _, ok := renamed[f.Name]; ok || field(c.present, f.Name) != nil {
			continue
		}
		c.subject(dsl.PartField, f.Name)
		c.add(model.ChangeBreaking, "was removed: writes ignore it, and responses omit it")
		c.schemaOrg(f.SchemaOrg, "")
	}
}

// schemaOrg compares the schema.org property that a field is.  Gaining one is no
// change: lock files of earlier programs have none.
func (c *comparison) schemaOrg(was, now string) {
	if was == "" || was == now {
		return
	}
	others := ""
	if i := slices.IndexFunc(c.present.Fields, func(f model.LockedField) bool { return f.SchemaOrg == was }); i >= 0 {
		others = ", but " + c.present.Fields[i].Name + " is"
	}
	c.add(model.ChangeBreaking, "is no longer %s of json_ld, feeds and pages%s", was, others)
}

func (c *comparison) newField(f *model.LockedField) {
	if f.Required {
		c.add(model.ChangeBreaking, "is new and required: creates without it are rejected")
		return
	}
	c.add(model.ChangeCompatible, "is new")
	c.deprecation("", f.Deprecated)
}

func (c *comparison) field(was, now *model.LockedField) {
	c.types(was, now)
	c.breaking(string(was.Behavior), string(now.Behavior), "has the behavior %s, was %s")
	c.breaking(was.Target, now.Target, "leads to %s, was %s")
	c.breaking(string(was.Text), string(now.Text), "is treated as %s text, was %s")
	if was.Required != now.Required {
		c.breakingIf(now.Required, "is required: creates without it are rejected", "is required no more")
	}
	if (was.Computed == "") != (now.Computed == "") {
		c.breakingIf(now.Computed != "", "is computed: writes ignore it", "is written, was computed")
	}
	c.transitions(was, now)
	if was.Default != now.Default {
		c.defaultValue(was.Default, now.Default, was.Default == "" && now.Default == "null")
	}
	if was.InitialValue != now.InitialValue {
		c.add(model.ChangeBreaking, "is %t when it is not sent, was %t", now.InitialValue, was.InitialValue)
	}
	if was.WriteOnly != now.WriteOnly {
		c.breakingIf(now.WriteOnly, "is write-only: responses omit it", "is in answers")
	}
	if was.SingleAsObject != now.SingleAsObject {
		c.add(model.ChangeBreaking, "with one record is shown as %s",
			map[bool]string{true: "that record, was a list of it", false: "a list of it, was that record"}[now.SingleAsObject])
	}
	c.schemaOrg(was.SchemaOrg, now.SchemaOrg)
	c.bounds(was, now)
	c.extension(was.Extension, now.Extension)
	c.search(was, now)
	c.deprecation(was.Deprecated, now.Deprecated)
}

// types compares the types in the API and of the column.
func (c *comparison) types(was, now *model.LockedField) {
	if was.Type != now.Type {
		wider := was.WriteOnly && now.WriteOnly && isWider(was.Type, now.Type)
		c.breakingIf(!wider,
			fmt.Sprintf("is of the type %s, was %s", now.Type, was.Type), fmt.Sprintf("takes %s, was %s", now.Type, was.Type))
		return
	}
	old, column := column(was), column(now)
	if old == nil || column == nil {
		return
	}
	_, before := old.Type.Decimal()
	_, scale := column.Type.Decimal()
	switch text := fmt.Sprintf("shows as %s, was %s", column.Type, old.Type); {
	case now.Type == dsl.TypeMoney: // The currency tells its digits.
		c.enum(was.Currencies, now.Currencies)
	case old.Type != column.Type:
		c.breakingIf(before != scale || model.IsLossy(old.Type, column.Type), text, text)
	}
	c.enum(old.Enum, column.Enum)
	if old.Null != column.Null {
		c.add(model.ChangeBreaking, "%s",
			map[bool]string{true: "may be null in answers", false: "cannot be null any more"}[column.Null])
	}
}

// column returns the column of a field that is not computed, nil if it has
// none.
func column(f *model.LockedField) *model.LockedColumn {
	for i := range f.Columns {
		if f.Columns[i].Computed == "" {
			return &f.Columns[i]
		}
	}
	return nil
}

// isWider reports whether every value of a type is one of the other.
func isWider(from, to dsl.Type) bool {
	switch to {
	case dsl.TypeAny:
		return true
	case dsl.TypeNumber, dsl.TypeIntegers:
		return from == dsl.TypeInteger
	default:
		return false
	}
}

// breaking adds a breaking change if a value has changed.
func (c *comparison) breaking(was, now, format string) {
	if was != now {
		c.add(model.ChangeBreaking, format, cmp.Or(now, "none"), cmp.Or(was, "none"))
	}
}

// breakingIf adds a change that breaks in one direction only.
func (c *comparison) breakingIf(breaks bool, breaking, compatible string) {
	if breaks {
		c.add(model.ChangeBreaking, "%s", breaking)
		return
	}
	c.add(model.ChangeCompatible, "%s", compatible)
}

func (c *comparison) defaultValue(was, now string, compatible bool) {
	text := fmt.Sprintf("is %s when it is not sent, was %s", shownDefault(now), shownDefault(was))
	c.breakingIf(!compatible, text, text)
}

// shownDefault formats a default of a lock file for readers.
func shownDefault(locked string) string {
	return strings.TrimPrefix(cmp.Or(locked, "none"), "computed: ")
}

// bounds compares what a number or text may be.
func (c *comparison) bounds(was, now *model.LockedField) {
	if text := model.RangeText(now.Min, now.Max); text != model.RangeText(was.Min, was.Max) {
		if text = "takes numbers" + text; now.Min == nil && now.Max == nil {
			text = "takes any number"
		}
		c.breakingIf(tighter(was.Min, now.Min, -1) || tighter(was.Max, now.Max, 1), text+" only", text)
	}
	if was.MaxLength != now.MaxLength {
		text := fmt.Sprintf("takes texts of %d characters at most", now.MaxLength)
		if now.MaxLength == 0 {
			text = "takes texts of the usual length"
		}
		c.breakingIf(now.MaxLength != 0 && (was.MaxLength == 0 || now.MaxLength < was.MaxLength), text+" only", text)
	}
	if was.MaxItems != now.MaxItems {
		text := fmt.Sprintf("takes %d elements at most", now.MaxItems)
		c.breakingIf(now.MaxItems < was.MaxItems, text+" only", text)
	}
	if was.UniqueItems != now.UniqueItems {
		c.breakingIf(now.UniqueItems, "takes no element twice", "takes elements twice")
	}
	if was.Unique != now.Unique {
		c.breakingIf(now.Unique, "takes only unique values", "takes values that other records have")
	}
	if was.Pattern != now.Pattern {
		c.breakingIf(now.Pattern != "", "takes only texts that match "+now.Pattern, "takes texts without a pattern")
	}
}

// tighter reports whether a bound takes less than it did; the sign is that of an
// upper one, or -1 of a lower one.
func tighter(was, now *float64, sign float64) bool {
	return now != nil && (was == nil || sign**now < sign**was)
}

// extension compares the extension that something belongs to.
func (c *comparison) extension(was, now string) {
	switch {
	case was == now:
	case now == "":
		c.add(model.ChangeCompatible, "no longer needs the %s extension", was)
	default:
		c.add(model.ChangeBreaking, "exists only with the %s extension, was with %s", now,
			map[bool]string{true: "any", false: was}[was == ""])
	}
}

// search compares whether search looks into the field.
func (c *comparison) search(was, now *model.LockedField) {
	had, has := derives(was, "search"), derives(now, "search")
	if had == has || c.searching(c.earlier) == "" || c.searching(c.present) == "" {
		return
	}
	name := c.searching(c.present)
	c.breakingIf(had, fmt.Sprintf("is no longer searched by %s", name), fmt.Sprintf("is looked into by %s", name))
}

// derives reports whether a field has a computed column of a kind.
func derives(f *model.LockedField, what string) bool {
	return slices.ContainsFunc(f.Columns, func(c model.LockedColumn) bool { return c.Computed == what })
}

// searching returns the parameter that looks into fields, "" when there is
// none.
func (c *comparison) searching(r *model.LockedResource) string {
	for _, p := range r.Params {
		if p.Operation == dsl.OpSearchAnyField || p.Operation == dsl.OpSearchOneField || p.Operation == dsl.OpContains {
			return p.Name
		}
	}
	return ""
}
