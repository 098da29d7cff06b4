package mutate

import (
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// maxCandidates is how many records that a create may repeat are read first; the
// others only when none of these is it.
const maxCandidates = 20

// findExisting asks for the record that a create repeats: same name, and every other
// field that was sent equal to the stored one, letter case aside.  Of several that
// the caller may see it is the one with the smallest id.  Creates of one name
// wait for each other.
func (c *Mutation) findExisting(p *preparedCreate) {
	p.record.ComputeColumns()
	c.lock(c.Kind.Plural, "same/"+model.SortKey(p.record))
	compared := c.comparedColumns(p.record)
	var like []model.Record
	c.queueQuery(func() error {
		p.existing = repeated(p, like)
		if p.existing != nil || len(like) < maxCandidates {
			return nil
		}
		c.queueQuery(func() error {
			p.existing = repeated(p, like)
			return nil
		}, c.findLike(p.record, compared, like[len(like)-1].Common().ID, &like))
		return nil
	}, c.findLike(p.record, compared, 0, &like))
}

// repeated returns the first of the records that a create repeats, nil when
// there is none.
func repeated(p *preparedCreate, like []model.Record) model.Record {
	for _, m := range like {
		there, wanted := m.(model.NamedRecord), p.record.(model.NamedRecord)
		if strings.EqualFold(*there.DisplayName(), *wanted.DisplayName()) && model.LanguageOf(there) == model.LanguageOf(wanted) && p.input.matches(p.record, m) {
			return m
		}
	}
	return nil
}

// comparedColumns returns for each of the resource's own columns whether it holds what was
// sent and not what it holds anyway: then a record that is repeated has the same.
func (c *Mutation) comparedColumns(fresh model.Record) []bool {
	columns, values := ownColumns(c.Kind), fresh.ColumnValues()
	empty := c.child(c.Kind).begin(c.engine.newBody(c.Kind))
	empty.ComputeColumns()
	bare := empty.ColumnValues()
	differs := make([]bool, len(columns))
	for i, at := range columns {
		differs[i] = values[at] != bare[at]
	}
	return differs
}

// ownColumns returns the places in Columns of what a post has beside others, each
// written by a field of its own: its name is compared in another way.  In the place
// of a text, whose letter case does not count, stands its folded column; one without
// is compared once it is read.  Times that depend on each other are left out with all
// there is.
func ownColumns(k *model.Resource) []int {
	post, ok := k.New().(model.PostRecord)
	if !ok || k.StartColumn != "" {
		return nil
	}
	var list []int
	values := post.ColumnValues()
	for i := len(post.AsPost().PostColumnValues()); i < len(k.Columns); i++ {
		column, at := k.Columns[i], i
		if slices.Contains(k.FunctionColumns, column) {
			continue // It depends on fields that were not sent, too.
		}
		if _, text := values[i].(string); text {
			at = slices.Index(k.Columns, column+"_search")
		}
		if column != k.NameField && slices.Contains(k.ReadColumns, column) && at >= 0 {
			list = append(list, at)
		}
	}
	return list
}

// findLike returns the statement that reads into like records of the same name
// that the caller may see, by id, behind one: the first few, or all others behind
// a record.
func (c *Mutation) findLike(fresh model.Record, compared []bool, behind int64, like *[]model.Record) store.Statement {
	s, k := c.Env.Store, c.Kind
	columns, values := ownColumns(k), fresh.ColumnValues()
	purpose := "like"
	if behind != 0 {
		purpose = "all like"
	}
	text := c.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: purpose, Role: c.Caller.Role, Known: c.Caller.User != 0}, func(args *store.Args) string {
		sq := query.WithColumns(s.Builder().NewSelect().Model(k.New()), k).
			Where("? = ?", bun.Ident(k.Name+"."+k.NameSort), args.Bind("")).
			Where("? > ?", bun.Ident(k.Name+".id"), args.Bind(behind)).OrderExpr("?", bun.Ident(k.Name+".id"))
		for i, at := range columns {
			sq = sq.Where("(? OR ? = ?)", args.Bind(compared[i]), bun.Ident(k.Name+"."+k.Columns[at]), args.Bind(nil))
		}
		if behind == 0 {
			sq = sq.Limit(maxCandidates)
		}
		c.Scope().AllLanguages().WhereVisible(k.Permissions, args, k.Name, filter.ConditionsOf(sq))
		return sq.String()
	})
	args := []any{model.SortKey(fresh), behind}
	for i, at := range columns {
		args = append(args, !compared[i], values[at])
	}
	args = append(args, c.Caller.User)
	return store.Statement{SQL: text.SQL, Args: args[:text.Values], ScanRow: query.ScanInto(k, like)}
}
