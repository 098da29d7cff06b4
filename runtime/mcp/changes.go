package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// changesInput has the arguments of changes.
type changesInput struct {
	Resource string         `json:"resource"`
	Filters  map[string]any `json:"filters"`
	Since    string         `json:"since"`
}

// changesPage is how many records changes returns at most.
const changesPage = 20

// changed is the answer of changes.
type changed struct {
	Resource string           `json:"resource"`
	Records  []map[string]any `json:"records"` // New or changed ones of the list.
	Removed  []int64          `json:"removed"` // IDs of those that are not in the list now.
	Cut      map[string]int   `json:"cut,omitempty"`
	Since    string           `json:"since"`
	More     bool             `json:"more"`
}

// changes returns what changed in a list since an earlier answer, as a sync of the list does.
func (c *call) changes(in *changesInput) (*answer, error) {
	k, err := c.kindOf(in.Resource)
	if err != nil {
		return nil, err
	}
	params, err := k.filterParams(in.Filters)
	if err != nil {
		return nil, err
	}
	params.Set("changes_since", in.Since)
	params.Set("per_page", strconv.Itoa(changesPage))
	params.Set("context", "edit")
	fields := append([]string{k.Plural, "removed", "sync_token", "more"}, k.brief...)
	params.Set("_fields", strings.Join(fields, ","))
	sent, err := c.ask(http.MethodGet, "/"+k.Plural, params, nil, nil)
	if err != nil {
		return nil, err
	}
	var list map[string]json.RawMessage
	var records []json.RawMessage
	out := changed{Resource: k.Plural, Records: []map[string]any{}}
	if err := json.Unmarshal(sent.Body, &list); err != nil {
		return nil, fmt.Errorf("read a list: %w", err)
	}
	for name, into := range map[string]any{
		k.Plural: &records, "removed": &out.Removed, "sync_token": &out.Since, "more": &out.More,
	} {
		if err := json.Unmarshal(list[name], into); err != nil {
			return nil, fmt.Errorf("read %s of a list: %w", name, err)
		}
	}
	room := (maxAnswer - size(out) - cutNotice) / max(1, len(records))
	for _, text := range records {
		record, err := k.show(text, 0, k.brief)
		if err != nil {
			return nil, err
		}
		if removed := cut(record, room); len(removed) > 0 {
			out.Cut = removed
		}
		out.Records = append(out.Records, record)
	}
	text := fmt.Sprintf("%d records changed, %d are removed. ", len(out.Records), len(out.Removed))
	if out.More {
		text += "There are more: send since at once. "
	}
	return &answer{value: out, text: text + dataNotice}, nil
}
