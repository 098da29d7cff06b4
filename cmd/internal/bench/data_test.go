package bench

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// small is a size that a test can afford.
func small() Size { return Size{Events: 50, Venues: 5, Organizers: 4, Categories: 20, Tags: 10} }

func TestTheSameSeedMakesTheSameData(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	one, two := NewData(small(), 1, now), NewData(small(), 1, now)
	for i := range one.Posts {
		if diff := cmp.Diff(one.Posts[i].Values(), two.Posts[i].Values()); diff != "" {
			t.Fatalf("post %d (-want +got):\n%s", i, diff)
		}
		if diff := cmp.Diff(one.Posts[i].Links, two.Posts[i].Links); diff != "" {
			t.Fatalf("links of post %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestLinksLeadToDifferentRecordsOfTheirKind(t *testing.T) {
	size := small()
	first := map[string]int{"venue": 1, "organizer": size.Venues + 1, "categories": 1, "tags": size.Categories + 1}
	count := map[string]int{"venue": size.Venues, "organizer": size.Organizers, "categories": size.Categories, "tags": size.Tags}
	for _, r := range NewData(size, 1, time.Now()).Posts {
		for name, ids := range r.Links {
			seen := map[int64]bool{}
			for _, id := range ids {
				if n := int(id) - first[name]; n < 0 || n >= count[name] || seen[id] {
					t.Errorf("event %d: %s are %v", r.Record().ID, name, ids)
				}
				seen[id] = true
			}
		}
	}
}
