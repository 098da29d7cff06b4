package mutate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
	"almanac/runtime/validate"
)

// SetTermLinks sets the terms of the record, by id, slug or name.  Unknown
// names are created.  Null changes nothing, the empty list removes all.
func SetTermLinks(m *Mutation, link *model.Link, o param.Opt[[]any]) {
	if !o.IsSet() {
		return
	}
	wanted := make([]string, 0, len(o.Value))
	for _, item := range o.Value {
		if t := validate.TermText(item); t != "" {
			wanted = append(wanted, t)
		}
	}
	// Two writers of the same new names create them in one order.  Responses sort
	// terms by name anyway.
	slices.SortStableFunc(wanted, func(a, b string) int { return cmp.Compare(text.SortKey(a), text.SortKey(b)) })
	m.links[link.Name] = []int64{}
	if m.statusBefore == model.StatusPublish {
		m.queryPreviousTerms(link, m.record.Common().ID)
	}
	var found []model.Record
	switch ids := idsIn(wanted); {
	case len(wanted) == 0:
		m.queueQuery(func() error { return m.linkTerms(link, wanted, found) })
	case len(ids) == len(wanted) && m.batch != nil:
		m.batch.termByID(link.Target, ids)
		m.queueQuery(func() error { return m.linkTermsByID(link, wanted, m.batch.found(link.Target, ids)) })
	case len(ids) == len(wanted):
		m.queueQuery(func() error { return m.linkTermsByID(link, wanted, found) },
			m.engine.termsByIDStatement(link.Target, ids, &found))
	default:
		m.queueQuery(func() error { return m.linkTerms(link, wanted, found) }, m.termsStatement(link.Target, wanted, &found))
	}
}

// idsIn returns the ids among texts.
func idsIn(texts []string) []int64 {
	ids := []int64{}
	for _, t := range texts {
		if id, ok := validate.ID(t); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// linkTermsByID links to terms that were looked up by id.  A number that is no id may be a
// slug or a name.
func (m *Mutation) linkTermsByID(link *model.Link, wanted []string, found []model.Record) error {
	for _, w := range wanted {
		if matchTerm(found, w, m.language) == nil {
			found = nil
			m.queueQuery(func() error { return m.linkTerms(link, wanted, found) }, m.termsStatement(link.Target, wanted, &found))
			return nil
		}
	}
	return m.linkTerms(link, wanted, found)
}

// termsByIDStatement returns the statement that looks terms up by id, into found.
func (e *Engine) termsByIDStatement(res *model.Resource, ids []int64, found *[]model.Record) store.Statement {
	s := e.Store
	shape := e.SQLCache.Get(request.SQLKey{Of: res, Purpose: "numbered"}, func(args *store.Args) string {
		return query.WithColumns(s.Builder().NewSelect().Model(res.New()), res).
			Where("? ?", bun.Ident(res.Name+".id"), s.SQL().In(args, ids)).String()
	})
	return store.Statement{SQL: shape.SQL, Args: []any{ids}, ScanRow: query.ScanInto(res, found)}
}

// linkTerms links to the wanted terms, of which some were found.
func (m *Mutation) linkTerms(link *model.Link, wanted []string, found []model.Record) error {
	ids, seen, whole := []int64{}, []model.Record{}, true
	matches := make([]model.Record, len(wanted))
	for i, w := range wanted {
		matches[i] = matchTerm(found, w, m.language)
	}
	drafts := m.prepareTerms(link, wanted, matches)
	for i, rec := range matches {
		var id int64
		if rec != nil {
			id = rec.Common().ID
		} else {
			var err error
			if id, err = m.newTerm(link, wanted[i], drafts[i]); err != nil {
				return err
			}
			whole = false
		}
		if id != 0 && !slices.Contains(ids, id) {
			ids, seen = append(ids, id), append(seen, rec)
		}
	}
	m.links[link.Name] = ids
	if whole {
		m.linkedRecords[link.Name] = seen
	}
	return nil
}

// prepareTerms prepares the terms that are to be created, by their index in wanted, and takes
// the locks of all of them with the next round trip: the slug of one may be that of another
// one, whatever their names are.  Categories come before tags in every write.
func (m *Mutation) prepareTerms(link *model.Link, wanted []string, matches []model.Record) []*inlineCreate {
	drafts := make([]*inlineCreate, len(wanted))
	if Allow(m.Request, link.Target.Permissions.CanCreateInline(m.Caller)) != nil {
		return drafts // newTerm returns the error.
	}
	for i, w := range wanted {
		if matches[i] == nil && !text.Digits(w) {
			drafts[i] = m.prepareInline(link.Target, map[string]any{link.Target.NameField: w})
		}
	}
	m.Store.Queue(m.lockStatements()...)
	return drafts
}

// newTerm creates the term that a name stands for and returns its id; 0 when it
// cannot be.
func (m *Mutation) newTerm(link *model.Link, wanted string, d *inlineCreate) (int64, error) {
	if text.Digits(wanted) {
		m.Fail(link.Name, "%s: there is no %s with the ID %s.",
			apierror.Param(link.Name), apierror.Resource(link.Target.Name), wanted)
		return 0, nil
	}
	if err := Allow(m.Request, link.Target.Permissions.CanCreateInline(m.Caller)); err != nil {
		return 0, err
	}
	rec, err := d.create()
	if f := apierror.As(err); f != nil {
		if id, ok := f.Extra["term_id"].(int64); ok {
			return id, nil // Two spellings of one name in the same list.
		}
		if f.Params != nil {
			m.Fail(link.Name, "%s: %q is not a valid name.", apierror.Param(link.Name), wanted)
			return 0, nil
		}
	}
	if err != nil {
		return 0, err
	}
	return rec.Common().ID, nil
}

// termsStatement returns the statement that looks terms up by id, slug or name, into
// found.
func (m *Mutation) termsStatement(res *model.Resource, wanted []string, found *[]model.Record) store.Statement {
	ids := idsIn(wanted)
	keys, slugs := make([]string, len(wanted)), make([]string, len(wanted))
	for i, w := range wanted {
		keys[i], slugs[i] = text.SortKey(text.Plain(w)), text.FoldSlug(w)
	}
	s := m.Env.Store
	shape := m.Env.SQLCache.Get(request.SQLKey{Of: res, Purpose: "terms"}, func(args *store.Args) string {
		id, slug, name := bun.Ident(res.Name+".id"), bun.Ident(res.Name+".slug"), bun.Ident(res.Name+"."+res.NameSort)
		return query.WithColumns(s.Builder().NewSelect().Model(res.New()), res).
			Where("? ? OR ? ? OR ? ?", id, s.SQL().In(args, ids), slug, s.SQL().InTexts(args, slugs), name,
				s.SQL().InTexts(args, keys)).OrderExpr("?", id).String()
	})
	return store.Statement{SQL: shape.SQL, Args: []any{ids, slugs, keys}, ScanRow: query.ScanInto(res, found)}
}

// matchTerm returns the term that a text names: by id, else by slug, else by
// name, written plain or as responses show it, where a term of the record's
// language goes first, else by slug in other letter case.  It returns nil when
// there is none.
func matchTerm(found []model.Record, wanted, language string) model.Record {
	var bySlug, byName, byFolded model.Record
	name, slug := text.Plain(wanted), text.FoldSlug(wanted)
	for _, rec := range found {
		term := rec.(model.TermRecord)
		t := term.AsNamed()
		if id, ok := validate.ID(wanted); ok && id == t.ID {
			return rec
		}
		switch t.Slug {
		case wanted:
			bySlug = rec
		case slug:
			byFolded = rec
		}
		if strings.EqualFold(*term.DisplayName(), name) && (byName == nil || t.Language == language) {
			byName = rec
		}
	}
	switch {
	case bySlug != nil:
		return bySlug
	case byName != nil:
		return byName
	}
	return byFolded
}
