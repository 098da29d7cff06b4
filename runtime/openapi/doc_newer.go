package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
)

// newer returns the document in OpenAPI 3.2, from that in 3.1: it describes QUERY, for which a path
// has no place before 3.2, and which Huma does not know.
func (d *Document) newer(v31 []byte) ([]byte, error) {
	var doc map[string]any
	if err := json.Unmarshal(v31, &doc); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	doc["openapi"] = "3.2.0"
	paths, components := doc["paths"].(map[string]any), doc["components"].(map[string]any)
	for _, r := range d.routes {
		if item, ok := paths[r.Name].(map[string]any); ok && r.Queries {
			item["query"] = queryOf(item["get"].(map[string]any), components)
		}
	}
	return json.Marshal(doc)
}

// queryOf describes the QUERY that means the same as a list.
func queryOf(list, components map[string]any) map[string]any {
	query := maps.Clone(list)
	id := strings.TrimPrefix(list["operationId"].(string), "list-")
	query["operationId"] = "query-" + id
	query["description"] = "Same as GET, with the parameters in the body."
	var headers []any
	properties, commas := map[string]any{}, map[string]any{}
	for _, p := range list["parameters"].([]any) {
		p := p.(map[string]any)
		if p["in"] != "query" {
			headers = append(headers, p)
			continue
		}
		name, schema := p["name"].(string), maps.Clone(p["schema"].(map[string]any))
		for _, member := range []string{"description", "deprecated"} {
			if about, ok := p[member]; ok {
				schema[member] = about
			}
		}
		if explode, ok := p["explode"].(bool); ok {
			commas[name] = map[string]any{"style": p["style"], "explode": explode}
		}
		properties[name] = schema
	}
	if query["parameters"] = headers; headers == nil {
		delete(query, "parameters")
	}
	name := camelCase(id) + "Query"
	components["schemas"].(map[string]any)[name] = map[string]any{"type": "object", "properties": properties}
	schema := map[string]any{"$ref": "#/components/schemas/" + name}
	form := map[string]any{"schema": schema}
	if len(commas) > 0 {
		form["encoding"] = commas
	}
	query["requestBody"] = map[string]any{"content": map[string]any{
		"application/json": map[string]any{"schema": schema}, "application/x-www-form-urlencoded": form,
	}}
	query["responses"] = queryResponses(list["responses"].(map[string]any), components)
	return query
}

// queryResponses describes the responses to a QUERY: those of the list, and the errors of a body.
func queryResponses(list, components map[string]any) map[string]any {
	responses, known := maps.Clone(list), components["responses"].(map[string]any)
	for _, status := range []int{
		http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
	} {
		name := strings.ReplaceAll(http.StatusText(status), " ", "")
		if known[name] == nil {
			failure := maps.Clone(known["BadRequest"].(map[string]any))
			failure["description"] = failureTexts[status]
			known[name] = failure
		}
		responses[strconv.Itoa(status)] = map[string]any{"$ref": "#/components/responses/" + name}
	}
	success := maps.Clone(list["200"].(map[string]any))
	headers, _ := success["headers"].(map[string]any)
	headers = maps.Clone(headers)
	if headers == nil {
		headers = map[string]any{}
	}
	headers["Content-Location"] = map[string]any{
		"description": "Address of the same list by GET, if that is short enough",
		"schema":      map[string]any{"type": "string"},
	}
	success["headers"] = headers
	responses["200"] = success
	return responses
}
