package generator_test

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"almanac/resources/dsl"
)

// edits changes a world at random.
type edits struct {
	*world
	t *rapid.T
}

// pick draws a number below n.
func (e edits) pick(what string, n int) int { return rapid.IntRange(0, n-1).Draw(e.t, what) }

// coin draws true once in n times.
func (e edits) coin(what string, n int) bool { return e.pick(what, n) == 0 }

func (e edits) thing() *thing { return e.things[e.pick("resource", len(e.things))] }

// part draws a field that is not the name; nil when there is none.
func (e edits) part(k *thing, accept func(*part) bool) *part {
	list := slices.DeleteFunc(slices.Clone(k.parts), func(p *part) bool { return p.name1 || !accept(p) })
	if len(list) == 0 {
		return nil
	}
	return list[e.pick("field", len(list))]
}

// fresh draws a name that no field of the resource has or had; "" when all
// are taken.
func (e edits) fresh(k *thing) string {
	free := []string{}
	for _, name := range []string{"apple", "pear", "plum", "fig", "lime", "order", "select", "seed", "nut", "kiwi", "date_of", "grape", "melon"} {
		used := slices.ContainsFunc(k.parts, func(p *part) bool { return p.name == name || p.base == name }) ||
			slices.ContainsFunc(k.drops, func(d dsl.DroppedField) bool { return d.Field == name })
		if !used {
			free = append(free, name)
		}
	}
	if len(free) == 0 {
		return ""
	}
	return free[e.pick("name", len(free))]
}

// freshThing draws a name that no resource has or had.
func (e edits) freshThing() string {
	for i := range 50 {
		name := fmt.Sprintf("%s%c", []string{"talk", "shop", "tour", "club"}[e.pick("resource name", 4)], 'a'+rune(i%26))
		used := slices.ContainsFunc(e.things, func(k *thing) bool { return k.name == name || k.base == name }) ||
			slices.ContainsFunc(e.gone, func(r dsl.Resource) bool { return r.Name == name })
		if !used {
			return name
		}
	}
	return ""
}

// drawn draws a value of a field's type.
func (e edits) drawn(p *part) any {
	if p.null && e.coin("null", 3) {
		return nil
	}
	switch typ := p.typ; {
	case p.bounded() && typ != dsl.TypeString:
		return p.within(rapid.SampledFrom([]float64{0, 1, p.high - 1, p.high}).Draw(e.t, "number within bounds"))
	case p.bounded():
		return rapid.SampledFrom([]string{"", "x1", "3.50", "Ünï", strings.Repeat("ö", int(p.high))}).Draw(e.t, "text within bounds")
	}
	switch p.typ {
	case dsl.TypeInteger:
		return rapid.SampledFrom([]int64{0, 1, -7, 42, 123456789, math.MaxInt64}).Draw(e.t, "integer")
	case dsl.TypeNumber:
		return rapid.SampledFrom([]float64{0, 1, -2.75, 1.5, 1e6, 0.1, 2.5e-7, 1e15, -3e16, 1e19}).Draw(e.t, "number")
	case dsl.TypeBoolean:
		return e.coin("boolean", 2)
	default:
		return rapid.SampledFrom([]string{"", "12", "-7", "+4", "x1", "3.50", "true", "No", "it's `a` \"b\"", "1e5", ".5", "5.", "1.2.3", "--3", "+-3", "99999999999999999999", "Ünï"}).Draw(e.t, "text")
	}
}

// one makes one edit at random and reports whether tables may differ after it.
func (e edits) one() bool {
	k := e.thing()
	all := []func(*thing) bool{
		e.addField, e.addField, e.renameField, e.renameField, e.swapFields, e.chainFields, e.retype, e.retype, e.dropField, e.fold, e.fold,
		e.addIndex, e.addUnique, e.addUnique, e.loosen, e.loosen, e.dropIndex, e.addThing, e.dropThing, e.renameThing, e.swapThings, e.addLink, e.addLink, e.dropLink, e.nullable, e.require, e.shuffle, e.filter, e.filter, e.preset, e.limit,
	}
	return all[e.pick("edit", len(all))](k)
}

// scalar draws a field that is no link and has not been touched yet.
func (e edits) scalar(k *thing) *part {
	return e.part(k, func(p *part) bool { return p.target == nil })
}

func (e edits) addField(k *thing) bool {
	name := e.fresh(k)
	if name == "" {
		return false
	}
	p := &part{name: name, typ: []dsl.Type{dsl.TypeString, dsl.TypeInteger, dsl.TypeNumber, dsl.TypeBoolean}[e.pick("type", 4)]}
	p.null = p.typ == dsl.TypeNumber && e.coin("nullable", 2)
	p.search = p.typ == dsl.TypeString && k.kind != dsl.KindInternal && e.coin("searchable", 2)
	if e.coin("required", 3) {
		p.required = true
		p.fill = e.backfill(p)
	}
	p.on = p.typ == dsl.TypeBoolean && e.coin("on", 2)
	for range k.ids {
		p.values = append(p.values, e.drawn(p))
	}
	k.parts = slices.Insert(k.parts, 1+e.pick("place", len(k.parts)), p)
	return true
}

// backfill draws a value for rows that have none.
func (e edits) backfill(p *part) any {
	switch p.typ {
	case dsl.TypeInteger:
		return 5
	case dsl.TypeNumber:
		return 2.5
	case dsl.TypeBoolean:
		return true
	default:
		return rapid.SampledFrom([]string{"none", "it's"}).Draw(e.t, "backfill")
	}
}

// hasEffect reports whether RenamedFrom of a field can have an effect.
func hasEffect(k *thing, name, word string) bool {
	return !slices.ContainsFunc(k.parts, func(p *part) bool { return p.base == name && p.locked == word })
}

// call gives a field another name, with the word that it needs.
func call(k *thing, p *part, name string) bool {
	if p.base != "" && p.base != name && !hasEffect(k, name, p.base) {
		return false
	}
	p.name = name
	if p.base != "" && p.base != name {
		p.word = p.base
	} else {
		p.word = ""
	}
	return true
}

// renameField gives a field a name that is free; the name field too.
func (e edits) renameField(k *thing) bool {
	p := k.parts[e.pick("field", len(k.parts))]
	name := e.fresh(k)
	return name != "" && call(k, p, name)
}

// swapFields lets two fields change names.
func (e edits) swapFields(k *thing) bool {
	p, q := k.parts[e.pick("first", len(k.parts))], k.parts[e.pick("second", len(k.parts))]
	if p == q || p.base == "" || q.base == "" || p.name != p.base || q.name != q.base || !hasEffect(k, q.name, p.base) || !hasEffect(k, p.name, q.base) {
		return false
	}
	return call(k, p, q.base) && call(k, q, p.base)
}

// chainFields gives a field the name of another one, which gets a free one.
func (e edits) chainFields(k *thing) bool {
	p, q := k.parts[e.pick("first", len(k.parts))], k.parts[e.pick("second", len(k.parts))]
	name := e.fresh(k)
	if p == q || p.base == "" || q.base == "" || p.name != p.base || q.name != q.base || name == "" || !hasEffect(k, q.name, p.base) {
		return false
	}
	return call(k, q, name) && call(k, p, q.base)
}

// retype changes the type of a field.
func (e edits) retype(k *thing) bool { return e.retypePart(k, e.scalar(k)) }

// retypePart changes the type of one field.
func (e edits) retypePart(k *thing, p *part) bool {
	if p == nil || p.typ != p.baseTyp || k.alone(p) {
		return false
	}
	p.on = false
	p.typ = []dsl.Type{dsl.TypeString, dsl.TypeInteger, dsl.TypeNumber, dsl.TypeBoolean}[e.pick("type", 4)]
	p.loss = "it is meant to be"
	p.required, p.fill = false, nil
	p.null = p.typ == dsl.TypeNumber && e.coin("nullable", 2)
	if p.typ != dsl.TypeString {
		p.search, p.sort = false, false
	}
	if p.baseNull && !p.null || e.coin("backfill", 3) {
		p.fill = e.backfill(p)
	}
	return true
}

// dropField drops a field for good.
func (e edits) dropField(k *thing) bool {
	p := e.scalar(k)
	if p == nil || len(k.parts) == 1 {
		return false
	}
	k.remove(p)
	return true
}

// remove takes a field out, with its indexes.
func (t *thing) remove(p *part) {
	t.parts = slices.DeleteFunc(t.parts, func(q *part) bool { return q == p })
	t.indexes = slices.DeleteFunc(t.indexes, func(ix *indexed) bool { return slices.Contains(ix.parts, p) })
	if p.base == "" {
		return
	}
	t.drops = append(t.drops, dsl.DropField(p.base, "nobody reads it"))
	// Who was to get its name cannot in the same release.
	for _, q := range t.parts {
		if q.name == p.base {
			q.name, q.word = q.base, ""
		}
	}
}

// fold changes whether a text has computed columns.
func (e edits) fold(k *thing) bool {
	p := e.part(k, func(p *part) bool { return p.target == nil && p.typ == dsl.TypeString })
	if p == nil || k.kind == dsl.KindInternal {
		return false
	}
	if e.coin("sort", 2) {
		p.sort = !p.sort
	} else {
		p.search = !p.search
	}
	return true
}

// nullable changes whether a number may be null.
func (e edits) nullable(k *thing) bool {
	p := e.part(k, func(p *part) bool {
		return p.target == nil && p.typ == dsl.TypeNumber && p.baseTyp == p.typ && !k.alone(p)
	})
	if p == nil || p.null != p.baseNull {
		return false
	}
	if p.null = !p.null; !p.null {
		p.fill = 7.5
	}
	return true
}

// require makes a field required.
func (e edits) require(k *thing) bool {
	p := e.part(k, func(p *part) bool { return p.target == nil && p.baseTyp == p.typ && !k.alone(p) })
	return e.requirePart(p)
}

// requirePart makes one field required.
func (e edits) requirePart(p *part) bool {
	if p == nil || p.null != p.baseNull {
		return false
	}
	p.required, p.fill = true, e.backfill(p)
	return true
}

// shuffle changes the order of the fields.
func (e edits) shuffle(k *thing) bool {
	i, j := e.pick("first", len(k.parts)), e.pick("second", len(k.parts))
	k.parts[i], k.parts[j] = k.parts[j], k.parts[i]
	return true
}

// filter adds or removes a filter, or a value that filters take.
func (e edits) filter(k *thing) bool {
	k.filters, k.enum = e.pick("filters", 3), 1+e.pick("values", 5)
	return false
}

// preset changes what a boolean is when it is not sent.
func (e edits) preset(k *thing) bool {
	p := e.part(k, func(p *part) bool { return p.target == nil && p.typ == dsl.TypeBoolean && p.baseTyp == p.typ && p.made })
	if p != nil {
		p.on = !p.on
	}
	return false
}

// limit adds, tightens, loosens or removes the bounds of a field.
func (e edits) limit(k *thing) bool {
	p := e.part(k, func(p *part) bool { return p.typ != dsl.TypeBoolean && p.target == nil })
	if p == nil {
		return false
	}
	p.high = 10 * float64(e.pick("high", 3))
	return true
}
