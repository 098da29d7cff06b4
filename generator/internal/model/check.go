package model

import (
	"fmt"
	"strconv"
	"strings"

	"almanac/resources/dsl"
)

// rule returns TableColumn.Rule of a column of the field.
func (f *LockedField) rule(c *LockedColumn) string {
	switch {
	case f.Computed != "":
		return "" // Rows of a migration are computed after it.
	case c.Computed == "currency":
		words := f.Currencies
		if amount := f.Columns[0]; amount.Null {
			words = append([]string{""}, words...)
		}
		return among(words)
	case c.Computed != "" || c.Type.IsList(): // The service checks elements.
		return ""
	case c.Enum != nil:
		return among(c.Enum)
	case c.Format != "":
		return c.Format
	}
	var conditions []string
	if f.Min != nil {
		conditions = append(conditions, "%[1]s >= "+storedNumber(*f.Min, c.Type))
	}
	if f.Max != nil {
		conditions = append(conditions, "%[1]s <= "+storedNumber(*f.Max, c.Type))
	}
	if f.MaxLength > 0 {
		conditions = append(conditions, fmt.Sprintf("length(%%[1]s) <= %d", f.MaxLength))
	}
	return strings.Join(conditions, " AND ")
}

// among returns the condition that a text is one of some words.
func among(words []string) string { return "%[1]s IN ('" + strings.Join(words, "', '") + "')" }

// storedNumber writes a number as SQL of a value of a type: that of an exact number in
// its smallest units.
func storedNumber(n float64, t ColumnType) string {
	text := strconv.FormatFloat(n, 'f', -1, 64)
	if digits, scale := t.Decimal(); digits > 0 {
		units, _ := dsl.FieldSpec{Digits: 18, Scale: scale}.Units(text)
		return strconv.FormatInt(units, 10)
	}
	return text
}

// Check is a rule of the database about new values of a column.  Two triggers keep it,
// because a CHECK constraint would be about every update of a row whose value is
// older than the rule.
type Check struct {
	Table, Column string
	Type          ColumnType
	Constraint    string // As in errors: the table and the field.
	Condition     string // With %[1]s for the column.
}

// Checks lists the checks of tables.
func (d Dialect) Checks(list []*Table) []Check {
	var checks []Check
	for _, t := range list {
		for _, c := range t.Columns {
			if !c.Checked {
				continue
			}
			condition, isFormat := d.IsFormatSQL[c.Rule]
			if !isFormat {
				condition = c.Rule
			}
			checks = append(checks, Check{t.Name, c.Name, c.Type, t.Name + "." + c.Field, condition})
		}
	}
	return checks
}

// TriggerName returns the name of one of the triggers of the check.
func (c Check) TriggerName(event string) string {
	return fitName(c.Table + "." + c.Column + "_" + event)
}
