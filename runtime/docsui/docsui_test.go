package docsui

import (
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// toys is a document of two tags, whose operations have all that the page shows.
const toys = `{
	"info": {"title": "Toys", "version": "2", "description": "Toys & more.\n\nUse ` + "`_fields`" + `.\nSee https://toys.example/help."},
	"servers": [{"url": "https://toys.example/v2"}],
	"tags": [{"name": "api", "description": "The root."}, {"name": "toys", "description": "Toys."}],
	"security": [{}, {"bearer": []}],
	"paths": {
		"/": {"get": {"operationId": "get-index", "tags": ["api"], "summary": "List all"}},
		"/toys": {
			"get": {"operationId": "list-toys", "tags": ["toys"], "summary": "List toys", "parameters": [
				{"name": "If-None-Match", "in": "header", "schema": {"type": "string"}},
				{"name": "color", "in": "query", "schema": {"type": "string", "enum": ["red", "blue"]}},
				{"name": "from", "in": "query", "required": true, "example": "2027-06-01", "schema": {"type": ["string", "null"]}}
			], "responses": {"200": {"description": "<b>Toys</b>", "headers": {"ETag": {}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Toy"}}}},
				"404": {"$ref": "#/components/responses/Missing"}}},
			"post": {"operationId": "create-toy", "tags": ["toys"], "summary": "Create a toy", "security": [{"bearer": []}],
				"requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Toy"}, "example": {"name": "Bear's", "soft": true}}}}}
		},
		"/toys/{id}": {
			"post": {"operationId": "update-toy-post", "tags": ["toys"], "summary": "Update a toy", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Toy"}}}}},
			"put": {"operationId": "update-toy-put", "tags": ["toys"], "summary": "Update a toy", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Toy"}}}}},
			"patch": {"operationId": "update-toy", "tags": ["toys"], "summary": "Update a toy",
				"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
				"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Toy"}}}}}
		},
		"/toys/{id}/picture": {"post": {"operationId": "upload", "tags": ["toys"], "summary": "Upload",
			"requestBody": {"content": {"multipart/form-data": {"schema": {"required": ["file"], "properties": {"file": {"type": "string", "format": "binary"}}}}}}}}
	},
	"components": {
		"schemas": {"Toy": {"description": "A toy", "required": ["name"], "type": "object", "properties": {
			"age": {"type": "integer", "minimum": 0, "maximum": 18446744073709551615},
			"name": {"type": "string", "maxLength": 20}, "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Toy"}}}}},
		"responses": {"Missing": {"description": "No such toy"}},
		"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "description": "A token."}}
	}
}`

// pageOf returns the page of a document.
func pageOf(t *testing.T, document, doc, accent string) string {
	t.Helper()
	r := &Reference{Document: func() ([]byte, error) { return []byte(document), nil }}
	page, err := r.Page(doc, accent)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

func TestThePageShowsWhatTheDocumentDescribes(t *testing.T) {
	page := pageOf(t, toys, "doc", "")
	for name, want := range map[string]string{
		"the subject":              `<p>Toys &amp; more. </p>`,
		"code and links":           `<p>Use <code>_fields</code>.<br>See <a href="https://toys.example/help">https://toys.example/help</a>.</p>`,
		"how to sign in":           `<dt>Token</dt><dd>A token. <code>Authorization: Bearer TOKEN</code></dd>`,
		"what needs it":            `Create a toy <span class="lock">sign-in</span>`,
		"aliases":                  `The same as <code>POST</code> and <code>PUT</code>.`,
		"places of aliases":        `<span id="update-toy-post"></span><span id="update-toy-put"></span>`,
		"values as choices":        `<option></option><option>red</option><option>blue</option>`,
		"examples of values":       `placeholder="2027-06-01" required`,
		"escaped text":             `&lt;b&gt;Toys&lt;/b&gt;`,
		"links to schemas":         `application/json: <a href="#schema-Toy">Toy</a>`,
		"responses of all":         `<th scope="row">404</th><td>No such toy</td>`,
		"limits":                   `0 to 18446744073709551615`,
		"arrays":                   `array of <a href="#schema-Toy">Toy</a>`,
		"a field for a file":       `<input type="file" name="body.file"`,
		"code for a shell":         `-d &#39;{`,
		"code for Python":          `json={&#34;name&#34;: &#34;Bear&#39;s&#34;, &#34;soft&#34;: True}`,
		"code that sends a file":   `curl &#39;https://toys.example/v2/toys/{id}/picture&#39; \` + "\n  -F file=@image.png",
		"samples in the path":      `https://toys.example/v2/toys/1`,
		"required query arguments": `/toys?from=2027-06-01`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%s: the page lacks %s", name, want)
		}
	}
	var order []string
	for _, m := range regexp.MustCompile(`<details class="operation" id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		order = append(order, m[1])
	}
	if diff := cmp.Diff([]string{"list-toys", "create-toy", "update-toy", "upload", "get-index"}, order); diff != "" {
		t.Errorf("operations (-want +got)\n%s", diff)
	}
	if from, match := strings.Index(page, "query.from"), strings.Index(page, "header.If-None-Match"); from > match {
		t.Error("a header is before a required parameter")
	}
	if open := pageOf(t, `{"info": {"title": "Toys"}}`, "doc", ""); !strings.Contains(open, "Open mode: no sign-in.") {
		t.Errorf("the page without sign-in is %s", open)
	}
}

func TestAPageIsMadeOnceForEachAccent(t *testing.T) {
	calls := 0
	r := &Reference{Document: func() ([]byte, error) { calls++; return []byte(toys), nil }}
	for range 2 {
		for _, accent := range []string{"", "#ffcc00"} {
			page, err := r.Page("doc", accent)
			if err != nil || strings.Contains(string(page), "page-ffcc00.css") != (accent != "") {
				t.Errorf("with the accent %q: %v", accent, err)
			}
		}
	}
	if calls != 2 {
		t.Errorf("the document was read %d times, want 2", calls)
	}
	if _, err := (&Reference{Document: func() ([]byte, error) { return []byte("{"), nil }}).Page("doc", ""); err == nil {
		t.Error("what is no document has a page")
	}
}

// references finds the URLs that a page loads or links to.
var references = regexp.MustCompile(`(?:href|src|data-doc)="([^"]*)"`)

func TestPageRefersToItsOwnHostOnly(t *testing.T) {
	for name, doc := range map[string]string{
		"without a slash the path of the page ends in doc": "doc",
		"with a slash the reference goes one level up":     "../doc",
		"the reference may be an absolute path":            "/calendar/events/v1/doc",
	} {
		t.Run(name, func(t *testing.T) {
			assets := 0
			for _, match := range references.FindAllStringSubmatch(pageOf(t, toys, doc, "#ffcc00"), -1) {
				url := html.UnescapeString(match[1])
				if url == "data:," || strings.HasPrefix(url, "#") || url == "https://toys.example/help" { // Of the document.
					continue
				}
				rest, ok := strings.CutPrefix(url, doc)
				if !ok {
					t.Errorf("page refers to %q, want only what is below %q", url, doc)
				}
				if path, ok := strings.CutPrefix(rest, "/"); ok {
					assets++
					if _, found := FindAsset(path); !found {
						t.Errorf("page refers to %q, which is no asset", url)
					}
				}
			}
			if assets != 2 {
				t.Errorf("page has %d assets, want 2", assets)
			}
		})
	}
}

// TestPageHasNothingInline holds what the policy asks for: a browser would
// ignore an inline script or style.
func TestPageHasNothingInline(t *testing.T) {
	inline := regexp.MustCompile(`<style|<script>|<script [^>]*>[^<]|\sstyle=|\son[a-z]+=|javascript:`)
	if got := inline.FindString(pageOf(t, toys, "doc", "")); got != "" {
		t.Errorf("page has %q inline", got)
	}
}

func TestPolicyAllowsTheOwnHostOnly(t *testing.T) {
	want := []string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src data:",
		"connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	}
	if diff := cmp.Diff(want, strings.Split(Policy, "; ")); diff != "" {
		t.Errorf("policy (-want +got)\n%s", diff)
	}
}

func TestAssets(t *testing.T) {
	folder := strings.TrimSuffix(strings.TrimPrefix(ScriptURL("doc"), "doc/"), scriptName)
	for _, tt := range []struct{ name, path, mediaType string }{
		{"the script", folder + "page.js", "text/javascript; charset=utf-8"},
		{"the style", folder + "page.css", "text/css; charset=utf-8"},
		{"the style with an accent", folder + "page-ffcc00.css", "text/css; charset=utf-8"},
		{"no path", "", ""},
		{"the folder", assetsPath, ""},
		{"the folder of the version", folder, ""},
		{"another version", assetsPath + "5.0.0/page.js", ""},
		{"no version", assetsPath + "page.js", ""},
		{"an unknown file", folder + "other.js", ""},
		{"another form of a color", folder + "page-FFCC00.css", ""},
		{"a color of another file", folder + "page-ffcc00.js", ""},
		{"a path inside the program", folder + "page/page.js", ""},
		{"a path that climbs", folder + "../page.js", ""},
		{"the page itself", folder + "page.html", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			asset, found := FindAsset(tt.path)
			if found != (tt.mediaType != "") {
				t.Fatalf("FindAsset(%q) is %t", tt.path, found)
			}
			if !found {
				return
			}
			get, head := httptest.NewRecorder(), httptest.NewRecorder()
			asset.ServeHTTP(get, httptest.NewRequest(http.MethodGet, "/doc/"+tt.path, http.NoBody))
			asset.ServeHTTP(head, httptest.NewRequest(http.MethodHead, "/doc/"+tt.path, http.NoBody))
			if diff := cmp.Diff(get.Header(), head.Header()); diff != "" || head.Body.Len() > 0 || get.Body.Len() == 0 {
				t.Errorf("HEAD has %d bytes, and other headers (-GET +HEAD)\n%s", head.Body.Len(), diff)
			}
			if h := get.Header(); h.Get("Content-Type") != tt.mediaType || h.Get("Cache-Control") != "public, max-age=31536000, immutable" {
				t.Errorf("headers: %v", h)
			}
			if got := get.Body.Len(); got > 20<<10 {
				t.Errorf("%d bytes, want 20 KiB at most", got)
			}
		})
	}
}
