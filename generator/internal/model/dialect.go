package model

import (
	"fmt"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"almanac/resources/dsl"
)

// Dialect has what the planning of migrations depends on in a store.
type Dialect struct {
	Name           string // Directory of the migrations.
	Differ         schema.Differ
	Planner        migrate.PlanApplier
	Types          map[ColumnType]schema.Type
	CastTypes      map[ColumnType]string              // The types in casts.
	Serial         schema.Attr                        // Makes a column one that the database numbers.
	TransactionSQL string                             // Number of a transaction; "" if IDs have the order of commits.
	IndexPredicate func(condition string) schema.Attr // Makes an index one of the rows that meet the condition.
	Quote          string                             // Encloses names.
	RebuildsTables bool                               // A change of a column copies the table.
	ClustersTables bool                               // Narrow tables are stored by their key (WITHOUT ROWID).
	TruncateSQL    string                             // Cuts the fraction off a number.
	DecimalSQL     string                             // Writes a number in plain digits.
	IsIntegerSQL   string                             // Whether a text is a whole number.
	IsNumberSQL    string                             // Whether a text is a number.
	IsFormatSQL    map[string]string                  // Whether a text has a format of dsl.Type.Format.
	RefuseSQL      string                             // What a trigger does to refuse a row; takes Check.Constraint.
	DropTriggerSQL string                             // Takes the quoted names of trigger and table.
	RefusalSQL     [2]string                          // Makes and drops what RefuseSQL needs; empty for nothing.
}

// Dialects lists the stores.
func Dialects() []Dialect {
	return []Dialect{
		{
			Name: "postgres", Differ: postgres.DefaultDiff, Planner: postgres.DefaultPlan,
			Serial:         &postgres.Identity{Generation: "BY DEFAULT"},
			TransactionSQL: "(pg_current_xact_id()::text::bigint)", // Programs that do not know the column set it, too.

			IndexPredicate: func(condition string) schema.Attr { return &postgres.IndexPredicate{P: condition} },
			Types: map[ColumnType]schema.Type{
				TextColumn: &schema.StringType{T: postgres.TypeText}, IntegerColumn: &schema.IntegerType{T: postgres.TypeBigInt},
				BooleanColumn: &schema.BoolType{T: postgres.TypeBoolean}, NumberColumn: &schema.FloatType{T: postgres.TypeDouble},
			},
			CastTypes: map[ColumnType]string{IntegerColumn: postgres.TypeBigInt, NumberColumn: postgres.TypeDouble},
			Quote:     `"`, TruncateSQL: "trunc(%s)",
			DecimalSQL: postgresPlain, IsIntegerSQL: postgresInteger, IsNumberSQL: postgresNumber,
			IsFormatSQL: map[string]string{
				"date": "%[1]s ~ '^" + dateExpression + "$'", "time-local": "%[1]s ~ '^" + timeExpression + "$'",
				"date-time": "%[1]s ~ '^" + dateExpression + "T" + timeExpression + "Z$'",
			},
			RefuseSQL: "EXECUTE FUNCTION refuse_value('%s')", DropTriggerSQL: "DROP TRIGGER %[1]s ON %[2]s",
			RefusalSQL: [2]string{postgresRefusal, "DROP FUNCTION refuse_value()"},
		},
		{
			Name: "sqlite", Differ: sqlite.DefaultDiff, Planner: sqlite.DefaultPlan, Serial: &sqlite.AutoIncrement{},
			IndexPredicate: func(condition string) schema.Attr { return &sqlite.IndexPredicate{P: condition} },
			Types: map[ColumnType]schema.Type{
				TextColumn: &schema.StringType{T: "text"}, IntegerColumn: &schema.IntegerType{T: "integer"},
				BooleanColumn: &schema.BoolType{T: "bool"}, NumberColumn: &schema.FloatType{T: "real"},
			},
			CastTypes: map[ColumnType]string{IntegerColumn: "integer", NumberColumn: "real"},
			Quote:     "`", RebuildsTables: true, ClustersTables: true, TruncateSQL: "CAST(%s AS integer)",
			DecimalSQL: sqlitePlain, IsIntegerSQL: sqliteInteger, IsNumberSQL: sqliteNumber,
			IsFormatSQL: map[string]string{
				"date": "%[1]s IS date(%[1]s)", "time-local": "%[1]s IS time(%[1]s) AND %[1]s < '24'",
				"date-time": "%[1]s IS strftime('%%Y-%%m-%%dT%%H:%%M:%%SZ', %[1]s) AND substr(%[1]s, 12) < '24'",
			},
			RefuseSQL: "BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: %s'); END", DropTriggerSQL: "DROP TRIGGER %[1]s",
		},
	}
}

// tableIndexes lists the indexes of a table: those of the description and
// those that every kind needs.
func (r *Resource) tableIndexes() []dsl.Index {
	list := []dsl.Index{}
	if r.Named() {
		list = append(list, dsl.Index{Columns: []string{"slug"}, Unique: true})
	}
	if name := r.FieldWithBehavior(dsl.Name); name != nil {
		list = append(list, dsl.Index{Columns: []string{name.Name + "_sort", "id"}})
	}
	if r.Kind == dsl.KindTerm {
		list = append(list, dsl.Index{Columns: []string{"parent"}})
	}
	if r.Post() {
		list = append(list, dsl.Index{Columns: []string{"status", "date_utc"}})
	}
	return append(list, r.Indexes...)
}

// Zero returns what stands for no value of a type.
func Zero(t ColumnType) any {
	if t.IsList() {
		return "[]"
	}
	switch t.Stored() {
	case IntegerColumn, NumberColumn:
		return 0
	case BooleanColumn:
		return false
	default:
		return ""
	}
}

// postgresRefusal makes the function of triggers that refuse a row as a CHECK
// constraint does.
const postgresRefusal = `CREATE OR REPLACE FUNCTION refuse_value() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ` +
	`RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = TG_ARGV[0], ` +
	`MESSAGE = 'CHECK constraint failed: ' || TG_ARGV[0]; END $$`

// unsigned cuts a sign off a text, in SQLite.
const unsigned = `ltrim(substr(%[1]s, 1, 1), '+-') || substr(%[1]s, 2)`

// What is a number in a text: a whole one of at most 18 digits, or one of 308
// characters with a point in between, which are neither too many nor too few
// for a double.
const (
	postgresInteger = `%[1]s ~ '^[+-]?[0-9]{1,18}$'`
	postgresNumber  = `%[1]s ~ '^[+-]?[0-9]+([.][0-9]+)?$' AND length(%[1]s) <= 308`
	sqliteInteger   = `length(` + unsigned + `) BETWEEN 1 AND 18 AND ` + unsigned + ` NOT GLOB '*[^0-9]*'`
	sqliteNumber    = unsigned + ` GLOB '[0-9]*' AND ` + unsigned + ` GLOB '*[0-9]' AND ` +
		unsigned + ` NOT GLOB '*[^0-9.]*' AND ` + unsigned + ` NOT GLOB '*.*.*' AND length(%[1]s) <= 308`
)

// What is a date or a time of day in a text, as a regular expression: SQLite has
// functions for it, those of PostgreSQL fail at other texts.
const (
	dateExpression = `([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])` +
		`|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))` +
		`|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)`
	timeExpression = `([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]`
)

// Plain digits of a number, as few as are read back as the same one.
// PostgreSQL finds them; in SQLite 15, 16 and 17 digits are tried, and the
// exponent of the notation with one tells where the point or zeros belong.
const (
	postgresPlain = `CAST(CAST(CAST(%[1]s AS text) AS numeric) AS text)`
	sqliteDigits  = `SELECT CASE WHEN CAST(printf('%%!.14e', %[1]s) AS real) = %[1]s THEN printf('%%!.14e', abs(%[1]s)) ` +
		`WHEN CAST(printf('%%!.15e', %[1]s) AS real) = %[1]s THEN printf('%%!.15e', abs(%[1]s)) ` +
		`ELSE printf('%%!.16e', abs(%[1]s)) END AS text`
	sqliteParts = `SELECT replace(substr(text, 1, instr(text, 'e') - 1), '.', '') AS digits, ` +
		`CAST(substr(text, instr(text, 'e') + 1) AS integer) AS power ` +
		`FROM (` + sqliteDigits + `)`
	sqlitePlain = `CASE WHEN %[1]s < 0 THEN '-' ELSE '' END || (SELECT CASE ` +
		`WHEN power < 0 THEN '0.' || replace(hex(zeroblob(-power - 1)), '00', '0') || rtrim(digits, '0') ` +
		`WHEN power < length(digits) - 1 ` +
		`THEN rtrim(rtrim(substr(digits, 1, power + 1) || '.' || substr(digits, power + 2), '0'), '.') ` +
		`ELSE digits || replace(hex(zeroblob(power - length(digits) + 1)), '00', '0') END FROM (` + sqliteParts + `))`
)

// LossText describes the value that replaces values which do not convert.
func LossText(c *TableColumn) string {
	switch {
	case c.Null:
		return "null"
	case c.Type == TextColumn:
		return "empty"
	default:
		return fmt.Sprint(Zero(c.Type))
	}
}

// IsLossy reports whether some values of a type are none of another.  Whole
// numbers beyond 2^53 lose digits as doubles and count as kept.
func IsLossy(from, to ColumnType) bool {
	digits, scale := from.Decimal()
	newDigits, newScale := to.Decimal()
	switch {
	case digits > 0 && newDigits > 0:
		return newScale < scale || newDigits-newScale < digits-scale
	case newDigits > 0:
		return from != BooleanColumn || newDigits == newScale
	case digits > 0 && to == NumberColumn:
		return false
	case from == to, to == TextColumn:
		return false
	case from == BooleanColumn, from == IntegerColumn && to == NumberColumn:
		return false
	default:
		return true
	}
}
