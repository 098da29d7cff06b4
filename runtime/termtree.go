package runtime

import (
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/param"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// Parent sets the parent of a term: an existing term of the same kind, 0 for
// none.  A term below itself is refused, also when two moves at once would
// close a circle.
func (c *Change) Parent(t *Term, o param.Opt[int64]) { c.keep(c.setParent(t, o)) }

// setParent does the work of Parent.
func (c *Change) setParent(t *Term, o param.Opt[int64]) error {
	if !o.Sent() || o.V == t.Parent {
		return nil
	}
	if o.V == 0 {
		t.Parent = 0
		return nil
	}
	// Moves wait for each other, so that each sees the tree as the last one
	// left it.
	if err := c.Env.Store.Lock(c.context(), c.Store, c.Kind.Plural+"/tree"); err != nil {
		return err
	}
	above, err := c.ancestry(o.V)
	switch {
	case err != nil:
		return err
	case len(above) == 0:
		c.fail("parent", "parent: there is no %s with the ID %d.", c.Kind.Name, o.V)
	case t.ID != 0 && above[t.ID]:
		c.fail("parent", "parent must not be the %s itself or one below it.", c.Kind.Name)
	}
	t.Parent = o.V
	return nil
}

// ancestry returns the ids of a term and of all terms above it; none when the
// term does not exist.
func (c *Change) ancestry(id int64) (map[int64]bool, error) {
	var args store.Args
	b := c.Env.Store.Builder()
	table := bun.Ident(c.Kind.Plural)
	self := b.NewSelect().TableExpr("? AS t", table).ColumnExpr("t.id, t.parent").Where("t.id = ?", args.Bind(id))
	up := b.NewSelect().TableExpr("? AS t", table).ColumnExpr("t.id, t.parent").Join("JOIN above ON t.id = above.parent")
	sq := b.NewSelect().WithRecursive("above", self.Union(up)).TableExpr("above").ColumnExpr("id")
	above := map[int64]bool{}
	err := c.Store.Query(c.context(), store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		var n int64
		err := row.Scan(&n)
		above[n] = true
		return err
	}})
	return above, err
}

// DistinctName notes, on create, that the parent has a term of this name and
// language already.
func (c *Change) DistinctName(t *Term, name string) { c.keep(c.distinctName(t, name)) }

// distinctName does the work of DistinctName.
func (c *Change) distinctName(t *Term, name string) error {
	if !c.Create || name == "" || c.Origin != nil { // A former life may have had two of a name.
		return nil
	}
	s, key := c.Env.Store, text.SortKey(name)
	if err := s.Lock(c.context(), c.Store, c.Kind.Plural+"/name/"+key); err != nil {
		return err
	}
	var args store.Args
	sq := s.Builder().NewSelect().TableExpr("? AS t", bun.Ident(c.Kind.Plural)).ColumnExpr("t.id, t.name").
		Where("t.name_sort = ?", args.Bind(key)).Where("t.parent = ?", args.Bind(t.Parent)).Where("t.language = ?", args.Bind(t.Language))
	var taken int64
	err := c.Store.Query(c.context(), store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		var id int64
		var other string
		err := row.Scan(&id, &other)
		if strings.EqualFold(other, name) {
			taken = id
		}
		return err
	}})
	if err == nil && taken != 0 {
		return termExists(c.Kind, taken)
	}
	return err
}
