package store

import "testing"

func TestFindsByTrigrams(t *testing.T) {
	tests := []struct {
		name, text            string
		lite, ascii, anywhere bool // SQLite, PostgreSQL with LC_CTYPE C, and with another.
	}{
		{"nothing", "", false, false, false},
		{"two letters", "ab", false, false, false},
		{"three letters", "abc", true, true, true},
		{"letters and digits", "a1b", true, true, true},
		{"signs", "+++", true, false, false},
		{"letters that signs part", "a-b-c", true, false, false},
		{"a long word among short ones", "a b concert", true, true, true},
		{"another alphabet", "хор", true, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for s, want := range map[*SQL]bool{
				{dialect: SQLite}: tt.lite, {dialect: PostgreSQL}: tt.ascii, {dialect: PostgreSQL, letters: true}: tt.anywhere,
			} {
				if got := s.CanUseTrigrams(tt.text); got != want {
					t.Errorf("%v, letters %v: got %v, want %v", s.dialect, s.letters, got, want)
				}
			}
		})
	}
}
