package golang

import (
	"encoding/json"
	"fmt"
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
	label, hint, meaning             string
	initial, hidden, omitDefault     bool
	notCopied                        bool
	required, html, image            bool
	maxItems                         int // Of a list of values; 0 for other types.
	uniqueItems                      bool
	nullable, values                 bool
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
	"path", "header", "query", "json", "type", "format", "currencies", "link", "as", "extension", "required", "nullable", "default", "listed", "unset",
	"enum", "minimum", "maximum", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "rule",
	"values", "html", "image", "initial", "writeonly", "omitdefault", "notcopied", "was", "takeswas", "since", "use", "label", "hint", "doc",
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
		in: "json", name: f.Name, goType: f.InputType, typ: f.Type, def: f.Default, doc: f.Doc, enum: f.Enum, required: f.Required, extension: f.Extension,
		deprecation: f.Deprecation, link: f.Link, html: f.Shape == model.ShapeHTML, image: f.Shape == model.ShapeImage,
		nullable: (f.Type.Format() != "" || f.Type == dsl.TypeMoney) && f.Nullable, currencies: f.Currencies,
		pattern: f.Pattern, format: f.Type.Format(),
		label: f.Label, hint: f.Hint, meaning: string(f.Behavior), initial: f.InitialValue, hidden: f.WriteOnly, omitDefault: f.OmitDefault, notCopied: f.NotCopied,
	}
	if f.Of.FieldNamed(f.RenamedFrom) == nil { // Else they swapped their names.
		a.was, a.takesWas = f.RenamedFrom, f.OldNameAccepted
	}
	if a.meaning == "" {
		a.meaning = meanings[f.Shape]
	}
	if a.meaning == "" && f.Text == dsl.TextEscaped {
		a.meaning = "escaped"
	}
	a.maxItems, a.uniqueItems, a.values, a.rules = f.MaxItems, f.UniqueItems, f.IsList(), fieldRules(f)
	if f.Shape == model.ShapeInteger || f.Shape == model.ShapeNumber || f.Shape == model.ShapeIntegers { // Others are text.
		a.minimum, a.maximum = bound(f.Min), bound(f.Max)
	}
	if f.MaxLength > 0 {
		a.maxLength = strconv.Itoa(f.MaxLength)
	}
	return a
}

// meanings are what forms need to know of fields without a behavior.
var meanings = map[model.Shape]string{model.ShapeURL: "url", model.ShapeFlag: "boolean"}

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
		in: "query", name: p.Name, goType: input.goType, rules: input.rules, typ: p.Type, def: p.Default, doc: p.Doc, enum: r.EnumOf(p), extension: p.Extension, deprecation: p.Deprecation,
		format: p.Type.Format(), label: p.Label, was: p.RenamedFrom, takesWas: p.OldNameAccepted,
	}
	f, _ := r.Compared(p)
	switch {
	case f != nil && p.Operation == dsl.OpIn:
		a.format = f.Type.Format()
	case isAmount(p, f):
		a.currencies = f.Currencies
	}
	_, _, own := p.Operation.Own()
	if !own {
		a.meaning = string(p.Operation)
	}
	a.values = (own || p.Operation == dsl.OpIn) && strings.HasPrefix(a.goType, "[]")
	switch p.Operation {
	case dsl.OpLinkedTo:
		a.link = linkOf(r, p.Field)
	case dsl.OpPage, dsl.OpPerPage:
		a.minimum = "1"
	default: // Nothing more to say.
	}
	return a
}

// tags returns Huma's tags, and those of model.Arg.
func (a argument) tags() map[string]string {
	tags := map[string]string{
		a.in: a.name, "doc": a.doc, "enum": strings.Join(a.enum, ","), "minimum": a.minimum, "maximum": a.maximum, "maxLength": a.maxLength, "pattern": a.pattern, "format": a.format, "currencies": currencyDigits(a.currencies), "rule": strings.Join(a.rules, ","),
		"label": a.label, "hint": a.hint, "as": a.meaning, "extension": a.extension, "was": a.was, "since": a.deprecation.Since, "use": a.deprecation.Replacement,
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
		if documented == "boolean" && a.def.Value == "1" {
			tags["default"] = "true"
		}
		if listed, _ := json.Marshal(a.def.Value); documented == "untyped" || tags["default"] != model.DefaultText(a.def) {
			tags["listed"] = string(listed)
		}
	case dsl.DefaultComputed:
		tags["unset"] = a.def.Text
	default: // No default.
	}
	if a.link != nil {
		tags["link"] = a.link.To.Name
	}
	for name, on := range map[string]bool{"required": a.required, "html": a.html, "image": a.image, "nullable": a.nullable, "values": a.values, "initial": a.initial, "writeonly": a.hidden, "omitdefault": a.omitDefault, "notcopied": a.notCopied, "takeswas": a.takesWas} {
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
