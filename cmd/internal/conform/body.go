package conform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
)

// Body is a request body in one of the formats that clients send.
type Body interface {
	// encode returns the content type and the bytes, with tokens replaced.
	encode(s *scope) (contentType string, data []byte, err error)
}

// Object is a JSON object.
type Object map[string]any

// List is a JSON array.
type List []any

// Text is a string that remains one even when it is a single token: Text("{v.id}")
// sends "12" where "{v.id}" sends 12.
type Text string

// Form is an application/x-www-form-urlencoded body, written like a query.
type Form string

// Parts is a multipart/form-data body of names and values, in order.
type Parts [][2]string

// RawBody is a body that is sent as it is, except for its tokens.
type RawBody struct {
	Type string // Content type; empty sends none.
	Data string
}

func (o Object) encode(s *scope) (string, []byte, error) { return encodeJSON(s, o) }
func (l List) encode(s *scope) (string, []byte, error)   { return encodeJSON(s, l) }

func encodeJSON(s *scope, v any) (string, []byte, error) {
	expanded, err := s.expand(v)
	if err != nil {
		return "", nil, err
	}
	data, err := json.Marshal(expanded)
	if err != nil {
		return "", nil, fmt.Errorf("write JSON body: %w", err)
	}
	return "application/json", data, nil
}

func (f Form) encode(s *scope) (string, []byte, error) {
	q, err := s.query(string(f))
	return "application/x-www-form-urlencoded", []byte(q), err
}

func (p Parts) encode(s *scope) (string, []byte, error) {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	for _, part := range p {
		value, err := s.text(part[1], plain)
		if err != nil {
			return "", nil, err
		}
		if err := w.WriteField(part[0], value); err != nil {
			return "", nil, fmt.Errorf("write multipart body: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return "", nil, fmt.Errorf("write multipart body: %w", err)
	}
	return w.FormDataContentType(), buf.Bytes(), nil
}

func (r RawBody) encode(s *scope) (string, []byte, error) {
	data, err := s.text(r.Data, plain)
	return r.Type, []byte(data), err
}
