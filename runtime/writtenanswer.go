package runtime

import (
	"cmp"
	"slices"
)

// answer returns a record that has been saved, or was found to be there
// already, as a read would give it: with all that is linked and the counts as
// they are now.
func (c *Change) answer(m Model) (Model, error) {
	if c.complete(m) {
		c.attachSeen(m)
		return m, nil
	}
	c.counts.flush(c.Env, c.Store)
	if c.altered(m) {
		var err error
		if m, err = c.Find(c.context(), c.Store, c.Kind, key{id: m.Record().ID}, false); err != nil {
			return nil, err
		}
	}
	return m, c.Attach(c.context(), c.Store, c.Kind, []Model{m})
}

// altered reports whether the stored record may differ from the one that is
// held: hooks write what they like.
func (c *Change) altered(m Model) bool {
	p, ok := m.(PostModel)
	return len(c.Env.Hooks) > 0 || ok && p.AsPost().ImageID != p.AsPost().Image.ID
}

// complete reports whether nothing has to be read for the answer: the record is
// new, and all that it links to was read in the same transaction.
func (c *Change) complete(m Model) bool {
	if !c.Create || c.record != m || c.altered(m) {
		return false
	}
	if t, ok := m.(TermModel); ok && t.AsTerm().Parent != 0 {
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
func (c *Change) attachSeen(m Model) {
	for _, link := range c.Kind.Links {
		list := c.seen[link.Name]
		if !link.Target.Post {
			slices.SortFunc(list, compareNames)
		}
		for _, target := range list {
			if t, ok := target.(TermModel); ok {
				t.AsTerm().Count += c.counts.delta[t.AsTerm().ID]
			}
			m.Attach(link.Name, target)
		}
	}
}

// compareNames orders records by their folded names and, where these are equal,
// by id.
func compareNames(a, b Model) int {
	return cmp.Or(cmp.Compare(sortKey(a), sortKey(b)), cmp.Compare(a.Record().ID, b.Record().ID))
}
