package mcptest

import (
	"fmt"
	"testing"

	"almanac/runtime/service/servicetest"
)

func TestAProgramFollowsAList(t *testing.T) {
	sampled(t, func(t *testing.T, s *servicetest.Server) {
		var ids []int
		for i := range 30 {
			id, _ := event(t, s, js{"title": fmt.Sprintf("Event %d", i), "featured": i < 25})
			ids = append(ids, id)
		}
		a, seen := as(t, s, ""), map[string]bool{}
		args := js{"resource": "events", "filters": js{"featured": true}}
		follow := func() (records []js, removed []any) {
			for {
				page := a.must("changes", args)
				if len(page.whole) > 21_000 {
					t.Fatalf("%d bytes", len(page.whole))
				}
				records = append(records, page.records()...)
				removed = append(removed, page.value["removed"].([]any)...)
				args["since"] = page.value["since"]
				if page.value["more"] != true {
					return records, removed
				}
			}
		}
		records, _ := follow()
		for _, one := range records {
			seen[fmt.Sprint(one["title"])] = true
		}
		if len(seen) != 25 {
			t.Errorf("%d at first: %v", len(seen), seen)
		}
		if records, removed := follow(); len(records) != 0 || len(removed) != 0 {
			t.Errorf("nothing changed: %v %v", records, removed)
		}
		s.Send("administrator", "PATCH", fmt.Sprintf("/events/%d", ids[0]), js{"title": "Changed"})
		s.Send("administrator", "PATCH", fmt.Sprintf("/events/%d", ids[1]), js{"featured": false})
		records, removed := follow()
		if len(records) != 1 || records[0]["title"] != "Changed" || len(removed) != 1 || removed[0] != float64(ids[1]) {
			t.Errorf("changed: %v, removed: %v", records, removed)
		}
		args["filters"] = js{}
		if r := a.use("changes", args); r.status() != 400 {
			t.Errorf("other filters: %s", r.whole)
		}
	})
}
