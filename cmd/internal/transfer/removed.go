package transfer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"almanac/runtime/text"
)

// contents are the elements that show something by themselves.
var contents = []string{"iframe", "script", "video", "audio", "object", "embed", "svg", "canvas", "form", "img"}

// markup is what HTML consists of.
type markup struct {
	elements   map[string]int    // By name.
	attributes map[[2]string]int // By the name of the element, and what the report calls the attribute.
	address    map[string]string // Of the first of each element that has one.
}

// readMarkup reads HTML.
func readMarkup(source string) markup {
	m := markup{map[string]int{}, map[[2]string]int{}, map[string]string{}}
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return m
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			m.elements[t.Data]++
			for _, a := range t.Attr {
				m.attributes[[2]string{t.Data, attribute(a.Key)}]++
				if a.Key == "src" && m.address[t.Data] == "" {
					m.address[t.Data] = a.Val
				}
			}
		default:
		}
	}
}

// without returns how many elements and attributes other has less, by what the
// report calls them.  Attributes of elements that are gone are not counted.
func (m markup) without(other markup) map[string]int {
	gone := map[string]int{}
	for name, n := range m.elements {
		gone["<"+name+">"] = n - other.elements[name]
	}
	for key, n := range m.attributes {
		if other.elements[key[0]] > 0 {
			gone[key[1]] += max(0, n-other.attributes[key])
		}
	}
	maps.DeleteFunc(gone, func(_ string, n int) bool { return n <= 0 })
	return gone
}

// attribute returns what the report calls an attribute.
func attribute(name string) string {
	prefix, _, more := strings.Cut(name, "-")
	switch {
	case more && (prefix == "data" || prefix == "aria"):
		return prefix + "-… attributes"
	case strings.HasPrefix(name, "on"):
		return "event handlers"
	}
	return name + " attributes"
}

// removed tells what cleaning takes out of the HTML texts of the record.
func (w *Writing) removed() {
	for _, arg := range w.Kind.Args {
		if sent := w.Text(arg.Name); arg.HTML && strings.Contains(sent, "<") {
			w.compareMarkup(arg.Name, sent, text.Clean(sent))
		}
	}
}

// longestAddress is how much of an address an example shows, in characters.
const longestAddress = 80

// compareMarkup tells what one text has no longer.
func (w *Writing) compareMarkup(field, sent, kept string) {
	if sent == kept {
		return
	}
	before := readMarkup(sent)
	gone := before.without(readMarkup(kept))
	for _, name := range slices.Sorted(maps.Keys(gone)) {
		element := strings.Trim(name, "<>")
		n := Note{kind: fmt.Sprintf("%s removed from its %s", name, field), lost: slices.Contains(contents, element) && element != name}
		n.text = fmt.Sprintf("%d %s", gone[name], n.kind)
		if address := before.address[element]; address != "" && element != name {
			n.text += fmt.Sprintf(" (%.*s)", longestAddress, address)
		}
		w.Notes = append(w.Notes, n)
	}
}
