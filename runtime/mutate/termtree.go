package mutate

import (
	"net/http"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// SetParent sets the parent of a term: an existing term of the same resource, 0 for
// none.  A term below itself is refused, also when two concurrent moves would make a circle.
func SetParent(m *Mutation, t *model.Term, o param.Opt[int64]) {
	if !o.IsPresent() || o.Value == t.Parent {
		return
	}
	if o.Value == 0 {
		t.Parent = 0
		return
	}
	m.lockTree()
	above, err := m.ancestry(o.Value)
	switch {
	case err != nil:
		m.setErr(err)
		return
	case len(above) == 0:
		m.Fail("parent", "%s: there is no %s with the ID %s.",
			apierror.Param("parent"), apierror.Resource(m.Resource.Name), apierror.ID(o.Value))
	case t.ID != 0 && above[t.ID]:
		m.Fail("parent", "%s must not be the %s itself or one of its descendants.",
			apierror.Param("parent"), apierror.Resource(m.Resource.Name))
	}
	t.Parent = o.Value
}

// lockTree serializes moves of terms, and deletes, which move the terms below, so that
// each sees the tree as the last one left it.  The tree is locked before any term:
// locking in the other order could deadlock.
func (m *Mutation) lockTree() {
	if !m.Resource.Hierarchical {
		return
	}
	tree := []store.LockName{{Space: "tree", Name: m.Resource.Plural}}
	if len(m.unit.locks.missing(tree)) > 0 {
		m.Store.Queue(m.Env.Store.SQL().LockStatements(m.Resource.Plural + "/tree")...)
	}
}

// lockTreeToMove is lockTree for an update that may move a term.
func (m *Mutation) lockTreeToMove() {
	if _, sent := m.Values.Lookup("parent"); sent {
		m.lockTree()
	}
}

// ancestry returns the ids of a term and of all terms above it; none when the
// term does not exist.
func (m *Mutation) ancestry(id int64) (map[int64]bool, error) {
	var args store.Args
	b := m.Env.Store.Builder()
	table := bun.Ident(m.Resource.Plural)
	self := b.NewSelect().TableExpr("? AS t", table).ColumnExpr("t.id, t.parent").Where("t.id = ?", args.Bind(id))
	up := b.NewSelect().TableExpr("? AS t", table).ColumnExpr("t.id, t.parent").Join("JOIN above ON t.id = above.parent")
	sq := b.NewSelect().WithRecursive("above", self.Union(up)).TableExpr("above").ColumnExpr("id")
	above := map[int64]bool{}
	err := m.Store.Query(m.Context(),
		store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			var n int64
			err := row.Scan(&n)
			above[n] = true
			return err
		}})
	return above, err
}

// CheckUniqueName adds an error, on create, if the parent has a term of this name and
// language already.
func CheckUniqueName(m *Mutation, t *model.Term, name string) {
	if !m.IsCreate || name == "" || m.Imported != nil { // The origin may have two of a name.
		return
	}
	s, key := m.Env.Store, text.SortKey(name)
	shape := m.Env.SQLCache.Get(request.SQLKey{Of: m.Resource, Purpose: "names"}, func(args *store.Args) string {
		return s.SQL().Format("SELECT id, ? FROM ? WHERE ? = ? AND parent = ? AND language = ?",
			bun.Ident(m.Resource.NameField), bun.Ident(m.Resource.Plural), bun.Ident(m.Resource.NameSort), args.Bind(key),
			args.Bind(t.Parent), args.Bind(t.Language))
	})
	m.lock(m.Resource.Plural, "name/"+key)
	var taken int64
	look := store.Statement{SQL: shape.SQL, Args: []any{key, t.Parent, t.Language}, ScanRow: func(row store.Row) error {
		var id int64
		var other string
		err := row.Scan(&id, &other)
		if strings.EqualFold(other, name) {
			taken = id
		}
		return err
	}}
	m.queueQuery(func() error {
		if taken == 0 {
			return nil
		}
		f := apierror.New(http.StatusBadRequest, "term_exists", "A %s with this name already exists.",
			apierror.Resource(m.Resource.Name))
		f.Field, f.Extra = m.Resource.NameField, map[string]any{"term_id": taken}
		return f
	}, look)
}
