package runtime

import (
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/fault"
)

// document completes what Huma has written about an operation: parameters,
// body and errors.  It happens after the registration, so that the document
// describes the behaviour and never makes it.
func (a *API) document(op huma.Operation, all []Arg) {
	written := a.operation(op)
	body := op.Method != http.MethodGet && op.Method != http.MethodDelete
	var fields []Arg
	written.Parameters = nil
	for _, arg := range a.Env.Deployment.args(all) {
		switch {
		case arg.Path:
			written.Parameters = append(written.Parameters, parameter(arg, "path"))
		case body && arg.Name != a.Env.Deployment.LanguageParam && arg.Name != "password":
			fields = append(fields, arg)
		default:
			written.Parameters = append(written.Parameters, parameter(arg, "query"))
		}
	}
	if body {
		written.RequestBody = a.requestBody(op, fields)
	}
	a.errors(written, op, body)
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
	p := &huma.Param{Name: arg.Name, In: in, Required: in == "path", Description: arg.Doc, Schema: argSchema(arg)}
	if p.Schema.Type == huma.TypeArray {
		p.Style, p.Explode = "form", new(bool) // Comma-separated.
	}
	if arg.Name == "geoloc_lat" || arg.Name == "geoloc_lng" {
		p.Schema.Format = "double"
	}
	return p
}

// argSchema describes the values of an argument.
func argSchema(arg Arg) *huma.Schema {
	s := &huma.Schema{Description: arg.Doc}
	kind, _, _ := strings.Cut(arg.Type, " ")
	switch kind {
	case "integer":
		s.Type = huma.TypeInteger
		s.Format = "int64"
	case "boolean":
		s.Type = huma.TypeBoolean
	case "number":
		s.Type, s.Format = huma.TypeNumber, "double"
	case "array":
		s.Type, s.Items = huma.TypeArray, &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	default:
		s.Type = huma.TypeString
	}
	for _, word := range arg.Enum {
		s.Enum = append(s.Enum, word)
	}
	switch {
	case arg.HasDefault && arg.Default == nil:
		s.Nullable = true
	case arg.HasDefault && (s.Type == huma.TypeString || s.Type == huma.TypeBoolean):
		s.Default = schemaDefault(s.Type, arg.Default)
	case arg.HasDefault:
		s.Default = arg.Default
	}
	return s
}

// schemaDefault returns a default in the type of its schema.
func schemaDefault(kind string, v any) any {
	switch v := v.(type) {
	case bool:
		if kind == huma.TypeString {
			return strconv.FormatBool(v)
		}
		return v
	case string:
		if kind == huma.TypeBoolean {
			return v == "1" || v == "true"
		}
	}
	return v
}

// requestBody describes the body of a write: the same fields as JSON, as a
// form, and as multipart.
func (a *API) requestBody(op huma.Operation, fields []Arg) *huma.RequestBody {
	name := schemaName(op)
	schemas := a.Huma.OpenAPI().Components.Schemas
	if schemas.Map()[name] == nil {
		s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
		for _, f := range fields {
			s.Properties[f.Name] = argSchema(f)
			if f.Required {
				s.Required = append(s.Required, f.Name)
			}
		}
		schemas.Map()[name] = s
	}
	ref := &huma.MediaType{Schema: &huma.Schema{Ref: "#/components/schemas/" + name}}
	return &huma.RequestBody{
		Description: "Fields of the record.  They may also stand in the query.",
		Required:    strings.HasPrefix(op.OperationID, "create-"),
		Content: map[string]*huma.MediaType{
			"application/json": ref, "application/x-www-form-urlencoded": ref, "multipart/form-data": ref,
		},
	}
}

// schemaName names the component that describes an operation's body.
func schemaName(op huma.Operation) string {
	action, rest, _ := strings.Cut(op.OperationID, "-")
	kind, _, _ := strings.Cut(rest, "-")
	return strings.ToUpper(kind[:1]) + kind[1:] + strings.ToUpper(action[:1]) + action[1:]
}

// errors lists the error answers that an operation can give.
func (a *API) errors(written *huma.Operation, op huma.Operation, body bool) {
	statuses := []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusInternalServerError, http.StatusServiceUnavailable}
	one := strings.Contains(op.Path, "{")
	if one || strings.HasPrefix(op.OperationID, "list-") || op.OperationID == "get-index" {
		statuses = append(statuses, http.StatusNotFound)
	}
	if one || body {
		statuses = append(statuses, http.StatusForbidden)
	}
	if op.Method == http.MethodDelete {
		statuses = append(statuses, http.StatusGone)
	}
	if body || op.Method == http.MethodDelete {
		statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if !a.Env.Open {
		statuses = append(statuses, http.StatusTooManyRequests)
	}
	delete(written.Responses, "default")
	for _, status := range statuses {
		written.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status),
			Content:     map[string]*huma.MediaType{"application/json": {Schema: a.errorSchema()}},
		}
	}
}

// errorSchema refers to the description of an error.
func (a *API) errorSchema() *huma.Schema {
	return a.Huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[fault.Body](), true, "Error")
}
