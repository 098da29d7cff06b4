package runtime

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/store"
)

// insert writes a new record and its links.
func (c *Change) insert(m Model) error {
	b := m.Record()
	if err := c.beforeSave(m); err != nil {
		return err
	}
	if err := c.takeID(b); err != nil {
		return err
	}
	m.Derive()
	var args store.Args
	iq := c.Env.Store.Builder().NewInsert().Model(m)
	values := m.Values()
	for i, column := range c.Kind.Columns {
		iq = iq.Value(column, "?", args.Bind(values[i]))
	}
	if _, err := c.Store.Exec(c.context(), store.Statement{SQL: iq.Returning("NULL").String(), Args: args.List()}); err != nil {
		return again(fmt.Errorf("insert %s: %w", c.Kind.Name, err))
	}
	if err := c.count(b.ID, "", status(m)); err != nil {
		return err
	}
	c.done.note(Created, m, "")
	return c.saveLinks(b.ID)
}

// takeID gives a new record its id: the next one, or that of its origin.
func (c *Change) takeID(b *Base) error {
	var err error
	if c.Origin != nil && c.Origin.ID != 0 {
		b.ID = c.Origin.ID
		return c.claimID(b.ID)
	}
	b.ID, err = c.Env.Store.NextID(c.context(), c.Store, c.Kind.Sequence, c.Kind.Name)
	return err
}

// update writes a changed record and its links, and raises its version.
func (c *Change) update(m Model, before string) error {
	if err := c.beforeSave(m); err != nil {
		return err
	}
	b := m.Record()
	old := b.Version
	b.Version++
	m.Derive()
	if err := c.count(b.ID, before, status(m)); err != nil {
		return err
	}
	var args store.Args
	uq := rewriting(c.Env.Store, m, &args).Where("version = ?", args.Bind(old))
	n, err := c.Store.Exec(c.context(), store.Statement{SQL: uq.Returning("NULL").String(), Args: args.List()})
	if err != nil {
		return again(fmt.Errorf("update %s %d: %w", c.Kind.Name, b.ID, err))
	}
	if n != 1 {
		return store.Retry(fmt.Errorf("update %s %d: changed meanwhile", c.Kind.Name, b.ID))
	}
	c.done.note(Updated, m, before)
	return c.saveLinks(b.ID)
}

// rewriting begins an update that stores every column of a record.
func rewriting(s *store.Store, m Model, args *store.Args) *bun.UpdateQuery {
	uq := s.Builder().NewUpdate().Model(m)
	values := m.Values()
	for i, column := range m.Kind().Columns {
		if column != "id" {
			uq = uq.Set("? = ?", bun.Ident(column), args.Bind(values[i]))
		}
	}
	return uq.Where("id = ?", args.Bind(m.Record().ID))
}

// saveLinks replaces the links that were written.
func (c *Change) saveLinks(id int64) error {
	for _, link := range c.Kind.Links {
		ids, written := c.links[link.Name]
		if !written {
			continue
		}
		if err := c.replaceLinks(link, id, ids); err != nil {
			return again(fmt.Errorf("link %s %d: %w", c.Kind.Name, id, err))
		}
	}
	return nil
}

// rowsPerInsert is how many rows one statement inserts at most: SQLite takes
// 32,766 values in one statement, PostgreSQL 65,535.
const rowsPerInsert = 1000

// replaceLinks makes a record's links exactly the given ones, in order.
func (c *Change) replaceLinks(link *Link, id int64, ids []int64) error {
	s := c.Env.Store
	if !c.Create {
		var args store.Args
		text := sqlText(s, "DELETE FROM ? WHERE ? = ?", bun.Ident(link.Table), bun.Ident(link.Source), args.Bind(id))
		if _, err := c.Store.Exec(c.context(), store.Statement{SQL: text, Args: args.List()}); err != nil {
			return err
		}
	}
	position := int64(0)
	for chunk := range slices.Chunk(ids, rowsPerInsert) {
		var args store.Args
		source := args.Bind(id)
		rows := make([]string, len(chunk))
		for i, target := range chunk {
			rows[i] = sqlText(s, "(?, ?, ?)", source, args.Bind(target), args.Bind(position))
			position++
		}
		text := sqlText(s, "INSERT INTO ? (?, ?, position) VALUES ?",
			bun.Ident(link.Table), bun.Ident(link.Source), bun.Ident(link.Column), bun.Safe(strings.Join(rows, ", ")))
		if _, err := c.Store.Exec(c.context(), store.Statement{SQL: text, Args: args.List()}); err != nil {
			return err
		}
	}
	return nil
}

// sqlText writes a statement in bun's notation for the dialect of the store.
// Arguments are identifiers and placeholders.
func sqlText(s *store.Store, text string, args ...any) string {
	return s.Builder().NewRaw(text, args...).String()
}

// again marks an error after which the whole transaction is tried once more:
// two writers met in a unique value, or a linked record has just gone.
func again(err error) error {
	if _, unique := store.IsUnique(err); unique || store.IsForeignKey(err) {
		return store.Retry(err)
	}
	return err
}

// status returns the status of a post, "" for a term.
func status(m Model) string {
	if p, ok := m.(PostModel); ok {
		return p.AsPost().Status
	}
	return ""
}
