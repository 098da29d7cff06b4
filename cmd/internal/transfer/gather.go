package transfer

import (
	"maps"
	"slices"
	"time"

	"almanac/runtime/model"
)

// gathered holds every record of the sources once.
type gathered struct {
	byKind map[*model.Resource]map[int64]*record
}

// add takes a record, unless one is there that tells more.
func (g *gathered) add(list []*record) {
	for _, r := range list {
		of := g.byKind[r.kind]
		if of == nil {
			of = map[int64]*record{}
			g.byKind[r.kind] = of
		}
		if old := of[r.id]; old == nil || r.fuller(old) {
			of[r.id] = r
		}
	}
}

// drop takes out the records that were modified before a time, and returns
// them.  Those that do not say when they were modified stay, and so do those
// that were found inside of others alone: they are needed there.
func (g *gathered) drop(since time.Time) []*record {
	var older []*record
	if since.IsZero() {
		return nil
	}
	for _, of := range g.byKind {
		for id, r := range of {
			if r.own && r.before(since) {
				older = append(older, r)
				delete(of, id)
			}
		}
	}
	return older
}

// authors returns the ids of all authors, in order.
func (g *gathered) authors() []int64 {
	found := map[int64]bool{}
	for _, of := range g.byKind {
		for _, r := range of {
			if id, ok := r.number("author"); ok && id != 0 && (r.kind.Post || r.kind.Term) {
				found[id] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// parentMember returns the member that names the parent of a record of the
// kind, "" if records have none.
func parentMember(k *model.Resource) string {
	switch {
	case k.Post:
		return "post_parent"
	case k.Term:
		return "parent"
	}
	return ""
}

// ordered returns the records of a kind by id, but parents before their
// children.  A circle of parents is cut open: one of it comes before its parent.
func (g *gathered) ordered(k *model.Resource) []*record {
	of := g.byKind[k]
	list := make([]*record, 0, len(of))
	seen := make(map[int64]bool, len(of))
	var visit func(id int64)
	visit = func(id int64) {
		r := of[id]
		if r == nil || seen[id] {
			return
		}
		seen[id] = true
		if parent, ok := r.number(parentMember(k)); ok {
			visit(parent)
		}
		list = append(list, r)
	}
	for _, id := range slices.Sorted(maps.Keys(of)) {
		visit(id)
	}
	return list
}

// importOrder returns the kinds so that each comes after those that it links
// to.  A circle of links is cut open before the first of its kinds.
func importOrder(kinds []*model.Resource) []*model.Resource {
	var ordered []*model.Resource
	waiting := slices.Clone(kinds)
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
