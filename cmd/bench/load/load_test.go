package load

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// asking asks for paths by number and keeps what check says.
type asking struct {
	path  func(n int64) string
	check func(n int64, a Response) error
}

func (a asking) Append(out []byte, n int64) []byte {
	return fmt.Appendf(out, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", a.path(n))
}

func (a asking) Check(n int64, response Response) error { return a.check(n, response) }

// server answers /length with a length and /chunked without one.
func server(t *testing.T) *Client {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Path", r.URL.Path)
		for range 3 {
			_, _ = w.Write([]byte(strings.Repeat(r.URL.Query().Get("n"), 100000)))
			if r.URL.Path == "/chunked" {
				w.(http.Flusher).Flush()
			}
		}
	}))
	t.Cleanup(s.Close)
	c, err := Dial(t.Context(), s.Listener.Addr().String(), 3)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestAnswersAreReadWhole(t *testing.T) {
	for _, path := range []string{"/length", "/chunked"} {
		t.Run(path, func(t *testing.T) {
			c := server(t)
			var next atomic.Int64
			r, err := c.Run(t.Context(), asking{
				path: func(n int64) string { return fmt.Sprintf("%s?n=%d", path, n%10) },
				check: func(n int64, a Response) error {
					if want := strings.Repeat(fmt.Sprint(n%10), 300000); a.Status != 200 || string(a.Body) != want || Header(a.Header, "X-Path") != path {
						return fmt.Errorf("answer %d has the header %s and %d bytes", a.Status, a.Header, len(a.Body))
					}
					return nil
				},
			}, &next, 50*time.Millisecond)
			if err != nil {
				t.Fatal(err)
			}
			if r.Requests == 0 || r.Requests != next.Load() || r.Bytes != 300000*r.Requests || int64(len(r.Latency)) != r.Requests {
				t.Errorf("%d requests of %d, %d bytes, %d latencies", r.Requests, next.Load(), r.Bytes, len(r.Latency))
			}
		})
	}
}

func TestAWrongAnswerEndsTheRun(t *testing.T) {
	wrong := errors.New("wrong")
	_, err := server(t).Run(t.Context(), asking{
		path:  func(int64) string { return "/length?n=1" },
		check: func(n int64, _ Response) error { return map[bool]error{n == 5: wrong}[true] },
	}, new(atomic.Int64), time.Minute)
	if !errors.Is(err, wrong) {
		t.Errorf("err is %v", err)
	}
}

func TestQuantilesAreLatenciesThatWereSeen(t *testing.T) {
	list := []time.Duration{5, 1, 4, 2, 3}
	for part, want := range map[float64]time.Duration{0: 1, 0.5: 3, 0.99: 5, 1: 5} {
		if got := Quantile(list, part); got != want {
			t.Errorf("quantile %g is %d, want %d", part, got, want)
		}
	}
}
