package openapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
	"almanac/runtime/request"
)

// Document is the OpenAPI document of one deployment, the table of its routes, and
// the index made from them.
type Document struct {
	Env     *request.Env
	OpenAPI *huma.OpenAPI // As far as Huma has written it.
	routes  []*Route
	synced  []string // Names of the components of lists.

	HasHooks bool // Functions of the program run around writes, and may refuse them.

	once   sync.Once // Makes all versions when one is first asked for: by then every route is registered.
	v32    []byte
	v31    []byte
	v30    []byte
	failed error
}

// JSON returns the document: version "3.1", "3.0" for generators that know no later one, or "3.2",
// which has QUERY.
func (d *Document) JSON(version string) ([]byte, error) {
	d.once.Do(func() {
		d.describeService()
		d.v31, d.failed = json.Marshal(d.OpenAPI)
		if d.failed == nil {
			d.v30, d.failed = older(d.OpenAPI)
		}
		if d.failed == nil {
			d.v32, d.failed = d.newer(d.v31)
		}
		d.v31, d.v30, d.v32 = withFilesLast(d.v31), withFilesLast(d.v30), withFilesLast(d.v32)
	})
	switch version {
	case "3.0":
		return d.v30, d.failed
	case "3.2":
		return d.v32, d.failed
	}
	return d.v31, d.failed
}

// BodyKey is the key in an operation's Metadata of a body that is no record's. Huma would
// read the body of an operation that has a RequestBody when it is registered.
const BodyKey = "body"

// Own is the key in the Metadata of an operation that a program adds to the generated ones: its
// fields are not those of the record, and headers are no more than it takes.
const Own = "own"

// AnyImage stands for image/* in a body that may be a form as well. Generators of clients
// take the first media type of a body, and encoding/json sorts them: that of the form has to
// be the first, since few of them can send a file with its header.
const AnyImage = "~image/*"

// withFilesLast returns a document with the media type that AnyImage stands for.
func withFilesLast(doc []byte) []byte {
	return bytes.ReplaceAll(doc, []byte(`"`+AnyImage+`"`), []byte(`"image/*"`))
}

// ActionKey is the key in the Metadata of an operation of the *model.Action that it performs.
const ActionKey = "action"

// actionOf returns the action that an operation performs, nil for other operations.
func actionOf(op *huma.Operation) *model.Action {
	a, _ := op.Metadata[ActionKey].(*model.Action)
	return a
}

// BelowKey is the key in the Metadata of an operation, no action, whose path is below that of a record.
const BelowKey = "below"

// IsBelow reports whether the path of an operation is below that of a record, as that of an action.
func IsBelow(op *huma.Operation) bool { return actionOf(op) != nil || op.Metadata[BelowKey] != nil }

// NoFields is the key in the Metadata of an operation whose responses are always whole.
const NoFields = "no fields"

// fieldsParam describes the parameter that picks members of responses.
func fieldsParam() *huma.Param {
	return &huma.Param{
		Name: "_fields", In: "query", Schema: &huma.Schema{Type: huma.TypeString},
		Description: "Return only these fields, comma-separated; a.b is the field b of a. Lists apply it to each record",
	}
}

// Describe completes what Huma has written about an operation: parameters,
// body and responses.  Huma calls it with the operation as it stands in the
// document, so that the document describes the behavior and never makes it.
// The resource is that which the operation is about, nil for the API itself.
func (d *Document) Describe(op *huma.Operation, k *model.Resource, all []*model.Arg) {
	if k != nil && k.Deprecated.IsSet() {
		op.Deprecated, op.Description = true, k.Deprecated.On(strings.TrimSuffix(op.Description, "."))
	}
	var fields []*model.Arg
	for _, arg := range argsOf(d.Env.Deployment, all) {
		if arg.In == "json" {
			fields = append(fields, arg)
		} else {
			op.Parameters = append(op.Parameters, d.parameter(op, arg))
		}
	}
	if op.Metadata[NoFields] == nil {
		at := len(op.Parameters)
		if d.Env.Deployment.LanguageParam != "" { // Which is the last one.
			at--
		}
		op.Parameters = slices.Insert(op.Parameters, at, fieldsParam())
	}
	if body, ok := op.Metadata[BodyKey].(*huma.RequestBody); ok {
		op.RequestBody = body
	} else if (len(fields) > 0 || op.Metadata[Own] == nil && actionOf(op) == nil) &&
		op.Method != http.MethodGet && op.Method != http.MethodDelete {
		op.RequestBody = d.requestBody(op, k, fields)
	}
	if op.Method != http.MethodGet && !d.Env.AuthDisabled {
		op.Security = credentials()
		describeAccess(op, k)
	}
	if op.Method == http.MethodGet && !d.Env.AuthDisabled && k != nil {
		describeReading(op, k)
	}
	if !d.Env.AuthDisabled {
		describeRole(op)
	}
	d.responses(op, k)
}

// parameter describes an argument in the path, the query or a header.
func (d *Document) parameter(op *huma.Operation, arg *model.Arg) *huma.Param {
	s, text := *arg.Schema, arg.Schema.Description
	if arg.Unset != "" { // The schema cannot say so.
		text += ". Default: " + arg.Unset
	}
	s.Description = ""
	p := &huma.Param{
		Name: arg.Name, In: arg.In, Description: arg.Deprecated.On(text), Schema: &s,
		Required:   arg.In == "path" || arg.Required && op.Metadata[Own] != nil,
		Deprecated: arg.Deprecated.IsSet(),
	}
	if slices.Contains([]string{"from", "to", "after"}, arg.Meaning) {
		p.Example = "2027-06-01"
	}
	if len(s.Examples) > 0 {
		p.Example, s.Examples = s.Examples[0], nil
	}
	if s.Type == huma.TypeBoolean && op.Method == http.MethodGet { // As links of pages have it.
		number := &huma.Schema{Type: huma.TypeInteger, Enum: []any{0, 1}}
		s = huma.Schema{AnyOf: []*huma.Schema{{Type: huma.TypeBoolean}, number}, Default: s.Default}
	}
	if s.Type == huma.TypeArray {
		p.Style, p.Explode = "form", new(bool) // Comma-separated.
		if !arg.Values {
			s.Items = idSchema()
		}
		if arg.Link != "" && d.Env.Resource(arg.Link).Term { // Terms are named by slugs and names, too.
			s.Items = &huma.Schema{AnyOf: []*huma.Schema{s.Items, {Type: huma.TypeString}}}
		}
	}
	return p
}

// requestBody describes the body of a write: the same fields as JSON, as a
// form, and as multipart.
func (d *Document) requestBody(op *huma.Operation, k *model.Resource, fields []*model.Arg) *huma.RequestBody {
	name := schemaName(op)
	schemas := d.OpenAPI.Components.Schemas
	if schemas.Map()[name] == nil {
		schemas.Map()[name] = d.bodySchema(op, fields, d.Env.Limits.HTMLBytes())
	}
	media := &huma.MediaType{Schema: &huma.Schema{Ref: "#/components/schemas/" + name}}
	if example := bodyExample(k, fields); example != nil {
		media.Example = example
	}
	about := "Fields of the record; they may also be sent in the query."
	isRequired := func(f *model.Arg) bool { return f.Required }
	needed := actionOf(op) != nil && slices.ContainsFunc(fields, isRequired)
	if op.Metadata[Own] != nil {
		about = "Parameters of the operation; they may also be sent in the query."
	}
	if i := slices.IndexFunc(fields, func(f *model.Arg) bool { return f.Image }); i >= 0 {
		about += " In a multipart form, " + fields[i].Name + " may be a file."
	}
	return &huma.RequestBody{
		Description: about,
		Required:    needed || strings.HasPrefix(op.OperationID, "create-"),
		Content: map[string]*huma.MediaType{
			"application/json": media, "application/x-www-form-urlencoded": media, "multipart/form-data": media,
		},
	}
}

// schemaName names the component that describes an operation's body.
func schemaName(op *huma.Operation) string {
	if a := actionOf(op); a != nil {
		return capital(strings.TrimPrefix(op.OperationID, a.Name+"-")) + camelCase(a.Name)
	}
	action, rest, _ := strings.Cut(op.OperationID, "-")
	resource, _, _ := strings.Cut(rest, "-")
	return capital(resource) + capital(action)
}

// camelCase returns words that hyphens join as one, each with its first letter in upper case.
func camelCase(words string) string {
	name := ""
	for word := range strings.SplitSeq(words, "-") {
		name += capital(word)
	}
	return name
}

// capital returns a word with its first letter, an ASCII one, in upper case.
func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}
