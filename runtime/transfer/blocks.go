package transfer

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// blockClasses begin the classes of what The Events Calendar adds to descriptions of the
// block editor: date, venue, organizer, price, website and "Add to calendar", which the
// record has as fields of its own, and lists of events.
var blockClasses = []string{"tribe-block", "tribe-events", "tribe-common"}

// customField is in the class of the block that shows a field which the record has not.
const customField = "additional-field"

// WithoutBlocks returns HTML without the blocks of The Events Calendar, and how many there
// were.  One that is never closed stays, with all that follows.
func WithoutBlocks(source string) (string, int) {
	if !slices.ContainsFunc(blockClasses, func(class string) bool { return strings.Contains(source, class) }) {
		return source, 0
	}
	var kept strings.Builder
	removed, read, from := 0, 0, 0
	element, depth := "", 0 // The name of the block's element, and how many of that name are open.
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		kind := z.Next()
		begin := read
		read += len(z.Raw())
		if kind == html.ErrorToken {
			kept.WriteString(source[from:])
			return kept.String(), removed
		}
		t := z.Token()
		switch {
		case depth > 0 && t.Data == element && kind == html.StartTagToken:
			depth++
		case depth > 0 && t.Data == element && kind == html.EndTagToken:
			if depth--; depth == 0 {
				from = read
				removed++
			}
		case depth == 0 && kind == html.StartTagToken && !slices.Contains(voidElements, t.Data) && isBlock(t):
			kept.WriteString(source[from:begin])
			from, element, depth = begin, t.Data, 1
		}
	}
}

// isBlock reports whether a start tag is that of a block of The Events Calendar.
func isBlock(t html.Token) bool {
	at := slices.IndexFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "class" })
	return at >= 0 && !strings.Contains(t.Attr[at].Val, customField) &&
		slices.ContainsFunc(strings.Fields(t.Attr[at].Val), func(class string) bool {
			return slices.ContainsFunc(blockClasses, func(prefix string) bool { return strings.HasPrefix(class, prefix) })
		})
}

// voidElements have no end tags (HTML standard, "void elements").
var voidElements = []string{
	"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
}
