// Package naming finds which records the words of a search name.  Lists of pages and the desk then have
// what links to these records, beside what has the words in its own texts; those of the API search
// texts alone.  records.Service.Names reads the names.
package naming

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/text"
)

// maxWords is how many words of a search are compared with names.
const maxWords = 8

// Words returns the words of a search that may name records, for records.Service.Names.
func Words(search string) []string {
	words := text.ParseSearch(search).Words
	return words[:min(len(words), maxWords)]
}

// Match is a record that words of a search name, or a further text of some records, such as
// the city of venues.
type Match struct {
	records.NamedRecord                // Of a further text the first record that has it.
	IsFurther           bool           // The words name the further text.
	Words               []string       // Those that name it.
	Linked              records.Linked // The link to it, and to all records below it or with the further text.
}

// Name returns what the words name.
func (m *Match) Name() string {
	if m.IsFurther {
		return m.Further
	}
	return m.NamedRecord.Name
}

// Matches returns what words name of the records that records.Service.Names has found, for lists of
// a resource that links to them: records first, in their order, and then further texts.
func Matches(k *model.Resource, found []records.NamedRecord, words []string) []Match {
	below := map[*model.Resource]map[int64][]int64{}
	for _, n := range found {
		if n.Resource.Hierarchical {
			if below[n.Resource] == nil {
				below[n.Resource] = map[int64][]int64{}
			}
			below[n.Resource][n.Parent] = append(below[n.Resource][n.Parent], n.ID)
		}
	}
	var list []Match
	var further []*Match
	for _, n := range found {
		named, also := naming(words, n.Name), naming(words, n.Further)
		for _, link := range k.Links {
			if link.Target != n.Resource {
				continue
			}
			if len(named) > 0 {
				ids := withDescendants(below[n.Resource], n.ID)
				list = append(list, Match{NamedRecord: n, Words: named, Linked: records.Linked{Link: link, IDs: ids}})
			}
			if len(also) == 0 {
				continue
			}
			same := func(m *Match) bool { return m.Linked.Link == link && m.Further == n.Further }
			if i := slices.IndexFunc(further, same); i >= 0 {
				further[i].Linked.IDs = append(further[i].Linked.IDs, n.ID)
				continue
			}
			further = append(further,
				&Match{NamedRecord: n, IsFurther: true, Words: also, Linked: records.Linked{Link: link, IDs: []int64{n.ID}}})
		}
	}
	for _, m := range further {
		list = append(list, *m)
	}
	return list
}

// Related returns the links to what words name, by the word: see records.ListOptions.
func Related(matches []Match) map[string][]records.Linked {
	related := map[string][]records.Linked{}
	for _, m := range matches {
		for _, word := range m.Words {
			related[word] = append(related[word], m.Linked)
		}
	}
	return related
}

// withDescendants returns an ID with all below it, each once.
func withDescendants(below map[int64][]int64, id int64) []int64 {
	ids := []int64{id}
	for i := 0; i < len(ids); i++ {
		for _, child := range below[ids[i]] {
			if !slices.Contains(ids, child) {
				ids = append(ids, child)
			}
		}
	}
	return ids
}

// naming returns the words that begin a word of a name, those of one or two letters only
// where they are a whole one.
func naming(words []string, name string) []string {
	if name == "" {
		return nil
	}
	folded := " " + strings.Join(WordsOf(text.Fold(name)), " ") + " "
	var list []string
	for _, word := range words {
		wanted := " " + strings.Join(WordsOf(word), " ")
		if utf8.RuneCountInString(word) < 3 {
			wanted += " "
		}
		if strings.TrimSpace(wanted) != "" && strings.Contains(folded, wanted) {
			list = append(list, word)
		}
	}
	return list
}

// WordsOf returns the words of a name.
func WordsOf(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}
