package app_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCreatesOfTheSameTitleGetSlugsOfTheirOwn(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		n := fewer(100)
		answers := make([]response, n)
		together(n, func(i int) { answers[i] = s.send("", http.MethodPost, "/events", newEvent("Picnic", nil)) })
		slugs := map[any]bool{}
		for _, a := range answers {
			if a.status != http.StatusCreated {
				t.Errorf("status %d: %s", a.status, a.text)
			}
			slugs[a.body["slug"]] = true
		}
		if len(slugs) != n {
			t.Errorf("%d creates made %d slugs", n, len(slugs))
		}
	})
}

func TestCreatesOfTheSameTermNameMakeOneTerm(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		n := fewer(50)
		var created atomic.Int64
		together(n, func(int) {
			switch a := s.send("", http.MethodPost, "/tags", js{"name": "Jazz"}); {
			case a.status == http.StatusCreated:
				created.Add(1)
			case a.status != http.StatusBadRequest || a.body["code"] != "term_exists":
				t.Errorf("status %d: %s", a.status, a.text)
			}
		})
		if created.Load() != 1 {
			t.Errorf("%d terms were created", created.Load())
		}
	})
}

func TestEventsThatNameTheSameNewTermsShareThem(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		n := fewer(30)
		names := []string{"Folk", "Jazz", "Rock", "Soul"}
		together(n, func(i int) {
			mixed := append([]string{}, names...)
			rand.New(rand.NewPCG(1, uint64(i))).Shuffle(len(mixed), func(a, b int) { mixed[a], mixed[b] = mixed[b], mixed[a] })
			a := s.send("", http.MethodPost, "/events", newEvent(fmt.Sprint("Concert ", i), js{"tags": mixed, "categories": mixed}))
			if a.status != http.StatusCreated {
				t.Errorf("status %d: %s", a.status, a.text)
			}
		})
		for _, table := range []string{"tags", "categories"} {
			got := s.texts("SELECT name FROM " + table + " ORDER BY name")
			if diff := cmp.Diff(names, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", table, diff)
			}
		}
		s.checkCounts()
	})
}

func TestMovesAtOnceNeverCloseACircle(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		const n = 5
		var ids [n]int64
		for i := range ids {
			ids[i] = s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": fmt.Sprint("C", i)}).id()
		}
		for range fewer(25) {
			together(n, func(i int) {
				s.healthy("move", s.send("", http.MethodPatch, one("categories", ids[i]), js{"parent": ids[(i+1)%n]}))
			})
			parents := s.numbers("SELECT id, parent FROM categories")
			for _, id := range ids {
				steps := 0
				for at := id; at != 0 && steps <= n; at = parents[at] {
					steps++
				}
				if steps > n {
					t.Fatalf("category %d lies below itself: %v", id, parents)
				}
			}
			s.must(http.StatusOK, http.MethodPatch, one("categories", ids[rand.IntN(n)]), js{"parent": 0})
		}
	})
}

func TestUpdatesAtOnceAreAllMade(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil)).id()
		n := fewer(50)
		fields := []string{"excerpt", "description", "website", "cost", "title"}
		together(n, func(i int) {
			a := s.send("", http.MethodPatch, one("events", id), js{fields[i%len(fields)]: fmt.Sprint("https://example.org/", i)})
			if a.status != http.StatusOK {
				t.Errorf("status %d: %s", a.status, a.text)
			}
		})
		want := map[int64]int64{id: int64(n) + 1}
		if diff := cmp.Diff(want, s.numbers("SELECT id, version FROM events")); diff != "" {
			t.Errorf("versions (-want +got):\n%s", diff)
		}
	})
}

func TestAVenueGoesWhileEventsAreLinkedToIt(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		for round := range fewer(25) {
			venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": fmt.Sprint("Hall ", round)}).id()
			old := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Old", js{"venue": venue})).id()
			together(4, func(i int) {
				switch i {
				case 0:
					a := s.send("", http.MethodDelete, one("venues", venue)+"?force=true", nil)
					if a.status != http.StatusOK {
						t.Errorf("delete: status %d: %s", a.status, a.text)
					}
				case 1:
					s.healthy("update", s.send("", http.MethodPatch, one("events", old), js{"venue": []int64{venue}, "title": "New"}))
				default:
					s.healthy("create", s.send("", http.MethodPost, "/events", newEvent("Show", js{"venue": venue})))
				}
			})
		}
		if left := s.numbers("SELECT event_id, venue_id FROM event_venues"); len(left) != 0 {
			t.Errorf("links to venues that are gone: %v", left)
		}
	})
}

// checkCounts compares the counts of terms with a recount.
func (s *site) checkCounts() {
	s.t.Helper()
	want := map[int64]int64{}
	for _, resource := range []struct{ table, column string }{{"event_categories", "category_id"}, {"event_tags", "tag_id"}} {
		recount := s.numbers("SELECT l." + resource.column + ", count(*) FROM " + resource.table +
			" AS l JOIN events AS e ON e.id = l.event_id WHERE e.status = 'publish' GROUP BY l." + resource.column)
		for id, n := range recount {
			want[id] = n
		}
	}
	got := s.numbers("SELECT term_id, CAST(SUM(count) AS bigint) FROM term_counts GROUP BY term_id HAVING SUM(count) <> 0")
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("counts differ from a recount (-want +got):\n%s", diff)
	}
}

// storm writes at random to one service.
type storm struct {
	*site
	random           *rand.Rand
	events, cats, ts []int64
}

func TestCountsOfTermsHoldInAStormOfWrites(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		var cats, tags, events []int64
		for i := range 8 {
			cats = append(cats, s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": fmt.Sprint("C", i)}).id())
			tags = append(tags, s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": fmt.Sprint("T", i)}).id())
		}
		for i := range 12 {
			events = append(events, s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(fmt.Sprint("E", i), js{"categories": cats[:i%8], "tags": tags[i%8:]})).id())
		}
		together(6, func(i int) {
			w := storm{site: s, random: rand.New(rand.NewPCG(7, uint64(i))), events: events, cats: cats, ts: tags}
			for range fewer(60) {
				s.healthy("storm", w.write())
			}
		})
		s.checkCounts()
		orphans := s.numbers("SELECT term_id, shard FROM term_counts WHERE term_id NOT IN (SELECT id FROM categories) AND term_id NOT IN (SELECT id FROM tags)")
		if len(orphans) != 0 {
			t.Errorf("counts of terms that are gone: %v", orphans)
		}
	})
}

// some returns a few of the ids.
func (s *storm) some(ids []int64) []int64 {
	var few []int64
	for range s.random.IntN(4) {
		few = append(few, ids[s.random.IntN(len(ids))])
	}
	return few
}

// write makes one random request.
func (s *storm) write() response {
	event := one("events", s.events[s.random.IntN(len(s.events))])
	status := []string{"publish", "draft", "private", "pending", "trash"}[s.random.IntN(5)]
	switch n := s.random.IntN(40); {
	case n < 8:
		return s.send("", http.MethodPost, "/events", newEvent("Storm", js{"status": status, "categories": s.some(s.cats), "tags": []string{fmt.Sprint("N", s.random.IntN(5)), "T1"}}))
	case n < 16:
		return s.send("", http.MethodPatch, event, js{"status": status})
	case n < 24:
		return s.send("", http.MethodPatch, event, js{"categories": s.some(s.cats), "tags": s.some(s.ts)})
	case n < 30:
		return s.send("", http.MethodPatch, event, js{"status": status, "tags": s.some(s.ts)})
	case n < 34:
		return s.send("", http.MethodDelete, event, nil)
	case n < 36:
		return s.send("", http.MethodDelete, event+"?force=true", nil)
	case n < 37:
		return s.send("", http.MethodDelete, one("categories", s.cats[s.random.IntN(len(s.cats))]), nil)
	case n < 38:
		return s.send("", http.MethodDelete, one("tags", s.ts[s.random.IntN(len(s.ts))]), nil)
	}
	return s.send("", http.MethodPost, "/events", newEvent("Later", js{"categories": s.some(s.cats)}))
}
