package importer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/runtime/service"
)

// windows is a service whose events are written at random, and whose lists by
// what they link to and by when they are must find exactly those that a look at
// every event finds.
type windows struct {
	t    *testing.T
	a    *service.Service
	next int // Id of the next event that a file brings.
	hour int // When the next file was written.
}

// TestEventsAreFoundByTheirLinksAndDates writes events in every way there is,
// some of which change their links or their dates alone.
func TestEventsAreFoundByTheirLinksAndDates(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		w := &windows{t: t, a: open(t, url, testDeployment(t)), next: 5000}
		importFrom(t, w.a, list(t, "categories", category(1, "Root", 0), category(2, "Leaf", 1), category(3, "Other", 0)),
			list(t, "tags", map[string]any{"id": 4, "name": "Red", "slug": "red"}, map[string]any{"id": 5, "name": "Blue", "slug": "blue"}))
		rapid.Check(t, func(rt *rapid.T) {
			for range rapid.IntRange(1, 4).Draw(rt, "writes") {
				w.write(rt)
			}
			all := w.events(rt)
			for range 6 {
				w.compare(rt, all)
			}
		})
	})
}

// send makes a request whose response has to be that of a success.
func (w *windows) send(rt *rapid.T, method, path string, body map[string]any) {
	var content []byte
	if body != nil {
		content, _ = json.Marshal(body) // Of texts and numbers alone.
	}
	r := httptest.NewRequestWithContext(w.t.Context(), method, "http://localhost"+w.a.Env.Deployment.APIPath()+path, bytes.NewReader(content))
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	w.a.Handler().ServeHTTP(answer, r)
	if answer.Code >= http.StatusBadRequest {
		rt.Fatalf("%s %s %s: %d %s", method, path, content, answer.Code, answer.Body)
	}
}

// events returns all events, by id.
func (w *windows) events(rt *rapid.T) map[int64]map[string]any {
	all := listAll(w.t, w.a, "events")
	if len(all) > 40 { // What follows fits on one page.
		for id := range all {
			w.send(rt, http.MethodDelete, fmt.Sprintf("/events/%d?force=true", id), nil)
		}
		return map[int64]map[string]any{}
	}
	return all
}

// instant draws a time.  There are few, so that bounds are met exactly.
func instant(rt *rapid.T, what string) string {
	return time.Date(2026, time.November, 20, 12+rapid.IntRange(-60, 60).Draw(rt, what)*12, 0, 0, 0, time.UTC).Format(time.DateTime)
}

// dated draws when an event begins and ends.
func dated(rt *rapid.T) map[string]any {
	times := []string{instant(rt, "start"), instant(rt, "end")}
	slices.Sort(times)
	return map[string]any{"start_date": times[0], "end_date": times[1]}
}

// linking draws what an event links to.
func linking(rt *rapid.T) map[string]any {
	some := func(ids ...int) []int {
		return slices.DeleteFunc(ids, func(int) bool { return rapid.Bool().Draw(rt, "without") })
	}
	return map[string]any{"categories": some(1, 2, 3), "tags": some(4, 5)}
}

// with joins fields.
func with(fields ...map[string]any) map[string]any {
	all := map[string]any{}
	for _, f := range fields {
		maps.Copy(all, f)
	}
	return all
}

// write changes something.
func (w *windows) write(rt *rapid.T) {
	title := map[string]any{"title": "Tea"}
	all := w.events(rt)
	ids := slices.Sorted(maps.Keys(all))
	ways := []string{"create", "import"}
	if len(ids) > 0 {
		ways = append(ways, "dates", "start", "links", "categories", "both", "neither", "newer file", "trash and back", "delete")
	}
	way := rapid.SampledFrom(ways).Draw(rt, "way")
	if way == "create" {
		w.send(rt, http.MethodPost, "/events", with(title, dated(rt), linking(rt)))
		return
	}
	if way == "import" {
		w.importNew(rt)
		return
	}
	id := rapid.SampledFrom(ids).Draw(rt, "id")
	path := fmt.Sprint("/events/", id)
	patch := func(fields ...map[string]any) { w.send(rt, http.MethodPatch, path, with(fields...)) }
	switch way {
	case "dates":
		patch(dated(rt))
	case "start":
		patch(map[string]any{"start_date": min(instant(rt, "start"), all[id]["end_date"].(string))})
	case "links":
		patch(linking(rt))
	case "categories":
		patch(map[string]any{"categories": linking(rt)["categories"]})
	case "both":
		patch(dated(rt), map[string]any{"categories": linking(rt)["categories"]})
	case "neither":
		patch(title)
	case "newer file":
		w.importFiles(rt, []map[string]any{event(int(id), with(dated(rt), map[string]any{"slug": all[id]["slug"]}))})
	case "trash and back":
		w.send(rt, http.MethodDelete, path, nil)
		patch(map[string]any{"status": "publish"}, dated(rt))
	case "delete":
		w.send(rt, http.MethodDelete, path+"?force=true", nil)
	}
}

// importNew imports a file of new events.
func (w *windows) importNew(rt *rapid.T) {
	var events []map[string]any
	for range rapid.IntRange(1, 3).Draw(rt, "events") {
		w.next += 1000 // The ids in between are those of events that the service makes.
		links := map[string]any{}
		for name, ids := range linking(rt) {
			terms := []map[string]any{}
			for _, id := range ids.([]int) {
				terms = append(terms, map[string]any{
					"id": id, "slug": []string{"", "root", "leaf", "other", "red", "blue"}[id], "name": []string{"", "Root", "Leaf", "Other", "Red", "Blue"}[id],
				})
			}
			links[name] = terms
		}
		events = append(events, event(w.next, with(dated(rt), links, map[string]any{"slug": fmt.Sprint("tea-", w.next)})))
	}
	w.importFiles(rt, events)
}

// importFiles imports events, each as of later than those before.
func (w *windows) importFiles(rt *rapid.T, events []map[string]any) {
	for _, e := range events {
		w.hour++
		e["modified_utc"] = time.Date(2027, 1, 1, w.hour, 0, 0, 0, time.UTC).Format(time.DateTime)
	}
	if report := importFrom(w.t, w.a, list(w.t, "events", events...)); report.Count("events").Updated+report.Count("events").Created != len(events) {
		rt.Fatalf("import: %s", report)
	}
}

// compare draws a list and compares it with a look at every event.
func (w *windows) compare(rt *rapid.T, all map[int64]map[string]any) {
	query := url.Values{"per_page": {"50"}, "strict_dates": {"true"}}
	checks := []func(e map[string]any) bool{}
	between := func(name, member string, fits func(value, bound string) bool) {
		at := instant(rt, name)
		query.Set(name, at)
		checks = append(checks, func(e map[string]any) bool { return fits(e[member].(string), at) })
	}
	switch rapid.IntRange(0, 3).Draw(rt, "window") {
	case 0: // The default window: it begins when the tests are.
		begin := now.Add(-5 * time.Hour).Format(time.DateTime)
		checks = append(checks, func(e map[string]any) bool { return e["start_date"].(string) >= begin })
	case 1:
		between("start_date", "start_date", func(v, b string) bool { return v >= b })
		between("end_date", "end_date", func(v, b string) bool { return v <= b })
	case 2:
		between("starts_after", "start_date", func(v, b string) bool { return v > b })
		between("ends_before", "end_date", func(v, b string) bool { return v < b })
	case 3:
		between("ends_after", "end_date", func(v, b string) bool { return v > b })
		between("starts_before", "start_date", func(v, b string) bool { return v < b })
	}
	if rapid.Bool().Draw(rt, "by category") {
		some := rapid.SampledFrom([][]string{{"1", "1", "2"}, {"2", "2"}, {"3", "3"}, {"2,3", "2", "3"}}).Draw(rt, "categories")
		query.Set("categories", some[0])
		checks = append(checks, hasOne("categories", some[1:]))
	}
	if rapid.Bool().Draw(rt, "by tag") {
		query.Set("tags", "4")
		checks = append(checks, hasOne("tags", []string{"4"}))
	}
	want := []int64{}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if !slices.ContainsFunc(checks, func(fits func(map[string]any) bool) bool { return !fits(all[id]) }) {
			want = append(want, id)
		}
	}
	body := get(w.t, w.a, "/events?"+query.Encode())
	got := []int64{}
	found, _ := body["events"].([]any)
	for _, e := range found {
		got = append(got, int64(e.(map[string]any)["id"].(float64)))
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" || body["total"] != float64(len(want)) {
		rt.Fatalf("GET /events?%s (-want +got), total %v:\n%s", query.Encode(), body["total"], diff)
	}
}

// hasOne reports whether an event links to one of the terms.
func hasOne(name string, ids []string) func(map[string]any) bool {
	return func(e map[string]any) bool {
		terms, _ := e[name].([]any)
		return slices.ContainsFunc(terms, func(term any) bool {
			return slices.Contains(ids, strings.TrimSuffix(fmt.Sprint(term.(map[string]any)["id"]), ".0"))
		})
	}
}
