package dsl_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources/dsl"
)

// label returns a sound term, changed by each of the functions.
func label(change ...func(*dsl.Resource)) dsl.Resource {
	r := dsl.Resource{
		Name: "label", Plural: "labels", Kind: dsl.KindTerm, Doc: "Labels.", PagePath: "label", Taxonomy: "label",
		Fields:         []dsl.Field{dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Name")},
		SortOptions:    []dsl.SortOption{dsl.SortBy("id")},
		ResponseFields: "id *",
	}
	for _, c := range change {
		c(&r)
	}
	return r
}

// ofCalendar is the package that resources with a schedule name.
const ofCalendar = "almanac/runtime/calendar"

// talk returns a sound post, changed by each of the functions.
func talk(change ...func(*dsl.Resource)) dsl.Resource {
	r := label(change...)
	if r.Name == "label" {
		r.Name, r.Plural, r.PagePath = "talk", "talks", "talk"
	}
	r.Kind, r.Taxonomy = dsl.KindPost, ""
	if _, dated := r.FieldWithBehavior(dsl.Start); dated || r.SchemaOrgType != "" {
		r.Calendar = ofCalendar
	}
	return r
}

// order returns a sound record, changed by each of the functions.
func order(change ...func(*dsl.Resource)) dsl.Resource {
	r := dsl.Resource{
		Name: "order", Plural: "orders", Kind: dsl.KindRecord, Doc: "Orders.",
		Fields:         []dsl.Field{text("author"), text("status"), text("date"), text("slug"), text("language"), text("url"), text("count")},
		SortOptions:    []dsl.SortOption{dsl.SortBy("id"), dsl.SortBy("created_utc"), dsl.SortBy("status")},
		ResponseFields: "id *",
	}
	for _, c := range change {
		c(&r)
	}
	return r
}

func with(fields ...dsl.Field) func(*dsl.Resource) {
	return func(r *dsl.Resource) { r.Fields = append(r.Fields, fields...) }
}

// asked adds list parameters.
func asked(params ...dsl.Param) func(*dsl.Resource) {
	return func(r *dsl.Resource) { r.Params = append(r.Params, params...) }
}

// named gives another name and plural, and another path to pages.
func named(name, plural string) func(*dsl.Resource) {
	return func(r *dsl.Resource) {
		r.Name, r.Plural = name, plural
		if r.PagePath != "" {
			r.PagePath = name
		}
	}
}

// secret is a table of the service itself.
func secret(change ...func(*dsl.Resource)) dsl.Resource {
	r := dsl.Resource{
		Name: "secret", Plural: "secrets", Kind: dsl.KindInternal, Doc: "Secrets.",
		Fields: []dsl.Field{dsl.Integer("id").As(dsl.AutoID), dsl.String("text").Text(dsl.TextRaw)},
	}
	for _, c := range change {
		c(&r)
	}
	return r
}

func text(name string) dsl.Field { return dsl.String(name).Doc("Text") }

// query describes a documented list parameter.
func query(name string, t dsl.Type, op dsl.Operation) dsl.Param {
	return dsl.QueryParam(name, t, op).Doc("Meaning")
}

// schedule describes the four fields about start and end.
func schedule() []dsl.Field {
	return []dsl.Field{
		dsl.DateTime("begin").As(dsl.Start).Doc("Start"), dsl.DateTime("finish").As(dsl.End).Doc("End"),
		dsl.String("zone").As(dsl.TimeZone).Doc("Zone"), dsl.Boolean("whole_day").As(dsl.AllDay).Doc("Whole day"),
	}
}

// validated is a set of resources and what is wrong with it, a line a fault.
type validated struct {
	name      string
	resources []dsl.Resource
	want      string
}

// one is a set of a single resource.
func one(r dsl.Resource) []dsl.Resource { return []dsl.Resource{r} }

// position is what an error begins with.
var position = regexp.MustCompile(`(?m)^[a-z_/]+\.go(:\d+)?: `)

// withoutPositions returns the text of an error without the positions of its lines.
func withoutPositions(err error) string { return position.ReplaceAllString(err.Error(), "") }

// checkValidated compares the faults.
func checkValidated(t *testing.T, tests []validated) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if err := dsl.Validate(tt.resources); err != nil {
				got = withoutPositions(err)
			}
			if diff := cmp.Diff(strings.Split(tt.want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSoundDescriptionsHaveNoFaults(t *testing.T) {
	link := dsl.ManyToMany("labels", "label").Doc("Labels")
	checkValidated(t, []validated{
		{"nothing at all", nil, ""},
		{"a minimal term", one(label()), ""},
		{"a minimal post", one(talk()), ""},
		{"a table of the service", one(secret()), ""},
		{"a record whose fields have the names of what posts have", one(order()), ""},
		{"records that share IDs", []dsl.Resource{
			order(func(r *dsl.Resource) { r.IDTable = "secrets" }), secret(with(dsl.String("resource").Text(dsl.TextRaw))),
		}, ""},
		{"links from and to records", []dsl.Resource{
			label(), order(with(link)), talk(with(dsl.ManyToMany("orders", "order").SingleAsObject().Doc("Orders"))),
		}, ""},
		{"resources named after words of Go and SQL", []dsl.Resource{label(named("type", "types")), label(named("value", "values")), talk(named("order", "orders"))}, ""},
		{"fields named after words of Go and SQL", one(talk(with(text("order"), text("select"), text("type")))), ""},
		{"a link to a term", []dsl.Resource{label(), talk(with(link))}, ""},
		{"two resources that name each other", []dsl.Resource{
			label(func(r *dsl.Resource) { r.CountsRecordsOf = "talk" }, asked(query("talk", dsl.TypeInteger, dsl.OpLinkedFrom).References("talk"))), talk(with(link)),
		}, ""},
		{"all of a schedule", one(talk(with(schedule()...))), ""},
		{"roles that share columns", one(talk(with(
			text("slug").As(dsl.Slug), text("status").As(dsl.Status), dsl.Integer("author").As(dsl.Author).Doc("Author"),
			text("date").As(dsl.PublishDate), text("date_utc").As(dsl.PublishDateUTC), text("secret_word").As(dsl.Password), text("image").As(dsl.Image),
		))), ""},
		{"two lists of words", one(label(with(text("aliases").As(dsl.StringList), text("hints").As(dsl.StringList)))), ""},
	})
}

func TestFaultsOfRecords(t *testing.T) {
	change := func(c func(*dsl.Resource)) []dsl.Resource { return one(order(c)) }
	never := func(f dsl.Field, b dsl.Behavior) validated {
		name := f.Spec().Name
		return validated{
			"a record with the behavior " + string(b), change(func(r *dsl.Resource) { r.Fields = []dsl.Field{f.As(b), text("status")} }),
			`resource "order": field "` + name + `": a record has no field with the behavior "` + string(b) + `"; its behaviors are: cost, hide_from_lists, link, name, owner, string_list`,
		}
	}
	checkValidated(t, []validated{
		never(text("slug"), dsl.Slug), never(text("state"), dsl.Status), never(dsl.Integer("author").Doc("Author"), dsl.Author), never(text("date"), dsl.PublishDate),
		never(text("image"), dsl.Image), never(text("word"), dsl.Password),
		{"an owner", change(func(r *dsl.Resource) {
			r.Fields = append(r.Fields, dsl.Integer("buyer").As(dsl.Owner).Doc("Buyer"))
			r.Permissions.EditOwn = dsl.RoleSubscriber
		}), ""},
		{"a right of owners without one", change(func(r *dsl.Resource) { r.Permissions.EditOwn = dsl.RoleSubscriber }), `resource "order": permissions: EditOwn is about owners; add a field As(Owner), or remove EditOwn`},
		{"an owner who must be sent", change(func(r *dsl.Resource) {
			r.Fields = append(r.Fields, dsl.Integer("buyer").As(dsl.Owner).Required().Doc("Buyer"))
		}), `resource "order": field "buyer": an Owner is an Integer that is neither Required nor WriteOnly and has no Default: it is the caller until it is written`},
		{"a page", change(func(r *dsl.Resource) { r.PagePath = "order" }), `resource "order": PagePath "order": a record has no page; remove PagePath`},
		{"json_ld", change(func(r *dsl.Resource) { r.SchemaOrgType = dsl.SchemaOrgPlace }), `resource "order": schema.org type "Place": only posts carry json_ld; remove SchemaOrgType`},
		{"a taxonomy", change(func(r *dsl.Resource) { r.Taxonomy = "order" }), `resource "order": Taxonomy, Hierarchical and CountsRecordsOf are for terms; remove them`},
		{"creates that find", change(func(r *dsl.Resource) { r.FindOrCreate = true }), `resource "order": FindOrCreate finds posts and terms by their names, not records; remove it`},
		{
			"IDs of a table that has none",
			[]dsl.Resource{order(func(r *dsl.Resource) { r.IDTable = "secrets" }), secret()},
			`resource "order": IDTable "secrets" is not the plural of an internal table with the fields id, As(AutoID), and resource`,
		},
		{
			"a table of IDs whose name is taken",
			[]dsl.Resource{order(), label(named("label", "order_id_sequence"))},
			`resource "order": its IDs need the table "order_id_sequence", which is the plural of another resource; rename that one`,
		},
		{"IDs of a term", one(label(func(r *dsl.Resource) { r.IDTable = "secrets" })), `resource "label": IDTable is for records: all posts share their IDs, and so do all terms; remove it`},
		{"a filter by status", one(order(asked(query("status", dsl.TypeString, dsl.OpStatusIn)))), `resource "order": list parameter "status": StatusIn needs a post`},
		{
			"a filter by slug", one(order(asked(query("slug", dsl.TypeString, dsl.OpSlugEquals)))),
			`resource "order": list parameter "slug": SlugEquals needs a post or a term, since a record has no slug`,
		},
		{"a column of the service", one(order(with(text("modified_utc")))), `resource "order": field "modified_utc" has the name of a column that every record has; choose another`},
		{"a method", one(order(with(text("compute_columns")))), `resource "order": field "compute_columns" has the name of a method or member of generated structs; choose another`},
	})
}

func TestFaultsOfResources(t *testing.T) {
	change := func(c func(*dsl.Resource)) []dsl.Resource { return one(label(c)) }
	checkValidated(t, []validated{
		{"a resource that is described twice", []dsl.Resource{label(), label(named("label", "others"))}, `resource "label": is described twice; rename or remove one`},
		{"a plural that is used twice", []dsl.Resource{label(), label(named("note", "labels"))}, strings.Join([]string{
			`resource "note": plural "labels" belongs to another resource; choose another`,
			`resource "note": Go name "registerlabels" is also generated for label; choose another name or plural`,
		}, "\n")},
		{"a name in capitals", one(label(named("Label", "labels"))), `resource "Label": name "Label" must be lower-case words joined by underscores`},
		{"a plural with a blank", one(label(named("label", "my labels"))), `resource "label": plural "my labels" must be lower-case words joined by underscores`},
		{"a name with two underscores", one(label(named("a__b", "ab"))), `resource "a__b": name "a__b" must be lower-case words joined by underscores`},
		{"a name that begins with a digit", one(label(named("1st", "firsts"))), `resource "1st": name "1st" must be lower-case words joined by underscores`},
		{"a word of SQL as the name of an internal table", one(secret(named("order", "orders"))), `resource "order": name "order" is a reserved word of Go or SQL; choose another`},
		{"no documentation", change(func(r *dsl.Resource) { r.Doc = "" }), `resource "label": has no Doc; describe it in one line`},
		{"documentation of two lines", change(func(r *dsl.Resource) { r.Doc = "One.\nTwo." }), `resource "label": has a Doc with several lines; write one line`},
		{"an unknown kind", change(func(r *dsl.Resource) { r.Kind = "thing" }), `resource "label": kind "thing" must be post, term, record or internal`},
		{"a plural that is a route of every API", one(label(named("medium", "media"))), `resource "medium": plural "media" is a route of every API; choose another`},
		{"a plural that is the route of batches", one(label(named("batch", "batch"))), `resource "batch": plural "batch" is a route of every API; choose another`},
		{"a plural that is the route of changes", one(label(named("change", "changes"))), `resource "change": plural "changes" is a route of every API; choose another`},
		{"a plural that is the route of undo", one(label(named("undo", "undo"))), `resource "undo": plural "undo" is a route of every API; choose another`},
		{"a plural that is the route of webhooks", one(label(named("hook", "webhooks"))), `resource "hook": plural "webhooks" is a route of every API; choose another`},
		{"a table of the service that programs do not see", one(secret(func(r *dsl.Resource) { r.NoAgents = true })), `resource "secret": NoAgents is for resources with routes: no program sees a table of the service; remove it`},
		{"a table of the service without history", one(secret(func(r *dsl.Resource) { r.NoHistory = true })), `resource "secret": NoHistory is for resources with routes: the log has no rows of a table of the service; remove it`},
		{"an internal table with the name of such a route", []dsl.Resource{label(), {Name: "media", Plural: "media", Kind: dsl.KindInternal, Doc: "Files.", Fields: []dsl.Field{dsl.Integer("id").As(dsl.AutoID).Doc("ID")}}}, ""},
		{"pages below a path of the site", one(label(func(r *dsl.Resource) { r.PagePath = "Desk/label" })), `resource "label": PagePath "Desk/label": the site already uses /Desk; choose another`},
		{"pages of two resources at one path", []dsl.Resource{label(), label(named("note", "notes"), func(r *dsl.Resource) { r.PagePath = "label" })}, `resource "note": PagePath "label" is that of label; choose another`},
		{"no path of its page", change(func(r *dsl.Resource) { r.PagePath = "" }), `resource "label": no PagePath: the URL of a record's page needs one`},
		{"an answer with a key twice", change(func(r *dsl.Resource) { r.ResponseFields = "id * id" }), `resource "label": Response has "id" twice; remove one`},
		{"an order with a key twice", change(func(r *dsl.Resource) { r.ResponseFields, r.Response = "", dsl.Order("id", "name", "id") }), `resource "label": Response has "id" twice; remove one`},
		{"an order in old and new words", change(func(r *dsl.Resource) { r.Response = dsl.Order("id") }), `resource "label": ResponseFields is what Response was before; remove it`},
		{"a term without a taxonomy", change(func(r *dsl.Resource) { r.Taxonomy = "" }), `resource "label": no Taxonomy: responses of a term show it`},
		{"a post that is nested", one(talk(func(r *dsl.Resource) { r.Hierarchical = true })), `resource "talk": Taxonomy, Hierarchical and CountsRecordsOf are for terms; remove them`},
		{"a tree without parents", change(func(r *dsl.Resource) { r.Hierarchical = true }), `resource "label": Hierarchical and a field with the behavior parent go together; write both or none`},
		{
			"parents without a tree", change(with(dsl.Integer("parent").As(dsl.Parent).References("label").Doc("Parent"))),
			`resource "label": Hierarchical and a field with the behavior parent go together; write both or none`,
		},
		{"a term that schema.org describes", change(func(r *dsl.Resource) { r.SchemaOrgType = dsl.SchemaOrgPlace }), `resource "label": schema.org type "Place": only posts carry json_ld; remove SchemaOrgType`},
		{"a term that is found", change(func(r *dsl.Resource) { r.FindOrCreate = true }), `resource "label": FindOrCreate is for posts; remove it: a term whose name exists already is refused`},
		{
			"counting records",
			[]dsl.Resource{label(func(r *dsl.Resource) { r.CountsRecordsOf = "order" }), order()},
			`resource "label": CountsRecordsOf "order": only published posts are counted, and order is a record; remove it`,
		},
		{"counting what is not a resource", change(func(r *dsl.Resource) { r.CountsRecordsOf = "talk" }), `resource "label": counts "talk", which is not a resource; the resources are: label`},
		{"no name", change(func(r *dsl.Resource) { r.Fields = []dsl.Field{text("word")} }), `resource "label": no field has the behavior name; add dsl.String(…).As(dsl.Name).Required().Sortable()`},
		{"no order", change(func(r *dsl.Resource) { r.SortOptions = nil }), `resource "label": no sort option: a list needs at least one, such as dsl.SortBy("id")`},
		{"an order twice", change(func(r *dsl.Resource) { r.SortOptions = []dsl.SortOption{dsl.SortBy("id"), dsl.SortBy("id", "slug")} }), `resource "label": sort option "id" is described twice; rename or remove one`},
		{"a field that every request can carry", change(with(dsl.Boolean("dry_run").Doc("Dry"))), `resource "label": field "dry_run" has the name of a parameter that every resource takes; choose another`},
		{"a parameter that every list takes", change(asked(dsl.QueryParam("format", dsl.TypeString, dsl.OpSlugEquals).Doc("Format"))), `resource "label": list parameter "format" is a parameter of every resource; choose another name`},
		{
			"orders over columns that do not exist",
			change(func(r *dsl.Resource) {
				r.SortOptions = []dsl.SortOption{dsl.SortBy("age"), dsl.SortBy("day", "date"), dsl.SortBy("slug"), dsl.SortBy("count"), dsl.SortBy("name", "name_sort")}
			}),
			"resource \"label\": sort option \"age\" compares \"age\", which is not a column; the columns are: id, version, language, author, slug, created_utc, modified_utc, parent, name, name_sort, include, count\nresource \"label\": sort option \"day\" compares \"date\", which is not a column; the columns are: id, version, language, author, slug, created_utc, modified_utc, parent, name, name_sort, include, count",
		},
		{
			"an order of a post over the count of a term", one(talk(func(r *dsl.Resource) { r.SortOptions = []dsl.SortOption{dsl.SortBy("count")} })),
			`resource "talk": sort option "count" compares "count", which is not a column; the columns are: id, version, language, author, slug, created_utc, modified_utc, status, date, date_utc, modified, original_slug, password, image_id, made_inline, status_before_trash, edited_utc, name, name_sort, include`,
		},
		{
			"an order over a link",
			[]dsl.Resource{label(), talk(with(dsl.ManyToMany("marks", "label").Doc("Marks")), func(r *dsl.Resource) { r.SortOptions = []dsl.SortOption{dsl.SortBy("marks")} })},
			`resource "talk": sort option "marks" compares "marks", which is not a column; the columns are: id, version, language, author, slug, created_utc, modified_utc, status, date, date_utc, modified, original_slug, password, image_id, made_inline, status_before_trash, edited_utc, name, name_sort, include`,
		},
		{
			"indexes over nothing that exists",
			one(secret(func(r *dsl.Resource) { r.Indexes = []dsl.Index{{}, {Columns: []string{"text", "age"}}} })),
			"resource \"secret\": an index has no columns; the columns are: id, text\nresource \"secret\": index over text, age: \"age\" is not a column; the columns are: id, text",
		},
	})
}

func TestNamesThatCollideAcrossResources(t *testing.T) {
	checkValidated(t, []validated{
		{
			"a resource named as the list of another",
			[]dsl.Resource{label(), label(named("label_list", "label_lists"))},
			`resource "label_list": Go name "labellist" is also generated for label; choose another name or plural`,
		},
		{
			"a plural named as the body of a resource",
			[]dsl.Resource{label(named("body", "body_body"))},
			`resource "body": plural "body_body" has the Go name of another type of the resource; choose another plural`,
		},
		{
			"a resource named as a post inside others",
			[]dsl.Resource{label(), talk(with(dsl.ManyToMany("labels", "label").Doc("Labels"))), talk(named("embedded_talk_view", "views"))},
			`resource "embedded_talk_view": Go name "embeddedtalkview" is also generated for talk; choose another name or plural`,
		},
		{
			"names that differ by an underscore",
			[]dsl.Resource{label(), label(named("la_bel", "la_bels"))},
			strings.Join([]string{
				`resource "la_bel": Go name "label" is also generated for label; choose another name or plural`,
				`resource "la_bel": Go name "labelbody" is also generated for label; choose another name or plural`,
				`resource "la_bel": Go name "labellist" is also generated for label; choose another name or plural`,
				`resource "la_bel": Go name "labelview" is also generated for label; choose another name or plural`,
				`resource "la_bel": Go name "labelpage" is also generated for label; choose another name or plural`,
				`resource "la_bel": Go name "registerlabels" is also generated for label; choose another name or plural`,
			}, "\n"),
		},
		{"a resource named as a function of the package", one(label(named("register", "registers"))), `resource "register": Go name "register" is also generated for the whole package; choose another name or plural`},
		{"a resource named as the function that returns the service", one(label(named("service", "services"))), `resource "service": Go name "service" is also generated for the whole package; choose another name or plural`},
		{"a resource named as a variable of the package", one(label(named("migrations", "all_migrations"))), `resource "migrations": Go name "migrations" is also generated for the whole package; choose another name or plural`},
		{
			"a plural named as the table of a relation",
			[]dsl.Resource{label(), talk(with(dsl.ManyToMany("marks", "label").Doc("Marks"))), secret(named("thing", "talk_labels"))},
			`resource "talk": field "marks" needs a table of its own, whose name "talk_labels" is the plural of "thing"; rename one`,
		},
	})
}

func TestFaultsAreReportedAllAtOnce(t *testing.T) {
	note := dsl.Resource{
		Name: "note", Plural: "notes", Kind: dsl.KindPost, PagePath: "note", ResponseFields: "*",
		Fields: []dsl.Field{dsl.String("Body"), dsl.ManyToMany("labels", "label").Doc("Labels"), text("version"), text("body").Fallback("example.org/x/talks", "First", "lead")},
		Params: []dsl.Param{dsl.QueryParam("page", dsl.TypeString, dsl.OpPage)},
	}
	checkValidated(t, []validated{{"a post with a fault in each part", one(note), strings.Join([]string{
		`resource "note": has no Doc; describe it in one line`,
		`resource "note": field "Body" must be lower-case words joined by underscores`,
		`resource "note": field "Body" has no Doc; describe it in one line`,
		`resource "note": field "labels" references "label", which is not a resource; the resources are: note`,
		`resource "note": field "version" has the name of a column that every record has; choose another`,
		`resource "note": field "body" falls back on "lead", which is not a field with a column; the fields are: Body, labels, version, body`,
		`resource "note": no field has the behavior name; add dsl.String(…).As(dsl.Name).Required().Sortable()`,
		`resource "note": list parameter "page" has no Doc; describe it in one line`,
		`resource "note": list parameter "page" has the type "string", which Page does not take; it takes: integer`,
		`resource "note": no sort option: a list needs at least one, such as dsl.SortBy("id")`,
	}, "\n")}})
}
