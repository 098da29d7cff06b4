package migrate

import (
	"fmt"
	"strings"

	"almanac/generator/internal/model"
)

// backfillValue returns the value of existing rows in a column without one;
// nil for NULL.
func backfillValue(c *model.LockedColumn) any {
	switch {
	case c.Backfill != nil:
		return c.Backfill
	case c.Default != nil:
		return c.Default
	case c.Null:
		return nil
	default:
		return model.Zero(c.Type)
	}
}

// sqlLiteral returns a value as SQL of both stores.
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

// conversion returns the SQL expression that converts the quoted column name
// to the type of another column. A value that does not convert becomes the
// backfill value. Both stores convert alike: digits are 0 to 9, and fractions
// are truncated.
func conversion(d model.Dialect, name string, from, to *model.TableColumn) string {
	other := sqlLiteral(backfillValue(&to.LockedColumn))
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

// converted returns the conversion of a value that is not NULL.
func converted(d model.Dialect, name string, from, to model.ColumnType, other string) string {
	if digits, _ := to.Decimal(); digits > 0 {
		return toDecimal(d, name, from, to, other)
	}
	if digits, _ := from.Decimal(); digits > 0 {
		return fromDecimal(d, name, from, to)
	}
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
		return "CAST(" + name + " AS " + d.CastTypes[model.NumberColumn] + ")"
	default: // A number with a fraction to a whole one.
		return "CASE WHEN abs(" + name + ") < 9e18" +
			" THEN CAST(" + fmt.Sprintf(d.TruncateSQL, name) + " AS " + d.CastTypes[model.IntegerColumn] + ")" +
			" ELSE " + other + " END"
	}
}

// toText returns the conversion to text. Numbers are written without an
// exponent, because the stores differ there, and with as few digits as read
// back as the same number.
func toText(d model.Dialect, name string, from model.ColumnType) string {
	switch from {
	case model.BooleanColumn:
		return "CASE WHEN " + name + " THEN 'true' ELSE 'false' END"
	case model.NumberColumn:
		return fmt.Sprintf(d.DecimalSQL, name)
	default:
		return "CAST(" + name + " AS text)"
	}
}

// fromText returns the conversion from text; other replaces invalid texts.
func fromText(d model.Dialect, name string, to model.ColumnType, other string) string {
	cast := "CAST(" + name + " AS " + d.CastTypes[to] + ")"
	switch to {
	case model.BooleanColumn:
		return "CASE WHEN lower(" + name + ") IN ('1', 'true', 'yes', 'on') THEN true" +
			" WHEN lower(" + name + ") IN ('', '0', 'false', 'no', 'off') THEN false ELSE " + other + " END"
	case model.IntegerColumn:
		return "CASE WHEN " + fmt.Sprintf(d.IsIntegerSQL, name) + " THEN " + cast + " ELSE " + other + " END"
	default:
		return "CASE WHEN " + fmt.Sprintf(d.IsNumberSQL, name) + " THEN " + cast + " ELSE " + other + " END"
	}
}

// toDecimal returns the conversion to an exact number of smallest units.  Fractions
// of a unit are rounded where they come from a double, which has them for most
// decimal numbers, and else truncated; other replaces what has too many digits.
func toDecimal(d model.Dialect, name string, from, to model.ColumnType, other string) string {
	digits, scale := to.Decimal()
	unit := power(scale)
	within := func(low, value string) string {
		return "CASE WHEN " + name + " > -" + low + " AND " + name + " < " + low +
			" THEN " + value + " ELSE " + other + " END"
	}
	switch from {
	case model.BooleanColumn:
		return "CASE WHEN " + name + " THEN " + unit + " ELSE 0 END"
	case model.IntegerColumn:
		return within(power(digits-scale), name+" * "+unit)
	case model.NumberColumn:
		rounded := fmt.Sprintf(d.TruncateSQL, "("+name+" * "+unit+" + CASE WHEN "+name+" < 0 THEN -0.5 ELSE 0.5 END)")
		return within(power(digits-scale), "CAST("+rounded+" AS "+d.CastTypes[model.IntegerColumn]+")")
	case model.TextColumn:
		number := "CAST(" + name + " AS " + d.CastTypes[model.NumberColumn] + ")"
		rounded := fmt.Sprintf(d.TruncateSQL, "("+number+" * "+unit+" + CASE WHEN "+number+" < 0 THEN -0.5 ELSE 0.5 END)")
		return "CASE WHEN " + fmt.Sprintf(d.IsNumberSQL, name) +
			" THEN CASE WHEN abs(" + number + ") < " + power(digits-scale) +
			" THEN CAST(" + rounded + " AS " + d.CastTypes[model.IntegerColumn] + ") ELSE " + other + " END" +
			" ELSE " + other + " END"
	default: // Another exact number.
	}
	_, before := from.Decimal()
	value := name
	switch {
	case scale > before:
		value += " * " + power(scale-before)
	case scale < before:
		value += " / " + power(before-scale)
	}
	if !model.IsLossy(from, to) {
		return value
	}
	return within(power(max(digits-scale+before, 0)), value)
}

// fromDecimal returns the conversion of an exact number.
func fromDecimal(d model.Dialect, name string, from, to model.ColumnType) string {
	_, scale := from.Decimal()
	unit := power(scale)
	switch to {
	case model.BooleanColumn:
		return name + " <> 0"
	case model.IntegerColumn:
		return name + " / " + unit
	case model.NumberColumn:
		return "CAST(" + name + " AS " + d.CastTypes[model.NumberColumn] + ") / " + unit
	default:
		return "CASE WHEN " + name + " < 0 THEN '-' ELSE '' END || CAST(abs(" + name + ") / " + unit + " AS text)" +
			" || '.' || substr(CAST(abs(" + name + ") % " + unit + " + " + unit + " AS text), 2)"
	}
}

// power writes 10 to the power of n, which is not negative.
func power(n int) string { return "1" + strings.Repeat("0", n) }
