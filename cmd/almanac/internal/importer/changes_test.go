package importer_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// at opens a service on a store at another time.
func at(t *testing.T, url string, when time.Time) *service.Service {
	t.Helper()
	c := config(url, testDeployment(t))
	c.Clock = func() time.Time { return when }
	a, err := service.Open(t.Context(), generated.Service(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

// changed exports what was changed since a time.
func changed(t *testing.T, a *service.Service, since time.Time) (string, transfer.Report) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "changes")
	report, err := transfer.Export(t.Context(), a.API.Records, dir, transfer.ExportOptions{Since: since})
	if err != nil {
		t.Fatal(err)
	}
	return dir, report
}

// TestACopyFollowsItsOriginal exports everything once and then what changed,
// deletions included, and imports both.
func TestACopyFollowsItsOriginal(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		first := at(t, url, now.Add(-72*time.Hour))
		importFrom(t, first, list(t, "categories", category(1, "Root", 0), category(2, "Leaf", 1)), list(t, "venues",
			map[string]any{"id": 20, "venue": "Hall", "slug": "hall", "modified_utc": "2026-09-01 10:00:00"}), list(t, "events",
			event(10, map[string]any{"slug": "ten", "venue": 20}), event(11, map[string]any{"slug": "eleven"}), event(12, map[string]any{"slug": "twelve"})))
		original := at(t, url, now)
		whole, _ := exported(t, original)
		clone := open(t, databases.SQLite(t), testDeployment(t))
		importFrom(t, clone, whole)

		remove(t, original, "/events/11?force=true")
		remove(t, original, "/categories/1")
		remove(t, original, "/venues/20") // To the trash: the event keeps a link that no response shows.
		importFrom(t, original, list(t, "events",
			event(13, map[string]any{"slug": "thirteen", "modified_utc": "2020-01-01 10:00:00"}),
			event(10, map[string]any{"slug": "ten", "title": "Later", "venue": []any{20}, "modified_utc": "2026-11-20 11:59:59"})))

		dir, report := changed(t, original, now.Add(-time.Hour))
		got := map[string]transfer.Count{}
		for _, n := range report.Counts {
			got[n.Resource] = n
		}
		want := map[string]transfer.Count{
			"events": {Resource: "events", Written: 2, Deleted: 1}, "venues": {Resource: "venues", Written: 1}, "organizers": {Resource: "organizers"},
			"categories": {Resource: "categories", Written: 1, Deleted: 1}, "tags": {Resource: "tags"}, "series": {Resource: "series"}, "images": {Resource: "images"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("counts: (-want +got)\n%s", diff)
		}
		if wanted := "next time: --since '2026-11-20 11:59:00'\n"; !strings.HasSuffix(report.String(), wanted) {
			t.Errorf("got %q, want %q in the end", report, wanted)
		}

		imported := importFrom(t, clone, dir)
		if diff := cmp.Diff([]string{"event 11, category 1: deleted in the source, but not here; --delete deletes them here too"}, texts(imported)); diff != "" {
			t.Errorf("without Delete: (-want +got)\n%s", diff)
		}
		dryRun, err := transfer.Import(t.Context(), clone.API, []string{dir}, transfer.Options{Delete: true, DryRun: true})
		if err != nil || dryRun.Count("events").Deleted != 1 || len(everything(t, clone, "events")) != 4 {
			t.Errorf("dry run: got %s, %v", dryRun, err)
		}
		if _, err := transfer.Import(t.Context(), clone.API, []string{dir}, transfer.Options{Delete: true}); err != nil {
			t.Fatal(err)
		}
		for resource := range resources(original) {
			if diff := cmp.Diff(everything(t, original, resource), everything(t, clone, resource)); diff != "" {
				t.Errorf("%s: (-original +copy)\n%s", resource, diff)
			}
		}
	})
}

func TestWhatWasChangedAfterItsDeletionStays(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	importFrom(t, a, list(t, "events", event(5, map[string]any{"modified_utc": "2026-10-05 10:00:00"})))
	gone := file(t, "deleted.json", `{"since": "2026-10-01 00:00:00", "deleted": {"events": [{"id": 5, "deleted_utc": "2026-10-02 10:00:00"}, {"id": 6, "deleted_utc": "2026-10-02 10:00:00"}]}}`)
	report, err := transfer.Import(t.Context(), a.API, []string{gone}, transfer.Options{Delete: true})
	want := []string{"event 5: was deleted in the source, but changed here since: not deleted"}
	if diff := cmp.Diff(want, texts(report)); diff != "" || err != nil {
		t.Errorf("(-want +got)\n%s\n%v", diff, err)
	}
	for _, bad := range []string{`{"deleted": [7]}`, `{"deleted": {"events": [{"id": 7}]}}`, `{"deleted": {"events": [{"deleted_utc": "2026-10-02 10:00:00"}]}}`} {
		if _, err := transfer.Import(t.Context(), a.API, []string{file(t, "deleted.json", bad)}, transfer.Options{}); err == nil || !strings.Contains(err.Error(), "deleted") {
			t.Errorf("%s: got %v", bad, err)
		}
	}
}

func TestAnExportOfChangesSaysWhereTheAuditBegins(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	importFrom(t, a, list(t, "events", event(5, nil)))
	dir, report := changed(t, a, now.Add(-24*time.Hour))
	want := []string{"the audit log does not go back to 2026-11-19 12:00:00: records deleted before its first entry are not listed"}
	if diff := cmp.Diff(want, texts(report)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	content, err := os.ReadFile(filepath.Join(dir, "events-1.json"))
	var page struct {
		Since string
		Total int
	}
	if err != nil || json.Unmarshal(content, &page) != nil || page.Since != "2026-11-19 12:00:00" || page.Total != 1 {
		t.Errorf("got %+v, %v", page, err)
	}
	if _, err := transfer.Export(t.Context(), a.API.Records, dir, transfer.ExportOptions{Since: now}); err == nil || !strings.Contains(err.Error(), "export to an empty directory") {
		t.Errorf("a second export to the folder: got %v", err)
	}
}

func TestOlderRecordsOfFilesAreLeftOut(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	sources := []string{list(t, "events", event(5, nil), event(6, map[string]any{"slug": "other", "modified_utc": "2026-11-01 10:00:00", "post_parent": 5}))}
	importFrom(t, a, list(t, "events", event(5, nil)))
	report, err := transfer.Import(t.Context(), a.API, sources, transfer.Options{Since: now.Add(-30 * 24 * time.Hour)})
	if diff := cmp.Diff(transfer.Count{Resource: "events", Created: 1, SkippedSince: 1}, report.Count("events")); diff != "" || err != nil || len(report.Problems) > 0 {
		t.Errorf("(-want +got)\n%s\n%v %v", diff, err, texts(report))
	}
}
