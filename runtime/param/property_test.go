package param_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/runtime/apierror"
	"almanac/runtime/param"
)

func TestAllSpellingsOfAListAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Int64(), 1, 20).Draw(t, "list")
		var digits, brackets, indexed, plain []string
		for i, n := range list {
			digits = append(digits, fmt.Sprint(n))
			brackets = append(brackets, fmt.Sprintf("p[]=%d", n))
			indexed = append(indexed, fmt.Sprintf("p[%d]=%d", i, n))
			plain = append(plain, fmt.Sprintf("p=%d", n))
		}
		body, err := json.Marshal(map[string]any{"p": list})
		if err != nil {
			t.Fatal(err)
		}
		csv := strings.Join(digits, ",")
		sources := map[string][3]string{
			"brackets": {strings.Join(brackets, "&")},
			"indexes":  {strings.Join(rapid.Permutation(indexed).Draw(t, "order"), "&")},
			"repeated": {strings.Join(plain, "&")},
			"commas":   {"p=" + csv},
			"JSON":     {"", jsonType, string(body)},
			"text":     {"", jsonType, `{"p":"` + csv + `"}`},
		}
		for name, s := range sources {
			v, err := param.Read(request("POST", s[0], s[1], s[2]), param.DefaultLimits())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if diff := cmp.Diff(param.Of(list), param.NewDecoder(v).Integers("p")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	})
}

func TestTextComesThroughEverySourceUnchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ReplaceAll(rapid.String().Draw(t, "text"), "\x00", "")
		body, err := json.Marshal(map[string]string{"p": text})
		if err != nil {
			t.Fatal(err)
		}
		pair := url.Values{"p": {text}}.Encode()
		for name, s := range map[string][3]string{
			"query": {pair}, "form": {"", formType, pair}, "JSON": {"", jsonType, string(body)},
		} {
			v, err := param.Read(request("PUT", s[0], s[1], s[2]), param.DefaultLimits())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got := param.NewDecoder(v).String("p"); got != param.Of(text) {
				t.Errorf("%s: got %+v, want %q", name, got, text)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("page=1&p[]=2", "", "")
	f.Add("p[0][a]=1&p[][a]=2&p[][b][]=3&p[", "", `{"p":[1,{"id":2}],"q":"\ud83d\ude00"}`)
	f.Add("p=%00&p=1,2", formType, "p[a]=1&p=%ff&p[b][c]=x")
	f.Add("", jsonType, `{"p":{"a":[null,true,1e400]},"p":"\ud800"}`)
	f.Add("%", "multipart/form-data; boundary=B", "--B\r\nContent-Disposition: form-data; name=\"p\"\r\n\r\nx\r\n--B--\r\n")
	f.Fuzz(func(t *testing.T, query, contentType, body string) {
		limits := param.Limits{MaxBodyBytes: 1 << 12, MaxDepth: 6, MaxParams: 40, MaxItems: 20}
		v, err := param.Read(request("POST", query, contentType, body), limits)
		if err != nil {
			checkFault(t, apierror.As(err))
			return
		}
		d := param.NewDecoder(v)
		for _, name := range v.Names() {
			value, _ := v.Lookup(name)
			checkValue(t, value)
			d.Integer(name)
			d.Number(name)
			d.Boolean(name)
			d.String(name, param.NonEmpty())
			d.LenientBool(name)
			d.Integers(name)
			d.Strings(name)
			d.References(name)
		}
		if err := d.Err(); err != nil {
			checkFault(t, err)
		}
	})
}

// checkFault holds an error to what Read promises.
func checkFault(t *testing.T, e *apierror.Error) {
	t.Helper()
	if e == nil {
		t.Fatal("the error is no *apierror.Error")
	}
	if e.Status < 400 || e.Status > 499 || e.Code == "" || !utf8.ValidString(e.Message.Error()) {
		t.Errorf("got %v, want a 4xx with a code", e)
	}
}

// checkValue holds a value to what Lookup promises.
func checkValue(t *testing.T, value any) {
	t.Helper()
	switch v := value.(type) {
	case nil, bool, json.Number:
	case string:
		if !utf8.ValidString(v) || strings.Contains(v, "\x00") {
			t.Errorf("got %q, want valid text", v)
		}
	case []any:
		for _, element := range v {
			checkValue(t, element)
		}
	case map[string]any:
		for _, element := range v {
			checkValue(t, element)
		}
	default:
		t.Errorf("got a %T", value)
	}
}
