package docsui

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// snippet is code that sends a request.
type snippet struct{ Language, Code string }

// call is the request that snippets send.
type call struct {
	method, url string
	private     bool
	json        string // Body; "" for none.
	file        string // Field of a form that takes a file; "" for none.
}

// snippets returns code for an operation in several languages, with sample values for
// what is required.
func snippets(v *operationView, server string) []snippet {
	c := call{method: v.Method, private: v.Private}
	path, query := v.Path, url.Values{}
	for _, f := range v.Fields {
		switch {
		case f.In == "path":
			path = strings.ReplaceAll(path, "{"+f.Name+"}", url.PathEscape(f.Sample))
		case f.In == "query" && f.Required:
			query.Set(f.Name, f.Sample)
		}
	}
	if c.url = server + strings.TrimSuffix(path, "/"); len(query) > 0 {
		c.url += "?" + query.Encode()
	}
	if v.Body != nil {
		c.json = v.Body.JSON
		if i := slices.IndexFunc(v.Body.Fields, func(f fieldView) bool { return f.Flag }); v.Body.Form && i >= 0 {
			c.file = v.Body.Fields[i].Name
		}
	}
	return []snippet{{"curl", c.curl()}, {"JavaScript", c.javaScript()}, {"Go", c.golang()}, {"Python", c.python()}}
}

// curl returns a command for a shell.
func (c call) curl() string {
	parts := []string{"curl"}
	if c.method != "GET" && c.file == "" {
		parts[0] += " -X " + c.method
	}
	parts[0] += " " + quoteShell(c.url)
	if c.private {
		parts = append(parts, "-H 'Authorization: Bearer TOKEN'")
	}
	if c.json != "" {
		parts = append(parts, "-H 'Content-Type: application/json'", "-d "+quoteShell(c.json))
	}
	if c.file != "" {
		parts = append(parts, "-F "+c.file+"=@image.png")
	}
	return strings.Join(parts, " \\\n  ")
}

// quoteShell returns an argument for a shell.
func quoteShell(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// javaScript returns code for browsers and Node.
func (c call) javaScript() string {
	var b strings.Builder
	if c.file != "" {
		fmt.Fprintf(&b, "const form = new FormData();\nform.append(%q, input.files[0]);\n", c.file)
	}
	fmt.Fprintf(&b, "const response = await fetch(%q, {\n  method: %q,\n", c.url, c.method)
	var headers []string
	if c.private {
		headers = append(headers, `Authorization: "Bearer TOKEN"`)
	}
	if c.json != "" {
		headers = append(headers, `"Content-Type": "application/json"`)
	}
	if len(headers) > 0 {
		fmt.Fprintf(&b, "  headers: { %s },\n", strings.Join(headers, ", "))
	}
	switch {
	case c.json != "":
		fmt.Fprintf(&b, "  body: JSON.stringify(%s),\n", indent(c.json, "  "))
	case c.file != "":
		b.WriteString("  body: form,\n")
	}
	return b.String() + "});\nconsole.log(response.status, await response.json());"
}

// indent puts a prefix before all lines but the first.
func indent(text, prefix string) string { return strings.ReplaceAll(text, "\n", "\n"+prefix) }

// golang returns code for net/http.
func (c call) golang() string {
	var b strings.Builder
	body, contentType := "nil", ""
	switch {
	case c.json != "":
		fmt.Fprintf(&b, "body := strings.NewReader(`%s`)\n", strings.ReplaceAll(c.json, "`", "` + \"`\" + `"))
		body, contentType = "body", `"application/json"`
	case c.file != "":
		fmt.Fprintf(&b, `var body bytes.Buffer
form := multipart.NewWriter(&body)
part, err := form.CreateFormFile(%q, "image.png")
if err != nil {
	return err
}
if _, err := io.Copy(part, file); err != nil {
	return err
}
if err := form.Close(); err != nil {
	return err
}
`, c.file)
		body, contentType = "&body", "form.FormDataContentType()"
	}
	fmt.Fprintf(&b, "request, err := http.NewRequest(%q, %q, %s)\n", c.method, c.url, body)
	b.WriteString("if err != nil {\n\treturn err\n}\n")
	if c.private {
		b.WriteString("request.Header.Set(\"Authorization\", \"Bearer TOKEN\")\n")
	}
	if contentType != "" {
		fmt.Fprintf(&b, "request.Header.Set(\"Content-Type\", %s)\n", contentType)
	}
	return b.String() + "response, err := http.DefaultClient.Do(request)"
}

// python returns code for the library requests.
func (c call) python() string {
	arguments := []string{fmt.Sprintf("%q", c.url)}
	if c.private {
		arguments = append(arguments, `headers={"Authorization": "Bearer TOKEN"}`)
	}
	if c.json != "" {
		var body any
		if decode([]byte(c.json), &body) == nil {
			arguments = append(arguments, "json="+pythonValue(body))
		}
	}
	if c.file != "" {
		arguments = append(arguments, fmt.Sprintf(`files={%q: open("image.png", "rb")}`, c.file))
	}
	return fmt.Sprintf("import requests\n\nresponse = requests.%s(\n    %s,\n)\n"+
		"print(response.status_code, response.json())", strings.ToLower(c.method), strings.Join(arguments, ",\n    "))
}

// pythonValue returns a value of JSON in Python.
func pythonValue(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case []any:
		var list []string
		for _, one := range v {
			list = append(list, pythonValue(one))
		}
		return "[" + strings.Join(list, ", ") + "]"
	case map[string]any:
		var list []string
		for _, name := range sortedKeys(v) {
			list = append(list, fmt.Sprintf("%q: %s", name, pythonValue(v[name])))
		}
		return "{" + strings.Join(list, ", ") + "}"
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return "None"
	}
	return string(raw)
}
