package httpapi

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/openapi"
)

func TestReferencesWithSomethingBesideThemAreWrapped(t *testing.T) {
	tests := []struct{ name, given, want string }{
		{"a reference by itself stays", `{"$ref":"#/a"}`, `{"$ref":"#/a"}`},
		{"one with a description is wrapped", `{"$ref":"#/a","description":"b"}`, `{"allOf":[{"$ref":"#/a"}],"description":"b"}`},
		{"deep inside too", `{"x":[{"y":{"$ref":"#/a","description":"b"}}]}`, `{"x":[{"y":{"allOf":[{"$ref":"#/a"}],"description":"b"}}]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got, want any
			if err := json.Unmarshal([]byte(tt.given), &got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(tt.want), &want); err != nil {
				t.Fatal(err)
			}
			openapi.WrapReferences(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("wrapReferences (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheOlderDocumentNamesItsLicenseByAddress(t *testing.T) {
	text, err := docAPI(t).Document("3.0")
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		OpenAPI string
		Info    struct{ License map[string]string }
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"}
	if diff := cmp.Diff(want, got.Info.License); diff != "" || got.OpenAPI != "3.0.3" {
		t.Errorf("version %s, license (-want +got):\n%s", got.OpenAPI, diff)
	}
}
