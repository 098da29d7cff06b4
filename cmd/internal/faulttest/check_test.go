package faulttest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
)

// kept is an event as the database has it.
type kept struct {
	text                     string
	venues, categories, tags int64
}

// check compares a database with what a storm was acknowledged, and returns how many
// acknowledged writes it lacks.  It fails the test for each of them, for what is
// there in part, and for a database that is not whole.
func (s *storm) check(url string) (lost int) {
	s.t.Helper()
	return s.compare(url, s.entries)
}

// compare is check with some of the events.
func (s *storm) compare(url string, entries []*entry) (lost int) {
	s.t.Helper()
	db, err := open.Store(s.t.Context(), url, store.Options{ReadOnly: true})
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	lost, wrong := inspect(s.t, db, entries)
	for _, text := range wrong {
		s.t.Error(text)
	}
	return lost
}

// inspect returns how many acknowledged writes a database lacks, and all that is
// wrong with it.
func inspect(t *testing.T, db *store.Store, entries []*entry) (lost int, wrong []string) {
	t.Helper()
	if _, err := service.Verify(t.Context(), db, generated.Service().Resources); err != nil {
		wrong = append(wrong, err.Error())
	}
	events, halls := eventsIn(t, db), hallsIn(t, db)
	for _, e := range entries {
		got, there := events[e.title]
		switch {
		case !there && !e.doubt && !e.gone, there && e.gone && !e.doubt:
			lost++
			wrong = append(wrong, fmt.Sprintf("acknowledged and lost: %q is there: %t, was removed: %t", e.title, there, e.gone))
		case !there && e.id == 0 && halls["Hall of "+e.title]:
			wrong = append(wrong, fmt.Sprintf("half a write: the venue of %q without the event", e.title))
		case there && got.text != e.text && !slices.Contains(e.texts, got.text):
			lost++
			wrong = append(wrong, fmt.Sprintf("acknowledged and lost: %q has the text %q, want %q", e.title, got.text, e.text))
		case there && (got.venues != 1 || got.categories != 2 || got.tags != 2):
			wrong = append(wrong, fmt.Sprintf("half a write: %q has %d venues, %d categories, %d tags", e.title, got.venues, got.categories, got.tags))
		}
	}
	return lost, wrong
}

// eventsIn returns the events by title.
func eventsIn(t *testing.T, db *store.Store) map[string]kept {
	t.Helper()
	found := map[string]kept{}
	text := "SELECT e.title, e.description," +
		" (SELECT count(*) FROM event_venues AS l JOIN venues AS v ON v.id = l.venue_id WHERE l.event_id = e.id AND v.venue = 'Hall of ' || e.title)," +
		" (SELECT count(*) FROM event_categories AS l JOIN categories AS c ON c.id = l.category_id WHERE l.event_id = e.id)," +
		" (SELECT count(*) FROM event_tags AS l JOIN tags AS c ON c.id = l.tag_id WHERE l.event_id = e.id)" +
		" FROM events AS e"
	err := db.Reader().Query(context.Background(), store.Statement{SQL: text, ScanRow: func(r store.Row) error {
		var title string
		var e kept
		err := r.Scan(&title, &e.text, &e.venues, &e.categories, &e.tags)
		found[title] = e
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// hallsIn returns the names of venues.
func hallsIn(t *testing.T, db *store.Store) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := db.Reader().Query(context.Background(), store.Statement{SQL: "SELECT venue FROM venues", ScanRow: func(r store.Row) error {
		var name string
		err := r.Scan(&name)
		found[name] = true
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestTheCheckNoticesWhatIsLost takes writes away behind the back of the service:
// a check that finds nothing wrong then would prove nothing.
func TestTheCheckNoticesWhatIsLost(t *testing.T) {
	url := onDisk(t)
	p := newProgram(t, url)
	p.serve()
	s := newStorm(t, 0, p.root())
	s.begin(1, 0)
	for s.acknowledged.Load() < 10 {
		time.Sleep(time.Millisecond)
	}
	s.stop()
	p.kill()
	db, err := open.Store(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if lost, wrong := inspect(t, db, s.entries); lost != 0 || len(wrong) != 0 {
		t.Fatalf("before anything was taken away: %d lost, %v", lost, wrong)
	}
	tests := []struct {
		name, spoil string
		lost        int
	}{
		{"the count of a term", "UPDATE term_counts SET count = count + 1 WHERE term_id = (SELECT min(term_id) FROM term_counts)", 0},
		{"a link to a venue", "DELETE FROM event_venues WHERE event_id = (SELECT max(event_id) FROM event_venues)", 0},
		{"a text", "UPDATE events SET description = '' WHERE id = (SELECT min(id) FROM events)", 1},
		{"an event", "DELETE FROM events WHERE id = (SELECT max(id) FROM events)", 2},
	}
	for _, tt := range tests {
		err := db.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			_, err := w.Exec(ctx, store.Statement{SQL: tt.spoil})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if lost, wrong := inspect(t, db, s.entries); lost != tt.lost || len(wrong) == 0 {
			t.Errorf("without %s: %d lost, want %d: %v", tt.name, lost, tt.lost, wrong)
		}
	}
}
