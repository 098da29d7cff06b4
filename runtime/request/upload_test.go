package request_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/request"
)

func TestEndEndsEveryTimeLimitOfARequest(t *testing.T) {
	e := &request.Env{Admission: admission.Admission{Deadline: time.Hour}}
	h, x := request.WithState(httptest.NewRequest(http.MethodPost, "/", http.NoBody), "1")
	x.Unbounded = h.Context()
	first := e.AfterUpload(h).Context()
	second := e.AfterUpload(h).Context()
	if first.Err() != nil || second.Err() != nil {
		t.Fatal("a time limit ended before the request:", first.Err(), second.Err())
	}
	x.End()
	if first.Err() != context.Canceled || second.Err() != context.Canceled {
		t.Error("after the end the contexts are ended by", first.Err(), "and", second.Err())
	}
}
