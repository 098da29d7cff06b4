package openapi

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
)

// responses completes the responses of an operation: its success, and the errors that
// it can give, which are those that it names and those of every operation.
func (d *Document) responses(op *huma.Operation, k *model.Resource) {
	delete(op.Responses, "default")
	success := op.Responses[strconv.Itoa(op.DefaultStatus)]
	if op.DefaultStatus != http.StatusCreated {
		delete(success.Headers, "Location")
	}
	delete(success.Headers, "Content-Type") // Content says it.
	for name, header := range success.Headers {
		header.Description, header.Schema.Description = header.Schema.Description, ""
		header.Required = !optionalHeaders[name]
	}
	d.listHeaders(success)
	if success.Headers == nil { // Huma makes none for a success without a body.
		success.Headers = map[string]*huma.Param{}
	}
	if k != nil && op.Metadata[Own] == nil || takes(op, "If-None-Match") {
		d.responseHeaders(op, success)
	}
	formats, ok := op.Metadata[Formats].([]model.FeedFormat)
	if !ok && k != nil && op.Method == http.MethodGet {
		formats = k.Feeds
	}
	describeFeeds(success, formats)
	statuses := append([]int{
		http.StatusBadRequest, http.StatusRequestURITooLong, http.StatusMisdirectedRequest, http.StatusTooManyRequests,
		http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}, append(d.conflicts(op, k), op.Errors...)...)
	if !d.Env.AuthDisabled {
		statuses = append(statuses, http.StatusUnauthorized)
	}
	for _, status := range statuses {
		op.Responses[strconv.Itoa(status)] = d.failure(status)
	}
}

// takes reports whether the operation has a parameter or a header with a name.
func takes(op *huma.Operation, name string) bool {
	return slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == name })
}

// conflicts returns the 409 of writes that other records can forbid: of one date of a
// series, which may have changed meanwhile, and the delete of a record that is the only one
// of a required link.  Hooks can forbid any.
func (d *Document) conflicts(op *huma.Operation, k *model.Resource) []int {
	if k == nil || op.Method == http.MethodGet {
		return nil
	}
	if d.HasHooks {
		return []int{http.StatusConflict}
	}
	if op.DefaultStatus == http.StatusCreated {
		return nil
	}
	needed := slices.ContainsFunc(d.Env.Resources, func(source *model.Resource) bool {
		return slices.ContainsFunc(source.Links, func(l *model.Link) bool { return l.Required && l.Target == k })
	})
	if k.SeriesRoute != "" || needed && op.Method == http.MethodDelete {
		return []int{http.StatusConflict}
	}
	return nil
}

// optionalHeaders are those that not every success has: a list that fits on one
// page has no neighbours, a dry run makes nothing that has an address or an ID, few
// responses repeat an earlier one, and only the documentation's page needs a policy.
var optionalHeaders = map[string]bool{
	"Link": true, "Location": true, "X-WP-Upload-Attachment-ID": true, "Idempotency-Replayed": true, "Change-Id": true,
	"Content-Security-Policy": true,
}

// failureTexts describe the errors.
var failureTexts = map[int]string{
	http.StatusMovedPermanently:      "The record has another slug now",
	http.StatusBadRequest:            "A parameter is missing or invalid; see data.params",
	http.StatusUnauthorized:          "Credentials are missing or wrong",
	http.StatusForbidden:             "Not allowed for this caller",
	http.StatusNotFound:              "No such record or page",
	http.StatusConflict:              "The series has changed, or what is stored does not allow this",
	http.StatusGone:                  "The record is in the trash already, or the log of changes does not go back so far",
	http.StatusPreconditionFailed:    "The record has changed; ETag has its current version",
	http.StatusUnprocessableEntity:   "The Idempotency-Key was already used for a different request",
	http.StatusRequestTimeout:        "The body was sent too slowly",
	http.StatusMisdirectedRequest:    "The Host header does not name this service",
	http.StatusRequestEntityTooLarge: "The body is too large",
	http.StatusUnsupportedMediaType:  "The body is neither JSON nor a form",
	http.StatusRequestURITooLong:     "The URL is too long",
	http.StatusTooManyRequests:       "Too many requests or wrong passwords; wait before the next one",
	http.StatusInternalServerError:   "Server error; it has been logged",
	http.StatusInsufficientStorage:   "Storage is full. Nothing was changed; reads still work.",
	http.StatusServiceUnavailable:    "The database is unreachable or the server is overloaded; try again",
	http.StatusGatewayTimeout:        "The request took too long",
}

// failure refers to the description of an error response, which is one for all
// operations.
func (d *Document) failure(status int) *huma.Response {
	components := d.OpenAPI.Components
	name := strings.ReplaceAll(http.StatusText(status), " ", "")
	if components.Responses == nil {
		components.Responses = map[string]*huma.Response{}
	}
	if components.Responses[name] == nil {
		body := d.OpenAPI.Components.Schemas.Schema(reflect.TypeFor[apierror.ErrorBody](), true, "Error")
		components.Responses[name] = &huma.Response{
			Description: failureTexts[status],
			Headers:     failureHeaders(status),
			Content:     map[string]*huma.MediaType{"application/json": {Schema: body}},
		}
	}
	return &huma.Response{Ref: "#/components/responses/" + name}
}

// failureHeaders describes the headers of an error response.
func failureHeaders(status int) map[string]*huma.Param {
	switch status {
	case http.StatusMovedPermanently:
		return map[string]*huma.Param{"Location": {
			Description: "URL of the record by its current slug", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		}}
	case http.StatusUnauthorized:
		return map[string]*huma.Param{"WWW-Authenticate": {
			Description: "How to send credentials (RFC 9110)", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		}}
	case http.StatusPreconditionFailed:
		return map[string]*huma.Param{"ETag": {
			Description: "ETag of the current version", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		}}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return map[string]*huma.Param{"Retry-After": {
			Description: "Seconds to wait", Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64"},
		}}
	}
	return nil
}

// Formats is the key of the metadata of an operation under which it has its formats beside JSON,
// a []model.FeedFormat, if they are not those of its resource.
const Formats = "formats"

// describeFeeds adds formats to the success of a read.
func describeFeeds(success *huma.Response, formats []model.FeedFormat) {
	for _, f := range formats {
		success.Content[f.MediaType] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Description: f.Doc}}
		success.Headers["Content-Disposition"] = responseHeader("File name, for formats other than JSON")
	}
}

// listHeaders describes the headers with the counts of a list, which alone has a Link.
func (d *Document) listHeaders(success *huma.Response) {
	if success.Headers["Link"] == nil {
		return
	}
	for name, text := range map[string]string{
		d.Env.Service.TotalHeader: "Number of records on all pages", d.Env.Service.PagesHeader: "Number of pages",
	} {
		success.Headers[name] = &huma.Param{
			Description: text, Required: true, Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64"},
		}
	}
}

// responseHeaders describes the headers that the success of an operation on
// records has because of those of the request, and the responses without a body.
func (d *Document) responseHeaders(op *huma.Operation, success *huma.Response) {
	success.Headers["ETag"] = responseHeader("ETag of the response (RFC 9110): `\"<version>-<hash>\"` for a record, " +
		"weak for a list; none after a dry run")
	if op.Method == http.MethodGet {
		op.Responses["304"] = &huma.Response{Description: "Not modified", Headers: success.Headers}
		if strings.HasSuffix(op.Path, "/by-slug/{slug}") {
			op.Responses["301"] = d.failure(http.StatusMovedPermanently)
		}
		return
	}
	if !takes(op, "Prefer") {
		return
	}
	success.Headers["Preference-Applied"] = responseHeader("return=minimal if the body was omitted")
	maps.Copy(success.Headers, WriteHeaders())
	if op.DefaultStatus == http.StatusOK {
		op.Responses["204"] = &huma.Response{
			Description: "Success, with an empty body (Prefer: return=minimal)", Headers: success.Headers,
		}
	}
}

// WriteHeaders describes the headers of responses that say what came of a write.
func WriteHeaders() map[string]*huma.Param {
	return map[string]*huma.Param{
		"Idempotency-Replayed": responseHeader("true if this repeats the response to an earlier request with the same " +
			"Idempotency-Key"),
		"Change-Id": responseHeader("ID of what was changed, in the log of changes; none if nothing was"),
	}
}

// responseHeader describes a response header that not every response has.
func responseHeader(text string) *huma.Param {
	return &huma.Param{Description: text, Schema: &huma.Schema{Type: huma.TypeString}}
}
