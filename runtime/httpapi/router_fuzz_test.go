package httpapi

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// FuzzPath checks that every path and method gets a response of ours: JSON, no
// redirect, no failure, 405 with the methods there are, and the same for a path
// in its registered form.
func FuzzPath(f *testing.F) {
	const root = "/wp-json/calendar/events/v1"
	for _, path := range []string{
		"/toys/7", "/toys/7/", "/TOYS/0", "/toys/+1", "/toys/1e1", "/toys/1.5", "/toys/-1", "/toys/99999999999999999999", "/toys/٣", "/toys/by-slug/a",
		"/toys/by-slug/%2e%2e", "/toys/by-slug/a%2Fb", "/toys/by-slug/%FF%00", "/toys/by-slug/", "//toys/7", "/x/../toys/7", "/./toys/7", "/toys/7;x=1", "/toys/7%20", "",
		"/", "/doc", "/doc/assets/../../x", "/doc/%2e%2e/x", "/%74oys/7", "/toys/by-slug/\u202Eabc", "/toys/by-slug/%E2%80%A8", "/toys/by-slug/%F0%9F%98%80",
	} {
		f.Add(http.MethodGet, root+path, "")
	}
	f.Add(http.MethodPost, root+"/toys/7", "delete")
	f.Add("PROPFIND", "/", "")
	f.Add(http.MethodOptions, "/WP-JSON/calendar/EVENTS/v1/toys/7", "")
	f.Fuzz(func(t *testing.T, method, path, override string) {
		u, err := url.ParseRequestURI(path)
		if err != nil || u.Host != "" || method == "" {
			return // No request that net/http would pass on.
		}
		a := toyAPI(t, true)
		w := visit(a, method, u, override)
		if w.Code < http.StatusOK || w.Code >= http.StatusInternalServerError || w.Code >= 300 && w.Code < 400 && w.Code != http.StatusNotModified {
			t.Errorf("%s %q = %d %s", method, path, w.Code, w.Body)
		}
		if (w.Code == http.StatusMethodNotAllowed) != (w.Code >= 400 && w.Header().Get("Allow") != "") {
			t.Errorf("%s %q = %d with Allow %q", method, path, w.Code, w.Header().Get("Allow"))
		}
		if w.Code >= http.StatusBadRequest {
			checkErrorBody(t, w)
		}
		registered, ok := normalize(a.Env, u.EscapedPath())
		if !ok {
			return
		}
		if again, ok := normalize(a.Env, registered); !ok || again != registered {
			t.Errorf("normalize(%q) is %q, and of that %q, %v", path, registered, again, ok)
		}
		if same, err := url.ParseRequestURI(registered); err != nil || visit(a, method, same, override).Code != w.Code {
			t.Errorf("%s %q = %d, but %q answers otherwise, %v", method, path, w.Code, registered, err)
		}
	})
}

// visit sends a request without a body.
func visit(a *API, method string, u *url.URL, override string) *httptest.ResponseRecorder {
	r := &http.Request{Method: method, URL: u, Header: http.Header{}, Body: http.NoBody, Host: "localhost", RemoteAddr: "192.0.2.1:1234"}
	if override != "" {
		r.Header.Set("X-HTTP-Method-Override", override)
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

// checkErrorBody checks the form of an error response.
func checkErrorBody(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	var body struct {
		Code, Message string
		Data          struct{ Status int }
	}
	err := json.Unmarshal(w.Body.Bytes(), &body)
	if err != nil || body.Code == "" || body.Message == "" || body.Data.Status != w.Code || w.Header().Get("Content-Type") != jsonType {
		t.Errorf("status %d %s: %v: %s", w.Code, w.Header().Get("Content-Type"), err, strings.ToValidUTF8(w.Body.String(), "?"))
	}
}
