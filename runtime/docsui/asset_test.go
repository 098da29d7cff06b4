package docsui

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// request asks for an asset by name.
func request(t *testing.T, method, name, encoding string) *httptest.ResponseRecorder {
	t.Helper()
	asset, ok := FindAsset(assetsPath + version + "/" + name)
	if !ok {
		t.Fatalf("no asset %q", name)
	}
	r := httptest.NewRequest(method, "/doc/"+assetsPath+version+"/"+name, http.NoBody)
	if encoding != "" {
		r.Header.Set("Accept-Encoding", encoding)
	}
	w := httptest.NewRecorder()
	asset.ServeHTTP(w, r)
	return w
}

// get asks for an asset with GET.
func get(t *testing.T, name, encoding string) *httptest.ResponseRecorder {
	t.Helper()
	return request(t, http.MethodGet, name, encoding)
}

func TestAssetHeaders(t *testing.T) {
	tests := []struct {
		name, asset, encoding string
		want                  map[string]string
	}{
		{"a large script goes out compressed", "swagger-ui-bundle.js", "gzip, deflate, br, zstd", map[string]string{
			"Content-Type": "text/javascript; charset=utf-8", "Content-Encoding": "gzip", "Vary": "Accept-Encoding", "Content-Length": "458189",
		}},
		{"a large script goes out plain to clients without gzip", "swagger-ui-bundle.js", "", map[string]string{
			"Content-Type": "text/javascript; charset=utf-8", "Content-Encoding": "", "Vary": "Accept-Encoding", "Content-Length": "1732839",
		}},
		{"a large style sheet goes out compressed", "swagger-ui.css", "gzip", map[string]string{
			"Content-Type": "text/css; charset=utf-8", "Content-Encoding": "gzip", "Vary": "Accept-Encoding", "Content-Length": "26771",
		}},
		{"a large style sheet goes out plain where gzip is refused", "swagger-ui.css", "gzip;q=0, *", map[string]string{
			"Content-Type": "text/css; charset=utf-8", "Content-Encoding": "", "Vary": "Accept-Encoding", "Content-Length": "187956",
		}},
		{"a small script is stored plain", "page.js", "gzip", map[string]string{
			"Content-Type": "text/javascript; charset=utf-8", "Content-Encoding": "", "Vary": "",
		}},
		{"a small style sheet is stored plain", "page.css", "gzip", map[string]string{
			"Content-Type": "text/css; charset=utf-8", "Content-Encoding": "", "Vary": "",
		}},
		{"a license is text", "LICENSE", "gzip", map[string]string{
			"Content-Type": "text/plain; charset=utf-8", "Content-Encoding": "", "Vary": "",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.want["Cache-Control"] = "public, max-age=31536000, immutable"
			w := get(t, tt.asset, tt.encoding)
			if w.Code != http.StatusOK {
				t.Errorf("status = %d, want 200", w.Code)
			}
			got := map[string]string{}
			for name := range tt.want {
				got[name] = w.Header().Get(name)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("headers (-want +got)\n%s", diff)
			}
		})
	}
}

func TestEveryAssetIsTheSamePlainAndCompressed(t *testing.T) {
	for name := range catalog() {
		t.Run(name, func(t *testing.T) {
			plain, zipped := get(t, name, "identity"), get(t, name, "gzip")
			if plain.Body.Len() == 0 {
				t.Fatal("asset is empty")
			}
			got := zipped.Body.Bytes()
			if zipped.Header().Get("Content-Encoding") == "gzip" {
				var err error
				if got, err = unzip(got); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(plain.Body.Bytes(), got) {
				t.Error("plain and compressed answers differ")
			}
		})
	}
}

func TestHeadAnswersAsGetWithoutBody(t *testing.T) {
	for name := range catalog() {
		for _, encoding := range []string{"", "gzip"} {
			t.Run(name+" "+encoding, func(t *testing.T) {
				head := request(t, http.MethodHead, name, encoding)
				if diff := cmp.Diff(get(t, name, encoding).Header(), head.Header()); diff != "" {
					t.Errorf("headers of HEAD differ from GET's (-want +got)\n%s", diff)
				}
				if head.Body.Len() != 0 {
					t.Errorf("HEAD has a body of %d bytes", head.Body.Len())
				}
			})
		}
	}
}

func TestFindKnowsNothingElse(t *testing.T) {
	tests := []struct{ name, path string }{
		{"no path", ""},
		{"the folder", assetsPath},
		{"the folder of the version", assetsPath + version + "/"},
		{"another version", assetsPath + "5.0.0/page.js"},
		{"no version", assetsPath + "page.js"},
		{"an unknown file", assetsPath + version + "/other.js"},
		{"the stored form of a file", assetsPath + version + "/swagger-ui.css.gz"},
		{"a path inside the program", assetsPath + version + "/page/page.js"},
		{"a path that climbs", assetsPath + version + "/../" + version + "/page.js"},
		{"the page itself", assetsPath + version + "/page.html"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, ok := FindAsset(tt.path); ok {
				t.Errorf("Find(%q) has an asset, want none", tt.path)
			}
		})
	}
}
