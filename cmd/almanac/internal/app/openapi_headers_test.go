package app_test

import (
	"net/http"
	"strings"
	"testing"

	"almanac/cmd/internal/deployments"
)

// TestTheDocumentTellsOfConditionsKeysAndDryRuns asks every operation on records
// for what a client can say beside its fields, and for the responses to that.
func TestTheDocumentTellsOfConditionsKeysAndDryRuns(t *testing.T) {
	const read, write, item = 1, 2, 4 // What an operation is.
	tests := []struct {
		in, name string
		of       int // Operations that have all of this.
	}{
		{"header", "If-None-Match", read},
		{"header", "If-None-Match", item},
		{"header", "If-Match", item},
		{"header", "Idempotency-Key", write},
		{"header", "Prefer", write},
		{"query", "dry_run", write},
		{"answer", "304", read},
		{"answer", "412", item},
		{"answer", "422", write},
		{"answer", "204", write | item},
		{"answer header", "ETag", read},
		{"answer header", "ETag", write},
		{"answer header", "Preference-Applied", write},
		{"answer header", "Idempotency-Replayed", write},
		{"answer header", "Change-Id", write},
	}
	operations := 0
	for path, entry := range load(t, document(t, deployments.B(), false, "3.1")).Paths.Map() {
		for method, op := range entry.Operations() {
			if path == "/" || path == "/doc" || besides(path) {
				continue // Neither images nor batches have versions.
			}
			operations++
			is, documented := write, map[string]bool{}
			if method == http.MethodGet {
				is = read
			}
			if strings.HasSuffix(path, "}") {
				is |= item
			}
			for _, p := range op.Parameters {
				documented[p.Value.In+" "+p.Value.Name] = true
			}
			for status, answer := range op.Responses.Map() {
				documented["answer "+status] = true
				for name := range answer.Value.Headers {
					documented["answer header "+name] = documented["answer header "+name] || strings.HasPrefix(status, "2")
				}
			}
			for _, tt := range tests {
				if is&tt.of == tt.of && !documented[tt.in+" "+tt.name] {
					t.Errorf("%s %s does not tell of the %s %s", method, path, tt.in, tt.name)
				}
			}
		}
	}
	if operations < 20 {
		t.Errorf("only %d operations", operations)
	}
}
