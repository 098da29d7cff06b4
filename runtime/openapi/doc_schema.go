package openapi

import (
	"cmp"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/dustin/go-humanize"

	"almanac/runtime/model"
)

// bodySchema describes the fields of a write, where a field of HTML has at most
// so many bytes.
func (d *Document) bodySchema(op *huma.Operation, fields []*model.Arg, html int64) *huma.Schema {
	body := &huma.Schema{
		Type: huma.TypeObject, Description: "Fields to " + lower(cmp.Or(op.Summary, op.OperationID)),
		Properties: map[string]*huma.Schema{},
	}
	for _, f := range fields {
		s := *f.Schema
		s.Description, s.Deprecated = f.Deprecated.On(s.Description), f.Deprecated.IsSet()
		if f.HTML { // In words, for maxLength counts characters.
			s.Description += " (HTML, up to " + humanize.IBytes(uint64(html)) + ")" //nolint:gosec // A limit.
		}
		if f.Unset != "" {
			// In words, for generators demand what has a default in the schema.
			s.Description += " (default " + f.Unset + ")"
		}
		s.Nullable = s.Nullable || !f.NotNull && !f.Required && f.Meaning != "name"
		if s.Nullable && len(s.Enum) > 0 {
			s.Enum = append(slices.Clip(s.Enum), nil) // An enum without null forbids it.
		}
		body.Properties[f.Name] = d.withAlternatives(f, &s)
		if f.Required {
			body.Required = append(body.Required, f.Name)
		}
	}
	return body
}

// lower returns the summary of an operation as part of a sentence: "create an
// event", without what names the record.
func lower(summary string) string {
	summary, _, _ = strings.Cut(summary, " by ")
	return strings.ToLower(summary[:1]) + summary[1:]
}

// SchemaNames names the components of the document.  Types that packages below
// runtime share a name for are distinguished by the package.
func SchemaNames(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch pkg := path.Base(t.PkgPath()); {
	case name == "Details":
		return strings.TrimSuffix(capital(pkg), "s") + name
	case pkg == "apierror" && name == "ErrorBody":
		return "Error"
	case pkg == "apierror" && name == "FieldError":
		return "ErrorDetail"
	case strings.HasPrefix(t.PkgPath(), "github.com/danielgtaylor/huma"):
		return "Huma" + name // Errors that this service does not answer.
	case name == "Href":
		return "Link"
	case pkg == "openapi" && strings.HasPrefix(name, "Index"):
		return "Route" + name // Generators write index.ts, and beside it a file for each component.
	}
	return name
}
