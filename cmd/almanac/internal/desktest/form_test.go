package desktest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// form is a form of a page as a browser has it: where it is sent, and what its inputs
// contain.
type form struct {
	t      *testing.T
	b      *browser
	action string
	values url.Values
}

// form returns the form of a page whose class or action contains a text.
func (b *browser) form(page response, mark string) *form {
	b.t.Helper()
	root, err := html.Parse(strings.NewReader(page.text))
	if err != nil {
		b.t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Data == "form" && (attribute(n, "class") == mark || strings.Contains(attribute(n, "action"), mark)) {
			f := &form{b.t, b, attribute(n, "action"), url.Values{}}
			for input := range n.Descendants() {
				f.read(input)
			}
			return f
		}
	}
	b.t.Fatalf("no form %s in %d %s", mark, page.status, page.text)
	return nil
}

// attribute returns an attribute of an element, "" for none.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// has reports whether an element has an attribute.
func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

// content returns the text in an element.
func content(n *html.Node) string {
	var text strings.Builder
	for child := range n.Descendants() {
		if child.Type == html.TextNode {
			text.WriteString(child.Data)
		}
	}
	return text.String()
}

// read notes what an input contains.
func (f *form) read(n *html.Node) {
	name := attribute(n, "name")
	switch {
	case n.Type != html.ElementNode || name == "":
	case n.Data == "textarea":
		f.values.Add(name, strings.ReplaceAll(strings.TrimPrefix(content(n), "\n"), "\n", "\r\n"))
	case n.Data == "select":
		f.values.Add(name, selected(n))
	case n.Data == "input" && (attribute(n, "type") != "checkbox" && attribute(n, "type") != "radio" || has(n, "checked")):
		f.values.Add(name, attribute(n, "value"))
	}
}

// selected returns the value of a select: of the first option if none is chosen.
func selected(n *html.Node) string {
	first, value, any := true, "", false
	for option := range n.Descendants() {
		if option.Data != "option" || !first && !has(option, "selected") || any {
			continue
		}
		value, any, first = attribute(option, "value"), has(option, "selected"), false
		if !has(option, "value") {
			value = content(option)
		}
	}
	return value
}

// set changes inputs: pairs of names and values.
func (f *form) set(pairs ...string) *form {
	for i := 0; i < len(pairs); i += 2 {
		f.values.Set(pairs[i], pairs[i+1])
	}
	return f
}

// send sends the form by the button do.
func (f *form) send(do string) response {
	f.t.Helper()
	sent := url.Values{}
	for name, values := range f.values {
		sent[name] = values
	}
	sent.Set("do", do)
	return f.b.send(http.MethodPost, f.action, sent)
}

// saves sends the form by a button, and returns the page about the record that it
// leads to.
func (f *form) saves(do string) (path string, page response) {
	f.t.Helper()
	a := f.send(do)
	if a.status != http.StatusSeeOther {
		f.t.Fatalf("status %d, want 303: %s", a.status, a.text)
	}
	return a.location, f.b.get(a.location)
}
