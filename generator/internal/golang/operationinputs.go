package golang

import (
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// inputName names the type that describes the requests of an operation, List,
// Read, Create, Update or Delete.
func inputName(r *model.Resource, operation string) *Statement {
	return Id(model.LowerFirst(r.Go) + operation + "Input")
}

// emitInputs writes what the requests of each operation send, with Huma's tags:
//
//	type <event>ID struct {
//		ID int64 `path:"id" doc:"ID of the <event>"`
//	}
//	func (in <event>ID) Key() records.Key { return records.Key{ID: in.ID} }
//	type <event>UpdateInput struct {
//		httpapi.ItemHeaders
//		httpapi.WriteHeaders
//		Password string `query:"password" doc:"..."`
//		Body     <Event>Body
//		httpapi.DryRun
//	}
//	func (in *<event>UpdateInput) Input() mutate.Input[*<Event>] { return &in.Body }
func emitInputs(f *File, r *model.Resource) {
	shared := func(name string) Code { return Qual(packages["httpapi"], name) }
	key := func(name, typ string, value Code) {
		of := model.LowerFirst(r.Go) + name
		Docf(f, "%s names %s in the path.", of, model.Article(r.Name))
		f.Type().Id(of).Struct(Id(name).Id(typ).Add(tagOf(map[string]string{
			"path": strings.ToLower(name), "doc": name + " of the " + r.Name,
		})))
		Docf(f, "Key returns the key of the %s.", r.Name)
		f.Func().Params(Id("in").Id(of)).Id("Key").Params().Qual(packages["records"], "Key").Block(Return(value))
	}
	key("ID", "int64", Qual(packages["records"], "Key").Values(Id("ID").Op(":").Id("in").Dot("ID")))
	var reads, password, force []Code
	if r.Post() {
		key("Slug", "string", Qual(packages["records"], "SlugKey").Call(Id("in").Dot("Slug")))
		force = []Code{shared("Force")}
	}
	if r.FieldWithBehavior(dsl.Password) != nil {
		tag := tagOf(map[string]string{"query": "password", "doc": "Password of a protected " + r.Name})
		password = []Code{Id("Password").String().Add(tag)}
		reads = append(reads, password[0], Id("Context").String().Add(tagOf(map[string]string{
			"query": "context", "enum": "view,edit", "rule": "lenient", "default": "view",
			"doc": "edit: editors see a protected " + r.Name + " without sending its password",
		})))
	}
	var series, overrides []Code
	if r.FieldWithBehavior(dsl.Repeats) != nil {
		series, overrides = []Code{shared("ApplyTo")}, []Code{shared("Overrides")}
	}
	if HasFeeds(r) {
		reads = append(reads, ofCalendar(r, "FeedFormat"))
	}
	body := []Code{Id("Body").Id(r.Go + "Body")}
	item, write, dryRun := []Code{shared("ItemHeaders")}, []Code{shared("WriteHeaders")}, []Code{shared("DryRun")}
	for _, input := range []struct {
		operation string
		members   []Code
	}{
		{"List", slices.Concat([]Code{shared("ListHeaders"), shared("ChangesSince"), Id(r.Go + "List")}, reads)},
		{"Read", slices.Concat(item, reads, []Code{shared("AsOf")})},
		{"Create", slices.Concat(write, body, dryRun)},
		{"Update", slices.Concat(item, write, password, body, series, overrides, dryRun)},
		{"Delete", slices.Concat(item, write, password, force, series, dryRun)},
	} {
		name := inputName(r, input.operation)
		Docf(f, "%#v is what requests of %sOperation send.", name, input.operation)
		f.Type().Add(name).Struct(input.members...)
		if input.operation == "Create" || input.operation == "Update" {
			Docf(f, "Input returns the body, which is filled.")
			f.Func().Params(Id("in").Op("*").Add(name)).Id("Input").Params().
				Qual(packages["mutate"], "Input").Types(Op("*").Id(r.Go)).
				Block(Return(Op("&").Id("in").Dot("Body")))
		}
	}
}
