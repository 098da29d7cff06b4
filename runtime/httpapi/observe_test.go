package httpapi_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"almanac/runtime/httpapi"
	"almanac/runtime/request"
)

func TestWhatEndedIsReportedOnceTheAnswerLeft(t *testing.T) {
	tests := []struct {
		name   string
		answer http.HandlerFunc
		status int
		bytes  int64
		panics bool
	}{
		{"a status and a body", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusTeapot)
			_, _ = w.Write([]byte("short "))
			_, _ = w.Write([]byte("stout"))
		}, http.StatusTeapot, 11, false},
		{"a body alone", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok")) }, http.StatusOK, 2, false},
		{"a status alone", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }, http.StatusNoContent, 0, false},
		{"nothing", func(http.ResponseWriter, *http.Request) {}, http.StatusOK, 0, false},
		{"hints before the answer", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusEarlyHints)
			w.WriteHeader(http.StatusNotFound)
		}, http.StatusNotFound, 0, false},
		{"a handler that gives up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, http.StatusInternalServerError, 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var reported []httpapi.Ended
			var id string
			handler := httpapi.Watch(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				httpapi.SetRoute(r, "/pots/{id}")
				tt.answer(w, r)
			}), func(ctx context.Context, e httpapi.Ended) {
				reported, id = append(reported, e), request.ID(ctx)
			})
			func() {
				defer func() {
					if got := recover() != nil; got != tt.panics {
						t.Errorf("panics: %t, want %t", got, tt.panics)
					}
				}()
				r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/pots/7", nil)
				r.Header.Set("X-Request-Id", "seven")
				handler.ServeHTTP(httptest.NewRecorder(), r)
			}()
			if len(reported) != 1 {
				t.Fatalf("reported %d times, want once", len(reported))
			}
			e := reported[0]
			if e.Method != http.MethodGet || e.Route != "/pots/{id}" || e.Status != tt.status || e.Bytes != tt.bytes || e.Elapsed <= 0 || e.User != 0 || id != "seven" {
				t.Errorf("reported %+v of %q, want status %d and %d bytes", e, id, tt.status, tt.bytes)
			}
		})
	}
}
