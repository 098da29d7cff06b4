package text

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// styleClasses are the declarations of inline styles that become classes, which the
// pages define: alignment and float by the names that WordPress has for them, and what
// editors write for underlined and the like.
var styleClasses = map[string]string{
	"text-align:left": "has-text-align-left", "text-align:center": "has-text-align-center", "text-align:right": "has-text-align-right",
	"text-align:justify": "has-text-align-justify", "float:left": "alignleft", "float:right": "alignright",
	"font-weight:bold": "has-bold", "font-weight:700": "has-bold", "font-style:italic": "has-italic",
	"text-decoration:underline": "has-underline", "text-decoration:line-through": "has-line-through",
}

// Style returns the classes that Clean makes of an inline style, and the names of the
// properties that it removes, each as often as it is declared.
func Style(style string) (classes, removed []string) {
	for declaration := range strings.SplitSeq(style, ";") {
		name, value, ok := strings.Cut(declaration, ":")
		name, value = strings.ToLower(strings.Trim(name, asciiSpace)), strings.ToLower(strings.Trim(value, asciiSpace))
		value = strings.Trim(strings.TrimSuffix(value, "!important"), asciiSpace)
		class := styleClasses[name+":"+value]
		switch {
		case !ok:
		case class == "":
			removed = append(removed, name)
		case !slices.Contains(classes, class):
			classes = append(classes, class)
		}
	}
	return classes, removed
}

// withoutStyle returns a tag with the classes of its inline style in the place of that.
func withoutStyle(tag string) string {
	if !strings.Contains(strings.ToLower(tag), "style") {
		return tag
	}
	z := html.NewTokenizer(strings.NewReader(tag))
	kind := z.Next()
	if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
		return tag
	}
	t := z.Token()
	at := slices.IndexFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "style" })
	if at < 0 {
		return tag
	}
	classes, _ := Style(t.Attr[at].Val)
	t.Attr = slices.DeleteFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "style" })
	t.Attr = withClasses(t.Attr, classes)
	return t.String()
}

// withClasses returns the attributes of an element that has the classes too.
func withClasses(attributes []html.Attribute, classes []string) []html.Attribute {
	at := slices.IndexFunc(attributes, func(a html.Attribute) bool { return a.Key == "class" })
	if at < 0 && len(classes) > 0 {
		return append(attributes, html.Attribute{Key: "class", Val: strings.Join(classes, " ")})
	}
	for _, class := range classes {
		if !slices.Contains(strings.Fields(attributes[at].Val), class) {
			attributes[at].Val = strings.TrimSpace(attributes[at].Val + " " + class)
		}
	}
	return attributes
}
