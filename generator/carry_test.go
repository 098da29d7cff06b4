package generator_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// fairs describes a post with a schedule and links to terms; change makes it
// another one.
func fairs(change func(fair *dsl.Resource)) []dsl.Resource {
	_, _, ware, setting := shops()
	fair := dsl.Resource{
		Name: "fair", Plural: "fairs", Kind: dsl.KindPost, Doc: "Fairs.", PagePath: "fair", Calendar: "almanac/runtime/calendar", ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
		Fields: []dsl.Field{
			dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title"),
			dsl.DateTime("begin").As(dsl.Start).Doc("Start"), dsl.DateTime("finish").As(dsl.End).Doc("End"),
			dsl.String("zone").As(dsl.TimeZone).Doc("Zone").Backfill("UTC"), dsl.Boolean("whole_day").As(dsl.AllDay).Doc("Whole day"),
			dsl.ManyToMany("wares", "ware").Doc("Wares"),
		},
	}
	change(&fair)
	return []dsl.Resource{ware, fair, setting}
}

// carrying makes the link carry a field.
func carrying(field string) func(*dsl.Resource) {
	return func(r *dsl.Resource) {
		set(r, "wares", dsl.ManyToMany("wares", "ware").Denormalize(field).Doc("Wares"))
	}
}

// fillFairs inserts three fairs and links all of them to two wares.
func (db database) fillFairs(t *testing.T) {
	t.Helper()
	false0 := map[string]string{"sqlite": "0", "postgres": "false"}[db.dialect]
	for i := range 3 {
		db.must(t, fmt.Sprintf(`INSERT INTO fairs (id, version, language, author, slug, created_utc, modified_utc, status, "date", date_utc, modified, original_slug, "password", image_id, made_inline, status_before_trash, edited_utc,
			title, "begin", finish, utc_start_date, utc_end_date, duration, "zone", whole_day, title_sort)
			VALUES (%d, 1, '', 0, 's%[1]d', '', '', 'publish', '', '', '', '', '', 0, %[2]s, '', '', 'T', 'begin %[1]d', '', '', '', 0, '', %[2]s, 't')`, i+1, false0))
	}
	for i := range 2 {
		db.must(t, fmt.Sprintf(`INSERT INTO wares (id, version, language, author, slug, created_utc, modified_utc, parent, name, name_sort) VALUES (%d, 1, '', 0, 's%[1]d', '', '', 0, 'W', 'w')`, i+1))
	}
	db.must(t, "INSERT INTO fair_wares (fair_id, ware_id, position) SELECT f.id, w.id, w.id FROM fairs AS f CROSS JOIN wares AS w")
}

func TestMigrationsKeepWhatLinksCarry(t *testing.T) {
	opened := func(r *dsl.Resource) { set(r, "begin", dsl.DateTime("opening").As(dsl.Start).Doc("Start")) }
	finished := func(r *dsl.Resource) {
		set(r, "finish", dsl.DateTime("finish").As(dsl.End).Required().Backfill("9999-01-01 00:00:00").Doc("End"))
	}
	steps := []struct {
		name   string
		change []func(*dsl.Resource)
		column string // What the link carries afterwards.
		want   string // What it holds for the three fairs, each once.
		fills  bool   // The step writes the column.
	}{
		{"the word is added", []func(*dsl.Resource){carrying("begin")}, "begin", "begin 1, begin 2, begin 3", true},
		{"the field is renamed", []func(*dsl.Resource){func(r *dsl.Resource) {
			set(r, "begin", dsl.DateTime("opening").As(dsl.Start).RenamedFrom("begin").Doc("Start"))
		}, carrying("opening")}, "opening", "begin 1, begin 2, begin 3", false},
		{"another field is carried", []func(*dsl.Resource){opened, carrying("finish")}, "finish", "", true},
		{"rows without a value get one", []func(*dsl.Resource){opened, finished, carrying("finish")}, "finish", "9999-01-01 00:00:00", true},
		{"the word is removed", []func(*dsl.Resource){opened, finished}, "", "", false},
	}
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, fairs(func(*dsl.Resource) {})), "up")
		db.fillFairs(t)
		held := func() string {
			return strings.Join(db.rows(t, `SELECT DISTINCT `+columnOf(db, t)+` FROM fair_wares ORDER BY 1`), ", ")
		}
		for _, step := range steps {
			migration := h.release(t, fairs(func(r *dsl.Resource) {
				for _, change := range step.change {
					change(r)
				}
			}))
			up := string(migration[db.find(migration, "up")].Content)
			if strings.Contains(up, "additive") || strings.Contains(up, "destructive") || step.fills != strings.Contains(up, "-- almanac: rewrites fair_wares\n") && db.dialect == "postgres" {
				t.Errorf("%s: the header is wrong:\n%s", step.name, up)
			}
			before := db.catalog(t, false)
			db.mustApply(t, migration, "up")
			db.mustApply(t, migration, "down")
			if diff := cmp.Diff(before, db.catalog(t, false)); diff != "" {
				t.Errorf("%s and its way back (-before +after):\n%s", step.name, diff)
			}
			db.mustApply(t, migration, "up")
			if got := columnOf(db, t); got != fmt.Sprintf(`"%s"`, step.column) && step.column != "" || step.column == "" && got != "NULL" {
				t.Fatalf("%s: the link carries %s, want %q", step.name, got, step.column)
			}
			if got := held(); step.column != "" && got != step.want {
				t.Errorf("%s: got %s, want %s", step.name, got, step.want)
			}
			if n := db.rows(t, "SELECT count(*) FROM fair_wares"); n[0] != "6" {
				t.Errorf("%s: %s links, want 6", step.name, n[0])
			}
		}
	})
}

// columnOf returns the quoted name of the column that the link carries, NULL for
// none.
func columnOf(db database, t *testing.T) string {
	t.Helper()
	for _, line := range db.catalog(t, false) {
		name, ok := strings.CutPrefix(line, "column fair_wares.")
		name, _, _ = strings.Cut(name, " ")
		if ok && !slices.Contains([]string{"fair_id", "ware_id", "position"}, name) {
			return `"` + name + `"`
		}
	}
	return "NULL"
}

func TestTheWayBackCarriesAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, fairs(carrying("begin"))), "up")
		removal := h.release(t, fairs(func(*dsl.Resource) {}))
		db.mustApply(t, removal, "up")
		db.fillFairs(t)
		db.mustApply(t, removal, "down")
		got := db.rows(t, `SELECT DISTINCT "begin" FROM fair_wares ORDER BY 1`)
		if diff := cmp.Diff([]string{"begin 1", "begin 2", "begin 3"}, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

func TestACarriedFieldIsNotDroppedWithoutTheWord(t *testing.T) {
	var h history
	h.release(t, fairs(carrying("begin")))
	_, err := generator.Generate(toyAPI(), fairs(func(r *dsl.Resource) {
		carrying("begin")(r)
		r.Calendar = ""
		without(r, "begin", "finish", "zone", "whole_day")
		for _, name := range []string{"begin", "finish", "zone", "whole_day"} {
			r.Drops = append(r.Drops, dsl.DropField(name, "fairs are always open"))
		}
	}), h.before)
	want := `resource "fair": field "wares" denormalizes "begin", which is not a field; possible fields: none`
	if err == nil || withoutPositions(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
