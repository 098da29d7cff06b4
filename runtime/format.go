package runtime

import (
	"encoding/json"
	"io"

	"github.com/danielgtaylor/huma/v2"
)

// formats returns how answers are written: as JSON without a literal <, > or &.
// It means the same as with them, and cannot end or begin an element where
// somebody puts an answer into a page.
func formats() map[string]huma.Format {
	format := huma.Format{
		Marshal:   encode,
		Unmarshal: json.Unmarshal,
	}
	return map[string]huma.Format{"application/json": format, "json": format}
}

// encode writes a value as answers have it, with a line break at the end.
func encode(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) }
