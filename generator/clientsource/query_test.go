package client

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// manyIDs returns more IDs than fit into an address.
func manyIDs() []int64 {
	ids := make([]int64, 1000)
	for i := range ids {
		ids[i] = int64(1_000_000 + i)
	}
	return ids
}

func TestAListWithALongAddressIsAskedForByQUERY(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){says(200, `{"things":[{"id":1}],"total":1,"total_pages":1}`)}}
	page, err := things(t, f).List(t.Context(), thingParams{IDs: List(manyIDs()...)}, Query("open", "true"))
	if err != nil || len(page.Records) != 1 {
		t.Fatalf("List() = %+v, %v", page, err)
	}
	got := f.calls[0]
	if got.method != "QUERY" || got.query != "" || !strings.HasPrefix(got.body, `{"ids":["1000000","1000001",`) ||
		!strings.HasSuffix(got.body, `],"open":"true"}`) || got.header.Get("Content-Type") != "application/json" {
		t.Errorf("sent %s ?%s with %v: %.60s", got.method, got.query, got.header, got.body)
	}
}

// TestAQUERYIsSentAgainOnAConnectionThatWasClosed has a server close each connection on which a
// second request arrives, as servers do with connections that were idle for long.
func TestAQUERYIsSentAgainOnAConnectionThatWasClosed(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	var answered atomic.Int64
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			in := bufio.NewReader(conn)
			for _, answer := range []string{"HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"things\":[]}", ""} {
				r, err := http.ReadRequest(in)
				if err != nil {
					break
				}
				_, _ = io.Copy(io.Discard, r.Body)
				_, _ = io.WriteString(conn, answer)
				answered.Add(int64(min(len(answer), 1)))
			}
			_ = conn.Close()
		}
	}()
	c, err := newCaller("http://"+listener.Addr().String(), []Option{WithRetry(Retry{})})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := c.call(t.Context(), http.MethodGet, "/things", url.Values{"ids": {string(make([]byte, 5000))}}, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if answered.Load() != 3 {
		t.Errorf("%d responses, want 3", answered.Load())
	}
}
