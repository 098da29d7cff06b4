package importer_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/runtime/maintain"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// linksCacheTest is a service whose events are written at random, also by a program that
// does not know that rows tell where links lead.  What responses show must be what
// the link tables hold.
type linksCacheTest struct {
	*windows
	olders int // How many events the other program has made.
	names  int // How many names were given to what is linked.
}

// TestEventsShowWhatTheLinkTablesHold writes in every way there is.
func TestEventsShowWhatTheLinkTablesHold(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		s := &linksCacheTest{windows: &windows{t: t, a: open(t, url, testDeployment(t)), next: 5000}}
		other := open(t, url, testDeployment(t)) // Has shared records of its own.
		rapid.Check(t, func(rt *rapid.T) {
			for range rapid.IntRange(1, 6).Draw(rt, "writes") {
				s.write(rt)
				s.compare(rt, s.a)
				s.compare(rt, other)
			}
			if _, err := service.Verify(t.Context(), s.a.Store, s.a.Env.Resources); err != nil {
				rt.Fatal(err)
			}
		})
	})
}

// write changes something.
func (l *linksCacheTest) write(rt *rapid.T) {
	ways := []string{"create", "create", "import", "older create", "recompute"}
	events := l.events(rt)
	if len(events) > 0 {
		ways = append(ways, "links", "links", "title", "trash", "restore", "delete", "newer file", "older links", "older title")
	}
	for _, resource := range []string{"categories", "tags", "venues", "organizers"} {
		if len(l.ids(resource)) > 0 {
			ways = append(ways, "end of "+resource)
		}
	}
	way := rapid.SampledFrom(ways).Draw(rt, "way")
	if resource, ok := strings.CutPrefix(way, "end of "); ok {
		l.send(rt, http.MethodDelete, fmt.Sprintf("/%s/%d?force=true", resource, rapid.SampledFrom(l.ids(resource)).Draw(rt, "id")), nil)
		return
	}
	switch way {
	case "create":
		l.send(rt, http.MethodPost, "/events", with(map[string]any{"title": "Tea"}, dated(rt), l.links(rt)))
		return
	case "import":
		l.importNew(rt)
		return
	case "older create":
		l.olderCreate(rt)
		return
	case "recompute":
		l.recompute()
		return
	}
	id := rapid.SampledFrom(slices.Sorted(maps.Keys(events))).Draw(rt, "event")
	path := fmt.Sprint("/events/", id)
	switch way {
	case "links":
		l.send(rt, http.MethodPatch, path, l.links(rt))
	case "title":
		l.send(rt, http.MethodPatch, path, map[string]any{"title": "Coffee"})
	case "trash":
		l.send(rt, http.MethodPatch, path, map[string]any{"status": "trash"})
	case "restore":
		l.send(rt, http.MethodPatch, path, map[string]any{"status": "publish"})
	case "delete":
		l.send(rt, http.MethodDelete, path+"?force=true", nil)
	case "newer file":
		l.importFiles(rt, []map[string]any{event(int(id), with(dated(rt), map[string]any{"slug": events[id]["slug"]}))})
	case "older links":
		l.older(l.relinking(rt, id, true)...)
	case "older title":
		l.older(fmt.Sprintf("UPDATE events SET title = 'Water', version = version + 1 WHERE id = %d", id))
	}
}

// links draws some of the fields that link, each with records that are there and
// with new ones.
func (l *linksCacheTest) links(rt *rapid.T) map[string]any {
	fields := map[string]any{}
	for field, resource := range map[string]string{"categories": "categories", "tags": "tags", "venue": "venues", "organizer": "organizers"} {
		if rapid.Bool().Draw(rt, field+" stays") {
			continue
		}
		list := []any{}
		for _, id := range l.some(rt, resource) {
			list = append(list, id)
		}
		if rapid.IntRange(0, 3).Draw(rt, "new one") == 0 {
			l.names++
			name := fmt.Sprint("Name ", l.names)
			list = append(list, map[string]any{"categories": name, "tags": name, "venue": map[string]any{"venue": name}, "organizer": map[string]any{"organizer": name}}[field])
		}
		fields[field] = list
	}
	return fields
}

// some draws records of a resource, in any order.
func (l *linksCacheTest) some(rt *rapid.T, resource string) []int64 {
	ids := slices.DeleteFunc(l.ids(resource), func(int64) bool { return rapid.Bool().Draw(rt, "without") })
	if len(ids) == 0 {
		return nil
	}
	return rapid.Permutation(ids).Draw(rt, resource)
}

// ids returns the ids of the records of a resource.
func (l *linksCacheTest) ids(resource string) []int64 {
	l.t.Helper()
	heads, err := query.Summaries(l.t.Context(), l.a.Env, l.resource(resource))
	if err != nil {
		l.t.Fatal(err)
	}
	ids := []int64{}
	for _, h := range heads {
		ids = append(ids, h.ID)
	}
	return ids
}

// resource returns a resource by its plural name.
func (l *linksCacheTest) resource(plural string) *model.Resource {
	return l.a.Env.Resources[slices.IndexFunc(l.a.Env.Resources, func(k *model.Resource) bool { return k.Plural == plural })]
}

// older executes statements in one transaction.
func (l *linksCacheTest) older(statements ...string) {
	l.t.Helper()
	err := l.a.Store.RunInTx(l.t.Context(), func(_ context.Context, w store.Writer) error {
		for _, text := range statements {
			w.Queue(store.Statement{SQL: text})
		}
		return nil
	})
	if err != nil {
		l.t.Fatal(err)
	}
}

// relinking returns what a program that does not know of the column executes to
// change links of an event.  Links to terms stay, which are counted, unless the
// event is a draft.
func (l *linksCacheTest) relinking(rt *rapid.T, id int64, published bool) []string {
	statements := []string{fmt.Sprintf("UPDATE events SET version = version + 1 WHERE id = %d", id)}
	for _, link := range l.resource("events").Links {
		if published && link.Target.Term {
			continue
		}
		statements = append(statements, fmt.Sprintf("DELETE FROM %s WHERE event_id = %d", link.Table, id))
		for i, target := range l.some(rt, link.Target.Plural) {
			carry, value := "", ""
			if link.DenormalizedColumn != "" {
				carry, value = ", "+link.DenormalizedColumn, fmt.Sprintf(", (SELECT %s FROM events WHERE id = %d)", link.DenormalizedColumn, id)
			}
			statements = append(statements, fmt.Sprintf("INSERT INTO %s (event_id, %s, position%s) VALUES (%d, %d, %d%s)", link.Table, link.TargetColumn, carry, id, target, i, value))
		}
	}
	return statements
}

// olderCreate has a program that does not know of the column make a draft, as a
// copy of an event.
func (l *linksCacheTest) olderCreate(rt *rapid.T) {
	ids := l.ids("events")
	if len(ids) == 0 {
		return
	}
	l.olders++
	id := int64(4000 - l.olders) // Between those of the service and those of files.
	var columns, values []string
	for _, column := range l.resource("events").Columns {
		value, changed := map[string]string{"id": strconv.FormatInt(id, 10), "slug": fmt.Sprintf("'older-%d'", id), "status": "'draft'", "version": "1"}[column]
		if column == "links_cache" {
			continue
		}
		if !changed {
			value = `"` + column + `"`
		}
		columns, values = append(columns, `"`+column+`"`), append(values, value)
	}
	insert := fmt.Sprintf("INSERT INTO events (%s) SELECT %s FROM events WHERE id = %d", strings.Join(columns, ", "), strings.Join(values, ", "), ids[0])
	l.older(append([]string{fmt.Sprintf("INSERT INTO post_id_sequence (id, resource) VALUES (%d, 'event')", id), insert}, l.relinking(rt, id, false)...)...)
}

// recompute fills the column, as a start does after a migration.
func (l *linksCacheTest) recompute() {
	l.older("DELETE FROM schema_metadata WHERE name = 'links/events'")
	if err := maintain.Recompute(l.t.Context(), l.a.Store, l.a.Env.Resources, slog.New(slog.DiscardHandler)); err != nil {
		l.t.Fatal(err)
	}
}

// compare compares every event, in a list and by itself, with the link tables.
func (l *linksCacheTest) compare(rt *rapid.T, a *service.Service) {
	body := get(l.t, a, "/events?status=any&per_page=50&start_date=0001-01-01&end_date=9999-12-31")
	list, _ := body["events"].([]any)
	for _, e := range list {
		inList := e.(map[string]any)
		id := int64(inList["id"].(float64))
		want := l.tables(id)
		if diff := cmp.Diff(want, shown(inList)); diff != "" {
			rt.Fatalf("event %d in a list shows other links than there are (-want +got):\n%s", id, diff)
		}
		if diff := cmp.Diff(want, shown(get(l.t, a, fmt.Sprint("/events/", id)))); diff != "" {
			rt.Fatalf("event %d shows other links than there are (-want +got):\n%s", id, diff)
		}
	}
}

// tables returns what the link tables hold of an event, as shown does.
func (l *linksCacheTest) tables(id int64) map[string][]int64 {
	links := map[string][]int64{}
	for _, link := range l.resource("events").Links {
		ids, err := query.LinkedIDs(l.t.Context(), l.a.Env, l.a.Store.Reader(), link, []int64{id})
		if err != nil {
			l.t.Fatal(err)
		}
		links[link.Name] = append([]int64{}, ids[id]...)
		if link.Target.Term { // Responses have them by name.
			slices.Sort(links[link.Name])
		}
	}
	return links
}

// shown returns the ids of what an event of a response links to: of posts in their
// order, of terms by id.
func shown(event map[string]any) map[string][]int64 {
	links := map[string][]int64{}
	for _, name := range []string{"categories", "tags", "venue", "organizer"} {
		links[name] = []int64{}
		list, many := event[name].([]any)
		if one, ok := event[name].(map[string]any); ok && !many {
			list = []any{one}
		}
		for _, record := range list {
			links[name] = append(links[name], int64(record.(map[string]any)["id"].(float64)))
		}
		if name == "categories" || name == "tags" {
			slices.Sort(links[name])
		}
	}
	return links
}
