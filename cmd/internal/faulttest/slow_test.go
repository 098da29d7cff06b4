package faulttest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// slowClients is how many there are at once: a third on each side.
func slowClients() int {
	if testing.Short() {
		return 300
	}
	return 1000
}

// crawl is a client that takes its time: with the header, with the body, or with
// the response.  It returns an error when the server gives it up.
func crawl(p *program, kind int, stopped <-chan struct{}) error {
	conn, err := net.DialTimeout("tcp", p.address, 5*time.Second)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	head, piece := slowRequest(p, kind)
	if tcp, ok := conn.(*net.TCPConn); ok && kind == slowAnswer {
		_ = tcp.SetReadBuffer(4096) // The less it takes, the sooner the server has to wait.
	}
	for {
		if err := conn.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
			return err
		}
		// A server that waits for the client takes no more; one that has given it
		// up does not answer at all.
		if _, err := io.WriteString(conn, head); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
		head = piece
		select {
		case <-stopped:
			return nil
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// The sides on which a client is slow.
const (
	slowHeader = iota
	slowBody
	slowAnswer
	slowKinds
)

// slowRequest returns how a slow client begins, and what it goes on with.
func slowRequest(p *program, kind int) (head, piece string) {
	path := strings.TrimPrefix(p.root(), "http://"+p.address)
	post := fmt.Sprintf("POST %s/events HTTP/1.1\r\nHost: %s\r\n", path, p.address)
	get := fmt.Sprintf("GET %s/doc HTTP/1.1\r\nHost: %s\r\n\r\n", path, p.address)
	switch kind {
	case slowBody:
		return post + "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n", " "
	case slowAnswer:
		// Nobody reads the responses, which are more than the system buffers: 3 MB.
		return strings.Repeat(get, 30), get
	default:
		return post, "X-A: b\r\n"
	}
}

func TestSlowClientsDoNotSlowOthers(t *testing.T) {
	n := slowClients()
	url := onDisk(t)
	// They come from one address, and shall meet the limits of time.
	limits := []string{"--max-clients-per-address", "0"}
	lasts := 100 * time.Second   // Longer than every limit of the server.
	shortest := 10 * time.Second // --header-timeout.
	if !*long {
		lasts, shortest = 30*time.Second, 2*time.Second
		limits = append(limits, "--header-timeout", "2s", "--read-timeout", "4s", "--write-timeout", "6s")
	}
	p := newProgram(t, url, limits...)
	p.serve()
	s := newStorm(t, 20*time.Millisecond, p.root())
	s.begin(2, 2)
	time.Sleep(lasting(2 * time.Second))
	s.mark()
	stopped := make(chan struct{})
	var refused, over atomic.Int64
	for i := range n {
		go func() {
			if err := crawl(p, i%slowKinds, stopped); err != nil {
				refused.Add(1)
			}
			over.Add(1)
		}()
		if i%10 == 0 {
			time.Sleep(40 * time.Millisecond)
		}
	}
	begin := time.Now()
	held := 0
	for time.Since(begin) < lasts && refused.Load() < int64(n) {
		time.Sleep(200 * time.Millisecond)
		held = max(held, p.files())
	}
	meanwhile := s.mark()
	if refused.Load() < int64(n) {
		t.Errorf("only %d of %d slow clients were given up", refused.Load(), n)
	}
	close(stopped)
	ended := time.Now()
	recovery, err := s.recovered(ended, recoveryLimit)
	if err != nil {
		t.Error(err)
	}
	s.stop()
	t.Logf("%d slow clients, %d files open, %d given up; others wait %s at the median, %s at most", n, held, refused.Load(), meanwhile.percentile(50), meanwhile.percentile(100))
	// Normal requests that had to wait for slow ones would wait for a limit of time.
	if median := meanwhile.percentile(50); median >= shortest {
		t.Errorf("half of the normal requests take %s and more, as long as slow ones may", median)
	}
	for over.Load() < int64(n) && time.Since(ended) < 10*time.Second {
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond)
	if left := p.goroutines(); left > goroutinesLeft {
		t.Errorf("%d goroutines are left over", left)
	}
	table.add(row{
		fault: fmt.Sprintf("%d slow clients", n), store: "SQLite", load: "2 writers, 2 readers: p99 " + meanwhile.percentile(99).String(),
		acknowledged: int(s.acknowledged.Load()), lost: s.check(url), recovery: recovery.Round(time.Millisecond).String(),
	})
	s.faultless()
}
