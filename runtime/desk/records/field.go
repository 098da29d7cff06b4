package records

import (
	"cmp"
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/model"
)

// input is how people enter the value of a field.
type input string

const (
	inputText      input = "text"
	inputLong      input = "long" // Text of several lines.
	inputHTML      input = "html"
	inputURL       input = "url"
	inputNumber    input = "number"
	inputMoney     input = "money" // An amount and a currency.
	inputBoolean   input = "boolean"
	inputSelect    input = "select" // One of some values.
	inputChecks    input = "checks" // Some of some values.
	inputLines     input = "lines"  // A value on each line.
	inputDate      input = "date"
	inputTime      input = "time"
	inputWallTime  input = "datetime-local"
	inputTimestamp input = "timestamp"
	inputImage     input = "image"
	inputLinks     input = "links" // Records of another resource.
	inputTerms     input = "terms" // Terms, which are also made by naming them.
	inputZone      input = "zone"  // Name of a time zone.
	inputColor     input = "color"
	inputChoice    input = "choice" // One of a few values, each with a button.
	inputRepeat    input = "repeat" // How a record repeats.
)

// field is a field of a resource, as forms and lists have it.
type field struct {
	*model.Arg
	input  input
	target *model.Resource // Of a link or a parent; nil for none, and for users.
	one    bool            // A link to at most one record.
	bare   bool            // Without a hint.
	zone   dates.Zone      // Of the site, in which people enter instants.
}

// name returns the name of the field, "" for none.
func (f field) name() string {
	if f.Arg == nil {
		return ""
	}
	return f.Name
}

// isReference reports whether the value of the field is a number, the ID of a user or of a
// record of the same resource.
func (f field) isReference() bool { return f.input == inputLinks && f.Link == "" }

// key returns what the name of a linked record is found by: records of several resources
// may have the same ID.
func (f field) key(id string) string { return f.source() + "." + id }

// source returns where the records come from that the field links to.
func (f field) source() string {
	switch {
	case f.target != nil:
		return f.target.Plural
	case f.input == inputImage:
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
	sectionPublishing = "Publishing"
	sectionLabels     = "Categories and tags" // The terms of a record.
)

// sections are those that stand first.
var sections = []string{sectionWhat, sectionWhen, sectionWhere, sectionPicture, sectionDetails}

// section returns the heading below which the field stands in a form.
func (f field) section() string {
	if f.Section != "" {
		return f.Section
	}
	switch f.Meaning {
	case "status", "publish_date", "author", "owner", "slug", "password", "hide_from_lists":
		return sectionPublishing
	case "start", "end", "all_day", "time_zone", "recurrence":
		return sectionWhen
	case "image":
		return sectionPicture
	}
	switch {
	case f.input == inputTerms || f.isTree():
		return sectionLabels
	case !f.isRare() && (f.Required || f.HTML || f.Meaning == "name" || f.Meaning == "parent"):
		return sectionWhat
	}
	return sectionDetails
}

// isTree reports whether the field links to terms below terms.
func (f field) isTree() bool { return f.Link != "" && f.target != nil && f.target.Hierarchical }

// isRare reports whether a form has the field behind a summary, which names it.
func (f field) isRare() bool {
	switch f.Meaning {
	case "publish_date", "author", "owner", "slug", "password":
		return true
	case "all_day", "status", "recurrence":
		return false
	}
	return f.Section == "" && !f.Required && (f.WriteOnly || f.OmitDefault || f.Extension != "" || f.input == inputBoolean)
}

// isFilled reports whether the inputs of a field contain something else than those of a
// new record.
func (f field) isFilled(list []string) bool {
	switch first := (values{"": list}).first(""); f.input {
	case inputBoolean:
		return first == "true" && !f.Initial
	case inputSelect:
		return first != "" && first != textOf(f.Default)
	default:
		return len(list) > 0
	}
}

// rank orders the fields of a section.
func (f field) rank() int {
	switch {
	case f.Meaning == "name", f.Meaning == "status":
		return 0
	case f.HTML && !f.Short:
		return 2
	case f.HTML, f.input == inputRepeat:
		return 3
	}
	return 1
}

// hiddenMeaning is the behavior of fields without inputs: the publication date in UTC
// follows from the other one.
const hiddenMeaning = "publish_date_utc"

// fieldsOf returns the fields of a resource that the installation has.
func (p *pages) fieldsOf(res *model.Resource) []field {
	var list []field
	for _, a := range res.Args {
		if a.Extension != "" && !p.desk.Env.Deployment.HasExtension(a.Extension) || a.Meaning == hiddenMeaning {
			continue
		}
		f := newField(res, a)
		f.zone = p.desk.Env.Deployment.Zone
		if a.Link != "" {
			f.target = p.desk.Env.Resource(a.Link)
			if f.target.Term {
				f.input = inputTerms
			}
		}
		list = append(list, f)
	}
	return list
}

// newField returns a field of a resource, without the target of a link.
func newField(res *model.Resource, a *model.Arg) field {
	f := field{Arg: a, input: inputOf(a), one: a.Link != "" && a.Schema.Type != "array"}
	switch a.Meaning {
	case "parent", "post_parent":
		f.target, f.input, f.one = res, inputLinks, true
	case "author", "owner":
		f.input, f.one = inputLinks, true
	}
	return f
}

// inputs are those of fields with a behavior or a format.
var inputs = map[string]input{
	"start": inputWallTime, "end": inputWallTime, "publish_date": inputWallTime, "recurrence": inputRepeat,
	"url":         inputURL,
	"string_list": inputLines, "status": inputSelect, "time_zone": inputZone,
	"escaped": inputLong, "date": inputDate, "time-local": inputTime, "date-time": inputTimestamp, "decimal": inputNumber,
	"integer": inputNumber, "number": inputNumber,
}

// colorPattern is the pattern of fields for a color, which may be empty.
const colorPattern = "^(#[0-9A-Fa-f]{6})?$"

// inputOf returns how the value of a field is entered.
func inputOf(a *model.Arg) input {
	switch {
	case a.Link != "":
		return inputLinks
	case a.Image:
		return inputImage
	case a.HTML:
		return inputHTML
	case a.Currencies != nil:
		return inputMoney
	case a.Values && a.Schema.Items != nil && a.Schema.Items.Enum != nil:
		return inputChecks
	case a.Values:
		return inputLines
	case a.Bool:
		return inputBoolean
	case a.Schema.Enum != nil:
		return inputSelect
	case a.Schema.Pattern == colorPattern:
		return inputColor
	}
	for _, key := range []string{a.Meaning, a.Schema.Format, a.Type} {
		if in, ok := inputs[key]; ok {
			return in
		}
	}
	return inputText
}

// options returns the values of a field that has certain ones.
func (f field) options() []string {
	schema := f.Schema
	if f.input == inputChecks {
		schema = schema.Items
	}
	var list []string
	for _, v := range schema.Enum {
		list = append(list, textOf(v))
	}
	return list
}

// statuses lists what people may choose as the status of a post. Scheduled is what is
// published with a date to come.
func statuses() []string {
	return []string{model.StatusPublish, model.StatusDraft, model.StatusPending, model.StatusPrivate}
}

// statusWords are the statuses as people read them; they are keys of messages.
var statusWords = map[string]string{
	model.StatusPublish: "Published", model.StatusFuture: "Scheduled", model.StatusDraft: "Draft",
	model.StatusPending: "Pending review", model.StatusPrivate: "Private", model.StatusTrash: "Trash",
}

// canEdit reports whether the form of a record has a use for the user. The API decides
// when it is sent.
func (h *handler) canEdit(r record) bool {
	c := desk.CallerOf(h.r.Context())
	if !h.Post {
		owner, _ := named(h.fieldsOf(h.Resource), "owner")
		return h.Permissions.CanEditRecord(c, owner.idIn(r))
	}
	status := r.text("status")
	if status == model.StatusTrash {
		status = cmp.Or(h.before[number(r.id())], status)
	}
	return h.Permissions.CanEdit(c, number(r.text("author")), status)
}

// idIn returns the ID that a record has in the field, 0 for none and for no field.
func (f field) idIn(r record) int64 {
	if f.Arg == nil {
		return 0
	}
	return number(r.text(f.Name))
}

// canChange reports whether the user has a use for a field: only editors name another
// author or owner.
func (h *handler) canChange(f field) bool {
	switch f.Meaning {
	case "author":
		return h.Permissions.CanEditOthers(desk.CallerOf(h.r.Context()))
	case "owner":
		return h.Permissions.CanEditTerms(desk.CallerOf(h.r.Context()))
	}
	return true
}

// named returns the field with a behavior, and whether there is one.
func named(fields []field, meaning string) (field, bool) {
	i := slices.IndexFunc(fields, func(f field) bool { return f.Meaning == meaning })
	if i < 0 {
		return field{}, false
	}
	return fields[i], true
}
