package app_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"almanac/runtime/model"
)

// undoWrites is how many random writes TestUndoLeavesWhatWasThereBefore takes back.
var undoWrites = flag.Int("undo-writes", 0, "random writes that the property test of undo takes back on each database; 0 for some")

// notRestored are the columns that an undo does not bring back.
var notRestored = []string{"id", "version", "modified", "modified_utc", "edited_utc", "links_cache"}

// noLinks matches an empty link in the template of a series, which may as well be missing.
var noLinks = regexp.MustCompile(`,?"[a-z]+":(null|\[\])`)

// stored returns what the records and series have that an undo brings back, by their resource and ID.
func (s *site) stored() map[string]string {
	s.t.Helper()
	all := map[string]string{}
	add := func(name, sql string) {
		for _, line := range s.texts(sql) {
			id, text, _ := strings.Cut(line, "|")
			all[name+" "+id] += strings.ReplaceAll(noLinks.ReplaceAllString(text, ""), "{,", "{")
		}
	}
	for _, k := range s.Env.Resources {
		var columns []string
		for _, c := range k.ReadColumns {
			if !slices.Contains(notRestored, c) && !slices.Contains(k.SecretColumns, c) {
				columns = append(columns, fmt.Sprintf(`'%s=' || COALESCE(CAST("%s" AS text), 'NULL')`, c, c))
			}
		}
		add(k.Name, fmt.Sprintf(`SELECT CAST(id AS text) || '|' || %s FROM "%s" ORDER BY id`, strings.Join(columns, ` || ' ' || `), k.Plural))
		for _, l := range k.Links {
			add(k.Name, fmt.Sprintf(`SELECT CAST("%s" AS text) || '| %s ' || CAST("%s" AS text) FROM "%s" ORDER BY "%s", position`,
				l.SourceColumn, l.Name, l.TargetColumn, l.Table, l.SourceColumn))
		}
	}
	add("series", `SELECT CAST(id AS text) || '|' || rule || except_dates || dates || template || CAST(previous AS text) FROM record_series ORDER BY id`)
	return all
}

// checkRestored compares the content with what it was: a record that was not there then is gone, or in the
// trash.
func (s *site) checkRestored(what string, want map[string]string) {
	s.t.Helper()
	got := s.stored()
	for key := range maps.Keys(want) {
		follows := strings.Contains(want[key], "made_inline=1") || strings.Contains(want[key], "made_inline=true")
		if follows && strings.Contains(got[key], "status=publish") {
			continue // Any write of a public record publishes what was made inside of it.
		}
		if got[key] != want[key] && !strings.Contains(want[key], "status=trash ") {
			s.t.Errorf("%s: %s was\n%s\nand is\n%s", what, key, want[key], got[key])
		}
	}
	for key, now := range got {
		isPost := strings.Contains(now, "status=")
		if _, before := want[key]; !before && (!isPost || !strings.Contains(now, "status=trash ")) && !strings.HasPrefix(key, "series") {
			s.t.Errorf("%s: %s was not there, and is\n%s", what, key, now)
		}
	}
}

// randomWrites makes random writes of all kinds.
type randomWrites struct {
	*site
	*rand.Rand
	n    int
	user string // Who makes them.
}

// some returns the ID of one of the records of a resource that are not in the trash; 0 for none.
func (w *randomWrites) some(k *model.Resource) int64 {
	where := ""
	if k.Post {
		where = " WHERE status <> 'trash'"
	}
	return w.of(w.texts(`SELECT CAST(id AS text) FROM "` + k.Plural + `"` + where + ` ORDER BY id`))
}

func (w *randomWrites) of(ids []string) int64 {
	if len(ids) == 0 {
		return 0
	}
	var id int64
	_, _ = fmt.Sscan(ids[w.IntN(len(ids))], &id)
	return id
}

// fields returns random fields of an event.
func (w *randomWrites) fields() js {
	w.n++
	f := js{}
	set := func(name string, value any) {
		if w.IntN(3) == 0 {
			f[name] = value
		}
	}
	kinds := w.Env.Resources
	set("title", fmt.Sprintf("Fair %d", w.n))
	set("description", fmt.Sprintf("<p>Text %d</p>", w.n))
	set("cost", fmt.Sprint(w.IntN(50)))
	set("featured", w.IntN(2) == 0)
	set("status", []string{"publish", "draft", "private", "pending"}[w.IntN(4)])
	set("start_date", fmt.Sprintf("2031-0%d-11 10:00:00", 1+w.IntN(4)))
	set("end_date", fmt.Sprintf("2031-0%d-12 10:00:00", 5+w.IntN(4)))
	set("timezone", []string{"Europe/Paris", "America/New_York", "UTC"}[w.IntN(3)])
	if id := w.some(kinds[1]); id != 0 {
		set("venue", id)
	}
	set("venue", js{"venue": fmt.Sprintf("Hall %d", w.n)})
	set("organizer", []any{js{"organizer": fmt.Sprintf("Ada %d", w.n)}})
	set("organizer", []any{})
	set("categories", fmt.Sprintf("Music,Jazz %d", w.IntN(5)))
	set("tags", fmt.Sprintf("t%d,t%d", w.IntN(5), w.IntN(5)))
	set("categories", []any{})
	set("slug", fmt.Sprintf("slug-%d", w.n))
	set("image", fmt.Sprintf("https://example.org/%d.png", w.IntN(3)))
	return f
}

// write makes a random write, and returns what it was.
func (w *randomWrites) write() (string, response) {
	k := w.Env.Resources[w.IntN(len(w.Env.Resources))]
	id := w.some(k)
	event := w.Env.Resources[0]
	send := func(method, path string, body js) (string, response) {
		return fmt.Sprintf("%s %s %v", method, path, body), w.send(w.user, method, path, body)
	}
	var dates []string
	if w.IntN(3) == 0 {
		dates = w.texts("SELECT CAST(id AS text) FROM events WHERE series_id > 0 AND status <> 'trash' ORDER BY id")
	}
	switch n := w.IntN(12); {
	case len(dates) > 0 && n < 8:
		scope := []string{"this", "following", "all"}[w.IntN(3)]
		path := one("events", w.of(dates)) + "?apply_to=" + scope
		if n < 2 {
			return send("DELETE", path+[]string{"", "&force=true"}[n], nil)
		}
		f := w.fields()
		delete(f, "slug")
		if n == 2 && scope != "this" {
			f["recurrence"] = fmt.Sprintf("FREQ=DAILY;COUNT=%d", 2+w.IntN(4))
		}
		return send("PATCH", path, f)
	case n == 0 || id == 0:
		return send("POST", "/events", newEvent("New", w.fields()))
	case n == 1:
		f := w.fields()
		delete(f, "start_date")
		delete(f, "end_date")
		f["recurrence"] = fmt.Sprintf("FREQ=WEEKLY;COUNT=%d", 2+w.IntN(3))
		return send("POST", "/events", newEvent("Series", f))
	case n == 2:
		return send("DELETE", one(k.Plural, id), nil)
	case n == 3:
		return send("DELETE", one(k.Plural, id)+"?force=true", nil)
	case n == 4 && w.of(w.texts("SELECT CAST(id AS text) FROM events WHERE status = 'trash' ORDER BY id")) != 0:
		id := w.of(w.texts("SELECT CAST(id AS text) FROM events WHERE status = 'trash' ORDER BY id"))
		return send("PATCH", one("events", id), js{"status": "draft"})
	case n == 5:
		parent := w.some(w.Env.Resources[3])
		return send("POST", "/categories", js{"name": fmt.Sprintf("Cat %d", w.n), "parent": parent})
	case n == 6 && w.some(w.Env.Resources[3]) != 0:
		w.n++
		return send("PATCH", one("categories", w.some(w.Env.Resources[3])), js{"name": fmt.Sprintf("Cat %d", w.n), "parent": w.some(w.Env.Resources[3])})
	case n == 7:
		var list []js
		for range 3 {
			if id := w.some(event); id != 0 {
				list = append(list, write("PATCH", one("events", id), w.fields()))
			}
		}
		return send("POST", "/batch", js{"requests": append(list, write("POST", "/events", newEvent("Batch", w.fields())))})
	}
	if id = w.some(event); id == 0 {
		return send("POST", "/events", newEvent("New", w.fields()))
	}
	return send("PATCH", one("events", id), w.fields())
}

func TestUndoLeavesWhatWasThereBefore(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		writes := *undoWrites
		if writes == 0 {
			writes = fewer(200)
		}
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		w := &randomWrites{site: s, Rand: rand.New(rand.NewPCG(seed, 1))}
		undone := 0
		for range writes {
			before := s.stored()
			what, a := w.write()
			if a.status >= http.StatusInternalServerError {
				t.Fatalf("%s = %d: %s", what, a.status, a.text)
			}
			change := a.header.Get("Change-Id")
			if change == "" || w.IntN(3) == 0 {
				continue
			}
			after := s.stored()
			b := s.send("", http.MethodPost, "/undo", js{"change": change})
			if b.status != http.StatusOK {
				t.Fatalf("undo of %s = %d: %s", what, b.status, b.text)
			}
			undone++
			if s.checkRestored("undo of "+what, before); t.Failed() {
				return
			}
			if w.IntN(3) > 0 {
				continue
			}
			c := s.send("", http.MethodPost, "/undo", js{"change": b.body["change"]})
			if c.status != http.StatusOK {
				t.Fatalf("undo of the undo of %s = %d: %s", what, c.status, c.text)
			}
			if s.checkRestored("undo of the undo of "+what, after); t.Failed() {
				return
			}
		}
		if undone == 0 {
			t.Error("nothing was undone")
		}
	})
}
