package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// value returns a plausible value of a parameter or field: by its name where
// the type does not tell, else by its type.
func (s *subject) value(op operation, name string, schema *openapi3.Schema) any {
	schema = fullest(schema)
	switch schema.Type.Slice()[0] {
	case openapi3.TypeArray:
		if name == "include" || name == "exclude" {
			name = op.resource()
		}
		if items := schema.Items.Value; len(items.Enum) > 0 {
			return []any{items.Enum[0]}
		}
		return []any{s.record(name)}
	case openapi3.TypeInteger:
		switch name {
		case "page", "version":
			return 1
		case "per_page":
			return 3
		case "author":
			return s.author
		case "post", "post_parent":
			name = "event"
		case "parent":
			name = "category"
		}
		return s.record(name)
	case openapi3.TypeBoolean:
		return true
	case openapi3.TypeNumber:
		return 48.5
	}
	return s.text(name, schema)
}

// fullest returns the first alternative of a description, which is the one that
// the others are shorter forms of, or the description when it has none.
func fullest(schema *openapi3.Schema) *openapi3.Schema {
	if schema != nil && len(schema.AnyOf) > 0 {
		return schema.AnyOf[0].Value
	}
	return schema
}

// record returns the id of the record for a name in the singular or plural.
func (s *subject) record(name string) int64 {
	for plural, id := range s.records {
		if name == plural || name+"s" == plural || name == "category" && plural == "categories" {
			return id
		}
	}
	return 0
}

// text returns a plausible text.
func (s *subject) text(name string, schema *openapi3.Schema) string {
	unique := s.serial.Add(1)
	switch {
	case schema.Default != nil:
		return fmt.Sprint(schema.Default)
	case len(schema.Enum) > 0:
		return fmt.Sprint(schema.Enum[0])
	case name == "changes_since": // Begins a sync.
		return ""
	case name == "as_of":
		return time.Now().UTC().Format(time.RFC3339)
	case name == "end_date":
		return "2031-05-06 17:00"
	case name == "date" || name == "date_utc":
		return "2020-01-02 03:04:05"
	case strings.HasSuffix(name, "_date") || strings.HasPrefix(name, "starts_") || strings.HasPrefix(name, "ends_"):
		return "2031-05-06 15:00"
	case name == "status":
		return "publish"
	case name == "timezone":
		return "Europe/Paris"
	case name == "ticketed":
		return "box-office,door"
	case name == "recurrence":
		return "FREQ=DAILY;COUNT=2"
	case name == "cost":
		return "12.50 €"
	case name == "image" || name == "website" || name == "online_url":
		return "https://example.org/picture.png"
	case strings.HasPrefix(name, "show_map") || name == "has_events" || name == "only_with_upcoming":
		return "true"
	case strings.HasSuffix(name, "password"):
		return "open sesame"
	case name == "color":
		return "#1d5c4f"
	case name == "slug":
		return fmt.Sprintf("slug-%d", unique)
	}
	return fmt.Sprintf("Text %d", unique)
}

// encode writes the body of a request in its media type.
func encode(t *testing.T, w wish) (media string, body io.Reader) {
	t.Helper()
	switch {
	case w.raw != "":
		return w.media, strings.NewReader(w.raw)
	case w.body == nil:
		return "", http.NoBody
	}
	var buffer bytes.Buffer
	switch w.media {
	case "application/x-www-form-urlencoded":
		form := url.Values{}
		for name, v := range w.body {
			form.Set(name, flat(v))
		}
		return w.media, strings.NewReader(form.Encode())
	case "multipart/form-data":
		parts := multipart.NewWriter(&buffer)
		for name, v := range w.body {
			if err := parts.WriteField(name, flat(v)); err != nil {
				t.Fatal(err)
			}
		}
		_ = parts.Close()
		return parts.FormDataContentType(), &buffer
	}
	if err := json.NewEncoder(&buffer).Encode(w.body); err != nil {
		t.Fatal(err)
	}
	return w.media, &buffer
}

// flat writes a value as forms and queries have it.
func flat(v any) string {
	if list, ok := v.([]any); ok {
		var words []string
		for _, item := range list {
			words = append(words, fmt.Sprint(item))
		}
		return strings.Join(words, ",")
	}
	return fmt.Sprint(v)
}
