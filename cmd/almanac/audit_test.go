package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"almanac/runtime/audit"
)

func TestTheAuditIsPrintedAsATableAndAsJSON(t *testing.T) {
	db := database(t)
	for _, args := range [][]string{
		{"user", "add", "ada", "--role", "author", "--password", "correct horse"},
		{"user", "role", "ada", "--role", "editor"},
		{"token", "create", "ada", "--label", "one"},
		{"user", "remove", "ada"},
	} {
		if _, err := almanac(t, "", append(args, "--database", db)...); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name string
		args []string
		want string // Actions and kinds.
	}{
		{"everything, newest last", nil, "created user, role user, created token, deleted token, deleted user"},
		{"the newest", []string{"--limit", "2"}, "deleted token, deleted user"},
		{"a kind", []string{"--kind", "token"}, "created token, deleted token"},
		{"an action", []string{"--action", "created"}, "created user, created token"},
		{"a record", []string{"--kind", "user", "--id", "1"}, "created user, role user, deleted user"},
		{"another record", []string{"--id", "2"}, ""},
		{"a user", []string{"--user", "command line", "--limit", "1"}, "deleted user"},
		{"a user who did nothing", []string{"--user", "ada"}, ""},
		{"the last hour", []string{"--since", "1h", "--limit", "1"}, "deleted user"},
		{"from tomorrow", []string{"--since", time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)}, ""},
		{"a request", []string{"--request", "none"}, ""},
		{"a change", []string{"--change", "none"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"audit", "--database", db}, tt.args...)
			table, err := almanac(t, "", args...)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := almanac(t, "", append(args, "--json")...)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for line := range strings.Lines(lines) {
				var e audit.Entry
				if err := json.Unmarshal([]byte(line), &e); err != nil {
					t.Fatal(err)
				}
				got = append(got, e.Action+" "+e.Resource)
			}
			if text := strings.Join(got, ", "); text != tt.want {
				t.Errorf("got %s, want %s", text, tt.want)
			}
			if n := strings.Count(table, "\n"); n != len(got)+1 || !strings.HasPrefix(table, "TIME") {
				t.Errorf("the table has %d lines, want %d:\n%s", n, len(got)+1, table)
			}
		})
	}
}
