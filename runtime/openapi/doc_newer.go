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
			list := item["get"].(map[string]any)
			item["query"] = queryOf(list, components)
			list["responses"] = withHeader(list["responses"].(map[string]any), "Accept-Query", "Types of the body of a QUERY")
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
	return withHeader(responses, "Content-Location", "Address of the same list by GET, if that is short enough")
}

// withHeader returns responses whose success has one header more.
func withHeader(responses map[string]any, name, text string) map[string]any {
	responses = maps.Clone(responses)
	success := maps.Clone(responses["200"].(map[string]any))
	headers := map[string]any{}
	if others, ok := success["headers"].(map[string]any); ok {
		maps.Copy(headers, others)
	}
	headers[name] = map[string]any{"description": text, "schema": map[string]any{"type": "string"}}
	success["headers"], responses["200"] = headers, success
	return responses
}
