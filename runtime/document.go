package runtime

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// document completes what Huma has written about an operation: parameters,
// body and answers.  It happens after the registration, so that the document
// describes the behaviour and never makes it.
func (a *API) document(op huma.Operation, all []Arg) {
	written := a.operation(op)
	if k := a.kindOf(op); k != nil && k.Deprecated.IsSet() {
		written.Deprecated, written.Description = true, k.Deprecated.on(strings.TrimSuffix(op.Description, "."))
	}
	body := op.Method != http.MethodGet && op.Method != http.MethodDelete
	var fields []Arg
	var query []*huma.Param
	written.Parameters = nil
	for _, arg := range a.Env.Deployment.args(all) {
		switch {
		case arg.Path:
			written.Parameters = append(written.Parameters, parameter(arg, "path"))
		case body && !arg.Query:
			fields = append(fields, arg)
		default:
			query = append(query, parameter(arg, "query"))
		}
	}
	written.Parameters = slices.Concat(written.Parameters, a.headerParameters(op), query)
	if body {
		written.RequestBody = a.requestBody(op, fields)
	}
	if op.Method != http.MethodGet && !a.Env.Open {
		written.Security = credentials()
		a.describeAccess(written, op)
	}
	a.answers(written, op, body)
}

// operation returns the operation as it stands in the document.
func (a *API) operation(op huma.Operation) *huma.Operation {
	item := a.Huma.OpenAPI().Paths[op.Path]
	switch op.Method {
	case http.MethodPost:
		return item.Post
	case http.MethodPut:
		return item.Put
	case http.MethodPatch:
		return item.Patch
	case http.MethodDelete:
		return item.Delete
	}
	return item.Get
}

// parameter describes an argument in the path or the query.
func parameter(arg Arg, in string) *huma.Param {
	p := &huma.Param{Name: arg.Name, In: in, Required: in == "path", Description: description(arg), Schema: argSchema(arg), Deprecated: arg.Deprecated.IsSet()}
	if p.Schema.Type == huma.TypeArray {
		p.Style, p.Explode = "form", new(bool) // Comma-separated.
	}
	return p
}

// description says what an argument means, and what it is when it is not sent
// where the schema cannot say so.
func description(arg Arg) string {
	if arg.Computed == "" || arg.HasDefault {
		return arg.Deprecated.on(arg.Doc)
	}
	return arg.Deprecated.on(arg.Doc + ".  When not sent: " + arg.Computed)
}

// requestBody describes the body of a write: the same fields as JSON, as a
// form, and as multipart.
func (a *API) requestBody(op huma.Operation, fields []Arg) *huma.RequestBody {
	name := schemaName(op)
	schemas := a.Huma.OpenAPI().Components.Schemas
	if schemas.Map()[name] == nil {
		schemas.Map()[name] = bodySchema(op, fields, a.Env.Limits.HTMLBytes())
	}
	media := &huma.MediaType{Schema: &huma.Schema{Ref: "#/components/schemas/" + name}}
	if example := bodyExample(a.kindOf(op), fields); example != nil {
		media.Example = example
	}
	return &huma.RequestBody{
		Description: "Fields of the record.  They may also stand in the query.",
		Required:    strings.HasPrefix(op.OperationID, "create-"),
		Content: map[string]*huma.MediaType{
			"application/json": media, "application/x-www-form-urlencoded": media, "multipart/form-data": media,
		},
	}
}

// schemaName names the component that describes an operation's body.
func schemaName(op huma.Operation) string {
	action, rest, _ := strings.Cut(op.OperationID, "-")
	kind, _, _ := strings.Cut(rest, "-")
	return capital(kind) + capital(action)
}

// capital returns a word with its first letter, an ASCII one, in upper case.
func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// kindOf returns the kind that an operation is about, nil for the routes that
// are about the interface.
func (a *API) kindOf(op huma.Operation) *Kind {
	for _, k := range a.Env.Kinds {
		if len(op.Tags) == 1 && op.Tags[0] == k.Plural {
			return k
		}
	}
	return nil
}
