package app_test

import (
	"encoding/json"
	"fmt"
	"mime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// general are headers that say nothing about one operation: those of transport,
// caches and browsers; and that of QUERY, which no document before 3.2 can describe.
var general = []string{
	"Content-Type", "Content-Length", "Date", "Cache-Control", "Vary", "X-Request-Id", "X-Content-Type-Options", "X-Frame-Options",
	"Content-Security-Policy", "Referrer-Policy", "Cross-Origin-Resource-Policy", "Strict-Transport-Security",
	"Accept-Query",
}

// expect compares a response with the status that it shall have and with what
// the document says about that: type, headers and body.
func (s *subject) expect(t *testing.T, op operation, got reply, status int) {
	t.Helper()
	name := op.method + " " + op.path
	if got.status != status {
		t.Errorf("%s = %d, want %d: %.300s", name, got.status, status, got.body)
		return
	}
	documented := op.Responses.Value(strconv.Itoa(status))
	if documented == nil {
		t.Errorf("%s answers %d, which the document does not have: %.300s", name, status, got.body)
		return
	}
	media, _, err := mime.ParseMediaType(got.header.Get("Content-Type"))
	content := documented.Value.Content[media]
	if err != nil || content == nil {
		t.Errorf("%s answers %q, which the document does not have", name, got.header.Get("Content-Type"))
		return
	}
	for header, h := range documented.Value.Headers {
		if h.Value.Required && got.header.Get(header) == "" {
			t.Errorf("%s has no header %s", name, header)
		}
	}
	for header := range got.header {
		if !slices.Contains(general, header) && !headerIn(documented.Value.Headers, header) {
			t.Errorf("%s has a header that the document does not have: %s", name, header)
		}
	}
	if media != "application/json" {
		if len(got.body) == 0 {
			t.Errorf("%s answers no %s", name, media)
		}
		return // Feeds have tests of their own.
	}
	fits(t, fmt.Sprintf("%s %d", name, status), content.Schema.Value, got.body)
}

// headerIn reports whether the header is described, in whatever case.
func headerIn(headers openapi3.Headers, name string) bool {
	for described := range headers {
		if strings.EqualFold(described, name) {
			return true
		}
	}
	return false
}

// fits compares a body with its description.
func fits(t *testing.T, name string, schema *openapi3.Schema, body []byte) {
	t.Helper()
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("%s: %v: %.300s", name, err, body)
		return
	}
	if err := schema.VisitJSON(value, openapi3.MultiErrors()); err != nil {
		t.Errorf("%s does not fit the document: %.2000v", name, err)
	}
}
