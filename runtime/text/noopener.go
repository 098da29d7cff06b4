package text

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// withoutOpener returns the attributes of a link, with rel="noopener" added
// when its target is another window: without it, browsers of before 2021 let the
// page that opens there change the address of the page with the link (HTML
// standard, "noopener").
func withoutOpener(attributes []html.Attribute) []html.Attribute {
	rel := -1
	opens := false
	for i, a := range attributes {
		switch a.Key {
		case "rel":
			rel = i
		case "target":
			opens = !slices.Contains([]string{"", "_self", "_parent", "_top"}, strings.ToLower(a.Val))
		}
	}
	switch {
	case !opens:
		return attributes
	case rel < 0:
		return append(attributes, html.Attribute{Key: "rel", Val: "noopener"})
	case !slices.ContainsFunc(strings.Fields(attributes[rel].Val), isolates):
		attributes[rel].Val += " noopener"
	}
	return attributes
}

// isolates reports whether a link type has browsers hide the opener.
func isolates(linkType string) bool {
	return strings.EqualFold(linkType, "noopener") || strings.EqualFold(linkType, "noreferrer")
}
