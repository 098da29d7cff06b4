package record

import (
	"html"
	"strconv"

	"almanac/runtime/model"
)

// Record is a record as the API shows it.
type Record map[string]any

// In returns an object in a record, an empty one for none.
func (r Record) In(name string) Record {
	inner, _ := r[name].(map[string]any)
	return inner
}

// ID returns the ID of the record.
func (r Record) ID() string { return TextOf(r["id"]) }

// Text returns what a property has, "" for null and for what is no single value.
func (r Record) Text(name string) string { return TextOf(r[name]) }

// TextOf writes a JSON value as people read it.
func TextOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// Title returns the name of a record: its name, else its first text, else its ID.
func (x *Exchange) Title(r Record) string { return TitleOf(x.Resource, r) }

// TitleOf is Exchange.Title for a record of any resource.
func TitleOf(res *model.Resource, r Record) string {
	if s := html.UnescapeString(r.Text(res.NameField)); s != "" {
		return s
	}
	for _, a := range res.Args {
		isText := a.Type == "string" && a.Schema.Format == "" && a.Schema.Enum == nil && a.Meaning == "" && !a.Bool
		if s := r.Text(a.Name); isText && s != "" {
			return html.UnescapeString(s)
		}
	}
	return "#" + r.ID()
}
