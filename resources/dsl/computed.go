package dsl

import (
	"go/token"
	"slices"
)

// Computed is the function of a computed field, and the fields whose values it takes.
type Computed struct {
	ImportPath, Func string
	Version          int
	Fields           []string
}

// Computed gives the field the result of a function of a package of yours over other
// fields of the record.  It is stored with every write, so that lists filter and sort
// by it; requests do not write it, and what they send is ignored as that of an "id".
//
// The function takes the values of the fields as they are stored, and returns one of
// this field: a text is a string, a [Date] too; a [Decimal] is an int64 of its
// smallest unit; a [Money] is two values, the amount and the currency; one that is
// Nullable is a pointer.  It is called at any time, for several records at once: its
// result depends on nothing else.  The fields are columns of the record itself, and
// not computed.  When it gives other results, raise the version: the next
// "almanac migrate" computes all rows again.
//
//	dsl.Decimal("total", 9, 2).Computed("almanac/rules", "Total", 1, "price", "copies").Doc("Price of all copies")
//
//	func Total(price, copies int64) int64 { return price * copies }
func (f Field) Computed(importPath, function string, version int, fields ...string) Field {
	f.spec.Computed = &Computed{ImportPath: importPath, Func: function, Version: version, Fields: fields}
	return f
}

func checkComputed(v *validation, r Resource, f FieldSpec) {
	if f.Computed == nil {
		return
	}
	if r.Kind == KindInternal {
		v.errorf(r, "field %q: an internal table has no Computed fields; remove it", f.Name)
		return
	}
	if !packagePath.MatchString(f.Computed.ImportPath) || !token.IsExported(f.Computed.Func) ||
		!token.IsIdentifier(f.Computed.Func) {
		v.errorf(r, "field %q: Computed takes the import path of a package and the name of its function, "+
			"which begins with a capital", f.Name)
	}
	if f.Computed.Version < 1 {
		v.errorf(r, "field %q: the version of a Computed field is 1, "+
			"and one more each time that its function gives other results", f.Name)
	}
	var possible []string
	for _, other := range r.FieldSpecs() {
		if other.canBeComputedFrom() {
			possible = append(possible, other.Name)
		}
	}
	if len(f.Computed.Fields) == 0 {
		v.errorf(r, "field %q: Computed names no field that its function takes; possible fields: %s",
			f.Name, joined(possible))
	}
	for _, name := range f.Computed.Fields {
		if !slices.Contains(possible, name) {
			v.errorf(r, "field %q is computed from %q, which is not a column of the record that writes of it alone change; "+
				"possible fields: %s", f.Name, name, joined(possible))
		}
	}
	if words := f.notComputed(); len(words) > 0 {
		v.errorf(r, "field %q is Computed, and never written: it takes no %s", f.Name, joined(words))
	}
}

// canBeComputedFrom reports whether the field has a column that changes only when the
// record is written.  A scheduled publication changes the status, and so on.
func (f FieldSpec) canBeComputedFrom() bool {
	switch f.Behavior {
	case Link, Image, Password, Slug, Status, Author, Owner, PublishDate, PublishDateUTC, Parent, PostParent:
		return false
	default:
		return f.Computed == nil && !f.IsList()
	}
}

// notComputed lists what a computed field has although it is about writes, or about
// values that the service makes.
func (f FieldSpec) notComputed() []string {
	var words []string
	for _, w := range []struct {
		word string
		used bool
	}{
		{"behavior", f.Behavior != ""},
		{
			"type " + string(f.Type),
			f.Type == TypeAny || f.Type == TypeURL || f.IsList() || f.Type == TypeDateTime && f.Behavior == "",
		},
		{"HTML or Text", f.Text != "" && f.Text != TextPlain && f.Type == TypeString},
		{"Required", f.Required},
		{"Default", f.Default.Kind != DefaultNone},
		{"Unique", f.Unique},
		{"Range, Min or Max", f.Min != nil || f.Max != nil},
		{"MaxLength", f.MaxLength != 0},
		{"Pattern", f.Pattern != ""},
		{"Setter", f.Setter.Func != ""},
		{"Fallback", f.Fallback.Func != ""},
		{"StoredAsBool", f.StoredAsBool},
		{"WriteOnly", f.WriteOnly},
		{"Secret", f.Secret},
		{"Backfill", f.Backfill != nil},
		{"LossyConversion", f.LossyConversion != ""},
	} {
		if w.used {
			words = append(words, w.word)
		}
	}
	return words
}
