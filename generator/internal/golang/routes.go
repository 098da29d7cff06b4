package golang

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// EmitRoutes writes the parameters of a resource's routes, and their registration.
func EmitRoutes(r *model.Resource) *File {
	f := newFile(r.SourceFile, "The routes of "+r.Plural+", and their parameters.")
	emitListParams(f, r)
	emitInputs(f, r)
	record := Op("*").Id(r.Go)
	lines := []Code{
		Qual(packages["mutate"], "Accept").Call(Id("a").Dot("Writes"), Id(r.ResourceVar),
			Func().Params().Add(Qual(packages["mutate"], "Input").Types(record)).Block(Return(New(Id(r.Go+"Body"))))),
	}
	for i, group := range r.Routes() {
		if i > 0 {
			lines = append(lines, Line())
		}
		for _, route := range group {
			lines = append(lines, register(route, r))
		}
	}
	lines = append(lines, registerActions(f, r)...)
	if HasFeeds(r) {
		lines = append(lines, Line(), Qual(packages["httpapi"], "Feed").Call(
			Id("a"), Id(r.ResourceVar), ofCalendar(r, "Feeds").Call(Id("new"+r.Go+"FeedEntry"))))
	}
	emitTyped(f, r)
	Docf(f, "Register%s registers the routes of %s.", r.GoPlural, r.Plural)
	f.Func().Id("Register" + r.GoPlural).Params(Id("a").Add(Op("*").Qual(packages["httpapi"], "API"))).Block(lines...)
	return f
}

// emitTyped writes the function that gives a call the types of the resource.
func emitTyped(f *File, r *model.Resource) {
	name := r.GoPlural
	if name == r.Go {
		name += "Records"
	}
	types := []Code{Op("*").Id(r.Go), Op("*").Id(r.Go + "View"), Id(r.Go + "Body")}
	Docf(f, "%s are the operations of a call on %s.", name, r.Plural)
	f.Func().Id(name).Params(Id("c").Qual(packages["records"], "Call")).
		Qual(packages["records"], "Typed").Types(types...).Block(
		Return(Qual(packages["records"], "NewTyped").Types(types...).Call(Id("c"), Id(r.ResourceVar))))
}

// register writes
//
//	httpapi.<ReadOperation>[struct{ <event>ID; <event>ReadInput }](
//		a, huma.Operation{...}, <event>Resource, new<Event>View)
func register(t model.Route, r *model.Resource) Code {
	doc := documentationOf(t, r)
	status := map[bool]string{true: "201", false: "200"}[t.Call == "CreateOperation"]
	members := []Code{Member("OperationID", Lit(t.ID))}
	if t.Method != "" {
		members = append(members, Member("Method", Qual(packages["http"], "Method"+t.Method)))
	}
	members = append(members, Member("Path", Lit(t.Path)),
		Member("Summary", Lit(t.Summary)), Member("Description", Lit(doc.description)),
		Member("Tags", Index().String().Values(Lit(r.Plural))),
		Member("Responses", Map(String()).Op("*").Qual(packages["huma"], "Response").Values(
			Lit(status).Op(":").Values(Member("Description", Lit(doc.success))))))
	if len(doc.errors) > 0 {
		var statuses []Code
		for _, name := range doc.errors {
			statuses = append(statuses, Qual(packages["http"], "Status"+name))
		}
		members = append(members, Member("Errors", Index().Int().Values(statuses...)))
	}
	op := Literal(Qual(packages["huma"], "Operation"), members...)
	args := []Code{Id("a"), op, Id(r.ResourceVar)}
	if t.Call == "ListOperation" {
		args = append(args, Id("new"+r.Go+"Page"))
	} else {
		args = append(args, Id("new"+r.Go+"View"))
	}
	input := inputName(r, strings.TrimSuffix(t.Call, "Operation"))
	if t.Key != "" {
		input = Struct(Id(model.LowerFirst(r.Go)+t.Key), input)
	}
	return Qual(packages["httpapi"], t.Call).Types(input).Call(args...)
}

// documentation is what the OpenAPI document says of an operation and of its successful
// response, and its errors beside those of every operation, by their names in net/http.
type documentation struct {
	description, success string
	errors               []string
}

func documentationOf(t model.Route, r *model.Resource) documentation {
	item := []string{"NotFound", "PreconditionFailed"}
	write := []string{
		"Forbidden", "RequestTimeout", "RequestEntityTooLarge", "UnsupportedMediaType", "UnprocessableEntity",
		"InsufficientStorage",
	}
	d := documentation{fmt.Sprintf("Returns %s.", model.Article(r.Name)), "The record", item}
	switch t.Call {
	case "ListOperation":
		d = documentation{
			fmt.Sprintf("Returns a page of %s. All filters are optional.", r.Plural),
			"A page of records", nil,
		}
		if r.Post() {
			d.errors = item[:1]
		}
	case "CreateOperation":
		d = documentation{fmt.Sprintf("Creates %s and returns it.", model.Article(r.Name)), "The new record", write}
		if r.FindOrCreate {
			d.success += ", or the existing one with the same name and fields"
		}
	case "UpdateOperation":
		d = documentation{
			"Updates the fields you send and returns the record. POST, PUT and PATCH do the same.",
			"The updated record", append(item, write...),
		}
	case "DeleteOperation":
		d = documentation{
			"Deletes the record permanently and returns it as it was.",
			"The trashed or deleted record", append(item, write...),
		}
		if r.Post() {
			d.description = "Moves the record to the trash. With force=true, deletes it permanently."
			d.errors = append(d.errors, "Gone")
		}
	default: // ReadOperation.
		if !r.Term() {
			d.errors = append(d.errors, "Forbidden")
		}
	}
	return d
}

// EmitRegister writes the list of all resources with routes.
func EmitRegister(m *model.Model) *File {
	f := newFile("resources", "The list of all resources.")
	api := Op("*").Qual(packages["httpapi"], "API")
	list := Index().Op("*").Qual(packages["model"], "Resource")
	var strict Code = Null()
	if m.API.Strict {
		strict = Member("Strict", True())
	}
	var translations Code = Null()
	if len(m.API.Translations) > 0 {
		translations = Member("Translations", Id("translations"))
	}
	calls := []Code{Id("a").Dot("Env").Dot("Service").Op("=").Add(Literal(Qual(packages["model"], "Service"),
		Member("Name", Lit(m.API.ServiceName())), Member("Title", Lit(m.API.DocumentTitle())),
		Member("Version", Lit(strconv.Itoa(m.API.Version))), Member("Doc", Lit(m.API.DocumentSubject())),
		Member("License", Lit(m.API.License)), strict, translations,
		Member("TotalHeader", Lit(m.API.ResponseHeader("Total"))),
		Member("PagesHeader", Lit(m.API.ResponseHeader("TotalPages")))))}
	var resources []Code
	for _, r := range m.Records() {
		calls = append(calls, Id("Register"+r.GoPlural).Call(Id("a")))
		resources = append(resources, Id(r.ResourceVar))
	}
	var kept Code = Null()
	if days := m.API.Changes.Kept() / (24 * time.Hour); days > 0 {
		kept = Member("ChangesKept", Lit(int(days)).Op("*").Lit(24).Op("*").Qual(packages["time"], "Hour"))
	}
	Docf(f, "Service returns the described service, for service.Open and cli.Program.")
	f.Func().Id("Service").Params().Qual(packages["service"], "Definition").Block(
		Return(Literal(Qual(packages["service"], "Definition"),
			Member("Namespace", Lit(m.API.Path())), kept,
			Member("Resources", Literal(list, resources...)),
			Member("Register", Func().Params(Id("a").Add(api)).Block(calls...)),
			Member("Migrations", Id("migrations")),
		)))
	f.Line()
	f.Comment("//go:embed migrations")
	f.Var().Id("migrations").Add(Qual(packages["embed"], "FS"))
	emitTranslations(f, m.API.Translations)
	return f
}

// emitTranslations writes the texts about resources in other languages, by language and
// English text, sorted.
func emitTranslations(f *File, all dsl.Translations) {
	if len(all) == 0 {
		return
	}
	var languages []Code
	for _, tag := range slices.Sorted(maps.Keys(all)) {
		var texts []Code
		for _, text := range slices.Sorted(maps.Keys(all[tag])) {
			texts = append(texts, Lit(text).Op(":").Lit(all[tag][text]))
		}
		languages = append(languages, Lit(tag).Op(":").Add(Literal(Null(), texts...)))
	}
	f.Line()
	f.Comment("translations are the texts about resources in other languages than English.")
	f.Var().Id("translations").Op("=").Add(Literal(Map(String()).Map(String()).String(), languages...))
}
