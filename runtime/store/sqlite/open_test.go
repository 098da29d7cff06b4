package sqlite

import "testing"

func TestAPathIsNeverTakenForAHost(t *testing.T) {
	tests := []struct {
		name, path, want string
	}{
		{"a path from the root", "/data/a b?.db", "file:///data/a%20b%3F.db?_error_rc=1&_pragma=busy_timeout%285000%29&mode=rw"},
		{"a path on a drive", "C:/data/almanac.db", "file:///C:/data/almanac.db?_error_rc=1&_pragma=busy_timeout%285000%29&mode=rw"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := dsn(tt.path, "rw"); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
