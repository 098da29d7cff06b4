package client

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestErrorsTellWhatTheServiceSaid(t *testing.T) {
	tests := []struct {
		name   string
		answer func() (*http.Response, error)
		want   Error
	}{
		{
			"faulty parameters", says(400, `{"code":"rest_invalid_param","message":"Bad.","data":{"status":400,"params":{"page":"Too low."},"details":{"page":{"code":"rest_min","message":"Too low."}}}}`, "X-Request-Id", "r1"),
			Error{Status: 400, Code: "rest_invalid_param", Message: "Bad.", Params: map[string]string{"page": "Too low."}, Details: map[string]Detail{"page": {"rest_min", "Too low."}}, RequestID: "r1"},
		},
		{
			"missing parameters", says(400, `{"code":"rest_missing_callback_param","message":"Bad.","data":{"status":400,"params":["title","start_date"]}}`),
			Error{Status: 400, Code: "rest_missing_callback_param", Message: "Bad.", Missing: []string{"title", "start_date"}},
		},
		{
			"details as a list, which have no names", says(400, `{"code":"c","message":"m","data":{"params":{"a":"b"},"details":[]}}`),
			Error{Status: 400, Code: "c", Message: "m", Params: map[string]string{"a": "b"}},
		},
		{
			"a term that is there already", says(400, `{"code":"term_exists","message":"m","data":{"status":400,"term_id":7}}`),
			Error{Status: 400, Code: "term_exists", Message: "m", TermID: 7},
		},
		{
			"another version", says(412, `{"code":"rest_precondition_failed","message":"m","data":{"status":412}}`, "ETag", `"2-b"`),
			Error{Status: 412, Code: "rest_precondition_failed", Message: "m", ETag: `"2-b"`},
		},
		{
			"a time to wait", says(429, `{"code":"c","message":"m","data":null}`, "Retry-After", "61"),
			Error{Status: 429, Code: "c", Message: "m", RetryAfter: 61 * time.Second},
		},
		{
			"an id for the log in the body", says(500, `{"code":"internal_server_error","message":"m","data":{"status":500,"request_id":"r2"}}`),
			Error{Status: 500, Code: "internal_server_error", Message: "m", RequestID: "r2"},
		},
		{"a page of a proxy", says(502, `<html>Bad gateway</html>`), Error{Status: 502, Message: "Bad Gateway"}},
		{"JSON of somebody else", says(404, `{"error":"nothing here"}`), Error{Status: 404, Message: "Not Found"}},
		{"a redirect that is not followed", says(304+1, ``), Error{Status: 305, Message: "Use Proxy"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := things(t, &fake{answers: []func() (*http.Response, error){tt.answer}}, WithRetry(Retry{})).Get(t.Context(), 7)
			var got *Error
			if !errors.As(err, &got) {
				t.Fatalf("error %v", err)
			}
			tt.want.Request = "GET /things/7"
			if diff := cmp.Diff(&tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheTextOfAnErrorHasTheReasons(t *testing.T) {
	answer := says(400, `{"code":"c","message":"Invalid parameters: isbn, page.","data":{"params":{"page":"Too low.","isbn":"Taken."}}}`)
	_, err := things(t, &fake{answers: []func() (*http.Response, error){answer}}).Get(t.Context(), 7)
	const want = "GET /things/7: 400 c: Invalid parameters: isbn, page. isbn: Taken. page: Too low."
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestRetryAfterMayBeADate(t *testing.T) {
	h := http.Header{"Retry-After": {time.Now().Add(time.Minute).UTC().Format(http.TimeFormat)}}
	if got := retryAfter(h); got < 58*time.Second || got > time.Minute {
		t.Errorf("got %v", got)
	}
}

func TestAnswersThatAreNoneOfTheServiceAreErrors(t *testing.T) {
	for _, body := range []string{`<html>`, `{"id":"seven"}`, `{"id":7`} {
		_, err := things(t, &fake{answers: []func() (*http.Response, error){says(200, body)}}).Get(t.Context(), 7)
		if err == nil {
			t.Errorf("%s is taken as a record", body)
		}
	}
	_, err := things(t, &fake{answers: []func() (*http.Response, error){says(304, "")}}).Get(t.Context(), 7, IfNoneMatch(`"1-a"`))
	if !errors.Is(err, ErrNotModified) {
		t.Errorf("error %v, want ErrNotModified", err)
	}
}

func TestAnAnswerSaysWhatCameBesideIt(t *testing.T) {
	answer := says(201, ``, "ETag", `"1-a"`, "Location", "http://x/7", "X-Request-Id", "r", "Idempotency-Replayed", "true")
	got, err := things(t, &fake{answers: []func() (*http.Response, error){answer}}).Create(t.Context(), thingFields{}, Minimal())
	if err != nil {
		t.Fatal(err)
	}
	got.Header = nil
	want := &thing{Received: Received{ETag: `"1-a"`, Location: "http://x/7", RequestID: "r", Replayed: true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
