package transfer

import (
	"maps"
	"slices"
	"time"

	"almanac/runtime/model"
)

// RecordSet has every record of the sources once.
type RecordSet struct {
	ByResource map[*model.Resource]map[int64]*Record
}

// Add takes a record, unless one is there that tells more.
func (g *RecordSet) Add(list []*Record) {
	for _, r := range list {
		of := g.ByResource[r.Resource]
		if of == nil {
			of = map[int64]*Record{}
			g.ByResource[r.Resource] = of
		}
		if old := of[r.ID]; old == nil || r.fuller(old) {
			of[r.ID] = r
		}
	}
}

// drop takes out the records that were modified before a time, and returns
// them.  Those that do not say when they were modified stay, and so do those
// that were found inside of others alone: they are needed there.
func (g *RecordSet) drop(since time.Time) []*Record {
	var older []*Record
	if since.IsZero() {
		return nil
	}
	for _, of := range g.ByResource {
		for id, r := range of {
			if r.Own && r.Before(since) {
				older = append(older, r)
				delete(of, id)
			}
		}
	}
	return older
}

// authors returns the ids of all authors and owners, in order.
func (g *RecordSet) authors() []int64 {
	found := map[int64]bool{}
	for _, of := range g.ByResource {
		for _, r := range of {
			field := r.Resource.Permissions.Owner // Of a record; "" for none.
			if r.Resource.Post || r.Resource.Term {
				field = "author"
			}
			if id, ok := r.Number(field); ok && id != 0 {
				found[id] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// Ordered returns the records of a resource by id, but parents before their
// children.  A circle of parents is cut open: one of it comes before its parent.
func (g *RecordSet) Ordered(k *model.Resource) []*Record {
	of := g.ByResource[k]
	list := make([]*Record, 0, len(of))
	seen := make(map[int64]bool, len(of))
	var visit func(id int64)
	visit = func(id int64) {
		r := of[id]
		if r == nil || seen[id] {
			return
		}
		seen[id] = true
		if parent, ok := r.Number(k.ParentField); ok {
			visit(parent)
		}
		list = append(list, r)
	}
	for _, id := range slices.Sorted(maps.Keys(of)) {
		visit(id)
	}
	return list
}

// ImportOrder returns the resources so that each comes after those that it links
// to.  A circle of links is cut open before the first of its resources.
func ImportOrder(resources []*model.Resource) []*model.Resource {
	var ordered []*model.Resource
	waiting := slices.Clone(resources)
	waits := func(k *model.Resource) bool {
		return slices.ContainsFunc(k.Links, func(l *model.Link) bool { return slices.Contains(waiting, l.Target) })
	}
	for len(waiting) > 0 {
		next := max(0, slices.IndexFunc(waiting, func(k *model.Resource) bool { return !waits(k) }))
		ordered = append(ordered, waiting[next])
		waiting = slices.Delete(waiting, next, next+1)
	}
	return ordered
}
