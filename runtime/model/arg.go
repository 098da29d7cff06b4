package model

import (
	"encoding/json"
	"reflect"
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
// These are added:
//
//	rule       what package param checks although the document does not say it: words and pairs
//	type       documented type where the Go type is another: "string", "array" of texts, or "untyped" for several
//	listed     default in the index, as JSON, where it differs from that of the document
//	unset      what holds when the argument is not sent, in words
//	extension  optional extension that the argument belongs to
//	since, use day of a deprecation, and what to use instead
//	link       kind of the records that the argument names
//	html       "true" for cleaned HTML
//	image      "true" for the featured image
//	values     "true" for a list of values that are no IDs
//	currencies those of an amount of money with the digits of each: "EUR:2,JPY:0"
//	label      name for people, where it is not the name in words
//	hint       what people need to know to enter the value
//	as         behavior of a field, or "url", "boolean" (stored as one) or "escaped" (safe HTML); operation of a parameter
//	initial    "true" for a boolean that is true until a write sets it
//	writeonly  "true" for a field that responses leave out
//	omitdefault "true" for a field that responses leave out while it has its default
//	was        name in an earlier release
//	takeswas   "true" if requests may send that name too
//	notcopied   "true" for a field that a copy of the record begins without
type Arg struct {
	Name        string
	In          string       // "path", "query" or "header"; "json" for a field of a record.
	Type        string       // In the index; "" where several are taken.
	Default     any          // In the index; nil for none.
	Schema      *huma.Schema // As Huma reflects the field. Not to be changed.
	Required    bool
	Unset       string
	Extension   string
	Deprecated  Deprecation
	Link        string
	HTML        bool
	Image       bool
	Values      bool
	Currencies  []string // nil for what is no amount of money.
	Label       string   // Name for people, in English.
	Hint        string   // What people need to know to enter the value, in English; "" for nothing.
	Meaning     string   // Tag as: behavior of a field ("start"), operation of a parameter ("StatusIn"); "" for none.
	Initial     bool     // True until a write sets it.
	WriteOnly   bool     // Responses leave it out.
	OmitDefault bool     // Responses leave it out while it has its default.
	Was         string   // Name in an earlier release, which nothing else has now; "" for none.
	TakesWas    bool     // Requests may send that name too; else it is refused.
	NotCopied   bool     // A copy of the record begins without it.
}

// Words returns a wire name as people read it: "Start date" for start_date.
func Words(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
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
	a := &Arg{
		Unset: f.Tag.Get("unset"), Extension: f.Tag.Get("extension"), Link: f.Tag.Get("link"),
		Required: f.Tag.Get("required") == "true", HTML: f.Tag.Get("html") == "true", Image: f.Tag.Get("image") == "true",
		Values: f.Tag.Get("values") == "true", Label: f.Tag.Get("label"), Hint: f.Tag.Get("hint"), Meaning: f.Tag.Get("as"),
		Initial: f.Tag.Get("initial") == "true", WriteOnly: f.Tag.Get("writeonly") == "true", OmitDefault: f.Tag.Get("omitdefault") == "true",
		Was: f.Tag.Get("was"), TakesWas: f.Tag.Get("takeswas") == "true",
		NotCopied:  f.Tag.Get("notcopied") == "true",
		Deprecated: Deprecation{Since: f.Tag.Get("since"), Replacement: f.Tag.Get("use")},
	}
	for _, a.In = range []string{"path", "query", "header", "json"} {
		if a.Name = f.Tag.Get(a.In); a.Name != "" {
			break
		}
	}
	if a.Label == "" && a.Name != "" {
		a.Label = Words(a.Name)
	}
	documented := f.Tag.Get("type")
	switch {
	case documented == huma.TypeArray:
		f.Type = reflect.TypeFor[[]string]()
	case documented != "":
		f.Type = reflect.TypeFor[string]()
	case f.Type.Kind() == reflect.Struct: // A param.Opt.
		f.Type = f.Type.Field(0).Type
	}
	a.Schema = huma.SchemaFromField(schemas, f, "")
	a.Type, a.Default = a.Schema.Type, a.Schema.Default
	if documented == "untyped" {
		a.Type = ""
	}
	if currencies := f.Tag.Get("currencies"); currencies != "" {
		for one := range strings.SplitSeq(currencies, ",") {
			code, _, _ := strings.Cut(one, ":")
			a.Currencies = append(a.Currencies, code)
		}
	}
	if listed := f.Tag.Get("listed"); listed != "" {
		if err := json.Unmarshal([]byte(listed), &a.Default); err != nil {
			panic("tag listed of " + f.Name + ": " + err.Error())
		}
	}
	return a
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
