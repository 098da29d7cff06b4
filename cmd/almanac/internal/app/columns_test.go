package app_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"

	"almanac/generated"
	"almanac/runtime/model"
)

// TestColumnsAreInOneOrder compares the places that must agree on the columns of a
// record and their order: the lists of the resource, the targets of a scan and the
// values of an insert.  bun, which finds columns by name, must know the same ones.
func TestColumnsAreInOneOrder(t *testing.T) {
	db := bun.NewDB(nil, sqlitedialect.New())
	for _, k := range generated.Service().Resources {
		t.Run(k.Plural, func(t *testing.T) {
			m := k.New()
			record := reflect.ValueOf(m).Elem()
			table := db.Table(record.Type())
			var fields, targets, values []string
			for _, f := range table.Fields {
				fields = append(fields, f.Name)
			}
			slices.Sort(fields)
			if diff := cmp.Diff(slices.Sorted(slices.Values(k.Columns)), fields); diff != "" {
				t.Errorf("columns of the kind and fields of bun (-kind +bun):\n%s", diff)
			}
			for _, target := range m.ScanTargets(nil) {
				targets = append(targets, columnAt(record, target))
			}
			if diff := cmp.Diff(k.ReadColumns, targets); diff != "" {
				t.Errorf("loaded columns of the kind and targets of a scan (-kind +targets):\n%s", diff)
			}
			for _, column := range k.Columns {
				values = append(values, changedValue(t, k, column))
			}
			if diff := cmp.Diff(k.Columns, values); diff != "" {
				t.Errorf("columns of the kind and values of an insert (-kind +values):\n%s", diff)
			}
		})
	}
}

// TestReadsLoadAllButTheFoldedColumns: what only queries compare is not sent to
// the program, and everything else is.
func TestReadsLoadAllButTheFoldedColumns(t *testing.T) {
	for _, k := range generated.Service().Resources {
		t.Run(k.Plural, func(t *testing.T) {
			var want []string
			for _, column := range k.Columns {
				if !strings.HasSuffix(column, "_search") && !strings.HasSuffix(column, "_sort") {
					want = append(want, column)
				}
			}
			if diff := cmp.Diff(want, k.ReadColumns); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// columnAt returns the column of the member that the target points to, "" when
// it is no member with a column.
func columnAt(record reflect.Value, target any) string {
	for i := range record.NumField() {
		member, tag := record.Field(i), record.Type().Field(i)
		switch {
		case tag.Name == "BaseModel" || tag.Tag.Get("bun") == "-" || !tag.IsExported():
		case tag.Anonymous:
			if name := columnAt(member, target); name != "" {
				return name
			}
		case member.Addr().Interface() == target:
			name, _, _ := strings.Cut(tag.Tag.Get("bun"), ",")
			return name
		}
	}
	return ""
}

// memberOf returns the member of a record that holds a column.
func memberOf(record reflect.Value, column string) reflect.Value {
	for i := range record.NumField() {
		member, tag := record.Field(i), record.Type().Field(i)
		name, _, _ := strings.Cut(tag.Tag.Get("bun"), ",")
		switch {
		case tag.Name == "BaseModel" || name == "-" || !tag.IsExported():
		case tag.Anonymous:
			if found := memberOf(member, column); found.IsValid() {
				return found
			}
		case name == column:
			return member
		}
	}
	return reflect.Value{}
}

// changedValue writes to the member of a column and returns the column of the
// one value that is no longer zero.
func changedValue(t *testing.T, k *model.Resource, column string) string {
	t.Helper()
	m := k.New()
	fill(memberOf(reflect.ValueOf(m).Elem(), column))
	var changed []string
	for j, v := range m.ColumnValues() {
		if !reflect.ValueOf(v).IsZero() {
			changed = append(changed, k.Columns[j])
		}
	}
	return strings.Join(changed, " ")
}

// fill sets a value to one that is not zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1)
	default:
		v.SetInt(1)
	}
}
