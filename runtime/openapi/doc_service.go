package openapi

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
)

// about tells readers of the document what holds for every operation.
const about = `Parameters come from the JSON body, a form body or the query, in that order of precedence.
Lists of values may be repeated (a=1&a=2), indexed (a[]=1) or comma-separated (a=1,2); in JSON they are arrays.

Dates may be sent as YYYY-MM-DD with or without HH:MM:SS, in RFC 3339, as a unix timestamp, or in words such as "tomorrow 9am" and "+2 weeks".
They are answered as YYYY-MM-DD HH:MM:SS, without a zone.

Every GET also answers HEAD, and every route OPTIONS, with its methods and arguments.
The parameter _fields=a,b keeps only those members of any answer; a.b is a member of a member, and in lists names of records stand for those of each record.
On POST the parameter _method, in the query or a form, and the header X-HTTP-Method-Override stand for another method.
Every answer carries an X-Request-Id: the one that was sent, or a new one.`

// describeService completes the document with what no single operation knows.
func (o *Document) describeService() {
	doc, d := o.OpenAPI, o.Env.Deployment
	doc.Info.Title = "Almanac"
	doc.Info.Description = o.subject() + "\n\n" + about
	doc.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	doc.Info.Contact = &huma.Contact{Name: "The operator of this service", URL: d.SiteURL}
	o.relativePaths()
	doc.Servers = []*huma.Server{{URL: d.APIURL(), Description: "This deployment"}}
	doc.Tags = append(doc.Tags, &huma.Tag{Name: "interface", Description: "The interface itself."})
	for _, k := range o.Env.Resources {
		doc.Tags = append(doc.Tags, &huma.Tag{Name: k.Plural, Description: k.Doc})
	}
	o.completeSchemas()
	o.security()
}

// subject says in a sentence what the interface is about.
func (o *Document) subject() string {
	var plurals []string
	for _, k := range o.Env.Resources {
		plurals = append(plurals, k.Plural)
	}
	return "The records of a calendar: " + strings.Join(plurals, ", ") + "."
}

// relativePaths makes paths relative to the server's URL, as The Events Calendar's
// document has them.
func (o *Document) relativePaths() {
	doc, root := o.OpenAPI, o.Env.Deployment.APIPath()
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
func (o *Document) completeSchemas() {
	schemas := o.OpenAPI.Components.Schemas.Map()
	for _, s := range schemas {
		s.AdditionalProperties = nil // Open: later versions may add members.
	}
	byWord := map[string]*huma.Schema{} // By the name in lower case: Go's name of guest_book is GuestBook.
	for name, s := range schemas {
		byWord[strings.ToLower(name)] = s
	}
	for _, k := range o.Env.Resources {
		kind := strings.ReplaceAll(k.Name, "_", "")
		if view := byWord[kind+"view"]; view != nil {
			o.completeView(view, k, "")
			byWord[kind+"page"].Description = "A page of " + k.Plural
		}
		if view := byWord["embedded"+kind+"view"]; view != nil {
			o.completeView(view, k, " inside other records: without its own links")
		}
	}
	for name, text := range schemaTexts {
		if s := schemas[name]; s != nil {
			s.Description = text
		}
	}
	if data := schemas["ErrorData"]; data != nil {
		data.Properties["params"] = faultyParams()
	}
	if image := schemas["ImageView"]; image != nil {
		image.Properties["sizes"].Type = huma.TypeObject
	}
}

// completeView takes away what responses about a resource show with extensions that
// are off here, and marks what they will not show for ever.
func (o *Document) completeView(view *huma.Schema, k *model.Resource, where string) {
	view.Description = "The " + k.Name + " as answers show it" + where
	for _, field := range k.Args {
		property := view.Properties[field.Name]
		switch {
		case !o.Env.Deployment.HasExtension(field.Extension):
			delete(view.Properties, field.Name)
		case property != nil && field.Deprecated.IsSet():
			property.Deprecated, property.Description = true, field.Deprecated.On(property.Description)
		}
	}
}

// schemaTexts describe the components that no resource stands behind.
var schemaTexts = map[string]string{
	"AddressLD":     "A postal address as schema.org describes it",
	"CostDetails":   "The parts of a cost",
	"DateDetails":   "The parts of a date and time, padded with zeros",
	"EmbeddedTerm":  "A category or tag as part of an event",
	"Error":         "An error",
	"ErrorData":     "What is known about an error",
	"ErrorDetail":   "What is wrong with one parameter",
	"EventLD":       "An event as schema.org describes it",
	"GeoLD":         "A point as schema.org describes it",
	"ImageView":     "An image",
	"Index":         "The namespace: its routes, their methods and arguments",
	"IndexArg":      "An argument of a route",
	"IndexEndpoint": "Methods of a route that take the same arguments",
	"IndexRoute":    "A route",
	"Link":          "The target of a link",
	"OfferLD":       "The price of an event as schema.org describes it",
	"PersonLD":      "An organizer as schema.org describes it",
	"PlaceLD":       "A venue as schema.org describes it",
	"TermURLs":      "Addresses of a term in the interface",
}

// faultyParams describes the parameters that an error names.
func faultyParams() *huma.Schema {
	text := func() *huma.Schema { return &huma.Schema{Type: huma.TypeString} }
	return &huma.Schema{
		Description: "Names of missing parameters, or messages by the name of a faulty one",
		OneOf: []*huma.Schema{
			{Type: huma.TypeArray, Items: text()},
			{Type: huma.TypeObject, AdditionalProperties: text()},
		},
	}
}

// security describes how callers show who they are.
func (o *Document) security() {
	doc := o.OpenAPI
	doc.Security = []map[string][]string{{}}
	if o.Env.AuthDisabled {
		return
	}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"basic":  {Type: "http", Scheme: "basic", Description: "User name or e-mail address in any letter case, and password; a token made with almanac token create is taken as the password too"},
		"bearer": {Type: "http", Scheme: "bearer", Description: "A token made with almanac token create"},
	}
	doc.Security = append(doc.Security, credentials()...)
}

// credentials lists what a write needs one of, where users sign in.
func credentials() []map[string][]string {
	return []map[string][]string{{"basic": {}}, {"bearer": {}}}
}
