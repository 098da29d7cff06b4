package generator

import (
	"fmt"
	"strings"
)

// zero returns what stands for no value of a type.
func zero(t columnType) any {
	switch t {
	case integerColumn, numberColumn:
		return 0
	case booleanColumn:
		return false
	default:
		return ""
	}
}

// filling returns what rows get in a column that had no value for them; nil for
// null.
func (c *LockedColumn) filling() any {
	switch {
	case c.fill != nil:
		return c.fill
	case c.Default != nil:
		return c.Default
	case c.Null:
		return nil
	default:
		return zero(c.Type)
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
func (d dialect) conversion(name string, from, to *tableColumn) string {
	other := sqlLiteral(to.filling())
	expression := name
	if from.Type != to.Type {
		expression = d.converted(name, from.Type, to.Type, other)
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
func (d dialect) converted(name string, from, to columnType, other string) string {
	switch {
	case to == textColumn:
		return d.toText(name, from)
	case from == textColumn:
		return d.fromText(name, to, other)
	case from == booleanColumn && to == integerColumn:
		return "CASE WHEN " + name + " THEN 1 ELSE 0 END"
	case from == booleanColumn:
		return "CASE WHEN " + name + " THEN 1.0 ELSE 0.0 END"
	case to == booleanColumn:
		return name + " <> 0"
	case to == numberColumn:
		return "CAST(" + name + " AS " + d.words[numberColumn] + ")"
	default: // A number with a fraction to a whole one.
		return "CASE WHEN abs(" + name + ") < 9e18 THEN CAST(" + fmt.Sprintf(d.whole, name) + " AS " + d.words[integerColumn] + ") ELSE " + other + " END"
	}
}

// toText writes a value as text.  A number gets plain digits, for the stores
// disagree about exponents: as few as are read back as the same number.
func (d dialect) toText(name string, from columnType) string {
	switch from {
	case booleanColumn:
		return "CASE WHEN " + name + " THEN 'true' ELSE 'false' END"
	case numberColumn:
		return fmt.Sprintf(d.plain, name)
	default:
		return "CAST(" + name + " AS text)"
	}
}

// fromText reads a value from a text; other stands for what is none.
func (d dialect) fromText(name string, to columnType, other string) string {
	cast := "CAST(" + name + " AS " + d.words[to] + ")"
	switch to {
	case booleanColumn:
		return "CASE WHEN lower(" + name + ") IN ('1', 'true', 'yes', 'on') THEN true WHEN lower(" + name + ") IN ('', '0', 'false', 'no', 'off') THEN false ELSE " + other + " END"
	case integerColumn:
		return "CASE WHEN " + fmt.Sprintf(d.isInteger, name) + " THEN " + cast + " ELSE " + other + " END"
	default:
		return "CASE WHEN " + fmt.Sprintf(d.isNumber, name) + " THEN " + cast + " ELSE " + other + " END"
	}
}

// unsigned cuts a sign off a text, in SQLite.
const unsigned = `ltrim(substr(%[1]s, 1, 1), '+-') || substr(%[1]s, 2)`

// What is a number in a text: a whole one of at most 18 digits, or one of 308
// characters with a point in between, which are neither too many nor too few
// for a double.
const (
	postgresInteger = `%[1]s ~ '^[+-]?[0-9]{1,18}$'`
	postgresNumber  = `%[1]s ~ '^[+-]?[0-9]+([.][0-9]+)?$' AND length(%[1]s) <= 308`
	sqliteInteger   = `length(` + unsigned + `) BETWEEN 1 AND 18 AND ` + unsigned + ` NOT GLOB '*[^0-9]*'`
	sqliteNumber    = unsigned + ` GLOB '[0-9]*' AND ` + unsigned + ` GLOB '*[0-9]' AND ` + unsigned + ` NOT GLOB '*[^0-9.]*' AND ` +
		unsigned + ` NOT GLOB '*.*.*' AND length(%[1]s) <= 308`
)

// Plain digits of a number, as few as are read back as the same one.
// PostgreSQL finds them; in SQLite 15, 16 and 17 digits are tried, and the
// exponent of the notation with one tells where the point or zeros belong.
const (
	postgresPlain = `CAST(CAST(CAST(%[1]s AS text) AS numeric) AS text)`
	sqliteDigits  = `SELECT CASE WHEN CAST(printf('%%!.14e', %[1]s) AS real) = %[1]s THEN printf('%%!.14e', abs(%[1]s)) ` +
		`WHEN CAST(printf('%%!.15e', %[1]s) AS real) = %[1]s THEN printf('%%!.15e', abs(%[1]s)) ELSE printf('%%!.16e', abs(%[1]s)) END AS text`
	sqliteParts = `SELECT replace(substr(text, 1, instr(text, 'e') - 1), '.', '') AS digits, CAST(substr(text, instr(text, 'e') + 1) AS integer) AS power ` +
		`FROM (` + sqliteDigits + `)`
	sqlitePlain = `CASE WHEN %[1]s < 0 THEN '-' ELSE '' END || (SELECT CASE ` +
		`WHEN power < 0 THEN '0.' || replace(hex(zeroblob(-power - 1)), '00', '0') || rtrim(digits, '0') ` +
		`WHEN power < length(digits) - 1 THEN rtrim(rtrim(substr(digits, 1, power + 1) || '.' || substr(digits, power + 2), '0'), '.') ` +
		`ELSE digits || replace(hex(zeroblob(power - length(digits) + 1)), '00', '0') END FROM (` + sqliteParts + `))`
)
