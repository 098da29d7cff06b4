package cases

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"almanac/cmd/internal/conform"
)

// Resource is one resource as the server's own OpenAPI document describes it.
type Resource struct {
	Name    string   // Singular, part of error codes.
	Plural  string   // First segment of the paths.
	Slugs   bool     // Records can be addressed by slug; they have a trash too.
	Fields  []Field  // Fields of a create, by name.
	Params  []Field  // Query parameters of a list, by name.
	Members []string // Members of the JSON form.
}

// Field is one field of a write, or one parameter of a list.
type Field struct {
	Name     string
	Type     string // JSON type: array, string, integer, number, boolean.
	Required bool
	Format   string   // Of a text: date, time-local, date-time; "" for any.
	Enum     []string // Its values; nil for any.
	Min, Max *float64 // Bounds of a number; nil for none.
	Length   *int     // Most characters of a text; nil for no limit.
	Pattern  string   // That a text matches; "" for any.
	Values   bool     // Whether an array has values instead of links.
	Example  any      // From the example of the body; nil where it has none.
}

// limited reports whether not every short text is a value of the field.
func (f Field) limited() bool { return f.Pattern != "" || f.Length != nil && *f.Length < 60 }

// Describe reads the OpenAPI document of the target and returns its resources,
// sorted by their plurals. A server without such a document is an error.
func Describe(ctx context.Context, t conform.Target) ([]Resource, error) {
	status, data, err := t.Get(ctx, "/doc", "version=3.0")
	if err != nil {
		return nil, err
	}
	if status != http.StatusOK {
		return nil, fmt.Errorf("read the document: status %d", status)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	all := doc.resources()
	if len(all) == 0 {
		return nil, errors.New("read the document: it describes no resource")
	}
	return all, nil
}

// document has the parts of an OpenAPI document that are read.
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
	Responses  map[string]content `json:"responses"`
}

// parameter is a parameter in the query, the path or a header.
type parameter struct {
	Name   string `json:"name"`
	In     string `json:"in"`
	Schema schema `json:"schema"`
}

// content is a body in each of its media types.
type content struct {
	Types map[string]struct {
		Schema  schema         `json:"schema"`
		Example map[string]any `json:"example"`
	} `json:"content"`
}

// json returns the schema of the JSON form.
func (c content) json() schema { return c.Types["application/json"].Schema }

// schema describes a value, or refers to the component that does.
type schema struct {
	Ref        string            `json:"$ref"`
	Type       string            `json:"type"`
	Format     string            `json:"format"`
	Enum       []any             `json:"enum"`
	Items      *schema           `json:"items"`
	AnyOf      []schema          `json:"anyOf"`
	Required   []string          `json:"required"`
	Properties map[string]schema `json:"properties"`
	Minimum    *float64          `json:"minimum"`
	Maximum    *float64          `json:"maximum"`
	MaxLength  *int              `json:"maxLength"`
	Pattern    string            `json:"pattern"`
}

// jsonType returns the type of a value; of several alternatives, that of the first,
// which is the most general one.
func (s schema) jsonType() string {
	if s.Type == "" && len(s.AnyOf) > 0 {
		return s.AnyOf[0].Type
	}
	return s.Type
}

// values returns the values of an enumeration as texts.
func (s schema) values() []string {
	var texts []string
	for _, v := range s.Enum {
		texts = append(texts, fmt.Sprint(v))
	}
	return texts
}

// resources lists the resources: each has a path of one segment with GET and POST.
func (d *document) resources() []Resource {
	var all []Resource
	for path, item := range d.Paths {
		name, creates := strings.CutPrefix(item["post"].ID, "create-")
		plural := strings.TrimPrefix(path, "/")
		if !creates || item["get"].ID == "" || strings.Contains(plural, "/") {
			continue
		}
		_, slugs := d.Paths[path+"/by-slug/{slug}"]
		shown := d.resolve(item["post"].Responses["201"].json())
		all = append(all, Resource{
			Name: name, Plural: plural, Slugs: slugs, Fields: d.fields(item["post"]), Params: params(item["get"]),
			Members: sortedKeys(shown.Properties),
		})
	}
	slices.SortFunc(all, func(a, b Resource) int { return cmp.Compare(a.Plural, b.Plural) })
	return all
}

// fields lists the fields of a create.
func (d *document) fields(create operation) []Field {
	body := d.resolve(create.Body.json())
	var all []Field
	for name, s := range inOrder(body.Properties) {
		all = append(all, Field{
			Name: name, Type: s.jsonType(), Format: s.Format, Required: slices.Contains(body.Required, name), Enum: s.values(),
			Min: s.Minimum, Max: s.Maximum, Length: s.MaxLength, Pattern: s.Pattern, Values: s.Items != nil,
			Example: create.Body.Types["application/json"].Example[name],
		})
	}
	return all
}

// params lists the query parameters of a list.  A list of texts is a text there.
func params(list operation) []Field {
	var all []Field
	for _, p := range list.Parameters {
		if s := p.Schema; s.Items != nil && s.Items.Type == "string" {
			p.Schema = *s.Items
		}
		if p.In == "query" {
			all = append(all, Field{Name: p.Name, Type: p.Schema.Type, Format: p.Schema.Format, Enum: p.Schema.values()})
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

// required lists the required fields of a create.
func (r Resource) required() []Field {
	return slices.DeleteFunc(slices.Clone(r.Fields), func(f Field) bool { return !f.Required })
}

// title returns the field of the name: the required text that is no date and takes
// any text; of records without a name any such text, "" if there is none.
func (r Resource) title() string {
	for _, f := range slices.Concat(r.required(), r.Fields) {
		if !f.date() && f.Type == "string" && f.Format == "" && f.Enum == nil && !f.limited() {
			return f.Name
		}
	}
	return ""
}

// formatted are two texts of each format.
var formatted = map[string][]string{
	"date": {"2026-11-23", "2026-11-24"}, "time-local": {"14:30:00", "15:30:00"},
	"date-time": {"2026-11-23T14:30:00Z", "2026-11-23T15:30:00Z"},
	"decimal":   {"0.5", "0.1"},
}

// shows reports whether the JSON form has a member.
func (r Resource) shows(member string) bool { return slices.Contains(r.Members, member) }

// date reports whether the field is a date, by its name: documents describe it as
// a string.
func (f Field) date() bool { return strings.HasSuffix(f.Name, "_date") }
