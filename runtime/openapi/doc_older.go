package openapi

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// older returns the document in OpenAPI 3.0.
func older(doc *huma.OpenAPI) ([]byte, error) {
	lowered, err := doc.Downgrade()
	if err != nil {
		return nil, err
	}
	var tree map[string]any
	if err := json.Unmarshal(lowered, &tree); err != nil {
		return nil, err
	}
	if license, ok := tree["info"].(map[string]any)["license"].(map[string]any); ok {
		// 3.0 knows licenses by their address.
		license["url"] = "https://spdx.org/licenses/" + doc.Info.License.Identifier + ".html"
		delete(license, "identifier")
	}
	WrapReferences(tree)
	return json.Marshal(tree)
}

// WrapReferences puts references into an allOf where something stands beside
// them, which 3.0 would ignore.
func WrapReferences(v any) {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok && len(v) > 1 {
			delete(v, "$ref")
			v["allOf"] = []any{map[string]any{"$ref": ref}}
			return
		}
		for _, member := range v {
			WrapReferences(member)
		}
	case []any:
		for _, item := range v {
			WrapReferences(item)
		}
	}
}
