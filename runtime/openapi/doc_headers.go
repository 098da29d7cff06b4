package openapi

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// answerHeaders describes the headers that the success of an operation on
// records has because of those of the request, and the answers without a body.
func (o *Document) answerHeaders(written *huma.Operation, op huma.Operation) {
	if o.kindOf(op) == nil {
		return
	}
	writes := op.Method != http.MethodGet
	for _, answer := range written.Responses {
		if answer.Headers == nil {
			answer.Headers = map[string]*huma.Param{}
		}
		answer.Headers["ETag"] = answerHeader("Tag of the answer (RFC 9110): `\"<version>-<hash>\"` for a record, a weak one for a list; a dry run has none")
		if writes {
			answer.Headers["Preference-Applied"] = answerHeader("return=minimal, where the record was left out")
			answer.Headers["Idempotency-Replayed"] = answerHeader("true, where the answer is that of an earlier request with the same Idempotency-Key")
		}
	}
	success := written.Responses[strconv.Itoa(http.StatusOK)]
	switch {
	case success == nil:
	case writes:
		written.Responses[strconv.Itoa(http.StatusNoContent)] = &huma.Response{Description: "Done; the client wants no representation", Headers: success.Headers}
	default:
		written.Responses[strconv.Itoa(http.StatusNotModified)] = &huma.Response{Description: "The client has the answer already", Headers: success.Headers}
	}
}

// answerHeader describes a response header that not every answer has.
func answerHeader(text string) *huma.Param {
	return &huma.Param{Description: text, Schema: &huma.Schema{Type: huma.TypeString}}
}
