package generator_test

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/generator"
	"almanac/resources/dsl"
)

// TestRandomEditsLoseNothing makes random sequences of edits to a description.
// After each release the database, which was filled before, must have the
// tables of a fresh one, and every row, link and value that should survive.
// MIGRATION_SEQUENCES and MIGRATION_SEED choose how many and which.
func TestRandomEditsLoseNothing(t *testing.T) {
	count := "300"
	if testing.Short() {
		count = "30"
	}
	setRapid(t, "rapid.checks", "MIGRATION_SEQUENCES", count)
	setRapid(t, "rapid.seed", "MIGRATION_SEED", "20261120")
	setRapid(t, "rapid.nofailfile", "", "true")
	done := struct{ sequences, releases, migrations, downs, rows int }{}
	rapid.Check(t, func(rt *rapid.T) {
		s := begin(rt)
		defer func() { _ = s.db.Close() }()
		for range 1 + rapid.IntRange(0, 5).Draw(rt, "releases") {
			if s.release(rt) {
				done.migrations++
			}
			done.releases++
		}
		s.cascade(rt)
		done.sequences++
		done.downs += s.downs
		done.rows += s.seen
	})
	t.Logf("seed %s: %d sequences, %d releases, %d migrations, %d of them down and up again, %d rows compared",
		flag.Lookup("rapid.seed").Value, done.sequences, done.releases, done.migrations, done.downs, done.rows)
}

// setRapid sets a flag of rapid, unless it was given, and puts it back.
func setRapid(t *testing.T, name, variable, value string) {
	t.Helper()
	f := flag.Lookup(name)
	if f.Value.String() != f.DefValue {
		return
	}
	if v := os.Getenv(variable); v != "" {
		value = v
	}
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = flag.Set(name, f.DefValue) })
}

// sequence is one run of the property.
type sequence struct {
	w     *world
	h     *history
	db    database
	marks map[string]string // What the service last computed columns from.
	downs int
	seen  int
}

// memory opens an empty SQLite database.
func memory(t failer) database {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatalf("%v", err)
	}
	db.SetMaxOpenConns(1)
	d := database{db, "sqlite"}
	d.must(t, "PRAGMA foreign_keys = on")
	return d
}

// begin releases a first description and fills its tables.
func begin(t *rapid.T) *sequence {
	name := func(search bool) *part {
		return &part{name: "label", typ: dsl.TypeString, name1: true, required: true, sort: true, search: search}
	}
	topic := &thing{name: "topic", kind: dsl.Term, parts: []*part{name(true), {name: "apple", typ: dsl.TypeString}}}
	place := &thing{name: "place", kind: dsl.Post, parts: []*part{name(true), {name: "apple", typ: dsl.TypeInteger}, {name: "pear", typ: dsl.TypeString, search: true}}}
	event := &thing{name: "event", kind: dsl.Post, parts: []*part{
		name(false),
		{name: "apple", typ: dsl.TypeString},
		{name: "pear", typ: dsl.TypeNumber, null: true},
		{name: "plum", typ: dsl.TypeString, search: true, sort: true},
		{name: "fig", typ: dsl.TypeBoolean},
		{name: "lime", target: topic},
		{name: "seed", target: place},
		{name: "nut", target: place},
	}}
	counter := &thing{name: "counter", kind: dsl.Internal, parts: []*part{{name: "apple", typ: dsl.TypeString}, {name: "pear", typ: dsl.TypeInteger}}}
	s := &sequence{w: &world{kinds: []*thing{event, place, topic, counter}, next: 1}, h: &history{}, db: memory(t), marks: map[string]string{}}
	s.db.mustApply(t, s.h.release(t, s.w.describe()), "up")
	s.settle(t)
	return s
}

// release makes some edits, releases and migrates.  It reports whether there
// was a migration.
func (s *sequence) release(t *rapid.T) bool {
	before := s.db.catalog(t, true)
	e := edits{s.w, t}
	differ := false
	for range 1 + e.pick("edits", 4) {
		differ = e.one() || differ
	}
	migration := s.h.release(t, s.w.describe())
	if len(migration) == 0 {
		s.sameAsFresh(t)
		s.w.settle()
		s.settle(t)
		return false
	}
	if !differ {
		t.Fatalf("only parameters changed, and there is a migration:\n%s", migration[0].Text)
	}
	s.db.mustApply(t, migration, "up")
	s.sameAsFresh(t)
	if e.coin("down", 3) {
		s.downAndUp(t, migration, before)
	}
	s.w.settle()
	s.settle(t)
	return true
}

// settle lets the service start on the migrated database, fills new tables and
// compares everything with the world.
func (s *sequence) settle(t *rapid.T) {
	s.w.released(func() bool { return rapid.Bool().Draw(t, "word stays") })
	e := edits{s.w, t}
	for _, k := range s.w.kinds {
		if !k.made {
			s.fill(e, k)
		}
	}
	for _, k := range s.w.kinds {
		for _, p := range k.parts {
			if p.target != nil && p.pairs == nil {
				s.link(e, k, p)
			}
		}
	}
	s.recompute(t)
	s.compare(t, s.db, func(*thing, *part) bool { return true })
}

// folded is how the computed columns of the world are computed.
func folded(way string, v any) string { return way + ":" + fmt.Sprint(v) }

// fill inserts rows into a new table.
func (s *sequence) fill(e edits, k *thing) {
	k.made = true
	for range 3 + e.pick("rows", 3) {
		id := s.w.next
		s.w.next++
		k.ids, k.seq = append(k.ids, id), id
		columns := []string{"id"}
		values := []any{id}
		for _, c := range strings.Fields(map[dsl.Kind]string{
			dsl.Post: "version language author slug created_utc modified_utc status date date_utc modified wanted_slug password image_id",
			dsl.Term: "version language author slug created_utc modified_utc parent",
		}[k.kind]) {
			columns, values = append(columns, c), append(values, fmt.Sprintf("%s %d", c, id))
		}
		for _, p := range k.stored() {
			v := e.drawn(p)
			p.values = append(p.values[:len(k.ids)-1:len(k.ids)-1], v)
			columns, values = append(columns, p.name), append(values, v)
			if p.search {
				columns, values = append(columns, p.name+"_search"), append(values, folded("search", v))
			}
			if p.sort {
				columns, values = append(columns, p.name+"_sort"), append(values, folded("sort", v))
			}
		}
		places := strings.TrimSuffix(strings.Repeat("?,", len(columns)), ",")
		s.db.must(e.t, fmt.Sprintf("INSERT INTO `%s` (`%s`) VALUES (%s)", k.plural(), strings.Join(columns, "`, `"), places), values...)
	}
	if k.kind == dsl.Internal { // Its last id must not be given out again.
		last := k.ids[len(k.ids)-1]
		s.db.must(e.t, fmt.Sprintf("DELETE FROM `%s` WHERE id = ?", k.plural()), last)
		k.ids = k.ids[:len(k.ids)-1]
		for _, p := range k.stored() {
			p.values = p.values[:len(k.ids)]
		}
	}
}

// linkTable finds the table of a link by what it refers to.
func (s *sequence) linkTable(k *thing, p *part) (table, source, target string) {
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
	table, source, target := s.linkTable(k, p)
	for _, id := range k.ids {
		for _, other := range p.target.ids {
			if e.coin("linked", 2) {
				p.pairs = append(p.pairs, [2]int64{id, other})
				s.db.must(e.t, fmt.Sprintf("INSERT INTO `%s` (`%s`, `%s`, position) VALUES (?, ?, 0)", table, source, target), id, other)
			}
		}
	}
}

// recompute does what the service does when it starts: it fills computed
// columns where their list is another one, or a migration says so.
func (s *sequence) recompute(t failer) {
	for _, k := range s.w.kinds {
		var names []string
		for _, p := range k.stored() {
			if p.search {
				names = append(names, p.name+"_search")
			}
			if p.sort {
				names = append(names, p.name+"_sort")
			}
		}
		name, mark := "derived/"+k.plural(), strings.Join(names, ";")
		if slices.Contains(s.db.rows(t, "SELECT name || '=' || value FROM settings"), name+"="+mark) {
			continue
		}
		for _, column := range names {
			i := strings.LastIndex(column, "_")
			from := slices.IndexFunc(k.parts, func(p *part) bool { return p.name == column[:i] && p.target == nil })
			for row, v := range k.parts[from].values {
				s.db.must(t, fmt.Sprintf("UPDATE `%s` SET `%s` = ? WHERE id = ?", k.plural(), column), folded(column[i+1:], v), k.ids[row])
			}
		}
		s.db.must(t, "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, mark)
	}
}

// sameAsFresh compares the catalog with that of a database which was made from
// the description alone.
func (s *sequence) sameAsFresh(t failer) {
	fresh := memory(t)
	defer func() { _ = fresh.Close() }()
	files, err := generator.Evolve(s.w.describe(), generator.Previous{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	fresh.mustApply(t, files, "up")
	if diff := cmp.Diff(fresh.catalog(t, false), s.db.catalog(t, false)); diff != "" {
		t.Fatalf("catalog (-fresh +migrated):\n%s\n%s", diff, s.h.last())
	}
}

// last returns the texts of the last migration.
func (h *history) last() string {
	if len(h.lists) == 0 {
		return ""
	}
	var b strings.Builder
	for _, f := range h.lists[len(h.lists)-1] {
		if strings.Contains(f.Path, "/sqlite/") {
			fmt.Fprintf(&b, "%s\n%s\n", f.Path, f.Text)
		}
	}
	return b.String()
}

// downAndUp takes the migration back in a copy of the database and makes it
// again.
func (s *sequence) downAndUp(t *rapid.T, migration []generator.Generated, before []string) {
	after := s.db.catalog(t, true)
	file, err := os.CreateTemp("", "almanac-copy-*.db")
	if err != nil {
		t.Fatalf("%v", err)
	}
	_ = file.Close()
	_ = os.Remove(file.Name())
	defer func() { _ = os.Remove(file.Name()) }()
	s.db.must(t, "VACUUM INTO ?", file.Name())
	copied, err := sql.Open("sqlite", file.Name())
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer func() { _ = copied.Close() }()
	copied.SetMaxOpenConns(1)
	db := database{copied, "sqlite"}
	db.mustApply(t, migration, "down")
	if diff := cmp.Diff(before, db.catalog(t, true)); diff != "" {
		t.Fatalf("catalog (-before +after going back):\n%s\n%s", diff, s.h.last())
	}
	db.mustApply(t, migration, "up")
	if diff := cmp.Diff(after, db.catalog(t, true)); diff != "" {
		t.Fatalf("catalog (-first +second time up):\n%s\n%s", diff, s.h.last())
	}
	s.compare(t, db, func(k *thing, p *part) bool {
		return k.made && p.made && p.typ == p.baseTyp && p.null == p.baseNull && p.fill == nil
	})
	s.downs++
}

// compare compares rows, links and values with the world, as far as accepted.
// Computed columns are compared when all is.
func (s *sequence) compare(t failer, db database, accept func(*thing, *part) bool) {
	for _, k := range s.w.kinds {
		if !k.made {
			continue
		}
		columns, parts := []string{"id"}, []*part{}
		if k.kind != dsl.Internal {
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
			if k.kind != dsl.Internal {
				words = append(words, fmt.Sprintf("slug %d", id))
			}
			for _, p := range parts {
				words = append(words, word(p.values[i]))
			}
			want = append(want, strings.Join(words, "|"))
		}
		got := db.rows(t, fmt.Sprintf("SELECT `%s` FROM `%s` ORDER BY id", strings.Join(columns, "`, `"), k.plural()))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("rows of %s: %v (-want +got):\n%s\n%s", k.plural(), columns, diff, s.h.last())
		}
		s.seen += len(got)
		s.compareRest(t, db, k, accept)
	}
	if orphans := db.rows(t, "SELECT * FROM pragma_foreign_key_check"); len(orphans) > 0 {
		t.Fatalf("orphans %v\n%s", orphans, s.h.last())
	}
}

// compareRest compares links, computed columns and the number of the last id.
func (s *sequence) compareRest(t failer, db database, k *thing, accept func(*thing, *part) bool) {
	for _, p := range k.parts {
		if !accept(k, p) {
			continue
		}
		if p.target != nil {
			if p.pairs == nil {
				continue
			}
			table, source, target := s.linkTable(k, p)
			var want []string
			for _, pair := range p.pairs {
				want = append(want, fmt.Sprintf("%d|%d", pair[0], pair[1]))
			}
			slices.Sort(want)
			got := db.rows(t, fmt.Sprintf("SELECT `%s`, `%s` FROM `%s`", source, target, table))
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("links %s (-want +got):\n%s\n%s", table, diff, s.h.last())
			}
			continue
		}
		for way, on := range map[string]bool{"search": p.search && p.searched, "sort": p.sort && p.sorted} {
			if !on || db != s.db {
				continue
			}
			for i, got := range db.rows(t, fmt.Sprintf("SELECT `%s_%s` FROM `%s` ORDER BY id", p.name, way, k.plural())) {
				if want := folded(way, p.values[i]); got != want {
					t.Fatalf("%s_%s of %s: got %q, want %q\n%s", p.name, way, k.plural(), got, want, s.h.last())
				}
			}
		}
	}
	if k.kind == dsl.Internal {
		got := db.rows(t, "SELECT seq FROM sqlite_sequence WHERE name = ?", k.plural())
		if want := []string{strconv.FormatInt(k.seq, 10)}; !slices.Equal(got, want) {
			t.Fatalf("last id of %s: got %v, want %v\n%s", k.plural(), got, want, s.h.last())
		}
	}
}

// cascade deletes a linked row: its links must go, by the foreign keys.
func (s *sequence) cascade(t failer) {
	for _, k := range s.w.kinds {
		for _, p := range k.parts {
			if p.target == nil || len(p.pairs) == 0 {
				continue
			}
			table, _, target := s.linkTable(k, p)
			gone := p.pairs[0][1]
			s.db.must(t, fmt.Sprintf("DELETE FROM `%s` WHERE id = ?", p.target.plural()), gone)
			if left := s.db.rows(t, fmt.Sprintf("SELECT * FROM `%s` WHERE `%s` = ?", table, target), gone); len(left) > 0 {
				t.Fatalf("links of a deleted row stay in %s: %v", table, left)
			}
			return
		}
	}
}
