package jsonfields

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSelectedFieldsKeepTheirOrderAndValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		record := rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "record")
		body, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		keep, want := Fields{}, map[string]string{}
		// Invalid text becomes U+FFFD on the way, so compare what was written.
		written := map[string]string{}
		if err := json.Unmarshal(body, &written); err != nil {
			t.Fatal(err)
		}
		for name, value := range written {
			if rapid.Bool().Draw(t, "keep") {
				keep[name], want[name] = nil, value
			}
		}
		out, known, err := keep.Pick(body)
		if err != nil {
			t.Fatal(err)
		}
		if known != (len(want) > 0) {
			t.Fatalf("known: %v of %v", known, keep)
		}
		got := map[string]string{}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}
