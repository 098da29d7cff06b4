package generator_test

import (
	"fmt"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// world is a description together with what its tables hold.  It knows by
// itself, and not from the planner, what each edit does to values.
type world struct {
	things []*thing
	gone   []dsl.Resource // Words about resources that were dropped.
	next   int64          // The next id.
}

// thing is one resource with its rows.
type thing struct {
	name, base    string // Name now, and in the last release; "" for a new one.
	word, locked  string // The word Was now, and in the last release.
	kind          dsl.Kind
	parts         []*part
	indexes, had  []*indexed // Now, and in the last release.
	drops         []dsl.DroppedField
	filters, enum int
	ids           []int64
	seq           int64 // Highest id ever given out.
	made          bool  // Its rows are in the database.
}

// part is one field with its values, in the order of the rows, or with its
// links.
type part struct {
	name, base       string
	word, locked     string
	typ              dsl.Type
	null             bool
	search, sort     bool
	required         bool
	baseTyp          dsl.Type
	baseNull         bool
	fill             any
	loss             string
	values           []any
	target           *thing
	pairs            [][2]int64
	name1            bool    // It has the role name.
	on               bool    // A boolean that is true when it is not sent.
	high             float64 // Bound of a number, or of the length of a text; 0 for none.
	made             bool    // Its column is in the database.
	searched, sorted bool    // So are its computed columns.
}

type indexed struct {
	parts   []*part
	unique  bool
	alone   bool // Without the id, which makes others unique.
	because string
}

func (w *world) describe() []dsl.Resource {
	list := slices.Clone(w.gone)
	for _, k := range w.things {
		r := dsl.Resource{Name: k.name, Plural: k.plural(), Kind: k.kind, Doc: "Things.", RenamedFrom: k.word, Drops: k.drops}
		if k.kind != dsl.KindInternal {
			r.PagePath, r.ResponseFields, r.SortOptions = k.name, "*", []dsl.SortOption{dsl.SortBy("id")}
			for i := range k.filters {
				r.Params = append(r.Params, dsl.QueryParam(fmt.Sprintf("filter_%d", i), dsl.TypeString, dsl.OpSlugEquals).Doc("Filter").Enum(strings.Split("abcdefgh"[:k.enum], "")...))
			}
		}
		if k.kind == dsl.KindTerm {
			r.Taxonomy = k.name
		}
		if k.kind == dsl.KindInternal {
			r.Fields = append(r.Fields, dsl.Integer("id").As(dsl.AutoID))
		}
		for _, p := range k.parts {
			r.Fields = append(r.Fields, p.describe())
		}
		for _, ix := range k.indexes {
			columns := []string{}
			for _, p := range ix.parts {
				columns = append(columns, p.name)
			}
			if !ix.alone {
				columns = append(columns, "id")
			}
			r.Indexes = append(r.Indexes, dsl.Index{Columns: columns, Unique: ix.unique, UniqueReason: ix.because})
		}
		list = append(list, r)
	}
	return append(list, dsl.Resource{
		Name: "schema_metadata", Plural: "schema_metadata", Kind: dsl.KindInternal, Doc: "Settings.", Fields: []dsl.Field{dsl.String("name").Text(dsl.TextRaw).PrimaryKey(), dsl.String("value").Text(dsl.TextRaw)},
	})
}

// plural is the name of the table.
func (t *thing) plural() string { return t.name + "s" }

func (p *part) describe() dsl.Field {
	f := p.typed().Doc("Part").RenamedFrom(p.word).Backfill(p.fill).LossyConversion(p.loss)
	if p.null {
		f = f.Nullable()
	}
	if p.required {
		f = f.Required()
	}
	if p.search {
		f = f.Searchable()
	}
	if p.sort {
		f = f.Sortable()
	}
	if p.on {
		f = f.Default(true)
	}
	if p.bounded() {
		f = map[dsl.Type]dsl.Field{dsl.TypeString: f.MaxLength(int(p.high)), dsl.TypeInteger: f.Min(0).Max(p.high), dsl.TypeNumber: f.Min(0).Max(p.high)}[p.typ]
	}
	if p.name1 {
		f = f.As(dsl.Name)
	}
	return f
}

// bounded reports whether the field has bounds, which new values must meet.
func (p *part) bounded() bool { return p.high > 0 && p.typ != dsl.TypeBoolean && p.target == nil }

// typed begins a field with its type.
func (p *part) typed() dsl.Field {
	switch {
	case p.target != nil:
		return dsl.ManyToMany(p.name, p.target.name)
	case p.typ == dsl.TypeInteger:
		return dsl.Integer(p.name)
	case p.typ == dsl.TypeNumber:
		return dsl.Number(p.name)
	case p.typ == dsl.TypeBoolean:
		return dsl.Boolean(p.name)
	default:
		return dsl.String(p.name)
	}
}

// stored lists the parts that have a column.
func (t *thing) stored() []*part {
	return slices.DeleteFunc(slices.Clone(t.parts), func(p *part) bool { return p.target != nil })
}

// zero is what stands for no value.
func (p *part) zero() any {
	if n, ok := p.fill.(int); ok {
		return int64(n)
	}
	switch {
	case p.fill != nil:
		return p.fill
	case p.on:
		return true
	case p.null:
		return nil
	}
	switch p.typ {
	case dsl.TypeInteger:
		return int64(0)
	case dsl.TypeNumber:
		return 0.0
	case dsl.TypeBoolean:
		return false
	default:
		return ""
	}
}

// applyRelease sets the values of all rows to those that the release gives them.
func (w *world) applyRelease() {
	for _, k := range w.things {
		for _, p := range k.stored() {
			if !k.made {
				continue
			}
			if !p.made {
				p.values = make([]any, len(k.ids))
				for i := range p.values {
					p.values[i] = p.zero()
				}
				continue
			}
			for i, v := range p.values {
				switch {
				case v == nil && !p.null:
					p.values[i] = p.zero()
				case v != nil && p.typ != p.baseTyp:
					p.values[i] = converted(v, p.typ, p.zero())
				case v == "" && p.required && p.fill != nil && !p.name1:
					p.values[i] = p.fill
				}
			}
		}
	}
}

// released notes that the description is the released one now.  Words stay, or
// go, by a choice.
func (w *world) released(stay func() bool) {
	if !stay() {
		w.gone = nil
	}
	for _, k := range w.things {
		k.base, k.locked = k.name, k.word
		if !stay() {
			k.word, k.drops = "", nil
		}
		for _, p := range k.parts {
			p.base, p.locked, p.baseTyp, p.baseNull, p.made = p.name, p.word, p.typ, p.null, true
			p.searched, p.sorted = p.search, p.sort
			if !stay() {
				p.word = ""
			}
			p.loss, p.fill = "", nil
			if p.required && !p.name1 {
				p.required = false // A field that had a word is an ordinary one from then on.
			}
		}
		for _, ix := range k.indexes {
			if !stay() {
				ix.because = ""
			}
		}
		k.had = slices.Clone(k.indexes)
	}
}

// swapped reports whether words stay by which fields have swapped their names.
func (w *world) swapped() bool {
	for _, k := range w.things {
		for _, p := range k.parts {
			if p.word != "" && p.word == p.locked && slices.ContainsFunc(k.parts, func(q *part) bool { return q.name == p.word && q.word == p.name }) {
				return true
			}
		}
	}
	return false
}

// forget leaves words out that have had their effect.
func (w *world) forget() {
	for _, k := range w.things {
		for _, p := range k.parts {
			if p.word == p.locked {
				p.word = ""
			}
		}
	}
}
