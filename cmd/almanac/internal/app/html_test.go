package app_test

import (
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/param"
	"almanac/runtime/service"
)

// shown returns a text of the record in a response, "" when it has none.
func shown(a response, name string) string {
	text, _ := a.body[name].(string)
	return text
}

func TestAnHTMLTextHasABound(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), func(c *service.Config) { c.Limits = param.Limits{MaxHTMLBytes: 5000} })
	fits, long := strings.Repeat("a", 5000), strings.Repeat("é", 2501) // 5002 bytes.
	made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"description": fits, "excerpt": fits}))
	if got := len(shown(made, "description")); got < 5000 {
		t.Errorf("a description that fits has %d bytes", got)
	}
	tests := []struct {
		name, path string
		body       js
		faulty     []string
	}{
		{"a create, with all other faults", "/events", newEvent("Fair", js{"description": long, "excerpt": long, "status": "wrong"}), []string{"description", "excerpt", "status"}},
		{"an update", one("events", made.id()), js{"excerpt": long}, []string{"excerpt"}},
		{"a venue that is described inside", "/events", newEvent("Fair", js{"venue": js{"venue": "Hall", "description": long}}), []string{"venue.description"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := s.send("", http.MethodPost, tt.path, tt.body)
			data, _ := a.body["data"].(js)
			params, _ := data["params"].(js)
			if a.status != http.StatusBadRequest || len(params) != len(tt.faulty) {
				t.Errorf("%d: %s", a.status, a.text)
			}
			for _, name := range tt.faulty {
				if params[name] == nil {
					t.Errorf("%s is not named: %s", name, a.text)
				}
			}
		})
	}
}

func TestALongTextIsCleanedWhereverItStands(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	sent := "<script>alert(1)</script><p>" + strings.Repeat("long ", 2000) + "</p>"
	stored := "<p>" + strings.TrimSpace(strings.Repeat("long ", 2000)) + "</p>"
	hall := js{"venue": "Hall", "description": sent}
	made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"description": sent, "venue": hall}))
	check := func(what, got string) {
		t.Helper()
		if strings.ReplaceAll(got, " </p>", "</p>") != stored {
			t.Errorf("%s: %d bytes: %.60q", what, len(got), got)
		}
	}
	check("a create", shown(made, "description"))
	venue, _ := made.body["venue"].(js)
	inside, _ := venue["description"].(string)
	check("a venue inside", inside)
	s.must(http.StatusOK, http.MethodPost, one("events", made.id()), js{"excerpt": sent})
	check("an update", shown(s.must(http.StatusOK, http.MethodGet, one("events", made.id()), nil), "excerpt"))
}

func TestTheDocumentSaysHowLongHTMLMayBe(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	if a := s.get("/doc"); strings.Count(a.text, "HTML, up to 256 KiB") < 6 {
		t.Error("descriptions and excerpts of events, venues and organizers do not say how long they may be")
	}
}
