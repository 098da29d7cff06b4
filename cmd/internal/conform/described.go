package conform

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Resource is one kind of record as a server's own OpenAPI document describes
// it.
type Resource struct {
	Name    string   // Singular, part of error codes.
	Plural  string   // First segment of the paths.
	Slugs   bool     // Records can be addressed by slug; they have a trash too.
	Fields  []Field  // What a create takes, by name.
	Params  []Field  // What a list takes, by name.
	Members []string // What an answer may show.
}

// Field is one field of a write, or one parameter of a list.
type Field struct {
	Name     string
	Type     string // JSON type: array, string, integer, number, boolean.
	Required bool
}

// Describe reads the document of the target and returns the kinds of record
// that it has, by their plurals.  A server without such a document is an error.
func Describe(ctx context.Context, t Target) ([]Resource, error) {
	r, err := newRunner(t)
	if err != nil {
		return nil, err
	}
	a, err := r.send(ctx, get("/doc?version=3.0"), &scope{})
	if err != nil {
		return nil, err
	}
	if a.status != http.StatusOK {
		return nil, fmt.Errorf("read the document: status %d", a.status)
	}
	var doc document
	if err := json.Unmarshal(a.data, &doc); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	all := doc.resources()
	if len(all) == 0 {
		return nil, errors.New("read the document: it describes no kind of record")
	}
	return all, nil
}

// document is what is read of an OpenAPI document.
type document struct {
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas map[string]schema `json:"schemas"`
	} `json:"components"`
}

// operation is one method of a path.
type operation struct {
	ID         string             `json:"operationId"`
	Parameters []parameter        `json:"parameters"`
	Body       content            `json:"requestBody"`
	Answers    map[string]content `json:"responses"`
}

// parameter stands in the query, the path or a header.
type parameter struct {
	Name   string `json:"name"`
	In     string `json:"in"`
	Schema schema `json:"schema"`
}

// content is a body in each of its media types.
type content struct {
	Types map[string]struct {
		Schema schema `json:"schema"`
	} `json:"content"`
}

// json returns the schema of the JSON form.
func (c content) json() schema { return c.Types["application/json"].Schema }

// schema describes a value, or refers to the component that does.
type schema struct {
	Ref        string            `json:"$ref"`
	Type       string            `json:"type"`
	AnyOf      []schema          `json:"anyOf"`
	Required   []string          `json:"required"`
	Properties map[string]schema `json:"properties"`
}

// kind returns the type of a value; of several alternatives, that of the first, which
// is the most general one.
func (s schema) kind() string {
	if s.Type == "" && len(s.AnyOf) > 0 {
		return s.AnyOf[0].Type
	}
	return s.Type
}

// resources lists the kinds: each has a path of one segment that takes GET and
// POST.
func (d *document) resources() []Resource {
	var all []Resource
	for path, item := range d.Paths {
		name, creates := strings.CutPrefix(item["post"].ID, "create-")
		plural := strings.TrimPrefix(path, "/")
		if !creates || item["get"].ID == "" || strings.Contains(plural, "/") {
			continue
		}
		_, slugs := d.Paths[path+"/by-slug/{slug}"]
		shown := d.resolve(item["post"].Answers["201"].json())
		all = append(all, Resource{
			Name: name, Plural: plural, Slugs: slugs, Fields: d.fields(item["post"]), Params: params(item["get"]), Members: sortedKeys(shown.Properties),
		})
	}
	slices.SortFunc(all, func(a, b Resource) int { return cmp.Compare(a.Plural, b.Plural) })
	return all
}

// fields lists what a create takes.
func (d *document) fields(create operation) []Field {
	body := d.resolve(create.Body.json())
	var all []Field
	for name, s := range inOrder(body.Properties) {
		all = append(all, Field{Name: name, Type: s.kind(), Required: slices.Contains(body.Required, name)})
	}
	return all
}

// params lists what a list takes.
func params(list operation) []Field {
	var all []Field
	for _, p := range list.Parameters {
		if p.In == "query" {
			all = append(all, Field{Name: p.Name, Type: p.Schema.Type})
		}
	}
	return all
}

// resolve follows a reference to a component.
func (d *document) resolve(s schema) schema {
	if name, is := strings.CutPrefix(s.Ref, "#/components/schemas/"); is {
		return d.Components.Schemas[name]
	}
	return s
}

// takes reports whether a list has a parameter.
func (r Resource) takes(param string) bool {
	return slices.ContainsFunc(r.Params, func(f Field) bool { return f.Name == param })
}

// required lists the fields without which a create is refused.
func (r Resource) required() []Field {
	return slices.DeleteFunc(slices.Clone(r.Fields), func(f Field) bool { return !f.Required })
}

// title is the field that holds the name: the required one that is no date.
func (r Resource) title() string {
	for _, f := range r.required() {
		if !f.date() {
			return f.Name
		}
	}
	return ""
}

// date reports whether the field holds a date.  Documents call it a text, so
// the name has to tell.
func (f Field) date() bool { return strings.HasSuffix(f.Name, "_date") }
