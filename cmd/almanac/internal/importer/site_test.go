package importer_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// compared are the members that must read as in the source.
var compared = map[string][]string{
	"events": {
		"id", "title", "slug", "status", "author", "date", "date_utc", "modified", "modified_utc", "description", "excerpt",
		"start_date", "end_date", "utc_start_date", "utc_end_date", "timezone", "timezone_abbr", "all_day", "cost", "cost_details",
		"website", "show_map", "show_map_link", "hide_from_listings", "sticky", "featured", "image",
	},
	"venues": {
		"id", "venue", "slug", "status", "author", "date", "date_utc", "modified", "modified_utc", "description", "address", "city",
		"country", "province", "state", "stateprovince", "zip", "phone", "website", "show_map", "show_map_link", "image",
	},
	"organizers": {
		"id", "organizer", "slug", "status", "author", "date", "date_utc", "modified", "modified_utc", "description", "phone",
		"website", "email", "image",
	},
	"categories": {"id", "name", "slug", "description", "parent", "taxonomy"},
	"tags":       {"id", "name", "slug", "description", "taxonomy"},
}

// source reads the records of list files by resource and id.
func source(t *testing.T, dir string) map[string]map[int64]map[string]any {
	t.Helper()
	all := map[string]map[int64]map[string]any{}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var page map[string]any
		if err := json.Unmarshal(content, &page); err != nil {
			t.Fatal(err)
		}
		if _, single := page["id"]; single {
			continue
		}
		for resource := range compared {
			list, _ := page[resource].([]any)
			for _, item := range list {
				if all[resource] == nil {
					all[resource] = map[int64]map[string]any{}
				}
				r := item.(map[string]any)
				all[resource][int64(r["id"].(float64))] = r
			}
		}
	}
	return all
}

// members returns the compared members of a record, and the ids of its links.
func members(resource string, r map[string]any) map[string]any {
	picked := map[string]any{}
	for _, name := range compared[resource] {
		if v, ok := r[name]; ok {
			picked[name] = v
		}
	}
	if resource != "events" {
		return picked
	}
	for _, name := range []string{"venue", "organizer", "categories", "tags"} {
		list, ok := r[name].([]any)
		if !ok {
			list = []any{r[name]}
		}
		ids := []any{}
		for _, item := range list {
			ids = append(ids, item.(map[string]any)["id"])
		}
		picked[name] = ids
	}
	return picked
}

// sameAsSource compares what a service lists with the files it came from.
func sameAsSource(t *testing.T, a *service.Service, dir string) {
	t.Helper()
	for resource, records := range source(t, dir) {
		got := listAll(t, a, resource)
		if len(got) != len(records) {
			t.Errorf("%s: got %d, want %d", resource, len(got), len(records))
		}
		for id, r := range records {
			if diff := cmp.Diff(members(resource, r), members(resource, got[id])); diff != "" {
				t.Errorf("%s %d: (-want +got)\n%s", resource, id, diff)
			}
		}
	}
}

// TestASiteIsImportedAsItReads imports the folder that ALMANAC_SITE_DIR names,
// with the lists of a site of 400 events.
func TestASiteIsImportedAsItReads(t *testing.T) {
	dir := os.Getenv("ALMANAC_SITE_DIR")
	if dir == "" {
		t.Skip("ALMANAC_SITE_DIR names no folder with the lists of a site")
	}
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		report := importFrom(t, a, dir)
		for resource, want := range map[string]int{"events": 400, "venues": 100, "organizers": 50, "categories": 30, "tags": 60} {
			if got := report.Count(resource); got.Created != want || got.Skipped != 0 {
				t.Errorf("%s: got %+v, want %d taken", resource, got, want)
			}
		}
		if diff := cmp.Diff([]transfer.Problem(nil), report.Problems); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
		sameAsSource(t, a, dir)
		for _, n := range importFrom(t, a, dir).Counts {
			if n.Created+n.Updated+n.Skipped != 0 {
				t.Errorf("the second run does something: %+v", n)
			}
		}
	})
}
