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

// shops is the description that the edits below change: two posts and a term
// with a link, and where the service remembers what it computed.
func shops() (shop, owner, ware, setting dsl.Resource) {
	shop = dsl.Resource{
		Name: "shop", Plural: "shops", Kind: dsl.KindPost, Doc: "Shops.", PagePath: "shop", ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
		Fields: []dsl.Field{
			dsl.String("title").As(dsl.Name).Required().Searchable().Sortable().Doc("Title"),
			dsl.String("city").Searchable().Doc("City"),
			dsl.String("street").Doc("Street"),
			dsl.String("code").Doc("Code"),
			dsl.Integer("seats").Doc("Seats"),
			dsl.Number("rating").Nullable().Doc("Rating"),
			dsl.Boolean("open").Doc("Whether it is open"),
			dsl.ManyToMany("wares", "ware").Doc("Wares"),
		},
		Params: []dsl.Param{
			dsl.QueryParam("open", dsl.TypeBoolean, dsl.OpBoolEquals).Field("open").Doc("Only open ones"),
			dsl.QueryParam("order", dsl.TypeString, dsl.OpSortDirection).Enum("asc", "desc").Doc("Direction"),
		},
		Indexes: []dsl.Index{{Columns: []string{"city", "id"}}},
	}
	owner = dsl.Resource{
		Name: "owner", Plural: "owners", Kind: dsl.KindPost, Doc: "Owners.", PagePath: "owner", ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
		Fields: []dsl.Field{dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title")},
	}
	ware = dsl.Resource{
		Name: "ware", Plural: "wares", Kind: dsl.KindTerm, Doc: "Wares.", PagePath: "ware", Taxonomy: "ware", ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
		Fields: []dsl.Field{dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Name")},
	}
	setting = dsl.Resource{
		Name: "schema_metadata", Plural: "schema_metadata", Kind: dsl.KindInternal, Doc: "Settings.",
		Fields: []dsl.Field{dsl.String("name").Text(dsl.TextRaw).PrimaryKey(), dsl.String("value").Text(dsl.TextRaw)},
	}
	return shop, owner, ware, setting
}

// edit is one change of the description of shops.
type edit struct {
	name   string
	change func(shop *dsl.Resource) (others []dsl.Resource)
	tables bool   // There is a migration.
	kept   string // Columns whose values are compared afterwards, by their names before.
	now    string // Their names, or what is made of them, afterwards.
	lost   string // A column of kept that does not come back when the migration is taken back.
}

func set(r *dsl.Resource, name string, f dsl.Field) {
	i := slices.IndexFunc(r.Fields, func(f dsl.Field) bool { return f.Spec().Name == name })
	r.Fields = slices.Clone(r.Fields)
	r.Fields[i] = f
}

// editSet lists the edits that the framework is accepted by.
func editSet() []edit {
	all := "title, city, street, code, seats, rating, open"
	return []edit{
		{"add a field", func(r *dsl.Resource) []dsl.Resource {
			r.Fields = append(r.Fields, dsl.String("accessibility").Doc("Accessibility"))
			return nil
		}, true, all, all + ", accessibility = ''", ""},
		{"rename a field", func(r *dsl.Resource) []dsl.Resource {
			set(r, "city", dsl.String("town").RenamedFrom("city").Searchable().Doc("Town"))
			r.Indexes = []dsl.Index{{Columns: []string{"town", "id"}}}
			return nil
		}, true, all, strings.Replace(all, "city", "town", 1), ""},
		{"swap two names", func(r *dsl.Resource) []dsl.Resource {
			set(r, "street", dsl.String("city ").Doc("City"))
			set(r, "city", dsl.String("street").RenamedFrom("city").Searchable().Doc("Street"))
			set(r, "city ", dsl.String("city").RenamedFrom("street").Doc("City"))
			return nil
		}, true, all, "title, street, city, code, seats, rating, open", ""},
		{"retype a field from int to string", func(r *dsl.Resource) []dsl.Resource {
			set(r, "seats", dsl.String("seats").Doc("Seats"))
			return nil
		}, true, all, all, ""},
		{"drop a field", func(r *dsl.Resource) []dsl.Resource {
			r.Fields = slices.DeleteFunc(slices.Clone(r.Fields), func(f dsl.Field) bool { return f.Spec().Name == "street" })
			r.Drops = []dsl.DroppedField{dsl.DropField("street", "no letters are sent")}
			return nil
		}, true, "title, city, code, seats, rating, open", "title, city, code, seats, rating, open", "street"},
		{"a new unique index", func(r *dsl.Resource) []dsl.Resource {
			r.Indexes = append(slices.Clone(r.Indexes), dsl.Index{Columns: []string{"code"}, Unique: true, UniqueReason: "codes come from a register"})
			return nil
		}, true, all, all, ""},
		{"a new resource", func(*dsl.Resource) []dsl.Resource {
			return []dsl.Resource{{
				Name: "fair", Plural: "fairs", Kind: dsl.KindPost, Doc: "Fairs.", PagePath: "fair", ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
				Fields: []dsl.Field{dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title")},
			}}
		}, true, all, all, ""},
		{"a new link", func(r *dsl.Resource) []dsl.Resource {
			r.Fields = append(r.Fields, dsl.ManyToMany("owner", "owner").Doc("Owner"))
			return nil
		}, true, all, all, ""},
		{"a new value of an enum", func(r *dsl.Resource) []dsl.Resource {
			r.Params = slices.Clone(r.Params)
			r.Params[1] = r.Params[1].Enum("asc", "desc", "none")
			return nil
		}, false, all, all, ""},
		{"a filter that goes", func(r *dsl.Resource) []dsl.Resource {
			r.Params = r.Params[1:]
			return nil
		}, false, all, all, ""},
	}
}

// fillShops inserts n shops, a tenth as many wares, and two links a shop.
func (db database) fillShops(t *testing.T, n int) {
	t.Helper()
	post := "version, language, author, slug, created_utc, modified_utc"
	shared := "1, '', 0, 's' || i, '', ''"
	numbers := "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
	yes := map[string]string{"sqlite": "i % 2 = 0", "postgres": "(i % 2 = 0)"}[db.dialect]
	db.must(t, fmt.Sprintf(numbers+` INSERT INTO shops (id, `+post+`, status, "date", date_utc, modified, original_slug, "password", image_id, made_inline, status_before_trash, edited_utc,
		title, city, street, code, seats, rating, "open", title_search, title_sort, city_search)
		SELECT i, `+shared+`, 'publish', '', '', '', '', '', 0, %[2]s, '', '', 'Shop ' || i, 'City ' || (i %% 97), 'Street "' || i || '''s"', 'C' || i, i * 3,
		CASE WHEN i %% 5 = 0 THEN NULL ELSE i / 4.0 END, %[2]s, 'shop ' || i, 'shop ' || i, 'city ' || (i %% 97) FROM n`, n, yes))
	db.must(t, fmt.Sprintf(numbers+` INSERT INTO wares (id, `+post+`, parent, name, name_sort) SELECT i, `+shared+`, 0, 'Ware ' || i, 'ware ' || i FROM n`, n/10))
	db.must(t, fmt.Sprintf(numbers+` INSERT INTO shop_wares (shop_id, ware_id, position) SELECT i, 1 + i %% %d, 0 FROM n UNION ALL SELECT i, 1 + (i + 7) %% %[2]d, 1 FROM n`, n, n/10))
	db.must(t, "INSERT INTO schema_metadata (name, value) VALUES ('derived/shops', '1'), ('derived/wares', '1')")
}

// sums returns the number of rows of a query and a checksum over them.
func (db database) sums(t *testing.T, query string) string {
	t.Helper()
	sum := uint64(14695981039346656037) // FNV-1a.
	rows := db.rows(t, query)
	for _, row := range rows {
		for _, b := range []byte(row + "\n") {
			sum = (sum ^ uint64(b)) * 1099511628211
		}
	}
	return fmt.Sprintf("%d rows, checksum %016x", len(rows), sum)
}

// TestTheEditSetKeepsTenThousandRows makes each edit on a filled database of
// both stores, takes it back and makes it again.
func TestTheEditSetKeepsTenThousandRows(t *testing.T) {
	n := 10000
	if testing.Short() {
		n = 500
	}
	for _, tt := range editSet() {
		t.Run(tt.name, func(t *testing.T) {
			sums := map[string]string{}
			onBoth(t, func(t *testing.T, db database) { sums[db.dialect] = tt.run(t, db, n) })
			if sqlite, postgres := sums["sqlite"], sums["postgres"]; postgres != "" && sqlite != postgres {
				t.Errorf("the stores differ: SQLite has %s, PostgreSQL %s", sqlite, postgres)
			}
		})
	}
}

// run makes one edit in an empty database.  It returns what was in the tables
// that had to be kept, "" when no table had to change.
func (tt edit) run(t *testing.T, db database, n int) string {
	shop, owner, ware, setting := shops()
	var h history
	db.mustApply(t, h.release(t, []dsl.Resource{shop, owner, ware, setting}), "up")
	db.fillShops(t, n)
	others := tt.change(&shop)
	step := h.release(t, append([]dsl.Resource{shop, owner, ware, setting}, others...))
	if !tt.tables {
		if len(step) > 0 {
			t.Errorf("there is a migration though no table changed:\n%s", step[0].Content)
		}
		return ""
	}
	links := "SELECT shop_id, ware_id, position FROM shop_wares ORDER BY 1, 2"
	values := func(columns string) string { return db.sums(t, "SELECT "+quoted(columns)+" FROM shops ORDER BY id") }
	before, linked, tables := values(tt.kept), db.sums(t, links), db.catalog(t, true)
	check := func(when, columns string) {
		t.Helper()
		compared, _, _ := strings.Cut(columns, ", accessibility")
		if got := values(compared); got != before {
			t.Errorf("%s: shops have %s, want %s", when, got, before)
		}
		if got := db.sums(t, links); got != linked {
			t.Errorf("%s: links have %s, want %s", when, got, linked)
		}
	}
	db.mustApply(t, step, "up")
	check("up", tt.now)
	after := db.catalog(t, true)
	db.mustApply(t, step, "down")
	check("down", tt.kept)
	if diff := cmp.Diff(tables, db.catalog(t, true)); diff != "" {
		t.Errorf("catalog after down (-before +after):\n%s", diff)
	}
	if tt.lost != "" && len(db.rows(t, "SELECT 1 FROM shops WHERE "+tt.lost+" <> ''")) > 0 {
		t.Errorf("%s came back", tt.lost)
	}
	db.mustApply(t, step, "up")
	check("up again", tt.now)
	if diff := cmp.Diff(after, db.catalog(t, true)); diff != "" {
		t.Errorf("catalog after up again (-first +second):\n%s", diff)
	}
	db.deletes(t)
	kept := fmt.Sprintf("shops %s; links %s", before, linked)
	t.Logf("%s: %s", step[0].Path[strings.LastIndex(step[0].Path, "/")+1:], kept)
	return kept
}

// deletes checks that links still go with what they link.
func (db database) deletes(t *testing.T) {
	t.Helper()
	db.must(t, "DELETE FROM wares WHERE id = 5")
	if left := db.rows(t, "SELECT * FROM shop_wares WHERE ware_id = 5"); len(left) > 0 {
		t.Errorf("%d links of a deleted ware stay", len(left))
	}
	db.must(t, "DELETE FROM shops WHERE id = 7")
	if left := db.rows(t, "SELECT * FROM shop_wares WHERE shop_id = 7"); len(left) > 0 {
		t.Errorf("%d links of a deleted shop stay", len(left))
	}
}

func quoted(columns string) string { return `"` + strings.ReplaceAll(columns, ", ", `", "`) + `"` }

// TestEveryMigrationGoesUpDownAndUp runs the migrations of the service as they
// are in the tree.
func TestEveryMigrationGoesUpDownAndUp(t *testing.T) {
	before, err := generator.ReadPreviousOutput("..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := generator.Evolve(calendar(), before)
	if err != nil {
		t.Fatal(err)
	}
	byNumber := map[string][]generator.File{}
	var numbers []string
	for _, f := range files {
		if !strings.HasSuffix(f.Path, ".sql") {
			continue
		}
		number, _, _ := strings.Cut(f.Path[strings.LastIndex(f.Path, "/")+1:], "_")
		if byNumber[number] == nil {
			numbers = append(numbers, number)
		}
		byNumber[number] = append(byNumber[number], f)
	}
	slices.Sort(numbers)
	onBoth(t, func(t *testing.T, db database) {
		catalogs := [][]string{db.catalog(t, true)}
		for _, number := range numbers {
			db.mustApply(t, byNumber[number], "up")
			catalogs = append(catalogs, db.catalog(t, true))
		}
		for i := len(numbers) - 1; i >= 0; i-- {
			db.mustApply(t, byNumber[numbers[i]], "down")
			if diff := cmp.Diff(catalogs[i], db.catalog(t, true)); diff != "" {
				t.Errorf("catalog after %s down (-before +after):\n%s", numbers[i], diff)
			}
		}
		for _, number := range numbers {
			db.mustApply(t, byNumber[number], "up")
		}
		if diff := cmp.Diff(catalogs[len(numbers)], db.catalog(t, true)); diff != "" {
			t.Errorf("catalog after all up again (-first +second):\n%s", diff)
		}
	})
}
