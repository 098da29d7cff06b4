package param_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/runtime/param"
)

// TestTheAddressOfABodyMeansTheSame reads parameters from JSON and from the address that is made
// of them.
func TestTheAddressOfABodyMeansTheSame(t *testing.T) {
	text := rapid.Map(rapid.String(), func(s string) string { return strings.ReplaceAll(s, "\x00", "") })
	rapid.Check(t, func(t *rapid.T) {
		body, err := json.Marshal(map[string]any{
			"text": text.Draw(t, "text"), "words": rapid.SliceOf(text).Draw(t, "words"),
			"ids": rapid.SliceOfN(rapid.Int64(), 0, 200).Draw(t, "ids"), "on": rapid.Bool().Draw(t, "on"),
			"near": rapid.Float64Range(-180, 180).Draw(t, "near"), "none": nil, "left out": 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		sent, err := param.Read(request("QUERY", "text=before", jsonType, string(body)), param.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		isList := func(name string) bool { return name == "words" || name == "ids" }
		query, err := sent.Address(func(name string) bool { return name != "left out" }, isList)
		if err != nil {
			t.Fatal(err)
		}
		got, err := param.Read(request("GET", query, "", ""), param.DefaultLimits())
		if err != nil {
			t.Fatalf("?%s: %v", query, err)
		}
		a, b := param.NewDecoder(sent), param.NewDecoder(got)
		for name, read := range map[string]func(*param.Decoder) any{
			"text":  func(d *param.Decoder) any { return d.String("text") },
			"words": func(d *param.Decoder) any { return d.Strings("words") },
			"ids":   func(d *param.Decoder) any { return d.Integers("ids") },
			"on":    func(d *param.Decoder) any { return d.Boolean("on") },
			"near":  func(d *param.Decoder) any { return d.Number("near") },
		} {
			if diff := cmp.Diff(read(a), read(b)); diff != "" {
				t.Errorf("%s of ?%s (-body +address):\n%s", name, query, diff)
			}
		}
		if _, found := got.Lookup("left out"); found {
			t.Errorf("?%s has what is left out", query)
		}
	})
}

func TestWhatNoAddressHoldsIsRefusedByName(t *testing.T) {
	all := func(string) bool { return true }
	for body, name := range map[string]string{`{"a":[null]}`: "a", `{"b":{"x]":1}}`: "b", `{"c":[{"d":[null]}]}`: "c"} {
		sent, err := param.Read(request("QUERY", "", jsonType, body), param.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if query, err := sent.Address(all, all); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: ?%s, %v", body, query, err)
		}
	}
}
