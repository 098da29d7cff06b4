package app_test

import (
	"context"
	"encoding/base64"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/httpapi"
	"almanac/runtime/request"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// logging makes a service log everything there is into a journal.
func logging(j *journal) func(*service.Config) {
	return func(c *service.Config) {
		c.Log = slog.New(slog.NewTextHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
}

// withPanic adds a route that panics.
func (s *site) withPanic() {
	httpapi.Handle(s.API, huma.Operation{OperationID: "get-panic", Method: http.MethodGet, Path: "/panic"}, nil, func(h *http.Request, _ *request.Request, _ *struct{}) (*word, error) {
		list := strings.Fields(h.Header.Get("X-Nothing"))
		return &word{Body: list[7]}, nil
	})
}

// execute changes the database behind the service.
func (s *site) execute(sql string) {
	s.t.Helper()
	err := s.Store.RunInTx(context.Background(), func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{SQL: sql})
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// hush is a secret: what a client sends of it must be in no log and no response.
const hush = "Hush7Hush"

// confide sends the secret in every way in which a client sends secrets, and
// returns the responses.
func (s *site) confide() []response {
	s.t.Helper()
	id := map[string]string{"X-Request-Id": "confided"}
	bearer := map[string]string{"Authorization": "Bearer alm_" + hush, "X-Request-Id": "confided"}
	basic := map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte("editor:"+hush)), "X-Request-Id": "confided"}
	event := newEvent(hush, js{"post_password": hush, "description": hush, "slug": "an-event"})
	return []response{
		s.sendWith(bearer, "", http.MethodGet, "/events", nil),
		s.sendWith(basic, "", http.MethodGet, "/events", nil),
		s.sendWith(bearer, "", http.MethodGet, "/panic", nil),
		s.sendWith(id, "editor", http.MethodGet, "/panic?password="+hush+"&search="+hush, nil),
		s.sendWith(id, "", http.MethodGet, "/events?password="+hush+"&search="+hush, nil),
		s.sendWith(id, "", http.MethodGet, "/events?password="+hush+"&page=x&start_date="+hush, nil),
		s.sendWith(id, "editor", http.MethodPost, "/events", event),
		s.sendWith(id, "editor", http.MethodPost, "/events?password="+hush, js{"title": 7, "post_password": []string{hush}}),
		s.sendWith(id, "editor", http.MethodPost, "/tags", js{"name": hush}),
	}
}

// internals is what no response tells of the inside of the service.
var internals = regexp.MustCompile(`(?i)\b(SELECT|INSERT|UPDATE|DELETE) |sqlite|postgres|pgx|SQLSTATE|constraint|relation|no such|/tmp|\.go\b|\.db\b|goroutine|panic|runtime error`)

func TestSecretsOfClientsAreInNoLogAndNoFailure(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		var log journal
		s := openSite(t, url, withUsers, logging(&log))
		s.withPanic()
		check := func(when string, answers []response) {
			t.Helper()
			for _, line := range log.lines(hush) {
				t.Errorf("%s, the log has the secret: %s", when, line)
			}
			for _, a := range answers {
				// A 400 may quote the value that is wrong to the one who sent it.
				// The id of the request is random letters, which may spell anything.
				text := strings.ReplaceAll(a.text, a.header.Get("X-Request-Id"), "")
				if a.status >= http.StatusInternalServerError && (strings.Contains(text, hush) || internals.MatchString(text)) {
					t.Errorf("%s, %d tells too much: %s", when, a.status, a.text)
				}
			}
		}
		check("when all is well", s.confide())
		s.execute(`CREATE UNIQUE INDEX one_title ON events (title)`)
		twice := []response{
			s.send("editor", http.MethodPost, "/events", newEvent(hush, nil)),
			s.send("editor", http.MethodPost, "/events", newEvent(hush, nil)),
		}
		if last := twice[len(twice)-1]; last.status != http.StatusInternalServerError {
			t.Errorf("a unique value that is there twice: %d: %s", last.status, last.text)
		}
		check("with a unique value", twice)
		s.execute(`ALTER TABLE tags RENAME TO former_tags`)
		check("without a table", s.confide())
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		check("without a database", s.confide())
		if len(log.lines("level=ERROR")) < 10 {
			t.Error("the log does not have the failures")
		}
	})
}

func TestFailuresCarryTheirRequestIntoTheLog(t *testing.T) {
	var log journal
	s := openSite(t, prepared.SQLite(t), logging(&log))
	s.withPanic()
	s.execute(`ALTER TABLE tags RENAME TO former_tags`)
	for path, want := range map[string]string{"/panic": "msg=\"request panicked\"", "/tags": `msg="request failed"`} {
		a := s.sendWith(identified("id-"+path[1:]), "", http.MethodGet, path, nil)
		data, _ := a.body["data"].(js)
		if a.status != http.StatusInternalServerError || data["request_id"] != "id-"+path[1:] || a.header.Get("X-Request-Id") != "id-"+path[1:] {
			t.Errorf("GET %s = %d, X-Request-Id %q: %s", path, a.status, a.header.Get("X-Request-Id"), a.text)
		}
		lines := log.lines("request_id=id-" + path[1:])
		if len(lines) != 1 || !strings.Contains(lines[0], want) || !strings.Contains(lines[0], "client.address=127.0.0.1") {
			t.Errorf("the log of %s: %q", path, lines)
		}
	}
	if lines := log.lines("msg=\"request panicked\""); len(lines) != 1 || !strings.Contains(lines[0], "logs_test.go:") || strings.Contains(lines[0], "/logs_test.go") {
		t.Errorf("the stack does not name the line, or tells the path: %q", lines)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	a := s.sendWith(identified("away"), "", http.MethodGet, "/events", nil)
	if data, _ := a.body["data"].(js); a.status != http.StatusServiceUnavailable || data["request_id"] != nil {
		t.Errorf("without a database: %d: %s", a.status, a.text)
	}
	if lines := log.lines("request_id=away"); len(lines) == 0 {
		t.Error("a failure of the store is logged without its request")
	}
}

func TestTheLogTellsWhoseTheWrongPasswordsAre(t *testing.T) {
	var log journal
	s := openSite(t, prepared.SQLite(t), withUsers, logging(&log))
	for _, secret := range []string{"editor:" + hush, hush + ":" + password, "editor:" + password} {
		header := identified("attempt")
		header["Authorization"] = "Basic " + base64.StdEncoding.EncodeToString([]byte(secret))
		s.sendWith(header, "", http.MethodGet, "/events", nil)
	}
	lines := log.lines(`msg="authentication failed"`)
	if len(lines) != 2 || !strings.Contains(lines[0], "client.address=127.0.0.1") || !strings.Contains(lines[0], "request_id=attempt") {
		t.Errorf("the log has %q, want two lines with the client and the request", lines)
	}
	if lines := log.lines(hush); len(lines) != 0 {
		t.Errorf("the log has what was sent: %q", lines)
	}
}
