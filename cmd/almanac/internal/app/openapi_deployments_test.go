package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/deployment"
)

// TestDocumentsOfTheDeploymentsDifferAsDeclared compares the documents of A
// and B value by value.  Two rules explain every difference: A
// has a language parameter on every operation, and another default of
// per_page.
func TestDocumentsOfTheDeploymentsDifferAsDeclared(t *testing.T) {
	for _, version := range []string{"3.0", "3.1"} {
		for _, open := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, open %t", version, open), func(t *testing.T) {
				a, b := deployments.A(), deployments.B()
				first, second := tree(t, a, open, version), tree(t, b, open, version)
				languages, defaults := map[string]bool{}, map[string]bool{}
				for _, d := range differences(nil, first, second) {
					switch {
					case d.isLanguage(a):
						languages[d.operation()] = true
					case d.isPerPage(first, a, b):
						defaults[d.operation()] = true
					default:
						t.Errorf("%s differs without a reason: A has %v, B has %v", d.where(), d.first, d.second)
					}
				}
				if diff := cmp.Diff(operationsOf(first), slices.Sorted(maps.Keys(languages))); diff != "" {
					t.Errorf("operations with a language (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(lists(), slices.Sorted(maps.Keys(defaults))); diff != "" {
					t.Errorf("operations with another per_page (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// lists names the list operation of every resource, and those of images, series and deliveries.
func lists() []string {
	all := []string{"/changes get", "/media get", "/series get", "/webhooks/{id}/deliveries get"}
	for _, k := range generated.Service().Resources {
		all = append(all, "/"+k.Plural+" get")
	}
	slices.Sort(all)
	return all
}

// TestDocumentHasNothingOfExtensionsThatAreOff looks for every trace of them.
func TestDocumentHasNothingOfExtensionsThatAreOff(t *testing.T) {
	d := deployments.B()
	for _, tt := range []struct {
		name string
		with bool
	}{{"on", true}, {"off", false}} {
		if d.Extensions = nil; tt.with {
			d.Extensions = deployments.B().Extensions
		}
		text := string(document(t, d, true, "3.1"))
		for _, word := range []string{`"geoloc"`, `"geoloc_lat"`, `"geo_lng":`, `"ticketed"`, `"ticketed":`} {
			if got := strings.Contains(text, word); got != tt.with {
				t.Errorf("extensions are %s: the document has %s: %t", tt.name, word, got)
			}
		}
	}
}

// difference is a value that two documents do not share; nil stands for none.
type difference struct {
	path          []string
	first, second any
}

// tree returns the document of a deployment as plain values.
func tree(t *testing.T, d deployment.Deployment, open bool, version string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(document(t, d, open, version), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// differences lists where two values differ, as deep as it can.
func differences(path []string, first, second any) []difference {
	var list []difference
	inside := func(key string, first, second any) {
		list = append(list, differences(append(slices.Clone(path), key), first, second)...)
	}
	switch a := first.(type) {
	case map[string]any:
		if b, ok := second.(map[string]any); ok {
			for key := range a {
				inside(key, a[key], b[key])
			}
			for key := range b {
				if _, ok := a[key]; !ok {
					inside(key, nil, b[key])
				}
			}
			return list
		}
	case []any:
		if b, ok := second.([]any); ok {
			for i := range max(len(a), len(b)) {
				inside(strconv.Itoa(i), itemAt(a, i), itemAt(b, i))
			}
			return list
		}
	}
	if !reflect.DeepEqual(first, second) {
		return []difference{{path, first, second}}
	}
	return nil
}

// itemAt returns an item of a list, nil behind its end.
func itemAt(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// where writes the path of a difference.
func (d difference) where() string { return strings.Join(d.path, " > ") }

// operation returns the path and method that the difference is in, "" outside
// of operations.
func (d difference) operation() string {
	if len(d.path) < 3 || d.path[0] != "paths" {
		return ""
	}
	return d.path[1] + " " + d.path[2]
}

// isLanguage reports whether the difference is the language parameter, which
// the second document does not have: as one more of several, or as the only
// one.
func (d difference) isLanguage(a deployment.Deployment) bool {
	added := d.first
	if only, ok := added.([]any); ok && len(only) == 1 {
		added = only[0]
	}
	p, ok := added.(map[string]any)
	if !ok || d.second != nil || len(d.path) < 4 || d.path[3] != "parameters" || p["name"] != a.LanguageParam || p["in"] != "query" {
		return false
	}
	schema, _ := p["schema"].(map[string]any)
	return fmt.Sprint(schema["enum"]) == fmt.Sprint(a.Languages) && schema["type"] == "string" && p["required"] == nil
}

// isPerPage reports whether the difference is the default of per_page.
func (d difference) isPerPage(doc any, a, b deployment.Deployment) bool {
	if len(d.path) != 7 || d.path[3] != "parameters" || d.path[5] != "schema" || d.path[6] != "default" {
		return false
	}
	for _, key := range d.path[:5] {
		switch v := doc.(type) {
		case map[string]any:
			doc = v[key]
		case []any:
			i, _ := strconv.Atoi(key)
			doc = v[i]
		}
	}
	return doc.(map[string]any)["name"] == "per_page" && d.first == float64(a.DefaultPerPage) && d.second == float64(b.DefaultPerPage)
}

// operationsOf lists the operations of a document.
func operationsOf(doc any) []string {
	var list []string
	for path, item := range doc.(map[string]any)["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			list = append(list, path+" "+method)
		}
	}
	slices.Sort(list)
	return list
}
