package dataset

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/generated"
	"almanac/runtime/maintain"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// small is a size that a test can afford.
func small() Size { return Size{Events: 50, Venues: 5, Organizers: 4, Categories: 20, Tags: 10} }

// anchor is the middle of the years of the events.
func anchor() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) }

func TestTheSameSeedMakesTheSameData(t *testing.T) {
	one, two := New(small(), 1, anchor()), New(small(), 1, anchor())
	for i := range small().Events {
		if diff := cmp.Diff(one.Event(i).ColumnValues(), two.Event(i).ColumnValues()); diff != "" {
			t.Fatalf("event %d (-want +got):\n%s", i, diff)
		}
		if diff := cmp.Diff(one.Event(i).Links, two.Event(i).Links); diff != "" {
			t.Fatalf("links of event %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestLinksLeadToDifferentRecordsOfTheirKind(t *testing.T) {
	size := small()
	first := map[string]int{"venue": 1, "organizer": size.Venues + 1, "categories": 1, "tags": size.Categories + 1}
	count := map[string]int{"venue": size.Venues, "organizer": size.Organizers, "categories": size.Categories, "tags": size.Tags}
	for i := range size.Events {
		r := New(size, 1, anchor()).Event(i)
		for name, ids := range r.Links {
			seen := map[int64]bool{}
			for _, id := range ids {
				if n := int(id) - first[name]; n < 0 || n >= count[name] || seen[id] {
					t.Errorf("event %d: %s are %v", r.Common().ID, name, ids)
				}
				seen[id] = true
			}
		}
	}
}

func TestFewWordsMakeMostOfTheText(t *testing.T) {
	s, count, all := New(small(), 1, anchor()), map[string]int{}, 0
	for i := range 2000 {
		for word := range strings.FieldsSeq(s.maker(events, i).sentence()) {
			count[strings.ToLower(strings.Trim(word, "."))]++
			all++
		}
	}
	top := 0
	for _, word := range s.Words()[:100] {
		top += count[word]
	}
	if share := float64(top) / float64(all); share < 0.4 || share > 0.8 || len(count) < 2000 {
		t.Errorf("the 100 most frequent words make %.2f of the text, which has %d words", share, len(count))
	}
}

func TestWhatIsLoadedIsWhatTheServiceWouldHaveStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		ctx := t.Context()
		set := New(small(), 1, anchor())
		if err := Load(ctx, url, set); err != nil {
			t.Fatal(err)
		}
		s, err := open.Store(ctx, url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		want := rowsOf(ctx, t, s)
		if int(want["events"]) != small().Events || want["counts"] == 0 {
			t.Fatalf("rows are %v", want)
		}
		// Nothing is left for the program that recomputes columns and counts.
		recount := "UPDATE schema_metadata SET value = '' WHERE name = 'counts'"
		if err := s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
			_, err := w.Exec(ctx, store.Statement{SQL: recount})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := maintain.Recompute(ctx, s, generated.Service().Resources, nil); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, rowsOf(ctx, t, s)); diff != "" {
			t.Errorf("after the counts were computed (-loaded +computed):\n%s", diff)
		}
	})
}

// rowsOf counts rows, and sums up the counts of terms.
func rowsOf(ctx context.Context, t *testing.T, s *store.Store) map[string]int64 {
	t.Helper()
	found := map[string]int64{}
	for name, text := range map[string]string{
		"events": "SELECT count(*) FROM events", "links": "SELECT count(*) FROM event_tags", "ids": "SELECT max(id) FROM post_id_sequence",
		"counts": "SELECT CAST(sum(term_id * count) AS bigint) FROM term_counts",
		"index":  "SELECT count(*) FROM events WHERE status = 'publish' AND hide_from_listings = false",
	} {
		var n int64
		if err := s.Reader().Query(ctx, store.Statement{SQL: text, ScanRow: func(r store.Row) error { return r.Scan(&n) }}); err != nil {
			t.Fatal(err)
		}
		found[name] = n
	}
	return found
}
