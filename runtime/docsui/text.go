package docsui

import (
	"html/template"
	"regexp"
	"strings"
)

// marks are what descriptions mark up: code in backticks, and URLs.
var marks = regexp.MustCompile("`([^`]+)`|https?://[^\\s<>`\"]*[^\\s<>`\".,;:!?)]")

// prose returns a description as HTML: its code and URLs are marked up, all else is text.
func prose(text string) template.HTML {
	var b strings.Builder
	end := 0
	for _, m := range marks.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(template.HTMLEscapeString(text[end:m[0]]))
		if end = m[1]; m[2] >= 0 {
			b.WriteString("<code>" + template.HTMLEscapeString(text[m[2]:m[3]]) + "</code>")
		} else {
			url := template.HTMLEscapeString(text[m[0]:m[1]])
			b.WriteString(`<a href="` + url + `">` + url + `</a>`)
		}
	}
	b.WriteString(template.HTMLEscapeString(text[end:]))
	return template.HTML(b.String()) //nolint:gosec // All texts in it are escaped.
}

// paragraphs returns the paragraphs of a description, each as its lines.
func paragraphs(text string) [][]template.HTML {
	var all [][]template.HTML
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		var lines []template.HTML
		for line := range strings.SplitSeq(strings.TrimSpace(part), "\n") {
			if line != "" {
				lines = append(lines, prose(line))
			}
		}
		if len(lines) > 0 {
			all = append(all, lines)
		}
	}
	return all
}
