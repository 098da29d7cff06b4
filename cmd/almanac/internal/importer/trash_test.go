package importer_test

import (
	"net/http/httptest"
	"path/filepath"
	"testing"

	"almanac/cmd/almanac/internal/importer/icalendar"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/transfer"
)

// trashOf returns status and status before the trash of the events, by title.
func trashOf(t *testing.T, a *service.Service) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := a.Env.Store.Reader().Query(t.Context(), store.Statement{
		SQL: "SELECT title, status || ' ' || status_before_trash FROM events ORDER BY id",
		ScanRow: func(row store.Row) error {
			var title, status string
			err := row.Scan(&title, &status)
			found[title] = status
			return err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// inTrash checks what an event was before the trash.
func inTrash(t *testing.T, a *service.Service, when, title, want string) {
	t.Helper()
	if got := trashOf(t, a)[title]; got != want {
		t.Errorf("%s: %s is %q, want %q", when, title, got, want)
	}
}

func TestWhatAFollowedSiteLosesIsRememberedAsPublished(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		there := newLiving(20)
		server := httptest.NewServer(there)
		defer server.Close()
		a := open(t, url, testDeployment(t))
		settings := quick(t, server.URL+sitetest.Root, "")
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		lost := there.records["events"][101]
		lost["title"] = "Lost"
		importSite(t, a, settings, transfer.Options{})
		delete(there.records["events"], 101)
		importSite(t, a, settings, transfer.Options{})
		inTrash(t, a, "lost there", "Lost", "trash publish")
		lost["modified_utc"] = "2026-11-01 10:00:00"
		there.records["events"][101] = lost
		importSite(t, a, settings, transfer.Options{})
		inTrash(t, a, "back again", "Lost", "publish ")
	})
}

func TestWhatACalendarLosesIsRememberedAsPublished(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		single := func(sequence string, more ...string) []string {
			return append(choir("RRULE:FREQ=WEEKLY;COUNT=2", "SEQUENCE:"+sequence),
				vevent("one@x", append([]string{"SUMMARY:Single", "DTSTART;TZID=Europe/Paris:20261215T190000", "SEQUENCE:" + sequence}, more...)...)...)
		}
		importCalendar(t, a, icalendar.Options{}, calendar(t, single("1")...))
		importCalendar(t, a, icalendar.Options{}, calendar(t, single("2", "STATUS:CANCELLED")...))
		inTrash(t, a, "canceled", "Single", "trash publish")
		importCalendar(t, a, icalendar.Options{}, calendar(t, choir("RRULE:FREQ=WEEKLY;COUNT=2", "SEQUENCE:3",
			"EXDATE;TZID=Europe/Paris:20261201T190000", "EXDATE;TZID=Europe/Paris:20261208T190000")...))
		inTrash(t, a, "no longer in its series", "Choir", "trash publish")
		importCalendar(t, a, icalendar.Options{}, calendar(t, vevent("new@x", "SUMMARY:New", "DTSTART;TZID=Europe/Paris:20261215T190000", "STATUS:CANCELLED")...))
		if got, there := trashOf(t, a)["New"]; there && got != "trash " {
			t.Errorf("an event that was canceled from the start is %q: nobody knows whether it was published", got)
		}
	})
}

func TestAnExportSaysWhatWasPublishedBeforeTheTrash(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		from := open(t, url, testDeployment(t))
		importFrom(t, from, list(t, "events", event(10, map[string]any{"title": "Handed in", "status": "draft"}), event(11, map[string]any{"title": "Shown"})))
		before, _ := exported(t, from)
		remove(t, from, "/events/10")
		remove(t, from, "/events/11")
		after, _ := exported(t, from)

		to := open(t, databases.SQLite(t), testDeployment(t))
		importFrom(t, to, after)
		inTrash(t, to, "new", "Handed in", "trash draft")
		inTrash(t, to, "new", "Shown", "trash publish")

		to = open(t, databases.SQLite(t), testDeployment(t))
		importFrom(t, to, before)
		importFrom(t, to, after)
		inTrash(t, to, "a newer export", "Handed in", "trash draft")
		inTrash(t, to, "a newer export", "Shown", "trash publish")
	})
}

func TestAnImportTakesNoWrongStatusBeforeTheTrash(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		importFrom(t, a, list(t, "events",
			event(10, map[string]any{"title": "Unknown", "status": "trash"}),
			event(11, map[string]any{"title": "Bogus", "status": "trash", "status_before_trash": "bogus"}),
			event(12, map[string]any{"title": "Trash", "status": "trash", "status_before_trash": "trash"}),
			event(13, map[string]any{"title": "Draft", "status": "trash", "status_before_trash": "draft"}),
			event(14, map[string]any{"title": "Outside", "status": "publish", "status_before_trash": "draft"})))
		for title, want := range map[string]string{
			"Unknown": "trash ", "Bogus": "trash ", "Trash": "trash ", "Draft": "trash draft", "Outside": "publish ",
		} {
			inTrash(t, a, "imported", title, want)
		}
	})
}
