package app_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestPagesOfRecordsShowVideosInASandboxAndNoOtherFrames(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
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
