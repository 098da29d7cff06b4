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

// LinkPosts sets which posts the record links to, in the order written:
// existing ones by id, new ones from objects that describe them.  Null and the
// empty list remove all.
func (c *Change) LinkPosts(link *Link, o param.Opt[[]any]) { c.keep(c.linkPosts(link, o)) }

// linkPosts does the work of LinkPosts.
func (c *Change) linkPosts(link *Link, o param.Opt[[]any]) error {
	if !o.Sent() {
		return nil
	}
	var ids []int64
	for _, item := range o.V {
		id, err := c.post(link, item)
		if err != nil {
			return err
		}
		if id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	c.links[link.Name] = ids
	return c.mustExist(link, ids)
}

// post returns the id of one linked record, creating it when it is described
// by an object without id.
func (c *Change) post(link *Link, item any) (int64, error) {
	fields, ok := item.(map[string]any)
	if !ok {
		id, _ := identifier(item)
		return id, nil
	}
	if given, ok := fields["id"]; ok {
		id, _ := identifier(given)
		return id, nil
	}
	if err := c.allow(link.Target.Access.Creates(c.Caller)); err != nil {
		return 0, err
	}
	body := link.Target.NewBody()
	body.Decode(param.NewDecoder(param.NewValues(fields)), true)
	child := c.child(link.Target)
	m, err := child.create(body)
	if f := fault.As(err); f != nil && f.Params != nil {
		name, detail := first(f.Params)
		c.Problems.Add(link.Name, detail.Code, "%s: %s: %s", link.Name, name, detail.Message)
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return m.Record().ID, nil
}

// mustExist notes ids that name no record that the caller may see.
func (c *Change) mustExist(link *Link, ids []int64) error {
	if c.Origin != nil {
		return nil // An import has made sure, and links across statuses.
	}
	found, err := c.exists(c.context(), c.Store, link.Target, ids)
	for _, id := range ids {
		if err == nil && !found[id] {
			c.fail(link.Name, "%s: there is no %s with the ID %d.", link.Name, link.Target.Name, id)
		}
	}
	return err
}

// LinkTerms sets which terms the record has: by id, slug or name.  Unknown
// names are created.  Null changes nothing, the empty list removes all.
func (c *Change) LinkTerms(link *Link, o param.Opt[[]any]) { c.keep(c.linkTerms(link, o)) }

// linkTerms does the work of LinkTerms.
func (c *Change) linkTerms(link *Link, o param.Opt[[]any]) error {
	if !o.IsSet() {
		return nil
	}
	wanted := make([]string, 0, len(o.V))
	for _, item := range o.V {
		if t := termText(item); t != "" {
			wanted = append(wanted, t)
		}
	}
	// New names are locked in one order, so that two writers of the same ones
	// cannot wait for each other.  Answers sort terms by name anyway.
	slices.SortStableFunc(wanted, func(a, b string) int { return cmp.Compare(text.SortKey(a), text.SortKey(b)) })
	found, err := c.findTerms(link.Target, wanted)
	if err != nil {
		return err
	}
	ids := []int64{}
	for _, w := range wanted {
		id, err := c.term(link, found, w)
		if err != nil {
			return err
		}
		if id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	c.links[link.Name] = ids
	return nil
}

// term returns the id of one term, creating it when the text is a new name.
func (c *Change) term(link *Link, found []foundTerm, wanted string) (int64, error) {
	if id := matchTerm(found, wanted, c.language); id != 0 {
		return id, nil
	}
	if digits(wanted) {
		c.fail(link.Name, "%s: there is no %s with the ID %s.", link.Name, link.Target.Name, wanted)
		return 0, nil
	}
	if err := c.allow(link.Target.Access.CreatesInline(c.Caller)); err != nil {
		return 0, err
	}
	body := link.Target.NewBody()
	body.Decode(param.NewDecoder(param.NewValues(map[string]any{link.Target.NameField: wanted})), true)
	m, err := c.child(link.Target).create(body)
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

// foundTerm is a term as findTerms reads it.
type foundTerm struct {
	id                   int64
	slug, name, language string
}

// findTerms looks up terms by id, slug or name in one query.
func (c *Change) findTerms(k *Kind, wanted []string) ([]foundTerm, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	var args store.Args
	var ids []int64
	keys := make([]string, len(wanted))
	for i, w := range wanted {
		if id, ok := identifier(w); ok {
			ids = append(ids, id)
		}
		keys[i] = text.SortKey(text.Plain(w))
	}
	s := c.Env.Store
	sq := s.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("r.id, r.slug, r.name, r.language").
		Where("r.id ? OR r.slug ? OR r.name_sort ?", s.In(&args, ids), s.InText(&args, wanted), s.InText(&args, keys)).OrderExpr("r.id")
	var found []foundTerm
	err := c.Store.Query(c.context(), store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		var t foundTerm
		err := row.Scan(&t.id, &t.slug, &t.name, &t.language)
		found = append(found, t)
		return err
	}})
	return found, err
}

// matchTerm returns the id of the term that a text names: by id, else by slug,
// else by name, written plain or as answers show it, where a term of the
// record's language goes first.  It returns 0 when there is none.
func matchTerm(found []foundTerm, wanted, language string) int64 {
	var bySlug, byName int64
	name := text.Plain(wanted)
	for _, t := range found {
		if id, ok := identifier(wanted); ok && id == t.id {
			return t.id
		}
		if t.slug == wanted && bySlug == 0 {
			bySlug = t.id
		}
		if strings.EqualFold(t.name, name) && (byName == 0 || t.language == language) {
			byName = t.id
		}
	}
	if bySlug != 0 {
		return bySlug
	}
	return byName
}
