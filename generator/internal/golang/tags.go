package golang

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// argument is one parameter or field with what its tags say (model.Arg).
type argument struct {
	in, name, goType, doc, extension string
	typ                              dsl.Type
	def                              dsl.Default
	deprecation                      dsl.Deprecation
	enum, currencies                 []string
	link                             *model.Link
	minimum, maximum, maxLength      string
	pattern, format                  string
	label, hint, values, meaning     string
	desk                             []string
	writeOnly                        bool
	required                         bool
	maxItems                         int // Of a list of values; 0 for other types.
	uniqueItems                      bool
	nullable                         bool
	through                          string // Resource whose records the parameter compares; "" for those of the list.
	was                              string // Former name; "" for none, or where something else has it.
	takesWas                         bool
	rules                            []string // Of package param, that the document does not mention.
}

// member writes the struct member of an argument:
//
//	<Page> param.Opt[int64] `query:"<page>" minimum:"1" default:"1" doc:"..."`
func (a argument) member() Code {
	return Id(model.GoName(a.name)).Add(optional(a.goType)).Add(tagOf(a.tags()))
}

// tagOrder is the order of tags: the name, what the value is, rules, texts.
var tagOrder = []string{
	"path", "header", "query", "json",
	"type", "format", "currencies", "link", "through", "as", "extension", "required", "nullable", "writeOnly", "default",
	"unset",
	"enum", "minimum", "maximum", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "rule", "was", "since",
	"desk", "label", "hint", "values", "doc",
}

// tagOf writes tags in their order, those that are not empty.
func tagOf(tags map[string]string) Code {
	var list []string
	for _, key := range tagOrder {
		if value := tags[key]; value != "" {
			list = append(list, key+":"+strconv.Quote(value))
		}
	}
	text := strings.Join(list, " ")
	if strings.Contains(text, "`") {
		return Op(strconv.Quote(text))
	}
	return Op("`" + text + "`")
}

// fieldArgument is a field of a body.
func fieldArgument(f *model.Field) argument {
	a := argument{
		in: "json", name: f.Name, goType: f.InputType, typ: f.Type, def: f.Default, doc: f.Doc, enum: f.Enum,
		required: f.Required, extension: f.Extension,
		deprecation: f.Deprecation, link: f.Link,
		nullable: (f.Type.Format() != "" || f.Type == dsl.TypeMoney) && f.Nullable, currencies: f.Currencies,
		pattern: f.Pattern, format: f.Type.Format(),
		label: f.Label, hint: f.Hint, values: valueLabels(f.ValueLabels), meaning: string(f.Behavior), writeOnly: f.WriteOnly,
	}
	switch {
	case f.ByActions:
		a.doc += "; changed by actions alone"
	case len(f.Transitions) > 0:
		a.doc += "; changes: " + strings.Join(f.Transitions, "; ")
	}
	if f.Of.FieldNamed(f.RenamedFrom) == nil { // Else they swapped their names.
		a.was, a.takesWas = f.RenamedFrom, f.OldNameAccepted
	}
	switch f.Behavior {
	case dsl.Link: // The tag link says it.
		a.meaning = ""
	case "":
		a.meaning = meanings[f.Shape]
	default: // The behavior says it.
	}
	if a.meaning == "" && f.Text == dsl.TextEscaped {
		a.meaning = "escaped"
	}
	for _, word := range []struct {
		text string
		on   bool
	}{
		{"initial", f.InitialValue},
		{"omitdefault", f.OmitDefault},
		{"notcopied", f.NotCopied},
		{"short", f.Form.Short},
		{string(f.Form.Shown), f.Form.Shown != ""},
		{"section=" + f.Form.Section, f.Form.Section != ""},
		{"with=" + f.Form.With, f.Form.With != ""},
	} {
		if word.on {
			a.desk = append(a.desk, word.text)
		}
	}
	a.maxItems, a.uniqueItems, a.rules = f.MaxItems, f.UniqueItems, fieldRules(f)
	if slices.Contains([]model.Shape{model.ShapeInteger, model.ShapeNumber, model.ShapeIntegers}, f.Shape) {
		a.minimum, a.maximum = bound(f.Min), bound(f.Max) // Others are text.
	}
	if f.MaxLength > 0 {
		a.maxLength = strconv.Itoa(f.MaxLength)
	}
	return a
}

// meanings are what programs need to know of fields without a behavior.
var meanings = map[model.Shape]string{model.ShapeURL: "url", model.ShapeHTML: "html"}

// paramMeanings are what the desk finds list parameters by.
var paramMeanings = map[dsl.Operation]string{
	dsl.OpSearchAnyField: "search", dsl.OpSearchOneField: "search", dsl.OpContains: "search",
	dsl.OpStatusIn: "status", dsl.OpOrderBy: "order_by",
	dsl.OpOnOrAfter: "from", dsl.OpOnOrBefore: "to", dsl.OpAfter: "after", dsl.OpHideEmpty: "hide_empty",
}

// notFilters are the operations of parameters that people have in other ways than as
// filters of a list, or not at all.
var notFilters = []dsl.Operation{
	dsl.OpPage, dsl.OpPerPage, dsl.OpOrderBy, dsl.OpSortDirection, dsl.OpStatusIn, dsl.OpInclude, dsl.OpExclude,
	dsl.OpExactTimes, dsl.OpBefore, dsl.OpAfter, dsl.OpNearLatitude, dsl.OpNearLongitude, dsl.OpNearRadius,
	dsl.OpOfSeries, dsl.OpCollapse,
	dsl.OpHasCoordinates, dsl.OpLinkedFrom, dsl.OpChildOf, dsl.OpSearchAnyField, dsl.OpSearchOneField, dsl.OpContains,
	dsl.OpSlugEquals,
}

// bound writes a bound; "" for none.
func bound(n *float64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(*n, 'f', -1, 64)
}

// paramArgument is a parameter of a list.
func paramArgument(r *model.Resource, p dsl.ParamSpec) argument {
	input := paramInputOf(r, p)
	a := argument{
		in: "query", name: p.Name, goType: input.goType, rules: input.rules, typ: p.Type, def: p.Default, doc: p.Doc,
		enum: r.EnumOf(p), extension: p.Extension, deprecation: p.Deprecation,
		format: p.Type.Format(), label: p.Label, was: p.RenamedFrom, takesWas: p.OldNameAccepted,
	}
	f, path := r.Compared(p)
	switch {
	case path != nil:
		a.through = path.To.Name
	case f != nil && f.Link != nil && p.Operation != dsl.OpLinkedTo:
		a.through = f.Link.To.Name
	}
	switch {
	case f != nil && p.Operation == dsl.OpIn:
		a.format = f.Type.Format()
	case isAmount(p, f):
		a.currencies = f.Currencies
	}
	if a.meaning = paramMeanings[p.Operation]; slices.Contains(notFilters, p.Operation) {
		a.desk = []string{"-"}
	}
	switch p.Operation {
	case dsl.OpLinkedTo:
		a.link = linkOf(r, p.Field)
	case dsl.OpLinkedFrom, dsl.OpIsLinked, dsl.OpHasUpcoming:
		a.through = p.Target
	case dsl.OpPage, dsl.OpPerPage:
		a.minimum = "1"
	default: // Nothing more to say.
	}
	return a
}

// tags returns Huma's tags, and those of model.Arg.
func (a argument) tags() map[string]string {
	tags := map[string]string{
		a.in: a.name, "doc": a.doc, "label": a.label, "hint": a.hint, "values": a.values,
		"as": a.meaning, "extension": a.extension, "through": a.through,
		"minimum": a.minimum, "maximum": a.maximum, "maxLength": a.maxLength, "pattern": a.pattern, "format": a.format,
		"enum": strings.Join(a.enum, ","), "currencies": currencyDigits(a.currencies),
		"rule": strings.Join(a.rules, ","), "was": a.was, "desk": strings.Join(a.desk, ","),
	}
	if a.takesWas && a.was != "" {
		tags["was"] += ",accepted"
	}
	if a.deprecation.Since != "" {
		tags["since"] = a.deprecation.Since + ": " + a.deprecation.Replacement
	}
	documented, _, _ := strings.Cut(string(a.typ), " ")
	if documented != goWords[a.goType] && (documented != "array" || a.typ == dsl.TypeStrings && a.goType == "[]int64") {
		tags["type"] = documented
	}
	a.listTags(tags)
	switch a.def.Kind {
	case dsl.DefaultNull:
		if !a.required {
			tags["nullable"], tags["unset"] = "true", "null"
		}
	case dsl.DefaultValue:
		tags["default"] = model.DefaultText(a.def)
	case dsl.DefaultComputed:
		tags["unset"] = a.def.Text
	default: // No default.
	}
	if a.link != nil {
		tags["link"] = a.link.To.Name
	}
	for name, on := range map[string]bool{"required": a.required, "nullable": a.nullable, "writeOnly": a.writeOnly} {
		if on {
			tags[name] = "true"
		}
	}
	return tags
}

// currencyDigits lists currencies with the digits of their amounts: "EUR:2,JPY:0".
func currencyDigits(codes []string) string {
	var list []string
	for _, code := range codes {
		digits, _ := dsl.CurrencyDigits(code)
		list = append(list, fmt.Sprintf("%s:%d", code, digits))
	}
	return strings.Join(list, ",")
}

// listTags adds what the document says about a list of values.
func (a argument) listTags(tags map[string]string) {
	if a.maxItems == 0 {
		return
	}
	tags["maxItems"] = strconv.Itoa(a.maxItems)
	if a.uniqueItems {
		tags["uniqueItems"] = "true"
	}
	if a.required {
		tags["minItems"] = "1"
	}
}

// goWords are the types in the words of the contract, by Go types.
var goWords = map[string]string{"string": "string", "int64": "integer", "bool": "boolean", "float64": "number"}

// valueLabels writes the texts of values: "offline=In person,mixed=Hybrid".
func valueLabels(labels map[string]string) string {
	var list []string
	for _, value := range slices.Sorted(maps.Keys(labels)) {
		list = append(list, value+"="+labels[value])
	}
	return strings.Join(list, ",")
}
