package faulttest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// terminate is the signal that asks the program to end.
const terminate = syscall.SIGTERM

// inFlight is a request whose body is sent bit by bit, so that the server has
// it in hand for as long as a test wants.
type inFlight struct {
	conn net.Conn
	rest string
}

// beginRequest sends a request but for the end of its body.
func beginRequest(t *testing.T, p *program, title string) inFlight {
	t.Helper()
	conn, err := net.Dial("tcp", p.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	body := fmt.Sprintf(`{"title":%q,"start_date":"2030-05-01 14:00:00","end_date":"2030-05-01 18:00:00"}`, title)
	path := strings.TrimPrefix(p.root(), "http://"+p.address)
	_, err = fmt.Fprintf(conn, "POST %s/events HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		path, p.address, len(body), body[:20])
	if err != nil {
		t.Fatal(err)
	}
	return inFlight{conn, body[20:]}
}

// finish sends the rest and returns the status of the response.
func (f inFlight) finish() (string, error) {
	if _, err := io.WriteString(f.conn, f.rest); err != nil {
		return "", err
	}
	if err := f.conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return "", err
	}
	answer, err := io.ReadAll(io.LimitReader(f.conn, 12))
	return strings.TrimPrefix(string(answer), "HTTP/1.1 "), err
}

func TestRequestsInFlightFinishWhenTheServerStops(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		p := newProgram(t, url)
		p.serve()
		s := newStorm(t, 0, p.root())
		s.begin(writers, readers)
		var begun []inFlight
		for i := range 20 {
			begun = append(begun, beginRequest(t, p, fmt.Sprintf("In flight %d", i)))
		}
		time.Sleep(lasting(time.Second)) // The server has read what was sent.
		if err := p.process.Process.Signal(terminate); err != nil {
			t.Fatal(err)
		}
		asked := time.Now()
		refused := awaitRefusal(t, p)
		for _, f := range begun {
			if status, err := f.finish(); err != nil || status != "201" {
				t.Errorf("a request in flight is answered with %q, %v", status, err)
			}
		}
		if err := <-p.done; err != nil {
			t.Errorf("the program ended with %v\n%s", err, p.last())
		}
		p.process = nil
		took := time.Since(asked)
		s.stop()
		t.Logf("new connections are refused after %s, the program ended after %s", refused, took)
		table.add(row{
			fault: "SIGTERM, 20 requests in flight", store: storeOf(url), load: fmt.Sprintf("%d clients", writers+readers),
			acknowledged: int(s.acknowledged.Load()) + len(begun), lost: s.check(url) + lacking(t, url, len(begun)), recovery: "ended after " + took.Round(time.Millisecond).String(),
		})
		s.faultless()
	})
}

// awaitRefusal waits until new connections are refused, and returns how long it
// took.
func awaitRefusal(t *testing.T, p *program) time.Duration {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		conn, err := net.Dial("tcp", p.address)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return time.Since(begin)
		}
		if err == nil {
			_ = conn.Close()
		}
		if time.Since(begin) > 5*time.Second {
			t.Fatal("new connections are still taken")
		}
	}
}

// lacking returns how many of the events that were in flight are not there.
func lacking(t *testing.T, url string, n int) int {
	t.Helper()
	db, err := open.Store(t.Context(), url, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for title := range eventsIn(t, db) {
		if strings.HasPrefix(title, "In flight ") {
			n--
		}
	}
	if n != 0 {
		t.Errorf("%d events that were in flight are not there", n)
	}
	return n
}

func TestTheServerStopsThoughAClientDoesNotFinish(t *testing.T) {
	p := newProgram(t, "sqlite:"+t.TempDir()+"/almanac.db", "--shutdown-timeout", "500ms")
	p.serve()
	beginRequest(t, p, "Never finished")
	time.Sleep(50 * time.Millisecond)
	begin := time.Now()
	if err := p.end(terminate); err == nil || time.Since(begin) > 5*time.Second {
		t.Errorf("it ended with %v after %s", err, time.Since(begin))
	}
}
