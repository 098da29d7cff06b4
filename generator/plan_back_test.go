package generator_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// cards is an internal table with a unique index over some of its columns.
func cards(fields []dsl.Field, unique ...string) dsl.Resource {
	return dsl.Resource{
		Name: "card", Plural: "cards", Kind: dsl.KindInternal, Doc: "Cards.", Fields: append([]dsl.Field{dsl.Integer("id").As(dsl.AutoID)}, fields...),
		Indexes: []dsl.Index{{Columns: unique, Unique: true, UniqueReason: "the printer sees to it"}},
	}
}

// wayBack is a step that takes a unique index away.
type wayBack struct {
	name    string
	unique  []string
	change  func(r *dsl.Resource)
	returns bool   // The index is there again after the way back.
	note    string // What the way back says about it.
	values  string // Columns to look at after the way back.
	want    []string
}

// waysBack lists steps from three cards: code 30, 40, 50; mark x, y, and empty;
// rank 1.5 and twice null; gold all but the last.
func waysBack() []wayBack {
	drop := func(names ...string) func(r *dsl.Resource) {
		return func(r *dsl.Resource) {
			without(r, names...)
			for _, name := range names {
				r.Drops = append(r.Drops, dsl.DropField(name, "nobody asks"))
			}
			r.Indexes = nil
		}
	}
	become := func(f dsl.Field) func(r *dsl.Resource) {
		return func(r *dsl.Resource) {
			set(r, f.Spec().Name, f)
			r.Indexes = nil
		}
	}
	instead := func(name string) string {
		return "Every row gets its id as " + name + " of cards: the values are gone, and no two rows may have the same."
	}
	leaves := func(columns ...string) string {
		return "The unique index cards_" + strings.Join(columns, "_") + " is omitted: rows may now have the same " + strings.Join(columns, ", ") + "."
	}
	return []wayBack{
		{"a number that comes back alone gets the id", []string{"code"}, drop("code"), true, instead("code"), "code", []string{"1", "2", "3"}},
		{"a text that comes back alone gets the id", []string{"mark"}, drop("mark"), true, instead("mark"), "mark", []string{"1", "2", "3"}},
		{"a column that comes back with null clashes with nothing", []string{"rank"}, drop("rank"), true, "", "rank", []string{"null", "null", "null"}},
		{"one of two columns gets the id", []string{"gold", "code"}, drop("code"), true, instead("code"), "gold, code", []string{"1|1", "1|2", "0|3"}},
		{"the first of two columns that can gets the id", []string{"gold", "mark", "code"}, drop("gold", "mark", "code"), true, instead("mark"), "gold, mark, code", []string{"0|1|0", "0|2|0", "0|3|0"}},
		{"null in one column is enough for both", []string{"code", "rank"}, drop("code", "rank"), true, "", "code, rank", []string{"0|null", "0|null", "0|null"}},
		{"a switch beside the id needs nothing", []string{"gold", "id"}, drop("gold"), true, "", "gold", []string{"0", "0", "0"}},
		{"a switch beside a number cannot tell rows apart", []string{"gold", "code"}, drop("gold"), false, leaves("gold", "code"), "gold, code", []string{"0|30", "0|40", "0|50"}},
		{"texts that became numbers may be the same", []string{"mark"}, become(dsl.Integer("mark").LossyConversion("numbers it is").Doc("Mark")), false, leaves("mark"), "mark", []string{"0", "0", "0"}},
		{"empty texts that got a value may be the same", []string{"mark"}, become(dsl.String("mark").Required().Backfill("x").Doc("Mark")), false, leaves("mark"), "mark", []string{"x", "y", "x"}},
		{"an index that merely goes returns", []string{"mark"}, func(r *dsl.Resource) { r.Indexes = nil }, true, "", "mark", []string{"x", "y", ""}},
	}
}

// TestAWayBackAlwaysWorks takes steps back that took a unique index away with
// the values that made it possible, and makes them again.
func TestAWayBackAlwaysWorks(t *testing.T) {
	for _, tt := range waysBack() {
		t.Run(tt.name, func(t *testing.T) { onBoth(t, tt.run) })
	}
}

// run makes the step twice and takes it back twice.
func (w wayBack) run(t *testing.T, db database) {
	var h history
	r := cards([]dsl.Field{dsl.Integer("code").Doc("Code"), dsl.String("mark").Doc("Mark"), dsl.Number("rank").Nullable().Doc("Rank"), dsl.Boolean("gold").Doc("Gold")}, w.unique...)
	db.mustApply(t, h.release(t, []dsl.Resource{r}), "up")
	db.must(t, "INSERT INTO cards (id, code, mark, rank, gold) VALUES (1, 30, 'x', 1.5, true), (2, 40, 'y', NULL, true), (3, 50, '', NULL, false)")
	before := db.catalog(t, true)
	w.change(&r)
	step := h.release(t, []dsl.Resource{r})
	db.mustApply(t, step, "up")
	after := db.catalog(t, true)
	want := before
	if !w.returns {
		index := "cards_" + strings.Join(w.unique, "_")
		want = slices.DeleteFunc(slices.Clone(before), func(line string) bool {
			return strings.HasPrefix(line, "index ") && strings.Contains(line, " "+index+" ")
		})
	}
	for range 2 {
		db.mustApply(t, step, "down")
		if diff := cmp.Diff(want, db.catalog(t, true)); diff != "" {
			t.Errorf("catalog after the way back (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(w.want, db.rows(t, "SELECT "+w.values+" FROM cards ORDER BY id")); diff != "" {
			t.Errorf("%s after the way back (-want +got):\n%s", w.values, diff)
		}
		db.mustApply(t, step, "up")
		if diff := cmp.Diff(after, db.catalog(t, true)); diff != "" {
			t.Errorf("catalog after the step (-first +next time):\n%s", diff)
		}
	}
	if got := notes(step[db.find(step, "down")]); got != w.note {
		t.Errorf("the way back says %q, want %q", got, w.note)
	}
}

// notes returns the comments of a migration that are not for the program.
func notes(f generator.File) string {
	var said []string
	for line := range strings.Lines(string(f.Content)) {
		if note, ok := strings.CutPrefix(line, "-- "); ok && !strings.HasPrefix(note, "almanac:") {
			said = append(said, strings.TrimSpace(note))
		}
	}
	return strings.Join(said, " ")
}

// TestAWayBackWorksOverSeveralReleases drops a field under a unique index after
// releases that rebuilt its table and made the index again under another
// name, and takes everything back.
func TestAWayBackWorksOverSeveralReleases(t *testing.T) {
	fields := []dsl.Field{dsl.Integer("code").Doc("Code"), dsl.String("size").Doc("Size")}
	first := cards(fields, "code")
	second := cards([]dsl.Field{fields[0], dsl.Integer("size").LossyConversion("numbers it is").Doc("Size")}, "code")
	second.Name, second.Plural, second.RenamedFrom = "badge", "badges", "card"
	third := second
	third.RenamedFrom, third.Indexes, third.Drops = "", nil, []dsl.DroppedField{dsl.DropField("code", "nobody asks")}
	third.Fields = slices.Delete(slices.Clone(second.Fields), 1, 2)
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, []dsl.Resource{first}), "up")
		db.must(t, "INSERT INTO cards (id, code, size) VALUES (1, 30, '3'), (2, 40, '3')")
		before := db.catalog(t, true)
		steps := [][]generator.File{h.release(t, []dsl.Resource{second}), h.release(t, []dsl.Resource{third})}
		for range 2 {
			db.mustApply(t, steps[0], "up")
			db.mustApply(t, steps[1], "up")
			db.mustApply(t, steps[1], "down")
			db.mustApply(t, steps[0], "down")
			if diff := cmp.Diff(before, db.catalog(t, true)); diff != "" {
				t.Errorf("catalog after the way back (-before +after):\n%s", diff)
			}
		}
	})
}

// TestAnIndexThatWasLeftOutMayBeDropped takes back the step that made an index
// after the one that could not leave it.
func TestAnIndexThatWasLeftOutMayBeDropped(t *testing.T) {
	fields := []dsl.Field{dsl.Boolean("gold").Doc("Gold"), dsl.Integer("code").Doc("Code")}
	second := cards(fields, "gold", "code")
	first, third := second, cards(fields[1:], "code")
	first.Indexes = nil
	third.Indexes, third.Drops = nil, []dsl.DroppedField{dsl.DropField("gold", "nobody asks")}
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, []dsl.Resource{first}), "up")
		db.must(t, "INSERT INTO cards (id, gold, code) VALUES (1, true, 30), (2, false, 30)")
		steps := [][]generator.File{h.release(t, []dsl.Resource{second}), h.release(t, []dsl.Resource{third})}
		db.mustApply(t, steps[0], "up")
		db.mustApply(t, steps[1], "up")
		db.mustApply(t, steps[1], "down")
		db.mustApply(t, steps[0], "down")
	})
}
