package generator_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/generator"
	"almanac/resources/dsl"
)

// insert inserts a row with the values of some fields, and texts in the columns
// that computed is asked for.
func (db database) insert(k *thing, id int64, parts []*part, values []any, computed func(*part) (search, sort bool)) error {
	columns, all := []string{"id"}, []any{id}
	for _, c := range strings.Fields(map[dsl.Kind]string{
		dsl.KindPost: "version language author slug created_utc modified_utc status date date_utc modified original_slug password image_id made_inline status_before_trash edited_utc",
		dsl.KindTerm: "version language author slug created_utc modified_utc parent",
	}[k.kind]) {
		columns = append(columns, c)
		switch c {
		case "version", "author", "image_id", "parent":
			all = append(all, id)
		case "made_inline":
			all = append(all, false)
		default:
			all = append(all, fmt.Sprintf("%s %d", c, id))
		}
	}
	for i, p := range parts {
		columns, all = append(columns, p.name), append(all, values[i])
		search, sort := computed(p)
		if search {
			columns, all = append(columns, p.name+"_search"), append(all, fmt.Sprint("search:", values[i]))
		}
		if sort {
			columns, all = append(columns, p.name+"_sort"), append(all, fmt.Sprint("sort:", values[i]))
		}
	}
	places := make([]string, len(columns))
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	_, err := db.executor().Exec(fmt.Sprintf(`INSERT INTO "%s" ("%s") VALUES (%s)`, k.plural(), strings.Join(columns, `", "`), strings.Join(places, ", ")), all...)
	return err
}

// fill inserts rows into a new table.
func (s *sequence) fill(e edits, k *thing) {
	k.made = true
	for range 3 + e.pick("rows", 3) {
		id := s.w.next
		s.w.next++
		k.ids, k.seq = append(k.ids, id), id
		var values []any
		for _, p := range k.stored() {
			v := e.drawn(p)
			p.values = append(p.values[:len(k.ids)-1:len(k.ids)-1], v)
			values = append(values, v)
		}
		if err := s.db.insert(k, id, k.stored(), values, func(p *part) (search, sort bool) { return p.search, p.sort }); err != nil {
			e.t.Fatalf("insert into %s: %v", k.plural(), err)
		}
	}
	if k.kind != dsl.KindInternal {
		return
	}
	last := k.ids[len(k.ids)-1] // It must not be given out again.
	if s.db.dialect != "sqlite" {
		s.db.must(e.t, fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('"%s"', 'id'), %d)`, k.plural(), last))
	}
	s.db.must(e.t, fmt.Sprintf(`DELETE FROM "%s" WHERE id = $1`, k.plural()), last)
	k.ids = k.ids[:len(k.ids)-1]
	for _, p := range k.stored() {
		p.values = p.values[:len(k.ids)]
	}
}

// linkTable finds the table of a link by what it refers to.
func linkTable(k *thing, p *part) (table, source, target string) {
	nth := 0
	for _, q := range k.parts {
		if q == p {
			break
		}
		if q.target == p.target {
			nth++
		}
	}
	table = k.name + "_" + p.target.plural()
	if nth > 0 {
		table = k.name + "_" + p.name
	}
	return table, k.name + "_id", p.target.name + "_id"
}

// link links rows at random.
func (s *sequence) link(e edits, k *thing, p *part) {
	p.pairs = [][2]int64{}
	table, source, target := linkTable(k, p)
	for _, id := range k.ids {
		for _, other := range p.target.ids {
			if e.coin("linked", 2) {
				p.pairs = append(p.pairs, [2]int64{id, other})
				s.db.must(e.t, fmt.Sprintf(`INSERT INTO "%s" ("%s", "%s", position) VALUES ($1, $2, 0)`, table, source, target), id, other)
			}
		}
	}
}

// olderProgram lets the program of the last release write, where the migration
// says that it can.
func (s *sequence) olderProgram(t failer, migration []generator.File) {
	var additive []bool // What adds on one store needs no rewrite on the other.
	for _, db := range []database{{dialect: "sqlite"}, {dialect: "postgres"}} {
		up := migration[db.find(migration, "up")]
		additive = append(additive, strings.HasPrefix(string(up.Content), "-- almanac: additive\n"))
	}
	if additive[0] != additive[1] {
		t.Fatalf("only one store merely adds\n%s", s.h.last())
	}
	if !additive[0] {
		return
	}
	s.olds++
	s.db.aside(t, func(db database) {
		for _, k := range s.w.things {
			if !k.made {
				continue
			}
			var parts []*part
			var values []any
			for _, p := range k.stored() {
				if p.made {
					parts, values = append(parts, p), append(values, p.unlike())
				}
			}
			if err := db.insert(k, s.w.next+1000, parts, values, func(p *part) (search, sort bool) { return p.searched, p.sorted }); err != nil {
				t.Fatalf("the older program cannot write to %s: %v\n%s", k.plural(), err, s.h.last())
			}
		}
	})
}

// within returns a number, or a text of so many characters, as a value of the field.
func (p *part) within(n float64) any {
	switch p.typ {
	case dsl.TypeInteger:
		return int64(n)
	case dsl.TypeNumber:
		return n
	default:
		return strings.Repeat("u", int(n))
	}
}

// unlike returns a value of a field that no row has.
func (p *part) unlike() any {
	if p.bounded() && p.typ == dsl.TypeNumber {
		return p.high / 3
	}
	if p.bounded() {
		return p.within(7)
	}
	switch p.typ {
	case dsl.TypeInteger:
		return int64(987654)
	case dsl.TypeNumber:
		return 9876.5
	case dsl.TypeBoolean:
		return true
	default:
		return "like none"
	}
}

// compare compares rows, links and values with the world, as far as accepted.
func (s *sequence) compare(t failer, db database, accept func(*thing, *part) bool) {
	t.Helper()
	for _, k := range s.w.things {
		if !k.made {
			continue
		}
		columns, parts := []string{"id"}, []*part{}
		if k.kind != dsl.KindInternal {
			columns = append(columns, "slug")
		}
		for _, p := range k.stored() {
			if accept(k, p) {
				columns, parts = append(columns, p.name), append(parts, p)
			}
		}
		var want []string
		for i, id := range k.ids {
			words := []string{word(id)}
			if k.kind != dsl.KindInternal {
				words = append(words, fmt.Sprintf("slug %d", id))
			}
			for _, p := range parts {
				words = append(words, word(p.values[i]))
			}
			want = append(want, strings.Join(words, "|"))
		}
		got := db.rows(t, fmt.Sprintf(`SELECT "%s" FROM "%s" ORDER BY id`, strings.Join(columns, `", "`), k.plural()))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("rows of %s: %v (-want +got):\n%s\n%s", k.plural(), columns, diff, s.h.last())
		}
		s.seen += len(got)
		s.compareLinks(t, db, k, accept)
		s.compareNumber(t, db, k)
	}
	if db.dialect != "sqlite" {
		return
	}
	if orphans := db.rows(t, "SELECT * FROM pragma_foreign_key_check"); len(orphans) > 0 {
		t.Fatalf("orphans %v\n%s", orphans, s.h.last())
	}
}

func (s *sequence) compareLinks(t failer, db database, k *thing, accept func(*thing, *part) bool) {
	t.Helper()
	for _, p := range k.parts {
		if p.pairs == nil || !accept(k, p) {
			continue
		}
		table, source, target := linkTable(k, p)
		var want []string
		for _, pair := range p.pairs {
			want = append(want, fmt.Sprintf("%d|%d", pair[0], pair[1]))
		}
		slices.Sort(want)
		got := db.rows(t, fmt.Sprintf(`SELECT "%s", "%s" FROM "%s"`, source, target, table))
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("links %s (-want +got):\n%s\n%s", table, diff, s.h.last())
		}
	}
}

// compareNumber compares the last id that an internal table gave out.
func (s *sequence) compareNumber(t failer, db database, k *thing) {
	t.Helper()
	if k.kind != dsl.KindInternal {
		return
	}
	query := fmt.Sprintf("SELECT seq FROM sqlite_sequence WHERE name = '%s'", k.plural())
	if db.dialect != "sqlite" {
		query = fmt.Sprintf(`SELECT pg_sequence_last_value(pg_get_serial_sequence('"%s"', 'id')::regclass)`, k.plural())
	}
	got := db.rows(t, query)
	if want := []string{strconv.FormatInt(k.seq, 10)}; !slices.Equal(got, want) {
		t.Fatalf("last id of %s: got %v, want %v\n%s", k.plural(), got, want, s.h.last())
	}
}

// duplicates inserts rows that only a unique index refuses, and one that fits.
func (s *sequence) duplicates(t *rapid.T) {
	for _, k := range s.w.things {
		var values []any
		for _, p := range k.stored() {
			values = append(values, p.unlike())
		}
		try := func() (err error) {
			s.db.aside(t, func(db database) {
				err = db.insert(k, s.w.next+1000, k.stored(), values, func(p *part) (search, sort bool) { return p.search, p.sort })
			})
			return err
		}
		if err := try(); err != nil {
			t.Fatalf("a row of %s that is like none is refused: %v", k.plural(), err)
		}
		for _, ix := range k.indexes {
			if !ix.alone || slices.ContainsFunc(ix.parts, func(p *part) bool { return p.values[0] == nil }) {
				continue
			}
			fits := slices.Clone(values)
			for _, p := range ix.parts {
				values[slices.Index(k.stored(), p)] = p.values[0]
			}
			if try() == nil {
				t.Fatalf("rows of %s may be the same in %s", k.plural(), ix.parts[0].name)
			}
			values = fits
		}
	}
}

// checks writes values beyond bounds, which must fail, and what rows have, which must
// not.
func (s *sequence) checks(t *rapid.T) {
	for _, k := range s.w.things {
		for i, p := range k.stored() {
			set := fmt.Sprintf(`UPDATE "%s" SET "%s" = `, k.plural(), p.name)
			s.db.must(t, set+`"`+p.name+`"`)
			if !p.bounded() {
				continue
			}
			constraint := k.plural() + "." + p.name
			if len(k.ids) > 0 {
				s.db.refuses(t, constraint, set+"$1", p.within(p.high+1))
			}
			var values []any
			for _, p := range k.stored() {
				values = append(values, p.unlike())
			}
			values[i] = p.within(p.high + 1)
			s.db.aside(t, func(db database) {
				err := db.insert(k, s.w.next+1000, k.stored(), values, func(p *part) (search, sort bool) { return p.search, p.sort })
				if err == nil || !strings.Contains(err.Error(), "CHECK constraint failed: "+constraint) {
					t.Fatalf("a row of %s with %s = %v: %v\n%s", k.plural(), p.name, values[i], err, s.h.last())
				}
			})
		}
	}
}

// cascade deletes linked rows: their links must go, by the foreign keys of
// either side.
func (s *sequence) cascade(t *rapid.T) {
	for _, k := range s.w.things {
		for _, p := range k.parts {
			if p.target == nil || len(p.pairs) == 0 {
				continue
			}
			table, source, target := linkTable(k, p)
			for side, column := range []string{source, target} {
				of, gone := []*thing{k, p.target}[side], p.pairs[0][side]
				s.db.must(t, fmt.Sprintf(`DELETE FROM "%s" WHERE id = $1`, of.plural()), gone)
				if left := s.db.rows(t, fmt.Sprintf(`SELECT * FROM "%s" WHERE "%s" = $1`, table, column), gone); len(left) > 0 {
					t.Fatalf("links of a deleted row stay in %s: %v", table, left)
				}
			}
		}
	}
}
