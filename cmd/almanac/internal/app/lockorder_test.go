package app_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"almanac/generated"
	"almanac/runtime/mutate"
	"almanac/runtime/store"
)

// noDeadlock checks that no transaction waited for another one in a circle, which
// shows in the log because it is run again.
func (s *site) noDeadlock(j *journal) {
	s.t.Helper()
	if lines := j.lines("deadlock"); len(lines) > 0 {
		s.t.Errorf("%d transactions were run again because of a deadlock, the first: %s", len(lines), lines[0])
	}
}

// shuffled returns names in another order for each number.
func shuffled(names []string, number int) []string {
	mixed := append([]string{}, names...)
	rand.New(rand.NewPCG(3, uint64(number))).Shuffle(len(mixed), func(a, b int) { mixed[a], mixed[b] = mixed[b], mixed[a] })
	return mixed
}

func TestInlineVenuesAndOrganizersInAnyOrderNeverDeadlock(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var j journal
		s := openSite(t, url, logging(&j))
		names := []string{"Arena", "Barn", "Club", "Dome", "Exchange", "Forum"}
		for round := range fewer(10) {
			together(8, func(i int) {
				var venues, organizers []any
				for _, name := range shuffled(names, 100*round+i) {
					picture := fmt.Sprintf("https://example.org/%s-%d.png", name, round)
					venues = append(venues, js{"venue": fmt.Sprint(name, " ", round), "image": picture})
					organizers = append([]any{js{"organizer": fmt.Sprint(name, " ", round), "image": picture}}, organizers...)
				}
				var a response
				if i < 6 {
					a = s.send("", http.MethodPost, "/events", newEvent(fmt.Sprint("Show ", round, i), js{"venue": venues, "organizer": organizers}))
				} else {
					a = s.send("", http.MethodPost, "/venues", venues[0])
				}
				if a.status != http.StatusCreated {
					t.Errorf("status %d: %s", a.status, a.text)
				}
			})
		}
		s.noDeadlock(&j)
		if got := len(s.texts("SELECT venue FROM venues")); got != len(names)*fewer(10) {
			t.Errorf("%d venues, want each of the %d once", got, len(names)*fewer(10))
		}
	})
}

func TestNewTermsWhoseSlugsAreInAnotherOrderThanTheirNamesNeverDeadlock(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var j journal
		s := openSite(t, url, logging(&j))
		for round := range fewer(15) {
			together(8, func(i int) {
				names := []string{fmt.Sprint("a", round), fmt.Sprint([]string{"z", "!z"}[i%2], round)}
				a := s.send("", http.MethodPost, "/events", newEvent(fmt.Sprint("Show ", round, i), js{"tags": names, "categories": names}))
				if a.status != http.StatusCreated {
					t.Errorf("status %d: %s", a.status, a.text)
				}
			})
		}
		s.noDeadlock(&j)
	})
}

func TestACategoryGoesWhileThoseBelowMoveAwayWithoutADeadlock(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var j journal
		s := openSite(t, url, logging(&j))
		category := func(name string, parent int64) int64 {
			return s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": name, "parent": parent}).id()
		}
		for round := range fewer(20) {
			top, other := category(fmt.Sprint("Top ", round), 0), category(fmt.Sprint("Other ", round), 0)
			var below [3]int64
			for i := range below {
				below[i] = category(fmt.Sprint("Below ", round, i), top)
			}
			together(1+len(below), func(i int) {
				a := response{}
				if i == 0 {
					a = s.send("", http.MethodDelete, one("categories", top), nil)
				} else {
					a = s.send("", http.MethodPatch, one("categories", below[i-1]), js{"parent": other})
				}
				if a.status != http.StatusOK {
					t.Errorf("status %d: %s", a.status, a.text)
				}
			})
		}
		s.noDeadlock(&j)
		if left := s.numbers("SELECT id, parent FROM categories WHERE name LIKE 'Below%' AND parent NOT IN (SELECT id FROM categories WHERE name LIKE 'Other%')"); len(left) != 0 {
			t.Errorf("categories that have not moved: %v", left)
		}
	})
}

func TestALargeCreateTakesFewLocks(t *testing.T) {
	var most atomic.Int64
	count := mutate.Hooks[*generated.Event]{BeforeSave: func(ctx context.Context, c *mutate.Mutation, _ mutate.Change[*generated.Event]) error {
		return c.Store.Query(ctx, store.Statement{
			SQL: "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
			ScanRow: func(row store.Row) error {
				var n int64
				err := row.Scan(&n)
				most.Store(max(n, most.Load()))
				return err
			},
		})
	}}
	s := openSite(t, prepared.PostgreSQL(t), withHooks(count))
	create := func(n int) int64 {
		most.Store(0)
		var venues, organizers []any
		var terms []string
		for i := range n {
			venues = append(venues, js{"venue": fmt.Sprint("Hall ", n, "-", i)})
			organizers = append(organizers, js{"organizer": fmt.Sprint("Club ", n, "-", i)})
			terms = append(terms, fmt.Sprint("Term ", n, "-", i))
		}
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Large", js{"venue": venues, "organizer": organizers, "tags": terms, "categories": terms}))
		return most.Load()
	}
	for _, n := range []int{1, 8, 9, 120} {
		if got := create(n); got > 5*32+1 { // A request takes names of five resources, and images.
			t.Errorf("with %d of each, %d locks", n, got)
		}
	}
}

func TestADatabaseThatGivesUpEveryTryIsAnAnswerToTryAgain(t *testing.T) {
	s := openSite(t, prepared.PostgreSQL(t))
	s.execute(`CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$`)
	s.execute("CREATE TRIGGER give_up BEFORE INSERT ON venues FOR EACH ROW EXECUTE FUNCTION give_up()")
	a := s.send("", http.MethodPost, "/venues", js{"venue": "Hall"})
	if a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("status %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.text)
	}
}

func TestALongSlugIsGivenUpInTheTrash(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		for _, length := range []int{184, 185, 186, 191, 192, 199, 200} {
			title := strings.Repeat("é", length)
			create := func() response { return s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(title, nil)) }
			first := create()
			trashed := s.must(http.StatusOK, http.MethodDelete, one("events", first.id()), nil)
			if got := trashed.body["slug"].(string); !strings.HasSuffix(got, "__trashed") {
				t.Errorf("%d characters: the slug in the trash is %s", length, got)
			}
			second := create()
			if got := second.body["slug"]; got != title {
				t.Errorf("%d characters: the slug of the next record is %v", length, got)
			}
			s.must(http.StatusOK, http.MethodDelete, one("events", second.id()), nil)
			third := create()
			if got := third.body["slug"]; got != title {
				t.Errorf("%d characters: the slug of the third record is %v", length, got)
			}
			s.must(http.StatusOK, http.MethodDelete, one("events", third.id())+"?force=true", nil)
			if got := s.must(http.StatusOK, http.MethodPatch, one("events", first.id()), js{"status": "publish"}).body["slug"]; got != title {
				t.Errorf("%d characters: the slug regained is %v", length, got)
			}
		}
	})
}
