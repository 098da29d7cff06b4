package mcptest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/admission"
	"almanac/runtime/audit"
	"almanac/runtime/model"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

func TestAWriteIsTriedThenDoneOnceForAKey(t *testing.T) {
	sampled(t, func(t *testing.T, s *servicetest.Server) {
		a := as(t, s, "editor")
		fields := js{"title": "Fair", "start_date": "2026-07-06 10:00", "end_date": "2026-07-06 12:00", "venue": js{"venue": "Hall"}, "status": "publish"}
		tried := a.must("create", js{"resource": "events", "values": fields, "dry_run": true})
		if tried.value["dry_run"] != true || tried.record()["title"] != "Fair" || tried.record()["version"] != nil || tried.value["change"] != nil {
			t.Errorf("dry run: %s", tried.whole)
		}
		if left := a.must("find", js{"resource": "venues"}); len(left.records()) != 0 {
			t.Errorf("a dry run left %v", left.records())
		}
		first := a.must("create", js{"resource": "events", "values": fields, "idempotency_key": "k1"})
		again := a.must("create", js{"resource": "events", "values": fields, "idempotency_key": "k1"})
		if again.value["replayed"] != true || fmt.Sprint(again.record()["id"]) != fmt.Sprint(first.record()["id"]) {
			t.Errorf("the repeat: %s", again.whole)
		}
		other := a.use("create", js{"resource": "events", "values": js{"title": "Other", "start_date": "2026-07-06", "end_date": "2026-07-06"}, "idempotency_key": "k1"})
		if other.status() != http.StatusUnprocessableEntity {
			t.Errorf("another request with the key: %s", other.whole)
		}
		if all := a.must("find", js{"resource": "events"}); all.value["total"] != float64(1) {
			t.Errorf("events: %s", all.whole)
		}
		if first.value["change"] == nil {
			t.Errorf("no change to undo: %s", first.whole)
		}
	})
}

func TestNoUpdateIsLost(t *testing.T) {
	sampled(t, func(t *testing.T, s *servicetest.Server) {
		id, version := event(t, s, nil)
		a, b := as(t, s, "editor"), as(t, s, "administrator")
		b.must("update", js{"resource": "events", "id": id, "version": version, "values": js{"title": "Market"}})
		for _, tool := range []string{"update", "delete"} {
			args := js{"resource": "events", "id": id, "version": version}
			if tool == "update" {
				args["values"] = js{"featured": true}
			}
			if r := a.use(tool, args); r.status() != http.StatusPreconditionFailed {
				t.Errorf("%s of an old version: %s", tool, r.whole)
			}
		}
		now := a.must("get", js{"resource": "events", "id": id}).record()
		if now["title"] != "Market" {
			t.Errorf("title = %v", now["title"])
		}
		gone := a.must("delete", js{"resource": "events", "id": id, "version": now["version"]})
		if gone.record()["status"] != "trash" || !strings.Contains(gone.text, "trash") {
			t.Errorf("delete: %s", gone.whole)
		}
	})
}

func TestDatesOfASeriesAreChangedByItsVersion(t *testing.T) {
	sampled(t, func(t *testing.T, s *servicetest.Server) {
		a := as(t, s, "editor")
		first := a.must("create", js{"resource": "events", "values": js{
			"title": "Choir", "start_date": "2027-05-03 19:00", "end_date": "2027-05-03 21:00", "recurrence": "FREQ=WEEKLY;COUNT=5", "status": "publish",
		}}).record()
		series := first["series"].(js)
		args := js{"resource": "events", "id": first["id"], "version": first["version"], "apply_to": "all", "series_version": series["version"], "values": js{"title": "Big choir"}}
		args["dry_run"] = true
		tried := a.must("update", args)
		if updated := tried.record()["series"].(js)["changes"].(js)["updated"]; updated != float64(5) {
			t.Errorf("dry run: %s", tried.whole)
		}
		delete(args, "dry_run")
		a.must("update", args)
		if r := a.use("update", args); !r.failed {
			t.Errorf("twice: %s", r.whole)
		}
		for _, one := range a.must("find", js{"resource": "events", "filters": js{"start_date": "2027-05-01", "series": series["id"]}}).records() {
			if one["title"] != "Big choir" || one["series"].(js)["version"] == series["version"] {
				t.Errorf("date: %v", one)
			}
		}
	})
}

func TestTheAuditNamesTheWay(t *testing.T) {
	s := open(t, prepared.SQLite(t))
	a := as(t, s, "editor")
	a.must("create", js{"resource": "tags", "values": js{"name": "Jazz"}})
	entries, err := audit.List(t.Context(), s.Store.Reader(), audit.Filter{Limit: 1000, Resource: "tag"})
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	if e := entries[0]; e.UserName != "editor" || !strings.HasPrefix(e.Request, "mcp-") || e.Address != "127.0.0.1" {
		t.Errorf("%+v", e)
	}
}

func TestMessagesCountAsRequests(t *testing.T) {
	s := open(t, prepared.SQLite(t), func(c *service.Config) { c.Admission = admission.Admission{Rate: 0.001, Burst: 3} })
	a := as(t, s, "")
	for i, want := range []int{200, 200, 200, 429} {
		if r := a.rpc("tools/call", js{"name": "find", "arguments": js{"resource": "events"}}); r.status != want {
			t.Errorf("message %d: %d %s", i+1, r.status, r.text)
		}
	}
}

func TestAMessageIsOneCall(t *testing.T) {
	s := open(t, prepared.SQLite(t))
	a := as(t, s, "editor")
	one := js{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
	for _, version := range []string{"", handshake, "2025-03-26"} {
		header := http.Header{}
		if version != "" {
			header.Set("Mcp-Protocol-Version", version)
		}
		if r := a.post([]js{one, one}, header); r.status != http.StatusBadRequest {
			t.Errorf("%q: %d %s", version, r.status, r.text)
		}
	}
	if r := a.post(js{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": js{"x": strings.Repeat("y", 3<<20)}}, nil); r.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large message: %d %.200s", r.status, r.text)
	}
}

// resource returns a resource.  Tests of this package run one after the other, and change it until their end.
func resource(name string) *model.Resource {
	all := generated.Service().Resources
	return all[slices.IndexFunc(all, func(k *model.Resource) bool { return k.Name == name })]
}

func TestAToolThatPanicsEndsItsCallAlone(t *testing.T) {
	s := open(t, prepared.SQLite(t))
	events := resource("event")
	events.Actions = []*model.Action{nil}
	t.Cleanup(func() { events.Actions = nil })
	a := as(t, s, "editor")
	if r := a.use("describe", js{"resource": "events"}); r.status() != http.StatusInternalServerError || strings.Contains(r.whole, "panic") {
		t.Errorf("describe: %s", r.whole)
	}
	a.must("describe", js{"resource": "venues"})
}

func TestAHiddenResourceIsNowhere(t *testing.T) {
	venues := resource("venue")
	venues.NoAgents = true
	t.Cleanup(func() { venues.NoAgents = false })
	s := open(t, prepared.SQLite(t))
	id, version := event(t, s, js{"venue": js{"venue": "Secret hall"}})
	hall := s.Send("administrator", "GET", "/venues", nil)
	if !strings.Contains(string(hall.Body), "Secret hall") {
		t.Fatal(string(hall.Body))
	}
	a := as(t, s, "administrator")
	for _, r := range []result{
		a.must("describe", nil), a.must("describe", js{"resource": "events"}), a.must("get", js{"resource": "events", "id": id}),
		a.must("find", js{"resource": "events", "filters": js{"start_date": "2026-07-01"}}), a.must("update", js{"resource": "events", "id": id, "version": version, "values": js{"featured": true}}),
		a.must("changes", js{"resource": "events"}), a.must("get", js{"resource": "events", "id": id, "as_of": "2026-06-01T12:00:00Z"}),
		a.must("update", js{"resource": "events", "id": id, "version": version + 1, "values": js{"recurrence": "FREQ=WEEKLY;COUNT=3"}}),
	} {
		if strings.Contains(r.whole, "Secret hall") || strings.Contains(r.whole, `"venues"`) || strings.Contains(r.whole, `"venue"`) {
			t.Errorf("%s", r.whole)
		}
	}
	for _, r := range []result{
		a.use("find", js{"resource": "venues"}), a.use("get", js{"resource": "venues", "id": 1}), a.use("create", js{"resource": "venues", "values": js{"venue": "X"}}),
		a.use("find", js{"resource": "events", "filters": js{"venue": 1}}), a.use("create", js{"resource": "events", "values": js{"venue": 1}}),
		a.use("get", js{"resource": "events", "id": id, "fields": []string{"venue"}}), a.use("get", js{"resource": "events", "id": id, "fields": []string{"json_ld"}}),
		a.use("find", js{"resource": "events", "filters": js{"city": "Ulm"}}), a.use("changes", js{"resource": "events", "filters": js{"venue": 1}}),
		a.use("get", js{"resource": "events", "slug": "../../venues/1"}), a.use("get", js{"resource": "events", "slug": ".."}),
		a.use("get", js{"resource": "events", "id": id, "cursor": "venue:0:1"}), a.use("delete", js{"resource": "venues", "id": 1, "version": 1}),
		a.use("find", js{"resource": "organizers", "filters": js{"venue": 1}}), a.use("find", js{"resource": "events", "filters": js{"orderby": "venue"}}),
		a.use("create", js{"resource": "events", "values": js{"venue[venue]": "X"}}), a.use("get", js{"resource": "events", "slug": "x/../../venues/1"}),
		a.use("get", js{"resource": "events", "slug": "x?context=edit"}), a.use("act", js{"resource": "venues", "id": 1, "version": 1, "action": "x"}),
	} {
		if !r.failed || strings.Contains(r.whole, "Secret hall") {
			t.Errorf("%s", r.whole)
		}
	}
}
