package openapi

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// headerParameters describes the request headers that an operation on records
// heeds beside those of every request.
func (o *Document) headerParameters(op huma.Operation) []*huma.Param {
	if o.kindOf(op) == nil {
		return nil
	}
	one := pathArgs(op.Path)
	var list []*huma.Param
	if op.Method == http.MethodGet || one {
		list = append(list, requestHeader("If-None-Match", "Tags of answers that the client has: 304 when one of them is the answer still; on writes 412 when one is of the record's version"))
	}
	if one {
		list = append(list, requestHeader("If-Match", "Tags of the record as the client knows it: 412 when it has another version"))
	}
	if op.Method != http.MethodGet {
		list = append(list,
			requestHeader("Idempotency-Key", "A key that makes the write happen once: for 24 hours the same request is given the same answer, and another one 422"),
			requestHeader("Prefer", "return=minimal for an answer without the record (RFC 7240)"))
	}
	return list
}

// pathArgs reports whether a path names one record.
func pathArgs(path string) bool { return path[len(path)-1] == '}' }

// requestHeader describes a request header.
func requestHeader(name, text string) *huma.Param {
	return &huma.Param{Name: name, In: "header", Description: text, Schema: &huma.Schema{Type: huma.TypeString}}
}

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
