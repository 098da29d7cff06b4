package generator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"almanac/generator"
	"almanac/resources/base"
	"almanac/resources/dsl"
)

// asked is a request to a random service.  {plural} in path and body stands for
// the ID of the last record of a resource.
type asked struct {
	Method, Path, Body string
	Status             int  // Of the response; 0 for any below 500.
	AllRoles           bool // It is also asked by visitors and by every role.
}

// TestRandomServicesRespond builds services of ten random resources each, in one
// program, and asks every route on both stores, with values that fit and with
// others, and every operation of lists as every role: no response is a server error, and
// an export is imported without loss into both.  SERVICES chooses how many.
func TestRandomServicesRespond(t *testing.T) {
	services := 4
	if n, err := strconv.Atoi(os.Getenv("SERVICES")); err == nil {
		services = n
	} else if testing.Short() {
		t.Skip("builds a program")
	}
	dir := t.TempDir()
	copyModule(t, dir, "go.mod", "go.sum", "runtime")
	program := map[string]string{"computing/computing.go": computing(t)}
	var imports, entries strings.Builder
	for n := range services {
		name := fmt.Sprintf("service_%02d", n)
		described := rapid.Custom(func(rt *rapid.T) []dsl.Resource { return drawResources(rt, 10) }).Example(n)
		files, err := generator.Generate(toyAPI(), append(described, base.Tables...), generator.PreviousOutput{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if rest, ok := strings.CutPrefix(f.Path, "generated/"); ok && !strings.HasPrefix(rest, "client/") {
				program["cmd/random/"+name+"/"+rest] = string(f.Content)
			}
		}
		requests, err := json.Marshal(requestsOf(described))
		if err != nil {
			t.Fatal(err)
		}
		program["cmd/random/testdata/"+name+".json"] = string(requests)
		fmt.Fprintf(&imports, "\t%s \"almanac/cmd/random/%[1]s\"\n", name)
		fmt.Fprintf(&entries, "\t%q: %[1]s.Service(),\n", name)
	}
	program["cmd/random/services_test.go"] = "package random_test\n\nimport (\n\t\"almanac/runtime/service\"\n" + imports.String() + ")\n\nvar services = map[string]service.Definition{\n" + entries.String() + "}\n"
	text, err := os.ReadFile(filepath.Join("testdata", "random", "random_test.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	program["cmd/random/random_test.go"] = string(text)
	put(t, dir, program)
	t.Log(goTool(t, dir, "test", "-vet=off", "-gcflags=almanac/cmd/random/...=-N -l", "-v", "-run", "Respond", "./cmd/random"))
}

// hostile are values that few fields take.
var hostile = []any{
	nil, "", " ", 0, -1, 1e300, 9223372036854775807.0, true, "NaN", "1e999", "' OR 1=1 --", "%_\\", "a\u0000b", "\ufffd\u202e💥", strings.Repeat("long ", 4000),
	[]any{},
	[]any{[]any{}},
	[]any{1, "x", nil},
	map[string]any{},
	map[string]any{"a": map[string]any{}},
	map[string]any{"amount": 1e30, "currency": "EUR"},
	map[string]any{"amount": "1.2345", "currency": []any{}},
	"99999999999999.99 EUR", "1 JPY", "-0.005", 0.1,
	"2026-02-30", "25:61", "0000-00-00", "99999-12-31T00:00:00Z",
	"https://", "javascript:alert(1)", "a,b,,c", "-0", "01", "null", "[]", "{}", "1,2,x",
}

// requestsOf asks every route of every resource.
func requestsOf(described []dsl.Resource) []asked {
	var list []asked
	at := 0
	next := func() any { at++; return hostile[at%len(hostile)] }
	add := func(method, path string, body map[string]any, status int) {
		text := ""
		if body != nil {
			encoded, _ := json.Marshal(body)
			text = string(encoded)
		}
		list = append(list, asked{Method: method, Path: path, Body: text, Status: status})
	}
	described = slices.DeleteFunc(slices.Clone(described), func(r dsl.Resource) bool { return r.Kind == dsl.KindInternal })
	for n := range 2 {
		for _, r := range described {
			status := http.StatusCreated
			if n > 0 && slices.ContainsFunc(r.Indexes, func(ix dsl.Index) bool { return ix.Unique }) || slices.ContainsFunc(r.FieldSpecs(), needsOthers) {
				status = 0
			}
			add("POST", "/"+r.Plural, bodyOf(r, n, false), status)
		}
	}
	for _, r := range described {
		one := "/" + r.Plural + "/{" + r.Plural + "}"
		add("POST", "/"+r.Plural, bodyOf(r, 2, true), 0)
		for _, f := range r.FieldSpecs() {
			for range 3 {
				body := bodyOf(r, 100+at, false)
				body[f.Name] = next()
				add("POST", "/"+r.Plural, body, 0)
				add("PATCH", one, map[string]any{f.Name: next()}, 0)
			}
			add("PATCH", one, map[string]any{f.Name: valueOf(f, 3)}, 0)
		}
		for _, a := range r.ActionSpecs() {
			body := map[string]any{}
			for _, name := range a.Input {
				f, _ := r.Field(name)
				body[name] = valueOf(f, 3)
				add("POST", one+"/"+a.Name, map[string]any{name: next()}, 0)
			}
			add("POST", one+"/"+a.Name+"?dry_run=true", body, 0)
			add("POST", one+"/"+a.Name, body, 0)
			add("GET", one+"/"+a.Name, nil, 0)
		}
		lists(r, next, func(query string, roles bool) {
			add("GET", "/"+r.Plural+query, nil, 0)
			list[len(list)-1].AllRoles = roles
		})
		add("GET", "/"+r.Plural, nil, 200)
		list[len(list)-1].AllRoles = true
		for _, path := range []string{one, "/" + r.Plural + "/by-slug/b", "/" + r.Plural + "/0", "/" + r.Plural + "/x", "/" + r.Plural + "/99999999999999999999"} {
			add("GET", path, nil, 0)
			add("GET", path+"?context=edit&_fields=id", nil, 0)
			add("PUT", path, bodyOf(r, 4, true), 0)
			add("POST", path+"?dry_run=true", bodyOf(r, 5, false), 0)
			add("DELETE", path, nil, 0)
			add("DELETE", path+"?force=true", nil, 0)
		}
	}
	add("GET", "/", nil, 200)
	add("GET", "/doc", nil, 200)
	return list
}

// lists asks for lists with each parameter and each order.
func lists(r dsl.Resource, next func() any, ask func(query string, roles bool)) {
	for _, p := range r.ParamSpecs() {
		values := []any{"1", "a", "true", "2027-01-02", "2027-01-02T03:04:05Z", "10:00", "0.5", "1.50", "EUR", next(), next(), next()}
		for i, v := range values {
			text, _ := json.Marshal(v)
			ask("?"+p.Name+"="+escape(strings.Trim(string(text), `"`)), i < 4) // A number, a text, a boolean and a date.
		}
		ask("?"+p.Name+"[]=1&"+p.Name+"[]=x&"+p.Name+"[a]=2", false)
	}
	order := ""
	for _, p := range r.ParamSpecs() {
		if p.Operation == dsl.OpOrderBy {
			order = p.Name
		}
	}
	for _, o := range r.SortOptions {
		if order != "" {
			ask("?"+order+"="+o.Name, true)
		}
	}
	for _, format := range []string{"csv", "ics", "ical", "rss", "json", "x"} {
		ask("?format="+format, false)
	}
}

// escape escapes a text for a query.
func escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, "%%%02X", text[i])
	}
	return b.String()
}

// bodyOf returns a body that creates a record: with what is required, or with all
// fields.
func bodyOf(r dsl.Resource, n int, all bool) map[string]any {
	body := map[string]any{}
	for _, f := range r.FieldSpecs() {
		if f.Required || all || f.Behavior == dsl.TimeZone {
			body[f.Name] = valueOf(f, n)
		}
	}
	return body
}

// needsOthers reports whether a create needs to know other records.
func needsOthers(f dsl.FieldSpec) bool { return f.Required && f.Behavior == dsl.Link }

func valueOf(f dsl.FieldSpec, n int) any {
	if len(f.Transitions) > 0 {
		return f.Initial()[0]
	}
	switch f.Behavior {
	case dsl.Name:
		return string(rune('a' + n%26)) // As short as the shortest MaxLength.
	case dsl.Slug:
		return fmt.Sprint("name-", n)
	case dsl.Status:
		return "publish"
	case dsl.Start, dsl.PublishDate, dsl.PublishDateUTC:
		return "2026-01-02 10:00:00"
	case dsl.End:
		return "2026-01-02 11:00:00"
	case dsl.TimeZone:
		return "Europe/Oslo"
	case dsl.Link, dsl.StringList:
		return []any{}
	case dsl.Author:
		return 1
	case dsl.Parent, dsl.PostParent:
		return 0
	default:
	}
	switch {
	case f.IsList() && f.Type == dsl.TypeIntegers:
		return []any{n % 90}
	case f.IsList() && f.Enum == nil:
		return []any{string(rune('a' + n%26))}
	case f.IsList():
		return []any{f.Enum[n%len(f.Enum)]}
	case len(f.Enum) > 0:
		return f.Enum[n%len(f.Enum)]
	case f.Type == dsl.TypeDate:
		return fmt.Sprintf("2027-01-%02d", 1+n%28)
	case f.Type == dsl.TypeTime:
		return fmt.Sprintf("10:%02d:00", n%60)
	case f.Type == dsl.TypeTimestamp:
		return fmt.Sprintf("2027-01-02T03:%02d:05Z", n%60)
	case f.Type == dsl.TypeDecimal:
		return fmt.Sprintf("0.%d", n%10)
	case f.Type == dsl.TypeMoney:
		return map[string]any{"amount": fmt.Sprint(n), "currency": f.Currencies[n%len(f.Currencies)]}
	case f.StoredAsBool, f.Type == dsl.TypeBoolean:
		return true
	case f.Type == dsl.TypeInteger, f.Type == dsl.TypeNumber:
		return n % 90 // In every range.
	case f.Text == dsl.TextHTTPURL:
		return "https://a.example/"
	default:
		return string(rune('a' + n%26))
	}
}
