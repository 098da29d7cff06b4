package generator_test

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/generator"
	"almanac/resources/dsl"
	"almanac/runtime/store/storetest"
)

// TestRandomEditsLoseNothing makes random sequences of edits to a description.
// After each release the database, which was filled before, must have the
// tables of a fresh one, and every row, link and value that should survive.
// MIGRATION_SEQUENCES and MIGRATION_SEED choose how many and which.
func TestRandomEditsLoseNothing(t *testing.T) {
	sqlite, postgres := "100", "20"
	if testing.Short() {
		sqlite, postgres = "50", "10" // Of which rapid runs a fifth in short.
	}
	t.Run("SQLite", func(t *testing.T) { randomEdits(t, memory, sqlite) })
	t.Run("PostgreSQL", func(t *testing.T) {
		db, used := openDatabase(t, storetest.PostgreSQL(t)), 0
		randomEdits(t, func(t failer) (database, func()) {
			used++
			return db, db.schema(t, fmt.Sprintf("sequence_%d", used))
		}, postgres)
	})
}

// randomEdits runs the property; empty gives an empty database and what frees
// it.
func randomEdits(t *testing.T, empty func(failer) (database, func()), count string) {
	setRapid(t, "rapid.checks", "MIGRATION_SEQUENCES", count)
	setRapid(t, "rapid.seed", "MIGRATION_SEED", "20261120")
	setRapid(t, "rapid.nofailfile", "", "true")
	done := struct{ sequences, releases, migrations, downs, leftOut, olds, rows int }{}
	rapid.Check(t, func(rt *rapid.T) {
		db, free := empty(rt)
		defer free()
		s := begin(rt, db)
		for range 1 + rapid.IntRange(0, 5).Draw(rt, "releases") {
			if s.release(rt) {
				done.migrations++
			}
			done.releases++
		}
		s.checks(rt)
		s.duplicates(rt)
		s.cascade(rt)
		done.sequences++
		done.downs += s.downs
		done.leftOut += s.leftOut
		done.olds += s.olds
		done.rows += s.seen
	})
	t.Logf("seed %s: %d sequences, %d releases, %d migrations, %d of them down and up again (%d unique indexes left out), %d with writes of an older program, %d rows compared",
		flag.Lookup("rapid.seed").Value, done.sequences, done.releases, done.migrations, done.downs, done.leftOut, done.olds, done.rows)
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

type sequence struct {
	w        *world
	h        *history
	db       database
	computed []computedTable // As of the last release.
	downs    int
	leftOut  int // Indexes that a way back left out.
	olds     int
	seen     int
}

// memory opens an empty SQLite database.
func memory(t failer) (db database, free func()) {
	opened, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatalf("%v", err)
	}
	opened.SetMaxOpenConns(1)
	db = database{opened, "sqlite", nil}
	db.must(t, "PRAGMA foreign_keys = on")
	return db, func() { _ = opened.Close() }
}

// schema makes a schema of PostgreSQL the place of all tables from now on.
func (db database) schema(t failer, name string) (free func()) {
	db.must(t, "CREATE SCHEMA "+name)
	db.must(t, "SET search_path = "+name)
	return func() { db.must(t, "DROP SCHEMA "+name+" CASCADE") }
}

// begin releases a first description and fills its tables.
func begin(t *rapid.T, db database) *sequence {
	name := func(search bool) *part {
		return &part{name: "label", typ: dsl.TypeString, name1: true, required: true, sort: true, search: search}
	}
	topic := &thing{name: "topic", kind: dsl.KindTerm, parts: []*part{name(true), {name: "apple", typ: dsl.TypeString}}}
	place := &thing{name: "place", kind: dsl.KindPost, parts: []*part{name(true), {name: "apple", typ: dsl.TypeInteger}, {name: "pear", typ: dsl.TypeString, search: true}}}
	event := &thing{name: "event", kind: dsl.KindPost, parts: []*part{
		name(false),
		{name: "apple", typ: dsl.TypeString},
		{name: "pear", typ: dsl.TypeNumber, null: true},
		{name: "plum", typ: dsl.TypeString, search: true, sort: true},
		{name: "fig", typ: dsl.TypeBoolean},
		{name: "lime", target: topic},
		{name: "seed", target: place},
		{name: "nut", target: place},
	}}
	counter := &thing{name: "counter", kind: dsl.KindInternal, parts: []*part{{name: "apple", typ: dsl.TypeString}, {name: "pear", typ: dsl.TypeInteger}}}
	s := &sequence{w: &world{things: []*thing{event, place, topic, counter}, next: 1}, h: &history{}, db: db}
	s.db.mustApply(t, s.h.release(t, s.w.describe()), "up")
	s.startService(t)
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
	if s.w.swapped() {
		if _, err := generator.Evolve(s.w.describe(), s.h.before); err != nil && strings.Contains(err.Error(), "as if they swapped their names once more") {
			s.w.forget()
		}
	}
	was := s.h.before
	migration := s.h.release(t, s.w.describe())
	if len(migration) == 0 {
		s.sameAsFresh(t)
		s.w.applyRelease()
		s.startService(t)
		return false
	}
	if !differ {
		t.Fatalf("only the contract changed, and there is a migration:\n%s", migration[0].Content)
	}
	var followed []string
	if e.coin("follow", 3) {
		s.copied(t, func(db database) {
			db.follow(t, was.Lockfile, s.h.described, was)
			followed = db.catalog(t, true)
		})
	}
	s.db.mustApply(t, migration, "up")
	if diff := cmp.Diff(s.db.catalog(t, true), followed); followed != nil && diff != "" {
		t.Fatalf("catalog (-migrated +followed):\n%s\n%s", diff, s.h.last())
	}
	s.sameAsFresh(t)
	s.olderProgram(t, migration)
	if _, clashing := s.returning(t, before); clashing > 0 || e.coin("down", 3) {
		s.downAndUp(t, migration, before)
	}
	s.w.applyRelease()
	s.startService(t)
	return true
}

// startService starts the service on the migrated database, fills new tables and
// compares everything with the world.
func (s *sequence) startService(t *rapid.T) {
	s.w.released(func() bool { return rapid.Bool().Draw(t, "word stays") })
	e := edits{s.w, t}
	for _, k := range s.w.things {
		if !k.made {
			s.fill(e, k)
		}
	}
	for _, k := range s.w.things {
		for _, p := range k.parts {
			if p.target != nil && p.pairs == nil {
				s.link(e, k, p)
			}
		}
	}
	s.computed = s.w.computed()
	s.db.start(t, s.computed, s.h)
	s.compare(t, s.db, func(*thing, *part) bool { return true })
}

// sameAsFresh compares the catalog with that of a database which was made from
// the description alone.
func (s *sequence) sameAsFresh(t failer) {
	files, err := generator.Evolve(s.w.describe(), generator.PreviousOutput{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	var want []string
	if s.db.dialect == "sqlite" {
		fresh, free := memory(t)
		defer free()
		fresh.mustApply(t, files, "up")
		want = fresh.catalog(t, false)
	} else {
		s.db.aside(t, func(fresh database) {
			fresh.must(t, "CREATE SCHEMA fresh")
			fresh.must(t, "SET LOCAL search_path = fresh")
			fresh.mustApply(t, files, "up")
			want = fresh.catalog(t, false)
		})
	}
	if diff := cmp.Diff(want, s.db.catalog(t, false)); diff != "" {
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
		fmt.Fprintf(&b, "%s\n%s\n", f.Path, f.Content)
	}
	return b.String()
}

// downAndUp takes the migration back in a copy of the database and makes it
// again.  The service of either release starts in between.
func (s *sequence) downAndUp(t *rapid.T, migration []generator.File, before []string) {
	after := s.db.catalog(t, true)
	s.copied(t, func(db database) {
		db.mustApply(t, migration, "down")
		before, clashing := s.returning(t, before)
		s.leftOut += clashing
		if diff := cmp.Diff(before, db.catalog(t, true)); diff != "" {
			t.Fatalf("catalog (-before +after going back):\n%s\n%s", diff, s.h.last())
		}
		db.start(t, s.computed, s.h)
		db.mustApply(t, migration, "up")
		if diff := cmp.Diff(after, db.catalog(t, true)); diff != "" {
			t.Fatalf("catalog (-first +second time up):\n%s\n%s", diff, s.h.last())
		}
		db.start(t, s.w.computed(), s.h)
		s.compare(t, db, func(k *thing, p *part) bool {
			return k.made && p.made && p.typ == p.baseTyp && p.null == p.baseNull && p.fill == nil
		})
	})
	s.downs++
}

// copied tries something in a copy of the database.  SQLite needs one, for its
// migrations begin outside a transaction.
func (s *sequence) copied(t *rapid.T, try func(db database)) {
	if s.db.dialect != "sqlite" {
		s.db.aside(t, try)
		return
	}
	file, err := os.CreateTemp("", "almanac-copy-*.db")
	if err != nil {
		t.Fatalf("%v", err)
	}
	_ = file.Close()
	_ = os.Remove(file.Name())
	defer func() { _ = os.Remove(file.Name()) }()
	s.db.must(t, "VACUUM INTO $1", file.Name())
	opened, err := sql.Open("sqlite", file.Name())
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer func() { _ = opened.Close() }()
	opened.SetMaxOpenConns(1)
	db := database{opened, "sqlite", nil}
	db.must(t, "PRAGMA foreign_keys = on")
	try(db)
}
