package importer_test

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

	"almanac/cmd/almanac/internal/importer/site"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// living is a site whose records change between two readings.
type living struct {
	records map[string]map[int64]map[string]any // By resource and id.
	hidden  map[int64]bool                      // In no list.
}

// ServeHTTP answers the API.
func (l *living) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	resource, id, single := strings.Cut(strings.TrimPrefix(r.URL.Path, sitetest.Root+"/"), "/")
	of := l.records[resource]
	if single {
		n, _ := strconv.ParseInt(id, 10, 64)
		if of[n] == nil {
			sitetest.Refuse(w, http.StatusForbidden, "event-not-accessible")
			return
		}
		content, _ := json.Marshal(of[n]) // It always encodes.
		sitetest.SendJSON(w, content)
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
	content, _ := json.Marshal(map[string]any{resource: part, "total": len(list), "total_pages": (len(list) + 49) / 50}) // It always encodes.
	sitetest.SendJSON(w, content)
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
	databases.Sampled(t, func(t *testing.T, url string) {
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
			"event 103: its title was changed both on the site and here since the last run: not updated; on the site it is Changed there",
			"event 104: is no longer on the site, but was changed here: not deleted",
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

// tags returns the tags of a list as they stand inside of events, without content.
func tags(ids ...int) []any {
	list := []any{}
	for _, id := range ids {
		list = append(list, map[string]any{"id": id, "name": "Tea", "slug": fmt.Sprint("tea-", id), "taxonomy": "post_tag"})
	}
	return list
}

// entityTags returns the entity tags of all events, which change with each version.
func entityTags(t *testing.T, a *service.Service) map[int64]string {
	t.Helper()
	all := map[int64]string{}
	for id := range everything(t, a, "events") {
		answer := httptest.NewRecorder()
		a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, fmt.Sprintf("http://localhost%s/events/%d?context=edit", a.Env.Deployment.APIPath(), id), http.NoBody))
		all[id] = fmt.Sprint(answer.Code, answer.Header().Get("ETag"))
	}
	return all
}

// TestFollowingASiteThatHasNotChangedWritesNothing: terms of equal names come in another order
// each time, and no site tells the passwords of its events.
func TestFollowingASiteThatHasNotChangedWritesNothing(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		there := newLiving(20)
		for _, id := range []int64{32, 33} {
			there.records["tags"][id] = map[string]any{"id": id, "name": "Tea", "slug": fmt.Sprint("tea-", id), "taxonomy": "post_tag"}
		}
		events := there.records["events"]
		events[101]["tags"] = tags(32, 33)
		events[102]["json_ld"] = map[string]any{"eventStatus": "https://schema.org/EventCancelled"}
		for _, arg := range []string{"all_day", "show_map", "show_map_link", "hide_from_listings", "sticky", "featured"} {
			events[103][arg] = nil
		}
		events[103]["cost"], events[103]["cost_details"] = "", map[string]any{}
		server := httptest.NewServer(there)
		defer server.Close()
		a := open(t, url, testDeployment(t))
		settings := quick(t, server.URL+sitetest.Root, "")
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		importSite(t, a, settings, transfer.Options{})
		before := entityTags(t, a)
		for n := range 3 {
			events[101]["tags"] = tags([][]int{{33, 32}, {32, 33}}[n%2]...)
			report := importSite(t, a, settings, transfer.Options{})
			for _, count := range report.Counts {
				if count.Created+count.Updated+count.Trashed+count.Deleted > 0 {
					t.Errorf("reading %d does something:\n%s", n+2, report)
				}
			}
		}
		if diff := cmp.Diff(before, entityTags(t, a)); diff != "" {
			t.Errorf("entity tags (-before +after)\n%s", diff)
		}
	})
}

func TestFollowingATownThatHasNotChangedWritesNothing(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		town := sitetest.PlayTown(t, 90)
		town.Steady = true
		a := openWithMedia(t, url)
		settings := copying(t, &town.Site)
		settings.Fetch.User, settings.Fetch.Rate = "ada", 1e6
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		importSite(t, a, settings, transfer.Options{})
		before := entityTags(t, a)
		for n := range 2 {
			report := importSite(t, a, settings, transfer.Options{})
			for _, count := range report.Counts {
				if count.Created+count.Updated+count.Trashed+count.Deleted > 0 {
					t.Errorf("reading %d does something:\n%s", n+2, report)
				}
			}
		}
		if diff := cmp.Diff(before, entityTags(t, a)); diff != "" {
			t.Errorf("entity tags (-before +after)\n%s", diff)
		}
	})
}

func TestFieldsThatChangeOnOneSideAreMerged(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		there := newLiving(3)
		events := there.records["events"]
		server := httptest.NewServer(there)
		defer server.Close()
		a := open(t, url, testDeployment(t))
		settings := quick(t, server.URL+sitetest.Root, "")
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		for id := range events {
			events[id]["tags"], events[id]["description"], events[id]["website"] = tags(30), "<p>Old</p>", "https://old.example/"
		}
		importSite(t, a, settings, transfer.Options{})
		write(t, a, "/events/100", `{"title": "Here", "tags": [30, 31], "website": "https://same.example/"}`)
		write(t, a, "/events/101", `{"title": "Here", "tags": [31], "start_date": "2026-12-02 15:00:00", "end_date": "2026-12-02 16:00:00"}`)
		for id, changed := range map[int64]map[string]any{
			100: {"description": "<p>There</p>", "cost": "$12", "cost_details": dollars("12"), "website": "https://same.example/"},
			101: {"title": "There", "tags": tags(30, 31), "end_date": "2026-12-01 18:00:00", "description": "<p>There</p>"},
			102: {"title": "There"},
		} {
			for member, value := range changed {
				events[id][member] = value
			}
			events[id]["modified_utc"] = "2026-11-19 10:00:00"
		}
		report := importSite(t, a, settings, transfer.Options{})
		const stays = "was changed both on the site and here since the last run: not updated; on the site it is "
		want := []string{
			"event 101: its start_date " + stays + "2026-12-01 15:00:00",
			`event 101: its tags ` + stays + `[{"id":30},{"id":31}]`,
			"event 101: its title " + stays + "There",
		}
		if diff := cmp.Diff(want, sortedWords(texts(report))); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		check := func() {
			t.Helper()
			for id, want := range map[int64]string{
				100: "Here <p>There</p> $12 https://same.example/ 2026-12-01 15:00:00 2026-12-01 16:00:00 [30 31]",
				101: "Here <p>There</p> $10 https://old.example/ 2026-12-02 15:00:00 2026-12-02 16:00:00 [31]",
				102: "There <p>Old</p> $10 https://old.example/ 2026-12-01 15:00:00 2026-12-01 16:00:00 [30]",
			} {
				e := get(t, a, fmt.Sprintf("/events/%d", id))
				var linked []int64
				for _, tag := range e["tags"].([]any) {
					linked = append(linked, int64(tag.(map[string]any)["id"].(float64)))
				}
				slices.Sort(linked)
				if got := fmt.Sprint(e["title"], " ", e["description"], " ", e["cost"], " ", e["website"], " ", e["start_date"], " ", e["end_date"], " ", linked); got != want {
					t.Errorf("event %d is %s, want %s", id, got, want)
				}
			}
		}
		check()
		if report := importSite(t, a, settings, transfer.Options{}); report.Count("events").Updated > 0 || len(report.Problems) > 0 {
			t.Errorf("the next reading does something:\n%s", report)
		}
		check()
		// What was changed here stays so, also when the site changes it once more.
		events[100]["title"] = "There, later"
		importSite(t, a, settings, transfer.Options{})
		check()
	})
}

func TestStatusesAndTextsOfImagesAreFollowedWithoutALaterDate(t *testing.T) {
	tests := []struct {
		name   string
		closed bool // Then json_ld in lists says it.
	}{{"by wp/v2", false}, {"by lists", true}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, url string) {
				site := sitetest.Play(t, "testdata/site")
				site.WordPress, site.Closed = true, tt.closed
				set := func(id int64, word, status string) {
					site.Change("events", id, "json_ld", map[string]any{"eventStatus": "https://schema.org/" + word})
					site.Statuses = map[int64]map[string]string{id: {"_tribe_events_status": status}}
				}
				image := map[string]any{"id": 41, "alt_text": "A hall", "title": map[string]any{"rendered": "Hall"}}
				site.Images = []map[string]any{image}
				for id := range int64(3) {
					set(101+id, "EventScheduled", "")
				}
				a := open(t, url, testDeployment(t))
				settings := quick(t, site.URL, "")
				settings.Follow = filepath.Join(t.TempDir(), "followed.json")
				importSite(t, a, settings, transfer.Options{})
				read := func() string {
					t.Helper()
					report := importSite(t, a, settings, transfer.Options{})
					e := get(t, a, "/events/101")
					return fmt.Sprint(e["event_status"], " ", e["image"].(map[string]any)["alt"], " ", report.Count("events").Updated, " ", report.Count("images").Updated)
				}
				alt := func(text string) any {
					if tt.closed {
						return nil
					}
					return text
				}
				steps := []struct {
					change func()
					want   string
				}{
					{func() {}, fmt.Sprint("<nil> ", alt("A hall"), " 0 0")},
					{func() { set(101, "EventCancelled", "canceled") }, fmt.Sprint("canceled ", alt("A hall"), " 1 0")},
					{func() { image["alt_text"] = "A large hall" }, fmt.Sprint("canceled ", alt("A large hall"), " 0 ", map[bool]int{false: 1}[tt.closed])},
					{func() { set(101, "EventScheduled", "") }, fmt.Sprint("<nil> ", alt("A large hall"), " 1 0")},
					{func() {}, fmt.Sprint("<nil> ", alt("A large hall"), " 0 0")},
				}
				for n, step := range steps {
					step.change()
					if got := read(); got != step.want {
						t.Errorf("after step %d: %s, want %s", n, got, step.want)
					}
				}
			})
		})
	}
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
	want := []string{"the site no longer lists 60 of 60 events: too many at once, so none are deleted"}
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
	databases.Sampled(t, func(t *testing.T, url string) {
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
	databases.Sampled(t, func(t *testing.T, url string) {
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
		if _, err := site.Import(ctx, a.API, settings, transfer.Options{Progress: lineCutter{"events: ", cancel}}); err == nil {
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

// TestAnInterruptedReadingGoesOnAfterARecordMoved moves records to other pages while the
// reading rests: one of them is in neither the old pages nor in the new ones.
func TestAnInterruptedReadingGoesOnAfterARecordMoved(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		there := newLiving(120)
		var stop func()
		asked := map[string]int{}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if page := r.URL.Query().Get("page"); r.URL.Path == sitetest.Root+"/events" {
				if asked[page]++; page == "3" && stop != nil {
					stop()
					return
				}
			}
			there.ServeHTTP(w, r)
		}))
		defer server.Close()
		a := open(t, url, testDeployment(t))
		settings := quick(t, server.URL+sitetest.Root, filepath.Join(t.TempDir(), "kept"))
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		importSite(t, a, settings, transfer.Options{})
		interrupt := func() {
			t.Helper()
			ctx, cancel := context.WithCancel(t.Context())
			stop = cancel
			if _, err := site.Import(ctx, a.API, settings, transfer.Options{}); err == nil || !strings.HasPrefix(err.Error(), "interrupted; ") {
				t.Fatalf("got %v, want an interruption", err)
			}
			stop = nil
			clear(asked)
		}

		interrupt()
		if report := importSite(t, a, settings, transfer.Options{}); asked["1"] != 0 || asked["2"] != 1 || report.Count("events").Unchanged != 120 {
			t.Errorf("nothing changed, and %v were asked for:\n%s", asked, report)
		}
		interrupt()
		delete(there.records["events"], 105)
		there.records["events"][220] = event(220, map[string]any{"slug": "tea-220", "modified_utc": "2026-11-01 10:00:00", "status": "publish"})
		report := importSite(t, a, settings, transfer.Options{})
		here := everything(t, a, "events")
		if got := report.Count("events"); got.Created != 1 || got.Trashed != 1 || here[105]["status"] != "trash" || here[200]["status"] != "publish" {
			t.Errorf("105 is %v, 200 is %v\n%s", here[105]["status"], here[200]["status"], report)
		}
	})
}
