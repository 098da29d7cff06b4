package transfer

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"almanac/runtime/text"
)

// contents are the elements without which something cannot be seen.  Scripts, forms and
// icons are taken out on purpose.
var contents = []string{"iframe", "video", "audio", "object", "embed", "canvas", "img"}

// markup is what HTML consists of.
type markup struct {
	elements   map[string]int      // By name.
	attributes map[[2]string]int   // By the name of the element, and what the report calls the attribute.
	addresses  map[string][]string // By the name of the element.
	comments   int
}

// readMarkup reads HTML.
func readMarkup(source string) markup {
	m := markup{map[string]int{}, map[[2]string]int{}, map[string][]string{}, 0}
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return m
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			m.elements[t.Data]++
			whole := t.Data == "iframe" && text.Clean(t.String()) == "" // Goes with its attributes.
			for _, a := range t.Attr {
				if a.Key == "src" {
					m.addresses[t.Data] = append(m.addresses[t.Data], a.Val)
				}
				if !whole {
					m.attribute(t.Data, a)
				}
			}
		case html.CommentToken:
			m.comments++
		default:
		}
	}
}

func (m markup) attribute(element string, a html.Attribute) {
	if a.Key == "class" {
		return // It shows nothing, and those that lay something out stay.
	}
	if a.Key != "style" {
		m.attributes[[2]string{element, attribute(a.Key)}]++
		return
	}
	_, removed := text.Style(a.Val)
	for _, property := range removed {
		m.attributes[[2]string{element, styleName(property)}]++
	}
}

// property is the name of a property of CSS.
var property = regexp.MustCompile(`^[a-z][a-z-]{0,39}$`)

// styleName returns what the report calls a property of an inline style.
func styleName(name string) string {
	if !property.MatchString(name) {
		return "other styles"
	}
	return name + " styles"
}

// lostAddress returns the first address of an element that other does not have, "" for
// none.
func (m markup) lostAddress(element string, other markup) string {
	for _, address := range m.addresses[element] {
		if !slices.Contains(other.addresses[element], address) {
			return address
		}
	}
	return ""
}

// without returns how many elements and attributes other has less, by what the
// report calls them.  Attributes of elements that are gone are not counted.
func (m markup) without(other markup) map[string]int {
	gone := map[string]int{"comments": m.comments - other.comments}
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

// reportRemoved reports what cleaning takes out of the texts of the record: HTML of descriptions,
// and tags of names and other plain texts.
func (w *Writing) reportRemoved() {
	for _, arg := range w.Resource.Args {
		if !w.takes(arg.Name) {
			continue
		}
		sent, _ := w.Value(arg.Name).(string)
		if arg.HTML {
			var blocks int
			if sent, blocks = WithoutBlocks(sent); blocks > 0 {
				w.Note("%d blocks of The Events Calendar removed from its "+arg.Name+": its fields show the same", blocks)
				w.Notes[len(w.Notes)-1].onPurpose = true
			}
			var players int
			if sent, players = text.LinkPlayers(sent); players > 0 {
				w.Note("%d players replaced by links in its "+arg.Name, players)
				w.Notes[len(w.Notes)-1].onPurpose = true
			}
		}
		switch {
		case !strings.Contains(sent, "<") || arg.Name == "cost":
		case arg.HTML:
			w.clean[sent] = text.Clean(sent)
			w.compareMarkup(arg.Name, sent, w.clean[sent])
		case text.Plain(sent) != strings.TrimSpace(html.UnescapeString(sent)):
			w.compareMarkup(arg.Name, sent, text.Escape(text.Plain(sent)))
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
	before, after := readMarkup(sent), readMarkup(kept)
	gone := before.without(after)
	for _, name := range slices.Sorted(maps.Keys(gone)) {
		element := strings.Trim(name, "<>")
		n := Note{problem: fmt.Sprintf("%s removed from its %s", name, field), onPurpose: true, field: field}
		n.lost = slices.Contains(contents, element) && element != name
		n.text = fmt.Sprintf("%d %s", gone[name], n.problem)
		if address := before.lostAddress(element, after); address != "" && element != name {
			n.text += fmt.Sprintf(" (%.*s)", longestAddress, address)
		}
		w.Notes = append(w.Notes, n)
	}
}
