package dsl_test

import (
	"errors"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"almanac/resources/dsl"
)

// lineOf returns the place of a mark in this file.
func lineOf(t *testing.T, mark string) token.Position {
	t.Helper()
	text, err := os.ReadFile("position_test.go")
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(text), "// "+mark+"\n")
	if !found {
		t.Fatalf("no line has the mark %q", mark)
	}
	return token.Position{Filename: "resources/dsl/position_test.go", Line: strings.Count(before, "\n") + 1}
}

// marked has one fault in each part that has a line of its own.
func marked() dsl.Resource {
	return dsl.Resource{
		Name: "marked", Plural: "marked", Kind: dsl.KindTerm, PagePath: "marked", Taxonomy: "marked", // resource
		Fields: []dsl.Field{
			dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Name"),
			dsl.Enum("size", "s", "m").Doc("Size"), // enum
			dsl.String("hint").
				Setter("example.org/x/talks", "SetHint"), // no line of its own
		},
		Params: []dsl.Param{
			dsl.QueryParam("page", dsl.TypeString, dsl.OpPage).Doc("Page"), // parameter
		},
		Filters: dsl.Filters(
			dsl.FilterBy("hin").Doc("Hint"), // filter
		),
		SortOptions: []dsl.SortOption{
			dsl.SortBy("age"), // order
		},
		Permissions:    dsl.Permissions{Create: "king"},                           // permissions
		Indexes:        []dsl.Index{{Columns: []string{"age"}}},                   // index
		ResponseFields: "id * id",                                                 // response
		SchemaOrg:      map[string]string{"hin": "description"},                   // property
		Drops:          []dsl.DroppedField{dsl.DropField("fax", "")},              // drop
		AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptFieldBreak("town", "a\nb")}, // break
	}
}

func TestFaultsHaveTheLineOfWhatIsWrong(t *testing.T) {
	gone := dsl.DropResource("gone", "") // dropped
	joined, ok := dsl.Validate([]dsl.Resource{marked(), gone}).(interface{ Unwrap() []error })
	if !ok {
		t.Fatal("no faults")
	}
	marks := map[string]string{
		"has no Doc;":                              "resource",
		`field "size": an Enum`:                    "enum",
		`parameter "page" has the type`:            "parameter",
		`sort option "age"`:                        "order",
		"permissions: Create":                      "permissions",
		"index over age":                           "index",
		`Response has "id" twice`:                  "response",
		`list parameter "hin" is about`:            "filter",
		`SchemaOrg names "hin"`:                    "property",
		`dropped field "fax"`:                      "drop",
		"AcceptedBreaks: field town needs":         "break",
		"dropped resource needs a one-line reason": "dropped",
	}
	for text, mark := range marks {
		t.Run(mark, func(t *testing.T) {
			want := lineOf(t, mark)
			for _, err := range joined.Unwrap() {
				fault := (*dsl.ValidationError)(nil)
				if !errors.As(err, &fault) || !strings.Contains(fault.Text, text) {
					continue
				}
				if fault.Position != want || !strings.HasPrefix(err.Error(), want.String()+": resource ") {
					t.Errorf("%s is reported as %q at %s, want %s", mark, err, fault.Position, want)
				}
				return
			}
			t.Errorf("%q is not reported", text)
		})
	}
}

func TestAResourceOfWhichNothingIsWrittenOutHasItsFile(t *testing.T) {
	tests := []struct {
		name     string
		resource dsl.Resource
		want     string
	}{
		{"a name that is computed", dsl.Resource{Name: strings.Repeat("x", 3), Kind: dsl.KindTerm, Fields: []dsl.Field{text("a")}}, "resources/dsl/validate_test.go"},
		{"no field", dsl.Resource{Name: strings.Repeat("x", 3), Kind: dsl.KindTerm}, "resources/xxx.go"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.resource.Position().Filename; got != tt.want {
				t.Errorf("file = %s, want %s", got, tt.want)
			}
		})
	}
}

// TestEveryWordRecordsItsPosition reads the package: a function that makes a part
// of a description by a literal of its own would leave its faults without a line.
func TestEveryWordRecordsItsPosition(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	literal := regexp.MustCompile(`return (Field\{|Param\{|SortOption\{|DroppedField\{|AcceptedBreak\{|Resource\{).*`)
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range literal.FindAllString(string(source), -1) {
			if !strings.HasSuffix(path, "_test.go") && !strings.Contains(line, "here()") && line != "return Field{f}" && line != "return Param{p}" {
				t.Errorf("%s: %q records no position: use describe or here", path, line)
			}
		}
	}
}
