package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service"
)

// feedCopy is what a user knows of events, venues and organizers by /changes.
type feedCopy struct {
	*site
	user, id string
	token    string
	shown    map[string]string // Title or name, by kind and ID.
}

// visible returns what the rules of the roles let the user see now.
func (f *feedCopy) visible() map[string]string {
	f.t.Helper()
	all := map[string]string{}
	for _, plural := range []string{"events", "venues", "organizers"} {
		hidden, name := "1 = 0", strings.TrimSuffix(plural, "s")
		if plural == "events" {
			hidden, name = "hide_from_listings", "title"
		}
		for _, line := range f.texts(fmt.Sprintf(`SELECT CAST(id AS text) || '|' || CAST(author AS text) || '|' || status || '|' ||
			CASE WHEN %s THEN 'hidden' ELSE '' END || '|' || %s FROM %s WHERE password = ''`, hidden, name, plural)) {
			c := strings.SplitN(line, "|", 5)
			own, status := c[1] == f.id && (f.user == "author" || f.user == "contributor"), c[2]
			edits := f.user == "editor" || own &&
				(f.user == "author" || !slices.Contains([]string{"publish", "future", "private", "trash"}, status))
			if (status == "publish" || f.user == "editor" || own) && (c[3] == "" || edits) {
				all[strings.TrimSuffix(plural, "s")+" "+c[0]] = c[4]
			}
		}
	}
	return all
}

// begin takes a copy of what the user sees now.
func (f *feedCopy) begin() {
	f.t.Helper()
	f.token = f.mustBy(f.user, http.StatusOK, http.MethodGet, "/changes", nil).body["sync_token"].(string)
	f.shown = f.visible()
}

// read brings the copy up to date, by pages of a size.
func (f *feedCopy) read(perPage int) {
	f.t.Helper()
	for more := true; more; {
		a := f.mustBy(f.user, http.StatusOK, http.MethodGet, fmt.Sprintf("/changes?per_page=%d&changes_since=%s", perPage, f.token), nil)
		for _, m := range a.body["changes"].([]any) {
			f.apply(m.(js))
		}
		more = a.body["more"].(bool)
		f.token = a.body["sync_token"].(string)
	}
}

// apply applies a change to the copy.  What is deleted the user has seen.
func (f *feedCopy) apply(m js) {
	f.t.Helper()
	resource, kind, _ := strings.Cut(m["type"].(string), ".")
	data := m["data"].(js)
	name := data["title"]
	switch resource {
	case "event":
	case "venue", "organizer":
		name = data[resource]
	default:
		return
	}
	of := fmt.Sprint(resource, " ", data["id"])
	if kind != "deleted" {
		f.shown[of] = fmt.Sprint(name)
		return
	}
	delete(f.shown, of)
	if len(data) != 1 {
		f.t.Errorf("%q is told more than the ID of what was deleted: %v", f.user, m)
	}
}

// check compares the copy with what the user sees.
func (f *feedCopy) check() {
	f.t.Helper()
	f.read(50)
	if diff := cmp.Diff(f.visible(), f.shown); diff != "" {
		f.t.Errorf("a copy for %q by /changes (-now +copy):\n%s", f.user, diff)
	}
}

func TestChangesAreListedAsEachUserSeesThem(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		tokens := map[string]string{}
		users := []string{"", "subscriber", "editor"}
		for _, user := range users {
			a := s.mustBy(user, http.StatusOK, http.MethodGet, "/changes", nil)
			if tokens[user] = a.body["sync_token"].(string); fmt.Sprint(a.body["changes"]) != "[]" || a.body["more"] != false {
				t.Fatalf("the beginning is %s", a.text)
			}
		}
		must := func(status int, method, path string, body any) response {
			return s.mustBy("editor", status, method, path, body)
		}
		event := must(http.StatusCreated, http.MethodPost, "/events", newEvent("Canary draft", js{"status": "draft"})).id()
		must(http.StatusOK, http.MethodPatch, one("events", event), js{"status": "publish", "title": "Open"})
		hidden := must(http.StatusCreated, http.MethodPost, "/events", newEvent("Canary hidden", js{"hide_from_listings": true})).id()
		must(http.StatusOK, http.MethodPatch, one("events", event), js{"title": "Open air", "venue": js{"venue": "Hall"}})
		venue := s.numbers("SELECT id, 0 FROM venues")
		must(http.StatusOK, http.MethodDelete, one("events", event), nil)
		must(http.StatusOK, http.MethodDelete, one("events", event)+"?force=true", nil)
		must(http.StatusOK, http.MethodDelete, one("events", hidden)+"?force=true", nil)
		hall := slices.Collect(maps.Keys(venue))[0]
		want := map[string][]string{
			"": {"event.deleted", "venue.created"},
			"editor": {
				"event.deleted", "event.deleted", "venue.created",
			},
		}
		want["subscriber"] = want[""]
		for _, user := range users {
			a := s.mustBy(user, http.StatusOK, http.MethodGet, "/changes?per_page=50&changes_since="+tokens[user], nil)
			var got []string
			for _, m := range a.body["changes"].([]any) {
				got = append(got, m.(js)["type"].(string))
			}
			slices.Sort(got)
			if diff := cmp.Diff(want[user], slices.Compact(got)); diff != "" && user != "editor" {
				t.Errorf("%q is told (-want +got):\n%s\n%s", user, diff, a.text)
			}
			if strings.Contains(a.text, "Canary") || user != "editor" && strings.Contains(a.text, fmt.Sprintf(`"id":%d`, hidden)) {
				t.Errorf("%q is told what only editors see: %s", user, a.text)
			}
			if !strings.Contains(a.text, fmt.Sprintf(`"id":%d`, hall)) || a.body["more"] != false {
				t.Errorf("%q is not told of the venue: %s", user, a.text)
			}
		}
		for path, status := range map[string]int{
			"/changes?changes_since=x":                        http.StatusBadRequest,
			"/changes?changes_since=" + tokens["editor"]:      http.StatusBadRequest, // Of another user.
			"/changes?per_page=0&changes_since=" + tokens[""]: http.StatusBadRequest,
			"/events?changes_since=" + tokens[""]:             http.StatusBadRequest,
		} {
			if a := s.send("", http.MethodGet, path, nil); a.status != status {
				t.Errorf("%s = %d, want %d: %s", path, a.status, status, a.text)
			}
		}
		s.writtenBeside = true
		s.execute("DELETE FROM audit_entries")
		if a := s.send("", http.MethodGet, "/changes?changes_since="+tokens[""], nil); a.status != http.StatusGone {
			t.Errorf("without the log the token is %d: %s", a.status, a.text)
		}
	})
}

func TestAChangeOfSeveralRecordsIsNotDivided(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		token := s.must(http.StatusOK, http.MethodGet, "/changes", nil).body["sync_token"].(string)
		var list []js
		for i := range 7 {
			list = append(list, js{"method": "POST", "path": "/events", "body": newEvent(fmt.Sprint("Of a batch ", i), nil)})
		}
		s.batched(list...)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Alone", nil))
		sizes := []int{}
		for more := true; more; {
			a := s.must(http.StatusOK, http.MethodGet, "/changes?per_page=2&changes_since="+token, nil)
			sizes = append(sizes, len(a.body["changes"].([]any)))
			token, more = a.body["sync_token"].(string), a.body["more"].(bool)
		}
		if diff := cmp.Diff([]int{7, 1}, sizes); diff != "" {
			t.Errorf("changes a page (-want +got):\n%s", diff)
		}
	})
}

// listener is a client of a stream.
type listener struct {
	t    *testing.T
	stop context.CancelFunc
	body *bufio.Scanner
	id   string // Of the last event.
}

// listen opens a stream.
func listen(t *testing.T, url, token, last string) *listener {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/changes", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	resp, err := http.DefaultClient.Do(r) //nolint:bodyclose // Its context closes it.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = resp.Body.Close() })
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("a stream begins with %d", resp.StatusCode)
	}
	if kind := resp.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("a stream has the type %s", kind)
	}
	l := &listener{t: t, stop: cancel, body: bufio.NewScanner(resp.Body), id: last}
	l.body.Buffer(nil, 8<<20)
	return l
}

// next returns the type and the title of the next event; "" at the end of the stream.
func (l *listener) next() string {
	l.t.Helper()
	data := ""
	for l.body.Scan() {
		field, value, _ := strings.Cut(l.body.Text(), ": ")
		switch field {
		case "id":
			l.id = value
		case "data":
			data = value
		case "":
			if data == "" {
				continue
			}
			var m struct {
				Type string `json:"type"`
				Data js     `json:"data"`
			}
			if err := json.Unmarshal([]byte(data), &m); err != nil {
				l.t.Fatal(err)
			}
			return strings.TrimSpace(fmt.Sprint(m.Type, " ", m.Data["title"]))
		}
	}
	return ""
}

func TestAStreamTellsWhatChangesAndGoesOn(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, func(c *service.Config) { c.Admission.Concurrent = 1 })
		at := s.root
		l := listen(t, at, "", "")
		expect := func(l *listener, want ...string) {
			t.Helper()
			for _, one := range want {
				if got := l.next(); got != one {
					t.Fatalf("the stream has %q, want %q", got, one)
				}
			}
		}
		create := func(title string) int64 {
			return s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(title, nil)).id()
		}
		first := create("First")
		expect(l, "event.created First")
		s.batched(js{"method": "PATCH", "path": one("events", first), "body": js{"title": "Changed"}}, js{"method": "POST", "path": "/events", "body": newEvent("Second", nil)})
		expect(l, "event.updated Changed")
		before := l.id
		expect(l, "event.created Second")
		if before == l.id {
			t.Error("a change has one ID, that of its last event; this one had another")
		}
		l.stop()
		s.must(http.StatusOK, http.MethodDelete, one("events", first)+"?force=true", nil)
		create("Third")
		again := listen(t, at, "", l.id)
		expect(again, "event.deleted <nil>", "event.created Third")
		create("Fourth")
		expect(again, "event.created Fourth")
		half := listen(t, at, "", before) // Of the client that has read a part of the change.
		expect(half, "event.deleted <nil>", "event.created Second", "event.deleted <nil>", "event.created Third")
	})
}

func TestAStreamEndsWithTheTokenThatOpenedIt(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		at := s.root
		shown, err := s.Env.Users.CreateToken(t.Context(), "editor", "stream", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		l, visitor := listen(t, at, shown, ""), listen(t, at, "", "")
		s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Draft", js{"status": "draft"}))
		if got := l.next(); got != "event.created Draft" {
			t.Fatalf("an editor's stream has %q", got)
		}
		tokens, err := s.Env.Users.ListTokens(t.Context(), "editor")
		if err != nil || len(tokens) == 0 {
			t.Fatal(tokens, err)
		}
		for _, token := range tokens {
			if token.Label != "stream" {
				continue
			}
			if err := s.Env.Users.RevokeToken(t.Context(), token.ID); err != nil {
				t.Fatal(err)
			}
		}
		s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Canary", js{"status": "draft"}))
		if got := l.next(); got != "" {
			t.Errorf("after the token was revoked the stream has %q", got)
		}
		s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Open", nil))
		if got := visitor.next(); got != "event.created Open" {
			t.Errorf("a visitor's stream has %q", got)
		}
		s.EndStreams()
		if got := visitor.next(); got != "" {
			t.Errorf("a stream that was ended has %q", got)
		}
	})
}

func TestStreamsAreLimitedAndSlowClientsGoOnLater(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), func(c *service.Config) { c.Admission.Streams, c.Admission.AllStreams = 2, 10 })
	at := s.root
	slow, other := listen(t, at, "", ""), listen(t, at, "", "")
	a := s.sendWith(map[string]string{"Accept": "text/event-stream"}, "", http.MethodGet, "/changes", nil)
	if a.status != http.StatusTooManyRequests || !strings.Contains(a.text, "2 open streams") || a.header.Get("Retry-After") == "" {
		t.Errorf("a third stream = %d: %s", a.status, a.text)
	}
	if state := s.limit("streams"); state.InUse != 2 || state.Refused != 1 {
		t.Errorf("the limit of streams is %+v", state)
	}
	var reading sync.WaitGroup
	var got []string
	reading.Go(func() {
		for len(got) < 40 {
			one := other.next()
			if one == "" { // It was too slow itself.
				other = listen(t, at, "", other.id)
				continue
			}
			got = append(got, one)
		}
	})
	long := strings.Repeat("All that jazz. ", 13_000)
	for i := range 40 {
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(fmt.Sprint("Show ", i), js{"description": long}))
	}
	reading.Wait()
	for i, one := range got {
		if want := fmt.Sprint("event.created Show ", i); one != want {
			t.Fatalf("event %d is %q, want %q", i, one, want)
		}
	}
	for slow.body.Scan() { // The client that has read nothing so far.
		if value, is := strings.CutPrefix(slow.body.Text(), "id: "); is {
			slow.id = value
		}
	}
	if err := slow.body.Err(); err != nil {
		t.Fatal(err)
	}
	other.stop()
	rest := 0
	for again := listen(t, at, "", slow.id); ; rest++ {
		if one := again.next(); one == "event.created Show 39" {
			break
		} else if one == "" {
			again = listen(t, at, "", again.id)
		}
	}
	if rest == 0 {
		t.Error("the client that reads nothing got everything: the test proves nothing")
	}
}

func TestOnlyCallersWithoutRecordsOfTheirOwnShareWhatIsSent(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	at := s.root
	s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Before", nil))
	listeners := map[string]*listener{"": listen(t, at, "", "")}
	for _, user := range []string{"author", "editor", "contributor", "subscriber"} {
		shown, err := s.Env.Users.CreateToken(t.Context(), user, "stream", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		listeners[user] = listen(t, at, shown, "")
	}
	s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Own draft", js{"status": "draft"}))
	s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("For all", nil))
	for user, want := range map[string][]string{
		"author": {"event.created Own draft", "event.created For all"}, "editor": {"event.created Own draft", "event.created For all"},
		"contributor": {"event.created For all"}, "subscriber": {"event.created For all"}, "": {"event.created For all"},
	} {
		for _, one := range want {
			if got := listeners[user].next(); got != one {
				t.Errorf("the stream of %q has %q, want %q", user, got, one)
			}
		}
	}
}
