package docsui

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
)

// typeOf returns the type of a schema for people, with links to schemas.
func typeOf(s *schema) template.HTML {
	return template.HTML(strings.Join(alternatives(s), " or ")) //nolint:gosec // All texts in it are escaped.
}

// alternatives returns the types that a schema allows, as HTML.
func alternatives(s *schema) []string {
	switch {
	case s == nil:
		return []string{"any"}
	case s.Ref != "":
		name := template.HTMLEscapeString(refName(s.Ref))
		return []string{`<a href="#schema-` + name + `">` + name + `</a>`}
	}
	var list []string
	for _, one := range slices.Concat(s.AnyOf, s.OneOf, s.AllOf) {
		list = append(list, alternatives(one)...)
	}
	for _, name := range s.Type {
		switch {
		case name == "array":
			list = append(list, "array of "+strings.Join(alternatives(s.Items), " or "))
		case s.Format != "" && s.Format != "int64" && s.Format != "double" && name != "null":
			list = append(list, template.HTMLEscapeString(name+" ("+s.Format+")"))
		default:
			list = append(list, template.HTMLEscapeString(name))
		}
	}
	if len(list) == 0 {
		return []string{"any"}
	}
	slices.Sort(list[1:])
	return slices.Compact(list)
}

// limits returns what a schema demands of values, beside their type.
func limits(s *schema) []string {
	if s == nil {
		return nil
	}
	var list []string
	if s.Default != nil && fmt.Sprint(s.Default) != "" {
		list = append(list, "default "+text(s.Default))
	}
	switch {
	case s.Minimum != "" && s.Maximum != "":
		list = append(list, string(s.Minimum+" to "+s.Maximum))
	case s.Minimum != "":
		list = append(list, "at least "+string(s.Minimum))
	case s.Maximum != "":
		list = append(list, "at most "+string(s.Maximum))
	}
	if s.MaxLength != "" {
		list = append(list, "up to "+string(s.MaxLength)+" characters")
	}
	if s.Pattern != "" {
		list = append(list, "pattern "+s.Pattern)
	}
	if s.WriteOnly {
		list = append(list, "write only")
	}
	return list
}

// values returns the values that a schema lists, as texts.
func values(s *schema) []string {
	var list []string
	if s != nil {
		for _, v := range s.Enum {
			list = append(list, text(v))
		}
	}
	return list
}

// text returns a value as a query has it.
func text(v any) string { return strings.Trim(fmt.Sprint(v), `"`) }

// sample returns a value for a parameter, for code and as a hint in its field.
func sample(p *parameter) string {
	switch s := p.Schema; {
	case p.Example != nil:
		return text(p.Example)
	case s == nil:
		return ""
	case s.Example != nil:
		return text(s.Example)
	case len(s.Enum) > 0:
		return text(s.Enum[0])
	case s.Default != nil:
		return text(s.Default)
	case slices.Contains(s.Type, "array"):
		return "1,2"
	case slices.Contains(s.Type, "integer"), slices.Contains(s.Type, "number"):
		return "1"
	case slices.Contains(s.Type, "boolean"):
		return "true"
	case p.In == "path":
		return "my-" + p.Name
	}
	return ""
}
