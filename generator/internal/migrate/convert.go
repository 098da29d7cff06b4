package migrate

import (
	"fmt"
	"strings"

	"almanac/generator/internal/model"
)

// filling returns what rows get in a column that had no value for them; nil for
// null.
func filling(c *model.LockedColumn) any {
	switch {
	case c.Fill != nil:
		return c.Fill
	case c.Default != nil:
		return c.Default
	case c.Null:
		return nil
	default:
		return model.Zero(c.Type)
	}
}

// sqlLiteral writes a value as SQL of both stores.
func sqlLiteral(value any) string {
	switch v := value.(type) {
	case nil:
		return "NULL"
	case string:
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	default:
		return fmt.Sprint(v)
	}
}

// conversion returns the expression that makes a value of another type of the
// column at name, which is quoted.  What does not convert becomes what the new
// column says: values convert alike on both stores, so that a digit is one from
// 0 to 9 and a fraction is cut off.
func conversion(d model.Dialect, name string, from, to *model.TableColumn) string {
	other := sqlLiteral(filling(&to.LockedColumn))
	expression := name
	if from.Type != to.Type {
		expression = converted(d, name, from.Type, to.Type, other)
	}
	if !from.Null {
		return expression
	}
	if to.Null {
		other = "NULL"
	}
	return "CASE WHEN " + name + " IS NULL THEN " + other + " ELSE " + expression + " END"
}

// converted is conversion of a value that is not null.
func converted(d model.Dialect, name string, from, to model.ColumnType, other string) string {
	switch {
	case to == model.TextColumn:
		return toText(d, name, from)
	case from == model.TextColumn:
		return fromText(d, name, to, other)
	case from == model.BooleanColumn && to == model.IntegerColumn:
		return "CASE WHEN " + name + " THEN 1 ELSE 0 END"
	case from == model.BooleanColumn:
		return "CASE WHEN " + name + " THEN 1.0 ELSE 0.0 END"
	case to == model.BooleanColumn:
		return name + " <> 0"
	case to == model.NumberColumn:
		return "CAST(" + name + " AS " + d.Words[model.NumberColumn] + ")"
	default: // A number with a fraction to a whole one.
		return "CASE WHEN abs(" + name + ") < 9e18 THEN CAST(" + fmt.Sprintf(d.Whole, name) + " AS " + d.Words[model.IntegerColumn] + ") ELSE " + other + " END"
	}
}

// toText writes a value as text.  A number gets plain digits, for the stores
// disagree about exponents: as few as are read back as the same number.
func toText(d model.Dialect, name string, from model.ColumnType) string {
	switch from {
	case model.BooleanColumn:
		return "CASE WHEN " + name + " THEN 'true' ELSE 'false' END"
	case model.NumberColumn:
		return fmt.Sprintf(d.Plain, name)
	default:
		return "CAST(" + name + " AS text)"
	}
}

// fromText reads a value from a text; other stands for what is none.
func fromText(d model.Dialect, name string, to model.ColumnType, other string) string {
	cast := "CAST(" + name + " AS " + d.Words[to] + ")"
	switch to {
	case model.BooleanColumn:
		return "CASE WHEN lower(" + name + ") IN ('1', 'true', 'yes', 'on') THEN true WHEN lower(" + name + ") IN ('', '0', 'false', 'no', 'off') THEN false ELSE " + other + " END"
	case model.IntegerColumn:
		return "CASE WHEN " + fmt.Sprintf(d.IsInteger, name) + " THEN " + cast + " ELSE " + other + " END"
	default:
		return "CASE WHEN " + fmt.Sprintf(d.IsNumber, name) + " THEN " + cast + " ELSE " + other + " END"
	}
}
