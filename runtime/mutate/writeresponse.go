package mutate

import (
	"cmp"
	"slices"

	"almanac/runtime/model"
	"almanac/runtime/query"
)

// readBack returns a record that has been saved, or was found to be there
// already, as a read would give it: with all that is linked and the counts as
// they are now.
func (c *Mutation) readBack(m model.Record) (model.Record, error) {
	if c.isComplete(m) {
		c.attachLinked(m)
		return m, nil
	}
	c.counts.flush(c.engine, c.Store)
	if c.mayDiffer(m) {
		var err error
		if m, err = query.Find(c.context(), c.Request, c.Store, c.Kind, query.Key{ID: m.Common().ID}, false); err != nil {
			return nil, err
		}
	}
	return m, query.Attach(c.context(), c.Request, c.Store, c.Kind, []model.Record{m})
}

// mayDiffer reports whether the stored record may differ from the one that is
// held: hooks write what they like.
func (c *Mutation) mayDiffer(m model.Record) bool {
	p, ok := m.(model.PostRecord)
	return len(c.engine.Hooks) > 0 || ok && p.AsPost().ImageID != p.AsPost().Image.ID
}

// isComplete reports whether nothing has to be read for the response: the record is
// new, and all that it links to was read in the same transaction.
func (c *Mutation) isComplete(m model.Record) bool {
	if !c.IsCreate || c.record != m || c.mayDiffer(m) {
		return false
	}
	if t, ok := m.(model.TermRecord); ok && t.AsTerm().Parent != 0 {
		return false // Its address names those above it.
	}
	for _, link := range c.Kind.Links {
		if _, written := c.links[link.Name]; written && c.linkedRecords[link.Name] == nil {
			return false
		}
	}
	return true
}

// attachLinked attaches what the links of a new record lead to, as query.Attach does:
// posts in the order of the links, terms by folded name, with the counts that they have
// once the record is counted.
func (c *Mutation) attachLinked(m model.Record) {
	for _, link := range c.Kind.Links {
		list := c.linkedRecords[link.Name]
		if link.Target.Term {
			slices.SortFunc(list, func(a, b model.Record) int {
				return cmp.Or(cmp.Compare(model.SortKey(a), model.SortKey(b)), cmp.Compare(a.Common().ID, b.Common().ID))
			})
		}
		for _, target := range list {
			if t, ok := target.(model.TermRecord); ok {
				t.AsTerm().Count += c.counts.Delta[t.AsTerm().ID]
			}
			link.AddLinked(m, target)
		}
	}
}
