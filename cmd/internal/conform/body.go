package conform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"strings"
)

// Body is a request body in one of the kinds that clients send.
type Body interface {
	// encode returns the content type and the bytes, with tokens replaced.
	encode(s *scope) (contentType string, data []byte, err error)
}

// js is a JSON object.
type js map[string]any

// list is a JSON array.
type list []any

// text is a string that stays one even when it is a single token: text("{v.id}")
// sends "12" where "{v.id}" sends 12.
type text string

// form is an application/x-www-form-urlencoded body, written like a query.
type form string

// parts is a multipart/form-data body of names and values, in order.
type parts [][2]string

// raw is a body that is sent to the letter, but for its tokens.
type raw struct {
	Type string // Content type; empty sends none.
	Data string
}

func (b js) encode(s *scope) (string, []byte, error)   { return encodeJSON(s, b) }
func (b list) encode(s *scope) (string, []byte, error) { return encodeJSON(s, b) }

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

func (b form) encode(s *scope) (string, []byte, error) {
	q, err := s.query(string(b))
	return "application/x-www-form-urlencoded", []byte(q), err
}

func (b parts) encode(s *scope) (string, []byte, error) {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	for _, part := range b {
		value, err := s.text(part[1], plain)
		if err != nil {
			return "", nil, err
		}
		field, err := w.CreateFormField(part[0])
		if err != nil {
			return "", nil, fmt.Errorf("write multipart body: %w", err)
		}
		if _, err := io.Copy(field, strings.NewReader(value)); err != nil {
			return "", nil, fmt.Errorf("write multipart body: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return "", nil, fmt.Errorf("write multipart body: %w", err)
	}
	return w.FormDataContentType(), buf.Bytes(), nil
}

func (b raw) encode(s *scope) (string, []byte, error) {
	data, err := s.text(b.Data, plain)
	return b.Type, []byte(data), err
}
