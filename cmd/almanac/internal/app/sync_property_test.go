package app_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	syncWrites = flag.Int("sync-writes", 0, "random writes of the property test of syncs on each database; 0 for some")
	syncSeed   = flag.Uint64("sync-seed", 0, "seed of the property test of syncs; 0 for fixed ones")
)

// replica is what a client knows of a list after some syncs.
type replica struct {
	user, list string
	token      string
	records    map[string]string // JSON by ID.
}

// withParam adds a parameter to a path.
func withParam(path, param string) string {
	if strings.Contains(path, "?") {
		return path + "&" + param
	}
	return path + "?" + param
}

// sync brings a replica up to date.  The status is that of the last response; removed has the IDs that were
// reported as such.
func (s *site) sync(r replica) (_ replica, removed []string, status int) {
	s.t.Helper()
	r.records = maps.Clone(r.records)
	if r.records == nil {
		r.records = map[string]string{}
	}
	plural, _, _ := strings.Cut(strings.TrimPrefix(r.list, "/"), "?")
	for more := true; more; {
		a := s.send(r.user, http.MethodGet, withParam(r.list, "changes_since="+r.token), nil)
		if a.status != http.StatusOK {
			return r, nil, a.status
		}
		for _, m := range a.body[plural].([]any) {
			m := m.(js)
			for _, kind := range []string{"categories", "tags"} { // How often terms are used is no change of a record.
				terms, _ := m[kind].([]any)
				for _, term := range terms {
					delete(term.(js), "count")
				}
			}
			text, err := json.Marshal(m)
			if err != nil {
				s.t.Fatal(err)
			}
			r.records[fmt.Sprint(m["id"])] = string(text)
		}
		for _, id := range a.body["removed"].([]any) {
			removed = append(removed, fmt.Sprint(id))
			delete(r.records, fmt.Sprint(id))
		}
		more = a.body["more"].(bool)
		r.token = a.body["sync_token"].(string)
	}
	return r, removed, http.StatusOK
}

// readable notes which records each user could see in some list so far, by what the rules of the roles say.
func (s *site) readable(seen map[string]bool, users map[string]string) {
	s.t.Helper()
	for _, plural := range []string{"events", "venues", "organizers"} {
		hidden := "1 = 0"
		if plural == "events" {
			hidden = "hide_from_listings"
		}
		for _, line := range s.texts(fmt.Sprintf(`SELECT CAST(id AS text) || '|' || CAST(author AS text) || '|' || status || '|' || CASE WHEN %s THEN 'hidden' ELSE '' END FROM %s`, hidden, plural)) {
			f := strings.Split(line, "|")
			for user, id := range users {
				own := f[1] == id && slices.Contains([]string{"contributor", "author"}, user)
				if f[3] == "" && (f[2] == "publish" || user == "editor" || own) {
					seen[user+" "+plural+" "+f[0]] = true
				}
			}
		}
	}
}

func TestDeltasFromAnyTokenLeadToTheListNow(t *testing.T) {
	seeds := []uint64{1, 2, 3}[:max(1, fewer(3))]
	if *syncSeed != 0 {
		seeds = []uint64{*syncSeed}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			prepared.Each(t, func(t *testing.T, url string) { openSite(t, url, withUsers).checkDeltas(seed) })
		})
	}
}

// checkDeltas makes random writes, and has clients sync now and then.
func (s *site) checkDeltas(seed uint64) {
	s.t.Helper()
	w := &randomWrites{site: s, Rand: rand.New(rand.NewPCG(seed, 1))}
	users := map[string]string{"": "0"}
	for _, line := range s.texts("SELECT name || '|' || CAST(id AS text) FROM users") {
		name, id, _ := strings.Cut(line, "|")
		if name != "administrator" {
			users[name] = id
		}
	}
	names := slices.Sorted(maps.Keys(users))
	writers := []string{"author", "editor", "administrator", "contributor"}
	write := func() {
		w.user = writers[w.IntN(len(writers))]
		change := w.write
		if w.IntN(5) == 0 {
			change = w.writeAround
		}
		if what, a := change(); a.status >= http.StatusInternalServerError {
			s.t.Fatalf("%s = %d: %s", what, a.status, a.text)
		}
	}
	for range 40 {
		write()
	}
	hall, ada := w.some(s.Env.Resources[1]), w.some(s.Env.Resources[2])
	lists := []string{
		"/events", "/events?categories=music", "/events?tags=t1,t2", "/events?city=Paris", "/events?featured=true",
		"/events?start_date=2031-02-01&end_date=2031-07-01", "/events?search=fair", "/events?status=any&per_page=3",
		fmt.Sprintf("/events?venue=%d", hall), fmt.Sprintf("/events?organizer=%d", ada), "/events?include=1,2,3,4,5",
		"/venues", "/venues?has_events=true", "/venues?only_with_upcoming=1", "/organizers?has_events=false", "/categories", "/tags?hide_empty=0",
		fmt.Sprintf("/venues?event=%d", w.some(s.Env.Resources[0])),
	}
	seen := map[string]bool{}
	feeds := map[string]*feedCopy{}
	for _, user := range names {
		feeds[user] = &feedCopy{site: s, user: user, id: users[user], shown: map[string]string{}}
		feeds[user].begin()
	}
	var known []replica
	writes := *syncWrites
	if writes == 0 {
		writes = fewer(300)
	}
	compared, gone := 0, 0
	for range writes {
		s.readable(seen, users)
		write()
		s.readable(seen, users)
		feeds[names[w.IntN(len(names))]].read(3)
		r := replica{user: names[w.IntN(len(names))], list: lists[w.IntN(len(lists))]}
		now, _, status := s.sync(r)
		if w.IntN(3) == 0 && status == http.StatusOK {
			known = append(known, now)
		}
		if len(known) == 0 {
			continue
		}
		from := known[w.IntN(len(known))]
		now, _, status = s.sync(replica{user: from.user, list: from.list})
		got, removed, deltaStatus := s.sync(from)
		isWhole := strings.Contains(from.list, "categories") || strings.Contains(from.list, "tags") || strings.Contains(from.list, "event=")
		if deltaStatus == http.StatusGone && isWhole {
			continue
		}
		if deltaStatus != status {
			s.t.Fatalf("the delta of %s for %q = %d, the list %d", from.list, from.user, deltaStatus, status)
		}
		compared++
		gone += len(removed)
		if diff := cmp.Diff(now.records, got.records); diff != "" && status == http.StatusOK {
			s.t.Fatalf("%s for %q by deltas (-list +copy):\n%s", from.list, from.user, diff)
		}
		plural, _, _ := strings.Cut(strings.TrimPrefix(from.list, "/"), "?")
		for _, id := range removed {
			if !seen[from.user+" "+plural+" "+id] {
				s.t.Fatalf("%s for %q names %s, which this user could never see: %q", from.list, from.user, id,
					s.texts(fmt.Sprintf("SELECT resource || ' ' || action || ' ' || was_status || ' ' || change_id || ' ' || patch FROM audit_entries WHERE record_id = %s ORDER BY id", id)))
			}
		}
	}
	for _, feed := range feeds {
		feed.check()
	}
	if compared == 0 || gone == 0 {
		s.t.Errorf("%d deltas compared, %d records removed: the test proves nothing", compared, gone)
	}
}

// writeAround makes a random write that concerns a list by way of another record.
func (w *randomWrites) writeAround() (string, response) {
	kinds := w.Env.Resources
	send := func(path string, id int64, body js) (string, response) {
		if id == 0 {
			return "nothing", response{}
		}
		return fmt.Sprint(path, id, body), w.send(w.user, http.MethodPatch, one(path, id), body)
	}
	switch w.IntN(6) {
	case 0:
		return send("venues", w.some(kinds[1]), js{"city": []string{"Paris", "Rome"}[w.IntN(2)]})
	case 1:
		return send("venues", w.some(kinds[1]), js{"status": []string{"publish", "draft", "private"}[w.IntN(3)]})
	case 2:
		return send("categories", w.some(kinds[3]), js{"name": fmt.Sprintf("Music %d", w.IntN(3))})
	case 3:
		return send("tags", w.some(kinds[4]), js{"name": fmt.Sprintf("t%d", w.IntN(5))})
	case 4:
		return send("events", w.some(kinds[0]), js{"hide_from_listings": w.IntN(2) == 0})
	}
	return send("events", w.some(kinds[0]), js{"status": []string{"publish", "draft", "trash"}[w.IntN(3)]})
}
