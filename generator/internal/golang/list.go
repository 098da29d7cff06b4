package golang

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// EmitList writes the parameters of a list and how they narrow it.
func EmitList(r *model.Resource) *File {
	f := newFile(r.SourceFile, "The parameters of GET /"+r.Plural+".")
	Docf(f, "%sList holds the parameters of GET /%s.", r.Go, r.Plural)
	var members, lines []Code
	for _, p := range r.ParamSpecs() {
		method, typ, rules := Decoding(r, p)
		members = append(members, Id(model.GoName(p.Name)).Add(GoText("param.Opt["+typ+"]")).Comment(p.Name))
		args := append([]string{fmt.Sprintf("%q", p.Name)}, rules...)
		lines = append(lines, GoText(fmt.Sprintf("p.%s = d.%s(%s)", model.GoName(p.Name), method, strings.Join(args, ", "))))
	}
	f.Type().Id(r.Go + "List").Struct(members...)
	Docf(f, "Decode reads the parameters.")
	f.Func().Params(Id("p").Op("*").Id(r.Go + "List")).Id("Decode").Params(Id("d").Add(GoText("*param.Decoder"))).Block(lines...)
	emitKeep(f, r)
	return f
}

// Decoding returns how a list parameter is read: the decoder's method, the Go
// type and the rules.
func Decoding(r *model.Resource, p dsl.ParamSpec) (method, typ string, rules []string) {
	switch p.Operation {
	case dsl.OpPage, dsl.OpPerPage:
		return "Integer", "int64", []string{"param.Min(1)"}
	case dsl.OpExactTimes, dsl.OpIsLinked, dsl.OpHasUpcoming:
		return "Switch", "bool", nil
	case dsl.OpListNotEmpty, dsl.OpHideEmpty, dsl.OpHasCoordinates:
		return "Boolean", "bool", nil
	case dsl.OpInclude, dsl.OpExclude:
		return "Integers", "[]int64", []string{"param.NonEmpty()"}
	case dsl.OpLinkedFrom, dsl.OpChildOf:
		return typed(p.Type)
	case dsl.OpStatusIn:
		return "Strings", "[]string", nil
	case dsl.OpLinkedTo:
		if r.ByName[p.Target].Post() {
			return "Integers", "[]int64", []string{"param.NonEmpty()"}
		}
		return "Strings", "[]string", []string{"param.NonEmpty()"}
	case dsl.OpSortDirection, dsl.OpOrderBy:
		if r.Post() {
			return "String", "string", nil
		}
	case dsl.OpSearchAnyField, dsl.OpSearchOneField, dsl.OpContains:
		return "String", "string", []string{"param.NonEmpty()", "param.MaxLength(1000)"}
	default: // The type tells.
	}
	return typed(p.Type)
}

// typed returns how a parameter of a plain type is read.
func typed(t dsl.Type) (method, typ string, rules []string) {
	switch t {
	case dsl.TypeInteger:
		return "Integer", "int64", nil
	case dsl.TypeBoolean:
		return "Boolean", "bool", nil
	case dsl.TypeNumber:
		return "Number", "float64", nil
	default:
		return "String", "string", []string{"param.NonEmpty()"}
	}
}

// firsts are operations that others depend on: whether dates are strict,
// whether the default window is lifted, whether a list is of one event's
// terms.  Keep runs them first.
var firsts = map[dsl.Operation]int{
	dsl.OpInclude: 1, dsl.OpExactTimes: 2, dsl.OpBefore: 3, dsl.OpAfter: 3, dsl.OpLinkedFrom: 4, dsl.OpNearLatitude: 5, dsl.OpNearLongitude: 6,
}

// emitKeep writes
//
//	func (p *<Event>List) Keep(ctx context.Context, q *filter.Query) {
//		filter.<Is>(q, "<featured>", "<featured>", p.<Featured>)
//	}
func emitKeep(f *File, r *model.Resource) {
	Docf(f, "Keep narrows the list, one line a parameter.")
	ordered := r.ParamSpecs()
	rank := func(p dsl.ParamSpec) int {
		if n, ok := firsts[p.Operation]; ok {
			return n
		}
		return len(firsts) + 1
	}
	slices.SortStableFunc(ordered, func(a, b dsl.ParamSpec) int { return cmp.Compare(rank(a), rank(b)) })
	var lines []Code
	ctx := Id("_")
	for _, p := range ordered {
		line := filterCall(r, p)
		if strings.Contains(line, "(ctx,") {
			ctx = Id("ctx")
		}
		if other := overriddenBy(r, p); other != "" {
			lines = append(lines, If(GoText("!p."+model.GoName(other)+".IsSet()")).Block(GoText(line)))
			continue
		}
		lines = append(lines, GoText(line))
	}
	if hidden := r.FieldWithBehavior(dsl.HideFromLists); hidden != nil {
		lines = append(lines, GoText(fmt.Sprintf("filter.Unlisted(q, %q)", hidden.Name)))
	}
	f.Func().Params(Id("p").Op("*").Id(r.Go+"List")).Id("Keep").Params(ctx.Add(GoText("context.Context")), Id("q").Add(GoText("*filter.Query"))).Block(lines...)
}

// overriddenBy returns the parameter that wins over p, "" when none does.
func overriddenBy(r *model.Resource, p dsl.ParamSpec) string {
	for _, other := range r.ParamSpecs() {
		if other.Overrides == p.Name {
			return other.Name
		}
	}
	return ""
}

// filterCall returns the statement that applies a list parameter.
func filterCall(r *model.Resource, p dsl.ParamSpec) string {
	value := "p." + model.GoName(p.Name)
	name := fmt.Sprintf("%q", p.Name)
	column := fmt.Sprintf("%q", p.Field)
	call := func(args ...string) string {
		return "filter." + filterFunc(p.Operation) + "(" + strings.Join(args, ", ") + ")"
	}
	switch p.Operation {
	case dsl.OpPage, dsl.OpPerPage:
		return call("q", value)
	case dsl.OpListNotEmpty:
		return call("q", name, column, fmt.Sprintf("%q", p.Extension), value)
	case dsl.OpSearchAnyField, dsl.OpSearchOneField, dsl.OpContains:
		return call(append([]string{"q", name, value}, searchColumns(r)...)...)
	case dsl.OpInclude, dsl.OpExclude:
		return call("ctx", "q", name, value)
	case dsl.OpChildOf:
		return call("ctx", "q", name, column, value)
	case dsl.OpLinkedTo:
		if !r.ByName[p.Target].Post() {
			return "filter.Labelled(ctx, q, " + name + ", " + relation(linkOf(r, p.Field), false) + ", " + value + ")"
		}
		return call("ctx", "q", name, relation(linkOf(r, p.Field), false), value)
	case dsl.OpLinkedFrom:
		return call("ctx", "q", name, relation(backlink(r, p.Target), true), value)
	case dsl.OpIsLinked:
		return call("q", name, relation(backlink(r, p.Target), true), value)
	case dsl.OpHasUpcoming:
		return call("q", name, upcoming(backlink(r, p.Target)), value)
	case dsl.OpHasCoordinates:
		return call("q", name, fmt.Sprintf("%q", p.Extension), relation(linkOf(r, p.Field), false), value)
	case dsl.OpNearLatitude:
		return call("q", name, fmt.Sprintf("%q", p.Extension), value)
	case dsl.OpNearLongitude:
		latitude := paramOf(r, dsl.OpNearLatitude)
		return call("ctx", "q", name, fmt.Sprintf("%q", p.Extension), fmt.Sprintf("%q", latitude), relation(linkOf(r, p.Field), false), "p."+model.GoName(latitude), value)
	default:
		if p.Field != "" {
			return call("q", name, column, value)
		}
		return call("q", name, value)
	}
}

// filterFuncs has the functions of runtime/filter that are not named after their
// operation.
var filterFuncs = map[dsl.Operation]string{
	dsl.OpOnOrAfter: "From", dsl.OpOnOrBefore: "Until", dsl.OpExactTimes: "StrictDates", dsl.OpSearchAnyField: "SearchAll", dsl.OpSearchOneField: "SearchOne",
	dsl.OpBoolEquals: "Is", dsl.OpListNotEmpty: "HasAny", dsl.OpSlugEquals: "SlugIs", dsl.OpHasCoordinates: "Located", dsl.OpIsLinked: "HasLinks",
	dsl.OpSortDirection: "Direction",
}

// filterFunc returns the function of runtime/filter that applies an operation.
func filterFunc(op dsl.Operation) string {
	if name, ok := filterFuncs[op]; ok {
		return name
	}
	return string(op)
}

// searchColumns lists the folded columns as arguments.
func searchColumns(r *model.Resource) []string {
	list := searched(r)
	for i, name := range list {
		list[i] = fmt.Sprintf("%q", name)
	}
	return list
}

// searched lists the folded columns that searches look into.
func searched(r *model.Resource) []string {
	var list []string
	for _, f := range r.ModelFields {
		if f.Searchable {
			list = append(list, f.Name+"_search")
		}
	}
	return list
}

// paramOf returns the name of the first parameter with an operation.
func paramOf(r *model.Resource, op dsl.Operation) string {
	for _, p := range r.ParamSpecs() {
		if p.Operation == op {
			return p.Name
		}
	}
	return ""
}

// linkOf returns the link of a field.
func linkOf(r *model.Resource, name string) *model.Link {
	for _, l := range r.ModelLinks {
		if l.Field.Name == name {
			return l
		}
	}
	return nil
}

// backlink returns the link by which records of another resource lead here.
func backlink(r *model.Resource, name string) *model.Link {
	for _, l := range r.Backlinks {
		if l.From.Name == name {
			return l
		}
	}
	return nil
}

// relation writes a filter.Relation, seen from the record that has the link or,
// backwards, from the linked one, with further members.
func relation(l *model.Link, backwards bool, more ...string) string {
	here, there, target := l.SourceColumn, l.TargetColumn, l.To
	if backwards {
		here, there, target = l.TargetColumn, l.SourceColumn, l.From
	}
	if target.Post() {
		more = append(more, "Access: "+target.KindVar+".Access")
	}
	if target.Hierarchical {
		more = append(more, "Nested: true")
	}
	if carry := carry(l); carry != "" && !backwards {
		more = append(more, strings.TrimSuffix(carry, ", "))
	}
	members := fmt.Sprintf("Table: %q, Here: %q, There: %q, Target: %q, Alias: %q", l.Table, here, there, target.Plural, target.Name)
	return "filter.Relation{" + strings.Join(append([]string{members}, more...), ", ") + "}"
}

// upcoming is relation, backwards, to records that may be kept out of lists.
func upcoming(l *model.Link) string {
	if hidden := l.From.FieldWithBehavior(dsl.HideFromLists); hidden != nil {
		return relation(l, true, fmt.Sprintf("Hidden: %q", hidden.Name))
	}
	return relation(l, true)
}
