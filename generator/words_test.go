package generator_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// changed is a change of the description of shops after its release.
type changed struct {
	name   string
	change func(shop, owner, ware *dsl.Resource) []dsl.Resource
	want   string // What is said, "" when it is fine.
}

// without removes fields.
func without(r *dsl.Resource, names ...string) {
	r.Fields = slices.DeleteFunc(slices.Clone(r.Fields), func(f dsl.Field) bool { return slices.Contains(names, f.Spec().Name) })
}

// describeShops returns the description after a change.
func describeShops(change func(shop, owner, ware *dsl.Resource) []dsl.Resource) []dsl.Resource {
	shop, owner, ware, setting := shops()
	if change == nil {
		return []dsl.Resource{shop, owner, ware, setting}
	}
	if list := change(&shop, &owner, &ware); list != nil {
		return append(list, setting)
	}
	return []dsl.Resource{shop, owner, ware, setting}
}

// refusals lists changes that need a word or cannot be.
func refusals() []changed {
	field := func(f ...dsl.Field) func(shop, owner, ware *dsl.Resource) []dsl.Resource {
		return func(shop, _, _ *dsl.Resource) []dsl.Resource {
			for _, f := range f {
				if i := slices.IndexFunc(shop.Fields, func(old dsl.Field) bool { return old.Spec().Name == f.Spec().Name }); i >= 0 {
					shop.Fields[i] = f
					continue
				}
				shop.Fields = append(shop.Fields, f)
			}
			return nil
		}
	}
	text := func(name string) dsl.Field { return dsl.String(name).Doc("Text") }
	shop := `resource "shop": `
	required := "it is required now, but existing rows have no value; write .Backfill(value) with their value, or remove Required"
	gone := `was released and is described no more; write one of these lines: `
	return []changed{
		{
			"a field that disappears", func(r, _, _ *dsl.Resource) []dsl.Resource { without(r, "street"); return nil },
			shop + `field "street" ` + gone + `.RenamedFrom("street") on the field that it has become; or Drops: []dsl.DroppedField{dsl.DropField("street", "why")}, in the resource`,
		},
		{
			"a resource that disappears", func(r, _, ware *dsl.Resource) []dsl.Resource { return []dsl.Resource{*r, *ware} },
			`resource "owner": it ` + gone + `RenamedFrom: "owner", in the resource that it has become; or dsl.DropResource("owner", "why"), in the list of resources`,
		},
		{
			"a rename from what never was", field(text("hint").RenamedFrom("tip")),
			shop + `field "hint": it was "tip" before, which no field was called when the code was last released; use the name that it had then`,
		},
		{"a rename to a name that exists", func(r, _, _ *dsl.Resource) []dsl.Resource {
			without(r, "code")
			set(r, "street", text("street").RenamedFrom("code"))
			return nil
		}, shop + `field "street": it is to be renamed from "code", but there is a field "street" already: say with RenamedFrom what that becomes, or drop it in a release of its own`},
		{
			"a rename and a new field of the old name", field(text("road").RenamedFrom("street")),
			shop + `field "street": it was there before under this name, and "road" says that it was called so: describe the new field of this name in a later release`,
		},
		{"two successors", func(r, _, _ *dsl.Resource) []dsl.Resource {
			without(r, "street")
			return field(text("road").RenamedFrom("street"), text("lane").RenamedFrom("street"))(r, nil, nil)
		}, shop + `field "lane": it was "street" before, and so was "road": one name has one successor, so remove RenamedFrom from one`},
		{
			"a ring of three", field(text("city").RenamedFrom("street"), text("street").RenamedFrom("code"), text("code").RenamedFrom("city")),
			shop + `field "city": its rename is part of a ring of 3 (["city" "street" "code"]): two may swap their names, more need a release in between`,
		},
		{"renamed to its own name", field(text("code").RenamedFrom("code")), shop + `field "code" has RenamedFrom("code"), which is its current name; remove it`},
		{"described and dropped", func(r, _, _ *dsl.Resource) []dsl.Resource {
			r.Drops = []dsl.DroppedField{dsl.DropField("code", "why")}
			return nil
		}, shop + `field "code" is described and dropped; remove one of them`},
		{"dropped without a reason", func(r, _, _ *dsl.Resource) []dsl.Resource {
			without(r, "street")
			r.Drops = []dsl.DroppedField{dsl.DropField("street", "")}
			return nil
		}, shop + `dropped field "street" needs a one-line reason`},
		{"a new required field", field(text("phone").Required()), shop + `field "phone": ` + required},
		{"a field that becomes required", field(text("code").Required()), shop + `field "code": ` + required},
		{
			"a text that becomes a number", field(dsl.Integer("code").Doc("Code")),
			shop + `field "code": not every text is a integer: values that do not convert would become 0; write .LossyConversion("why"), and .Backfill(value) for another value than that`,
		},
		{
			"a number that loses its fraction", field(dsl.Integer("rating").Doc("Rating").Backfill(0)),
			shop + `field "rating": not every number is a integer: values that do not convert would become 0; write .LossyConversion("why"), and .Backfill(value) for another value than that`,
		},
		{
			"a number that cannot be null any more", field(dsl.Number("rating").Doc("Rating")),
			shop + `field "rating": rows may be null, which is no longer allowed; write .Backfill(value) with their new value`,
		},
		{
			"a field that loses its column", field(dsl.ManyToMany("street", "ware").Doc("Wares")),
			shop + `field "street": its values were stored in the column "street" and would go; write .LossyConversion("why") to let them go`,
		},
		{
			"a link to another resource", field(dsl.ManyToMany("wares", "owner").Doc("Owners")),
			shop + `field "wares": it linked to "ware", and these links would go; write .LossyConversion("why") to let them go`,
		},
		{"a unique index", func(r, _, _ *dsl.Resource) []dsl.Resource {
			r.Indexes = append(r.Indexes, dsl.Index{Columns: []string{"code"}, Unique: true})
			return nil
		}, shop + `unique index over code: two existing rows with the same values would stop the migration; write UniqueReason: "why there are none" in the index`},
		{"an index that becomes unique", func(r, _, _ *dsl.Resource) []dsl.Resource {
			r.Indexes = []dsl.Index{{Columns: []string{"city", "id"}, Unique: true}}
			return nil
		}, shop + `unique index over city, id: two existing rows with the same values would stop the migration; write UniqueReason: "why there are none" in the index`},
		{"another kind of resource", func(_, owner, _ *dsl.Resource) []dsl.Resource {
			owner.Kind, owner.Taxonomy = dsl.KindTerm, "owner"
			return nil
		}, `resource "owner": it was a post and is now a term; drop it and describe another resource`},
		{
			"a value of another type for existing rows", field(dsl.Integer("floors").Doc("Floors").Backfill("one")),
			shop + `field "floors": existing rows cannot be set to "one"; Backfill takes a value of the type integer within the bounds of the field`,
		},
		{"a fault of each check", func(r, owner, _ *dsl.Resource) []dsl.Resource {
			r.Fields = append(r.Fields, text("version"), text("must").Required())
			owner.ResponseFields = "id colour"
			return nil
		}, strings.Join([]string{
			shop + `field "version" has the name of a column that every record has; choose another`,
			`resource "owner": Response has "colour", which is not a field and nothing that the service computes; the keys are: ` +
				"custom_fields, global_id, global_id_lineage, id, modified, modified_utc, rest_url, slug, url, title, *",
			shop + `field "must": ` + required,
		}, "\n")},
		{"everything at once", func(r, owner, _ *dsl.Resource) []dsl.Resource {
			without(r, "street", "code")
			owner.Fields = append(owner.Fields, text("version"))
			return []dsl.Resource{*r, *owner}
		}, strings.Join([]string{
			shop + `field "wares" references "ware", which is not a resource; the resources are: owner, shop`,
			`resource "owner": field "version" has the name of a column that every record has; choose another`,
			`resource "ware": it ` + gone + `RenamedFrom: "ware", in the resource that it has become; or dsl.DropResource("ware", "why"), in the list of resources`,
			shop + `field "street" ` + gone + `.RenamedFrom("street") on the field that it has become; or Drops: []dsl.DroppedField{dsl.DropField("street", "why")}, in the resource`,
			shop + `field "code" ` + gone + `.RenamedFrom("code") on the field that it has become; or Drops: []dsl.DroppedField{dsl.DropField("code", "why")}, in the resource`,
		}, "\n")},
	}
}

// position is what an error begins with.
var position = regexp.MustCompile(`(?m)^[a-z_/]+\.go(:\d+)?: `)

// withoutPositions returns the text of an error without the positions of its lines.
func withoutPositions(err error) string { return position.ReplaceAllString(err.Error(), "") }

func TestChangesWithoutAWordAreRefused(t *testing.T) {
	var h history
	h.release(t, describeShops(nil))
	for _, tt := range refusals() {
		t.Run(tt.name, func(t *testing.T) {
			files, err := generator.Generate(toyAPI(), describeShops(tt.change), h.before)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(strings.Split(tt.want, "\n"), strings.Split(withoutPositions(err), "\n")); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if len(files) > 0 {
				t.Errorf("%d files were made", len(files))
			}
		})
	}
}

// TestBeforeTheFirstReleaseADescriptionChangesFreely makes of a changed description
// what is made of it where nothing was generated before.
func TestBeforeTheFirstReleaseADescriptionChangesFreely(t *testing.T) {
	generated, err := generator.Generate(toyAPI(), describeShops(nil), generator.PreviousOutput{})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(generated, func(f generator.File) bool { return f.Path == model.LockfilePath })
	before := generator.PreviousOutput{Lockfile: generated[i].Content}
	tests := map[string]func(shop, owner, ware *dsl.Resource) []dsl.Resource{
		"a field disappears": func(shop, _, _ *dsl.Resource) []dsl.Resource { without(shop, "street"); return nil },
		"a new field is required": func(shop, _, _ *dsl.Resource) []dsl.Resource {
			shop.Fields = append(shop.Fields, dsl.String("phone").Required().Doc("Phone"))
			return nil
		},
		"a text becomes a number": func(shop, _, _ *dsl.Resource) []dsl.Resource {
			without(shop, "street")
			shop.Fields = append(shop.Fields, dsl.Integer("street").Doc("Number of the street"))
			return nil
		},
		"a field has the name of one that was generated": func(shop, _, _ *dsl.Resource) []dsl.Resource {
			without(shop, "street")
			shop.Fields = append(shop.Fields, dsl.String("road").RenamedFrom("street").Doc("Road"))
			return nil
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := generator.Generate(toyAPI(), describeShops(change), before)
			if err != nil {
				t.Fatal(err)
			}
			want, err := generator.Generate(toyAPI(), describeShops(change), generator.PreviousOutput{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("generated (-first +again):\n%s", diff)
			}
		})
	}
}

// TestWordsMayStay releases a change twice: the second time there is nothing
// left to do.
func TestWordsMayStay(t *testing.T) {
	for _, tt := range editSet() {
		t.Run(tt.name, func(t *testing.T) {
			var h history
			h.release(t, describeShops(nil))
			described := describeShops(func(shop, _, _ *dsl.Resource) []dsl.Resource {
				others := tt.change(shop)
				_, owner, ware, _ := shops()
				return append([]dsl.Resource{*shop, owner, ware}, others...)
			})
			h.release(t, described)
			if again := h.release(t, described); len(again) > 0 {
				t.Errorf("another migration:\n%s", again[0].Content)
			}
		})
	}
}

// TestUnreleasedChangesAreOneMigration changes the description twice between
// two releases.
func TestUnreleasedChangesAreOneMigration(t *testing.T) {
	var h history
	h.release(t, describeShops(nil))
	add := func(names ...string) []dsl.Resource {
		return describeShops(func(shop, _, _ *dsl.Resource) []dsl.Resource {
			for _, name := range names {
				shop.Fields = append(shop.Fields, dsl.String(name).Doc("Text"))
			}
			return nil
		})
	}
	before := h.before
	for _, names := range [][]string{{"phone"}, {"phone", "fax"}, {"telephone"}} {
		files, err := generator.Generate(toyAPI(), add(names...), before)
		if err != nil {
			t.Fatalf("%v: %v", names, err)
		}
		var made []string
		for _, f := range files {
			if strings.Contains(f.Path, "migrations/sqlite") {
				made = append(made, strings.TrimPrefix(f.Path, "generated/migrations/sqlite/"))
			}
			if strings.HasSuffix(f.Path, "schema.lock.json") {
				before.Lockfile = f.Content // The working lock moves with every generation.
			}
		}
		name := "0002_add_shops_" + names[0] + map[bool]string{true: "_and_1_more"}[len(names) > 1]
		want := []string{"0001_initial.up.sql", "0001_initial.down.sql", name + ".up.sql", name + ".down.sql"}
		if diff := cmp.Diff(want, made); diff != "" {
			t.Errorf("%v: migrations (-want +got):\n%s", names, diff)
		}
	}
}

// TestReleasedMigrationsAreFrozen changes and removes one.
func TestReleasedMigrationsAreFrozen(t *testing.T) {
	var h history
	h.release(t, describeShops(nil))
	edited := slices.Clone(h.before.ReleasedMigrations)
	edited[0].Content = append(slices.Clone(edited[0].Content), "DROP TABLE x;\n"...)
	for name, frozen := range map[string][]generator.File{"changed": edited, "removed": h.before.ReleasedMigrations[1:]} {
		t.Run(name, func(t *testing.T) {
			before := h.before
			before.ReleasedMigrations = frozen
			_, err := generator.Generate(toyAPI(), describeShops(nil), before)
			want := "generated/migrations/postgres/0001_initial.up.sql belongs to a released migration and must not change: restore the file"
			if err == nil || withoutPositions(err) != want {
				t.Errorf("error = %v, want %q", err, want)
			}
		})
	}
	windows := h.before
	windows.ReleasedMigrations = slices.Clone(windows.ReleasedMigrations)
	windows.ReleasedMigrations[0].Content = []byte(strings.ReplaceAll(string(windows.ReleasedMigrations[0].Content), "\n", "\r\n"))
	if _, err := generator.Generate(toyAPI(), describeShops(nil), windows); err != nil {
		t.Errorf("other line ends: %v", err)
	}
}

// TestHeadersWarnOperators looks at the lines that migrations begin with.
func TestHeadersWarnOperators(t *testing.T) {
	want := map[string]map[string][]string{
		"add a field":    {"sqlite up": {"additive"}, "sqlite down": {"destructive drops column accessibility of shops", "rewrites shops"}, "postgres up": {"additive"}, "postgres down": {"destructive drops column accessibility of shops"}},
		"rename a field": {},
		"swap two names": {},
		"retype a field from int to string": {
			"sqlite up": {"rewrites shops"}, "sqlite down": {"destructive turns seats of shops from text into integer, and what does not convert into 0", "rewrites shops"},
			"postgres up": {"rewrites shops"}, "postgres down": {"destructive turns seats of shops from text into integer, and what does not convert into 0", "rewrites shops"},
		},
		"drop a field": {
			"sqlite up": {"destructive drops column street of shops: no letters are sent", "rewrites shops"}, "sqlite down": {"rewrites shops"},
			"postgres up":   {"destructive drops column street of shops: no letters are sent"},
			"postgres down": {"additive"},
		},
		"a new unique index": {},
		"a new resource":     {"sqlite up": {"additive"}, "sqlite down": {"destructive drops table fairs"}, "postgres up": {"additive"}, "postgres down": {"destructive drops table fairs"}},
		"a new link":         {"sqlite up": {"additive"}, "sqlite down": {"destructive drops table shop_owners", "rewrites shops"}, "postgres up": {"additive"}, "postgres down": {"destructive drops table shop_owners", "rewrites shops"}},
	}
	for _, tt := range editSet() {
		if !tt.tables {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			got := map[string][]string{}
			for _, f := range tt.step(t) {
				parts := strings.Split(strings.TrimSuffix(f.Path, ".sql"), "/")
				for line := range strings.Lines(string(f.Content)) {
					if strings.Contains(line, "PRAGMA") {
						t.Errorf("%s has %s", f.Path, line)
					}
					if said, ok := strings.CutPrefix(line, "-- almanac: "); ok {
						key := parts[2] + " " + parts[3][strings.LastIndex(parts[3], ".")+1:]
						got[key] = append(got[key], strings.TrimSpace(said))
					}
				}
			}
			if diff := cmp.Diff(want[tt.name], got); diff != "" {
				t.Errorf("headers (-want +got):\n%s", diff)
			}
		})
	}
}

// step returns the migration of an edit.
func (tt edit) step(t *testing.T) []generator.File {
	t.Helper()
	var h history
	h.release(t, describeShops(nil))
	return h.release(t, describeShops(func(shop, _, _ *dsl.Resource) []dsl.Resource {
		others := tt.change(shop)
		_, owner, ware, _ := shops()
		return append([]dsl.Resource{*shop, owner, ware}, others...)
	}))
}

// TestALockComesBackAsItWasWritten writes and reads locks.
func TestALockComesBackAsItWasWritten(t *testing.T) {
	for _, toy := range toys() {
		for _, f := range generate(t, toy.resources) {
			if !strings.HasSuffix(f.Path, ".lock.json") {
				continue
			}
			lock, err := generator.ReadLock(f.Content)
			if err != nil {
				t.Fatal(err)
			}
			again, err := lock.Encode()
			if diff := cmp.Diff(string(f.Content), string(again)); diff != "" || err != nil {
				t.Errorf("%s: %v (-written +again):\n%s", toy.name, err, diff)
			}
		}
	}
}
