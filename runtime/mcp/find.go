package mcp

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/records"
)

// findInput has the arguments of find.
type findInput struct {
	Resource string         `json:"resource"`
	Filters  map[string]any `json:"filters"`
	Fields   []string       `json:"fields"`
	Limit    *int64         `json:"limit"`
	Cursor   string         `json:"cursor"`
}

// defaultLimit is how many records find returns if nothing is said.
const defaultLimit = 20

// page is the answer of find.
type page struct {
	Resource string           `json:"resource"`
	Total    int64            `json:"total"`
	Records  []map[string]any `json:"records"`
	Cut      map[string]int   `json:"cut,omitempty"` // Bytes of texts of the only record that were too long.
	Cursor   string           `json:"cursor,omitempty"`
}

// find lists records.  The cursor is the number of records before: pages of any size go on from it.
func (c *call) find(in *findInput) (*answer, error) {
	k, err := c.kindOf(in.Resource)
	if err != nil {
		return nil, err
	}
	if err := k.checkFields(in.Fields); err != nil {
		return nil, err
	}
	params, err := k.filterParams(in.Filters)
	if err != nil {
		return nil, err
	}
	limit := int64(defaultLimit)
	if in.Limit != nil {
		limit = *in.Limit
	}
	before := int64(0)
	if in.Cursor != "" {
		if before, err = strconv.ParseInt(in.Cursor, 10, 64); err != nil || before < 1 {
			return nil, invalid("cursor", "cursor must be that of the last answer.")
		}
	}
	params.Set("page", strconv.FormatInt(before/limit+1, 10))
	params.Set("context", "edit") // Who may edit a protected record knows what it says.
	found, f := c.api.AskList(c.ctx, k.Resource, params, records.ListOptions{PageSize: limit})
	if f != nil {
		return nil, f
	}
	fields := in.Fields
	if len(fields) == 0 {
		fields = k.brief
	}
	out := page{Resource: k.Plural, Total: found.Total, Records: []map[string]any{}}
	next := before
	room := maxAnswer - size(out) - len(`,"cursor":"9223372036854775807"`)
	for _, one := range found.Records[min(before%limit, int64(len(found.Records))):] {
		text, err := one.JSON()
		if err != nil {
			return nil, err
		}
		record, err := k.show(text, one.Common().Version, fields)
		if err != nil {
			return nil, err
		}
		if size(record) > room && next > before {
			break
		}
		if removed := cut(record, room-cutNotice); len(removed) > 0 {
			out.Cut = removed
		}
		room -= size(record) + len(",")
		out.Records, next = append(out.Records, record), next+1
	}
	if next < found.Total && next > before {
		out.Cursor = strconv.FormatInt(next, 10)
	}
	text := fmt.Sprintf("%d of %d records. ", len(out.Records), out.Total)
	if out.Cursor != "" {
		text += "There are more: use cursor. "
	}
	return &answer{value: out, text: text + dataNotice}, nil
}

// cutNotice is room for the member that names texts which were cut.
const cutNotice = 500

// filterParams returns filters as parameters of the list.  Names that it does not have are errors, and
// values that it would overlook.
func (k *kind) filterParams(filters map[string]any) (url.Values, error) {
	params := url.Values{}
	for name, value := range filters {
		a := argNamed(k.filters, name)
		if a == nil {
			return nil, unknown("filter of "+k.Plural, name, namesOf(k.filters))
		}
		texts, err := filterTexts(name, value)
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			if allowed := enumOf(a); len(allowed) > 0 && !slices.Contains(allowed, text) {
				return nil, invalid(name, "%s must be one of: %s.", name, strings.Join(allowed, ", "))
			}
			if a.Bool && text != "true" && text != "false" {
				return nil, invalid(name, "%s must be true or false.", name)
			}
		}
		if a.Schema.Type != huma.TypeArray {
			texts = []string{strings.Join(texts, ",")}
		}
		params[name] = texts
	}
	return params, nil
}

// filterTexts returns the value of a filter as the texts of a parameter.
func filterTexts(name string, value any) ([]string, error) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	texts := make([]string, len(list))
	for i, one := range list {
		if texts[i], ok = param.TextOf(one); !ok || texts[i] == "" {
			name = quoted(name)
			return nil, invalid(name, "%s must be a text, a number, true or false, or a list of them.", name)
		}
	}
	return texts, nil
}

// enumOf returns the values that an argument allows, none for any.
func enumOf(a *model.Arg) []string {
	enum := a.Schema.Enum
	if a.Schema.Items != nil {
		enum = a.Schema.Items.Enum
	}
	var texts []string
	for _, value := range enum {
		texts = append(texts, fmt.Sprint(value))
	}
	return texts
}

// textSchema returns the schema of a text.
func textSchema(about string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: about}
}
