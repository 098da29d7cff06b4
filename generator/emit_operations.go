package generator

import (
	"fmt"

	. "github.com/dave/jennifer/jen"
)

// emitOperations writes the registration of a resource's routes.
func emitOperations(r *resource) *File {
	f := newFile(r.Source, "The routes of "+r.Plural+".")
	docf(f, "Register%s registers the routes of %s.", r.GoPlural, r.Plural)
	var lines []Code
	for i, group := range r.routes() {
		if i > 0 {
			lines = append(lines, Line())
		}
		for _, route := range group {
			lines = append(lines, route.register(r))
		}
	}
	if len(r.backs) > 0 {
		lines = append(lines, Line(), code("runtime.Embed(a, "+r.Kind+", part"+r.Go+")"))
	}
	f.Func().Id("Register" + r.GoPlural).Params(Id("a").Add(code("*runtime.API"))).Block(lines...)
	return f
}

// route is one operation.
type route struct {
	call    string // Function of runtime that registers it.
	id      string
	method  string // Name in net/http, without "Method".
	path    string
	summary string
}

// routes lists the operations, a group for each path.
func (r *resource) routes() [][]route {
	groups := [][]route{{
		{"ListOperation", "list-" + r.Plural, "Get", "/" + r.Plural, "List " + r.Plural},
		{"CreateOperation", "create-" + r.Name, "Post", "/" + r.Plural, "Create " + article(r.Name)},
	}}
	groups = append(groups, r.itemRoutes("", "/"+r.Plural+"/{id}", "ID"))
	if r.post() {
		groups = append(groups, r.itemRoutes("-by-slug", "/"+r.Plural+"/by-slug/{slug}", "slug"))
	}
	return groups
}

// itemRoutes lists the operations on one record.
func (r *resource) itemRoutes(suffix, path, by string) []route {
	update := "Update " + article(r.Name) + " by " + by
	return []route{
		{"ReadOperation", "get-" + r.Name + suffix, "Get", path, "Fetch " + article(r.Name) + " by " + by},
		{"DeleteOperation", "delete-" + r.Name + suffix, "Delete", path, "Delete " + article(r.Name) + " by " + by},
		{"UpdateOperation", "update-" + r.Name + suffix + "-post", "Post", path, update},
		{"UpdateOperation", "update-" + r.Name + suffix + "-put", "Put", path, update},
		{"UpdateOperation", "update-" + r.Name + suffix, "Patch", path, update},
	}
}

// article puts the indefinite article before a word.
func article(word string) string {
	switch word[0] {
	case 'a', 'e', 'i', 'o', 'u':
		return "an " + word
	}
	return "a " + word
}

// register writes
//
//	runtime.<ReadOperation>(a, huma.Operation{...}, <eventKind>, new<Event>View)
func (t route) register(r *resource) Code {
	op := literal(code("huma.Operation"),
		member("OperationID", Lit(t.id)), member("Method", code("http.Method"+t.method)), member("Path", Lit(t.path)),
		member("Summary", Lit(t.summary)), member("Description", Lit(t.describe(r))), member("Tags", Index().String().Values(Lit(r.Plural))))
	args := []Code{Id("a"), op, Id(r.Kind)}
	if t.call == "ListOperation" {
		args = append(args, Func().Params().Add(code("runtime.List")).Block(Return(New(Id(r.Go+"List")))), Id("new"+r.Go+"Page"))
	} else {
		args = append(args, Id("new"+r.Go+"View"))
	}
	return code("runtime." + t.call).Call(args...)
}

// describe returns the longer text of an operation.
func (t route) describe(r *resource) string {
	switch t.call {
	case "ListOperation":
		return fmt.Sprintf("Answers a page of %s; the parameters are filters, all of them optional.", r.Plural)
	case "CreateOperation":
		return fmt.Sprintf("Makes %s and answers it whole.", article(r.Name))
	case "UpdateOperation":
		return "Changes the fields that are sent and leaves the others as they are.  POST, PUT and PATCH are the same."
	case "DeleteOperation":
		if r.post() {
			return "Moves the record to the trash, or with force=true deletes it for good."
		}
		return "Deletes the record for good and answers it as it last was."
	}
	return "Answers the record whole."
}

// emitRegister writes the list of all resources with routes.
func emitRegister(m *model) *File {
	f := newFile("resources", "The list of all resources.")
	docf(f, "Register registers the routes of every resource.")
	var calls, kinds []Code
	for _, r := range m.records() {
		calls = append(calls, Id("Register"+r.GoPlural).Call(Id("a")))
		kinds = append(kinds, Id(r.Kind))
	}
	f.Func().Id("Register").Params(Id("a").Add(code("*runtime.API"))).Block(calls...)
	docf(f, "Namespace is the path below which the resources are served, unless the operator chooses another one.")
	f.Const().Id("Namespace").Op("=").Lit(m.api.Path())
	docf(f, "Kinds returns the facts about every resource that has routes.")
	f.Func().Id("Kinds").Params().Add(code("[]*runtime.Kind")).Block(Return(literal(code("[]*runtime.Kind"), kinds...)))
	f.Line()
	f.Comment("Migrations holds the SQL that makes the tables, a directory for each store.")
	f.Comment("//")
	f.Comment("//go:embed migrations")
	f.Var().Id("Migrations").Add(code("embed.FS"))
	return f
}
