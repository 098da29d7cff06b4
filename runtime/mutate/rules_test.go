package mutate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/model"
)

func TestPublicationWaitsForItsTime(t *testing.T) {
	const before, now, after = "2027-01-01 00:00:00", "2027-01-02 00:00:00", "2027-01-03 00:00:00"
	tests := []struct{ name, status, date, want string }{
		{"published earlier", "publish", before, "publish"},
		{"published this second", "publish", now, "publish"},
		{"published later", "publish", after, "future"},
		{"the future has come", "future", now, "publish"},
		{"the future has not come", "future", after, "future"},
		{"a draft waits for nothing", "draft", after, "draft"},
		{"nor does what is private", "private", after, "private"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := scheduledStatus(tt.status, tt.date, now); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// namedTerm is a term with a name.

type namedTerm struct {
	model.Term
	name string
}

func (t *namedTerm) Resource() *model.Resource { return nil }
func (t *namedTerm) DisplayName() *string      { return &t.name }
func (t *namedTerm) ScanTargets([]any) []any   { return nil }
func (t *namedTerm) ColumnValues() []any       { return nil }
func (t *namedTerm) ComputeColumns()           {}

// term makes a term.

func term(id int64, slug, name, language string) model.Record {
	return &namedTerm{Term: model.Term{Named: model.Named{Base: model.Base{ID: id}, Slug: slug, Language: language}}, name: name}
}

func TestTermsThatATextNames(t *testing.T) {
	found := []model.Record{
		term(1, "jazz", "Jazz", "en"),
		term(2, "jazz-2", "jazz", "fr"),
		term(3, "1", "One", ""),
		term(4, "rock-roll", "Rock & Roll", ""),
	}
	tests := []struct {
		name, wanted, language string
		want                   int64
	}{
		{"an id goes before a slug", "1", "en", 1},
		{"a slug goes before a name", "jazz", "fr", 1},
		{"a name of the record's language", "JAZZ", "fr", 2},
		{"a name of another language", "One", "fr", 3},
		{"a name as answers show it", "rock &amp; roll", "en", 4},
		{"nothing", "blues", "en", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got int64
			if rec := matchTerm(found, tt.wanted, tt.language); rec != nil {
				got = rec.Common().ID
			}
			if got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

func TestCountsAddUp(t *testing.T) {
	c := newTermCounts()
	c.add([]int64{1, 2}, 1)
	c.add([]int64{2, 3}, -1)
	c.add(nil, 1)
	if diff := cmp.Diff(map[int64]int64{1: 1, 2: 0, 3: -1}, c.deltas); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
