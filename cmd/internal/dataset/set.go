package dataset

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/text"
)

// Size says how many records of each kind a data set holds.
type Size struct{ Events, Venues, Organizers, Categories, Tags int }

// Large returns the size of a large site with a number of events.
func Large(events int) Size {
	return Size{Events: events, Venues: 500, Organizers: 200, Categories: 100, Tags: 300}
}

// FirstEvent returns the id of the first event; the others follow it.  Ids of
// posts begin at 1 with the venues, after which come organizers and events;
// those of terms begin at 1 with the categories, after which come tags.
func (s Size) FirstEvent() int64 { return int64(s.Venues + s.Organizers + 1) }

// Record is one record and the ids that it links to, by the name of the link.
type Record struct {
	model.Record
	Links map[string][]int64
}

// Set makes the records of a data set, each by itself, so that a large set need
// not be in memory.  It is safe for concurrent use.
type Set struct {
	Size   Size
	anchor time.Time
	seed   uint64

	kinds, topics, towns, zones, words []string
}

// New describes a data set whose events are spread over three years around
// the anchor.  The same arguments make the same records.
func New(size Size, seed uint64, anchor time.Time) *Set {
	return &Set{
		Size: size, seed: seed, anchor: anchor.UTC(),
		kinds: kinds(), topics: topics(), towns: towns(), zones: zones(), words: vocabulary(seed),
	}
}

// Words lists the words of all texts, the most frequent first.
func (s *Set) Words() []string { return s.words }

// Anchor returns the middle of the three years.
func (s *Set) Anchor() time.Time { return s.anchor }

// language is that of all records, the first of deployment A.
const language = "en"

// maker makes one record.
type maker struct {
	*Set
	rand *rand.Rand
	zipf *rand.Zipf
}

// The streams of random numbers, one for each kind and number of record.
const (
	categories uint64 = iota + 1
	tags
	venues
	organizers
	events
)

// maker returns the maker of the record of a kind with the number n.
func (s *Set) maker(kind uint64, n int) *maker {
	r := rand.New(rand.NewPCG(s.seed, kind<<32|uint64(n)))   //nolint:gosec // The data shall come again.
	zipf := rand.NewZipf(r, 1.05, 4, uint64(len(s.words)-1)) //nolint:gosec // There are words.
	return &maker{Set: s, rand: r, zipf: zipf}
}

// finish gives a record its id and computes its other columns.
func finish(r Record, id int) Record {
	named := r.Record.(model.NamedRecord)
	b := named.AsNamed()
	b.ID = int64(id)
	b.Slug = fmt.Sprintf("%s-%d", text.Slug(*named.DisplayName()), b.ID)
	r.ComputeColumns()
	return r
}

// pick returns one of the words.
func (m *maker) pick(list []string) string { return list[m.rand.IntN(len(list))] }

// named returns the columns of posts and terms.
func (m *maker) named() model.Named {
	at := string(dates.Zone{}.At(m.anchor.Add(-time.Duration(24+m.rand.IntN(24000)) * time.Hour)))
	return model.Named{Base: model.Base{Version: 1, CreatedUTC: at, ModifiedUTC: at}, Language: language, Author: 1}
}

// post returns the columns of every post.
func (m *maker) post(status string) model.Post {
	b := m.named()
	return model.Post{Named: b, Status: status, Date: b.CreatedUTC, DateUTC: b.CreatedUTC, Modified: b.ModifiedUTC}
}

// ids returns n different ids among count that begin at first.
func (m *maker) ids(n, first, count int) []int64 {
	ids := make([]int64, 0, n)
	begin, step := m.rand.IntN(count), 1+m.rand.IntN(max(1, count/n-1))
	for i := range min(n, count) {
		ids = append(ids, int64(first+(begin+i*step)%count))
	}
	return ids
}

// sentence makes a sentence.  How often words come follows Zipf's law.
func (m *maker) sentence() string {
	list := make([]string, 7+m.rand.IntN(10))
	for i := range list {
		list[i] = m.words[m.zipf.Uint64()]
	}
	list[0] = capitalized(list[0])
	return strings.Join(list, " ") + "."
}

// paragraphs makes a text of paragraphs with some sentences each.
func (m *maker) paragraphs(n, sentences int) string {
	var b strings.Builder
	for range n {
		b.WriteString("<p>")
		for i := range sentences {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(m.sentence())
		}
		b.WriteString("</p>\n")
	}
	return b.String()
}
