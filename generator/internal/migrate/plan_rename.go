package migrate

import (
	"slices"

	"ariga.io/atlas/sql/schema"

	"almanac/generator/internal/model"
)

// rename is one change of a name.
type rename struct{ from, to string }

// orderRenames orders renames so that each name is free when it is given.
// Names that are swapped go through a temporary name. Each target is free or
// is renamed itself, so each rename needs one temporary name at most.
func orderRenames(moves []rename, taken map[string]bool) []rename {
	var ordered []rename
	wanted := map[string]bool{}
	for _, m := range moves {
		wanted[m.to] = true
	}
	asides := len(moves)
	give := func(m rename) {
		ordered = append(ordered, m)
		delete(taken, m.from)
		taken[m.to] = true
	}
	for len(moves) > 0 {
		i := 0
		for i < len(moves) && taken[moves[i].to] {
			i++
		}
		if i == len(moves) && asides > 0 {
			aside := rename{moves[0].from, freeName(moves[0].from+"_aside", taken, wanted)}
			give(aside)
			moves[0].from = aside.to
			asides--
			continue
		}
		i %= len(moves)
		give(moves[i])
		moves = append(moves[:i:i], moves[i+1:]...)
	}
	return ordered
}

// freeName returns the name, or a longer one that is in none of the sets.
func freeName(name string, sets ...map[string]bool) string {
	for slices.ContainsFunc(sets, func(set map[string]bool) bool { return set[name] }) {
		name += "_"
	}
	return name
}

// rename plans the new names of tables and columns. It returns the tables after
// that: those that are kept, with their new names and without dropped indexes.
func (p *planBuilder) rename() ([]*model.Table, error) {
	var middle []*model.Table
	var tables []rename
	taken := map[string]bool{}
	for _, t := range p.from {
		to := model.Find(p.to, t.Key)
		if to == nil {
			continue
		}
		taken[t.Name] = true
		if t.Name != to.Name {
			tables = append(tables, rename{t.Name, to.Name})
		}
	}
	if err := p.renameTables(orderRenames(tables, taken)); err != nil {
		return nil, err
	}
	var changes []schema.Change
	for _, t := range p.from {
		if to := model.Find(p.to, t.Key); to != nil {
			now, moves := renamedTable(t, to)
			middle = append(middle, now)
			changes = append(changes, renameColumns(to.Name, moves)...)
		}
	}
	for _, c := range changes { // One by one, for the planner sorts by table.
		if err := p.add(c); err != nil {
			return nil, err
		}
	}
	p.renameConstraints()
	return middle, nil
}

func (p *planBuilder) renameTables(moves []rename) error {
	for _, m := range moves {
		if err := p.add(&schema.RenameTable{From: schema.NewTable(m.from), To: schema.NewTable(m.to)}); err != nil {
			return err
		}
	}
	return nil
}

func renameColumns(table string, moves []rename) []schema.Change {
	var changes []schema.Change
	for _, m := range moves {
		changes = append(changes, &schema.ModifyTable{T: schema.NewTable(table), Changes: []schema.Change{
			&schema.RenameColumn{From: schema.NewColumn(m.from), To: schema.NewColumn(m.to)},
		}})
	}
	return changes
}

// renamedTable returns the table with the names of another, and the renames of
// its columns. A column that will be dropped is moved aside if another one
// gets its name.
func renamedTable(t *model.Table, to *model.Table) (*model.Table, []rename) {
	now := t.Clone()
	now.Name = to.Name
	taken := map[string]bool{}
	var moves []rename
	names := map[string]string{}
	both := map[string]bool{}
	for _, c := range slices.Concat(t.Columns, to.Columns) {
		both[c.Name] = true
	}
	for i := range now.Columns {
		c := &now.Columns[i]
		taken[c.Name] = true
		name := c.Name
		if other := to.Column(c.StableKey); other != nil {
			name = other.Name
		} else if to.Named(c.Name) != nil {
			name = freeName("dropped_"+c.Name, both)
		}
		if name != c.Name {
			moves = append(moves, rename{c.Name, name})
		}
		names[c.Name], c.Name = name, name
	}
	now.Indexes = nil
	for _, ix := range t.Indexes {
		if !to.Has(t, ix) {
			continue
		}
		var columns []string
		for _, name := range ix.Columns {
			columns = append(columns, names[name])
		}
		now.Indexes = append(now.Indexes, model.TableIndex{Columns: columns, Unique: ix.Unique, ExceptEmpty: ix.ExceptEmpty})
	}
	for i := range now.ForeignKeys {
		now.ForeignKeys[i].Column = names[now.ForeignKeys[i].Column]
	}
	return now, orderRenames(moves, taken)
}

// renameConstraints gives the constraints of renamed tables the names that
// they would have got, where they have names at all: primary keys in one set,
// for their indexes share it, and foreign keys table by table.
func (p *planBuilder) renameConstraints() {
	if p.RebuildsTables {
		return // SQLite keeps the names in the text only, and nothing reads them.
	}
	taken, owner := map[string]bool{}, map[string]string{}
	var keys []rename
	for _, t := range p.from {
		to := model.Find(p.to, t.Key)
		if to == nil {
			continue
		}
		old := t.Name + "_pkey"
		taken[old] = true
		if t.Name != to.Name {
			keys = append(keys, rename{old, to.Name + "_pkey"})
			owner[old] = to.Name
		}
		p.renameReferences(t, to)
	}
	for _, m := range orderRenames(keys, taken) {
		owner[m.to] = owner[m.from]
		p.addSQL("ALTER TABLE %s RENAME CONSTRAINT %s TO %s",
			ident(p.Dialect, owner[m.from]), ident(p.Dialect, m.from), ident(p.Dialect, m.to))
	}
}

// renameReferences renames the foreign keys of a link table.
func (p *planBuilder) renameReferences(t, to *model.Table) {
	taken := map[string]bool{}
	var moves []rename
	for i, ref := range t.ForeignKeys {
		m := rename{t.Name + "_" + ref.Column, to.Name + "_" + to.ForeignKeys[i].Column}
		taken[m.from] = true
		if m.from != m.to {
			moves = append(moves, m)
		}
	}
	for _, m := range orderRenames(moves, taken) {
		p.addSQL("ALTER TABLE %s RENAME CONSTRAINT %s TO %s",
			ident(p.Dialect, to.Name), ident(p.Dialect, m.from), ident(p.Dialect, m.to))
	}
}
