package generator_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"almanac/resources/base"
	"almanac/resources/dsl"
)

// describer draws descriptions from everything that dsl offers.  What dsl refuses
// it leaves out again, so that the rest is valid.
type describer struct {
	t    *rapid.T
	list []dsl.Resource
}

// sharedIDs is a table with the IDs of several records.
var sharedIDs = dsl.Resource{
	Name: "shared_id", Plural: "shared_ids", Kind: dsl.KindInternal, Doc: "IDs.",
	Fields: []dsl.Field{dsl.Integer("id").As(dsl.AutoID), dsl.String("resource").Text(dsl.TextRaw)},
}

// drawResources draws valid resources, and adds sharedIDs.
func drawResources(t *rapid.T, count int) []dsl.Resource {
	d := &describer{t: t}
	for len(d.list) < count {
		d.resource()
	}
	d.list = append(d.list, sharedIDs)
	for i := range count {
		d.fields(i)
	}
	for i := range count {
		d.rest(i)
	}
	return d.list
}

// of draws one of the values.
func of[T any](d *describer, values ...T) T { return rapid.SampledFrom(values).Draw(d.t, "one of") }

// one in n.
func (d *describer) rarely(n int) bool { return rapid.IntRange(1, n).Draw(d.t, "rarely") == 1 }

// try keeps a change of a resource if the description is valid with it.
func (d *describer) try(i int, change func(r *dsl.Resource)) {
	after := d.list[i]
	after.Fields = slices.Clone(after.Fields)
	if change(&after); d.validate(i, after) == nil {
		d.list[i] = after
	}
}

// validate validates the description with another resource, and without what no other resource
// depends on.
func (d *describer) validate(i int, r dsl.Resource) error {
	all := slices.Clone(d.list)
	for j := range all {
		all[j].Params, all[j].Indexes, all[j].Permissions, all[j].Actions = nil, nil, dsl.Permissions{}, nil
		all[j].SortOptions = all[j].SortOptions[:min(1, len(all[j].SortOptions))]
	}
	all[i] = r
	return dsl.Validate(all)
}

// Names that could be taken for words of Go, SQL, generated code and each other.
var (
	resourceNames = strings.Fields("thing shop owner string error post page view body client opt model song_list user_name api json url_id b2b filter part event venue context any")
	fieldNames    = strings.Fields("order group type func select range len string error nil b c d f q r v o id_card name2 title colour is_open a_b url2 json_text ids count2 " +
		"view body list client model price starts status2 key value opt ctx context any true default geo_lat geo_lng n1 sha256 utc ld row created at")
	docTexts = []string{"Text", "A text: with a part about writes", `Quotes " and ' and ` + "`", "Über 100 %, {braces} <b> \\ */ //"}
)

// resource adds a resource with nothing but a name.
func (d *describer) resource() {
	name := of(d, resourceNames...)
	r := dsl.Resource{
		Name: name, Plural: name + of(d, "s", "_all", "es"), Kind: of(d, dsl.KindPost, dsl.KindPost, dsl.KindTerm, dsl.KindRecord), Doc: of(d, docTexts...),
		PagePath: of(d, name, "a/"+name), SortOptions: []dsl.SortOption{dsl.SortBy("id")}, ResponseFields: of(d, "*", "id *", "id slug url *"),
		FindOrCreate: rapid.Bool().Draw(d.t, "find"), OmitEmpty: rapid.Bool().Draw(d.t, "omit"),
		Fields: []dsl.Field{dsl.String(of(d, "name", "title", "label", "order")).As(dsl.Name).Required().Sortable().Doc(of(d, docTexts...))},
	}
	switch r.Kind {
	case dsl.KindTerm:
		r.Taxonomy, r.FindOrCreate = "tax_"+name, false
	case dsl.KindRecord:
		r.PagePath, r.FindOrCreate, r.ResponseFields = "", false, of(d, "*", "id *", "id version *")
		r.Fields = r.Fields[:rapid.IntRange(0, 1).Draw(d.t, "name")]
		r.IDTable = of(d, "", "", sharedIDs.Plural)
	default:
	}
	d.list = append(d.list, r)
	// A service has the tables of package base beside those drawn here.
	if dsl.Validate(slices.Concat(d.list, []dsl.Resource{sharedIDs}, base.Tables)) != nil {
		d.list = d.list[:len(d.list)-1]
	}
}

func (d *describer) others() []string {
	var names []string
	for _, r := range d.list {
		names = append(names, r.Name)
	}
	return names
}

// fields adds fields of each type and behavior.
func (d *describer) fields(i int) {
	if d.rarely(3) {
		d.try(i, func(r *dsl.Resource) {
			r.Hierarchical = true
			r.Fields = append(r.Fields, dsl.Integer("parent").As(dsl.Parent).References(r.Name).Doc("Parent"))
		})
	}
	if d.rarely(2) {
		d.try(i, func(r *dsl.Resource) {
			r.Calendar = "almanac/runtime/calendar"
			r.Fields = append(r.Fields, dsl.DateTime(of(d, "begin", "start_date")).As(dsl.Start).Required().Doc("Start"), dsl.DateTime("finish").As(dsl.End).Required().Doc("End"),
				dsl.String("zone").As(dsl.TimeZone).Doc("Zone"), dsl.Boolean("whole_day").As(dsl.AllDay).Default(false).Doc("Whole day"))
		})
	}
	if d.rarely(2) {
		d.try(i, func(r *dsl.Resource) {
			r.SchemaOrgType, r.Calendar = of(d, dsl.SchemaOrgEvent, dsl.SchemaOrgPlace, dsl.SchemaOrgPerson, dsl.SchemaOrgOrganization), "almanac/runtime/calendar"
		})
	}
	d.try(i, func(r *dsl.Resource) {
		r.Fields = append(r.Fields, dsl.ManyToMany(of(d, fieldNames...), of(d, d.others()...)).Doc("Links"))
	})
	for range rapid.IntRange(0, 12).Draw(d.t, "fields") {
		f := d.change(d.field(i))
		d.try(i, func(r *dsl.Resource) {
			if r.Fields = append(r.Fields, f); f.Spec().Behavior == dsl.Cost {
				r.Calendar = "almanac/runtime/calendar"
			}
		})
	}
	for range rapid.IntRange(0, 3).Draw(d.t, "computed") {
		f := d.computed(i)
		if changed := d.change(f); changed.Spec().Nullable == f.Spec().Nullable { // Else another function fits.
			f = changed
		}
		d.try(i, func(r *dsl.Resource) { r.Fields = append(r.Fields, f) })
	}
}

// computed draws a computed field of functions in testdata/computing, which take any
// values.
func (d *describer) computed(i int) dsl.Field {
	name := of(d, fieldNames...)
	f, function := dsl.String(name), "Text"
	switch of(d, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) {
	case 1:
		f, function = dsl.Enum(name, "a", "B-1", "c_d"), "Word"
	case 2:
		f, function = dsl.Integer(name), "Integer"
	case 3:
		f, function = dsl.Boolean(name), "Flag"
	case 4:
		f, function = dsl.Number(name), "Number"
	case 5:
		f, function = dsl.Number(name).Nullable(), "OptionalNumber"
	case 6:
		f, function = dsl.Decimal(name, 9, 2), "Integer"
	case 7:
		f, function = dsl.Date(name), "Date"
	case 8:
		f, function = dsl.Date(name).Nullable(), "OptionalDate"
	case 9:
		f, function = dsl.Money(name, "EUR", "JPY"), "Money"
	case 10:
		f, function = dsl.Money(name, "EUR").Nullable(), "OptionalMoney"
	}
	var sources []string
	for range rapid.IntRange(1, 3).Draw(d.t, "sources") {
		sources = append(sources, of(d, append(d.list[i].FieldSpecs(), dsl.FieldSpec{Name: "id"})...).Name)
	}
	return f.Computed("almanac/computing", function, 1, sources...).Doc(of(d, docTexts...))
}

// field draws a field that may be valid.
func (d *describer) field(i int) dsl.Field {
	name := of(d, fieldNames...)
	return of(d,
		func() dsl.Field { return dsl.String(name) },
		func() dsl.Field { return dsl.String(name).HTML() },
		func() dsl.Field { return dsl.String(name).StoredAsBool(rapid.Bool().Draw(d.t, "initial")) },
		func() dsl.Field { return dsl.Enum(name, "a", "B-1", "c_d").Default("a") },
		func() dsl.Field {
			return dsl.Enum(name, "a", "B-1", "c_d").Default("a").Transitions("a>B-1,c_d", "B-1>a")
		},
		func() dsl.Field { return dsl.Enum(name, "a", "B-1", "c_d").Required().Transitions("a>B-1").ByActions() },
		func() dsl.Field { return dsl.Enum(name, "1", "2").Required() },
		func() dsl.Field { return dsl.Integer(name) },
		func() dsl.Field { return dsl.Integer(name).Min(-5).Max(5e6) },
		func() dsl.Field { return dsl.Boolean(name) },
		func() dsl.Field { return dsl.Number(name) },
		func() dsl.Field { return dsl.Number(name).Nullable().Min(-90).Max(90) },
		func() dsl.Field { return dsl.Decimal(name, of(d, 3, 9, 18), of(d, 1, 3)) },
		func() dsl.Field { return dsl.Decimal(name, 9, 2).Nullable().Min(-0.25).Max(9.75) },
		func() dsl.Field { return dsl.Money(name, "EUR").Required() },
		func() dsl.Field { return dsl.Money(name, "JPY", "EUR", "BHD").Nullable() },
		func() dsl.Field { return dsl.Money(name, "JPY", "EUR").Default(of(d, "-1.5 EUR", "0 JPY")) },
		func() dsl.Field { return dsl.Decimal(name, 9, 2).Nullable().Default("0.25") },
		func() dsl.Field { return dsl.String(name).MaxLength(of(d, 1, 500)).Unique() },
		func() dsl.Field {
			return of(d, dsl.Integer, dsl.Number, dsl.Date, dsl.Time, dsl.Timestamp)(name).Nullable().Unique()
		},
		func() dsl.Field { return dsl.Decimal(name, 9, 2).Nullable().Unique() },
		func() dsl.Field { return dsl.Money(name, "EUR", "JPY").Required().Unique() },
		func() dsl.Field { return dsl.Strings(name) },
		func() dsl.Field { return dsl.Strings(name).Default([]string{"a\"b", "`"}) },
		func() dsl.Field { return dsl.Integers(name).Default([]int{-1, 2}) },
		func() dsl.Field { return dsl.Strings(name).Enum("a", "B-1", "c_d").UniqueItems() },
		func() dsl.Field { return dsl.Integers(name).Min(-5).MaxItems(of(d, 1, 3, 1000)) },
		func() dsl.Field { return dsl.URL(name) },
		func() dsl.Field { return dsl.Date(name).Nullable() },
		func() dsl.Field { return dsl.Time(name).Default("09:00:00") },
		func() dsl.Field { return dsl.Timestamp(name).Required() },
		func() dsl.Field { return dsl.Any(name).As(dsl.StringList) },
		func() dsl.Field { return dsl.ManyToMany(name, of(d, d.others()...)) },
		func() dsl.Field { return dsl.ManyToMany(name, of(d, d.others()...)).SingleAsObject() },
		func() dsl.Field { return dsl.ManyToOne(name, of(d, d.others()...)) },
		func() dsl.Field { return dsl.ManyToOne(name, of(d, d.others()...)).Required() },
		func() dsl.Field {
			return dsl.ManyToMany(name, of(d, d.others()...)).Denormalize(of(d, "begin", "start_date", "finish"))
		},
		func() dsl.Field { return dsl.Integer(name).As(dsl.PostParent).References(d.list[i].Name) },
		func() dsl.Field {
			return of(d,
				dsl.String("slug").As(dsl.Slug), dsl.String("status").As(dsl.Status), dsl.Integer("author").As(dsl.Author),
				dsl.String("date").As(dsl.PublishDate), dsl.String("date_utc").As(dsl.PublishDateUTC), dsl.Any("cost").As(dsl.Cost),
				dsl.String("image").As(dsl.Image), dsl.String("secret_word").As(dsl.Password).WriteOnly(), dsl.Boolean("hidden").As(dsl.HideFromLists),
			)
		},
	)().Doc(of(d, docTexts...))
}

// change applies some of the methods of a field.
func (d *describer) change(f dsl.Field) dsl.Field {
	for range rapid.IntRange(0, 3).Draw(d.t, "changes") {
		f = of(d,
			dsl.Field.Searchable, dsl.Field.Sortable, func(f dsl.Field) dsl.Field { return f.Default(nil) }, dsl.Field.Nonstandard, dsl.Field.Required, dsl.Field.Nullable,
			dsl.Field.WriteOnly, dsl.Field.Secret, dsl.Field.Unique, dsl.Field.OmitDefault,
			func(f dsl.Field) dsl.Field { return f.Text(dsl.TextHTTPURL) },
			func(f dsl.Field) dsl.Field { return f.Text(dsl.TextEscaped) },
			func(f dsl.Field) dsl.Field { return f.Default(of[any](d, true, false, "a", 1, "1.5")) },
			func(f dsl.Field) dsl.Field { return f.Extension(of(d, "geoloc", "ticketed", "unknown")) },
			func(f dsl.Field) dsl.Field { return f.Deprecated("2026-03-01", "use another") },
			func(f dsl.Field) dsl.Field { return f.MaxLength(of(d, 1, 40)) },
			func(f dsl.Field) dsl.Field { return f.Pattern(of(d, `^[a-z"\\]*$`, "^`?")) },
			func(f dsl.Field) dsl.Field {
				return f.SchemaOrg(of(d, "description", "url", "telephone", "email", "sameAs", "latitude", "longitude", "streetAddress", "addressLocality", "addressRegion", "location", "organizer", "keywords"))
			},
		)(f)
	}
	return f
}

// operations has the types of the values of each operation.
var operations = map[dsl.Operation][]dsl.Type{
	dsl.OpPage: {dsl.TypeInteger}, dsl.OpPerPage: {dsl.TypeInteger}, dsl.OpOnOrAfter: {dsl.TypeString}, dsl.OpOnOrBefore: {dsl.TypeString},
	dsl.OpBefore: {dsl.TypeString}, dsl.OpAfter: {dsl.TypeString}, dsl.OpExactTimes: {dsl.TypeAny, dsl.TypeBoolean},
	dsl.OpSearchAnyField: {dsl.TypeString}, dsl.OpSearchOneField: {dsl.TypeString}, dsl.OpContains: {dsl.TypeString},
	dsl.OpLinkedTo: {dsl.TypeIntegers}, dsl.OpLinkedFrom: {dsl.TypeInteger}, dsl.OpBoolEquals: {dsl.TypeBoolean},
	dsl.OpEquals: {dsl.TypeString, dsl.TypeInteger, dsl.TypeNumber, dsl.TypeDecimal, dsl.TypeDate, dsl.TypeTime, dsl.TypeTimestamp}, dsl.OpIn: {dsl.TypeStrings, dsl.TypeIntegers, dsl.TypeNumbers},
	dsl.OpAtLeast: {dsl.TypeInteger, dsl.TypeNumber, dsl.TypeDecimal, dsl.TypeDate, dsl.TypeTime, dsl.TypeTimestamp},
	dsl.OpAtMost:  {dsl.TypeInteger, dsl.TypeNumber, dsl.TypeDecimal, dsl.TypeDate, dsl.TypeTime, dsl.TypeTimestamp},
	dsl.OpIsNull:  {dsl.TypeBoolean}, dsl.OpListNotEmpty: {dsl.TypeBoolean}, dsl.OpStatusIn: {dsl.TypeString},
	dsl.OpInclude: {dsl.TypeIntegers}, dsl.OpExclude: {dsl.TypeIntegers}, dsl.OpChildOf: {dsl.TypeInteger},
	dsl.OpIsLinked: {dsl.TypeAny, dsl.TypeBoolean}, dsl.OpHasUpcoming: {dsl.TypeAny, dsl.TypeBoolean}, dsl.OpHideEmpty: {dsl.TypeBoolean},
	dsl.OpSlugEquals: {dsl.TypeString}, dsl.OpSortDirection: {dsl.TypeString}, dsl.OpOrderBy: {dsl.TypeString},
	dsl.OpHasCoordinates: {dsl.TypeBoolean},
}

// rest adds parameters, sort options, indexes and permissions, which name fields.
func (d *describer) rest(i int) {
	d.try(i, func(r *dsl.Resource) { r.CountsRecordsOf = of(d, d.others()...) })
	d.try(i, func(r *dsl.Resource) {
		r.Permissions = dsl.Permissions{Create: of(d, dsl.Roles()...), Edit: of(d, dsl.Roles()...)}
		switch r.Kind {
		case dsl.KindRecord:
			r.Permissions.Read, r.Permissions.Delete = of(d, append(dsl.Roles(), dsl.RoleVisitor)...), of(d, dsl.Roles()...)
		case dsl.KindPost:
			r.Permissions.ReadPrivate = of(d, dsl.Roles()...)
		default:
			r.Permissions.Delete = of(d, dsl.Roles()...)
		}
	})
	for range 2 {
		d.try(i, func(r *dsl.Resource) {
			if a := d.action(r); len(a.Spec().Values)+len(a.Spec().Input) > 0 {
				r.Actions = append(slices.Clip(r.Actions), a)
			}
		})
	}
	if d.rarely(4) {
		d.try(i, func(r *dsl.Resource) { r.Deprecation = dsl.Deprecated("2026-03-01", "use another") })
	}
	params := [][]dsl.Param{
		d.variants(dsl.QueryParam("own", dsl.TypeString, dsl.OwnOperation("almanac/runtime/filter", of(d, "OrderBy", "SortDirection"))).Doc("Own")),
		d.near(i, "lat", dsl.OpNearLatitude), d.near(i, "lng", dsl.OpNearLongitude),
	}
	for _, op := range d.some(1) {
		params = append(params, d.variants(dsl.QueryParam(strings.ToLower(string(op)), of(d, operations[op]...), op).Doc("Parameter")))
	}
	sorts := []dsl.SortOption{dsl.SortBy("include"), dsl.SortBy("count")}
	var indexes []dsl.Index
	for n, f := range d.paths(i) {
		params = append(params, d.compared(i, n, f), d.own(i, n, f))
		for _, op := range d.some(4) {
			p := dsl.QueryParam(fmt.Sprintf("%s_%d", strings.ToLower(string(op)), n), of(d, operations[op]...), op).Field(f).Doc(of(d, docTexts...))
			params = append(params, d.variants(p))
		}
		sorts = append(sorts, dsl.SortBy(f, f+of(d, "", "", "_sort", "_currency")))
		columns := of(d, []string{f, "id"}, []string{f + "_currency", f}, []string{f, "modified_utc"})
		indexes = append(indexes, dsl.Index{Columns: columns, Unique: d.rarely(3)})
	}
	d.keepValid(i, params, sorts, indexes)
}

// action draws an action, which need not be valid.
func (d *describer) action(r *dsl.Resource) dsl.Action {
	a := dsl.NewAction(of(d, "open", "mark-late", "type", "func", "id", "body")).Doc(of(d, docTexts...))
	for _, f := range r.FieldSpecs() {
		switch {
		case d.rarely(3) || f.Behavior != "" && f.Behavior != dsl.Link || f.Computed != nil:
		case len(f.Enum) > 0 && !f.IsList():
			a = a.Sets(f.Name, of(d, f.Enum...))
		case f.Type == dsl.TypeBoolean:
			a = a.Sets(f.Name, true)
		case d.rarely(3):
			a = a.RequiredInput(f.Name)
		default:
			a = a.Input(f.Name)
		}
	}
	if d.rarely(3) {
		a = a.Allow(of(d, dsl.Roles()...))
	}
	if d.rarely(3) {
		a = a.OwnerToo()
	}
	return a
}

// subject is what an error of a list or an index is about.
var subject = regexp.MustCompile(`^(list parameter|sort option) "[^"]*"|^index over [^:]*`)

// keepValid adds to a resource the first valid variant of each parameter, and the valid sort
// options and indexes.  To validate each of them would take most of the time of a test: all are
// tried at once, and the errors name what is left out the next time.
func (d *describer) keepValid(i int, params [][]dsl.Param, sorts []dsl.SortOption, indexes []dsl.Index) {
	for {
		r := d.list[i]
		for _, variants := range params {
			r.Params = append(r.Params, variants[0])
		}
		r.SortOptions, r.Indexes = slices.Concat(r.SortOptions, sorts), slices.Concat(r.Indexes, indexes)
		err := d.validate(i, r)
		if err == nil {
			d.list[i] = r
			return
		}
		wrong := map[string]bool{}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			_, text, _ := strings.Cut(line, fmt.Sprintf("resource %q: ", r.Name))
			about := subject.FindString(text)
			if about == "" {
				d.t.Fatalf("neither about a list nor about an index: %s", line)
			}
			wrong[about] = true
		}
		for n, variants := range params {
			if wrong[fmt.Sprintf("list parameter %q", variants[0].Spec().Name)] {
				params[n] = variants[1:]
			}
		}
		params = slices.DeleteFunc(params, func(variants []dsl.Param) bool { return len(variants) == 0 })
		sorts = slices.DeleteFunc(sorts, func(o dsl.SortOption) bool { return wrong[fmt.Sprintf("sort option %q", o.Name)] })
		indexes = slices.DeleteFunc(indexes, func(ix dsl.Index) bool { return wrong["index over "+strings.Join(ix.Columns, ", ")] })
	}
}

// near draws a parameter with a coordinate.
func (d *describer) near(i int, name string, op dsl.Operation) []dsl.Param {
	return []dsl.Param{dsl.QueryParam(name, dsl.TypeNumber, op).Field(of(d, append(d.paths(i), "")...)).Extension("geoloc").Doc("Near")}
}

// compared draws a parameter that compares the field at a path.
func (d *describer) compared(i, n int, path string) []dsl.Param {
	op, t := of(d, dsl.OpEquals, dsl.OpAtLeast, dsl.OpAtMost, dsl.OpBoolEquals), of(d, d.at(i, path).Type, dsl.TypeDecimal) // Of an amount too.
	if d.at(i, path).IsList() {
		op = of(d, dsl.OpIn, dsl.OpIsNull)
		t = of(d, operations[op]...)
	}
	return []dsl.Param{dsl.QueryParam(fmt.Sprintf("compared_%d", n), t, op).Field(path).Doc("Compared")}
}

// own draws a parameter of an own operation about a field; some function of runtime/filter
// may fit the type of its column.
func (d *describer) own(i, n int, path string) []dsl.Param {
	f := d.at(i, path)
	t, function := dsl.TypeBoolean, "IsNull"
	switch {
	case f.Behavior != "":
	case f.StoredAsBool || f.Type == dsl.TypeBoolean:
		function = "BoolEquals"
	case f.Type == dsl.TypeString:
		t, function = of(d, dsl.TypeString, dsl.TypeStrings), "In"
		if t == dsl.TypeString {
			function = of(d, "Equals", "AtLeast")
		}
	case f.Type == dsl.TypeInteger || f.Type == dsl.TypeNumber:
		t, function = f.Type, "AtMost"
	default:
	}
	return d.variants(dsl.QueryParam(fmt.Sprintf("own_%d", n), t, dsl.OwnOperation("almanac/runtime/filter", function)).Field(path).Doc("Own"))
}

// at returns the field at a path.
func (d *describer) at(i int, path string) dsl.FieldSpec {
	name, linked, isPath := strings.Cut(path, ".")
	f, _ := d.list[i].Field(name)
	for _, r := range d.list {
		if isPath && r.Name == f.Target {
			f, _ = r.Field(linked)
			break
		}
	}
	return f
}

// some draws one in n operations.
func (d *describer) some(n int) []dsl.Operation {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(operations)), func(dsl.Operation) bool { return !d.rarely(n) })
}

// variants draws a parameter four times with something that its operation may need.
func (d *describer) variants(p dsl.Param) []dsl.Param {
	options := []dsl.Param{p, p.Extension("geoloc"), p.Enum("a", "b"), p.Deprecated("2026-03-01", "use another"), p.Default(of[any](d, 1, true, "a")), p.DefaultMonthsAhead(2)}
	for _, name := range d.others() {
		options = append(options, p.References(name), p.References(name).Extension("geoloc"))
	}
	return []dsl.Param{of(d, options...), of(d, options...), of(d, options...), of(d, options...)}
}

// paths are the fields of a resource, and those of linked records.
func (d *describer) paths(i int) []string {
	var list []string
	for _, f := range d.list[i].FieldSpecs() {
		list = append(list, f.Name)
		for _, r := range d.list {
			if f.Behavior == dsl.Link && r.Name == f.Target {
				list = append(list, f.Name+"."+of(d, append(r.FieldSpecs(), dsl.FieldSpec{Name: "id"})...).Name)
			}
		}
	}
	return list
}
