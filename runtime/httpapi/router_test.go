package httpapi

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// toy is the response of a route that only tests have.
type toy struct{ Body string }

// toyID and toySlug name a toy in the path.
type (
	toyID struct {
		ID int64 `path:"id"`
	}
	toySlug struct {
		Slug string `path:"slug"`
	}
)

func (in toyID) Key() records.Key   { return records.Key{ID: in.ID} }
func (in toySlug) Key() records.Key { return records.SlugKey(in.Slug) }

// toyAPI returns an API with a few routes and without a store.
func toyAPI(t *testing.T, open bool) *API {
	t.Helper()
	a := docAPI(t)
	a.Env.AuthDisabled, a.Env.AllowedOrigins = open, []string{"https://friend.example"}
	addToys[toyID](a, "/toys/{id}")
	addToys[toySlug](a, "/toys/by-slug/{slug}")
	return a
}

// addToys registers the reads and writes of a toy whose key is in the path.
func addToys[I any, P ItemInput[I]](a *API, path string) {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		id := strings.ToLower(method) + "-toy" + strings.Trim(path, "/{}")
		op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: "Toy"}
		Handle(a, op, nil, func(_ *http.Request, _ *request.Request, in *I) (*toy, error) {
			key := P(in).Key()
			if key.ID < 0 {
				return nil, request.NotFound(&model.Resource{Name: "toy"})
			}
			return &toy{Body: key.Slug}, nil
		})
	}
}

func TestPathsLeadToRoutes(t *testing.T) {
	const root = "/wp-json/calendar/events/v1"
	tests := []struct {
		name, method, path string
		want               int
		code               string
	}{
		{"an id", http.MethodGet, root + "/toys/7", http.StatusOK, ""},
		{"a trailing slash", http.MethodGet, root + "/toys/7/", http.StatusOK, ""},
		{"another case", http.MethodGet, "/WP-JSON/Calendar/Events/V1/TOYS/7", http.StatusOK, ""},
		{"a slug keeps its case", http.MethodGet, root + "/toys/By-Slug/ABC", http.StatusOK, ""},
		{"a slug of another script", http.MethodGet, root + "/toys/by-slug/%E6%97%A5", http.StatusOK, ""},
		{"an id that no record can have", http.MethodGet, root + "/toys/99999999999999999999", http.StatusNotFound, "rest-toy-not-found"},
		{"a slug that is no text", http.MethodGet, root + "/toys/by-slug/%FF", http.StatusNotFound, "rest-toy-not-found"},
		{"an id that is none", http.MethodGet, root + "/toys/abc", http.StatusNotFound, "rest_no_route"},
		{"a signed id", http.MethodGet, root + "/toys/+12", http.StatusNotFound, "rest_no_route"},
		{"an id that is none, with a method that is none", http.MethodPatch, root + "/toys/abc", http.StatusNotFound, "rest_no_route"},
		{"an id that is none, whatever else is wrong", http.MethodPost, root + "/toys/abc?password[]=1", http.StatusNotFound, "rest_no_route"},
		{"a slug with an escaped slash", http.MethodGet, root + "/toys/by-slug/a%2Fb", http.StatusNotFound, "rest_no_route"},
		{"a slug with a slash", http.MethodGet, root + "/toys/by-slug/a/b", http.StatusNotFound, "rest_no_route"},
		{"slashes before the namespace", http.MethodGet, "//wp-json///calendar/events/v1/toys/7", http.StatusOK, ""},
		{"slashes before the namespace in another case", http.MethodGet, "//WP-JSON/calendar/events/v1/toys/7/", http.StatusOK, ""},
		{"slashes before another root", http.MethodGet, "//calendar/events/v1/toys/7", http.StatusNotFound, "rest_no_route"},
		{"slashes before the namespace and below", http.MethodGet, "/" + root + "//toys/7", http.StatusNotFound, "rest_no_route"},
		{"a doubled slash in the namespace", http.MethodGet, "/wp-json/calendar//events/v1/toys/7", http.StatusNotFound, "rest_no_route"},
		{"a doubled slash", http.MethodGet, root + "//toys/7", http.StatusNotFound, "rest_no_route"},
		{"dots", http.MethodGet, root + "/x/../toys/7", http.StatusNotFound, "rest_no_route"},
		{"escaped dots are a slug", http.MethodGet, root + "/toys/by-slug/%2e%2e", http.StatusOK, ""},
		{"another root", http.MethodGet, "/calendar/events/v1/toys/7", http.StatusNotFound, "rest_no_route"},
		{"no path", http.MethodGet, "/", http.StatusNotFound, "rest_no_route"},
		{"a method that the route has not", http.MethodPatch, root + "/toys/7", http.StatusMethodNotAllowed, "rest_method_not_allowed"},
	}
	a := toyAPI(t, true)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			a.ServeHTTP(w, httptest.NewRequest(tt.method, "http://localhost"+tt.path, nil))
			if w.Code != tt.want || !strings.Contains(w.Body.String(), tt.code) {
				t.Errorf("status %d, want %d %s: %s", w.Code, tt.want, tt.code, w.Body)
			}
			if got := w.Header().Get("Content-Type"); got != jsonType {
				t.Errorf("Content-Type %q", got)
			}
		})
	}
}

func TestOriginsThatMayReadAndWrite(t *testing.T) {
	const friend, stranger = "https://friend.example", "https://stranger.example"
	tests := []struct {
		name                  string
		open                  bool
		origin, method, asked string
		allowed               string
	}{
		{"a stranger reads what needs credentials to write", false, stranger, http.MethodGet, "", "*"},
		{"a stranger asks to read", false, stranger, http.MethodOptions, http.MethodGet, "*"},
		{"a stranger asks to write", false, stranger, http.MethodOptions, http.MethodPost, ""},
		{"a stranger writes", false, stranger, http.MethodPost, "", ""},
		{"a friend asks to write", false, friend, http.MethodOptions, http.MethodPost, friend},
		{"a friend writes", false, friend, http.MethodPost, "", friend},
		{"a stranger reads where everybody may write", true, stranger, http.MethodGet, "", ""},
		{"a stranger asks where everybody may write", true, stranger, http.MethodOptions, http.MethodGet, ""},
		{"a friend asks where everybody may write", true, friend, http.MethodOptions, http.MethodPut, friend},
		{"nobody", true, "", http.MethodGet, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(tt.method, "http://localhost"+"/wp-json/calendar/events/v1/toys/7", nil)
			if tt.origin != "" {
				r.Header.Set("Origin", tt.origin)
			}
			if tt.asked != "" {
				r.Header.Set("Access-Control-Request-Method", tt.asked)
			}
			w := httptest.NewRecorder()
			origins{toyAPI(t, tt.open).Env}.crossOrigin(w, r)
			if got := w.Header().Get("Access-Control-Allow-Origin"); got != tt.allowed {
				t.Errorf("Access-Control-Allow-Origin %q, want %q", got, tt.allowed)
			}
			for _, name := range []string{"Access-Control-Allow-Methods", "Access-Control-Allow-Headers", "Access-Control-Max-Age"} {
				if got := w.Header().Get(name) != ""; got != (tt.asked != "" && tt.allowed != "") {
					t.Errorf("%s is there: %v", name, got)
				}
			}
			if got := w.Header().Get("Vary"); got != "Origin" {
				t.Errorf("Vary %q", got)
			}
		})
	}
}

func TestScriptsOfOtherOriginsSeeAndSendTheHeadersOfTheInterface(t *testing.T) {
	r := httptest.NewRequest(http.MethodOptions, "http://localhost"+"/wp-json/calendar/events/v1/toys/7", nil)
	r.Header.Set("Origin", "https://friend.example")
	r.Header.Set("Access-Control-Request-Method", http.MethodPatch)
	w := httptest.NewRecorder()
	toyAPI(t, false).ServeHTTP(w, r)
	for header, names := range map[string][]string{
		"Access-Control-Expose-Headers": {"ETag", "Link", "X-Toys-Total", "X-Toys-TotalPages", "X-Request-Id", "Preference-Applied", "Idempotency-Replayed", "Retry-After", "Deprecation"},
		"Access-Control-Allow-Headers":  {"Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "Prefer", "X-Request-Id"},
		"Access-Control-Max-Age":        {"600"},
	} {
		list := strings.Split(w.Header().Get(header), ", ")
		for _, name := range names {
			if !slices.Contains(list, name) {
				t.Errorf("%s lacks %s: %q", header, name, list)
			}
		}
	}
	if got := w.Header().Get("Access-Control-Allow-Credentials"); got != "" {
		t.Errorf("Access-Control-Allow-Credentials %q: browsers must not send credentials of their own accord", got)
	}
}
