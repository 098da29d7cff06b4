package param

import (
	"sort"
	"strconv"
	"strings"
)

// formNode is a list or an object that is built from names such as
// organizer[0][organizer]. The method value decides which of the two it is.
type formNode struct {
	items map[string]any // string or *formNode, by the text in the brackets.
	next  int            // The index of the next [].
	last  string         // The key of the last [], "" if there was none.
	named bool           // A key is not an index, so this is an object.
}

func newFormNode() *formNode { return &formNode{items: map[string]any{}} }

// set sets the value at a path of one or more [key].
func (b *formNode) set(path, value string) {
	key, rest := splitKey(path)
	if key == "" {
		key = b.nextKey(rest)
	}
	b.note(key)
	if rest == "" {
		b.items[key] = value
		return
	}
	child, ok := b.items[key].(*formNode)
	if !ok {
		child = newFormNode()
		b.items[key] = child
	}
	child.set(rest, value)
}

// nextKey returns the key for []: that of the last [] if its element has no value
// at rest yet, else a new one. So the pairs organizer[][organizer] and
// organizer[][email] are of one organizer, and the next organizer[][organizer]
// begins another.
func (b *formNode) nextKey(rest string) string {
	if rest != "" && b.last != "" {
		if element, ok := b.items[b.last].(*formNode); ok && !element.has(rest) {
			return b.last
		}
	}
	b.last = strconv.Itoa(b.next)
	return b.last
}

// has reports whether there is a value at path. A [] in the path is always free.
func (b *formNode) has(path string) bool {
	key, rest := splitKey(path)
	item, found := b.items[key]
	if key == "" || !found || rest == "" {
		return key != "" && found
	}
	child, ok := item.(*formNode)
	return !ok || child.has(rest)
}

// note updates next and named for a key.
func (b *formNode) note(key string) {
	index, ok := listIndex(key)
	if !ok {
		b.named = true
		return
	}
	b.next = max(b.next, index+1)
}

// value returns the node as []any, in the order of the indexes, which may have
// gaps, or as map[string]any.
func (b *formNode) value() any {
	for key, item := range b.items {
		if child, ok := item.(*formNode); ok {
			b.items[key] = child.value()
		}
	}
	if b.named {
		return b.items
	}
	indexes := make([]int, 0, len(b.items))
	for key := range b.items {
		index, _ := listIndex(key)
		indexes = append(indexes, index)
	}
	sort.Ints(indexes)
	list := make([]any, len(indexes))
	for i, index := range indexes {
		list[i] = b.items[strconv.Itoa(index)]
	}
	return list
}

// listIndex parses a key that is an index: digits as strconv.Itoa writes them.
// More than nine digits are not an index, whatever the size of int.
func listIndex(key string) (int, bool) {
	if len(key) > 9 || !isDigits(key) || key[0] == '0' && key != "0" {
		return 0, false
	}
	index, err := strconv.Atoi(key)
	return index, err == nil
}

// splitKey splits [b][c] into b and [c].
func splitKey(path string) (key, rest string) {
	end := strings.IndexByte(path, ']')
	return path[1:end], path[end+1:]
}
