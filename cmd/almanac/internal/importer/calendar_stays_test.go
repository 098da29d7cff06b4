package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/importer/icalendar"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// change changes an event, as its editor does here.
func change(t *testing.T, a *service.Service, id int64, o mutate.ImportedFields, fields map[string]any) {
	t.Helper()
	o.ID = id
	if err := a.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
		_, err := b.Update(a.Env.Resource("event"), fields, o)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// moved returns a service to which the only event of another one was moved by an
// export, its id, and a feed of the other one from before.  The version of the
// event there was higher than it is here.
func moved(t *testing.T, url string) (a *service.Service, id int64, feed string) {
	t.Helper()
	from := open(t, databases.SQLite(t), testDeployment(t))
	importCalendar(t, from, icalendar.Options{}, calendar(t, choir("LAST-MODIFIED:20260101T000000Z")...))
	for id = range listAll(t, from, "events") {
	}
	for _, title := range []string{"1", "2", "3", "4", "Moved"} {
		change(t, from, id, mutate.ImportedFields{ModifiedUTC: "2026-06-01 00:00:00", Modified: "2026-05-31 20:00:00"}, map[string]any{"title": title})
	}
	feed = feedOf(t, from, "")
	if !strings.Contains(feed, "SEQUENCE:6\r\n") {
		t.Fatalf("got %s", feed)
	}
	dir := t.TempDir() + "/export"
	if _, err := transfer.Export(t.Context(), from.API.Records, dir, transfer.ExportOptions{Since: from.Env.Clock().AddDate(-10, 0, 0)}); err != nil {
		t.Fatal(err)
	}
	a = open(t, url, testDeployment(t))
	importFrom(t, a, dir)
	return a, id, feed
}

func TestAnOldFeedOverwritesNothingAfterTheCalendarWasMoved(t *testing.T) {
	tests := []struct {
		name   string
		change map[string]any
		feed   func(string) string
		want   string
	}{
		{"an event that was changed here", map[string]any{"title": "Ours"}, nil, "the file has an older version of it"},
		{"an event that was protected here", map[string]any{"title": "Ours", "post_password": "sesame"}, nil, "the file has an older version of it"},
		{
			"an event that was protected here, from a file without times",
			map[string]any{"title": "Ours", "post_password": "sesame"},
			func(feed string) string { return strings.ReplaceAll(feed, "LAST-MODIFIED", "X-MODIFIED") }, "is protected by a password",
		},
		{
			"an event that was protected here, from a newer file",
			map[string]any{"title": "Ours", "post_password": "sesame"},
			func(feed string) string {
				return strings.ReplaceAll(feed, "LAST-MODIFIED:20260601T000000Z", "LAST-MODIFIED:20261201T000000Z")
			}, "is protected by a password",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, url string) {
				a, id, feed := moved(t, url)
				if tt.feed != nil {
					feed = tt.feed(feed)
				}
				if first := importCalendar(t, a, icalendar.Options{Options: transfer.Options{DryRun: true}}, file(t, "feed.ics", feed)); tt.feed == nil && (first.Count("events").Unchanged != 1 || problems(first) != "") {
					t.Errorf("before the change: %s", first)
				}
				change(t, a, id, mutate.ImportedFields{}, tt.change)
				report := importCalendar(t, a, icalendar.Options{}, file(t, "feed.ics", feed))
				if report.Count("events").Unchanged != 1 || !strings.Contains(problems(report), tt.want) {
					t.Errorf("got %s, want %s", report, tt.want)
				}
				password := ""
				if tt.change["post_password"] != nil {
					password = "&password=sesame"
				}
				got := get(t, a, fmt.Sprintf("/events/%d?status=publish%s", id, password))
				if got["title"] != "Ours" || got["modified_utc"] != "2026-11-20 12:00:00" {
					t.Errorf("got %v", got)
				}
			})
		})
	}
}

func TestANewerFileDoesNotPublishWhatWasTakenOffHere(t *testing.T) {
	for _, status := range []string{"draft", "pending", "private", "trash"} {
		t.Run(status, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, url string) {
				a := open(t, url, testDeployment(t))
				importCalendar(t, a, icalendar.Options{}, calendar(t, choir("LAST-MODIFIED:20260101T000000Z")...))
				var id int64
				for id = range listAll(t, a, "events") {
				}
				change(t, a, id, mutate.ImportedFields{}, map[string]any{"status": status})
				path := fmt.Sprintf("/events?status=publish,draft,pending,private,trash&include=%d", id)
				// Also the second newer file, after the first has changed the rest.
				for i, place := range []string{"North", "South"} {
					report := importCalendar(t, a, icalendar.Options{}, calendar(t, choir(fmt.Sprintf("LAST-MODIFIED:2026112%dT130000Z", i), "DESCRIPTION:"+place)...))
					e := get(t, a, path)["events"].([]any)[0].(map[string]any)
					if report.Count("events").Updated != 1 || e["status"] != status || !strings.Contains(fmt.Sprint(e["description"]), place) {
						t.Errorf("%s: got %v %v, %s", place, e["status"], e["description"], report)
					}
					if !strings.Contains(problems(report), "not ") {
						t.Errorf("%s: not told: %s", place, report)
					}
				}
				// Published here again, it follows the file again.
				change(t, a, id, mutate.ImportedFields{}, map[string]any{"status": "publish"})
				importCalendar(t, a, icalendar.Options{}, calendar(t, choir("LAST-MODIFIED:20261122T130000Z", "STATUS:TENTATIVE")...))
				importCalendar(t, a, icalendar.Options{}, calendar(t, choir("LAST-MODIFIED:20261123T130000Z", "STATUS:CONFIRMED")...))
				if e := get(t, a, path)["events"].([]any)[0].(map[string]any); e["status"] != "publish" {
					t.Errorf("confirmed: got %v", e["status"])
				}
			})
		})
	}
}
