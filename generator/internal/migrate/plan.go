package migrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ariga.io/atlas/sql/schema"

	"almanac/generator/internal/model"
)

// planBuilder makes the statements that change some tables to others, in four
// steps: drop tables and indexes, so that their names are free; rename tables
// and columns; change tables; create indexes.
type planBuilder struct {
	model.Dialect
	from, to   []*model.Table
	statements []string
	updates    []string // Values of new columns, before their indexes exist.
	rewrites   []string // Tables that are rewritten, by their new names.
	rebuilt    []string // Tables that are copied, by their new names.
}

// plan returns the plan from some tables to others.
func plan(d model.Dialect, from, to []*model.Table) (*planBuilder, error) {
	p := &planBuilder{Dialect: d, from: indexedIn(d, from), to: indexedIn(d, to)}
	p.dropChecks()
	if err := p.drop(); err != nil {
		return nil, fmt.Errorf("plan %s migration: %w", d.Name, err)
	}
	middle, err := p.rename()
	if err == nil {
		err = p.change(middle)
	}
	if err != nil {
		return nil, fmt.Errorf("plan %s migration: %w", d.Name, err)
	}
	return p, nil
}

// indexedIn returns tables with the indexes that they have in a store: the order of transactions
// needs none where the key has it.
func indexedIn(d model.Dialect, tables []*model.Table) []*model.Table {
	if d.TransactionSQL != "" {
		return tables
	}
	list := make([]*model.Table, len(tables))
	for i, t := range tables {
		twin := *t
		twin.Indexes = slices.DeleteFunc(slices.Clone(t.Indexes), func(ix model.TableIndex) bool {
			first := t.Named(ix.Columns[0])
			return first != nil && first.Transaction
		})
		list[i] = &twin
	}
	return list
}

// add plans changes. For SQLite, Atlas disables foreign keys by a pragma that
// has no effect in a transaction; the program that runs the migrations does
// it.
func (p *planBuilder) add(changes ...schema.Change) error {
	if len(changes) == 0 {
		return nil
	}
	plan, err := p.Planner.PlanChanges(context.Background(), "migration", changes)
	if err != nil {
		return err
	}
	for _, c := range plan.Changes {
		if !strings.HasPrefix(c.Cmd, "PRAGMA foreign_keys") {
			p.statements = append(p.statements, c.Cmd)
		}
	}
	return nil
}

// addSQL adds a statement that Atlas does not plan.
func (p *planBuilder) addSQL(format string, args ...any) {
	p.statements = append(p.statements, fmt.Sprintf(format, args...))
}

// drop removes tables, in reverse order, and the changed indexes of other
// tables.
func (p *planBuilder) drop() error {
	var changes []schema.Change
	made := schemaOf(p.Dialect, p.from)
	for i := range p.from {
		last := len(p.from) - 1 - i
		if model.Find(p.to, p.from[last].Key) == nil {
			changes = append(changes, &schema.DropTable{T: made.Tables[last]})
		}
	}
	if err := p.add(changes...); err != nil {
		return err
	}
	for i, t := range p.from {
		if err := p.dropIndexes(t, made.Tables[i]); err != nil {
			return err
		}
	}
	return nil
}

// dropIndexes removes the changed indexes of a table. A unique one may be
// missing, because a down migration can omit it.
func (p *planBuilder) dropIndexes(t *model.Table, made *schema.Table) error {
	to := model.Find(p.to, t.Key)
	if to == nil {
		return nil
	}
	var drops []schema.Change
	for i, ix := range t.Indexes {
		switch {
		case to.Has(t, ix):
		case ix.Unique:
			p.addSQL("DROP INDEX IF EXISTS %s", ident(p.Dialect, t.IndexName(ix)))
		default:
			drops = append(drops, &schema.DropIndex{I: made.Indexes[i]})
		}
	}
	if len(drops) == 0 {
		return nil
	}
	return p.add(&schema.ModifyTable{T: made, Changes: drops})
}

// changeTable plans the changes of one table: first those before, last those
// after all tables have their columns. A table that must be rebuilt is planned
// at once.
func (p *planBuilder) changeTable(
	middle []*model.Table, m *schema.ModifyTable,
) (first, last []schema.Change, err error) {
	t := p.tableNamed(m.T.Name)
	indexes, rest := split(m)
	if p.RebuildsTables && p.needsRebuild(rest) {
		// Its new indexes come with it.
		return nil, nil, p.rebuild(model.Find(middle, t.Key), t, &schema.ModifyTable{T: m.T, Changes: rest})
	}
	if len(rest) > 0 {
		now, later := p.alter(model.Find(middle, t.Key), t, rest)
		first = append(first, &schema.ModifyTable{T: m.T, Changes: now})
		if len(later) > 0 {
			last = append(last, &schema.ModifyTable{T: m.T, Changes: later})
		}
	}
	if len(indexes) > 0 {
		last = append(last, &schema.ModifyTable{T: m.T, Changes: indexes})
	}
	return first, last, nil
}

// change plans the changes of tables that already have their new names.
func (p *planBuilder) change(middle []*model.Table) error {
	before, after := schemaOf(p.Dialect, middle), schemaOf(p.Dialect, p.to)
	changes, err := p.Differ.SchemaDiff(before, after)
	if err != nil {
		return err
	}
	var first, last []schema.Change
	for _, c := range changes {
		m, ok := c.(*schema.ModifyTable)
		if !ok {
			first = append(first, c)
			continue
		}
		now, later, err := p.changeTable(middle, m)
		if err != nil {
			return err
		}
		first, last = append(first, now...), append(last, later...)
	}
	p.rescale(middle)
	if err := p.add(first...); err != nil {
		return err
	}
	p.statements = append(p.statements, p.updates...)
	for _, c := range last { // One by one, for the planner may sort.
		if err := p.add(c); err != nil {
			return err
		}
	}
	return nil
}

// rescale converts the values of columns whose type in the store stays: whole and
// exact numbers.  Tables that are copied have converted values already.
func (p *planBuilder) rescale(middle []*model.Table) {
	for _, to := range p.to {
		from := model.Find(middle, to.Key)
		if from == nil || slices.Contains(p.rebuilt, to.Name) {
			continue
		}
		for i := range to.Columns {
			c := &to.Columns[i]
			old := from.Column(c.StableKey)
			if old == nil || old.Type == c.Type || old.Type.Stored() != c.Type.Stored() {
				continue
			}
			name := ident(p.Dialect, c.Name)
			value := conversion(p.Dialect, name, old, c)
			if value == name {
				continue
			}
			p.rewrites = append(p.rewrites, to.Name)
			statement := fmt.Sprintf("UPDATE %s SET %s = %s", ident(p.Dialect, to.Name), name, value)
			if c.Null && !old.Null { // Once it may be NULL.
				p.updates = append(p.updates, statement)
				continue
			}
			p.statements = append(p.statements, statement)
		}
	}
}

// tableNamed returns the table with its new name.
func (p *planBuilder) tableNamed(name string) *model.Table {
	return p.to[slices.IndexFunc(p.to, func(t *model.Table) bool { return t.Name == name })]
}

// split separates new indexes from the other changes of a table.
func split(m *schema.ModifyTable) (indexes, rest []schema.Change) {
	for _, c := range m.Changes {
		if _, ok := c.(*schema.AddIndex); ok {
			indexes = append(indexes, c)
			continue
		}
		rest = append(rest, c)
	}
	return indexes, rest
}

// alter completes the changes of a table that is not rebuilt: new columns get
// values for existing rows, and values are converted. The later changes remove
// defaults that only existing rows needed.
func (p *planBuilder) alter(from, to *model.Table, changes []schema.Change) (now, later []schema.Change) {
	for _, c := range changes {
		switch c := c.(type) {
		case *schema.AddColumn:
			column, alone := to.Named(c.C.Name), *c.C
			alone.Indexes = nil // They come later; for them, the planner would rebuild a SQLite table.
			if !column.Null && !column.Transaction && column.Default == nil {
				alone.Default = &schema.Literal{V: sqlLiteral(backfillValue(&column.LockedColumn))}
				later = append(later, &schema.ModifyColumn{From: &alone, To: c.C, Change: schema.ChangeDefault})
			}
			if column.PlaceholderColumn != "" {
				p.updates = append(p.updates, fmt.Sprintf("UPDATE %s SET %s = %s",
					ident(p.Dialect, to.Name), ident(p.Dialect, column.Name), p.placeholderValue(to, column)))
				p.rewrites = append(p.rewrites, to.Name)
			}
			now = append(now, &schema.AddColumn{C: &alone})
			continue
		case *schema.ModifyColumn:
			p.convert(from, to, c)
		}
		now = append(now, c)
	}
	return now, later
}
