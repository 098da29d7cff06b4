package text

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// maxDepth bounds the nesting of elements.  Tags beyond it are dropped, their
// content stays; without a bound, looking for open elements would take time
// in the square of the text's length.
const maxDepth = 100

// attributeEscaper writes an attribute value between double quotes.
var attributeEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// balance writes HTML in one form and well-formed: end tags without a start
// are dropped, open elements are closed, and end tags that HTML lets people
// leave out (`<li>one<li>two`) are added.  A description that is well-formed
// cannot break the page that shows it.
func balance(s string) string {
	var b balancer
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			b.closeTo(0)
			return b.out.String()
		case html.TextToken:
			b.out.WriteString(Escape(printable(z.Token().Data)))
		case html.StartTagToken:
			b.start(z.Token(), ">")
		case html.SelfClosingTagToken:
			b.start(z.Token(), " />")
		case html.EndTagToken:
			b.end(z.Token().Data)
		default:
			// Comments and declarations are not part of a description.
		}
	}
}

// balancer writes tags and remembers which elements are open.
type balancer struct {
	out  strings.Builder
	open []string
}

// start writes a start tag.  Only a void element may be written as closed in
// itself, as browsers read it.
func (b *balancer) start(t html.Token, closer string) {
	if i := b.implied(t.Data); i >= 0 {
		b.closeTo(i)
	}
	void := isVoid(t.Data)
	if !void && len(b.open) == maxDepth {
		return
	}
	if t.Data == "a" {
		t.Attr = withoutOpener(t.Attr)
	}
	b.out.WriteString("<" + t.Data)
	for _, a := range t.Attr {
		b.out.WriteString(" " + a.Key + `="` + attributeEscaper.Replace(printable(a.Val)) + `"`)
	}
	if void {
		b.out.WriteString(closer)
		return
	}
	b.out.WriteString(">")
	b.open = append(b.open, t.Data)
}

// end closes the innermost open element of that name with all that is open in
// it.  A cell of a table cannot close what is open around it.
func (b *balancer) end(name string) {
	var fence []string
	if !isTablePart(name) {
		fence = []string{"td", "th", "caption", "table"}
	}
	if i := b.find([]string{name}, fence); i >= 0 {
		b.closeTo(i)
	}
}

// implied returns the index of the open element that a start tag of name ends
// without saying so, -1 when there is none.
func (b *balancer) implied(name string) int {
	switch name {
	case "a":
		return b.find([]string{"a"}, []string{"td", "th", "caption", "table"})
	case "li":
		return b.find([]string{"li"}, []string{"ul", "ol", "td", "th", "table"})
	case "dt", "dd":
		return b.find([]string{"dt", "dd"}, []string{"dl", "td", "th", "table"})
	case "rt", "rp":
		return b.find([]string{"rt", "rp"}, []string{"ruby"})
	case "td", "th":
		return b.find([]string{"td", "th", "caption"}, []string{"tr", "table"})
	case "tr":
		return b.find([]string{"tr", "caption", "colgroup"}, []string{"table"})
	case "thead", "tbody", "tfoot", "colgroup":
		return b.find([]string{"thead", "tbody", "tfoot", "caption", "colgroup"}, []string{"table"})
	}
	if kinds()[name] == block {
		return b.find([]string{"p"}, []string{"td", "th", "caption", "table"})
	}
	return -1
}

// find returns the index of the innermost open element among names, -1 when
// there is none inside the innermost element of fence.
func (b *balancer) find(names, fence []string) int {
	for i := len(b.open) - 1; i >= 0; i-- {
		if slices.Contains(names, b.open[i]) {
			return i
		}
		if slices.Contains(fence, b.open[i]) {
			return -1
		}
	}
	return -1
}

// closeTo writes the end tags of the open elements from the innermost to the
// one with index i.
func (b *balancer) closeTo(i int) {
	for n := len(b.open) - 1; n >= i; n-- {
		b.out.WriteString("</" + b.open[n] + ">")
	}
	b.open = b.open[:i]
}

// isTablePart reports whether an element builds a table.
func isTablePart(name string) bool {
	switch name {
	case "table", "caption", "colgroup", "thead", "tbody", "tfoot", "tr", "td", "th":
		return true
	}
	return false
}

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
