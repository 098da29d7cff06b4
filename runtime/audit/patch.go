package audit

import (
	"encoding/json"
	"fmt"
)

// Was is what decided before a change who could read the record.
type Was struct {
	There  bool   // False for a record that is new.
	Status string // "" for a record without a status.
	Hidden bool   // Lists left it out.
	Locked bool   // A password protected it.
	Owner  int64  // ID of its author or owner; 0 for none.
}

// Patch is what a record had before a change: what it lacks is as it is after the change.
type Patch struct {
	Columns map[string]json.RawMessage `json:"columns,omitempty"` // All of a record that was deleted.
	Links   map[string][]int64         `json:"links,omitempty"`   // IDs by the names of the links.
	Series  json.RawMessage            `json:"series,omitempty"`  // The row of a series; nil for a record.
	Secret  []string                   `json:"secret,omitempty"`  // Columns and links that changed, and whose values the log does not keep.

	known bool // The row has one.
}

// Known reports whether the log has former values: entries of release 1.2.0 and before have none, and those
// that are older than the service keeps have them no more.
func (p Patch) Known() bool { return p.known }

// KnownPatch returns a patch that says what a record had before.
func KnownPatch(p Patch) Patch {
	p.known = true
	return p
}

// noPatch is the text of a patch that changes nothing.
const noPatch = "{}"

// text returns what the column has.
func (p Patch) text() string {
	if !p.known {
		return ""
	}
	if p.Columns == nil && p.Links == nil && p.Series == nil && p.Secret == nil {
		return noPatch
	}
	text, err := json.Marshal(p) //nolint:gosec // Secret has names of columns.
	if err != nil {
		panic(fmt.Sprintf("former values are no JSON: %v", err)) // They were made by json.Marshal.
	}
	return string(text)
}

// parsePatch returns the patch of a text.
func parsePatch(text string) (p Patch, err error) {
	if text == "" {
		return p, nil
	}
	p.known = true
	if text == noPatch {
		return p, nil
	}
	return p, json.Unmarshal([]byte(text), &p)
}
