package param_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/apierror"
	"almanac/runtime/param"
)

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// request makes a request; an empty contentType sends no such header.
func request(method, query, contentType, body string) *http.Request {
	r := &http.Request{Method: method, URL: &url.URL{Path: "/events", RawQuery: query}, Header: http.Header{}}
	if body != "" {
		r.Body = io.NopCloser(strings.NewReader(body))
		r.ContentLength = int64(len(body))
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	return r
}

// read returns the values of a request that must be readable.
func read(t *testing.T, r *http.Request) *param.Values {
	t.Helper()
	v, err := param.Read(r, param.DefaultLimits())
	if err != nil {
		t.Fatalf("Read: %v", err)
	}
	return v
}

// tree returns all that Lookup tells.
func tree(v *param.Values) map[string]any {
	all := map[string]any{}
	for _, name := range v.Names() {
		all[name], _ = v.Lookup(name)
	}
	return all
}

// multipartBody writes pairs of names and texts.
func multipartBody(t *testing.T, pairs ...string) (contentType, body string) {
	t.Helper()
	var buffer bytes.Buffer
	w := multipart.NewWriter(&buffer)
	for i := 0; i < len(pairs); i += 2 {
		if err := w.WriteField(pairs[i], pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), buffer.String()
}

func TestReadOfFormSpellings(t *testing.T) {
	tests := []struct {
		name string
		text string
		want map[string]any
	}{
		{"nothing is nothing", "", map[string]any{}},
		{"a plain name is text", "a=1", map[string]any{"a": "1"}},
		{"a name without equals sign is empty text", "a", map[string]any{"a": ""}},
		{"a repeated name shows its last text", "a=1&a=2", map[string]any{"a": "2"}},
		{"percent and plus are decoded", "a%5B%5D=x+y%2Bz", map[string]any{"a": []any{"x y+z"}}},
		{"a lone percent sign stays", "a=100%&b=%zz&c=%4", map[string]any{"a": "100%", "b": "%zz", "c": "%4"}},
		{"a semicolon is part of the value", "a=1;b=2", map[string]any{"a": "1;b=2"}},
		{"empty pairs and names are skipped", "&&=x&a=1&", map[string]any{"a": "1"}},
		{"empty brackets make a list", "a[]=1&a[]=2", map[string]any{"a": []any{"1", "2"}}},
		{"indexes give the order", "a[2]=c&a[0]=a&a[1]=b", map[string]any{"a": []any{"a", "b", "c"}}},
		{"indexes may leave gaps", "a[999999999]=z&a[7]=y", map[string]any{"a": []any{"y", "z"}}},
		{"ten comes after nine", "a[10]=j&a[9]=i", map[string]any{"a": []any{"i", "j"}}},
		{"empty brackets go on after an index", "a[5]=x&a[]=y", map[string]any{"a": []any{"x", "y"}}},
		{"an index that is sent twice keeps the last", "a[0]=x&a[0]=y", map[string]any{"a": []any{"y"}}},
		{"a key makes an object", "v[venue]=X&v[city]=Y", map[string]any{"v": map[string]any{"venue": "X", "city": "Y"}}},
		{
			"one key among indexes makes an object", "a[0]=x&a[k]=y",
			map[string]any{"a": map[string]any{"0": "x", "k": "y"}},
		},
		{"an index with a leading zero is a key", "a[01]=x", map[string]any{"a": map[string]any{"01": "x"}}},
		{
			"indexes and keys make a list of objects", "o[1][id]=3&o[0][organizer]=A",
			map[string]any{"o": []any{map[string]any{"organizer": "A"}, map[string]any{"id": "3"}}},
		},
		{
			"empty brackets collect one object until a key comes again",
			"o[][organizer]=A&o[][email]=a@x&o[][organizer]=B",
			map[string]any{"o": []any{
				map[string]any{"organizer": "A", "email": "a@x"},
				map[string]any{"organizer": "B"},
			}},
		},
		{
			"a list inside an object that empty brackets began grows", "o[][t][]=1&o[][t][]=2&o[][n]=x&o[][n]=y",
			map[string]any{"o": []any{
				map[string]any{"t": []any{"1", "2"}, "n": "x"},
				map[string]any{"n": "y"},
			}},
		},
		{
			"ids and objects mix in one list", "o[]=3&o[][organizer]=A",
			map[string]any{"o": []any{"3", map[string]any{"organizer": "A"}}},
		},
		{"the last spelling of a name wins, plain", "a[]=1&a=2", map[string]any{"a": "2"}},
		{"the last spelling of a name wins, bracketed", "a=1&a[]=2", map[string]any{"a": []any{"2"}}},
		{"an object takes the place of a text inside", "a[b]=1&a[b][c]=2", map[string]any{"a": map[string]any{"b": map[string]any{"c": "2"}}}},
		{
			"brackets that do not match are part of the name", "a[b=1&[c]=2&d[e]f=3&g[[h]]=4&i]=5",
			map[string]any{"a[b": "1", "[c]": "2", "d[e]f": "3", "g[[h]]": "4", "i]": "5"},
		},
		{"characters of all scripts are kept", "a=%E6%9D%B1%E4%BA%AC&ü=ß", map[string]any{"a": "東京", "ü": "ß"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tree(read(t, request("GET", tt.text, "", "")))); diff != "" {
				t.Errorf("query (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, tree(read(t, request("POST", "", formType, tt.text)))); diff != "" {
				t.Errorf("form (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadOfMultipartSpellsAsForms(t *testing.T) {
	contentType, body := multipartBody(t, "title", "Größe & 100%", "venue[venue]", "X", "tags[]", "1", "tags[]", "2")
	want := map[string]any{
		"title": "Größe & 100%",
		"venue": map[string]any{"venue": "X"},
		"tags":  []any{"1", "2"},
	}
	if diff := cmp.Diff(want, tree(read(t, request("POST", "", contentType, body)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadSkipsAnEmptyFileInput(t *testing.T) {
	body := "--B\r\nContent-Disposition: form-data; name=\"image\"; filename=\"\"\r\n" +
		"Content-Type: application/octet-stream\r\n\r\n\r\n--B\r\n" +
		"Content-Disposition: form-data; name=\"title\"\r\n\r\nT\r\n--B--\r\n"
	want := map[string]any{"title": "T"}
	if diff := cmp.Diff(want, tree(read(t, request("POST", "", "multipart/form-data; boundary=B", body)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadOfJSON(t *testing.T) {
	tests := []struct {
		name        string
		contentType string
		body        string
		want        map[string]any
	}{
		{"all types keep their form", jsonType, `{"s":"x","b":true,"n":1.50,"z":null,"l":[1],"o":{"k":"v"}}`, map[string]any{
			"s": "x", "b": true, "n": json.Number("1.50"), "z": nil,
			"l": []any{json.Number("1")}, "o": map[string]any{"k": "v"},
		}},
		{"the last of two equal keys wins", jsonType, `{"a":{"x":1},"a":{"y":"2"}}`, map[string]any{"a": map[string]any{"y": "2"}}},
		{"names keep their brackets", jsonType, `{"a[]":"1"}`, map[string]any{"a[]": "1"}},
		{"both halves of a surrogate pair are one character", jsonType, `{"a":"\ud83d\uDE00"}`, map[string]any{"a": "😀"}},
		{"an escaped backslash before u is text", jsonType, `{"a":"\\ud800"}`, map[string]any{"a": `\ud800`}},
		{"a body of blanks counts as none", jsonType, " \r\n", map[string]any{}},
		{"a charset of UTF-8 may be named in any case", "Application/JSON; Charset=\"utf-8\"", `{"a":"1"}`, map[string]any{"a": "1"}},
		{"types that end in json are JSON", "application/vnd.api+JSON", `{"a":"1"}`, map[string]any{"a": "1"}},
		{"without a type an object is JSON", "", "\n {\"a\":\"1\"}", map[string]any{"a": "1"}},
		{"without a type all else is a form", "", "a=1", map[string]any{"a": "1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tree(read(t, request("POST", "", tt.contentType, tt.body)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadGivesTheBodyPrecedence(t *testing.T) {
	v := read(t, request("PATCH", "a=query&b=query&c[]=1&c[]=2", jsonType, `{"a":"body","c":null}`))
	want := map[string]any{"a": "body", "b": "query", "c": nil}
	if diff := cmp.Diff(want, tree(v)); diff != "" {
		t.Errorf("merged (-want +got):\n%s", diff)
	}
	if !v.FromBody("c") || v.FromBody("b") || v.FromBody("none") {
		t.Error("FromBody does not tell body and query apart")
	}
}

func TestReadOfMethods(t *testing.T) {
	for method, want := range map[string]bool{
		"GET": false, "HEAD": false, "OPTIONS": false,
		"POST": true, "PUT": true, "PATCH": true, "DELETE": true,
	} {
		t.Run(method, func(t *testing.T) {
			_, got := read(t, request(method, "", formType, "a=1")).Lookup("a")
			if got != want {
				t.Errorf("body read: got %t, want %t", got, want)
			}
		})
	}
}

func TestReadOfARealServerRequest(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := param.Read(r, param.Limits{MaxBodyBytes: 10})
		if err != nil {
			w.WriteHeader(apierror.As(err).Status)
			return
		}
		a, _ := v.Lookup("a")
		_, _ = io.WriteString(w, a.(string))
	}))
	defer server.Close()
	for body, want := range map[string]int{`{"a":"1"}`: 200, `{"a":"12345"}`: 413} {
		// A reader of unknown length is sent in chunks, without Content-Length.
		answer, err := http.Post(server.URL, jsonType, io.MultiReader(strings.NewReader(body)))
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: got %d, want %d", body, answer.StatusCode, want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	deep := func(n int) string { return `{"a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}" }
	file := "--B\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\nx\r\n--B--\r\n"
	tests := []struct {
		name                     string
		query, contentType, body string
		status                   int
		code                     string
		params                   []string
	}{
		{"JSON that breaks off", "", jsonType, `{"a":`, 400, apierror.CodeInvalidJSON, nil},
		{"JSON with a trailing comma", "", jsonType, `{"a":1,}`, 400, apierror.CodeInvalidJSON, nil},
		{"data after the object", "", jsonType, `{} {}`, 400, apierror.CodeInvalidJSON, nil},
		{"a bracket after the object", "", jsonType, `{}]`, 400, apierror.CodeInvalidJSON, nil},
		{"a list as the body", "", jsonType, `[]`, 400, apierror.CodeInvalidJSON, nil},
		{"a text as the body", "", jsonType, `"a"`, 400, apierror.CodeInvalidJSON, nil},
		{"null as the body", "", jsonType, `null`, 400, apierror.CodeInvalidJSON, nil},
		{"a byte order mark", "", jsonType, "\ufeff{}", 400, apierror.CodeInvalidJSON, nil},
		{"invalid UTF-8 in JSON", "", jsonType, "{\"a\":\"\xff\"}", 400, apierror.CodeInvalidJSON, nil},
		{"a high surrogate alone", "", jsonType, `{"a":"\ud800"}`, 400, apierror.CodeInvalidJSON, nil},
		{"a high surrogate before another escape", "", jsonType, `{"a":"\ud800\u0041"}`, 400, apierror.CodeInvalidJSON, nil},
		{"a low surrogate alone", "", jsonType, `{"a":"x\udc00"}`, 400, apierror.CodeInvalidJSON, nil},
		{"a lone surrogate in a key", "", jsonType, `{"\ud800":1}`, 400, apierror.CodeInvalidJSON, nil},
		{"invalid UTF-8 in the query", "a=%ff", "", "", 400, apierror.CodeInvalidJSON, nil},
		{"invalid UTF-8 in a name", "%ff=a", "", "", 400, apierror.CodeInvalidJSON, nil},
		{"invalid UTF-8 in a form", "", formType, "a=\xc3", 400, apierror.CodeInvalidJSON, nil},
		{"an overlong encoding", "a=%C0%80", "", "", 400, apierror.CodeInvalidJSON, nil},
		{"U+0000 in the query", "ok=1&b=%00&a[k]=x%00", "", "", 400, apierror.CodeInvalidParam, []string{"a", "b"}},
		{"U+0000 in repeated texts", "a=%00&a=1", "", "", 400, apierror.CodeInvalidParam, []string{"a"}},
		{"U+0000 in JSON", "", jsonType, `{"a":[{"b":"\u0000"}]}`, 400, apierror.CodeInvalidParam, []string{"a"}},
		{"U+0000 in a name", "", jsonType, `{"a\u0000b":1}`, 400, apierror.CodeInvalidParam, []string{"a?b"}},
		{"U+0000 in an inner key", "", jsonType, `{"a":{"\u0000":1}}`, 400, apierror.CodeInvalidParam, []string{"a"}},
		{"a text type", "", "text/plain", "a=1", 415, apierror.CodeUnsupportedMediaType, nil},
		{"a type that is no type", "", "nonsense/", "a=1", 415, apierror.CodeUnsupportedMediaType, nil},
		{"another charset", "", "application/json; charset=iso-8859-1", "{}", 415, apierror.CodeUnsupportedMediaType, nil},
		{"another charset of a form", "", formType + "; charset=utf-16", "a=1", 415, apierror.CodeUnsupportedMediaType, nil},
		{"a multipart body without boundary", "", "multipart/form-data", "x", 400, apierror.CodeInvalidJSON, nil},
		{"a multipart body that breaks off", "", "multipart/form-data; boundary=B", "--B\r\n", 400, apierror.CodeInvalidJSON, nil},
		{"a multipart body without its last boundary", "", "multipart/form-data; boundary=B", "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--B\r\n", 400, apierror.CodeInvalidJSON, nil},
		{"a file", "", "multipart/form-data; boundary=B", file, 400, apierror.CodeInvalidParam, []string{"image"}},
		{"JSON nested too deeply", "", jsonType, deep(32), 400, apierror.CodeInvalidParam, []string{"a"}},
		{"JSON nested beyond all bounds", "", jsonType, deep(200000), 400, apierror.CodeInvalidJSON, nil},
		{"a form nested too deeply", "a" + strings.Repeat("[b]", 32) + "=1", "", "", 400, apierror.CodeInvalidParam, []string{"a"}},
		{"too many parameters in the query", strings.Repeat("a=1&", 1001), "", "", 400, apierror.CodeInvalidParam, nil},
		{"too many parameters in query and form", strings.Repeat("a=1&", 600), formType, strings.Repeat("b=1&", 401), 400, apierror.CodeInvalidParam, nil},
		{"too many members in JSON", "", jsonType, `{"a":[` + strings.Repeat(`{"b":1},`, 1000) + `0]}`, 400, apierror.CodeInvalidParam, nil},
		{"a list that is too long", "", jsonType, `{"a":[` + strings.Repeat(`1,`, 1000) + `0]}`, 400, apierror.CodeInvalidParam, []string{"a"}},
		{"a body that is too large", "", jsonType, `{"a":"` + strings.Repeat("x", 1<<20) + `"}`, 413, apierror.CodeContentTooLarge, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := param.Read(request("POST", tt.query, tt.contentType, tt.body), param.DefaultLimits())
			got := apierror.As(err)
			if got == nil || v != nil {
				t.Fatalf("got %v and %v, want an error alone", v, err)
			}
			if got.Status != tt.status || got.Code != tt.code {
				t.Errorf("got %v, want %d %s", got, tt.status, tt.code)
			}
			var names []string
			for _, name := range tt.params {
				if _, ok := got.Params[name]; ok {
					names = append(names, name)
				}
			}
			if diff := cmp.Diff(tt.params, names); diff != "" || len(got.Params) != len(tt.params) {
				t.Errorf("params %v (-want +got):\n%s", got.Params, diff)
			}
		})
	}
}

func TestReadAcceptsWhatJustFits(t *testing.T) {
	tests := []struct{ name, query, contentType, body string }{
		{"JSON nested as deeply as allowed", "", jsonType, `{"a":` + strings.Repeat("[", 31) + strings.Repeat("]", 31) + "}"},
		{"a form nested as deeply as allowed", "a" + strings.Repeat("[b]", 31) + "=1", "", ""},
		{"as many parameters as allowed", strings.Repeat("a=1&", 500), formType, strings.Repeat("b=1&", 500)},
		{"a list as long as allowed", "", jsonType, `{"a":[` + strings.Repeat(`1,`, 999) + `0]}`},
		{"a body as large as allowed", "", formType, "a=" + strings.Repeat("x", 1<<20-2)},
		{"an unknown type without a body", "a=1", "text/plain", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			read(t, request("POST", tt.query, tt.contentType, tt.body))
		})
	}
}

func TestReadOfContentEncoding(t *testing.T) {
	for encoding, want := range map[string]int{"gzip": 415, "br": 415, "Identity": 0} {
		r := request("POST", "", jsonType, "{}")
		r.Header.Set("Content-Encoding", encoding)
		_, err := param.Read(r, param.Limits{})
		got := 0
		if e := apierror.As(err); e != nil {
			got = e.Status
		}
		if got != want {
			t.Errorf("%s: got %d, want %d", encoding, got, want)
		}
	}
}

func TestReadOfABodyThatCannotBeRead(t *testing.T) {
	cause := errors.New("connection lost")
	r := request("POST", "", jsonType, "{}")
	r.Body, r.ContentLength = io.NopCloser(io.MultiReader(strings.NewReader("{"), failing{cause})), -1
	_, err := param.Read(r, param.Limits{})
	if got := apierror.As(err); got == nil || got.Status != 400 || !errors.Is(err, cause) {
		t.Errorf("got %v, want a 400 because of %v", err, cause)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestReadRepeatsLittleOfTheInput(t *testing.T) {
	names := url.Values{}
	for i := range 500 {
		names.Set(strings.Repeat("ä", 300)+strconv.Itoa(i), "\x00")
		names.Set("short"+strconv.Itoa(i), "\x00")
	}
	_, err := param.Read(request("GET", names.Encode(), "", ""), param.DefaultLimits())
	got := apierror.As(err)
	if got == nil {
		t.Fatal("got no error")
	}
	if text := got.Message.Error(); len(text) > 300 {
		t.Errorf("message of %d bytes: %s", len(text), text)
	}
	for name, detail := range got.Params {
		if len(name) > 200 || len(detail.Message.Error()) > 260 {
			t.Errorf("%q is too long: %s", name, detail.Message)
		}
	}
}
