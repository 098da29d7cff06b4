package transfer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/transfer"
	"almanac/cmd/internal/transfer/remote"
	"almanac/cmd/internal/transfer/sitetest"
	"almanac/runtime/service"
)

// living is a site whose records change between two readings.
type living struct {
	records map[string]map[int64]map[string]any // By kind and id.
	hidden  map[int64]bool                      // In no list.
}

// ServeHTTP answers the interface.
func (l *living) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kind, id, single := strings.Cut(strings.TrimPrefix(r.URL.Path, sitetest.Root+"/"), "/")
	of := l.records[kind]
	if single {
		n, _ := strconv.ParseInt(id, 10, 64)
		if of[n] == nil {
			sitetest.Refuse(w, http.StatusForbidden, "event-not-accessible")
			return
		}
		content, _ := json.Marshal(of[n]) // It always encodes.
		sitetest.Answer(w, content)
		return
	}
	if !strings.HasPrefix(r.URL.Path, sitetest.Root) {
		sitetest.Refuse(w, http.StatusNotFound, "rest_no_route")
		return
	}
	list := []map[string]any{}
	for _, id := range slices.Sorted(maps.Keys(of)) {
		if !l.hidden[id] {
			list = append(list, of[id])
		}
	}
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	part := list[min(len(list), (page-1)*50):min(len(list), page*50)]
	content, _ := json.Marshal(map[string]any{kind: part, "total": len(list), "total_pages": (len(list) + 49) / 50}) // It always encodes.
	sitetest.Answer(w, content)
}

// newLiving returns a site with so many events.
func newLiving(events int) *living {
	l := &living{records: map[string]map[int64]map[string]any{
		"events": {}, "tags": {30: {"id": 30, "name": "Tea", "slug": "tea", "taxonomy": "post_tag"}, 31: {"id": 31, "name": "Cake", "slug": "cake", "taxonomy": "post_tag"}},
	}, hidden: map[int64]bool{}}
	for n := range events {
		l.records["events"][int64(100+n)] = event(100+n, map[string]any{"slug": fmt.Sprint("tea-", n), "modified_utc": "2026-11-01 10:00:00", "status": "publish", "cost": "$10", "cost_details": dollars("10")})
	}
	return l
}

// dollars returns the details of a cost.
func dollars(amount string) map[string]any {
	return map[string]any{"currency_symbol": "$", "currency_code": "", "currency_position": "prefix", "values": []string{amount}}
}

// write changes an event here.
func write(t *testing.T, a *service.Service, path, body string) {
	t.Helper()
	answer := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodPost, "http://localhost"+a.Env.Deployment.APIPath()+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.RemoteAddr = "127.0.0.1:1"
	a.Handler().ServeHTTP(answer, request)
	if answer.Code != http.StatusOK && answer.Code != http.StatusCreated {
		t.Fatalf("write %s: %s", path, answer.Body)
	}
}

func TestAFollowedSiteIsTakenAsItChanges(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		there := newLiving(20)
		server := httptest.NewServer(there)
		defer server.Close()
		a := open(t, url, testDeployment(t))
		settings := quick(t, server.URL+sitetest.Root, "")
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		read := func() transfer.Report {
			t.Helper()
			return importSite(t, a, settings, transfer.Options{})
		}
		status := func(id int64) any { return everything(t, a, "events")[id]["status"] }

		if got := read().Count("events"); got.Created != 20 {
			t.Fatalf("got %+v", got)
		}
		if got := read(); got.Count("events").Unchanged != 20 || len(got.Problems) > 0 {
			t.Fatalf("nothing changed, and got %s", got)
		}

		events := there.records["events"]
		events[100]["cost"], events[100]["cost_details"] = "$12", dollars("12") // Without a later date.
		delete(events, 101)                                                     // Trashed, deleted or a draft.
		there.hidden[102] = true                                                // No longer in the list.
		events[103]["title"] = "Changed there"                                  // Here, too.
		delete(events, 104)                                                     // Changed here.
		there.records["tags"][30]["name"] = "Chá"                               // Renamed.
		delete(there.records["tags"], 31)
		write(t, a, "/events/103", `{"title": "Changed here"}`)
		write(t, a, "/events/104", `{"title": "Changed here"}`)
		write(t, a, "/events/105", `{"title": "Changed here alone"}`)
		report := read()
		want := []string{
			"event 103: was changed on the site and here since the last reading: it stays as it is here",
			"event 104: is no longer on the site, but was changed here: it stays",
		}
		if diff := cmp.Diff(want, texts(report)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if n, tags := report.Count("events"), report.Count("tags"); n.Updated != 1 || n.Trashed != 1 || tags.Updated != 1 || tags.Deleted != 1 {
			t.Errorf("got\n%s", report)
		}
		here := everything(t, a, "events")
		got := []any{here[100]["cost"], here[101]["status"], here[102]["status"], here[103]["title"], here[104]["status"], here[105]["title"], listAll(t, a, "tags")[30]["name"], listAll(t, a, "tags")[31]}
		if diff := cmp.Diff([]any{"$12", "trash", "publish", "Changed here", "publish", "Changed here alone", "Chá", map[string]any(nil)}, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if report := read(); report.Count("events").Updated+report.Count("events").Trashed > 0 {
			t.Errorf("the next reading does something:\n%s", report)
		}

		events[101] = event(101, map[string]any{"slug": "tea-1", "modified_utc": "2026-11-01 10:00:00", "status": "publish", "cost": "$10", "cost_details": dollars("10")})
		events[103]["modified_utc"] = "2026-11-30 10:00:00"
		report = read()
		if status(101) != "publish" || everything(t, a, "events")[103]["title"] != "Changed here" {
			t.Errorf("after the event is back: %v\n%s", status(101), report)
		}
	})
}

func TestASiteThatListsNothingTrashesNothing(t *testing.T) {
	there := newLiving(60)
	server := httptest.NewServer(there)
	defer server.Close()
	a := open(t, databases.SQLite(t), testDeployment(t))
	settings := quick(t, server.URL+sitetest.Root, "")
	settings.Follow = filepath.Join(t.TempDir(), "followed.json")
	importSite(t, a, settings, transfer.Options{})
	there.records["events"] = map[int64]map[string]any{}
	report := importSite(t, a, settings, transfer.Options{})
	want := []string{"the site no longer lists 60 of 60 events: that is too many to believe it, so they stay"}
	if diff := cmp.Diff(want, texts(report)); diff != "" || report.Lost() != 1 {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for id, e := range everything(t, a, "events") {
		if e["status"] != "publish" {
			t.Errorf("event %d is %v", id, e["status"])
		}
	}
}

// TestACanceledEventStaysSoWhenSomethingElseChanges changes the cost of events without a
// later date: lists do not show the status, which stays, nor the UID, which follows the
// site's.
func TestACanceledEventStaysSoWhenSomethingElseChanges(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		site := sitetest.Play(t, "testdata/site")
		site.WordPress = true
		site.Statuses = map[int64]map[string]string{101: {"_tribe_events_status": "canceled", "_tribe_events_status_reason": "Rain"}}
		a := open(t, url, testDeployment(t))
		settings := quick(t, site.URL, "")
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		importSite(t, a, settings, transfer.Options{})
		site.Change("events", 101, "cost", "$99")
		site.Change("events", 101, "cost_details", dollars("99"))
		site.Change("events", 101, "start_date", "2026-12-05 21:00:00")
		site.Change("events", 101, "end_date", "2026-12-05 22:00:00")
		report := importSite(t, a, settings, transfer.Options{})
		e := get(t, a, "/events/101")
		got := []any{report.Count("events").Updated, e["cost"], e["event_status"], e["event_status_reason"], uid(t, a, 101)}
		moved := fmt.Sprintf("101-%d-%d@calendar.example", time.Date(2026, 12, 5, 21, 0, 0, 0, time.UTC).Unix(), time.Date(2026, 12, 5, 22, 0, 0, 0, time.UTC).Unix())
		if diff := cmp.Diff([]any{1, "$99", "canceled", "Rain", moved}, got); diff != "" {
			t.Errorf("(-want +got)\n%s\n%s", diff, report)
		}
	})
}

// TestAReadingThatIsInterruptedEditsNothing stops a reading when a part of the changes is
// written: they are the site's, and those that follow are taken.
func TestAReadingThatIsInterruptedEditsNothing(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		there := newLiving(600)
		server := httptest.NewServer(there)
		defer server.Close()
		a := open(t, url, testDeployment(t))
		settings := quick(t, server.URL+sitetest.Root, filepath.Join(t.TempDir(), "kept"))
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		importSite(t, a, settings, transfer.Options{})
		change := func(title, modified string) {
			for _, e := range there.records["events"] {
				e["title"], e["modified_utc"] = title, modified
			}
		}
		change("First change", "2026-11-02 10:00:00")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if _, err := remote.Import(ctx, a.API, settings, transfer.Options{Progress: lineCutter{"events: ", cancel}}); err == nil {
			t.Fatal("it was not interrupted")
		}
		for _, title := range []string{"First change", "Second change"} {
			if title == "Second change" {
				change(title, "2026-11-03 10:00:00")
			}
			report := importSite(t, a, settings, transfer.Options{})
			if len(report.Problems) > 0 {
				t.Errorf("got %s", report)
			}
			for id, e := range everything(t, a, "events") {
				if e["title"] != title {
					t.Fatalf("event %d is %v, want %s", id, e["title"], title)
				}
			}
		}
	})
}
