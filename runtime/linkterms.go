package runtime

import (
	"cmp"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/fault"
	"almanac/runtime/param"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// LinkTerms sets which terms the record has: by id, slug or name.  Unknown
// names are created.  Null changes nothing, the empty list removes all.
func (c *Change) LinkTerms(link *Link, o param.Opt[[]any]) {
	if !o.IsSet() {
		return
	}
	wanted := make([]string, 0, len(o.V))
	for _, item := range o.V {
		if t := termText(item); t != "" {
			wanted = append(wanted, t)
		}
	}
	// Two writers of the same new names create them in one order.  Answers sort
	// terms by name anyway.
	slices.SortStableFunc(wanted, func(a, b string) int { return cmp.Compare(text.SortKey(a), text.SortKey(b)) })
	c.links[link.Name] = []int64{}
	if c.before == "publish" {
		c.lookBack(link, c.record.Record().ID)
	}
	var found []Model
	switch ids := numbers(wanted); {
	case len(wanted) == 0:
		c.ask(func() error { return c.linkTerms(link, wanted, found) })
	case len(ids) == len(wanted) && c.together != nil:
		c.together.number(link.Target, ids)
		c.ask(func() error { return c.linkNumbered(link, wanted, c.together.found(link.Target, ids)) })
	case len(ids) == len(wanted):
		c.ask(func() error { return c.linkNumbered(link, wanted, found) }, c.Env.findNumbered(link.Target, ids, &found))
	default:
		c.ask(func() error { return c.linkTerms(link, wanted, found) }, c.findTerms(link.Target, wanted, &found))
	}
}

// numbers returns the ids among texts.
func numbers(texts []string) []int64 {
	ids := []int64{}
	for _, t := range texts {
		if id, ok := identifier(t); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// linkNumbered links to terms that were looked for by id.  A number that is no
// id may be a slug or a name.
func (c *Change) linkNumbered(link *Link, wanted []string, found []Model) error {
	for _, w := range wanted {
		if matchTerm(found, w, c.language) == nil {
			found = nil
			c.ask(func() error { return c.linkTerms(link, wanted, found) }, c.findTerms(link.Target, wanted, &found))
			return nil
		}
	}
	return c.linkTerms(link, wanted, found)
}

// findNumbered returns the statement that looks terms up by id, into found.
func (e *Env) findNumbered(k *Kind, ids []int64, found *[]Model) store.Statement {
	s := e.Store
	shape := e.texts.get(textKey{of: k, purpose: "numbered"}, func(args *store.Args) string {
		return withRecordColumns(s.Builder().NewSelect().Model(k.New()), k).Where("? ?", bun.Ident(k.Name+".id"), s.SQL().In(args, ids)).String()
	})
	return store.Statement{SQL: shape.sql, Args: []any{ids}, ScanRow: addRecord(k, found)}
}

// addRecord returns the function that adds the record of each row to found.
func addRecord(k *Kind, found *[]Model) func(store.Row) error {
	return func(row store.Row) error {
		m, err := scanRecord(k, row)
		*found = append(*found, m)
		return err
	}
}

// linkTerms links to the wanted terms, of which some were found.
func (c *Change) linkTerms(link *Link, wanted []string, found []Model) error {
	ids, seen, whole := []int64{}, []Model{}, true
	matches := make([]Model, len(wanted))
	for i, w := range wanted {
		matches[i] = matchTerm(found, w, c.language)
	}
	drafts := c.draftTerms(link, wanted, matches)
	for i, m := range matches {
		var id int64
		if m != nil {
			id = m.Record().ID
		} else {
			var err error
			if id, err = c.newTerm(link, wanted[i], drafts[i]); err != nil {
				return err
			}
			whole = false
		}
		if id != 0 && !slices.Contains(ids, id) {
			ids, seen = append(ids, id), append(seen, m)
		}
	}
	c.links[link.Name] = ids
	if whole {
		c.seen[link.Name] = seen
	}
	return nil
}

// draftTerms prepares the terms that are to be created, in their places, and
// takes the locks of all of them with the next round trip: the slug of one may
// be that of another one, whatever their names are.  Categories come before tags
// in every write.
func (c *Change) draftTerms(link *Link, wanted []string, matches []Model) []*draft {
	drafts := make([]*draft, len(wanted))
	if c.allow(link.Target.Access.CreatesInline(c.Caller)) != nil {
		return drafts // newTerm reports it.
	}
	for i, w := range wanted {
		if matches[i] == nil && !Digits(w) {
			drafts[i] = c.draft(link.Target, map[string]any{link.Target.NameField: w})
		}
	}
	c.Store.Queue(c.locking()...)
	return drafts
}

// newTerm creates the term that a name stands for and returns its id; 0 when it
// cannot be.
func (c *Change) newTerm(link *Link, wanted string, d *draft) (int64, error) {
	if Digits(wanted) {
		c.fail(link.Name, "%s: there is no %s with the ID %s.", link.Name, link.Target.Name, wanted)
		return 0, nil
	}
	if err := c.allow(link.Target.Access.CreatesInline(c.Caller)); err != nil {
		return 0, err
	}
	m, err := d.create()
	if f := fault.As(err); f != nil {
		if id, ok := f.Extra["term_id"].(int64); ok {
			return id, nil // Two spellings of one name in the same list.
		}
		if f.Params != nil {
			c.fail(link.Name, "%s: %q is not a name.", link.Name, wanted)
			return 0, nil
		}
	}
	if err != nil {
		return 0, err
	}
	return m.Record().ID, nil
}

// findTerms returns the statement that looks terms up by id, slug or name, into
// found.
func (c *Change) findTerms(k *Kind, wanted []string, found *[]Model) store.Statement {
	ids := numbers(wanted)
	keys, slugs := make([]string, len(wanted)), make([]string, len(wanted))
	for i, w := range wanted {
		keys[i], slugs[i] = text.SortKey(text.Plain(w)), text.FoldSlug(w)
	}
	s := c.Env.Store
	shape := c.Env.texts.get(textKey{of: k, purpose: "terms"}, func(args *store.Args) string {
		id, slug, name := bun.Ident(k.Name+".id"), bun.Ident(k.Name+".slug"), bun.Ident(k.Name+"."+k.NameSort)
		return withRecordColumns(s.Builder().NewSelect().Model(k.New()), k).
			Where("? ? OR ? ? OR ? ?", id, s.SQL().In(args, ids), slug, s.SQL().InTexts(args, slugs), name, s.SQL().InTexts(args, keys)).OrderExpr("?", id).String()
	})
	return store.Statement{SQL: shape.sql, Args: []any{ids, slugs, keys}, ScanRow: addRecord(k, found)}
}

// matchTerm returns the term that a text names: by id, else by slug, else by
// name, written plain or as answers show it, where a term of the record's
// language goes first, else by slug in other letter case.  It returns nil when
// there is none.
func matchTerm(found []Model, wanted, language string) Model {
	var bySlug, byName, byFolded Model
	name, slug := text.Plain(wanted), text.FoldSlug(wanted)
	for _, m := range found {
		t := m.Record()
		if id, ok := identifier(wanted); ok && id == t.ID {
			return m
		}
		switch t.Slug {
		case wanted:
			bySlug = m
		case slug:
			byFolded = m
		}
		if strings.EqualFold(*m.DisplayName(), name) && (byName == nil || t.Language == language) {
			byName = m
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
