package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/outbox"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// enqueue adds entries of topics to the outbox of a new database, of which the
// first has failed.
func enqueue(t *testing.T, topics ...string) (db string) {
	t.Helper()
	db = database(t)
	a, err := service.Open(t.Context(), generated.Service(), service.Config{Database: db, Deployment: deployments.B()})
	if err != nil {
		t.Fatal(err)
	}
	err = a.Store.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
		for i, topic := range topics {
			outbox.Add(w, outbox.Entry{Topic: topic, Resource: "event", Record: int64(i + 1), Payload: json.RawMessage(`{"id":1}`), Created: time.Now()})
		}
		w.Queue(store.Statement{SQL: `UPDATE outbox SET failed = true, attempts = 20, error = 'refused' WHERE id = 1`})
		return nil
	})
	if err := errors.Join(err, a.Close()); err != nil {
		t.Fatal(err)
	}
	return db
}

// listedEntries returns the IDs, topics and states of the entries that a list
// has.
func listedEntries(t *testing.T, db string, args ...string) []string {
	t.Helper()
	lines, err := almanac(t, "", append([]string{"outbox", "list", "--json", "--database", db}, args...)...)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(lines) {
		var e outbox.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		got = append(got, map[bool]string{true: "failed ", false: "pending "}[e.Failed]+e.Topic)
	}
	return got
}

func TestTheOutboxIsListedAsATableAndAsJSON(t *testing.T) {
	db := enqueue(t, "mail", "web", "web")
	tests := []struct {
		name string
		args []string
		want []string
	}{
		{"everything, oldest first", nil, []string{"failed mail", "pending web", "pending web"}},
		{"the oldest", []string{"--limit", "1"}, []string{"failed mail"}},
		{"a topic", []string{"--topic", "web"}, []string{"pending web", "pending web"}},
		{"what has failed", []string{"--failed"}, []string{"failed mail"}},
		{"a topic that there is not", []string{"--topic", "fax"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, listedEntries(t, db, tt.args...)); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			table, err := almanac(t, "", append([]string{"outbox", "list", "--database", db}, tt.args...)...)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(table, "\n"); n != len(tt.want)+1 || !strings.HasPrefix(table, "ID") {
				t.Errorf("the table has %d lines, want %d:\n%s", n, len(tt.want)+1, table)
			}
		})
	}
}

func TestEntriesAreRetriedAndDiscarded(t *testing.T) {
	tests := []struct {
		name, command string
		args          []string
		says          string
		want          []string
	}{
		{"an entry again", "retry", []string{"1"}, "retried: 1", []string{"pending mail", "pending web", "pending web"}},
		{"what has failed again", "retry", []string{"--failed"}, "retried: 1", []string{"pending mail", "pending web", "pending web"}},
		{"a topic away", "discard", []string{"--topic", "web"}, "discarded: 2", []string{"failed mail"}},
		{"entries away", "discard", []string{"1", "3"}, "discarded: 2", []string{"pending web"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			db := enqueue(t, "mail", "web", "web")
			out, err := almanac(t, "", append([]string{"outbox", tt.command, "--database", db}, tt.args...)...)
			if err != nil || strings.TrimSpace(out) != tt.says {
				t.Fatalf("it says %q, %v; want %q", out, err, tt.says)
			}
			if diff := cmp.Diff(tt.want, listedEntries(t, db)); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWrongArgumentsOfTheOutboxGetOneSentence(t *testing.T) {
	db := enqueue(t, "mail")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"nothing to retry", []string{"retry"}, "requires the IDs of entries, --topic or --failed"},
		{"an ID that is none", []string{"discard", "one"}, `a number, 1 or more, not "one"`},
		{"an unknown ID", []string{"discard", "4711"}, "no matching entries"},
		{"a list of nothing", []string{"list", "--limit", "0"}, "--limit must be 1 or more"},
		{"a list with an argument", []string{"list", "1"}, "takes no arguments"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := almanac(t, "", append([]string{"outbox", tt.args[0], "--database", db}, tt.args[1:]...)...)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
