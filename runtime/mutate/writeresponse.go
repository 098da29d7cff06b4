package mutate

import (
	"cmp"
	"slices"

	"almanac/runtime/model"
	"almanac/runtime/query"
)

// answer returns a record that has been saved, or was found to be there
// already, as a read would give it: with all that is linked and the counts as
// they are now.
func (c *Change) answer(m model.Model) (model.Model, error) {
	if c.complete(m) {
		c.attachSeen(m)
		return m, nil
	}
	c.counts.flush(c.engine, c.Store)
	if c.altered(m) {
		var err error
		if m, err = query.Find(c.Request, c.context(), c.Store, c.Kind, query.Key{ID: m.Record().ID}, false); err != nil {
			return nil, err
		}
	}
	return m, query.Attach(c.Request, c.context(), c.Store, c.Kind, []model.Model{m})
}

// altered reports whether the stored record may differ from the one that is
// held: hooks write what they like.
func (c *Change) altered(m model.Model) bool {
	p, ok := m.(model.PostModel)
	return len(c.engine.Hooks) > 0 || ok && p.AsPost().ImageID != p.AsPost().Image.ID
}

// complete reports whether nothing has to be read for the answer: the record is
// new, and all that it links to was read in the same transaction.
func (c *Change) complete(m model.Model) bool {
	if !c.Create || c.record != m || c.altered(m) {
		return false
	}
	if t, ok := m.(model.TermModel); ok && t.AsTerm().Parent != 0 {
		return false // Its address names those above it.
	}
	for _, link := range c.Kind.Links {
		if _, written := c.links[link.Name]; written && c.seen[link.Name] == nil {
			return false
		}
	}
	return true
}

// attachSeen attaches what the links of a new record lead to, as linked does:
// posts in the order of the links, terms by name, with the counts that they have
// once the record is counted.
func (c *Change) attachSeen(m model.Model) {
	for _, link := range c.Kind.Links {
		list := c.seen[link.Name]
		if !link.Target.Post {
			slices.SortFunc(list, compareNames)
		}
		for _, target := range list {
			if t, ok := target.(model.TermModel); ok {
				t.AsTerm().Count += c.counts.Delta[t.AsTerm().ID]
			}
			link.Attach(m, target)
		}
	}
}

// compareNames orders records by their folded names and, where these are equal,
// by id.
func compareNames(a, b model.Model) int {
	return cmp.Or(cmp.Compare(model.SortKey(a), model.SortKey(b)), cmp.Compare(a.Record().ID, b.Record().ID))
}
