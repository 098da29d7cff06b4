package cache_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/auth"
	"almanac/runtime/cache"
	"almanac/runtime/deployment"
	"almanac/runtime/model"
	"almanac/runtime/model/modeltest"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// attached returns the names of what note 1 links to, for a caller. It reports
// false when the note was changed after it had been read.
func attached(t *testing.T, records *cache.Records, env *request.Env, caller auth.Caller, note *modeltest.Note) (names []string, whole bool) {
	t.Helper()
	r := env.NewRequest(t.Context(), caller)
	r.Snapshot = env.Store.SnapshotReader()
	// As a list does, read something first.
	if err := r.Snapshot.Query(t.Context(), store.Statement{SQL: "SELECT 1", ScanRow: func(row store.Row) error { return row.Scan(new(int64)) }}); err != nil {
		t.Fatal(err)
	}
	whole, err := records.Attach(r, modeltest.Notes, []model.Record{note})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range note.Notes {
		names = append(names, n.Title)
	}
	for _, l := range note.Labels {
		names = append(names, l.Name+map[bool]string{true: "+"}[l.Count > 0])
	}
	return names, whole
}

// note is note 1 as a read finds it.
func note() *modeltest.Note {
	return &modeltest.Note{Post: model.Post{Named: model.Named{Base: model.Base{ID: 1, Version: 1}}}}
}

func TestCachedRecordsAreUsedWhileTheirVersionsMatch(t *testing.T) {
	author := auth.Caller{User: 2, Role: auth.RoleAuthor}
	tests := []struct {
		name, write string
		want        []string
	}{
		{"nothing was written", "UPDATE notes SET version = version WHERE id = 1", []string{"public", "private", "Ant", "Zoo"}},
		{"a note was changed", "UPDATE notes SET title = 'new', version = 2 WHERE id = 2", []string{"new", "private", "Ant", "Zoo"}},
		{"a term was changed", "UPDATE labels SET name = 'Bee', name_sort = 'bee', version = 2 WHERE id = 9", []string{"public", "private", "Bee", "Zoo"}},
		{"a term was renamed to the end", "UPDATE labels SET name = 'Zz', version = 2 WHERE id = 9", []string{"public", "private", "Zoo", "Zz"}},
		{"a term was counted", "INSERT INTO term_counts (term_id, shard, count) VALUES (8, 0, 1)", []string{"public", "private", "Ant", "Zoo+"}},
		{"a note was deleted", "DELETE FROM notes WHERE id = 2", []string{"private", "Ant", "Zoo"}},
		{"a note was hidden", "UPDATE notes SET status = 'draft', version = 2 WHERE id = 3", []string{"public", "Ant", "Zoo"}},
		{"a write that raised no version", "UPDATE notes SET title = 'new' WHERE id = 2", []string{"public", "private", "Ant", "Zoo"}},
	}
	databases := storetest.NewTemplate(prepare)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Each(t, func(t *testing.T, url string) {
				s := modeltest.Reopen(t, url)
				env := &request.Env{Store: s, Deployment: deployment.Deployment{DefaultPerPage: 10}, Clock: time.Now}
				records := cache.NewRecords(1 << 20)
				for range 2 { // Once to load them, and once from the cache.
					names, whole := attached(t, records, env, author, note())
					if diff := cmp.Diff([]string{"public", "private", "Ant", "Zoo"}, names); diff != "" || !whole {
						t.Fatalf("before the write, whole %t (-want +got):\n%s", whole, diff)
					}
				}
				modeltest.Exec(t, s, tt.write)
				if names, _ := attached(t, records, env, author, note()); !cmp.Equal(tt.want, names) {
					t.Errorf("after the write %q, want %q", names, tt.want)
				}
				if names, _ := attached(t, records, env, auth.Caller{}, note()); cmp.Equal(tt.want, names) && cmp.Equal(names[1:2], []string{"private"}) {
					t.Errorf("a visitor sees %q", names)
				}
			})
		})
	}
}

// prepare makes a database with a note that links to two notes and two labels.
func prepare(url string) error {
	return modeltest.Prepare(url,
		"INSERT INTO notes (id, title, status) VALUES (1, 'main', 'publish'), (2, 'public', 'publish'), (3, 'private', 'private')",
		"INSERT INTO labels (id, name, name_sort) VALUES (8, 'Zoo', 'zoo'), (9, 'Ant', 'ant')",
		"INSERT INTO note_notes (note_id, other_id, position) VALUES (1, 2, 0), (1, 3, 1)",
		"INSERT INTO note_labels (note_id, label_id, position) VALUES (1, 8, 0), (1, 9, 1)")
}

func TestARecordThatChangedWhileItWasReadIsReadAgain(t *testing.T) {
	storetest.NewTemplate(prepare).Each(t, func(t *testing.T, url string) {
		s := modeltest.Reopen(t, url)
		modeltest.Exec(t, s, "UPDATE notes SET version = 2 WHERE id = 1")
		env := &request.Env{Store: s, Deployment: deployment.Deployment{DefaultPerPage: 10}, Clock: time.Now}
		if _, whole := attached(t, cache.NewRecords(1<<20), env, auth.Caller{}, note()); whole {
			t.Error("the links of version 2 were attached to version 1")
		}
	})
}

func TestAResponseIsUsedAtItsSnapshotUntilItExpires(t *testing.T) {
	storetest.NewTemplate(prepare).Each(t, func(t *testing.T, url string) {
		s := modeltest.Reopen(t, url)
		now := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
		responses := cache.NewResponses(s, 1<<20)
		at, err := s.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		responses.Put("key", &cache.CachedResponse{Body: []byte("x"), Snapshot: at, ExpiresAt: now.Add(time.Minute)})
		responses.SetTotal("key", 7, at)
		found := func(now time.Time, due bool) bool { return responses.Response(t.Context(), "key", now, due) != nil }
		if !found(now, false) || found(now.Add(time.Minute), false) || found(now, true) {
			t.Error("want the response before it expires, when no record is due")
		}
		if total, ok := responses.Total("key", at); !ok || total != 7 {
			t.Errorf("total %d, %t", total, ok)
		}
		modeltest.Exec(t, s, "UPDATE notes SET title = 'new' WHERE id = 1")
		if found(now, false) {
			t.Error("a response is used after a write")
		}
		if _, ok := responses.Total("key", responses.Latest()); ok {
			t.Error("a total is used after a write")
		}
		if got, want := responses.Stats(), (cache.Stats{Hits: 1, Stale: 3}); got.Hits != want.Hits || got.Misses != want.Misses || got.Stale != want.Stale {
			t.Errorf("statistics %+v", got)
		}
	})
}
