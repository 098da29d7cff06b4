package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// getInput has the arguments of get.
type getInput struct {
	Resource string      `json:"resource"`
	ID       json.Number `json:"id"`
	Slug     string      `json:"slug"`
	AsOf     string      `json:"as_of"`
	Fields   []string    `json:"fields"`
	Cursor   string      `json:"cursor"`
}

// one is the answer about one record.
type one struct {
	Resource string         `json:"resource"`
	Record   map[string]any `json:"record"`
	Cut      map[string]int `json:"cut,omitempty"` // Bytes of texts that were too long.
	Cursor   string         `json:"cursor,omitempty"`
	Change   string         `json:"change,omitempty"`  // ID of the change that a write made.
	DryRun   bool           `json:"dry_run,omitempty"` // Nothing was kept.
	Replayed bool           `json:"replayed,omitempty"`
}

// get returns a record.
func (c *call) get(in *getInput) (*answer, error) {
	k, err := c.kindOf(in.Resource)
	if err != nil {
		return nil, err
	}
	if err := k.checkFields(in.Fields); err != nil {
		return nil, err
	}
	path := "/" + k.Plural + "/" + in.ID.String()
	switch {
	case (in.ID == "") == (in.Slug == ""):
		return nil, invalid("id", "Send id or slug.")
	case in.Slug != "" && !k.Post:
		return nil, invalid("slug", "Records of %s are found by id; find has filters.", k.Plural)
	case in.Slug != "":
		path = "/" + k.Plural + "/by-slug/" + url.PathEscape(in.Slug)
	}
	query := url.Values{"context": {"edit"}} // Who may edit a protected record knows what it says.
	if in.AsOf != "" {
		query.Set("as_of", in.AsOf)
	}
	sent, err := c.ask(http.MethodGet, path, query, nil, nil)
	if err != nil {
		return nil, err
	}
	record, err := k.show(sent.Body, versionOf(sent), in.Fields)
	if err != nil {
		return nil, err
	}
	if in.Cursor != "" {
		return k.rest(record, in.Cursor)
	}
	return k.fit(&one{Resource: k.Plural, Record: record}, "1 record. "+dataNotice), nil
}

// fit makes the answer about a record small enough.  The cursor leads to the rest of its longest text.
func (k *kind) fit(out *one, text string) *answer {
	whole := map[string]any{}
	for name, value := range out.Record {
		whole[name] = value
	}
	out.Cut = cut(out.Record, maxAnswer-cutNotice)
	if len(out.Cut) > 0 {
		longest := ""
		for name, n := range out.Cut {
			if _, isText := whole[name].(string); isText && n > out.Cut[longest] {
				longest = name
			}
		}
		if longest != "" {
			shown, _ := out.Record[longest].(string)
			out.Cursor = textCursor(longest, len(shown), whole["version"])
		}
		text += " Texts were too long and are cut: use cursor for the rest, and write none of them back."
	}
	return &answer{value: out, text: text}
}

// textCursor is the cursor for the rest of a text of a version of a record.
func textCursor(name string, from int, version any) string {
	return fmt.Sprintf("%s:%d:%v", name, from, version)
}

// textPart is a part of a text that is too long for one answer.
type textPart struct {
	Resource string `json:"resource"`
	Field    string `json:"field"`
	From     int    `json:"from"` // Bytes before it.
	Text     string `json:"text"`
	Cursor   string `json:"cursor,omitempty"`
}

// rest returns the part of a text that a cursor leads to.
func (k *kind) rest(record map[string]any, cursor string) (*answer, error) {
	parts := strings.Split(cursor, ":")
	text, isText := record[parts[0]].(string)
	from := 0
	if len(parts) == 3 {
		from, _ = strconv.Atoi(parts[1])
	}
	switch {
	case len(parts) != 3 || !isText || from < 0 || from > len(text):
		return nil, invalid("cursor", "cursor must be that of the last answer.")
	case parts[2] != fmt.Sprint(record["version"]):
		return nil, invalid("cursor", "The record has changed: get it again without cursor.")
	}
	out := textPart{Resource: k.Plural, Field: parts[0], From: from, Text: text[from:]}
	for over := size(out) - maxAnswer + cutNotice; over > 0; over = size(out) - maxAnswer + cutNotice {
		out.Text = upTo(out.Text, max(1, len(out.Text)-over))
	}
	if end := from + len(out.Text); end < len(text) {
		out.Cursor = textCursor(parts[0], end, record["version"])
	}
	return &answer{value: out, text: "A part of a text. " + dataNotice}, nil
}
