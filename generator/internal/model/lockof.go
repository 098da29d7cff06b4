package model

import (
	"encoding/json"
	"strings"

	"almanac/resources/dsl"
)

// LockOf writes down a model.
func LockOf(m *Model) *Lock {
	l := &Lock{Interface: LockedInterface{Namespace: m.API.Namespace, Version: m.API.Version}}
	for _, b := range m.API.AcceptedBreaks {
		l.Interface.Breaks = append(l.Interface.Breaks, LockedBreak{Part: b.Part, Reason: b.Reason})
	}
	for _, r := range m.Resources {
		locked := LockedResource{Name: r.Name, Plural: r.Plural, Kind: r.Resource.Kind, Was: r.RenamedFrom, Deprecated: lockedDeprecation(r.Deprecation)}
		for _, right := range r.Permissions.List(r.Resource.Kind) {
			if locked.Access == nil {
				locked.Access = map[string]dsl.Role{}
			}
			locked.Access[right.Name] = right.Role
		}
		owned := r.columnsByField()
		locked.Shared = owned[""]
		for _, f := range r.ModelFields {
			locked.Fields = append(locked.Fields, f.locked(owned[f.Name]))
		}
		for _, p := range r.ParamSpecs() {
			locked.Params = append(locked.Params, LockedParam{
				Name: p.Name, Type: p.Type, Op: p.Operation, Field: p.Field, Target: p.Target, Default: lockedDefault(p.Default),
				Enum: r.EnumOf(p), Extension: p.Extension, Overrides: p.Overrides, Deprecated: lockedDeprecation(p.Deprecation),
			})
		}
		for _, o := range r.SortOptions {
			locked.Orders = append(locked.Orders, strings.TrimSuffix(o.Name+" "+o.Column, " "+o.Name))
		}
		for _, ix := range r.tableIndexes() {
			locked.Indexes = append(locked.Indexes, LockedIndex{Columns: ix.Columns, Unique: ix.Unique})
		}
		for _, b := range r.AcceptedBreaks {
			locked.Breaks = append(locked.Breaks, LockedBreak{b.Part, b.Name, b.Reason})
		}
		for _, d := range r.Drops {
			locked.Breaks = append(locked.Breaks, LockedBreak{dsl.PartField, d.Field, d.Reason})
		}
		l.Resources = append(l.Resources, locked)
	}
	return l
}

// lockedDeprecation writes down since when something is deprecated; "" for
// what is not.
func lockedDeprecation(d dsl.Deprecation) string {
	if !d.IsSet() {
		return ""
	}
	return d.Since + ": " + d.Replacement
}

// columnsByField returns the columns of the table by the field that they
// belong to, "" for those of the kind.
func (r *Resource) columnsByField() map[string][]LockedColumn {
	owned := map[string][]LockedColumn{}
	for _, c := range r.Columns {
		locked := LockedColumn{Name: c.Name, Type: c.Type, Null: c.Null, Key: c.Key, Serial: c.Serial}
		owner := ""
		for _, f := range r.ModelFields {
			switch {
			case c.GoField == "" || f.Link != nil: // A column of the kind, or none at all.
			case c.Derived != "":
				if c.Name == f.Name+"_search" || c.Name == f.Name+"_sort" {
					owner, locked.Derived = f.Name, strings.TrimPrefix(c.Name, f.Name+"_")
				}
			case f.Shape == ShapeEnd && (c.GoField == "UTCStartDate" || c.GoField == "UTCEndDate" || c.GoField == "Duration"):
				owner, locked.Derived = f.Name, "schedule"
			case f.Stored != "" && c.GoField == f.Go:
				owner, locked.Fill = f.Name, f.fill()
			}
		}
		if owner == "" && c.Name == LinksColumn {
			locked.Derived, locked.Default = "links", ""
		}
		owned[owner] = append(owned[owner], locked)
	}
	return owned
}

// fill returns what rows get that have no value of the field: what a create
// stores that does not send it, unless the description says otherwise.
func (f *Field) fill() any {
	switch {
	case f.Backfill != nil:
		return f.Backfill
	case f.InitialValue, f.Default.Value == true:
		return true
	}
	return nil
}

// locked writes down a field.
func (f *Field) locked(columns []LockedColumn) LockedField {
	locked := LockedField{
		Name: f.Name, Type: f.Type, Text: f.Text, Role: f.Behavior, Target: f.Target, Required: f.Required, Default: lockedDefault(f.Default),
		Hidden: f.WriteOnly, Extension: f.Extension, Was: f.RenamedFrom, Columns: columns,
		On: f.InitialValue, Alone: f.SingleAsObject, Low: f.Min, High: f.Max, Deprecated: lockedDeprecation(f.Deprecation),
	}
	if f.StoredAsBool {
		locked.Text = ""
	}
	if f.Link != nil {
		locked.Link = &LockedLink{Table: f.Link.Table, Source: f.Link.Source, Column: f.Link.Column, Carry: f.Link.Carry}
	}
	return locked
}

// lockedDefault writes down what counts when nothing is sent.
func lockedDefault(d dsl.Default) string {
	switch d.Kind {
	case dsl.DefaultNull:
		return "null"
	case dsl.DefaultComputed:
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
