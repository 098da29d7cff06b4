package docsui

import (
	"cmp"
	"encoding/json"
	"html/template"
	"slices"
	"strings"

	"almanac/runtime/theme"
)

// page is what page.html gets.
type page struct {
	Doc, Script, Style     string
	Title, Version, Server string
	Subject                []template.HTML // First paragraph of the description.
	About                  [][]template.HTML
	Schemes                []schemeView
	Tags                   []*tagView
	Schemas                []schemaView
}

type schemeView struct {
	Basic, Bearer bool
	Name          string
	About         template.HTML
	Header        string // That requests send; "" if it is none of the usual ones.
}

type tagView struct {
	Name       string
	About      template.HTML
	Operations []*operationView
}

type operationView struct {
	ID, Method, Path, Title string
	Summary                 string
	About                   [][]template.HTML
	Aliases                 []alias // Other methods that do the same.
	Deprecated, Private     bool    // Private ones need credentials.
	Fields                  []fieldView
	Body                    *bodyView
	Responses               []responseView
	Snippets                []snippet

	body string // Schema of the body, by which aliases are recognized.
}

type alias struct{ ID, Method string }

// fieldView is a parameter, or a property of a body or of a schema.
type fieldView struct {
	ID, Name, In         string
	Required, Deprecated bool
	About, Type          template.HTML
	Limits, Values       []string
	Sample               string
	Flag                 bool
}

type bodyView struct {
	About    template.HTML
	Required bool
	JSON     string // Example; "" if the body is no JSON.
	Form     bool   // The body is a form, to which Fields belong.
	Fields   []fieldView
	Schema   template.HTML
}

type responseView struct {
	Status  string
	About   template.HTML
	Types   []template.HTML
	Headers []string
}

type schemaView struct {
	Name   string
	About  template.HTML
	Type   template.HTML
	Fields []fieldView
}

// view returns what the page shows of the document.
func (d *document) view(at link) *page {
	p := &page{
		Doc: at.doc, Script: ScriptURL(at.doc), Style: assetURL(at.doc, theme.FileName(styleName, at.accent)),
		Title: d.Info.Title, Version: d.Info.Version, About: paragraphs(d.Info.Description),
	}
	if len(p.About) > 0 {
		p.Subject, p.About = p.About[0], p.About[1:]
	}
	if len(d.Servers) > 0 {
		p.Server = d.Servers[0].URL
	}
	for _, name := range sortedKeys(d.Components.SecuritySchemes) {
		p.Schemes = append(p.Schemes, newScheme(name, d.Components.SecuritySchemes[name]))
	}
	p.Tags = d.tags(p.Server)
	for _, name := range sortedKeys(d.Components.Schemas) {
		s := d.Components.Schemas[name]
		p.Schemas = append(p.Schemas, schemaView{name, prose(s.Description), typeOf(s), d.properties("", s)})
	}
	return p
}

// newScheme returns a way to send credentials.
func newScheme(name string, s securityScheme) schemeView {
	v := schemeView{Name: name, About: prose(s.Description)}
	if s.Type == "http" {
		switch strings.ToLower(s.Scheme) {
		case "basic":
			v.Basic, v.Name, v.Header = true, "Name and password", "Authorization: Basic BASE64(NAME:PASSWORD)"
		case "bearer":
			v.Bearer, v.Name, v.Header = true, "Token", "Authorization: Bearer TOKEN"
		}
	}
	return v
}

// tags returns the operations by tag: in the order of the document, but first what has most.
func (d *document) tags(server string) []*tagView {
	var list []*tagView
	byName := map[string]*tagView{}
	add := func(name, about string) *tagView {
		if byName[name] == nil {
			byName[name] = &tagView{Name: name, About: prose(about)}
			list = append(list, byName[name])
		}
		return byName[name]
	}
	for _, t := range d.Tags {
		add(t.Name, t.Description)
	}
	for _, path := range sortedKeys(d.Paths) {
		for _, o := range d.operationsAt(path, server) {
			tag := add(cmp.Or(o.tag, "other"), "")
			tag.Operations = append(tag.Operations, o.operationView)
		}
	}
	list = slices.DeleteFunc(list, func(t *tagView) bool { return len(t.Operations) == 0 })
	slices.SortStableFunc(list, func(a, b *tagView) int { return len(b.Operations) - len(a.Operations) })
	for _, t := range list {
		slices.SortStableFunc(t.Operations, func(a, b *operationView) int {
			return cmp.Or(strings.Count(a.Path, "/")-strings.Count(b.Path, "/"), strings.Compare(a.Path, b.Path))
		})
	}
	return list
}

// methods are the methods in the order in which a path shows them.
var methods = []string{"get", "query", "post", "patch", "put", "delete", "head", "options", "trace"}

// tagged is an operation with its tag.
type tagged struct {
	*operationView
	tag string
}

// operationsAt returns the operations of a path. Those that update a record by one method
// and another are one, and so are GET and QUERY of a list.
func (d *document) operationsAt(path, server string) []tagged {
	var list []tagged
	for _, method := range methods {
		var o operation
		raw, has := d.Paths[path][method]
		if !has || decode(raw, &o) != nil {
			continue
		}
		v := d.newOperation(path, method, server, &o)
		same := slices.IndexFunc(list, func(other tagged) bool {
			return other.Summary == v.Summary && (other.body == v.body && v.body != "" || v.Method == "QUERY")
		})
		if same < 0 {
			list = append(list, tagged{v, append(o.Tags, "")[0]})
			continue
		}
		shown := list[same]
		if shown.Method == "POST" { // PATCH, or else PUT, is the one that others stand for.
			v.Aliases = slices.Concat(shown.Aliases, []alias{{shown.ID, shown.Method}})
			list[same] = tagged{v, shown.tag}
		} else {
			shown.Aliases = append(shown.Aliases, alias{v.ID, v.Method})
		}
	}
	return list
}

// newOperation returns an operation for the page.
func (d *document) newOperation(path, method, server string, o *operation) *operationView {
	v := &operationView{
		ID:     cmp.Or(o.OperationID, method+strings.NewReplacer("/", "-", "{", "", "}", "").Replace(path)),
		Method: strings.ToUpper(method), Path: path, Summary: o.Summary, Deprecated: o.Deprecated,
		About: paragraphs(o.Description), Private: d.isPrivate(o),
	}
	for _, p := range o.Parameters {
		v.Fields = append(v.Fields, newField(v.ID, p))
	}
	slices.SortStableFunc(v.Fields, func(a, b fieldView) int { return place(a) - place(b) })
	v.Body = d.newBody(v.ID, o)
	if v.Body != nil {
		v.body = string(v.Body.Schema) + v.Body.JSON
	}
	for _, status := range sortedKeys(o.Responses) {
		v.Responses = append(v.Responses, d.newResponse(status, o.Responses[status]))
	}
	v.Snippets = snippets(v, server)
	return v
}

// place orders parameters: those of the path, required ones, others, and headers.
func place(f fieldView) int {
	switch {
	case f.In == "path":
		return 0
	case f.Required:
		return 1
	case f.In != "header":
		return 2
	}
	return 3
}

// isPrivate reports whether an operation needs credentials.
func (d *document) isPrivate(o *operation) bool {
	demands := o.Security
	if demands == nil {
		demands = d.Security
	}
	return len(demands) > 0 && !slices.ContainsFunc(demands, func(one map[string][]string) bool { return len(one) == 0 })
}

// newField returns a parameter of an operation.
func newField(id string, p *parameter) fieldView {
	f := fieldView{
		ID: id + "." + p.In + "." + p.Name, Name: p.Name, In: p.In, Required: p.Required, Deprecated: p.Deprecated,
		About: prose(p.Description), Type: typeOf(p.Schema), Limits: limits(p.Schema), Values: values(p.Schema),
		Sample: sample(p),
	}
	f.Flag = p.Schema != nil && slices.Equal(p.Schema.Type, types{"boolean"})
	return f
}

// newBody returns the body of an operation, nil for none. JSON is preferred to forms.
func (d *document) newBody(id string, o *operation) *bodyView {
	if o.RequestBody == nil {
		return nil
	}
	v := &bodyView{About: prose(o.RequestBody.Description), Required: o.RequestBody.Required}
	content := o.RequestBody.Content
	switch {
	case content["application/json"] != nil:
		m := content["application/json"]
		v.JSON, v.Schema = exampleOf(m), typeOf(m.Schema)
	case content["multipart/form-data"] != nil:
		m := content["multipart/form-data"]
		v.Form, v.Schema, v.Fields = true, typeOf(m.Schema), d.properties(id, m.Schema)
	}
	return v
}

// exampleOf returns the example of a JSON body, an empty object for none.
func exampleOf(m *media) string {
	example := m.Example
	if example == nil && m.Schema != nil {
		example = m.Schema.Example
	}
	if example == nil {
		return "{}"
	}
	raw, err := json.MarshalIndent(example, "", "  ")
	if err != nil {
		return "{}"
	}
	return string(raw)
}

// properties returns the properties of a schema, required ones first. They have IDs below
// that of an operation, unless it is "".
func (d *document) properties(id string, s *schema) []fieldView {
	s = d.schema(s)
	if s == nil {
		return nil
	}
	var list []fieldView
	for _, name := range sortedKeys(s.Properties) {
		p := s.Properties[name]
		f := newField(id, &parameter{
			Name: name, In: "body", Description: p.Description, Deprecated: p.Deprecated, Schema: p,
			Required: slices.Contains(s.Required, name),
		})
		f.Flag = f.Flag || p.Format == "binary" // The page has another field for both.
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b fieldView) int { return place(a) - place(b) })
	return list
}

// newResponse returns a response for the page.
func (d *document) newResponse(status string, r *response) responseView {
	r = d.response(r)
	v := responseView{Status: status, About: prose(r.Description), Headers: sortedKeys(r.Headers)}
	for _, name := range sortedKeys(r.Content) {
		kind := template.HTML(template.HTMLEscapeString(name)) //nolint:gosec // It is escaped.
		if s := r.Content[name].Schema; s != nil && s.Ref != "" {
			kind += ": " + typeOf(s)
		}
		v.Types = append(v.Types, kind)
	}
	return v
}

// sortedKeys returns the keys of a map in their order.
func sortedKeys[V any](m map[string]V) []string {
	var list []string
	for name := range m {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
