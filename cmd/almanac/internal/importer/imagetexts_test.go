package importer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/transfer"
)

// imageTexts returns the alternative text, title and caption of an image, as wp/v2 of the
// service shows them.
func imageTexts(t *testing.T, image map[string]any) [3]string {
	t.Helper()
	of := func(member string) string {
		raw, _ := image[member].(map[string]any)["rendered"].(string)
		return strings.TrimSpace(raw)
	}
	return [3]string{image["alt_text"].(string), of("title"), of("caption")}
}

// TestTextsOfASitesImagesComeAlong is about texts that only wp/v2 of a site shows.
func TestTextsOfASitesImagesComeAlong(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, database string) {
		site, _ := pictured(t, "")
		a := openWithMedia(t, database)
		linked := copying(t, site)
		linked.Pictures = nil
		importSite(t, a, linked, transfer.Options{})
		if got := imageTexts(t, get(t, a, "/media/77")); got != [3]string{} {
			t.Errorf("the site had no texts, got %q", got)
		}
		site.Images = []map[string]any{{
			"id": 77, "alt_text": "A fool & his lute", "title": map[string]any{"rendered": "Fool&#8217;s day"},
			"caption": map[string]any{"rendered": "<p>By <em>Ann</em></p>\n"},
		}}
		site.Change("events", 101, "modified_utc", "2030-01-01 10:00:00")
		want := [3]string{"A fool & his lute", "Fool’s day", "<p>By Ann</p>"}
		for range 2 { // The second time nothing is left to do.
			report := importSite(t, a, copying(t, site), transfer.Options{})
			if diff := cmp.Diff([]string(nil), texts(report)); diff != "" {
				t.Errorf("problems: (-want +got)\n%s", diff)
			}
			if got := imageTexts(t, get(t, a, "/media/77")); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	})
}

func TestASiteThatShowsNoTextsOfImagesIsNamed(t *testing.T) {
	site, _ := pictured(t, "")
	site.Closed = true
	report := importSite(t, openWithMedia(t, "sqlite:"+filepath.Join(t.TempDir(), "a.db")), copying(t, site), transfer.Options{})
	if got := strings.Join(texts(report), "\n"); !strings.Contains(got, "images have no alternative texts") {
		t.Errorf("problems: %q", got)
	}
}
