package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// NewLockfile returns the lock file of a model.
func NewLockfile(m *Model) *Lockfile {
	l := &Lockfile{API: LockedAPI{Namespace: m.API.Namespace, Version: m.API.Version, Strict: m.API.Strict}}
	for _, b := range m.API.AcceptedBreaks {
		l.API.AcceptedBreaks = append(l.API.AcceptedBreaks, LockedAcceptedBreak{Part: b.Part, Reason: b.Reason})
	}
	for _, r := range m.Resources {
		locked := LockedResource{
			Name: r.Name, Plural: r.Plural, Kind: r.Kind, RenamedFrom: r.RenamedFrom, FormerPlural: r.FormerPlural,
			IDTable: r.lockedIDTable(), Deprecated: lockedDeprecation(r.Deprecation),
		}
		for _, right := range r.Permissions.List(r.Kind) {
			if locked.Permissions == nil {
				locked.Permissions = map[string]dsl.Role{}
			}
			locked.Permissions[right.Name] = right.Role
		}
		owned := r.columnsByField()
		locked.CommonColumns = owned[""]
		for _, f := range r.ModelFields {
			locked.Fields = append(locked.Fields, f.locked(owned[f.Name]))
		}
		for _, p := range r.ParamSpecs() {
			locked.Params = append(locked.Params, LockedParam{
				Name: p.Name, Type: p.Type, Operation: p.Operation, Field: p.Field, Target: p.Target,
				Default: lockedDefault(p.Default), Enum: r.EnumOf(p), Extension: p.Extension, Overrides: p.Overrides,
				RenamedFrom: p.RenamedFrom, OldNameAccepted: p.OldNameAccepted,
				Deprecated: lockedDeprecation(p.Deprecation),
			})
		}
		for _, o := range r.SortOptions {
			locked.SortOptions = append(locked.SortOptions, strings.TrimSuffix(o.Name+" "+o.Column, " "+o.Name))
		}
		for _, ix := range r.tableIndexes() {
			locked.Indexes = append(locked.Indexes, LockedIndex{Columns: r.IndexColumns(ix), Unique: ix.Unique})
		}
		locked.Indexes = append(locked.Indexes, r.uniqueFields()...)
		for _, a := range r.ActionSpecs() {
			values := map[string]any{}
			for _, v := range a.Values {
				values[v.Field] = v.Value
			}
			locked.Actions = append(locked.Actions, LockedAction{
				Name: a.Name, Values: values, Input: a.Input, Needed: a.Needed, Role: a.Role, Owner: a.Owner,
			})
		}
		for _, b := range r.AcceptedBreaks {
			locked.AcceptedBreaks = append(locked.AcceptedBreaks, LockedAcceptedBreak{b.Part, b.Name, b.Reason})
		}
		for _, d := range r.Drops {
			locked.AcceptedBreaks = append(locked.AcceptedBreaks, LockedAcceptedBreak{dsl.PartField, d.Field, d.Reason})
		}
		l.Resources = append(l.Resources, locked)
	}
	return l
}

// lockedIDTable returns the table with the IDs of a record; "" for other kinds.
func (r *Resource) lockedIDTable() string {
	if r.Kind != dsl.KindRecord {
		return ""
	}
	return r.IDSequence()
}

// lockedDeprecation writes a deprecation; "" for none.
func lockedDeprecation(d dsl.Deprecation) string {
	if !d.IsSet() {
		return ""
	}
	return d.Since + ": " + d.Replacement
}

// columnsByField returns the columns of the table by the name of their field,
// "" for those of the kind.
func (r *Resource) columnsByField() map[string][]LockedColumn {
	owned := map[string][]LockedColumn{}
	for _, c := range r.Columns {
		locked := LockedColumn{
			Name: c.Name, Type: c.Type, Null: c.Null, Key: c.Key, Serial: c.Serial, Transaction: c.Transaction,
		}
		owner := ""
		for _, f := range r.ModelFields {
			switch {
			case c.GoField == "" || f.Link != nil: // A column of the kind, or none at all.
			case c.Of != nil:
				owner, locked.Computed = c.Of.Name, c.Computed
			case f.Shape == ShapeEnd && (c.GoField == "UTCStartDate" || c.GoField == "UTCEndDate" || c.GoField == "Duration"):
				owner, locked.Computed = f.Name, "schedule"
			case f.Shape == ShapeRecurrence && c.IsOfOccurrence():
				owner, locked.Computed = f.Name, "recurrence"
			case f.Shape == ShapeAmount && c.Name == f.CurrencyColumn():
				owner, locked.Computed, locked.Backfill = f.Name, "currency", f.currency()
			case f.Computed != nil && c.GoField == f.Go:
				owner = f.Name // Existing rows are computed, whatever they have.
			case f.RecordType != "" && c.GoField == f.Go:
				owner, locked.Enum, locked.Format, locked.Backfill = f.Name, f.Enum, f.textFormat(), f.backfill()
			}
		}
		if owner == "" && c.Name == LinksCacheColumn {
			locked.Computed, locked.Default = "links", ""
		}
		owned[owner] = append(owned[owner], locked)
	}
	return owned
}

// uniqueFields lists the indexes of unique fields.
func (r *Resource) uniqueFields() []LockedIndex {
	var list []LockedIndex
	for _, f := range r.ModelFields {
		if f.Unique {
			columns := r.IndexColumns(dsl.Index{Columns: []string{f.Name}, Unique: true})
			list = append(list, LockedIndex{Columns: columns, Unique: true, ExceptEmpty: f.ExceptEmpty()})
		}
	}
	return list
}

// IndexColumns returns the columns of an index.  Amounts that are unique are so with
// their currency.
func (r *Resource) IndexColumns(ix dsl.Index) []string {
	var columns []string
	for _, name := range ix.Columns {
		columns = append(columns, name)
		for _, f := range r.ModelFields {
			if ix.Unique && f.Name == name && f.Shape == ShapeAmount && !slices.Contains(ix.Columns, f.CurrencyColumn()) {
				columns = append(columns, f.CurrencyColumn())
			}
		}
	}
	return columns
}

// ExceptEmpty reports whether any number of records may have the empty value of a
// unique field.
func (f *Field) ExceptEmpty() bool { return f.RecordType == "string" && f.Shape != ShapeDate }

// backfill returns the value of existing rows without one: that of Backfill,
// or the value of a create that does not send the field.
func (f *Field) backfill() any {
	switch {
	case f.Shape == ShapeDecimal, f.Shape == ShapeAmount:
		return f.units()
	case f.IsList():
		return f.listBackfill()
	case f.Backfill != nil:
		return f.Backfill
	case f.InitialValue:
		return true
	case f.Default.Value != false:
		return f.Default.Value
	}
	return nil
}

// listBackfill returns the column of existing rows in a list, nil for the empty one.
func (f *Field) listBackfill() any {
	list := f.Backfill
	if list == nil && f.Default.Kind == dsl.DefaultValue {
		list = f.Default.Value
	}
	if list == nil {
		return nil
	}
	text, _ := json.Marshal(list) // Texts or numbers.
	return string(text)
}

// textFormat returns the form of the text in a column of a date; "" for other columns.
func (f *Field) textFormat() string {
	if f.Shape == ShapeDate {
		return f.Type.Format()
	}
	return ""
}

// currency returns the currency of existing rows, nil for none.
func (f *Field) currency() any {
	text, ok := f.existing()
	if !ok {
		return nil
	}
	_, code, _ := f.Amount(text)
	return code
}

// existing returns the text of the exact number or amount of existing rows, false for
// none.
func (f *Field) existing() (string, bool) {
	text, ok := f.Backfill.(string)
	if !ok {
		text, ok = f.Default.Value.(string)
	}
	return text, ok
}

// units returns the value of existing rows in a column of an exact number, nil for 0
// or NULL.
func (f *Field) units() any {
	text, ok := f.existing()
	if !ok {
		return nil
	}
	amount, _, _ := strings.Cut(text, " ")
	units, _ := f.Units(amount)
	return units
}

// locked returns the field of the lock file.
func (f *Field) locked(columns []LockedColumn) LockedField {
	locked := LockedField{
		Name: f.Name, Type: f.Type, Text: f.Text, Behavior: f.Behavior, Target: f.Target, Currencies: f.Currencies,
		Required: f.Required, Default: lockedDefault(f.Default),
		WriteOnly: f.WriteOnly, Extension: f.Extension, RenamedFrom: f.RenamedFrom, Columns: columns,
		InitialValue: f.InitialValue, SingleAsObject: f.SingleAsObject, SchemaOrg: f.SchemaOrg, Min: f.Min, Max: f.Max,
		MaxItems: f.MaxItems, UniqueItems: f.UniqueItems, MaxLength: f.MaxLength, Pattern: f.Pattern, Unique: f.Unique,
		Computed: f.Function(), ByActions: f.ByActions, Deprecated: lockedDeprecation(f.Deprecation),
	}
	next := f.Next()
	for _, from := range f.Enum {
		for _, to := range next[from] {
			locked.Transitions = append(locked.Transitions, from+">"+to)
		}
	}
	if f.StoredAsBool {
		locked.Text = ""
	}
	for i := range columns {
		columns[i].Checked = locked.rule(&columns[i]) != ""
	}
	if f.Link != nil {
		locked.Link = &LockedLink{
			Table: f.Link.Table, SourceColumn: f.Link.SourceColumn, TargetColumn: f.Link.TargetColumn,
			Denormalized: f.Link.DenormalizedColumn,
		}
	}
	return locked
}

// lockedDefault writes a default; "" for none.
func lockedDefault(d dsl.Default) string {
	switch d.Kind {
	case dsl.DefaultNull:
		return "null"
	case dsl.DefaultComputed:
		if months, ok := d.Value.(int); ok {
			return "computed: " + monthsAhead(months)
		}
		return "computed: " + d.Text
	case dsl.DefaultValue:
		text, err := json.Marshal(d.Value)
		if err != nil { // A value that JSON does not know is none that a request can send.
			return "unknown"
		}
		return string(text)
	default:
		return ""
	}
}

// monthsAhead writes a default date.  It is no text of the description, so that clients
// are warned of another date but not of another wording.
func monthsAhead(n int) string {
	switch n {
	case 0:
		return "today"
	case 1:
		return "1 month from today"
	default:
		return fmt.Sprintf("%d months from today", n)
	}
}
