package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"almanac/runtime/media"
)

// fileServer returns an interface with one stored file.
func fileServer(t *testing.T, site string) *API {
	t.Helper()
	a := docAPI(t)
	a.Env.Deployment.SiteURL, a.Env.Media = site, media.Dir(t.TempDir())
	for _, name := range []string{"2026/11/Plakat.JPG", "notes.html"} {
		if err := a.Env.Media.Put(t.Context(), name, strings.NewReader("<script>"), 8); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// fetch sends a request.
func fetch(a *API, method, path string, header map[string]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Host = "localhost"
	for name, value := range header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

func TestFilesAreServedForEver(t *testing.T) {
	a := fileServer(t, "http://shop.example")
	w := fetch(a, "GET", "/wp-content/uploads/2026/11/Plakat.JPG", nil)
	if w.Code != http.StatusOK || w.Body.String() != "<script>" {
		t.Fatal(w.Code, w.Body)
	}
	for name, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": filePolicy,
		"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=31536000, immutable", "Accept-Ranges": "bytes",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	tag := w.Header().Get("ETag")
	if w := fetch(a, "GET", "/wp-content/uploads/2026/11/Plakat.JPG", map[string]string{"If-None-Match": tag}); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
		t.Error("with the tag:", w.Code, w.Body)
	}
	if w := fetch(a, "GET", "/wp-content/uploads/2026/11/Plakat.JPG", map[string]string{"Range": "bytes=1-3"}); w.Code != http.StatusPartialContent || w.Body.String() != "scr" {
		t.Error("a range:", w.Code, w.Body)
	}
	if w := fetch(a, "GET", "/wp-content/uploads/2026/11/Plakat.JPG", map[string]string{"Range": "bytes=9-"}); w.Code != http.StatusRequestedRangeNotSatisfiable {
		t.Error("a range behind the end:", w.Code)
	}
	if w := fetch(a, "HEAD", "/wp-content/uploads/2026/11/Plakat.JPG", nil); w.Code != http.StatusOK || w.Body.Len() > 0 || w.Header().Get("Content-Length") != "8" {
		t.Error("HEAD:", w.Code, w.Body, w.Header())
	}
}

func TestAFileThatIsNoPictureIsDownloaded(t *testing.T) {
	w := fetch(fileServer(t, "http://shop.example"), "GET", "/wp-content/uploads/notes.html", nil)
	if w.Header().Get("Content-Type") != "application/octet-stream" || w.Header().Get("Content-Disposition") != "attachment" {
		t.Error(w.Header())
	}
}

func TestOtherPathsAreNoFiles(t *testing.T) {
	a := fileServer(t, "http://shop.example")
	for _, path := range []string{
		"/wp-content/uploads/", "/wp-content/uploads/2026", "/wp-content/uploads/2026/11/", "/wp-content/uploads/none.jpg",
		"/wp-content/uploads/../uploads/notes.html", "/wp-content/uploads/%2e%2e/x", "/wp-content/uploads/..%2fx", "/wp-content/uploads//notes.html",
		"/wp-content/uploads/.partial/x", "/wp-content/uploads/notes.html%00", "/x/wp-content/uploads/notes.html", "/WP-content/uploads/notes.html",
	} {
		if w := fetch(a, "GET", path, nil); w.Code != http.StatusNotFound || w.Header().Get("Cache-Control") == fileCaching {
			t.Error(path, w.Code, w.Header())
		}
	}
	if w := fetch(a, "POST", "/wp-content/uploads/notes.html", nil); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Error("POST:", w.Code, w.Header())
	}
}

func TestFilesAreBelowThePathOfTheSite(t *testing.T) {
	a := fileServer(t, "http://shop.example/blog")
	for _, path := range []string{"/blog/wp-content/uploads/notes.html", "/wp-content/uploads/notes.html"} {
		if w := fetch(a, "GET", path, nil); w.Code != http.StatusOK {
			t.Error(path, w.Code)
		}
	}
}
