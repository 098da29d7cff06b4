package main

import (
	"encoding/json"
	"strings"
	"testing"

	"almanac/runtime/store/storetest"
)

// total returns the total of a list of events.
func total(t *testing.T, address string) float64 {
	t.Helper()
	_, body, _ := browse(t, address)
	var list struct{ Total float64 }
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatalf("%s: %s", address, body)
	}
	return list.Total
}

func TestAServerFillsAnEmptyDatabaseForItsDeployment(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		args := []string{"--demo", "--migrate", "--admin-listen", "none", "--deployment", "a", "--database", url}
		const all = "/events?start_date=0001-01-01&end_date=9999-12-31"
		var first float64
		for _, start := range []string{"the first start", "the second start"} {
			t.Run(start, func(t *testing.T) {
				root, _ := serving(t, args...)
				every := total(t, root+all)
				en, fr := total(t, root+all+"&translation_language=en"), total(t, root+all+"&translation_language=fr")
				if first == 0 {
					first = every
				}
				if every < 250 || every != first || en+fr != every || fr < every/4 || en < every/2 {
					t.Errorf("%v events, of these %v in English and %v in French; the first start had %v", every, en, fr, first)
				}
				site, _, _ := strings.Cut(root, "/calendar/")
				for _, path := range []string{"/", "/?translation_language=fr"} {
					if _, page, _ := browse(t, site+path); strings.Count(page, "/event/") < 10 {
						t.Errorf("%s shows %d events", path, strings.Count(page, "/event/"))
					}
				}
			})
		}
	})
}

func TestVisitorsSeeDemoDataWhereUsersSignIn(t *testing.T) {
	root, _ := serving(t, "--demo", "--auth", "required", "--admin-listen", "none")
	if n := total(t, root+"/events"); n < 100 {
		t.Errorf("visitors see %v events", n)
	}
}
