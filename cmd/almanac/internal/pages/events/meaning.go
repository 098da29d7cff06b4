package events

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agext/levenshtein"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/runtime/model"
	"almanac/runtime/naming"
	"almanac/runtime/records"
	"almanac/runtime/text"
)

// FilterOf returns the list parameter of events that names records of a resource, ""
// if there is none.
func FilterOf(events, resource *model.Resource) string {
	for _, arg := range events.ListArgs {
		if arg.Link == resource.Name {
			return arg.Name
		}
	}
	return ""
}

// Meaning is what the words of a search name beside the texts of events.
type Meaning struct {
	search  string
	words   []string
	Matches []naming.Match
	Related map[string][]records.Linked // By word.
	names   []string                    // Of all records that were read, also of those that the words do not name.
}

// Bounds of what a search is compared with.
const (
	maxSearch = 1000 // Characters.
	maxNames  = 500  // Of each resource.
)

// MeaningOf returns what a search means, by one batch.
func (p *Page) MeaningOf(search string) (*Meaning, error) {
	if p.meaning != nil && p.meaning.search == search {
		return p.meaning, nil
	}
	m := &Meaning{search: search}
	p.meaning = m
	if utf8.RuneCountInString(search) > maxSearch {
		return m, nil // The list refuses it.
	}
	if m.words = naming.Words(search); len(m.words) == 0 {
		return m, nil
	}
	env := p.API.Env
	events := env.Resource("event")
	found, err := p.Visit.Names(p.Language, []records.NameSource{
		{Resource: env.Resource("category")},
		{Resource: env.Resource("tag")},
		{Resource: env.Resource("venue"), Further: address.ParamCity},
		{Resource: env.Resource("organizer")},
		{Resource: events, Newest: true}, // Their texts are searched anyway.
	}, m.words, maxNames)
	if err != nil {
		return nil, err
	}
	for _, n := range found {
		m.names = append(m.names, n.Name, n.Further)
	}
	m.Matches = naming.Matches(events, found, m.words)
	m.Related = naming.Related(m.Matches)
	// What all words name comes first, and of those what has the fewest others.
	slices.SortStableFunc(m.Matches, func(a, b naming.Match) int {
		return cmp.Or(cmp.Compare(len(b.Words), len(a.Words)),
			cmp.Compare(len(naming.WordsOf(a.Name())), len(naming.WordsOf(b.Name()))))
	})
	return m, nil
}

// Label says what a match is.
func (p *Page) Label(m *naming.Match) string {
	if m.IsFurther {
		return p.T.Text("City")
	}
	return p.T.Text(model.Words(m.Resource.Name))
}

// why says of a hit of the search what it belongs to that has the words that neither its title nor
// its texts have, nor what else a list shows; "" if there are none.
func (p *Page) why(e *Event, shown string) string {
	if p.meaning == nil || len(p.meaning.Matches) == 0 || e.Protected {
		return ""
	}
	own := text.Fold(strings.Join([]string{e.Title, shown, text.StripTags(e.Description), text.StripTags(e.Excerpt)}, " "))
	isOwn := func(word string) bool { return strings.Contains(own, word) }
	missing := slices.DeleteFunc(slices.Clone(p.meaning.words), isOwn)
	var reasons []string
	for _, m := range p.meaning.Matches {
		has := func(word string) bool { return slices.Contains(m.Words, word) }
		if !slices.ContainsFunc(missing, has) || !e.belongsTo(&m) {
			continue
		}
		reasons = append(reasons, p.T.Pair(p.Label(&m), m.Name()))
		missing = slices.DeleteFunc(missing, has)
	}
	return strings.Join(reasons, " · ")
}

// belongsTo reports whether the event has the link of a match.
func (e *Event) belongsTo(m *naming.Match) bool {
	is := func(id int64) bool { return slices.Contains(m.Linked.IDs, id) }
	isTerm, isRecord := func(t Term) bool { return is(t.ID) }, func(r Record) bool { return is(r.ID) }
	switch m.Resource.Name {
	case "category":
		return slices.ContainsFunc(e.Categories, isTerm)
	case "tag":
		return slices.ContainsFunc(e.Tags, isTerm)
	case "venue":
		return slices.ContainsFunc(e.Venues, isRecord)
	default:
		return slices.ContainsFunc(e.Organizers, isRecord)
	}
}

// Without returns a search without some of its words.
func Without(search string, words []string) string {
	q := text.ParseSearch(search)
	var rest []string
	for _, word := range q.Words {
		if !slices.Contains(words, word) {
			rest = append(rest, quoted(word))
		}
	}
	for _, word := range q.Excluded {
		rest = append(rest, "-"+quoted(word))
	}
	return strings.Join(rest, " ")
}

// quoted writes an entry of a search.
func quoted(entry string) string {
	if strings.Contains(entry, " ") {
		return `"` + entry + `"`
	}
	return entry
}

// DidYouMean returns the search with a word in its place that it almost is, "" for none.
func (m *Meaning) DidYouMean() string {
	best, found, instead := 3, "", ""
	for _, word := range m.words {
		length := utf8.RuneCountInString(word)
		if length < 4 || len(m.Related[word]) > 0 {
			continue
		}
		for _, name := range m.names {
			for _, nameWord := range naming.WordsOf(name) {
				candidate := text.Fold(nameWord)
				if difference := utf8.RuneCountInString(candidate) - length; difference > 2 || difference < -2 {
					continue
				}
				d := levenshtein.Distance(word, candidate, nil)
				if d > 0 && d < best && (d == 1 || length > 5) {
					best, found, instead = d, word, nameWord
				}
			}
		}
	}
	if found == "" {
		return ""
	}
	return strings.TrimSpace(instead + " " + Without(m.search, []string{found}))
}
