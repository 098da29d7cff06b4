package servicetest

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"almanac/runtime/auth"
	"almanac/runtime/mutate"
	"almanac/runtime/outbox"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

// Server is a running service. Users must sign in; without a user, requests are those
// of a visitor.
type Server struct {
	*service.Service
	URL   string // Of the API, without a trailing slash.
	Clock *Clock

	t      testing.TB
	client *http.Client
}

// Password is the password of all users that AddUser makes.
const Password = "correct horse battery staple"

// Start is the time that a new Clock shows, in UTC.
var Start = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// Each runs a test twice, as subtests SQLite and PostgreSQL, with a service on an empty
// database. Without PostgreSQL the second is skipped, or fails when CI=true.
func Each(t *testing.T, d service.Definition, test func(t *testing.T, s *Server), options ...func(*service.Config)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, url string) { test(t, New(t, url, d, options...)) })
}

// New starts a service on the database of a URL, such as storetest.SQLite(t), until the
// test ends. Options change its configuration first.
func New(t testing.TB, url string, d service.Definition, options ...func(*service.Config)) *Server {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	clock := NewClock(Start)
	c := service.Config{
		Database: url, Deployment: d.Deployment(), Migrate: true, Clock: clock.Now,
		SignIn: auth.Limits{HashCost: bcrypt.MinCost}, // Else passwords take most of a test's time.
		Log:    slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	c.Deployment.SiteURL = "http://" + server.Listener.Addr().String()
	for _, set := range options {
		set(&c)
	}
	s, err := service.Open(t.Context(), d, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if len(c.Jobs) > 0 {
		if err := s.Jobs.RunDue(t.Context()); err != nil { // Of a new database none is due: their clocks begin.
			t.Fatal(err)
		}
	}
	server.Config.Handler = s.Handler()
	server.Start()
	t.Cleanup(server.Close)
	return &Server{Service: s, URL: server.URL + c.Deployment.APIPath(), Clock: clock, t: t, client: server.Client()}
}

// WithHooks runs hooks around writes, as the program of the service does:
//
//	servicetest.Each(t, generated.Service(), test, servicetest.WithHooks(program.Hooks...))
//
// Without it a service has none, whatever its program says.
func WithHooks(hooks ...mutate.Hook) func(*service.Config) {
	return func(c *service.Config) { c.Hooks = append(c.Hooks, hooks...) }
}

// WithTopics delivers the entries of the outbox that hooks enqueue, by topic, when the test
// calls Outbox.Deliver.
func WithTopics(topics map[string]outbox.Handler) func(*service.Config) {
	return func(c *service.Config) { c.Topics = topics }
}

// WithJobs gives the service jobs, which run when the test calls Jobs.RunDue, at the time of its
// Clock.
func WithJobs(jobs ...service.Job) func(*service.Config) {
	return func(c *service.Config) { c.Jobs = append(c.Jobs, jobs...) }
}

// AddUser makes a user who signs in with Password.
func (s *Server) AddUser(name string, role auth.Role) {
	s.t.Helper()
	if _, err := s.Env.Users.Add(s.t.Context(), name, "", role, Password); err != nil {
		s.t.Fatal(err)
	}
}

// Response is what a service answers.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Decode reads a JSON body into a value, such as a struct or a map[string]any.
func (r Response) Decode(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(r.Body, into); err != nil {
		t.Fatalf("%v in %s", err, r.Body)
	}
}

// Send sends a request as a user, "" for a visitor: path is below URL, and body is sent
// as JSON unless it is nil.
func (s *Server) Send(user, method, path string, body any) Response {
	s.t.Helper()
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		content = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+"/"+strings.TrimPrefix(path, "/"), content)
	if err != nil {
		s.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if user != "" {
		r.SetBasicAuth(user, Password)
	}
	response, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return Response{Status: response.StatusCode, Header: response.Header, Body: text}
}

// Clock is the clock of a service, which stands until the test moves it. It is safe for
// concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that stands at a time.
func NewClock(at time.Time) *Clock { return &Clock{now: at} }

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock.
func (c *Clock) Advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}
