package generator_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// follow applies what brings a database from a lock file to a description of which
// nothing was generated before, and returns its text.
func (db database) follow(t failer, made []byte, described []dsl.Resource, before generator.PreviousOutput) string {
	t.Helper()
	files, err := generator.Follow(dsl.API{Namespace: "toys", Version: 1}, described, before, made)
	if err != nil {
		t.Fatalf("follow: %v", err)
	}
	for _, f := range files {
		if f.Path == db.dialect+".sql" {
			db.mustApply(t, []generator.File{{Path: "/" + db.dialect + "/follow.up.sql", Content: f.Content}}, "up")
			return string(f.Content)
		}
	}
	t.Fatalf("no file for %s", db.dialect)
	return ""
}

func TestADevelopmentDatabaseFollowsTheDescription(t *testing.T) {
	// parcels describes a record; what it is changed to need not say what becomes of data.
	parcels := func(change func(*dsl.Resource)) []dsl.Resource {
		r := dsl.Resource{
			Name: "parcel", Plural: "parcels", Kind: dsl.KindRecord, Doc: "Parcels.", ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
			Fields: []dsl.Field{dsl.String("sender").Doc("Sender"), dsl.Number("weight").Nullable().Doc("Weight"), dsl.ManyToMany("vans", "van").Doc("Vans")},
		}
		van := dsl.Resource{
			Name: "van", Plural: "vans", Kind: dsl.KindRecord, Doc: "Vans.", ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
			Fields: []dsl.Field{dsl.String("plate").Doc("Plate")},
		}
		change(&r)
		return []dsl.Resource{r, van, ticketIDs()}
	}
	tests := []struct {
		name         string
		change       func(*dsl.Resource)
		query, wants string
		loses        string
	}{
		{"nothing", func(*dsl.Resource) {}, "SELECT sender, weight FROM parcels", "Ann|5", ""},
		{"a new field", func(r *dsl.Resource) { r.Fields = append(r.Fields, dsl.String("note").Required().Doc("Note")) }, "SELECT sender, note FROM parcels", "Ann|", ""},
		{"a field with RenamedFrom", func(r *dsl.Resource) { r.Fields[0] = dsl.String("giver").RenamedFrom("sender").Doc("Giver") }, "SELECT giver FROM parcels", "Ann", ""},
		{"a field with another name", func(r *dsl.Resource) { r.Fields[0] = dsl.String("giver").Doc("Giver") }, "SELECT giver FROM parcels", "Ann", ""},
		{
			"a field with another name and a new one", func(r *dsl.Resource) {
				r.Fields = append(r.Fields[1:], dsl.String("giver").Doc("Giver"), dsl.String("note").Doc("Note"))
			}, "SELECT giver, weight FROM parcels", "|5", "drops column sender of parcels",
		},
		{"a field less", func(r *dsl.Resource) { r.Fields = r.Fields[1:] }, "SELECT weight FROM parcels", "5", "drops column sender of parcels"},
		{"a number that is a text now", func(r *dsl.Resource) { r.Fields[1] = dsl.String("weight").Doc("Weight") }, "SELECT sender, weight FROM parcels", "Ann|5", "fills null in weight of parcels"},
		{"a number that is money now", func(r *dsl.Resource) { r.Fields[1] = dsl.Money("weight", "EUR").Nullable().Doc("Price") }, "SELECT sender, weight FROM parcels", "Ann|null", "drops column weight of parcels"},
		{"a resource with RenamedFrom", func(r *dsl.Resource) { r.Name, r.Plural, r.RenamedFrom = "box", "boxes", "parcel" }, "SELECT sender, van_id FROM boxes JOIN box_vans ON box_id = id", "Ann|8", ""},
		{
			"a resource of another kind", func(r *dsl.Resource) {
				r.Kind, r.PagePath, r.Taxonomy = dsl.KindTerm, "parcel", "parcel"
				r.Fields = []dsl.Field{dsl.String("sender").As(dsl.Name).Required().Sortable().Doc("Sender")}
			}, "SELECT count(*) FROM parcels", "0", "drops table parcels",
		},
	}
	begin := parcels(func(*dsl.Resource) {})
	first, err := generator.Evolve(begin, generator.PreviousOutput{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fresh, err := generator.Evolve(parcels(tt.change), generator.PreviousOutput{})
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			onBoth(t, func(t *testing.T, db database) {
				db.mustApply(t, fresh, "up")
				want = append(want, strings.Join(db.catalog(t, true), "\n"))
			})
			onBoth(t, func(t *testing.T, db database) {
				db.mustApply(t, first, "up")
				db.must(t, "INSERT INTO parcels (id, version, created_utc, modified_utc, sender, weight) VALUES (7, 1, '', '', 'Ann', 5)")
				db.must(t, "INSERT INTO vans (id, version, created_utc, modified_utc, plate) VALUES (8, 1, '', '', 'V')")
				db.must(t, "INSERT INTO parcel_vans (parcel_id, van_id, position) VALUES (7, 8, 0)")
				text := db.follow(t, first[len(first)-1].Content, parcels(tt.change), generator.PreviousOutput{})
				if got := strings.Join(db.rows(t, tt.query), " "); got != tt.wants {
					t.Errorf("rows: %s, want %s\n%s", got, tt.wants, text)
				}
				if strings.Contains(text, "-- almanac: destructive") != (tt.loses != "") || !strings.Contains(text, tt.loses) {
					t.Errorf("the loss of %q is not said:\n%s", tt.loses, text)
				}
				if diff := cmp.Diff(want[0], strings.Join(db.catalog(t, true), "\n")); diff != "" {
					t.Errorf("catalog (-fresh +followed):\n%s\n%s", diff, text)
				}
				want = want[1:]
			})
		})
	}
}
