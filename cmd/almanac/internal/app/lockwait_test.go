package app_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
)

// whileHeld runs statements in a transaction of its own, sends a request that
// has to wait for it, commits, and returns the response.
func (s *site) whileHeld(statements []store.Statement, request func() response) response {
	s.t.Helper()
	answered := make(chan response, 1)
	err := s.Store.RunInTx(s.t.Context(), func(ctx context.Context, w store.Writer) error {
		if err := w.Batch(ctx, statements); err != nil {
			return err
		}
		go func() { answered <- request() }()
		s.awaitWaiting()
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return <-answered
}

// awaitWaiting returns once somebody waits for a lock, which SQLite does not
// tell.
func (s *site) awaitWaiting() {
	s.t.Helper()
	if s.Store.Dialect() == store.SQLite {
		time.Sleep(100 * time.Millisecond)
		return
	}
	const waiting = "SELECT pid::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
	for deadline := time.Now().Add(10 * time.Second); len(s.texts(waiting)) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Error("nobody waits for the transaction")
			return
		}
	}
}

func sql(text string, args ...any) store.Statement { return store.Statement{SQL: text, Args: args} }

// TestAWriteThatWaitedAnswersWhatItFound has another transaction change what a
// write shows beside the row that it waits for.
func TestAWriteThatWaitedAnswersWhatItFound(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		image := func(name string) (event, image int64) {
			a := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(name, js{"image": "https://example.org/" + name + ".png"}))
			return a.id(), response{body: a.body["image"].(js)}.id()
		}
		first, imageOfFirst := image("first")
		_, other := image("other")
		category := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Music"}).id()
		venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "image": imageOfFirst}).id()
		tests := []struct {
			name, method, path string
			before             []store.Statement
			fields             js
		}{
			{
				"another image", http.MethodPatch, one("events", first),
				[]store.Statement{sql("UPDATE events SET image_id = $1, version = version + 1 WHERE id = $2", other, first)},
				js{"excerpt": "a"},
			},
			{
				"facts about the image", http.MethodPatch, one("events", first),
				[]store.Statement{
					sql("UPDATE images SET width = 640 WHERE id = $1", other),
					sql("UPDATE events SET version = version + 1 WHERE id = $1", first),
				},
				js{"excerpt": "b"},
			},
			{
				"no image any more", http.MethodPatch, one("events", first),
				[]store.Statement{sql("UPDATE events SET image_id = 0, version = version + 1 WHERE id = $1", first)},
				js{"excerpt": "c"},
			},
			{
				"an image by slug", http.MethodPatch, "/venues/by-slug/hall",
				[]store.Statement{sql("UPDATE venues SET image_id = $1, version = version + 1 WHERE id = $2", other, venue)},
				js{"phone": "1"},
			},
			{
				"the count of a category", http.MethodPatch, one("categories", category),
				[]store.Statement{
					sql("INSERT INTO event_categories (event_id, category_id, position, start_date) SELECT id, $2, 0, start_date FROM events WHERE id = $1", first, category),
					sql("INSERT INTO term_counts (term_id, shard, count) VALUES ($1, 0, 1)", category),
				},
				js{"description": "Loud"},
			},
		}
		for _, tt := range tests {
			written := s.whileHeld(tt.before, func() response { return s.send("", tt.method, tt.path, tt.fields) })
			if written.status != http.StatusOK {
				t.Errorf("%s: status %d: %s", tt.name, written.status, written.text)
				continue
			}
			read := s.get(tt.path)
			withoutLinkedData(read.body)
			if diff := cmp.Diff(read.body, written.body); diff != "" {
				t.Errorf("%s (-read +written):\n%s", tt.name, diff)
			}
		}
	})
}
