package app_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// decode returns a body in a coding as plain text.
func decode(t *testing.T, coding, body string) string {
	t.Helper()
	var plain io.Reader = strings.NewReader(body)
	var err error
	switch coding {
	case "gzip":
		plain, err = gzip.NewReader(plain)
	case "zstd":
		plain, err = zstd.NewReader(plain)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestLongAnswersComeInTheCodingThatTheClientPrefers(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		made := s.send("", http.MethodPost, "/events", js{"title": "Fair", "start_date": "2030-01-01 10:00:00", "end_date": "2030-01-01 11:00:00"})
		for _, path := range []string{"/events/" + made.body["id"].(interface{ String() string }).String(), "/events?start_date=2029-01-01&end_date=2031-01-01", "/doc"} {
			plain := s.send("", http.MethodGet, path, nil)
			for _, coding := range []string{"gzip", "zstd", "gzip", "zstd"} { // The second time from what is kept.
				got := s.sendWith(map[string]string{"Accept-Encoding": coding}, "", http.MethodGet, path, nil)
				if got.status != http.StatusOK || got.header.Get("Content-Encoding") != coding || len(got.text) >= len(plain.text) {
					t.Errorf("%s as %s: %d, coding %q, %d of %d bytes", path, coding, got.status, got.header.Get("Content-Encoding"), len(got.text), len(plain.text))
				} else if decode(t, coding, got.text) != plain.text {
					t.Errorf("%s as %s is another text", path, coding)
				}
				if vary := strings.Join(got.header.Values("Vary"), ", "); !strings.Contains(vary, "Accept-Encoding") {
					t.Errorf("%s: Vary is %q", path, vary)
				}
				checkCodedTag(t, s, path, coding, plain.header.Get("ETag"), got.header.Get("ETag"))
			}
		}
		if short := s.sendWith(map[string]string{"Accept-Encoding": "gzip"}, "", http.MethodGet, "/tags", nil); short.header.Get("Content-Encoding") != "" {
			t.Errorf("an answer of %d bytes is coded", len(short.text))
		}
	})
}

// checkCodedTag checks that a strong tag names the coding, and that a client
// which has either form gets 304.
func checkCodedTag(t *testing.T, s *site, path, coding, plain, coded string) {
	t.Helper()
	if plain == "" {
		return
	}
	if strings.HasPrefix(plain, `"`) && plain == coded {
		t.Errorf("%s: %s stands for two bodies", path, plain)
	}
	for _, tag := range []string{plain, coded} {
		again := s.sendWith(map[string]string{"Accept-Encoding": coding, "If-None-Match": tag}, "", http.MethodGet, path, nil)
		if again.status != http.StatusNotModified || again.text != "" || again.header.Get("Content-Encoding") != "" || again.header.Get("ETag") != coded {
			t.Errorf("%s with %s: %d, tag %s, want 304 and %s", path, tag, again.status, again.header.Get("ETag"), coded)
		}
	}
}
