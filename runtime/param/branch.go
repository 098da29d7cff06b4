package param

import (
	"sort"
	"strconv"
	"strings"
)

// branch is a list or an object that grows out of names such as
// organizer[0][organizer].  Which of the two it is shows at the end.
type branch struct {
	items map[string]any // string or *branch, by what stands in the brackets.
	next  int            // The index that the next [] takes.
	last  string         // The key that the last [] took, "" if none did.
	named bool           // Some key is no index, so this is an object.
}

func newBranch() *branch { return &branch{items: map[string]any{}} }

// place puts value where path says, a row of one or more [key].
func (b *branch) place(path, value string) {
	key, rest := cutKey(path)
	if key == "" {
		key = b.fresh(rest)
	}
	b.note(key)
	if rest == "" {
		b.items[key] = value
		return
	}
	child, ok := b.items[key].(*branch)
	if !ok {
		child = newBranch()
		b.items[key] = child
	}
	child.place(rest, value)
}

// fresh returns the key for []: that of the element which the last [] began, as
// long as it has no value at rest yet, else a new one.  So the pairs
// organizer[][organizer] and organizer[][email] describe one organizer, and the
// next organizer[][organizer] begins another.
func (b *branch) fresh(rest string) string {
	if rest != "" && b.last != "" {
		if element, ok := b.items[b.last].(*branch); ok && !element.has(rest) {
			return b.last
		}
	}
	b.last = strconv.Itoa(b.next)
	return b.last
}

// has reports whether a value stands at path already.  A [] on the way always
// makes room.
func (b *branch) has(path string) bool {
	key, rest := cutKey(path)
	item, found := b.items[key]
	if key == "" || !found || rest == "" {
		return key != "" && found
	}
	child, ok := item.(*branch)
	return !ok || child.has(rest)
}

// note keeps next and named true when key is used.
func (b *branch) note(key string) {
	index, ok := listIndex(key)
	if !ok {
		b.named = true
		return
	}
	b.next = max(b.next, index+1)
}

// finish returns the branch as []any, in the order of the indexes whatever gaps
// they leave, or as map[string]any.
func (b *branch) finish() any {
	for key, item := range b.items {
		if child, ok := item.(*branch); ok {
			b.items[key] = child.finish()
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

// listIndex reads a key that is an index: digits as strconv.Itoa writes them.
// More than nine digits are no index, whatever size an int has.
func listIndex(key string) (int, bool) {
	if len(key) > 9 || !isDigits(key) || key[0] == '0' && key != "0" {
		return 0, false
	}
	index, err := strconv.Atoi(key)
	return index, err == nil
}

// cutKey parts [b][c] into b and [c].
func cutKey(path string) (key, rest string) {
	end := strings.IndexByte(path, ']')
	return path[1:end], path[end+1:]
}
