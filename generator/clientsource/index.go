// The API about itself.

package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

// core has the requests that belong to no kind of record.
type core struct{ caller *caller }

// Index describes the API: its routes, their methods and arguments.
type Index struct {
	Received  `json:"-"`
	Namespace string                `json:"namespace"`
	Routes    map[string]IndexRoute `json:"routes"` // By their patterns.
	Links     json.RawMessage       `json:"_links"`
}

// IndexRoute describes one route.
type IndexRoute struct {
	Namespace string          `json:"namespace"`
	Methods   []string        `json:"methods"`
	Endpoints []IndexEndpoint `json:"endpoints"`
	Links     json.RawMessage `json:"_links"`
}

// IndexEndpoint describes methods of a route that take the same arguments.
type IndexEndpoint struct {
	Methods []string            `json:"methods"`
	Args    map[string]IndexArg `json:"args"`
}

// UnmarshalJSON reads an endpoint; where there are no arguments some services
// write an empty list instead of an object.
func (e *IndexEndpoint) UnmarshalJSON(text []byte) error {
	var sent struct {
		Methods []string        `json:"methods"`
		Args    json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(text, &sent); err != nil {
		return err
	}
	*e = IndexEndpoint{Methods: sent.Methods}
	if isNone(sent.Args) || len(sent.Args) == 0 {
		return nil
	}
	return json.Unmarshal(sent.Args, &e.Args)
}

// IndexArg describes one argument.
type IndexArg struct {
	Type        Many[string]      `json:"type"` // None where anything is taken.
	Required    bool              `json:"required"`
	Default     json.RawMessage   `json:"default"`
	Enum        []json.RawMessage `json:"enum"`
	Description string            `json:"description"`
	Items       json.RawMessage   `json:"items"`
	Deprecated  bool              `json:"deprecated"`
}

// Index returns the description of the API: its routes by their patterns.
func (c core) Index(ctx context.Context, options ...RequestOption) (*Index, error) {
	a, err := c.caller.call(ctx, http.MethodGet, "", nil, nil, options)
	if err != nil {
		return nil, err
	}
	return read[Index](a)
}

// Document returns the OpenAPI document, of a version such as "3.0" or, for "",
// of the one that the service prefers.
func (c core) Document(ctx context.Context, version string, options ...RequestOption) (json.RawMessage, error) {
	query := url.Values{}
	if version != "" {
		query.Set("version", version)
	}
	a, err := c.caller.call(ctx, http.MethodGet, "/doc", query, nil, options)
	if err != nil {
		return nil, err
	}
	document, err := read[json.RawMessage](a)
	if err != nil {
		return nil, err
	}
	return *document, nil
}
