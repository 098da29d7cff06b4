package golang

import (
	"cmp"
	"fmt"
	"slices"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

func emitListParams(f *File, r *model.Resource) {
	Docf(f, "%sList holds the parameters of GET /%s.", r.Go, r.Plural)
	var members []Code
	for _, p := range r.ParamSpecs() {
		members = append(members, paramArgument(r, p).member())
	}
	f.Type().Id(r.Go + "List").Struct(members...)
	emitFilter(f, r)
}

// paramInput is what a list parameter takes.
type paramInput struct {
	goType string   // Of the value.
	rules  []string // Words of the tag rule.
}

// ParamType returns the Go type of the value of a list parameter.
func ParamType(r *model.Resource, p dsl.ParamSpec) string { return paramInputOf(r, p).goType }

// paramInputOf returns what a list parameter takes.
func paramInputOf(r *model.Resource, p dsl.ParamSpec) paramInput {
	nonEmpty := []string{"nonempty"}
	switch p.Operation {
	case dsl.OpPage, dsl.OpPerPage:
		return paramInput{"int64", nil}
	case dsl.OpExactTimes, dsl.OpIsLinked, dsl.OpHasUpcoming:
		return paramInput{"bool", []string{"lenient"}}
	case dsl.OpListNotEmpty, dsl.OpHideEmpty, dsl.OpHasCoordinates:
		return paramInput{"bool", nil}
	case dsl.OpInclude, dsl.OpExclude:
		return paramInput{"[]int64", nonEmpty}
	case dsl.OpStatusIn:
		return paramInput{"[]string", nil}
	case dsl.OpLinkedTo:
		if r.ByName[p.Target].Term() {
			return paramInput{"[]string", nonEmpty}
		}
		return paramInput{"[]int64", nonEmpty}
	case dsl.OpSortDirection, dsl.OpOrderBy: // They check their words, which posts may send in vain.
		if r.Post() {
			return paramInput{"string", []string{"lenient"}}
		}
		return paramInput{"string", []string{"nonempty", "lenient"}}
	case dsl.OpSearchAnyField, dsl.OpSearchOneField, dsl.OpContains:
		return paramInput{"string", []string{"nonempty", "maxLength=1000"}}
	default: // The type decides.
	}
	return paramInputByType(r, p)
}

// paramInputByType returns what a list parameter takes whose type says it.
func paramInputByType(r *model.Resource, p dsl.ParamSpec) paramInput {
	nonEmpty, notNull := []string{"nonempty"}, []string{"notnull"}
	f, _ := r.Compared(p)
	switch p.Type {
	case dsl.TypeInteger:
		return paramInput{"int64", nil}
	case dsl.TypeBoolean:
		return paramInput{"bool", nil}
	case dsl.TypeNumber:
		return paramInput{"float64", nil}
	case dsl.TypeDecimal:
		return paramInput{"int64", append(notNull, digits(f)...)}
	case dsl.TypeDate, dsl.TypeTime, dsl.TypeTimestamp:
		return paramInput{"string", notNull}
	case dsl.TypeIntegers:
		return paramInput{"[]int64", nonEmpty}
	case dsl.TypeNumbers:
		return paramInput{"[]float64", nonEmpty}
	case dsl.TypeStrings:
		if isDecimals(p, f) {
			return paramInput{"[]int64", append(nonEmpty, digits(f)...)}
		}
		return paramInput{"[]string", nonEmpty}
	default:
		if isAmount(p, f) {
			return paramInput{"decimal.Amount", notNull}
		}
		if len(r.EnumOf(p)) > 0 {
			return paramInput{"string", nil}
		}
		return paramInput{"string", nonEmpty}
	}
}

// digits returns the rules of an exact number.
func digits(f *model.Field) []string {
	return []string{fmt.Sprintf("digits=%d", f.Digits), fmt.Sprintf("scale=%d", f.Scale)}
}

// literals writes texts as arguments.
func literals(texts []string) []Code {
	var list []Code
	for _, t := range texts {
		list = append(list, Lit(t))
	}
	return list
}

// firsts are operations that others depend on: whether times are exact, whether
// the default range of dates applies, whether a list has the terms of one event.
// Filter applies them first.
var firsts = map[dsl.Operation]int{
	dsl.OpInclude: 1, dsl.OpOfSeries: 1, dsl.OpExactTimes: 2, dsl.OpBefore: 3, dsl.OpAfter: 3, dsl.OpLinkedFrom: 4,
	dsl.OpNearLatitude: 5, dsl.OpNearRadius: 6, dsl.OpNearLongitude: 7,
}

// emitFilter writes
//
//	func (p *<Event>List) Filter(ctx context.Context, q *filter.Query) {
//		if p.<Featured>.IsPresent() {
//			filter.<Is>(q, "<featured>", "<featured>", p.<Featured>)
//		}
//	}
func emitFilter(f *File, r *model.Resource) {
	Docf(f, "Filter narrows the list by the parameters that were sent, and by those with a default.")
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
		if usesContext(p.Operation) {
			ctx = Id("ctx")
		}
		call := filterCall(r, p)
		if when := applies(r, p); when != nil {
			call = If(when).Block(call)
		}
		lines = append(lines, call)
	}
	if r.FieldWithBehavior(dsl.HideFromLists) != nil {
		lines = append(lines, Qual(packages["filter"], "HideFromLists").Call(Id("q")))
	}
	f.Func().Params(Id("p").Op("*").Id(r.Go+"List")).Id("Filter").
		Params(ctx.Qual(packages["context"], "Context"), Id("q").Op("*").Qual(packages["filter"], "Query")).Block(lines...)
}

// applies writes the condition on which a parameter narrows a list, nil for one that does so
// also when it is not sent:
//
//	p.<Featured>.IsPresent()
func applies(r *model.Resource, p dsl.ParamSpec) *Statement {
	sent := isPresent(p.Name)
	switch p.Operation {
	case dsl.OpPage, dsl.OpPerPage, dsl.OpStatusIn, dsl.OpHideEmpty:
		return nil
	case dsl.OpOnOrAfter, dsl.OpOnOrBefore:
		if p.Default.Value != nil {
			return nil
		}
	case dsl.OpNearLongitude: // Tells also which of the three is missing.
		sent = isPresent(paramOf(r, dsl.OpNearLatitude)).Op("||").Add(sent)
		if radius := paramOf(r, dsl.OpNearRadius); radius != "" {
			sent.Op("||").Add(isPresent(radius))
		}
	default: // Only what is sent narrows the list.
	}
	if other := overriddenBy(r, p); other != "" {
		sent.Op("&&").Op("!").Id("p").Dot(model.GoName(other)).Dot("IsSet").Call()
	}
	if comparing(r, p) != nil && p.Extension != "" {
		sent.Op("&&").Qual(packages["filter"], "ExtensionActive").Call(Id("q"), Lit(p.Name), Lit(p.Extension))
	}
	return sent
}

// isPresent writes p.<Featured>.IsPresent().
func isPresent(param string) *Statement {
	return Id("p").Dot(model.GoName(param)).Dot("IsPresent").Call()
}

// usesContext reports whether an operation queries the database.
func usesContext(op dsl.Operation) bool {
	switch op {
	case dsl.OpInclude, dsl.OpExclude, dsl.OpChildOf, dsl.OpLinkedTo, dsl.OpLinkedFrom, dsl.OpNearLongitude:
		return true
	default:
		return false
	}
}

// overriddenBy returns the parameter that overrides p, "" if none does.
func overriddenBy(r *model.Resource, p dsl.ParamSpec) string {
	for _, other := range r.ParamSpecs() {
		if other.Overrides == p.Name {
			return other.Name
		}
	}
	return ""
}

// filterCall writes the call of runtime/filter that applies a list parameter:
//
//	filter.<Is>(q, "<featured>", "<featured>", p.<Featured>)
func filterCall(r *model.Resource, p dsl.ParamSpec) Code {
	if compares := comparing(r, p); compares != nil {
		return columnCall(r, p, compares)
	}
	function := string(p.Operation)
	args := []Code{Id("q")}
	if usesContext(p.Operation) {
		args = []Code{Id("ctx"), Id("q")}
	}
	if p.Operation != dsl.OpPage && p.Operation != dsl.OpPerPage {
		args = append(args, Lit(p.Name))
	}
	value := Code(Id("p").Dot(model.GoName(p.Name)))
	switch p.Operation {
	case dsl.OpOfSeries, dsl.OpCollapse: // These have a column of their own.
	case dsl.OpListNotEmpty:
		args = append(args, Lit(p.Field), Lit(p.Extension))
	case dsl.OpLinkedTo:
		if r.ByName[p.Target].Term() {
			function = "LinkedToTerms"
		}
		args = append(args, Id(linkOf(r, p.Field).Var))
	case dsl.OpLinkedFrom, dsl.OpIsLinked, dsl.OpHasUpcoming:
		args = append(args, Id(backlink(r, p.Target).Var))
	case dsl.OpHasCoordinates:
		args = append(args, Lit(p.Extension), Id(linkOf(r, p.Field).Var))
	case dsl.OpNearLatitude, dsl.OpNearRadius:
		args = append(args, Lit(p.Extension))
	case dsl.OpNearLongitude:
		latitude := paramOf(r, dsl.OpNearLatitude)
		args = append(args, Lit(p.Extension), Lit(latitude), Id(linkOf(r, p.Field).Var), Id("p").Dot(model.GoName(latitude)))
	case dsl.OpOnOrAfter, dsl.OpOnOrBefore:
		args = append(args, Lit(p.Field), defaultMonths(p))
	default:
		if p.Field != "" {
			args = append(args, Lit(p.Field))
		}
	}
	return Qual(packages["filter"], function).Call(append(args, value)...)
}

// defaultMonths writes the default of a date: param.Of(<24>), or that there is none.
func defaultMonths(p dsl.ParamSpec) Code {
	if months, ok := p.Default.Value.(int); ok {
		return Qual(packages["param"], "Of").Call(Lit(months))
	}
	return optional("int").Values()
}

// comparing returns the function that takes a filter.Column, or an own one; nil for
// other operations.
func comparing(r *model.Resource, p dsl.ParamSpec) *Statement {
	if importPath, function, own := p.Operation.Own(); own {
		return Qual(importPath, function)
	}
	f, _ := r.Compared(p)
	switch {
	case p.Operation == dsl.OpIsNull && f.IsList():
		return Qual(packages["filter"], "IsEmptyList")
	case p.Operation == dsl.OpIn && f.IsList():
		return Qual(packages["filter"], "HasOneOf")
	case p.Operation == dsl.OpIsNull && !f.Nullable:
		return Qual(packages["filter"], "IsEmpty")
	case isAmount(p, f):
		return Qual(packages["filter"], "AmountEquals")
	}
	switch p.Operation {
	case dsl.OpIsNull, dsl.OpEquals, dsl.OpIn, dsl.OpBoolEquals, dsl.OpAtLeast, dsl.OpAtMost:
		return Qual(packages["filter"], string(p.Operation))
	default:
		return nil
	}
}

// isAmount reports whether a parameter is an amount of money with its currency.
func isAmount(p dsl.ParamSpec, f *model.Field) bool {
	return f != nil && f.Shape == model.ShapeAmount && p.Operation == dsl.OpEquals && p.Type == dsl.TypeString
}

// isDecimals reports whether a parameter is a set of exact numbers.
func isDecimals(p dsl.ParamSpec, f *model.Field) bool {
	return f != nil && f.Shape == model.ShapeDecimal && p.Operation == dsl.OpIn
}

// columnCall writes the call of a function that compares a column, if the parameter
// names one:
//
//	filter.<Equals>(q, "<city>", filter.Column{Name: "<city>", Link: <eventVenueLink>}, p.<City>)
func columnCall(r *model.Resource, p dsl.ParamSpec, function *Statement) Code {
	value := Id("p").Dot(model.GoName(p.Name))
	args := []Code{Id("q"), Lit(p.Name)}
	if f, link := r.Compared(p); f != nil {
		column := []Code{Member("Name", Lit(f.Name))}
		switch {
		case p.Type == dsl.TypeDecimal || isDecimals(p, f):
			column = append(column, Member("Scale", Lit(f.Scale)))
		case isAmount(p, f):
			column = append(column, Member("Currency", Lit(f.CurrencyColumn())))
		case f.Shape == model.ShapeAmount && p.Operation != dsl.OpIsNull:
			column = []Code{Member("Name", Lit(f.CurrencyColumn()))}
		}
		if link != nil {
			column = append(column, Member("Link", Id(link.Var)))
		}
		args = append(args, Qual(packages["filter"], "Column").Values(column...))
	}
	return function.Call(append(args, value)...)
}

// OwnFunction is a function of an own operation as generated code calls it.
type OwnFunction struct {
	Param            dsl.ParamSpec
	ImportPath, Name string
	Signature        string // "func(q *filter.Query, name string, column filter.Column, p param.Opt[int64])"
}

// OwnFunctions lists the functions of the own operations of a resource.
func OwnFunctions(r *model.Resource) []OwnFunction {
	var list []OwnFunction
	for _, p := range r.ParamSpecs() {
		importPath, name, own := p.Operation.Own()
		if !own {
			continue
		}
		column := ""
		if p.Field != "" {
			column = "column filter.Column, "
		}
		signature := "func(q *filter.Query, name string, " + column + "p param.Opt[" + ParamType(r, p) + "])"
		list = append(list, OwnFunction{p, importPath, name, signature})
	}
	return list
}

// searched returns the folded columns that searches use.
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

func linkOf(r *model.Resource, name string) *model.Link {
	for _, l := range r.ModelLinks {
		if l.Field.Name == name {
			return l
		}
	}
	return nil
}

func backlink(r *model.Resource, name string) *model.Link {
	for _, l := range r.Backlinks {
		if l.From.Name == name {
			return l
		}
	}
	return nil
}
