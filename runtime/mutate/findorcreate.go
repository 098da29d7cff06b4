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

// maxCandidates is the number of records that a create may repeat which are read first; the
// others are read only if it repeats none of these.
const maxCandidates = 20

// findExisting queries the record that a create repeats: one with the same name, and with
// every other field that was sent equal to the stored one, letter case aside.  Of several
// that the caller may see it is the one with the smallest id.  Creates of one name
// wait for each other.
func (m *Mutation) findExisting(p *preparedCreate) {
	p.record.ComputeColumns()
	m.lock(m.Resource.Plural, "same/"+model.SortKey(p.record))
	compared := m.comparedColumns(p.record)
	var like []model.Record
	m.queueQuery(func() error {
		p.existing = firstRepeated(p, like)
		if p.existing != nil || len(like) < maxCandidates {
			return nil
		}
		m.queueQuery(func() error {
			p.existing = firstRepeated(p, like)
			return nil
		}, m.similarStatement(p.record, compared, like[len(like)-1].Common().ID, &like))
		return nil
	}, m.similarStatement(p.record, compared, 0, &like))
}

// firstRepeated returns the first of the records that a create repeats, nil when
// there is none.
func firstRepeated(p *preparedCreate, like []model.Record) model.Record {
	for _, rec := range like {
		there, wanted := rec.(model.NamedRecord), p.record.(model.NamedRecord)
		if strings.EqualFold(*there.DisplayName(), *wanted.DisplayName()) &&
			model.LanguageOf(there) == model.LanguageOf(wanted) && p.input.matches(p.record, rec) {
			return rec
		}
	}
	return nil
}

// comparedColumns returns for each of the resource's own columns whether its value was sent,
// so that it differs from that of an empty body: a record that is repeated has the same.
func (m *Mutation) comparedColumns(fresh model.Record) []bool {
	columns, values := ownColumns(m.Resource), fresh.ColumnValues()
	empty := m.child(m.Resource).begin(m.engine.NewBody(m.Resource))
	empty.ComputeColumns()
	bare := empty.ColumnValues()
	differs := make([]bool, len(columns))
	for i, at := range columns {
		differs[i] = values[at] != bare[at]
	}
	return differs
}

// ownColumns returns the indexes in Columns of columns that not all posts have, each written
// by a field of its own, without the name, which is compared separately.  A text, whose
// letter case does not matter, is replaced by its folded column; one without is compared
// after it is read.  A resource with times, which depend on each other, has none.
func ownColumns(res *model.Resource) []int {
	post, ok := res.New().(model.PostRecord)
	if !ok || res.StartColumn != "" {
		return nil
	}
	var list []int
	values := post.ColumnValues()
	for i := len(post.AsPost().PostColumnValues()); i < len(res.Columns); i++ {
		column, at := res.Columns[i], i
		if slices.Contains(res.FunctionColumns, column) {
			continue // It depends on fields that were not sent, too.
		}
		if _, text := values[i].(string); text {
			at = slices.Index(res.Columns, column+"_search")
		}
		if column != res.NameField && slices.Contains(res.ReadColumns, column) && at >= 0 {
			list = append(list, at)
		}
	}
	return list
}

// similarStatement returns the statement that reads records of the same name that the caller may see
// into like, in the order of their ids: the first maxCandidates, or all after the one with
// the id behind.
func (m *Mutation) similarStatement(
	fresh model.Record, compared []bool, behind int64, like *[]model.Record,
) store.Statement {
	s, res := m.Env.Store, m.Resource
	columns, values := ownColumns(res), fresh.ColumnValues()
	purpose := "like"
	if behind != 0 {
		purpose = "all like"
	}
	key := request.SQLKey{Of: res, Purpose: purpose, Role: m.Caller.Role, Known: m.Caller.User != 0}
	text := m.Env.SQLCache.Get(key, func(args *store.Args) string {
		sq := query.WithColumns(s.Builder().NewSelect().Model(res.New()), res).
			Where("? = ?", bun.Ident(res.Name+"."+res.NameSort), args.Bind("")).
			Where("? > ?", bun.Ident(res.Name+".id"), args.Bind(behind)).OrderExpr("?", bun.Ident(res.Name+".id"))
		for i, at := range columns {
			sq = sq.Where("(? OR ? = ?)", args.Bind(compared[i]), bun.Ident(res.Name+"."+res.Columns[at]), args.Bind(nil))
		}
		if behind == 0 {
			sq = sq.Limit(maxCandidates)
		}
		m.Scope().AllLanguages().WhereVisible(res.Permissions, args, res.Name, filter.ConditionsOf(sq))
		return sq.String()
	})
	args := []any{model.SortKey(fresh), behind}
	for i, at := range columns {
		args = append(args, !compared[i], values[at])
	}
	args = append(args, m.Caller.User)
	return store.Statement{SQL: text.SQL, Args: args[:text.Values], ScanRow: query.ScanInto(res, like)}
}
