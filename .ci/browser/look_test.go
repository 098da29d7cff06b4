package browser_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestASiteOfItsOwnLook looks at pages in German with a name, a logo, an accent that no
// text can have on white, the colors of categories, and an event in Arabic.
func TestASiteOfItsOwnLook(t *testing.T) {
	t.Parallel()
	program := build(t)
	logo := filepath.Join(t.TempDir(), "logo.svg")
	if err := os.WriteFile(logo, []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="19" fill="#fc0"/></svg>`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, program, "b", "open", "--site-name", "Stadthalle Süd", "--accent", "#ffcc00", "--logo", logo, "--page-languages", "de,en", "--footer-link", "Impressum=https://site.example/")
	answer, err := http.PostForm(s.root+"/events", url.Values{
		"title": {"مهرجان الموسيقى العربية في الهواء الطلق " + strings.Repeat("الموسيقى", 25)}, "description": {"<p>أمسية موسيقية مع فرقة من بيروت.</p>"},
		"start_date": {"tomorrow 19:00"}, "end_date": {"tomorrow 22:00"}, "categories": {"jazz"}, "venue[venue]": {"قاعة المدينة"}, "slug": {"arabic"},
	})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		t.Fatalf("the event in Arabic: status %d", answer.StatusCode)
	}
	site, p := strings.TrimSuffix(s.root, "/calendar/events/v1"), open(t)
	for name, path := range map[string]string{"month": "/", "list": "/?view=list", "photo": "/?view=photo", "event": "/event/arabic/", "embed": "/event/arabic/embed/", "missing": "/event/none/"} {
		p.looksAt(t, site+path, "look-"+name)
		if language := evaluate[string](t, p, `document.documentElement.lang`); language != "de" {
			t.Errorf("%s is in the language %q, want de", name, language)
		}
	}
}
