package generator_test

import (
	"slices"

	"almanac/resources/dsl"
)

// addIndex adds an index, unique or not.
func (e edits) addIndex(k *thing) bool {
	p := e.scalar(k)
	if p == nil || slices.ContainsFunc(k.indexes, func(ix *indexed) bool { return slices.Contains(ix.parts, p) }) {
		return false
	}
	ix := &indexed{parts: []*part{p}, unique: e.coin("unique", 2)}
	if ix.unique {
		ix.because = "the id is part of it"
	}
	if q := e.scalar(k); q != p && e.coin("two", 3) {
		ix.parts = append(ix.parts, q)
	}
	k.indexes = append(k.indexes, ix)
	return true
}

// alone reports whether a field's values must differ.
func (t *thing) alone(p *part) bool {
	return slices.ContainsFunc(t.indexes, func(ix *indexed) bool { return ix.alone && slices.Contains(ix.parts, p) })
}

// addUnique makes values that differ now differ for good: those of one field,
// or of two together.
func (e edits) addUnique(k *thing) bool {
	free := func(p *part) bool {
		untouched := p.made && p.typ == p.baseTyp && p.null == p.baseNull && p.fill == nil
		return k.made && p.target == nil && untouched && !slices.ContainsFunc(k.indexes, func(ix *indexed) bool { return slices.Contains(ix.parts, p) })
	}
	p := e.part(k, func(p *part) bool { return free(p) && p.typ != dsl.TypeBoolean && differ(k, p, p) })
	parts := []*part{p}
	if p == nil || e.coin("pair", 3) {
		if p = e.part(k, free); p == nil {
			return false
		}
		q := e.part(k, func(q *part) bool { return q != p && free(q) && differ(k, p, q) })
		parts = []*part{p, q}
		if q == nil {
			return false
		}
	}
	k.indexes = append(k.indexes, &indexed{parts: parts, unique: true, alone: true, because: "they come from a register"})
	return true
}

// differ reports whether no two rows have the same values in two fields.
func differ(k *thing, p, q *part) bool {
	seen := map[[2]any]bool{}
	for i := range k.ids {
		seen[[2]any{p.values[i], q.values[i]}] = true
	}
	return len(seen) == len(k.ids)
}

// loosen lets values be the same that had to differ, and in the same release
// makes them so in one of the fields, or drops it.
func (e edits) loosen(k *thing) bool {
	place := func(k *thing) int {
		return slices.IndexFunc(k.indexes, func(ix *indexed) bool { return ix.alone && slices.Contains(k.had, ix) })
	}
	if with := slices.IndexFunc(e.things, func(k *thing) bool { return place(k) >= 0 }); with >= 0 && place(k) < 0 {
		k = e.things[with]
	}
	i := place(k)
	if i < 0 {
		return e.addUnique(k)
	}
	parts := k.indexes[i].parts
	p := parts[e.pick("part", len(parts))]
	k.indexes = slices.Delete(k.indexes, i, i+1)
	switch change := e.pick("and", 3); {
	case change == 0 && p.typ == p.baseTyp && p.null == p.baseNull:
		e.retypePart(k, p)
	case change == 1 && p.typ == p.baseTyp:
		e.requirePart(p)
	case len(k.parts) > 1:
		k.remove(p)
	}
	return true
}

// dropIndex drops one, or changes whether it is unique.
func (e edits) dropIndex(k *thing) bool {
	if len(k.indexes) == 0 {
		return false
	}
	i := e.pick("index", len(k.indexes))
	if ix := k.indexes[i]; !ix.alone && e.coin("change", 2) {
		ix.unique, ix.because = !ix.unique, ""
		if ix.unique {
			ix.because = "the id is part of it"
		}
		return true
	}
	k.indexes = slices.Delete(k.indexes, i, i+1)
	return true
}

func (e edits) addThing(*thing) bool {
	name := e.freshThing()
	if name == "" || len(e.things) > 5 {
		return false
	}
	k := &thing{name: name, kind: []dsl.Kind{dsl.KindPost, dsl.KindTerm, dsl.KindInternal}[e.pick("kind", 3)]}
	k.parts = []*part{{name: "label", typ: dsl.TypeString, name1: k.kind != dsl.KindInternal, required: k.kind != dsl.KindInternal, sort: k.kind != dsl.KindInternal}}
	e.things = slices.Insert(e.things, e.pick("place", len(e.things)+1), k)
	return true
}

// dropThing drops a resource with the links to it.
func (e edits) dropThing(k *thing) bool {
	if len(e.things) < 3 {
		return false
	}
	e.things = slices.DeleteFunc(e.things, func(other *thing) bool { return other == k })
	for _, other := range e.things {
		for _, p := range slices.Clone(other.parts) {
			if p.target == k {
				other.remove(p)
			}
		}
		if k.base != "" && other.name == k.base {
			other.name, other.word = other.base, ""
		}
	}
	if k.base != "" {
		e.gone = append(e.gone, dsl.DropResource(k.base, "nobody needs it"))
	}
	return true
}

// callThing gives a resource another name.
func (e edits) callThing(k *thing, name string) bool {
	if slices.ContainsFunc(e.things, func(other *thing) bool { return other.base == name && other.locked == k.base && k.base != "" }) {
		return false
	}
	k.name, k.word = name, k.base
	return true
}

// renameThing renames a resource, its table and its link tables.
func (e edits) renameThing(k *thing) bool {
	name := e.freshThing()
	return name != "" && e.callThing(k, name)
}

// swapThings lets two resources of a kind change names.
func (e edits) swapThings(k *thing) bool {
	other := e.thing()
	if other == k || k.base == "" || other.base == "" || k.name != k.base || other.name != other.base || k.locked == other.base || other.locked == k.base {
		return false
	}
	return e.callThing(k, other.base) && e.callThing(other, k.base)
}

// addLink links two resources.
func (e edits) addLink(k *thing) bool {
	target, name := e.thing(), e.fresh(k)
	if k.kind != dsl.KindPost || target == k || target.kind == dsl.KindInternal || name == "" {
		return false
	}
	k.parts = append(k.parts, &part{name: name, target: target})
	return true
}

func (e edits) dropLink(k *thing) bool {
	p := e.part(k, func(p *part) bool { return p.target != nil })
	if p == nil {
		return false
	}
	k.remove(p)
	return true
}
