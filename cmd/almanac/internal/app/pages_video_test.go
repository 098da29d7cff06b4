package app_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestPagesOfRecordsShowVideosInASandboxAndNoOtherFrames(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		created := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Film", js{
			"description": `<p style="text-align:center">Look</p><iframe src="https://www.youtube.com/embed/x" allowfullscreen></iframe><iframe src="https://x.example/"></iframe>`,
			"venue":       js{"venue": "Cinema", "description": `<iframe src="//player.vimeo.com/video/1"></iframe>`},
		}))
		tests := []struct{ path, frame string }{
			{below(created.body["url"]), `src="https://www.youtube.com/embed/x" allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-scripts `},
			{below(created.body["venue"].(js)["url"]), `src="https://player.vimeo.com/video/1" referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-scripts `},
			{"/", ""},
		}
		for _, tt := range tests {
			a := s.page(http.MethodGet, tt.path, nil)
			policy := a.header.Get("Content-Security-Policy")
			frames, allowed := strings.Count(a.text, "<iframe"), strings.Contains(policy, "frame-src https://www.youtube.com ")
			if want := tt.frame != ""; a.status != http.StatusOK || want != (frames == 1) || want != allowed || strings.Contains(policy, "x.example") || !strings.Contains(a.text, tt.frame) {
				t.Errorf("%s: %d with %d frames and the policy %q:\n%s", tt.path, a.status, frames, policy, a.text)
			}
		}
		if a := s.page(http.MethodGet, tests[0].path, nil); !strings.Contains(a.text, `<p class="has-text-align-center">Look</p>`) {
			t.Errorf("no class:\n%s", a.text)
		}
	})
}

// TestClassesInDescriptionsAreThoseOfBlocks: others could imitate the page that shows them.
func TestClassesInDescriptionsAreThoseOfBlocks(t *testing.T) {
	const sent = `<div class="wp-block-columns button"><p class="wp-block-column">One</p><p class="notice error">Two</p></div>`
	const kept = `<div class="wp-block-columns"><p class="wp-block-column">One</p><p>Two</p></div>`
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		created := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Blocks", js{
			"description": sent, "excerpt": sent, "venue": js{"venue": "Cinema", "description": sent}, "organizer": js{"organizer": "Ada", "description": sent},
		}))
		s.must(http.StatusOK, http.MethodPatch, one("events", created.id()), js{"description": "Other"})
		changed := s.must(http.StatusOK, http.MethodPatch, one("events", created.id()), js{"description": sent})
		for name, text := range map[string]any{
			"a created event": created.body["description"], "its excerpt": created.body["excerpt"], "a changed event": changed.body["description"],
			"a venue made inline": created.body["venue"].(js)["description"], "an organizer made inline": created.body["organizer"].([]any)[0].(js)["description"],
		} {
			if got, _ := text.(string); strings.TrimSpace(got) != kept {
				t.Errorf("%s has %q", name, got)
			}
		}
		if a := s.page(http.MethodGet, below(created.body["url"]), nil); !strings.Contains(a.text, kept) {
			t.Errorf("the page does not show the columns:\n%s", a.text)
		}
	})
}
