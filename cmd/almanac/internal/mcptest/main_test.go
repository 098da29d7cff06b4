package mcptest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// js is a JSON object.
type js = map[string]any

// prepared is a database with the schema.
var prepared = storetest.NewTemplate(func(url string) error {
	d := generated.Service()
	s, err := service.Open(context.Background(), d, service.Config{
		Database: url, Deployment: d.Deployment(), Migrate: true, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	return s.Close()
})

// The revisions of the protocol: with a handshake, and without sessions.
const (
	handshake = "2025-11-25"
	stateless = "2026-07-28"
)

// agent is a program with the token of a user, or a visitor.
type agent struct {
	*servicetest.Server

	t       *testing.T
	token   string
	version string
}

// open starts a service with a user of each role, whose name is that of the role.
func open(t *testing.T, url string, options ...func(*service.Config)) *servicetest.Server {
	t.Helper()
	s := servicetest.New(t, url, generated.Service(), options...)
	for _, role := range auth.Roles() {
		s.AddUser(string(role), role)
	}
	return s
}

// as returns a program of a user, "" for a visitor.
func as(t *testing.T, s *servicetest.Server, user string) *agent {
	t.Helper()
	a := &agent{Server: s, t: t, version: stateless}
	if user != "" {
		token, err := s.Env.Users.CreateToken(t.Context(), user, "agent", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		a.token = token
	}
	return a
}

// reply is what came back for a message.
type reply struct {
	status int
	header http.Header
	text   string
	result js
	fault  js // Error of JSON-RPC.
}

// post sends a message with more headers.
func (a *agent) post(message any, header http.Header) reply {
	a.t.Helper()
	text, err := json.Marshal(message)
	if err != nil {
		a.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(a.t.Context(), http.MethodPost, a.URL+"/mcp", bytes.NewReader(text))
	if err != nil {
		a.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if a.token != "" {
		r.Header.Set("Authorization", "Bearer "+a.token)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	back := reply{status: got.StatusCode, header: got.Header, text: string(body)}
	var rpc struct{ Result, Error js }
	if json.Unmarshal(body, &rpc) == nil {
		back.result, back.fault = rpc.Result, rpc.Error
	}
	return back
}

// rpc calls a method in the revision of the agent.
func (a *agent) rpc(method string, params js) reply {
	a.t.Helper()
	header := http.Header{"Mcp-Protocol-Version": {a.version}}
	if params == nil {
		params = js{}
	}
	if a.version == stateless {
		header.Set("Mcp-Method", method)
		if name, ok := params["name"].(string); ok {
			header.Set("Mcp-Name", name)
		}
		params["_meta"] = js{
			"io.modelcontextprotocol/protocolVersion":    stateless,
			"io.modelcontextprotocol/clientInfo":         js{"name": "test", "version": "1"},
			"io.modelcontextprotocol/clientCapabilities": js{},
		}
	}
	return a.post(js{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, header)
}

// result is what a tool answered.
type result struct {
	failed bool
	text   string
	value  js
	whole  string
}

// status returns the status of REST that a failure has, 0 for a success.
func (r result) status() int {
	data, _ := r.value["data"].(js)
	n, _ := data["status"].(float64)
	return int(n)
}

// code returns the code of the error of REST.
func (r result) code() string {
	code, _ := r.value["code"].(string)
	return code
}

// record returns the record of an answer.
func (r result) record() js {
	record, _ := r.value["record"].(js)
	return record
}

// records returns the records of a list.
func (r result) records() []js {
	var list []js
	found, _ := r.value["records"].([]any)
	for _, one := range found {
		list = append(list, one.(js))
	}
	return list
}

// use calls a tool.
func (a *agent) use(tool string, arguments js) result {
	a.t.Helper()
	back := a.rpc("tools/call", js{"name": tool, "arguments": arguments})
	if back.result == nil {
		a.t.Fatalf("%s %v: %d %s", tool, arguments, back.status, back.text)
	}
	got := result{whole: back.text}
	got.failed, _ = back.result["isError"].(bool)
	got.value, _ = back.result["structuredContent"].(js)
	for _, one := range back.result["content"].([]any) {
		got.text += one.(js)["text"].(string)
	}
	return got
}

// must calls a tool that has to succeed.
func (a *agent) must(tool string, arguments js) result {
	a.t.Helper()
	r := a.use(tool, arguments)
	if r.failed {
		a.t.Fatalf("%s %v: %s", tool, arguments, r.whole)
	}
	return r
}

// event makes an event as the administrator, and returns its ID and version.
func event(t *testing.T, s *servicetest.Server, fields js) (id, version int) {
	t.Helper()
	body := js{"title": "Fair", "start_date": "2026-07-06 10:00:00", "end_date": "2026-07-06 12:00:00"}
	for name, value := range fields {
		body[name] = value
	}
	r := s.Send("administrator", http.MethodPost, "/events", body)
	var made struct{ ID int }
	r.Decode(t, &made)
	if r.Status != http.StatusCreated {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	return made.ID, versionIn(r.Header)
}

// versionIn returns the version in an entity tag.
func versionIn(h http.Header) int {
	tag, _, _ := strings.Cut(strings.Trim(h.Get("ETag"), `"`), "-")
	n := 0
	_ = json.Unmarshal([]byte(tag), &n) // 0 for none.
	return n
}
