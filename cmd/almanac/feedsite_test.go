package main

import (
	"strings"
	"testing"

	"almanac/runtime/store/storetest"
)

func TestAnOperatorSeesAndSetsTheSiteInFeeds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		if _, err := almanac(t, "", "migrate", "up", "--database", url); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct{ name, site, want string }{
			{"none yet", "", "none is stored: feeds use --site-url"},
			{"the first", "https://calender.example/", "calender.example"},
			{"a correction", "https://Bücher.example/town", "xn--bcher-kva.example/town"},
			{"the stored one", "", "xn--bcher-kva.example/town"},
		} {
			args := []string{"feed-site", "--database", url}
			if tt.site != "" {
				args = append(args, tt.site)
			}
			if got, err := almanac(t, "", args...); err != nil || strings.TrimSpace(got) != tt.want {
				t.Errorf("%s: printed %q %v, want %q", tt.name, got, err, tt.want)
			}
		}
		if got, err := almanac(t, "", "feed-site", "--database", url, "calendar.example"); err == nil || got != "" {
			t.Errorf("a name that is no URL: printed %q %v", got, err)
		}
		if got, err := almanac(t, "", "audit", "--database", url, "--kind", "site_identity"); err != nil || strings.Count(got, "command line") != 2 {
			t.Errorf("the audit log is %q %v", got, err)
		}
	})
}
