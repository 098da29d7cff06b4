package migrate

import (
	"slices"
	"strings"

	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"

	"almanac/generator/internal/model"
)

// convert completes the change of a column in place: it adds the conversion of
// values to a new type, and replaces NULL where it is no longer allowed.
func (p *planBuilder) convert(from, to *model.Table, c *schema.ModifyColumn) {
	old, column := from.Named(c.From.Name), to.Named(c.To.Name)
	name := ident(p.Dialect, column.Name)
	if c.Change.Is(schema.ChangeType) {
		c.Extra = append(c.Extra, &postgres.ConvertUsing{X: conversion(p.Dialect, name, old, column)})
		p.rewrites = append(p.rewrites, to.Name)
		return
	}
	if old.Null && !column.Null && old.Type == column.Type {
		p.addSQL("UPDATE %s SET %s = %s WHERE %s IS NULL",
			ident(p.Dialect, to.Name), name, sqlLiteral(backfillValue(&column.LockedColumn)), name)
	}
}

// needsRebuild reports whether SQLite cannot make the changes in place. It can
// only add columns that are nullable or have a default.
func (p *planBuilder) needsRebuild(changes []schema.Change) bool {
	return slices.ContainsFunc(changes, func(c schema.Change) bool {
		add, ok := c.(*schema.AddColumn)
		return !ok || !add.C.Type.Null && add.C.Default == nil
	})
}

// rebuild copies a SQLite table: the copy statement of the planner is replaced
// by one that converts values, and the sequence of IDs continues.
func (p *planBuilder) rebuild(from, to *model.Table, m *schema.ModifyTable) error {
	for i, c := range m.Changes {
		if add, ok := c.(*schema.AddColumn); ok { // The planner would add it in place otherwise, which SQLite refuses.
			filled := *add.C
			filled.Default = &schema.RawExpr{X: "NULL"}
			m.Changes[i] = &schema.AddColumn{C: &filled}
		}
	}
	begin := len(p.statements)
	if err := p.add(m); err != nil {
		return err
	}
	temporary := "new_" + to.Name
	planned := append([]string(nil), p.statements[begin:]...)
	p.statements = p.statements[:begin]
	for _, s := range planned {
		if !strings.HasPrefix(s, "INSERT INTO "+ident(p.Dialect, temporary)) {
			p.statements = append(p.statements, s)
			continue
		}
		p.copy(from, to, temporary)
	}
	p.rewrites, p.rebuilt = append(p.rewrites, to.Name), append(p.rebuilt, to.Name)
	return nil
}

// copy fills the rebuilt table.
func (p *planBuilder) copy(from, to *model.Table, temporary string) {
	var names, values []string
	serial := false
	for i := range to.Columns {
		c := &to.Columns[i]
		names = append(names, ident(p.Dialect, c.Name))
		value := sqlLiteral(backfillValue(&c.LockedColumn))
		if c.PlaceholderColumn != "" {
			value = p.placeholderValue(to, c)
		}
		if old := from.Column(c.StableKey); old != nil {
			value = ident(p.Dialect, old.Name)
			if old.Type != c.Type || old.Null && !c.Null {
				value = conversion(p.Dialect, value, old, c)
			}
		}
		values = append(values, value)
		serial = serial || c.Serial
	}
	p.addSQL("INSERT INTO %s (%s) SELECT %s FROM %s",
		ident(p.Dialect, temporary), strings.Join(names, ", "), strings.Join(values, ", "), ident(p.Dialect, to.Name))
	if serial {
		p.addSQL("DELETE FROM sqlite_sequence WHERE name = %s", sqlLiteral(temporary))
		p.addSQL("INSERT INTO sqlite_sequence (name, seq) SELECT %s, seq FROM sqlite_sequence WHERE name = %s",
			sqlLiteral(temporary), sqlLiteral(to.Name))
	}
}
