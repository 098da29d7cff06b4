package pages

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agext/levenshtein"

	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/text"
)

// meaning is what the words of a search name beside the texts of events.
type meaning struct {
	search  string
	words   []string
	named   []named
	related map[string][]records.Linked // By word.
	names   []string                    // Of all records that were read, also of those that the words do not name.
}

// named is a record that words of a search name, or a city.
type named struct {
	filter string // Parameter that narrows the list to it.
	value  string // Of that parameter.
	label  string // What it is.
	name   string
	words  []string // Those that name it.
	linked records.Linked
}

// Bounds of what a search is compared with.
const (
	maxNames       = 500 // Of each resource.
	maxNamingWords = 8
	maxOffers      = 6
)

// meaningOf returns what a search means, by one statement.
func (p *pageRequest) meaningOf(search string) (*meaning, error) {
	if p.meaning != nil && p.meaning.search == search {
		return p.meaning, nil
	}
	m := &meaning{search: search, related: map[string][]records.Linked{}}
	p.meaning = m
	if utf8.RuneCountInString(search) > maxSearch {
		return m, nil // The list refuses it.
	}
	if m.words = text.ParseSearch(search).Words; len(m.words) == 0 {
		return m, nil
	}
	m.words = m.words[:min(len(m.words), maxNamingWords)]
	env := p.api.Env
	events := env.Resource("event")
	filters := map[string]string{
		"category": paramCategory, "tag": paramTag, "venue": paramVenue, "organizer": paramOrganizer,
	}
	sources := []records.NameSource{
		{Resource: env.Resource("category")},
		{Resource: env.Resource("tag")},
		{Resource: env.Resource("venue"), Further: paramCity},
		{Resource: env.Resource("organizer")},
		{Resource: events, Newest: true},
	}
	found, err := p.visit.names(p.language, sources, m.words, maxNames)
	if err != nil {
		return nil, err
	}
	var categories map[int64][]int64
	cities := map[string]*named{}
	var order []string
	for _, n := range found {
		resource := n.Resource
		m.names = append(m.names, n.Name, n.Further)
		if resource == events {
			continue // Its texts are searched.
		}
		link := linkTo(events, resource)
		one := named{
			filter: filters[resource.Name], value: n.Slug, label: p.t.Text(model.Words(resource.Name)), name: n.Name,
			linked: records.Linked{Link: link, IDs: []int64{n.ID}},
		}
		if resource.Post {
			one.value = strconv.FormatInt(n.ID, 10)
		}
		if one.words = naming(m.words, n.Name); len(one.words) > 0 {
			if resource.Hierarchical && categories == nil {
				if categories, err = p.categoriesBelow(); err != nil {
					return nil, err
				}
			}
			one.linked.IDs = withDescendants(categories, n.ID)
			m.named = append(m.named, one)
		}
		if words := naming(m.words, n.Further); len(words) > 0 {
			city := cities[n.Further]
			if city == nil {
				city = &named{filter: paramCity, value: n.Further, label: p.t.Text("City"), name: n.Further, words: words}
				city.linked.Link = link
				cities[n.Further], order = city, append(order, n.Further)
			}
			city.linked.IDs = append(city.linked.IDs, n.ID)
		}
	}
	for _, name := range order {
		m.named = append(m.named, *cities[name])
	}
	for _, one := range m.named {
		for _, word := range one.words {
			m.related[word] = append(m.related[word], one.linked)
		}
	}
	// What all words name comes first, and of those what has the fewest others.
	slices.SortStableFunc(m.named, func(a, b named) int {
		return cmp.Or(cmp.Compare(len(b.words), len(a.words)), cmp.Compare(len(tokens(a.name)), len(tokens(b.name))))
	})
	return m, nil
}

// maxSearch is how many characters a search has at most.
const maxSearch = 1000

// linkTo returns the link of a resource to another.
func linkTo(from, to *model.Resource) *model.Link {
	i := slices.IndexFunc(from.Links, func(l *model.Link) bool { return l.Target == to })
	return from.Links[i]
}

// categoriesBelow returns the IDs of the categories below each.
func (p *pageRequest) categoriesBelow() (map[int64][]int64, error) {
	list, err := p.listCategories()
	below := make(map[int64][]int64, len(list))
	for _, seen := range list {
		if t, ok := seen.Record.(model.TermRecord); ok && t.AsTerm().Parent != 0 {
			below[t.AsTerm().Parent] = append(below[t.AsTerm().Parent], seen.Common().ID)
		}
	}
	return below, err
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
	folded := " " + strings.Join(strings.FieldsFunc(text.Fold(name), isBetweenWords), " ") + " "
	var list []string
	for _, word := range words {
		wanted := " " + strings.Join(strings.FieldsFunc(word, isBetweenWords), " ")
		if utf8.RuneCountInString(word) < 3 {
			wanted += " "
		}
		if strings.TrimSpace(wanted) != "" && strings.Contains(folded, wanted) {
			list = append(list, word)
		}
	}
	return list
}

func isBetweenWords(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

// tokens returns the words of a name.
func tokens(name string) []string { return strings.FieldsFunc(name, isBetweenWords) }

// addFound adds to a calendar the lists of what a search names, with the same dates, and what
// the filters leave at other times.  It counts all of them by one statement.
func (p *pageRequest) addFound(c *calendarView, a address) error {
	if a.Search == "" && (!c.Empty || !a.filtered()) {
		return nil
	}
	m, err := p.meaningOf(a.Search)
	if err != nil {
		return err
	}
	var links []choice
	var lists []counted
	add := func(text string, to, from address, l listing, linked ...records.Linked) {
		links = append(links, choice{Text: text, Href: p.link("", to.params())})
		list := p.counted(from, l.with(p.speaking()), m)
		list.options.Linked = linked
		lists = append(lists, list)
	}
	shown, err := p.listed(a)
	if err != nil {
		return err
	}
	for _, one := range m.named {
		to := a
		value := to.filters()[one.filter]
		if *value != "" || len(links) == maxOffers {
			continue
		}
		*value, to.Page, to.Search = one.value, 1, without(a.Search, one.words)
		from := a
		from.Search = to.Search
		add(one.label+": "+one.name+" – ", to, from, shown, one.linked)
	}
	offers := len(links)
	if err := p.addOtherTimes(a, func(text string, to address, l listing) { add(text+": ", to, a, l) }); err != nil {
		return err
	}
	totals, err := p.visit.count(lists)
	if err != nil {
		return err
	}
	for i, link := range links {
		link.Text += p.t.count(totals[i])
		switch {
		case totals[i] == 0:
		case i < offers:
			c.Offers = append(c.Offers, link)
		default:
			c.Found = append(c.Found, link)
		}
	}
	if c.Empty && len(c.Offers) == 0 && len(c.Found) == 0 {
		if instead := m.didYouMean(); instead != "" {
			a.Search = instead
			c.Instead = choice{Text: p.t.Text("Did you mean %s?", instead), Href: p.link("", a.params())}
		}
	}
	return nil
}

// addOtherTimes adds the lists with the same filters at other times than those of the view.
func (p *pageRequest) addOtherTimes(a address, add func(text string, to address, l listing)) error {
	other := func(view, text string) error {
		to := a.now(p.today)
		to.View, to.Month = view, a.Month
		l, err := p.listed(to)
		add(text, to, l)
		return err
	}
	if a.View != viewMonth {
		if err := other(viewMonth, p.t.FormatMonth(a.Month)); err != nil {
			return err
		}
	}
	if a.View != viewList || !a.Today || !a.Until.IsZero() {
		if err := other(viewList, p.t.Text("Upcoming events")); err != nil {
			return err
		}
	}
	if a.View != viewPast {
		return other(viewPast, p.t.Text("Past events"))
	}
	return nil
}

// without returns a search without some of its words.
func without(search string, words []string) string {
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

// didYouMean returns the search with a word in its place that it almost is, "" for none.
func (m *meaning) didYouMean() string {
	best, found, instead := 3, "", ""
	for _, word := range m.words {
		length := utf8.RuneCountInString(word)
		if length < 4 || len(m.related[word]) > 0 {
			continue
		}
		for _, name := range m.names {
			for _, token := range tokens(name) {
				candidate := text.Fold(token)
				if difference := utf8.RuneCountInString(candidate) - length; difference > 2 || difference < -2 {
					continue
				}
				d := levenshtein.Distance(word, candidate, nil)
				if d > 0 && d < best && (d == 1 || length > 5) {
					best, found, instead = d, word, token
				}
			}
		}
	}
	if found == "" {
		return ""
	}
	return strings.TrimSpace(instead + " " + without(m.search, []string{found}))
}
