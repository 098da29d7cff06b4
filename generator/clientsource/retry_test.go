package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// full is the answer of a service that is asked too much.
const full = `{"code":"too_many","message":"Wait.","data":{"status":429}}`

func TestRequestsAreRepeatedWhileThatMakesSense(t *testing.T) {
	get := func(ctx context.Context, s *PostService[thing, thingParams, thingFields]) error {
		_, err := s.Get(ctx, 1)
		return err
	}
	create := func(ctx context.Context, s *PostService[thing, thingParams, thingFields]) error {
		_, err := s.Create(ctx, thingFields{})
		return err
	}
	createOnce := func(ctx context.Context, s *PostService[thing, thingParams, thingFields]) error {
		_, err := s.Create(ctx, thingFields{}, IdempotencyKey(""))
		return err
	}
	fine := says(200, `{"id":1}`)
	cut := errors.New("connection reset")
	tests := []struct {
		name     string
		request  func(context.Context, *PostService[thing, thingParams, thingFields]) error
		answers  []func() (*http.Response, error)
		attempts int
		least    time.Duration // That it takes.
		most     time.Duration
		fails    bool
	}{
		{"an answer is taken at once", get, []func() (*http.Response, error){fine}, 1, 0, 0, false},
		{"away, then there", get, []func() (*http.Response, error){says(503, ""), fine}, 2, 250 * time.Millisecond, 500 * time.Millisecond, false},
		{"as long as the service asks for", get, []func() (*http.Response, error){says(429, full, "Retry-After", "7"), fine}, 2, 7 * time.Second, 7 * time.Second, false},
		{"not when that is too long", get, []func() (*http.Response, error){says(429, full, "Retry-After", "3600"), fine}, 1, 0, 0, true},
		{"the waits double", get, []func() (*http.Response, error){says(503, "")}, 4, 1750 * time.Millisecond, 3500 * time.Millisecond, true},
		{"a broken connection", get, []func() (*http.Response, error){breaks(cut), fine}, 2, 250 * time.Millisecond, 500 * time.Millisecond, false},
		{"an answer that ends too early", get, []func() (*http.Response, error){func() (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: io.NopCloser(io.MultiReader(strings.NewReader("{"), brokenReader{}))}, nil
		}, fine}, 2, 250 * time.Millisecond, 500 * time.Millisecond, false},
		{"a create, because it has a key", create, []func() (*http.Response, error){breaks(cut), says(503, ""), says(201, `{"id":1}`)}, 3, 0, 2 * time.Second, false},
		{"a create without key happens once", createOnce, []func() (*http.Response, error){says(503, ""), fine}, 1, 0, 0, true},
		{"a refusal stays one", get, []func() (*http.Response, error){says(404, `{"code":"x","message":"y"}`), fine}, 1, 0, 0, true},
		{"a fault of the service stays one", get, []func() (*http.Response, error){says(500, ""), fine}, 1, 0, 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{answers: tt.answers}
				began := time.Now()
				err := tt.request(t.Context(), things(t, f))
				if took := time.Since(began); took < tt.least || took > tt.most {
					t.Errorf("took %v, want %v to %v", took, tt.least, tt.most)
				}
				if len(f.calls) != tt.attempts || (err != nil) != tt.fails {
					t.Errorf("%d attempts, want %d; error %v, want one %t", len(f.calls), tt.attempts, err, tt.fails)
				}
				for _, c := range f.calls {
					if got, want := c.header.Get("Idempotency-Key"), f.calls[0].header.Get("Idempotency-Key"); got != want {
						t.Errorf("an attempt has the key %q, the first one %q", got, want)
					}
				}
			})
		})
	}
}

// brokenReader fails.
type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("cut off") }

func TestWaitingEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(2*time.Second, cancel)
		f := &fake{answers: []func() (*http.Response, error){says(503, full, "Retry-After", "20")}}
		began := time.Now()
		_, err := things(t, f).Get(ctx, 1)
		if !errors.Is(err, context.Canceled) || !HasCode(err, "too_many") {
			t.Errorf("error %v, want that of the context and that of the service", err)
		}
		if took := time.Since(began); took != 2*time.Second || len(f.calls) != 1 {
			t.Errorf("%d attempts in %v", len(f.calls), took)
		}
	})
}

func TestThereIsNoWaitingForWhatComesTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		f := &fake{answers: []func() (*http.Response, error){says(503, "", "Retry-After", "20")}}
		began := time.Now()
		_, err := things(t, f).Get(ctx, 1)
		if !errors.Is(err, context.DeadlineExceeded) || !IsUnavailable(err) || time.Since(began) != 0 {
			t.Errorf("error %v after %v", err, time.Since(began))
		}
	})
}

func TestNothingIsRepeatedWithoutRetry(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){says(503, "")}}
	s := things(t, f, WithRetry(Retry{}))
	_, err := s.Create(t.Context(), thingFields{})
	if !IsUnavailable(err) || len(f.calls) != 1 || f.calls[0].header.Get("Idempotency-Key") != "" {
		t.Errorf("error %v, requests %v", err, f.calls)
	}
}
