package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/service"
)

// sender is a connection that sends a request piece by piece.
type sender struct {
	net.Conn
	t *testing.T
}

// startBody sends the header of a write with a claimed length, and the first
// bytes of its body.
func (s *site) startBody(authorization string, claimed, sent int) sender {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.server.Listener.Addr().String())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	if authorization != "" {
		authorization = "Authorization: " + authorization + "\r\n"
	}
	_, err = fmt.Fprintf(conn, "POST %s/tags HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s",
		s.Env.Deployment.APIPath(), authorization, claimed, strings.Repeat(" ", sent))
	if err != nil {
		s.t.Fatal(err)
	}
	return sender{conn, s.t}
}

// read returns the response to the request.
func (s sender) read() (*http.Response, string) {
	s.t.Helper()
	if err := s.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		s.t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(s), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	text, _ := io.ReadAll(r.Body)
	return r, string(text)
}

// awaitUse waits until so much of a limit is in use.
func (s *site) awaitUse(name string, want int64) {
	s.t.Helper()
	for begin := time.Now(); s.limit(name).InUse != want; time.Sleep(time.Millisecond) {
		if time.Since(begin) > time.Minute {
			s.t.Fatalf("%s: %+v, want %d in use", name, s.limit(name), want)
		}
	}
}

func TestOfACallerWithWrongCredentialsNoBodyIsRead(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	for name, authorization := range map[string]string{"a wrong password": basic("editor", "wrong"), "an unknown token": "Bearer alm_unknown"} {
		t.Run(name, func(t *testing.T) {
			// net/http would read up to 256 KiB before it answers.
			r, text := s.startBody(authorization, 200_000, 0).read()
			if r.StatusCode != http.StatusUnauthorized || !r.Close {
				t.Errorf("%d, closed %v: %s", r.StatusCode, r.Close, text)
			}
		})
	}
}

func TestBodiesShareAnAmountOfMemory(t *testing.T) {
	const piece = 16 << 10
	s := openSite(t, prepared.SQLite(t), withUsers, within(admission.Admission{BodyMemory: 1 << 20, AnonymousBodyMemory: 4 * piece}))
	for range 10 {
		s.startBody("", 2*piece, 0) // What is claimed takes nothing.
	}
	var held []sender
	for i := range 4 {
		held = append(held, s.startBody("", 2*piece, piece))
		s.awaitUse("anonymous_body_bytes", int64(i+1)*piece)
	}
	r, text := s.startBody("", 2*piece, piece).read()
	if r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" || !r.Close || !strings.Contains(text, "rest_service_unavailable") {
		t.Errorf("beyond the memory: %d %v: %s", r.StatusCode, r.Header, text)
	}
	if got := s.limit("anonymous_body_bytes"); got.InUse != 4*piece || got.Capacity != 4*piece || got.Refused != 1 {
		t.Errorf("anonymous: %+v", got)
	}
	// The others go on: who needs no body, and who is known.
	if a := s.get("/tags"); a.status != http.StatusOK {
		t.Errorf("a read: %d: %s", a.status, a.text)
	}
	if a := s.send("editor", http.MethodPost, "/tags", js{"name": "Jazz"}); a.status != http.StatusCreated {
		t.Errorf("a known caller: %d: %s", a.status, a.text)
	}
	for _, c := range held {
		_ = c.Close()
	}
	s.awaitUse("anonymous_body_bytes", 0)
	if a := s.send("", http.MethodPost, "/tags", js{"name": "Rock"}); a.status != http.StatusUnauthorized {
		t.Errorf("afterwards: %d: %s", a.status, a.text)
	}
	if got := s.limit("body_bytes"); got.InUse != 0 || got.Refused != 0 {
		t.Errorf("known: %+v", got)
	}
}

func TestKnownCallersAreBoundedToo(t *testing.T) {
	const piece = 16 << 10
	for _, tt := range []struct {
		name, authorization string
		open                bool
	}{
		{"everybody in open mode", "", true},
		{"a user", basic("editor", password), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := openSite(t, prepared.SQLite(t), within(admission.Admission{BodyMemory: 2 * piece, AnonymousBodyMemory: 1}), func(c *service.Config) { c.Open = tt.open })
			for i := range 2 {
				s.startBody(tt.authorization, 2*piece, piece)
				s.awaitUse("body_bytes", int64(i+1)*piece)
			}
			if r, text := s.startBody(tt.authorization, 2*piece, piece).read(); r.StatusCode != http.StatusServiceUnavailable {
				t.Errorf("%d: %s", r.StatusCode, text)
			}
			if got := s.limit("body_bytes"); got.InUse != 2*piece || got.Refused != 1 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestABodyThatStandsStillIsGivenUp(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), within(admission.Admission{BodyRate: 1 << 20, BodyGrace: 20 * time.Millisecond}))
	r, text := s.startBody("", 2000, 1000).read()
	if r.StatusCode != http.StatusRequestTimeout || !r.Close || !strings.Contains(text, "rest_request_timeout") {
		t.Errorf("%d, closed %v: %s", r.StatusCode, r.Close, text)
	}
	s.awaitUse("body_bytes", 0)
	if got := s.limit("body_rate_bytes"); got.Refused != 1 {
		t.Errorf("%+v", got)
	}
}

// TestAConnectionLivesOnAfterItsBody holds that the limit of a body ends with
// it: the work on the request and the next request have their own.
func TestAConnectionLivesOnAfterItsBody(t *testing.T) {
	const grace = 50 * time.Millisecond
	s := openSite(t, prepared.SQLite(t), within(admission.Admission{BodyRate: 1 << 20, BodyGrace: grace}))
	c := s.startBody("", 2, 0)
	if _, err := io.WriteString(c, "{}"); err != nil {
		t.Fatal(err)
	}
	if r, text := c.read(); r.StatusCode != http.StatusBadRequest || r.Close {
		t.Fatalf("%d: %s", r.StatusCode, text)
	}
	time.Sleep(2 * grace)
	if _, err := fmt.Fprintf(c, "GET %s/tags HTTP/1.1\r\nHost: localhost\r\n\r\n", s.Env.Deployment.APIPath()); err != nil {
		t.Fatal(err)
	}
	if r, text := c.read(); r.StatusCode != http.StatusOK {
		t.Errorf("%d: %s", r.StatusCode, text)
	}
}

func TestABodyOfManySmallValuesIsRefused(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	for name, value := range map[string]string{
		"a list": "[" + strings.Repeat("1,", 400_000) + "1]", "lists of lists": "[" + strings.Repeat("[1],", 200_000) + "1]", "objects": "[" + strings.Repeat("{},", 300_000) + "1]",
	} {
		r, err := http.Post(s.root+"/tags", "application/json", strings.NewReader(`{"name":"x","y":`+value+`}`))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if r.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), "too many values") {
			t.Errorf("%s: %d: %s", name, r.StatusCode, text)
		}
	}
	commas := strings.Repeat(`\",[{`, 20_000)
	if a := s.send("", http.MethodPost, "/tags", js{"name": "Rock", "description": commas[:9000]}); a.status != http.StatusCreated {
		t.Errorf("brackets in a text: %d: %s", a.status, a.text)
	}
}
