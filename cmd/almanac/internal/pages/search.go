package pages

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agext/levenshtein"

	"almanac/runtime/model"
	"almanac/runtime/naming"
	"almanac/runtime/records"
	"almanac/runtime/text"
)

// meaning is what the words of a search name beside the texts of events.
type meaning struct {
	search  string
	words   []string
	matches []naming.Match
	related map[string][]records.Linked // By word.
	names   []string                    // Of all records that were read, also of those that the words do not name.
}

// Bounds of what a search is compared with.
const (
	maxSearch = 1000 // Characters.
	maxNames  = 500  // Of each resource.
	maxOffers = 6
)

// meaningOf returns what a search means, by one batch.
func (p *pageRequest) meaningOf(search string) (*meaning, error) {
	if p.meaning != nil && p.meaning.search == search {
		return p.meaning, nil
	}
	m := &meaning{search: search}
	p.meaning = m
	if utf8.RuneCountInString(search) > maxSearch {
		return m, nil // The list refuses it.
	}
	if m.words = naming.Words(search); len(m.words) == 0 {
		return m, nil
	}
	env := p.api.Env
	events := env.Resource("event")
	found, err := p.visit.names(p.language, []records.NameSource{
		{Resource: env.Resource("category")},
		{Resource: env.Resource("tag")},
		{Resource: env.Resource("venue"), Further: paramCity},
		{Resource: env.Resource("organizer")},
		{Resource: events, Newest: true}, // Their texts are searched anyway.
	}, m.words, maxNames)
	if err != nil {
		return nil, err
	}
	for _, n := range found {
		m.names = append(m.names, n.Name, n.Further)
	}
	m.matches = naming.Matches(events, found, m.words)
	m.related = naming.Related(m.matches)
	// What all words name comes first, and of those what has the fewest others.
	slices.SortStableFunc(m.matches, func(a, b naming.Match) int {
		return cmp.Or(cmp.Compare(len(b.Words), len(a.Words)),
			cmp.Compare(len(naming.WordsOf(a.Name())), len(naming.WordsOf(b.Name()))))
	})
	return m, nil
}

// matchFilter returns the filter that narrows a list to what words name, its value, and what
// that is.
func (p *pageRequest) matchFilter(m *naming.Match) (filter, value, label string) {
	switch {
	case m.IsFurther:
		return paramCity, m.Further, p.t.Text("City")
	case m.Resource.Post:
		value = strconv.FormatInt(m.ID, 10)
	default:
		value = m.Slug
	}
	return filterOf(p.api.Env.Resource("event"), m.Resource), value, p.t.Text(model.Words(m.Resource.Name))
}

// linkTo returns the link of a resource to another.
func linkTo(from, to *model.Resource) *model.Link {
	i := slices.IndexFunc(from.Links, func(l *model.Link) bool { return l.Target == to })
	return from.Links[i]
}

// addFound adds to a calendar the lists of what a search names, with the same dates, what the
// filters leave at other times, and for an empty view what there is without each of them.  It
// counts all of them by one batch.
func (p *pageRequest) addFound(c *calendarView, a address) error {
	if c.Empty {
		p.addNothing(c, a)
	}
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
	for _, match := range m.matches {
		to := a
		filter, id, label := p.matchFilter(&match)
		value := to.filters()[filter]
		if *value != "" || len(links) == maxOffers {
			continue
		}
		*value, to.Page, to.Search = id, 1, without(a.Search, match.Words)
		from := a
		from.Search = to.Search
		add(label+": "+match.Name()+" – ", to, from, shown, match.Linked)
	}
	offers := len(links)
	if c.Empty {
		set := p.removals(&c.Form, a)
		for _, r := range set {
			text := p.t.Text("Remove “%s”", cmp.Or(r.value, r.label))
			if r.filter == paramSearch {
				text = p.t.Text("Clear search")
			}
			add(text+" – ", r.rest, r.rest, shown)
		}
		if rest := a.unfiltered(); len(set) > 1 {
			rest.Page = 1
			add(p.t.Text("Clear filters")+" – ", rest, rest, shown)
		}
	}
	ways := len(links)
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
		case i < ways:
			c.Ways = append(c.Ways, link)
		default:
			c.Found = append(c.Found, link)
		}
	}
	if c.Empty && a.Search != "" {
		all := address{View: viewList, Today: true}
		c.Ways = append(c.Ways, choice{Text: p.t.Text("All upcoming events"), Href: p.link("", all.params())})
	}
	if c.Empty && len(c.Offers) == 0 && len(c.Found) == 0 {
		if instead := m.didYouMean(); instead != "" {
			a.Search = instead
			c.Instead = choice{Text: p.t.Text("Did you mean %s?", instead), Href: p.link("", a.params())}
		}
	}
	return nil
}

// addNothing says that a view has no events.
func (p *pageRequest) addNothing(c *calendarView, a address) {
	switch {
	case a.Search != "":
		c.Nothing = p.t.Text("No results for “%s”.", printable(a.Search))
	case a.filtered():
		c.Nothing = p.t.Text("No matching events. Try different dates or clear the filters.")
	default:
		c.Nothing = p.t.Text("No events. Try different dates.")
	}
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
	return strings.TrimSpace(instead + " " + without(m.search, []string{found}))
}
