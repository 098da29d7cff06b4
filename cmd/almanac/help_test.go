package main

import (
	"strings"
	"testing"
)

func TestTheHelpShowsWhatMattersAndEveryFlagOfASiteIsTaken(t *testing.T) {
	for _, tt := range []struct {
		command      string
		shown, taken string
	}{
		{"export", "--since WHEN", "--accent=#1d5c4f"},
		{"demo", "--timezone ZONE", "--footer-link=a=https://a.example"},
		{"openapi", "--format VERSION", "--radius=10"},
		{"serve", "(default: 1 MiB)", "--max-body=2MiB"},
		{"serve", "(default: 2m)", "--idle-timeout=90s"},
		{"audit", "ID of the record\n", "--accent=#1d5c4f"},
	} {
		help, err := almanac(t, "", tt.command, "--help")
		hidden, _, _ := strings.Cut(tt.taken, "=")
		if err != nil || !strings.Contains(help, tt.shown) || strings.Contains(help, hidden+" ") != (tt.command == "serve") {
			t.Errorf("help of %s (%v) lacks %q or has %s:\n%s", tt.command, err, tt.shown, hidden, help)
		}
	}
	if help, err := almanac(t, "", "help"); err != nil || strings.Contains(help, "Shows a list") {
		t.Errorf("the help is %s, %v", help, err)
	}
	if out, err := almanac(t, "", "openapi", "--radius=10", "--accent=#1d5c4f"); err != nil || !strings.HasPrefix(out, "{") {
		t.Errorf("openapi with flags of a site: %v, %.100s", err, out)
	}
	if out, err := almanac(t, "", "config", "check", "--max-body=2MiB", "--max-url=4096"); err != nil || !strings.Contains(out, "2097152") {
		t.Errorf("config check with sizes: %v, %s", err, out)
	}
}
