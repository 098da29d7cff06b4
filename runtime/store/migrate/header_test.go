package migrate_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/storetest"
)

func TestHeadersSayWhatAStepDoes(t *testing.T) {
	const text = "\r\n-- A note.\r\n-- almanac: destructive  the column phone\r\n-- almanac: rewrites venues\r\n" +
		"-- almanac: destructive the table notes\n-- almanac: rewrites events\n-- almanac: rewrites venues\n\nSELECT 1;\n--bun:split\n-- Why.\nSELECT 2"
	s := testdb.Open(t, storetest.SQLite(t), store.Options{})
	if _, err := up(t, s, files("0001_tables.up.sql", first+"\n--bun:split\nCREATE TABLE venues(id bigint);\n--bun:split\nINSERT INTO venues VALUES(1)")); err != nil {
		t.Fatal(err)
	}
	got, err := migrate.Plan(t.Context(), s, files(
		"0001_tables.up.sql", first+"\n--bun:split\nCREATE TABLE venues(id bigint);\n--bun:split\nINSERT INTO venues VALUES(1)",
		"0002_lose.up.sql", text, "0003_add.up.sql", "-- almanac: additive\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []migrate.Planned{
		{
			Name: "0002_lose", Statements: []string{"-- A note.\n\nSELECT 1;", "-- Why.\nSELECT 2"},
			Destructive: "the column phone; the table notes", Rewrites: []migrate.TableSize{{Table: "venues", Rows: 1}, {Table: "events"}},
		},
		{Name: "0003_add", Additive: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("plan (-want +got):\n%s", diff)
	}
}

func TestBadFilesAreRefused(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"with an unknown word", "-- almanac: harmless", "has to be additive, destructive or rewrites"},
		{"without a word", "-- almanac:", "has to be additive, destructive or rewrites"},
		{"that lose without a reason", "-- almanac: destructive", "does not say what is lost"},
		{"that rewrite no table", "-- almanac: rewrites ", "does not name the table"},
		{"that say more than additive", "-- almanac: additive index", "says more than additive"},
		{"that add and lose", "-- almanac: additive\n-- almanac: destructive all", "cannot be both additive and destructive"},
		{"that add and drop", "-- almanac: additive\nDROP TABLE x", "cannot be both additive and destructive: it loses the table x"},
		{"with a header after SQL", "SELECT 1;\n-- almanac: additive", "has to stand before the first statement"},
		{"with a commit", "SELECT 1;\n--bun:split\ncommit;", "statement 2 is commit"},
		{"with a transaction", "BEGIN IMMEDIATE", "statement 1 is BEGIN"},
	}
	s := testdb.Open(t, storetest.SQLite(t), store.Options{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, fsys := range []map[string]string{
				{"0001_bad.up.sql": tt.text},
				{"0001_bad.up.sql": "SELECT 1", "0001_bad.down.sql": tt.text},
			} {
				var pairs []string
				for name, text := range fsys {
					pairs = append(pairs, name, text)
				}
				_, err := up(t, s, files(pairs...))
				if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "migration file sqlite/0001_bad.") {
					t.Errorf("got %v, want %q", err, tt.want)
				}
			}
		})
	}
}
