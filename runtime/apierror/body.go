package apierror

import (
	"encoding/json"
	"net/http"
)

// ErrorBody is the JSON form of an error.
type ErrorBody struct {
	Code    string    `json:"code" doc:"Machine-readable code"`
	Message string    `json:"message" doc:"What went wrong and what to do"`
	Data    ErrorData `json:"data" doc:"Details of the error"`
}

// ErrorData is the member "data" of an error.  Params is a list of names for
// missing parameters and an object from name to message for faulty ones.
type ErrorData struct {
	Status    int         `json:"status" doc:"HTTP status code"`
	Params    any         `json:"params,omitempty"`
	Details   FieldErrors `json:"details,omitempty" doc:"Problems by parameter name"`
	TermID    int64       `json:"term_id,omitempty" doc:"ID of the existing term with this name"`
	Index     int         `json:"index,omitempty" doc:"Which request of a batch failed, counting from 1"`
	Conflicts any         `json:"conflicts,omitempty" doc:"Records that are in the way of an undo, as in its dry run"`
	Request   string      `json:"request_id,omitempty" doc:"Request ID, only with status 500: find it in the server log"`
}

// GetStatus returns the HTTP status code (huma.StatusError).
func (e *Error) GetStatus() int { return e.Status }

// GetHeaders returns the response headers (huma.HeadersError).
func (e *Error) GetHeaders() http.Header {
	h := http.Header{}
	for name, value := range e.Header {
		h.Set(name, value)
	}
	return h
}

// MarshalJSON writes the error as clients see it.
func (e *Error) MarshalJSON() ([]byte, error) { return json.Marshal(e.body()) }

// body returns the JSON form.
func (e *Error) body() ErrorBody {
	d := ErrorData{Status: e.Status, Details: e.Params, Request: e.request}
	switch {
	case len(e.Missing) > 0:
		d.Params = e.Missing
	case len(e.Params) > 0:
		messages := make(map[string]string, len(e.Params))
		for name, detail := range e.Params {
			messages[name] = detail.Message.Error()
		}
		d.Params = messages
	}
	if id, ok := e.Extra["term_id"].(int64); ok {
		d.TermID = id
	}
	d.Index, _ = e.Extra["index"].(int)
	d.Conflicts = e.Extra["conflicts"]
	return ErrorBody{Code: e.Code, Message: e.Message.Error(), Data: d}
}
