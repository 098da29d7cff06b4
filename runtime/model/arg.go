package model

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Arg is one argument of a route, as the tags of a field of an input type
// describe it to readers: the index, OPTIONS and the OpenAPI document are made
// of it.  By the same tags param.Plan fills the field from a request: Huma would refuse
// some forms of The Events Calendar, and stop at the first error of a body.
//
// Huma's tags stand for what they do with Huma: path, query, header, json (a
// field of a record), doc, required, enum, default, minimum, nullable, and so on.
// These are added, each for something that Huma has no tag for:
//
//	rule        what requests must follow although the document does not say it (package param)
//	type        that in the document and the index, where the contract has another than Go: "string",
//	            "integer", "array" of texts, "object", or "untyped" for several
//	currencies  those of an amount of money with the digits of each: "EUR:2,JPY:0"
//	link        resource of the records that the argument names
//	through     resource whose records a list parameter compares instead of those of the list
//	extension   optional extension that the argument belongs to
//	unset       what holds when the argument is not sent, in words
//	since       day of a deprecation, and what to do instead: "2026-03-01: use search"
//	was         name in an earlier release: "born", or "born,accepted" if requests may send it too
//	as          what the value is to programs, where its type does not say it: of a field its
//	            behavior ("start"), "html", "url" or "escaped" (safe HTML); of a list parameter
//	            "search", "status", "order_by", "from", "to", "after" or "hide_empty"
//	desk        how forms treat it: "-" for a list parameter that is no filter for people, "initial" for
//	            a boolean that is true until a write sets it, "omitdefault" for a field that responses
//	            leave out while it has its default, "notcopied" for one that a copy begins without;
//	            "short" for HTML of a few sentences, "whenset" or "editors" for who sees it, "section=" with
//	            its heading and "with=" with the field that it stands beside: see dsl.FormField
//	label       name for people, where it is not the name in words
//	hint        what people need to know to enter the value
type Arg struct {
	Name        string
	In          string       // "path", "query" or "header"; "json" for a field of a record.
	Type        string       // In the index; "" where several are taken.
	Default     any          // In the index; nil for none.
	Schema      *huma.Schema // As Huma reflects the field. Not to be changed.
	Required    bool
	NotNull     bool // Null is refused, not taken for no value.
	Unset       string
	Extension   string
	Deprecated  Deprecation
	Link        string
	Through     string
	HTML        bool
	Image       bool
	Values      bool              // A list of values that are no IDs.
	Bool        bool              // A truth value, whatever the document says.
	Currencies  []string          // nil for what is no amount of money.
	Label       string            // Name for people, in English.
	ValueLabels map[string]string // Names of values for people, in English, of those that differ from their words.
	Hint        string            // What people need to know to enter the value, in English; "" for nothing.
	Meaning     string            // Tag as; "" for none.
	NoFilter    bool              // A list parameter that is no filter for people.
	Initial     bool              // True until a write sets it.
	WriteOnly   bool              // Responses leave it out.
	OmitDefault bool              // Responses leave it out while it has its default.
	Was         string            // Name in an earlier release, which nothing else has now; "" for none.
	TakesWas    bool              // Requests may send that name too; else it is refused.
	NotCopied   bool              // A copy of the record begins without it.
	Short       bool              // HTML of a few sentences.
	WhenSet     bool              // Forms have it only where it has a value.
	ForEditors  bool              // The same, for those who may not edit the records of others.
	Section     string            // Heading above it in forms; "" for that of its kind.
	With        string            // Field with certain values that it stands beside; "" for none.
}

// Words returns a wire name as people read it: "Start date" for start_date.
func Words(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// ValueLabel returns a value of the parameter as people read it, in English.
func (a *Arg) ValueLabel(value string) string {
	if label := a.ValueLabels[value]; label != "" {
		return label
	}
	return Words(value)
}

// argsByType has the arguments of each struct type that was asked for.
var argsByType sync.Map

// ArgsOf returns the arguments of an input type: those of its fields, and
// of the structs in it without tags, in this order.
func ArgsOf[T any]() []*Arg { return argsOf(reflect.TypeFor[T]()) }

// argsOf is ArgsOf.  All that embed a type share its arguments.
func argsOf(t reflect.Type) []*Arg {
	if known, ok := argsByType.Load(t); ok {
		return known.([]*Arg)
	}
	var args []*Arg
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag == "" {
			args = append(args, argsOf(f.Type)...)
		} else {
			args = append(args, newArg(f))
		}
	}
	known, _ := argsByType.LoadOrStore(t, args)
	return known.([]*Arg)
}

// newArg reads the tags of a field.
func newArg(f reflect.StructField) *Arg {
	tag := f.Tag.Get
	a := &Arg{
		Unset: tag("unset"), Extension: tag("extension"), Link: tag("link"),
		Through: tag("through"), Required: tag("required") == "true",
		WriteOnly: tag("writeOnly") == "true",
		Label:     tag("label"), Hint: tag("hint"), Meaning: tag("as"), HTML: tag("as") == "html",
		Image: tag("as") == "image",
	}
	for _, a.In = range []string{"path", "query", "header", "json"} {
		if a.Name = tag(a.In); a.Name != "" {
			break
		}
	}
	a.NotNull = slices.Contains(strings.Split(tag("rule"), ","), "notnull")
	for pair := range strings.SplitSeq(tag("values"), ",") {
		if value, label, ok := strings.Cut(pair, "="); ok {
			if a.ValueLabels == nil {
				a.ValueLabels = map[string]string{}
			}
			a.ValueLabels[value] = label
		}
	}
	if a.Label == "" && a.Name != "" {
		a.Label = Words(a.Name)
	}
	for word := range strings.SplitSeq(tag("desk"), ",") {
		a.NoFilter = a.NoFilter || word == "-"
		a.Initial = a.Initial || word == "initial"
		a.OmitDefault = a.OmitDefault || word == "omitdefault"
		a.NotCopied = a.NotCopied || word == "notcopied"
		a.Short = a.Short || word == "short"
		a.WhenSet = a.WhenSet || word == "whenset"
		a.ForEditors = a.ForEditors || word == "editors"
		if section, ok := strings.CutPrefix(word, "section="); ok {
			a.Section = section
		}
		if with, ok := strings.CutPrefix(word, "with="); ok {
			a.With = with
		}
	}
	a.Deprecated.Since, a.Deprecated.Replacement, _ = strings.Cut(tag("since"), ": ")
	former, accepted, _ := strings.Cut(tag("was"), ",")
	a.Was, a.TakesWas = former, accepted == "accepted"
	for one := range strings.FieldsFuncSeq(tag("currencies"), func(r rune) bool { return r == ',' }) {
		code, _, _ := strings.Cut(one, ":")
		a.Currencies = append(a.Currencies, code)
	}
	a.reflect(f)
	return a
}

// reflect reads the type and the default, for the document and for the index.
func (a *Arg) reflect(f reflect.StructField) {
	documented, text := f.Tag.Get("type"), f.Tag.Get("default")
	if f.Type.Kind() == reflect.Struct { // A param.Opt.
		f.Type = f.Type.Field(0).Type
	}
	a.Bool = f.Type.Kind() == reflect.Bool
	number := a.Bool && (text == "1" || text == "0") // The contract's default of some booleans.
	switch {
	case documented == huma.TypeArray:
		f.Type = reflect.TypeFor[[]string]()
	case documented != "":
		f.Type = reflect.TypeFor[string]()
	case number:
		f.Tag = reflect.StructTag(`default:"`+strconv.FormatBool(text == "1")+`" `) + f.Tag
	}
	a.Schema = huma.SchemaFromField(schemas, f, "")
	a.Schema.WriteOnly = false // Everything that a request sends is.
	a.Type, a.Default, a.Values = a.Schema.Type, a.Schema.Default, a.Schema.Type == huma.TypeArray && a.Link == ""
	switch {
	case number:
		a.Default = text
	case documented == "untyped":
		if a.Type = ""; a.Bool && text != "" {
			a.Default = text == "true"
		}
	case documented == huma.TypeObject:
		a.Type = documented
	}
}

// schemas is needed for the schemas of structs alone, which arguments are not.
var schemas = huma.NewMapRegistry("", huma.DefaultSchemaNamer)

// Huma calls every array nullable by default; ours are empty instead.
func init() { huma.DefaultArrayNullable = false }

// Deprecation says since when clients should no longer use something, and what
// they use instead.  The zero value stands for what is not deprecated.
type Deprecation struct {
	Since       string // Day in UTC, YYYY-MM-DD.
	Replacement string // What to do instead, in one line.
}

// IsSet reports whether something is deprecated.
func (d Deprecation) IsSet() bool { return d != Deprecation{} }

// On adds the advice to a description.
func (d Deprecation) On(doc string) string {
	if !d.IsSet() {
		return doc
	}
	return doc + ".  Deprecated since " + d.Since + ": " + d.Replacement
}

// Unix returns the beginning of the day in seconds, 0 for what is not
// deprecated.
func (d Deprecation) Unix() int64 {
	day, err := time.Parse(time.DateOnly, d.Since)
	if err != nil {
		return 0
	}
	return day.Unix()
}
