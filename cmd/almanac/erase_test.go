package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/outbox"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

// everything returns what a database contains: the bytes of the files of SQLite, and the text of
// all tables of PostgreSQL.
func everything(t *testing.T, url string) string {
	t.Helper()
	var all strings.Builder
	if path, isFile := strings.CutPrefix(url, "sqlite:"); isFile {
		files, err := filepath.Glob(path + "*")
		for _, name := range files {
			content, failed := os.ReadFile(name)
			if err = failed; err == nil {
				all.Write(content)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		return all.String()
	}
	s := servicetest.New(t, url, generated.Service())
	text := func(statement string) (list []string) {
		err := s.Store.Primary().Query(t.Context(), store.Statement{SQL: statement, ScanRow: func(row store.Row) error {
			var one string
			err := row.Scan(&one)
			list = append(list, one)
			return err
		}})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	for _, table := range text("SELECT c.relname::text FROM pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace") {
		all.WriteString(strings.Join(text(`SELECT t::text FROM "`+table+`" AS t`), "\n"))
	}
	return all.String()
}

func TestFormerValuesAreErasedForGood(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		var id string
		t.Run("written", func(t *testing.T) { id = writeCanaries(t, url) })
		erase := func(want string, more ...string) {
			t.Helper()
			out, err := almanac(t, "", append([]string{"erase", "--database", url, "--resource", "events", "--id", id}, more...)...)
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("erase %v: %s, %v", more, out, err)
			}
		}
		has := func(words ...string) {
			t.Helper()
			t.Run("read", func(t *testing.T) {
				all := everything(t, url)
				for _, word := range []string{"title", "words", "excerpt", "mail", "sent", "slug"} {
					if got, want := strings.Contains(all, "canary-"+word), slices.Contains(words, word); got != want {
						at := max(strings.Index(all, "canary-"+word), 0)
						t.Errorf("%s is there: %t, in …%q…", word, got, all[max(at-300, 0):min(at+100, len(all))])
					}
				}
			})
		}
		has("title", "words", "excerpt", "mail", "sent", "slug")
		erase("add --force")
		has("title", "words", "excerpt", "mail", "sent", "slug")
		erase("erased: ", "--field", "title", "--force")
		has("words", "excerpt")
		erase("erased: ", "--force")
		has()
		erase("to erase: 0 in the history")
		for _, wrong := range [][]string{{"--resource", "cats"}, {"--id", "0"}, {"--field", "cats"}} {
			args := append([]string{"erase", "--database", url, "--resource", "events", "--id", id}, wrong...)
			if _, err := almanac(t, "", args...); err == nil || !strings.Contains(err.Error(), wrong[0]) {
				t.Errorf("%v: %v", wrong, err)
			}
		}
	})
}

// writeCanaries writes words into everything that keeps former values of an event, and returns its ID.
func writeCanaries(t *testing.T, url string) string {
	t.Helper()
	s := servicetest.New(t, url, generated.Service(), func(c *service.Config) { c.Open = true })
	send := func(method, path, key string, body map[string]any) string {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(t.Context(), method, s.URL+"/"+path, bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if key != "" {
			r.Header.Set("Idempotency-Key", key)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.Body.Close() }()
		var made struct {
			ID json.Number `json:"id"`
		}
		said, err := io.ReadAll(a.Body)
		if err == nil {
			err = json.Unmarshal(said, &made)
		}
		if err != nil || a.StatusCode >= http.StatusBadRequest {
			t.Fatalf("%s %s: %d %s, %v", method, path, a.StatusCode, said, err)
		}
		return made.ID.String()
	}
	id := send(http.MethodPost, "events", "", map[string]any{
		"title": "canary-title", "description": "canary-words", "start_date": "2026-07-01 20:00", "end_date": "2026-07-01 21:00",
		"recurrence": "FREQ=DAILY;COUNT=1", "slug": "evening",
	})
	send(http.MethodPatch, "events/"+id, "once", map[string]any{"excerpt": "canary-excerpt"})
	send(http.MethodPost, "webhooks", "", map[string]any{"url": "https://93.184.215.14/", "types": []string{"event.created"}})
	err := s.Store.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
		number, err := strconv.ParseInt(id, 10, 64)
		outbox.Add(w, outbox.Entry{
			Topic: "mail", Resource: "event", Record: number, Payload: json.RawMessage(`{"x":"canary-mail"}`), Created: s.Clock.Now(),
		})
		w.Queue(store.Statement{
			SQL: "INSERT INTO webhook_deliveries (webhook_id, message_id, type, resource, record_id, payload, created_utc, next_utc, " +
				"attempts, state, reply_status, reply, ended_utc) VALUES (1, 'msg_1', 'event.created', 'event', $1, " +
				`'{"data":{"x":"canary-sent"}}', '2026-06-01 12:00:00', '2026-06-01 12:00:00', 1, 'delivered', 200, 'canary-sent', '')`,
			Args: []any{number},
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	send(http.MethodPatch, "events/"+id+"?apply_to=all", "", map[string]any{"title": "Fair", "description": "", "excerpt": ""})
	for _, slug := range []string{"canary-slug", "fair"} {
		send(http.MethodPatch, "events/"+id, "", map[string]any{"slug": slug})
	}
	return id
}
