package param_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/apierror"
	"almanac/runtime/param"
)

// encodings write pairs of names and texts as a query string or as a body.
var encodings = []struct {
	name  string
	write func(t *testing.T, pairs ...string) (query, contentType, body string)
}{
	{"query", func(_ *testing.T, pairs ...string) (string, string, string) { return encoded(pairs), "", "" }},
	{"form", func(_ *testing.T, pairs ...string) (string, string, string) { return "", formType, encoded(pairs) }},
	{"multipart", func(t *testing.T, pairs ...string) (string, string, string) {
		media, body := parts(t, pairs)
		return "", media, body
	}},
}

// encoded writes pairs as a query string has them, in their order.
func encoded(pairs []string) string {
	var list []string
	for pair := range slices.Chunk(pairs, 2) {
		list = append(list, url.QueryEscape(pair[0])+"="+url.QueryEscape(pair[1]))
	}
	return strings.Join(list, "&")
}

// parts writes pairs as multipart/form-data.
func parts(t *testing.T, pairs []string) (contentType, body string) {
	t.Helper()
	var buffer bytes.Buffer
	w := multipart.NewWriter(&buffer)
	for pair := range slices.Chunk(pairs, 2) {
		if err := w.WriteField(pair[0], pair[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), buffer.String()
}

// object writes an object of one member as JSON.
func object(t *testing.T, name string, value any) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{name: value})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// FuzzMerge checks that a body goes before the query whatever its media type,
// that what only the query has stays, and that text arrives as it was sent.
func FuzzMerge(f *testing.F) {
	f.Add("one", "two", "three")
	f.Add("", "a,b", "100% & more = [x]+\u2028")
	f.Add("\x00", "\xff", "ok")
	f.Add("--B--\r\n\r\n", `{"p":1}`, "\U0001F600'; DROP")
	f.Fuzz(func(t *testing.T, inBody, inQuery, other string) {
		query := encoded([]string{"p", inQuery, "other", other})
		media, multi := parts(t, []string{"p", inBody})
		for name, body := range map[string][2]string{
			"JSON": {jsonType, object(t, "p", inBody)}, "form": {formType, encoded([]string{"p", inBody})}, "multipart": {media, multi},
		} {
			v, err := param.Read(request("PATCH", query, body[0], body[1]), param.DefaultLimits())
			sent := inBody
			if name == "JSON" { // The encoder has replaced every byte that is no UTF-8.
				sent = string([]rune(inBody))
			}
			if !readable(sent, inQuery, other) {
				refused(t, name, err)
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got, _ := v.Lookup("p")
			beside, _ := v.Lookup("other")
			want := []any{sent, other}
			if diff := cmp.Diff(want, []any{got, beside}); diff != "" {
				t.Errorf("%s: p, other (-want +got):\n%s", name, diff)
			}
		}
	})
}

// readable reports whether no text has what a request must not hold.
func readable(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !utf8.ValidString(s) || strings.Contains(s, "\x00") })
}

// refused notes a request that was taken though a text in it is none.
func refused(t *testing.T, name string, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: text that is none was taken", name)
		return
	}
	checkFault(t, apierror.As(err))
}

// FuzzList checks that a list means the same in every notation and encoding.
func FuzzList(f *testing.F) {
	f.Add("1\n2\n3")
	f.Add("music\na,b\n 7 \n\n-1")
	f.Add("[]\n[0]\n9223372036854775808")
	f.Add("x")
	f.Fuzz(func(t *testing.T, lines string) {
		elements := strings.Split(lines, "\n")
		if !readable(lines) || len(elements) > 100 {
			return
		}
		var brackets, indexed []string
		for i, e := range elements {
			brackets = append(brackets, "p[]", e)
			indexed = append(indexed, fmt.Sprintf("p[%d]", 7*i), e)
		}
		want := taken(t, "", jsonType, object(t, "p", elements))
		for notation, pairs := range map[string][]string{"p[]": brackets, "p[0]": indexed} {
			for _, e := range encodings {
				query, media, body := e.write(t, pairs...)
				if diff := cmp.Diff(want, taken(t, query, media, body)); diff != "" {
					t.Errorf("%s in the %s (-JSON +got):\n%s", notation, e.name, diff)
				}
			}
		}
		commas(t, elements)
	})
}

// commas compares the notations that split at commas: one text, and a name
// that is repeated.
func commas(t *testing.T, elements []string) {
	t.Helper()
	var repeated []string
	for _, e := range elements {
		repeated = append(repeated, "p", e)
	}
	want := taken(t, "", jsonType, object(t, "p", strings.Join(elements, ",")))
	for _, e := range encodings {
		query, media, body := e.write(t, repeated...)
		if diff := cmp.Diff(want, taken(t, query, media, body)); diff != "" {
			t.Errorf("repeated in the %s (-one text +got):\n%s", e.name, diff)
		}
	}
}

// readings are a list as each getter reads it; nil where the getter refuses it.
type readings struct {
	Texts    []string
	Integers []int64
	Any      []any
}

// taken reads the parameter p as every kind of list.
func taken(t *testing.T, query, contentType, body string) readings {
	t.Helper()
	v := read(t, request("POST", query, contentType, body))
	d := param.NewDecoder(v)
	got := readings{Texts: d.Strings("p").Value, Integers: d.Integers("p").Value, Any: d.References("p").Value}
	if err := d.Err(); err != nil {
		checkFault(t, err)
	}
	return got
}
