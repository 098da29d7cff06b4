package httpapi

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/request"
)

// bears is the response of a list of toys.
type bears struct {
	Total int64  `header:"X-Toys-Total"`
	Link  string `header:"Link"`
	ETag  string `header:"ETag"`
	Body  map[string]string
}

// toysBelow returns an interface with a few routes below a base path.
func toysBelow(t *testing.T, base string) *API {
	t.Helper()
	a := docAPI(t)
	a.Env.Deployment.BasePath = base
	a = NewAPI(a.Env)
	Handle(a, huma.Operation{OperationID: "list-toys", Method: http.MethodGet, Path: "/toys", Summary: "Toys"}, nil, func(h *http.Request, _ *request.Request, _ *struct{}) (*bears, error) {
		return &bears{Total: 12, ETag: `"t"`, Link: `<x>; rel="next"`, Body: map[string]string{"asked": h.URL.RawQuery}}, nil
	})
	return a
}

// asked sends a request and returns the response with its body in JSON, nil where
// it is none.
func asked(t *testing.T, a *API, method, path string) (*http.Response, map[string]any) {
	t.Helper()
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "http://localhost"+path, http.NoBody))
	var body map[string]any
	_ = json.Unmarshal(w.Body.Bytes(), &body) // Not every body is JSON.
	return w.Result(), body
}

func TestNoAnswerIsAScript(t *testing.T) {
	answer, body := asked(t, toysBelow(t, "/wp-json"), http.MethodGet, "/wp-json/calendar/events/v1/toys?_jsonp=call")
	if answer.StatusCode != 200 || body["asked"] != "_jsonp=call" || answer.Header.Get("Content-Type") != jsonType {
		t.Errorf("%d %s %v", answer.StatusCode, answer.Header.Get("Content-Type"), body)
	}
}
