package media_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"almanac/runtime/media"
)

// bucketOf returns the store of a bucket that a handler serves.
func bucketOf(t *testing.T, h http.HandlerFunc) media.Store {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	s, err := media.Open("s3://pictures?insecure=true&region=us-east-1&endpoint=" + strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestABucketThatHangsEndsEveryCall(t *testing.T) {
	hangs := make(chan struct{})
	s := bucketOf(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "half.png") {
			w.Header().Set("Content-Length", "100")
			w.Header().Set("ETag", `"tag"`)
			w.Header().Set("Last-Modified", "Fri, 27 Nov 2026 08:00:00 GMT")
			_, _ = w.Write(make([]byte, 50))
			if r.Method == http.MethodHead {
				return
			}
			_ = http.NewResponseController(w).Flush()
		}
		select {
		case <-hangs:
		case <-r.Context().Done():
		}
	})
	defer close(hangs)
	media.SetStall(s, 50*time.Millisecond)
	calls := map[string]func(context.Context) error{
		"put": func(ctx context.Context) error { return s.Put(ctx, "a.png", strings.NewReader("x"), 1) },
		"open": func(ctx context.Context) error {
			_, err := s.Open(ctx, "a.png")
			return err
		},
		"read": func(ctx context.Context) error {
			f, err := s.Open(ctx, "half.png")
			if err != nil {
				return err
			}
			_, err = io.ReadAll(f)
			return errors.Join(err, f.Close())
		},
		"remove": func(ctx context.Context) error { return s.Remove(ctx, "a.png", "b.png") },
		"list": func(ctx context.Context) error {
			for _, err := range s.All(ctx) {
				return err
			}
			return nil
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // Were it not ended.
			defer cancel()
			if err := call(ctx); !errors.Is(err, media.ErrStalled) || ctx.Err() != nil {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestASlowBucketIsNotEnded(t *testing.T) {
	s := bucketOf(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead || r.Method == http.MethodGet {
			w.Header().Set("Content-Length", "8")
			w.Header().Set("ETag", `"tag"`)
			w.Header().Set("Last-Modified", "Fri, 27 Nov 2026 08:00:00 GMT")
		}
		for range 8 {
			if _, err := w.Write([]byte("x")); err != nil || r.Method == http.MethodHead {
				return
			}
			_ = http.NewResponseController(w).Flush()
			time.Sleep(200 * time.Millisecond)
		}
	})
	media.SetStall(s, 1500*time.Millisecond)
	f, err := s.Open(t.Context(), "a.png")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if got, err := io.ReadAll(iotest.OneByteReader(f)); string(got) != "xxxxxxxx" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestAFullBucketSaysSo(t *testing.T) {
	for code, status := range map[string]int{"XMinioStorageFull": 507, "QuotaExceeded": 403, "XMinioAdminBucketQuotaExceeded": 400, "Other": 507} {
		s := bucketOf(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(status)
			_, _ = fmt.Fprintf(w, "<Error><Code>%s</Code><Message>No space</Message></Error>", code)
		})
		if err := s.Put(t.Context(), "a.png", strings.NewReader("x"), 1); !errors.Is(err, media.ErrFull) {
			t.Errorf("%s: %v", code, err)
		}
	}
}
