package openapi

import (
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
)

// What applies to every operation.
const (
	aboutParameters = `Send parameters in a JSON body, a form body or the query; ` +
		`if one is sent more than once, the body wins over the query string.
Lists may be repeated (a=1&a=2), indexed (a[]=1) or comma-separated (a=1,2); in JSON they are arrays.`
	aboutDates = `Send dates as YYYY-MM-DD, with or without HH:MM:SS, as YYYYMMDD or YYYYMMDDHHMMSS, in RFC 3339, ` +
		`as a Unix timestamp of 9 to 11 digits, or as an English phrase such as "tomorrow 9am" or "+2 weeks".
Responses use YYYY-MM-DD HH:MM:SS, without a time zone.`
	aboutRoutes = `Every GET supports HEAD; every route supports OPTIONS, which lists its methods and arguments.
Use _fields=a,b.c to return only some fields; in lists it applies to each record.
To send PUT, PATCH or DELETE as a POST, use the _method parameter or the X-HTTP-Method-Override header.
Every response has an X-Request-Id header: the one you sent, or a new one.`
)

// about returns the paragraphs of the description. Posts have dates that may be words.
func (d *Document) about() []string {
	text := []string{d.subject(), aboutParameters}
	if slices.ContainsFunc(d.Env.Resources, func(k *model.Resource) bool { return k.Post }) {
		text = append(text, aboutDates)
	}
	return append(text, aboutRoutes)
}

// describeService completes the document with what no single operation knows.
func (d *Document) describeService() {
	doc, dep := d.OpenAPI, d.Env.Deployment
	doc.Info.Title, doc.Info.Version = d.Env.Service.Title, d.Env.Service.Version
	doc.Info.Description = strings.Join(d.about(), "\n\n")
	if license := d.Env.Service.License; license != "" {
		doc.Info.License = &huma.License{Name: license, Identifier: license}
	}
	doc.Info.Contact = &huma.Contact{Name: "The operator of this service", URL: dep.SiteURL}
	d.relativePaths()
	doc.Servers = []*huma.Server{{URL: dep.APIURL(), Description: "This deployment"}}
	for _, k := range d.Env.Resources {
		doc.Tags = append(doc.Tags, &huma.Tag{Name: k.Plural, Description: k.Doc})
	}
	doc.Tags = append(doc.Tags, &huma.Tag{Name: "media", Description: "Uploaded and registered images."},
		&huma.Tag{Name: "webhooks", Description: "Addresses that changes are sent to."},
		&huma.Tag{Name: "API", Description: "API root and documentation."})
	d.completeSyncs()
	d.completeSchemas()
	d.security()
}

// subject returns a sentence about the content of the API.
func (d *Document) subject() string {
	var plurals []string
	for _, k := range d.Env.Resources {
		plurals = append(plurals, k.Plural)
	}
	return d.Env.Service.Doc + ": " + strings.Join(plurals, ", ") + "."
}

// relativePaths makes paths relative to the server's URL, as The Events Calendar's
// document has them.
func (d *Document) relativePaths() {
	doc, root := d.OpenAPI, d.Env.Deployment.APIPath()
	paths := make(map[string]*huma.PathItem, len(doc.Paths))
	for path, item := range doc.Paths {
		relative := path[len(root):]
		if relative == "" {
			relative = "/"
		}
		paths[relative] = item
	}
	doc.Paths = paths
}

// completeSchemas says about the components what their Go types do not.
func (d *Document) completeSchemas() {
	schemas := d.OpenAPI.Components.Schemas.Map()
	for _, s := range schemas {
		s.AdditionalProperties = nil // Open: later versions may add members.
	}
	byWord := map[string]*huma.Schema{} // By the name in lower case: Go's name of guest_book is GuestBook.
	for name, s := range schemas {
		byWord[strings.ToLower(name)] = s
	}
	for _, k := range d.Env.Resources {
		resource := strings.ReplaceAll(k.Name, "_", "")
		if view := byWord[resource+"view"]; view != nil {
			d.completeView(view, k, "")
			byWord[resource+"page"].Description = "A page of " + k.Plural
		}
		if view := byWord["embedded"+resource+"view"]; view != nil {
			d.completeView(view, k, " inside other records: without its own links")
		}
	}
	for name, text := range schemaTexts {
		if s := schemas[name]; s != nil {
			s.Description = text
		}
	}
	d.completeEmbeddedTerm(schemas["EmbeddedTerm"], byWord)
	if data := schemas["ErrorData"]; data != nil {
		data.Properties["params"] = invalidParams()
	}
	if image := schemas["ImageView"]; image != nil {
		image.Properties["sizes"].Type = huma.TypeObject
	}
}

// completeView takes away what responses about a resource show with extensions that
// are off here, and marks what they will not show for ever.
func (d *Document) completeView(view *huma.Schema, k *model.Resource, where string) {
	view.Description = "The " + k.Name + " as returned" + where
	for _, field := range k.Args {
		property := view.Properties[field.Name]
		switch {
		case !d.Env.Deployment.HasExtension(field.Extension):
			delete(view.Properties, field.Name)
		case property != nil && field.Deprecated.IsSet():
			property.Deprecated, property.Description = true, field.Deprecated.On(property.Description)
		}
	}
}

// completeEmbeddedTerm says which terms stand inside of which records.
func (d *Document) completeEmbeddedTerm(schema *huma.Schema, byWord map[string]*huma.Schema) {
	if schema == nil {
		return
	}
	var terms, owners, counts []string
	for _, k := range d.Env.Resources {
		for _, l := range k.Links {
			if !l.Target.Term {
				continue
			}
			owners, terms = append(owners, k.Name), append(terms, l.Target.Name)
			if view := byWord[strings.ReplaceAll(l.Target.Name, "_", "")+"view"]; view != nil &&
				view.Properties["count"] != nil {
				counts = append(counts, view.Properties["count"].Description)
			}
		}
	}
	schema.Description = capital(oneOf(terms)) + " as part of " + oneOf(owners)
	if counts = slices.Compact(counts); len(counts) == 1 {
		schema.Properties["count"].Description = counts[0]
	}
}

// oneOf joins different names by "or", after an article.
func oneOf(names []string) string {
	var different []string
	for _, name := range names {
		if !slices.Contains(different, name) {
			different = append(different, name)
		}
	}
	article := "a "
	if strings.ContainsAny(names[0][:1], "aeiou") {
		article = "an "
	}
	last := len(different) - 1
	if last == 0 {
		return article + different[0]
	}
	return article + strings.Join(different[:last], ", ") + " or " + different[last]
}

// schemaTexts describe the components that no resource stands behind.
var schemaTexts = map[string]string{
	"CostDetails":        "The parts of a cost",
	"DateDetails":        "The parts of a date and time, padded with zeros",
	"Error":              "An error",
	"ErrorData":          "Details of an error",
	"ErrorDetail":        "What is wrong with one parameter",
	"ImageView":          "An image",
	"ImageDetails":       "The file of an image and its smaller versions",
	"Link":               "The target of a link",
	"MediaText":          "Text as written and as HTML",
	"MediaSize":          "A version of an image",
	"MediaView":          "An image with its title, caption, alternative text and files",
	"RouteIndex":         "The namespace: its routes, their methods and arguments",
	"RouteIndexArg":      "An argument of a route",
	"RouteIndexEndpoint": "Methods of a route that take the same arguments",
	"RouteIndexRoute":    "A route",
	"TermURLs":           "API URLs of a term",
}

// invalidParams describes the parameters that an error names.
func invalidParams() *huma.Schema {
	text := func() *huma.Schema { return &huma.Schema{Type: huma.TypeString} }
	return &huma.Schema{
		Description: "Names of missing parameters, or messages by parameter name",
		OneOf: []*huma.Schema{
			{Type: huma.TypeArray, Items: text()},
			{Type: huma.TypeObject, AdditionalProperties: text()},
		},
	}
}

// security describes how callers show who they are.
func (d *Document) security() {
	doc := d.OpenAPI
	doc.Security = []map[string][]string{{}}
	if d.Env.AuthDisabled {
		return
	}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"basic": {
			Type: "http", Scheme: "basic",
			Description: "User name or email address (not case-sensitive) and password. " +
				"A token also works as the password.",
		},
		"bearer": {Type: "http", Scheme: "bearer", Description: d.aboutTokens()},
	}
	doc.Security = append(doc.Security, credentials()...)
}

// aboutTokens describes where a token comes from.
func (d *Document) aboutTokens() string {
	if page := d.Env.AccountPath; page != "" {
		return "A token, created at " + d.Env.Deployment.SiteURL + page + "."
	}
	return "A token, from the operator of this service (" + d.Env.Service.Name + " token create)."
}

// credentials lists what a write needs one of, where users sign in.
func credentials() []map[string][]string {
	return []map[string][]string{{"basic": {}}, {"bearer": {}}}
}
