package app_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"almanac/generated"
	"almanac/runtime/mutate"
	"almanac/runtime/store"
)

// oneAtATime refuses an event at a venue where another one takes place at the same time.
var oneAtATime = mutate.Hooks[*generated.Event]{
	BeforeSave: func(ctx context.Context, c *mutate.Mutation, e mutate.Change[*generated.Event]) error {
		venues, err := c.LinkedIDs("venue")
		if err != nil {
			return err
		}
		for _, venue := range venues {
			if err := c.Lock(fmt.Sprint("venue ", venue)); err != nil {
				return err
			}
			err := c.Store.Query(ctx, store.Statement{
				SQL: "SELECT COUNT(*) FROM events e JOIN event_venues l ON l.event_id = e.id" +
					" WHERE l.venue_id = $1 AND e.id <> $2 AND e.utc_start_date < $3 AND e.utc_end_date > $4",
				Args: []any{venue, e.Next.ID, e.Next.UTCEndDate, e.Next.UTCStartDate},
				ScanRow: func(row store.Row) error {
					var n int
					err := row.Scan(&n)
					if n > 0 {
						c.Errors.Add("venue", "", "venue must be free at that time.")
					}
					return err
				},
			})
			if err != nil {
				return err
			}
		}
		return nil
	},
}

func TestARuleAboutSeveralRecordsHoldsForWritersAtOnce(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withHooks(oneAtATime))
		venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}).id()
		event := func(title, start, end string) js { // Equal titles would wait for each other's slug.
			return js{"title": title, "start_date": start, "end_date": end, "venue": venue}
		}
		const writers = 8
		statuses := make([]int, writers)
		var all sync.WaitGroup
		for i := range writers {
			all.Go(func() {
				statuses[i] = s.send("", http.MethodPost, "/events", event(fmt.Sprint("Talk ", i), "2027-03-01 10:00:00", "2027-03-01 11:00:00")).status
			})
		}
		all.Wait()
		made := map[int]int{}
		for _, status := range statuses {
			made[status]++
		}
		if made[http.StatusCreated] != 1 || made[http.StatusBadRequest] != writers-1 {
			t.Errorf("%d writers of the same time at once got %v, want one 201", writers, made)
		}
		later := s.must(http.StatusCreated, http.MethodPost, "/events", event("Later", "2027-03-01 11:00:00", "2027-03-01 12:00:00"))
		moved := s.must(http.StatusBadRequest, http.MethodPatch, one("events", later.id()), js{"start_date": "2027-03-01 10:30:00"})
		if got := moved.body["data"].(js)["params"].(js)["venue"]; got != "venue must be free at that time." {
			t.Errorf("an event that is moved to a time that is taken: %v", got)
		}
		s.must(http.StatusOK, http.MethodPatch, one("events", later.id()), js{"start_date": "2027-03-01 10:30:00", "venue": []any{}})
	})
}
