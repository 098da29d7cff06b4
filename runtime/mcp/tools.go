package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool is a tool of the server.  No text of it depends on the resources, so that fifty of them
// have the same list of tools as one.
type tool struct {
	name, title, description string

	reads, destroys, repeats bool // Annotations: see sdk.ToolAnnotations.

	schema   string // Of the arguments.
	resolved *jsonschema.Resolved
	run      func(c *call, arguments json.RawMessage) (*answer, error)
}

// typed returns what runs a tool that takes arguments of the type I.
func typed[I any](run func(c *call, in *I) (*answer, error)) func(*call, json.RawMessage) (*answer, error) {
	return func(c *call, arguments json.RawMessage) (*answer, error) {
		in := new(I)
		decoder := json.NewDecoder(bytes.NewReader(arguments))
		decoder.UseNumber()
		if err := decoder.Decode(in); err != nil {
			return nil, invalid("arguments", "The arguments are invalid: %v.", err)
		}
		return run(c, in)
	}
}

// Parts of the schemas.
const (
	resourceArg = `"resource":{"type":"string","description":"Plural name, of describe"}`
	idArg       = `"id":{"type":"integer","minimum":1}`
	versionArg  = `"version":{"type":"integer","minimum":1,"description":"Version that was read; a newer one is an error"}`
	fieldsArg   = `"fields":{"type":"array","items":{"type":"string"},"maxItems":100,` +
		`"description":"Fields to return; without it the important ones"}`
	valuesArg = `"values":{"type":"object","description":"Values by field, of describe. A link is an ID, or a list of IDs"}`
	seriesArg = `"apply_to":{"type":"string","enum":["this","following","all"],"description":"Dates of a series to change"},` +
		`"series_version":{"type":"integer","minimum":1,"description":"Version in series of the record, of get"}`
	writeArg = `"dry_run":{"type":"boolean","description":"Try it and keep nothing"},` +
		`"idempotency_key":{"type":"string","minLength":1,"maxLength":255,` +
		`"description":"A repeat with the same key, such as a UUID, happens once"}`
	// Some clients take no schema with several types.
	filtersArg = `"filters":{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"number"},` +
		`{"type":"boolean"},{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number"}]}}]}}`
	cursorArg = `"cursor":{"type":"string","description":"Of the last answer, with the same other arguments"}`
)

// object returns the schema of arguments, of which some are required.
func object(required string, parts ...string) string {
	names, _ := json.Marshal(strings.Fields(required)) //nolint:errchkjson // Of texts.
	return fmt.Sprintf(`{"type":"object","properties":{%s},"required":%s,"additionalProperties":false}`,
		strings.Join(parts, ","), names)
}

// allTools returns the tools.
func allTools() []*tool {
	list := []*tool{
		{
			name: "describe", title: "Describe resources", reads: true,
			description: "Lists the resources and what you may do; with resource: its fields, filters, orders and actions.",
			schema:      object("", resourceArg, cursorArg), run: typed((*call).describe),
		},
		{
			name: "find", title: "Find records", reads: true,
			description: "Lists records that you may see. Filters are those of describe; an unknown one is an error. " +
				"Go on with cursor while there is one.",
			schema: object("resource", resourceArg,
				filtersArg, fieldsArg, `"limit":{"type":"integer","minimum":1,"maximum":50,"default":20}`, cursorArg),
			run: typed((*call).find),
		},
		{
			name: "get", title: "Get a record", reads: true,
			description: "Returns a record by id or slug. as_of shows an earlier version to those who may edit it. " +
				"The rest of a text that was cut comes with cursor.",
			schema: object("resource", resourceArg, idArg, `"slug":{"type":"string","minLength":1}`,
				`"as_of":{"type":"string","description":"Instant such as 2026-11-20T10:00Z"}`, fieldsArg, cursorArg),
			run: typed((*call).get),
		},
		{
			name: "changes", title: "Follow a list", reads: true,
			description: "Returns what changed in a list. Begin without since; then send since of the last answer, " +
				"with the same filters. Records that are not in the list any more are IDs in removed.",
			schema: object("resource", resourceArg, filtersArg, `"since":{"type":"string"}`), run: typed((*call).changes),
		},
		{
			name: "create", title: "Create a record",
			description: "Creates a record and returns it.",
			schema:      object("resource values", resourceArg, valuesArg, writeArg), run: typed((*call).create),
		},
		{
			name: "update", title: "Update a record", destroys: true, repeats: true,
			description: "Changes the fields that are sent, and returns the record. " +
				"If it has changed since it was read, nothing happens: get it again.",
			schema: object("resource id version values", resourceArg, idArg, versionArg, valuesArg, seriesArg, writeArg),
			run:    typed((*call).update),
		},
		{
			name: "delete", title: "Delete a record", destroys: true, repeats: true,
			description: "Moves a record to the trash, or deletes it where there is none.",
			schema:      object("resource id version", resourceArg, idArg, versionArg, seriesArg, writeArg),
			run:         typed((*call).remove),
		},
		{
			name: "act", title: "Perform an action", destroys: true,
			description: "Performs an action of describe on a record, and returns the record.",
			schema: object("resource id action version", resourceArg, idArg, `"action":{"type":"string"}`, versionArg, valuesArg,
				writeArg),
			run: typed((*call).act),
		},
	}
	for _, t := range list {
		t.resolve()
	}
	return list
}

// resolve reads the schema.
func (t *tool) resolve() {
	schema := new(jsonschema.Schema)
	err := json.Unmarshal([]byte(t.schema), schema)
	if err == nil {
		t.resolved, err = schema.Resolve(nil)
	}
	if err != nil {
		panic(fmt.Errorf("schema of tool %s: %w", t.name, err)) // A programming error.
	}
}

// described returns the tool as the protocol lists it.
func (t *tool) described() *sdk.Tool {
	closed := false
	a := &sdk.ToolAnnotations{
		Title: t.title, ReadOnlyHint: t.reads, IdempotentHint: t.reads || t.repeats, OpenWorldHint: &closed,
	}
	if !t.reads {
		a.DestructiveHint = &t.destroys
	}
	return &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.description, InputSchema: json.RawMessage(t.schema), Annotations: a,
	}
}

// check returns an error for arguments that the schema does not allow.
func (t *tool) check(arguments json.RawMessage) error {
	var tree map[string]any
	err := json.Unmarshal(arguments, &tree)
	if err == nil {
		err = t.resolved.Validate(tree)
	}
	if err == nil {
		return nil
	}
	known := new(jsonschema.Schema)
	if json.Unmarshal([]byte(t.schema), known) == nil {
		var names []string
		for name := range known.Properties {
			names = append(names, name)
		}
		for name, value := range tree {
			switch {
			case known.Properties[name] == nil:
				return unknown("argument", name, names)
			case value == nil:
				return invalid(name, "Omit %s instead of sending null.", name)
			}
		}
	}
	written, _ := decode(arguments) // It was read before.
	filters, _ := written["filters"].(map[string]any)
	for name, value := range filters {
		if _, wrong := filterTexts(name, value); wrong != nil {
			return wrong
		}
	}
	return invalid("arguments", "The arguments are invalid: %v.", err)
}
