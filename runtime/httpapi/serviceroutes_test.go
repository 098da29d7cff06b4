package httpapi

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"almanac/runtime/deployment"
	"almanac/runtime/docsui"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// docAPI returns an interface without resources and without a store: the files of
// the documentation page need neither.
func docAPI(t *testing.T) *API {
	t.Helper()
	d := deployment.Deployment{BasePath: "/wp-json", Namespace: "calendar/events/v1", SiteURL: "http://127.0.0.1:8080", DefaultPerPage: 10}
	return NewAPI(&request.Env{
		Deployment: d, Clock: time.Now, Log: slog.New(slog.DiscardHandler), AuthDisabled: true, Limits: param.DefaultLimits(),
		Service: model.Service{License: "MIT", TotalHeader: "X-Toys-Total", PagesHeader: "X-Toys-TotalPages"},
	})
}

// pageScript returns the path of the page's script, relative to the route of
// the page.
func pageScript(t *testing.T) string {
	t.Helper()
	return strings.TrimPrefix(docsui.ScriptURL("doc"), "doc/")
}

func TestFilesOfTheDocumentationPage(t *testing.T) {
	const root = "/wp-json/calendar/events/v1"
	script := pageScript(t)
	tests := []struct {
		name, method, path string
		status             int
		mediaType, allow   string
	}{
		{"a file is there", "GET", root + "/doc/" + script, 200, "text/javascript; charset=utf-8", ""},
		{"a file answers HEAD", "HEAD", root + "/doc/" + script, 200, "text/javascript; charset=utf-8", ""},
		{"route names are in any case", "GET", root + "/DOC/Assets" + strings.TrimPrefix(script, "assets"), 200, "text/javascript; charset=utf-8", ""},
		{"a file cannot be written", "POST", root + "/doc/" + script, 405, jsonType, "GET, HEAD"},
		{"an unknown file is no route", "GET", root + "/doc/assets/1/page.js", 404, jsonType, ""},
		{"a folder is no route", "GET", root + "/doc/assets", 404, jsonType, ""},
		{"a file below another route is no route", "GET", root + "/" + script, 404, jsonType, ""},
	}
	api := docAPI(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			api.ServeHTTP(w, httptest.NewRequest(tt.method, "http://localhost"+tt.path, http.NoBody))
			if w.Code != tt.status {
				t.Errorf("status = %d, want %d", w.Code, tt.status)
			}
			for name, want := range map[string]string{"Content-Type": tt.mediaType, "Allow": tt.allow, "X-Content-Type-Options": "nosniff"} {
				if got := w.Header().Get(name); got != want {
					t.Errorf("%s = %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestFilesOfTheDocumentationPageAreNotInTheDocument(t *testing.T) {
	document, err := docAPI(t).Document("3.1")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(document), "assets") {
		t.Errorf("the document names assets: %s", document)
	}
}

func TestPageRefersToItsRouteFromThePathAsSent(t *testing.T) {
	tests := []struct{ name, sent, want string }{
		{"without a slash at the end", "/calendar/events/v1/doc", "doc"},
		{"with a slash at the end", "/calendar/events/v1/doc/", "../doc"},
		{"with a slash before the query", "/calendar/events/v1/doc/?a=b", "../doc"},
		{"with a slash in the query only", "/calendar/events/v1/doc?a=/", "doc"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fromPage(httptest.NewRequest(http.MethodGet, tt.sent, http.NoBody)); got != tt.want {
				t.Errorf("fromPage(%q) = %q, want %q", tt.sent, got, tt.want)
			}
		})
	}
}
