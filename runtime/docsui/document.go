package docsui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// document is what the page needs of an OpenAPI document.
type document struct {
	Info struct {
		Title, Version, Description string
	}
	Servers    []struct{ URL string }
	Tags       []struct{ Name, Description string }
	Security   []map[string][]string
	Paths      map[string]map[string]json.RawMessage // Methods are in lower case.
	Components struct {
		Schemas         map[string]*schema
		Responses       map[string]*response
		SecuritySchemes map[string]securityScheme
	}
}

type operation struct {
	OperationID, Summary, Description string
	Tags                              []string
	Deprecated                        bool
	Parameters                        []*parameter
	RequestBody                       *struct {
		Description string
		Required    bool
		Content     map[string]*media
	}
	Responses map[string]*response
	Security  []map[string][]string // Nil for that of the document.
}

type parameter struct {
	Name, In, Description string
	Required, Deprecated  bool
	Schema                *schema
	Example               any
}

type media struct {
	Schema  *schema
	Example any
}

type response struct {
	Ref         string `json:"$ref"`
	Description string
	Headers     map[string]struct{ Description string }
	Content     map[string]*media
}

type securityScheme struct{ Type, Scheme, Description, Name, In string }

// schema is a JSON Schema. The zero value allows everything.
type schema struct {
	Ref                         string `json:"$ref"`
	Type                        types
	Format, Description         string
	Pattern                     string
	Enum                        []any
	Default, Example            any
	Items                       *schema
	Properties                  map[string]*schema
	Required                    []string
	AnyOf, OneOf, AllOf         []*schema
	Minimum, Maximum            json.Number
	MaxLength                   json.Number
	Deprecated, WriteOnly       bool
	AdditionalProperties, Const any
}

// types are the types of a schema: one, or several in a list.
type types []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *types) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte("[")) {
		return json.Unmarshal(raw, (*[]string)(t))
	}
	*t = make(types, 1)
	return json.Unmarshal(raw, &(*t)[0])
}

// parse reads a document.
func parse(raw []byte) (*document, error) {
	d := &document{}
	if err := decode(raw, d); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	return d, nil
}

// decode reads JSON with numbers as they are written.
func decode(raw []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// refName returns the name of the component that a reference names.
func refName(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

// schema returns what a schema refers to, or itself; nil where there is none.
func (d *document) schema(s *schema) *schema {
	for range 10 { // References may be circular.
		if s == nil || s.Ref == "" {
			break
		}
		s = d.Components.Schemas[refName(s.Ref)]
	}
	return s
}

// response returns what a response refers to, or itself.
func (d *document) response(r *response) *response {
	if found := d.Components.Responses[refName(r.Ref)]; r.Ref != "" && found != nil {
		return found
	}
	return r
}
