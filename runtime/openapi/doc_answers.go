package openapi

import (
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime"
	"almanac/runtime/fault"
)

// answers describes what an operation answers: its success, and the errors
// that it can give.
func (o *Document) answers(written *huma.Operation, op huma.Operation, body bool) {
	delete(written.Responses, "default")
	verb, _, _ := strings.Cut(op.OperationID, "-")
	k := o.kindOf(op)
	for status, answer := range written.Responses {
		if k != nil {
			answer.Description = successes[verb]
		}
		if k != nil && k.FindSame && verb == "create" {
			answer.Description += "; one with the same name and fields that is there already is answered in its place"
		}
		if status != strconv.Itoa(http.StatusCreated) {
			delete(answer.Headers, "Location")
		}
		delete(answer.Headers, "Content-Type") // Content says it.
		for name, header := range answer.Headers {
			header.Description, header.Schema.Description = header.Schema.Description, ""
			header.Required = !optionalHeaders[name]
		}
	}
	o.answerHeaders(written, op)
	describeFeeds(written, op, k)
	for _, status := range o.failures(op, body) {
		written.Responses[strconv.Itoa(status)] = o.failure(status)
	}
}

// optionalHeaders are those that not every success has: a list that fits on one
// page has no neighbours, a dry run makes nothing that has an address, and only
// the documentation's page needs a policy.
var optionalHeaders = map[string]bool{"Link": true, "Location": true, "Content-Security-Policy": true}

// successes describe the answer to what the first word of an operation's name
// does to records.
var successes = map[string]string{
	"list":   "A page of records",
	"get":    "The record",
	"create": "The new record",
	"update": "The record after the change",
	"delete": "The record as it is in the trash, or as it last was",
}

// failures lists the statuses of the errors that an operation can give.
func (o *Document) failures(op huma.Operation, body bool) []int {
	list := []int{
		http.StatusBadRequest, http.StatusRequestURITooLong, http.StatusTooManyRequests,
		http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}
	k := o.kindOf(op)
	post := k != nil && k.Post
	one := strings.Contains(op.Path, "{")
	writes := body || op.Method == http.MethodDelete
	if one || op.OperationID == "get-index" || post && op.Method == http.MethodGet {
		list = append(list, http.StatusNotFound)
	}
	if writes {
		list = append(list, http.StatusForbidden, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusInsufficientStorage)
	} else if one && post {
		list = append(list, http.StatusForbidden)
	}
	if k != nil && one {
		list = append(list, http.StatusPreconditionFailed)
	}
	if k != nil && writes {
		list = append(list, http.StatusUnprocessableEntity)
	}
	if post && op.Method == http.MethodDelete {
		list = append(list, http.StatusGone)
	}
	if o.Env.Open {
		list = append(list, http.StatusMisdirectedRequest)
	} else {
		list = append(list, http.StatusUnauthorized)
	}
	return list
}

// failureTexts describe the errors.
var failureTexts = map[int]string{
	http.StatusBadRequest:            "A parameter is missing or has a value that it cannot have; data.params names it",
	http.StatusUnauthorized:          "The credentials are wrong, or the request needs some",
	http.StatusForbidden:             "The caller may not do this, or not see the record",
	http.StatusNotFound:              "There is no such record or page",
	http.StatusGone:                  "The record is in the trash already",
	http.StatusPreconditionFailed:    "The record has another version than the request names; ETag holds the current one",
	http.StatusUnprocessableEntity:   "The Idempotency-Key was sent before with another request",
	http.StatusRequestTimeout:        "The body arrived too slowly",
	http.StatusMisdirectedRequest:    "The Host of the request is not one of the service's",
	http.StatusRequestEntityTooLarge: "The body is too large",
	http.StatusUnsupportedMediaType:  "The body is neither JSON nor a form",
	http.StatusRequestURITooLong:     "The path and the query are too long",
	http.StatusTooManyRequests:       "Too many requests, or too many wrong passwords; wait before the next",
	http.StatusInternalServerError:   "Something went wrong in the service; it has been logged",
	http.StatusInsufficientStorage:   "There is no space left to store anything; nothing was changed, and reading goes on",
	http.StatusServiceUnavailable:    "The service cannot reach its database, or has more to do than it can; try again",
	http.StatusGatewayTimeout:        "The request took longer than it may",
}

// failure refers to the description of an error answer, which is one for all
// operations.
func (o *Document) failure(status int) *huma.Response {
	components := o.OpenAPI.Components
	name := strings.ReplaceAll(http.StatusText(status), " ", "")
	if components.Responses == nil {
		components.Responses = map[string]*huma.Response{}
	}
	if components.Responses[name] == nil {
		components.Responses[name] = &huma.Response{
			Description: failureTexts[status],
			Headers:     failureHeaders(status),
			Content:     map[string]*huma.MediaType{"application/json": {Schema: o.errorSchema()}},
		}
	}
	return &huma.Response{Ref: "#/components/responses/" + name}
}

// failureHeaders describes the headers of an error answer.
func failureHeaders(status int) map[string]*huma.Param {
	switch status {
	case http.StatusUnauthorized:
		return map[string]*huma.Param{"WWW-Authenticate": {
			Description: "How to send credentials (RFC 9110)", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		}}
	case http.StatusPreconditionFailed:
		return map[string]*huma.Param{"ETag": {
			Description: "Tag of the record as it is now", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		}}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return map[string]*huma.Param{"Retry-After": {
			Description: "Seconds to wait", Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64"},
		}}
	}
	return nil
}

// errorSchema refers to the description of an error.
func (o *Document) errorSchema() *huma.Schema {
	return o.OpenAPI.Components.Schemas.Schema(reflect.TypeFor[fault.Body](), true, "Error")
}

// describeFeeds adds the formats to what a read of a kind with feeds answers.
func describeFeeds(written *huma.Operation, op huma.Operation, k *runtime.Kind) {
	success := written.Responses["200"]
	if k == nil || k.Entry == nil || success == nil || op.Method != "GET" {
		return
	}
	for _, f := range runtime.FeedFormats() {
		success.Content[f.Media] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Description: f.Doc}}
	}
	success.Headers["Content-Disposition"] = answerHeader("Name of the file, for other formats than JSON")
}
