package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"almanac/runtime/service"
)

// orphans returns the rows of tables that belong to an event, and of links, whose
// other side is not there.
func (s *site) orphans() []string {
	s.t.Helper()
	var found []string
	for _, link := range []struct{ table, column, target string }{
		{"event_venues", "event_id", "events"},
		{"event_venues", "venue_id", "venues"},
		{"event_organizers", "event_id", "events"},
		{"event_organizers", "organizer_id", "organizers"},
		{"event_categories", "event_id", "events"},
		{"event_categories", "category_id", "categories"},
		{"event_tags", "event_id", "events"},
		{"event_tags", "tag_id", "tags"},
	} {
		n := len(s.texts("SELECT CAST(" + link.column + " AS text) FROM " + link.table + " WHERE " + link.column + " NOT IN (SELECT id FROM " + link.target + ")"))
		if n > 0 {
			found = append(found, fmt.Sprintf("%d rows of %s without their %s", n, link.table, link.column))
		}
	}
	return found
}

// consistent checks what has to hold whatever was done at once.
func (s *site) consistent() {
	s.t.Helper()
	if found := s.orphans(); len(found) > 0 {
		s.t.Errorf("left over: %s", strings.Join(found, "; "))
	}
	s.checkCounts()
	if _, err := service.Verify(s.t.Context(), s.Store, s.Env.Resources); err != nil {
		s.t.Error(err)
	}
}

func TestAnEventIsDeletedWhileItIsChanged(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		for round := range fewer(20) {
			id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{
				"tags": []string{"old"}, "categories": []string{"Old"}, "venue": js{"venue": fmt.Sprint("Hall ", round)},
			})).id()
			var deleted atomic.Int64
			together(6, func(i int) {
				if i < 2 {
					a := s.send("", http.MethodDelete, one("events", id)+"?force=true", nil)
					if a.status == http.StatusOK {
						deleted.Add(1)
					} else if a.status != http.StatusNotFound {
						t.Errorf("delete: status %d: %s", a.status, a.text)
					}
					return
				}
				a := s.send("", http.MethodPatch, one("events", id), js{
					"title": fmt.Sprint("Fair ", i), "tags": []string{fmt.Sprint("new ", i)}, "categories": []string{fmt.Sprint("New ", i)},
					"organizer": js{"organizer": fmt.Sprint("Club ", round, i)}, "status": []string{"publish", "draft"}[i%2],
				})
				if a.status != http.StatusOK && a.status != http.StatusNotFound {
					t.Errorf("update: status %d: %s", a.status, a.text)
				}
			})
			if deleted.Load() != 1 {
				t.Errorf("%d deletes were made, want 1", deleted.Load())
			}
			s.must(http.StatusNotFound, http.MethodGet, one("events", id), nil)
		}
		s.consistent()
	})
}

func TestAnEventGoesToTheTrashWhileItIsChanged(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		for range fewer(20) {
			id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"tags": []string{"old"}})).id()
			together(4, func(i int) {
				if i == 0 {
					s.healthy("delete", s.send("", http.MethodDelete, one("events", id), nil))
					return
				}
				s.healthy("update", s.send("", http.MethodPatch, one("events", id), js{"tags": []string{"old", fmt.Sprint("new ", i)}}))
			})
			if got := s.texts("SELECT status FROM events WHERE id = $1", id); len(got) != 1 || got[0] != "trash" {
				t.Errorf("its status is %v", got)
			}
		}
		s.consistent()
	})
}

func TestRecordsGoWhileEventsAreLinkedToThem(t *testing.T) {
	resources := []struct{ plural, name, field string }{
		{"organizers", "organizer", "organizer"}, {"categories", "name", "categories"}, {"tags", "name", "tags"},
	}
	for _, k := range resources {
		t.Run(k.plural, func(t *testing.T) {
			prepared.Each(t, func(t *testing.T, url string) {
				s := openSite(t, url)
				for round := range fewer(20) {
					target := s.must(http.StatusCreated, http.MethodPost, "/"+k.plural, js{k.name: fmt.Sprint("Target ", round)}).id()
					old := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Old", js{k.field: target})).id()
					together(6, func(i int) {
						switch i {
						case 0:
							if a := s.send("", http.MethodDelete, one(k.plural, target)+"?force=true", nil); a.status != http.StatusOK {
								t.Errorf("delete: status %d: %s", a.status, a.text)
							}
						case 1, 2:
							s.healthy("update", s.send("", http.MethodPatch, one("events", old), js{k.field: []int64{target}, "title": "New"}))
						case 3:
							s.healthy("trash", s.send("", http.MethodDelete, one("events", old), nil))
						default:
							s.healthy("create", s.send("", http.MethodPost, "/events", newEvent("Show", js{k.field: target})))
						}
					})
					s.must(http.StatusNotFound, http.MethodGet, one(k.plural, target), nil)
				}
				s.consistent()
			})
		})
	}
}

func TestACategoryGoesWhileOthersMoveBelowIt(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		for round := range fewer(20) {
			parent := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": fmt.Sprint("Parent ", round)}).id()
			child := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": fmt.Sprint("Child ", round)}).id()
			together(4, func(i int) {
				switch i {
				case 0:
					s.healthy("delete", s.send("", http.MethodDelete, one("categories", parent), nil))
				case 1:
					s.healthy("move", s.send("", http.MethodPatch, one("categories", child), js{"parent": parent}))
				default:
					s.healthy("create", s.send("", http.MethodPost, "/categories", js{"name": fmt.Sprint("New ", round, i), "parent": parent}))
				}
			})
		}
		lost := s.numbers("SELECT id, parent FROM categories WHERE parent <> 0 AND parent NOT IN (SELECT id FROM categories)")
		if len(lost) != 0 {
			t.Errorf("categories below one that is gone: %v", lost)
		}
		s.consistent()
	})
}
