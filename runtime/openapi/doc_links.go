package openapi

import (
	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
)

// withAlternatives describes all that a field of a body takes, where s describes
// its fullest form: links and images have several.  They stand in anyOf, not in
// oneOf, since a venue as responses show it is also one that describes a new venue
// but for its id, and generators make the same types of both.  Null belongs to
// the first alternative, because OpenAPI 3.0 has it only beside a type.
func (d *Document) withAlternatives(f *model.Arg, s *huma.Schema) *huma.Schema {
	outer := &huma.Schema{Description: s.Description, Deprecated: s.Deprecated}
	s.Description, s.Deprecated = "", false
	switch {
	case f.Link != "" && s.Type != huma.TypeArray: // At most one record.
		outer.AnyOf = linkSchemas(d.Env.Resource(f.Link), false)
		outer.AnyOf[0].Nullable = !f.Required
	case f.Link != "":
		target := d.Env.Resource(f.Link)
		s.Items = &huma.Schema{AnyOf: linkSchemas(target, false)}
		outer.AnyOf = append([]*huma.Schema{s}, linkSchemas(target, true)...)
	case f.Image:
		none := &huma.Schema{Type: huma.TypeBoolean, Enum: []any{false}, Description: "No image"}
		outer.AnyOf = []*huma.Schema{s, idSchema(), named("The image with this ID; other properties are ignored"), none}
	case f.Currencies != nil:
		outer.AnyOf, outer.Default = amountSchemas(f.Currencies, s.Nullable), s.Default
	case f.Meaning == "cost":
		outer.AnyOf = costSchemas(s)
	case f.Meaning == "recurrence":
		outer.AnyOf = []*huma.Schema{s, recurrenceSchema()}
	case f.Meaning == "string_list":
		words := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}}
		none := &huma.Schema{Type: huma.TypeBoolean, Enum: []any{false}, Description: "None"}
		s.Description = "Comma-separated"
		outer.AnyOf = []*huma.Schema{s, words, none}
	case f.Bool && s.Type == huma.TypeString: // Responses have booleans, which come back.
		outer.AnyOf = []*huma.Schema{s, {Type: huma.TypeBoolean}}
	default:
		s.Description, s.Deprecated = outer.Description, outer.Deprecated
		return s
	}
	return outer
}

// costSchemas describes what stands for a cost, where text describes it as text.
func costSchemas(text *huma.Schema) []*huma.Schema {
	word := func() *huma.Schema { return &huma.Schema{Type: huma.TypeString} }
	number := &huma.Schema{Type: huma.TypeNumber}
	list := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{AnyOf: []*huma.Schema{word(), number}}}
	parts := &huma.Schema{
		Type: huma.TypeObject, Description: "The parts of a cost, as cost_details has them", Required: []string{"values"},
		Properties: map[string]*huma.Schema{
			"values": list, "currency_symbol": word(), "currency_code": word(), "currency_position": word(),
		},
	}
	return []*huma.Schema{text, number, list, parts}
}

// recurrenceSchema describes how a record repeats, where it is no text.
func recurrenceSchema() *huma.Schema {
	word := func(about string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: about} }
	date := &huma.Schema{
		Type: huma.TypeObject, Required: []string{"start_date"},
		Properties: map[string]*huma.Schema{
			"start_date": word("Start"), "end_date": word("End; if not sent, the date is as long as the first one"),
		},
	}
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: false,
		Properties: map[string]*huma.Schema{
			"rule":   word("RRULE of RFC 5545, such as FREQ=WEEKLY;BYDAY=TU"),
			"except": {Type: huma.TypeArray, Items: word(""), Description: "Starts of the dates to leave out"},
			"dates":  {Type: huma.TypeArray, Items: date, Description: "More dates"},
		},
	}
}

// amountSchemas describes what stands for an amount of money.
func amountSchemas(currencies []string, nullable bool) []*huma.Schema {
	number := &huma.Schema{Type: huma.TypeNumber, Description: "Amount; send text to keep all digits"}
	text := &huma.Schema{
		Type: huma.TypeString, Format: "decimal", Description: "Amount, with at most the digits of the currency",
	}
	currency := &huma.Schema{Type: huma.TypeString, Description: "Currency, a code of ISO 4217"}
	for _, code := range currencies {
		currency.Enum = append(currency.Enum, code)
	}
	object := &huma.Schema{
		Type: huma.TypeObject, Nullable: nullable, Required: []string{"amount", "currency"},
		Properties: map[string]*huma.Schema{"amount": {AnyOf: []*huma.Schema{text, number}}, "currency": currency},
	}
	words := &huma.Schema{Type: huma.TypeString, Description: "Amount and currency, such as 12 " + currencies[0]}
	if len(currencies) > 1 {
		return []*huma.Schema{object, words}
	}
	object.Required, words.Description = []string{"amount"}, words.Description+"; or the amount alone"
	return []*huma.Schema{object, words, number}
}

// linkSchemas describes what stands for a linked record: by itself, where a text
// may also name several, or in a list.
func linkSchemas(target *model.Resource, alone bool) []*huma.Schema {
	word := &huma.Schema{Type: huma.TypeString, Description: "ID, slug or name"}
	if !target.Term {
		word.Description, word.Pattern = "ID", "^[0-9]*$"
	}
	if alone {
		word.Description = "The same, comma-separated"
		if !target.Term {
			word.Pattern = "^[0-9, ]*$"
		}
	}
	object := named("The " + target.Name + " with this ID; other properties are ignored")
	schemas := []*huma.Schema{idSchema(), word, object}
	if !target.Term {
		schemas = append(schemas, &huma.Schema{Ref: "#/components/schemas/" + capital(target.Name) + "Create"})
	}
	return schemas
}

// named describes an object that names a record by its id, as those of responses do.
func named(doc string) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, Description: doc, Required: []string{"id"},
		Properties: map[string]*huma.Schema{"id": idSchema()},
	}
}

// idSchema describes an id.
func idSchema() *huma.Schema { return &huma.Schema{Type: huma.TypeInteger, Format: "int64"} }
