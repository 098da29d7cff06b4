package record

import (
	"cmp"
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/model"
)

// Input is how people enter the value of a field.
type Input string

// The inputs that fields have.
const (
	InputText      Input = "text"
	inputLong      Input = "long" // Text of several lines.
	inputHTML      Input = "html"
	InputURL       Input = "url"
	InputNumber    Input = "number"
	InputMoney     Input = "money" // An amount and a currency.
	InputBoolean   Input = "boolean"
	InputSelect    Input = "select" // One of some values.
	InputChecks    Input = "checks" // Some of some values.
	inputLines     Input = "lines"  // A value on each line.
	InputDate      Input = "date"
	inputTime      Input = "time"
	InputWallTime  Input = "datetime-local"
	InputTimestamp Input = "timestamp"
	InputImage     Input = "image"
	InputLinks     Input = "links" // Records of another resource.
	InputTerms     Input = "terms" // Terms, which are also made by naming them.
	inputZone      Input = "zone"  // Name of a time zone.
	InputColor     Input = "color"
	InputChoice    Input = "choice" // One of a few values, each with a button.
	InputRepeat    Input = "repeat" // How a record repeats.
)

// Field is a field of a resource, as forms and lists have it.
type Field struct {
	*model.Arg
	Input  Input
	Target *model.Resource // Of a link or a parent; nil for none, and for users.
	One    bool            // A link to at most one record.
	Bare   bool            // Without a hint.
	Zone   dates.Zone      // Of the site, in which people enter instants.
	State  *model.State    // How its changes are limited; nil for any change.
}

// FieldName returns the name of the field, "" for none.
func (f Field) FieldName() string {
	if f.Arg == nil {
		return ""
	}
	return f.Name
}

// IsReference reports whether the value of the field is a number, the ID of a user or of a
// record of the same resource.
func (f Field) IsReference() bool { return f.Input == InputLinks && f.Link == "" }

// Key returns what the name of a linked record is found by: records of several resources
// may have the same ID.
func (f Field) Key(id string) string { return f.Source() + "." + id }

// Source returns where the records come from that the field links to.
func (f Field) Source() string {
	switch {
	case f.Target != nil:
		return f.Target.Plural
	case f.Input == InputImage:
		return "media"
	}
	return "users"
}

// Sections of forms in their order: see Forms in package dsl. Those of publishing and labels
// stand beside the others.
const (
	sectionWhat       = "What"
	sectionWhen       = "When"
	sectionWhere      = "Where"
	sectionPicture    = "Image"
	sectionDetails    = "Details"
	SectionPublishing = "Publishing"
	SectionLabels     = "Categories and tags" // The terms of a record.
)

// Sections are those that stand first.
var Sections = []string{sectionWhat, sectionWhen, sectionWhere, sectionPicture, sectionDetails}

// SectionName returns the heading below which the field stands in a form.
func (f Field) SectionName() string {
	if f.Section != "" {
		return f.Section
	}
	switch f.Meaning {
	case "status", "publish_date", "author", "owner", "slug", "password", "hide_from_lists":
		return SectionPublishing
	case "start", "end", "all_day", "time_zone", "recurrence":
		return sectionWhen
	case "image":
		return sectionPicture
	}
	switch {
	case f.Input == InputTerms || f.isTree():
		return SectionLabels
	case !f.IsRare() && (f.Required || f.HTML || f.Meaning == "name" || f.Meaning == "parent"):
		return sectionWhat
	}
	return sectionDetails
}

// isTree reports whether the field links to terms below terms.
func (f Field) isTree() bool { return f.Link != "" && f.Target != nil && f.Target.Hierarchical }

// IsRare reports whether a form has the field behind a summary, which names it.
func (f Field) IsRare() bool {
	switch f.Meaning {
	case "publish_date", "author", "owner", "slug", "password":
		return true
	case "all_day", "status", "recurrence":
		return false
	}
	return f.Section == "" && !f.Required && (f.WriteOnly || f.OmitDefault || f.Extension != "" || f.Input == InputBoolean)
}

// IsFilled reports whether the inputs of a field contain something else than those of a
// new record.
func (f Field) IsFilled(list []string) bool {
	switch first := (Values{"": list}).First(""); f.Input {
	case InputBoolean:
		return first == "true" && !f.Initial
	case InputSelect:
		return first != "" && first != TextOf(f.Default)
	default:
		return len(list) > 0
	}
}

// Rank orders the fields of a section.
func (f Field) Rank() int {
	switch {
	case f.Meaning == "name", f.Meaning == "status":
		return 0
	case f.HTML && !f.Short:
		return 2
	case f.HTML, f.Input == InputRepeat:
		return 3
	}
	return 1
}

// HiddenMeaning is the behavior of fields without inputs: the publication date in UTC
// follows from the other one.
const HiddenMeaning = "publish_date_utc"

// FieldsOf returns the fields of a resource that the installation has.
func (x *Exchange) FieldsOf(res *model.Resource) []Field { return x.fieldsOf(res, res.Args) }

// fieldsOf returns those of some fields of a resource that the installation has.
func (x *Exchange) fieldsOf(res *model.Resource, args []*model.Arg) []Field {
	var list []Field
	for _, a := range args {
		if a.Extension != "" && !x.Desk.Env.Deployment.HasExtension(a.Extension) || a.Meaning == HiddenMeaning {
			continue
		}
		f := NewField(res, a)
		f.Zone, f.State = x.Desk.Env.Deployment.Zone, res.StateOf(a.Name)
		if a.Link != "" {
			f.Target = x.Desk.Env.Resource(a.Link)
			if f.Target.Term {
				f.Input = InputTerms
			}
		}
		list = append(list, f)
	}
	return list
}

// NewField returns a field of a resource, without the target of a link.
func NewField(res *model.Resource, a *model.Arg) Field {
	f := Field{Arg: a, Input: inputOf(a), One: a.Link != "" && a.Schema.Type != "array"}
	switch a.Meaning {
	case "parent", "post_parent":
		f.Target, f.Input, f.One = res, InputLinks, true
	case "author", "owner":
		f.Input, f.One = InputLinks, true
	}
	return f
}

// inputs are those of fields with a behavior or a format.
var inputs = map[string]Input{
	"start": InputWallTime, "end": InputWallTime, "publish_date": InputWallTime, "recurrence": InputRepeat,
	"url":         InputURL,
	"string_list": inputLines, "status": InputSelect, "time_zone": inputZone,
	"escaped": inputLong, "date": InputDate, "time-local": inputTime, "date-time": InputTimestamp, "decimal": InputNumber,
	"integer": InputNumber, "number": InputNumber,
}

// colorPattern is the pattern of fields for a color, which may be empty.
const colorPattern = "^(#[0-9A-Fa-f]{6})?$"

// inputOf returns how the value of a field is entered.
func inputOf(a *model.Arg) Input {
	switch {
	case a.Link != "":
		return InputLinks
	case a.Image:
		return InputImage
	case a.HTML:
		return inputHTML
	case a.Currencies != nil:
		return InputMoney
	case a.Values && a.Schema.Items != nil && a.Schema.Items.Enum != nil:
		return InputChecks
	case a.Values:
		return inputLines
	case a.Bool:
		return InputBoolean
	case a.Schema.Enum != nil:
		return InputSelect
	case a.Schema.Pattern == colorPattern:
		return InputColor
	}
	for _, key := range []string{a.Meaning, a.Schema.Format, a.Type} {
		if in, ok := inputs[key]; ok {
			return in
		}
	}
	return InputText
}

// Options returns the values of a field that has certain ones.
func (f Field) Options() []string {
	schema := f.Schema
	if f.Input == InputChecks {
		schema = schema.Items
	}
	var list []string
	for _, v := range schema.Enum {
		list = append(list, TextOf(v))
	}
	return list
}

// Statuses lists what people may choose as the status of a post. Scheduled is what is
// published with a date to come.
func Statuses() []string {
	return []string{model.StatusPublish, model.StatusDraft, model.StatusPending, model.StatusPrivate}
}

// CanEdit reports whether the form of a record has a use for the user. The API decides
// when it is sent.
func (x *Exchange) CanEdit(r Record) bool {
	if !x.Post {
		owner, _ := Named(x.FieldsOf(x.Resource), "owner")
		return x.CanEditOf(owner.idIn(r), "")
	}
	status := r.Text("status")
	if status == model.StatusTrash {
		status = cmp.Or(x.before[Number(r.ID())], status)
	}
	return x.CanEditOf(Number(r.Text("author")), status)
}

// CanEditOf reports whether the user may change a record of an author or owner, with a status, that
// before the trash; "" for a record without one.
func (x *Exchange) CanEditOf(owner int64, status string) bool {
	c := desk.CallerOf(x.R.Context())
	if !x.Post {
		return x.Permissions.CanEditRecord(c, owner)
	}
	return x.Permissions.CanEdit(c, owner, status)
}

// idIn returns the ID that a record has in the field, 0 for none and for no field.
func (f Field) idIn(r Record) int64 {
	if f.Arg == nil {
		return 0
	}
	return Number(r.Text(f.Name))
}

// CanChange reports whether the user has a use for a field: only editors name another
// author or owner.
func (x *Exchange) CanChange(f Field) bool {
	switch f.Meaning {
	case "author":
		return x.Permissions.CanEditOthers(desk.CallerOf(x.R.Context()))
	case "owner":
		return x.Permissions.CanEditTerms(desk.CallerOf(x.R.Context()))
	}
	return true
}

// Named returns the field with a behavior, and whether there is one.
func Named(fields []Field, meaning string) (Field, bool) {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Meaning == meaning })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// IsProperty reports whether a field is a truth value that lists are filtered by, or that
// hides the record.
func (x *Exchange) IsProperty(f Field) bool {
	isFilter := slices.ContainsFunc(x.ListArgs, func(a *model.Arg) bool { return a.Name == f.Name })
	return f.Input == InputBoolean && (isFilter || f.Meaning == "hide_from_lists")
}

// FirstLink returns the first link to records with a form of their own, such as the venue of an
// event, and whether there is one.
func FirstLink(fields []Field) (Field, bool) {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Link != "" && f.Input == InputLinks })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}
