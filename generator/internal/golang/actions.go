package golang

import (
	"cmp"
	"net/http"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
)

// emitActions writes for each action of a resource what it is, and what its requests send:
//
//	var <order><Pay>Action = &model.Action{...}
//	type <Order><Pay>Body struct { ... }
//	func (b *<Order><Pay>Body) Action() *model.Action { return <order><Pay>Action }
//	func (b *<Order><Pay>Body) Validate(f *validate.Validator) { ... }
//	func (b *<Order><Pay>Body) Apply(c *mutate.Mutation, r *<Order>) { ... }
func emitActions(f *File, r *model.Resource) {
	for _, a := range r.ModelActions {
		Docf(f, "%s is the action %s of %s.", a.Var, a.Name, r.Plural)
		f.Var().Id(a.Var).Op("=").Add(Literal(Op("&").Qual(packages["model"], "Action"), actionMembers(a)...))
		Docf(f, "%s is what the action %s of %s sends: each field is absent, null or a value.", a.Body, a.Name, r.Plural)
		var members, validate, apply []Code
		for _, fld := range a.Fields {
			members = append(members, fieldArgument(a.Argument(fld)).member())
			validate = append(validate, validateField(fld)...)
			apply = append(apply, applyLines(fld)...)
		}
		for _, value := range a.Values {
			apply = append(apply, Id("r").Dot(r.FieldNamed(value.Field).Go).Op("=").Lit(value.Value))
		}
		of := Op("*").Id(a.Body)
		f.Type().Id(a.Body).Struct(members...)
		Docf(f, "Action returns the action.")
		f.Func().Params(of.Clone()).Id("Action").Params().Op("*").Qual(packages["model"], "Action").Block(Return(Id(a.Var)))
		Docf(f, "Validate notes values that no record could take.")
		receiver, form := Id("b").Add(of.Clone()), Op("*").Qual(packages["validate"], "Validator")
		if len(validate) == 0 {
			f.Func().Params(of.Clone()).Id("Validate").Params(form).Block()
		} else {
			f.Func().Params(receiver.Clone()).Id("Validate").Params(Id("f").Add(form)).Block(validate...)
		}
		Docf(f, "Apply changes the record.")
		f.Func().Params(receiver.Clone()).Id("Apply").
			Params(Id("c").Op("*").Qual(packages["mutate"], "Mutation"), Id("r").Op("*").Id(r.Go)).Block(apply...)
	}
}

// applyLines writes the statements that set a field, links too.
func applyLines(fld *model.Field) []Code {
	if fld.Link != nil {
		return []Code{setLinks(fld)}
	}
	if line := applyField(fld); line != nil {
		return []Code{line}
	}
	return nil
}

// actionMembers writes the members of a model.Action.
func actionMembers(a model.Action) []Code {
	members := []Code{
		Member("Name", Lit(a.Name)), Member("Label", Lit(cmp.Or(a.Label, a.Words()))), Member("Doc", Lit(a.Doc)),
	}
	var values []Code
	for _, value := range a.Values {
		values = append(values, Values(Member("Field", Lit(value.Field)), Member("Value", Lit(value.Value))))
	}
	if len(values) > 0 {
		members = append(members, Member("Values", Index().Qual(packages["model"], "ActionValue").Values(values...)))
	}
	if a.Role != "" {
		members = append(members, Member("Role", Qual(packages["auth"], "Role"+model.GoName(string(a.Role)))))
	}
	if a.Owner {
		members = append(members, Member("Owner", True()))
	}
	return append(members, Member("Args", argsOf(a.Body)))
}

// stateMembers writes the members of a model.Resource about transitions and actions.
func stateMembers(r *model.Resource) []Code {
	var states, actions, members []Code
	for _, fld := range r.ModelFields {
		if len(fld.Transitions) == 0 {
			continue
		}
		var next []Code
		for _, word := range fld.Enum {
			if to := fld.Next()[word]; len(to) > 0 {
				next = append(next, Lit(word).Op(":").Values(literals(to)...))
			}
		}
		state := []Code{
			Member("Field", Lit(fld.Name)), Member("Initial", stringList(fld.Initial())),
			Member("Next", Literal(Map(String()).Index().String(), next...)),
		}
		if fld.ByActions {
			state = append(state, Member("ByActions", True()))
		}
		states = append(states, Values(state...))
	}
	for _, a := range r.ModelActions {
		actions = append(actions, Id(a.Var))
	}
	if len(states) > 0 {
		members = append(members, Member("States", Index().Op("*").Qual(packages["model"], "State").Values(states...)))
	}
	if len(actions) > 0 {
		members = append(members, Member("Actions", Index().Op("*").Qual(packages["model"], "Action").Values(actions...)))
	}
	return members
}

// registerActions writes the input of each action, the function for Go code, and what registers
// its route:
//
//	httpapi.ActionOperation[struct{ <order>ID; <order><Pay>Input }](
//		a, huma.Operation{...}, <order>Resource, <order><Pay>Action, new<Order>View)
func registerActions(f *File, r *model.Resource) []Code {
	var lines []Code
	for _, a := range r.ModelActions {
		input := inputName(r, a.Go)
		Docf(f, "%#v is what requests of the action %s send.", input, a.Name)
		shared := func(name string) Code { return Qual(packages["httpapi"], name) }
		f.Type().Add(input).Struct(shared("ItemHeaders"), shared("WriteHeaders"), Id("Body").Id(a.Body), shared("DryRun"))
		Docf(f, "Input returns the body, which is filled.")
		f.Func().Params(Id("in").Op("*").Add(input)).Id("Input").Params().
			Qual(packages["mutate"], "Input").Types(Op("*").Id(r.Go)).Block(Return(Op("&").Id("in").Dot("Body")))
		view, name := Op("*").Id(r.Go+"View"), a.Go+r.Go
		Docf(f, "%s performs the action %s on %s by a call.", name, a.Name, model.Article(r.Name))
		f.Func().Id(name).Params(Id("c").Qual(packages["records"], "Call"), Id("id").Int64(), Id("body").Id(a.Body)).
			Params(Qual(packages["records"], "One").Types(Op("*").Id(r.Go), view), Error()).Block(
			Return(Qual(packages["records"], "Act").Types(Op("*").Id(r.Go), view.Clone()).
				Call(Id("c"), Id(r.ResourceVar), Id("id"), Op("&").Id("body"))))
		op := Literal(Qual(packages["huma"], "Operation"), Member("OperationID", Lit(a.Name+"-"+r.Name)),
			Member("Method", Qual(packages["http"], "MethodPost")), Member("Path", Lit("/"+r.Plural+"/{id}/"+a.Name)),
			Member("Summary", Lit(a.Words()+" "+model.Article(r.Name))), Member("Description", Lit(a.Sentence(r))),
			Member("Tags", Index().String().Values(Lit(r.Plural))),
			Member("Responses", Map(String()).Op("*").Qual(packages["huma"], "Response").Values(
				Lit("200").Op(":").Values(Member("Description", Lit("The record after it"))))),
			Member("Errors", Index().Int().Values(actionErrors()...)))
		lines = append(lines, Line(), Qual(packages["httpapi"], "ActionOperation").
			Types(Struct(Id(model.LowerFirst(r.Go)+"ID"), input)).
			Call(Id("a"), op, Id(r.ResourceVar), Id(a.Var), Id("new"+r.Go+"View")))
	}
	return lines
}

// actionErrors writes the statuses of errors of an action beside those of every operation.
func actionErrors() []Code {
	var list []Code
	for _, status := range []int{
		http.StatusNotFound, http.StatusPreconditionFailed, http.StatusForbidden, http.StatusConflict,
		http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusInsufficientStorage,
	} {
		list = append(list, Qual(packages["http"], "Status"+strings.ReplaceAll(http.StatusText(status), " ", "")))
	}
	return list
}
