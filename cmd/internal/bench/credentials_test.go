package bench

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

// signingIn is a database with fifty users and one event.
var signingIn = storetest.NewTemplate(prepareUsers)

// signers is how many users sign in, each over a connection of its own.
const signers = 50

// prepareUsers makes the users and the event.
func prepareUsers(url string) error {
	ctx := context.Background()
	a, err := open(ctx, url, "full", 0)
	if err != nil {
		return err
	}
	for i := range signers {
		if _, err := a.Env.Users.Add(ctx, userName(i), "", auth.RoleEditor, passwordOf(i)); err != nil {
			return err
		}
	}
	answer := httptest.NewRecorder()
	a.Handler().ServeHTTP(answer, call{
		method: "POST", path: "/events", body: []byte(`{"title": "Fair", "start_date": "tomorrow", "end_date": "tomorrow"}`),
	}.http(ctx))
	if answer.Code != 201 {
		return fmt.Errorf("the event is answered %d: %s", answer.Code, answer.Body)
	}
	return a.Close()
}

func userName(i int) string { return fmt.Sprintf("user%d", i) }

func passwordOf(i int) string { return fmt.Sprintf("the password of user %d", i) }

// basic returns credentials as RFC 7617 has them.
func basic(name, password string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(name+":"+password))
}

// BenchmarkCredentials compares fifty clients that read an event with
// passwords, with tokens, and with wrong passwords, which are to cost less than
// right ones.
func BenchmarkCredentials(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { credentials(b, signingIn.SQLite(b)) })
	b.Run("PostgreSQL", func(b *testing.B) { credentials(b, signingIn.PostgreSQL(b)) })
}

// credentials runs the comparison on one server.
func credentials(b *testing.B, url string) {
	s := serveUsers(b, url)
	event, tokens := s.firstEvent(b), s.tokens(b)
	with := func(status int, authorization func(n int) string) benchmark {
		return benchmark{"read", status, func(n int) call {
			return call{method: "GET", path: event, authorization: authorization(n % signers)}
		}}
	}
	wrong := with(refused, func(n int) string { return basic(userName(n), "wrong") })
	b.Run("token", func(b *testing.B) { measure(b, s, with(200, func(n int) string { return "Bearer " + tokens[n] })) })
	b.Run("password", func(b *testing.B) {
		measure(b, s, with(200, func(n int) string { return basic(userName(n), passwordOf(n)) }))
	})
	b.Run("wrong-password", func(b *testing.B) { measure(b, s, wrong) })
}

// serveUsers is serve for a service where users sign in.
func serveUsers(b *testing.B, url string) *server {
	b.Helper()
	a, err := service.Open(b.Context(), generated.Service(), service.Config{
		Database: url, Deployment: deployments.A(), Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	s := &server{app: a, http: httptest.NewServer(a.Handler()), clients: signers}
	b.Cleanup(func() {
		s.http.Close()
		if err := a.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

// firstEvent returns the path of the event.
func (s *server) firstEvent(b *testing.B) string {
	b.Helper()
	answer := httptest.NewRecorder()
	s.app.Handler().ServeHTTP(answer, get("/events/1").http(b.Context()))
	if answer.Code != 200 {
		b.Fatalf("the event is answered %d: %s", answer.Code, answer.Body)
	}
	return "/events/1"
}

// tokens makes a token for each user.
func (s *server) tokens(b *testing.B) []string {
	b.Helper()
	var list []string
	for i := range signers {
		token, err := s.app.Env.Users.CreateToken(b.Context(), userName(i), "bench", time.Time{})
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, token)
	}
	return list
}
