package mcptest

import (
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/service"
)

func TestBothGenerationsAreAnsweredAtOneAddress(t *testing.T) {
	s := open(t, prepared.SQLite(t))
	event(t, s, nil)
	for _, version := range []string{handshake, stateless} {
		a := as(t, s, "editor")
		a.version = version
		if version == handshake {
			hello := a.rpc("initialize", js{"protocolVersion": version, "capabilities": js{}, "clientInfo": js{"name": "test", "version": "1"}})
			if hello.result["protocolVersion"] != version || !strings.Contains(hello.text, `"capabilities":{"tools":{}}`) {
				t.Errorf("initialize: %s", hello.text)
			}
			if hello.header.Get("Mcp-Session-Id") != "" {
				t.Error("there is a session")
			}
			ready := a.post(js{"jsonrpc": "2.0", "method": "notifications/initialized"}, http.Header{"Mcp-Protocol-Version": {version}})
			if ready.status != http.StatusAccepted {
				t.Errorf("initialized: %d %s", ready.status, ready.text)
			}
		} else {
			about := a.rpc("server/discover", nil)
			if !strings.Contains(about.text, stateless) || !strings.Contains(about.text, `"capabilities":{"tools":{}}`) || !strings.Contains(about.text, `"cacheScope":"private"`) {
				t.Errorf("discover: %d %s", about.status, about.text)
			}
		}
		if list := a.rpc("tools/list", nil); len(list.result["tools"].([]any)) < 8 {
			t.Errorf("%s: %s", version, list.text)
		}
		if found := a.must("find", js{"resource": "events", "filters": js{"start_date": "2026-07-01"}}); len(found.records()) != 1 || found.records()[0]["title"] != "Fair" {
			t.Errorf("%s: %s", version, found.whole)
		}
		if r := a.rpc("resources/list", nil); r.fault["code"] != float64(-32601) {
			t.Errorf("resources/list: %s", r.text)
		}
		if r := a.rpc("subscriptions/listen", js{"notifications": js{}}); r.fault == nil && !strings.Contains(r.text, "-32601") {
			t.Errorf("subscriptions/listen: %s", r.text)
		}
	}
}

func TestTheListOfToolsIsSmallWhateverTheResources(t *testing.T) {
	s := open(t, prepared.SQLite(t))
	list := as(t, s, "administrator").rpc("tools/list", nil)
	if len(list.text) > 10_000 {
		t.Errorf("%d bytes", len(list.text))
	}
	t.Logf("%d bytes", len(list.text))
	if strings.Contains(list.text, `"type":[`) {
		t.Errorf("a schema has several types, which not all clients take: %s", list.text)
	}
	for _, k := range s.Env.Resources {
		if strings.Contains(list.text, `"`+k.Plural) {
			t.Errorf("the list names %s", k.Plural)
		}
	}
}

func TestOthersThanProgramsWithTokensAreRefused(t *testing.T) {
	s := open(t, prepared.SQLite(t))
	for _, tt := range []struct {
		name, method, authorization, origin string
		want                                int
	}{
		{"a visitor", "POST", "", "", 200},
		{"a password", "POST", "Basic ZWRpdG9yOmVkaXRvcg==", "", 401},
		{"a wrong token", "POST", "Bearer alm_wrong", "", 401},
		{"a page of another site", "POST", "", "https://evil.example", 403},
		{"a page at an address", "POST", "", "http://198.51.100.7", 403},
		{"a read", "GET", "", "", 405},
		{"the end of a session", "DELETE", "", "", 405},
	} {
		r, _ := http.NewRequestWithContext(t.Context(), tt.method, s.URL+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		for name, value := range map[string]string{"Authorization": tt.authorization, "Origin": tt.origin} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = got.Body.Close()
		if got.StatusCode != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got.StatusCode, tt.want)
		}
		if tt.want == 401 && !strings.HasPrefix(got.Header.Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("%s: %v", tt.name, got.Header)
		}
		if tt.want == 405 && got.Header.Get("Allow") != "POST, OPTIONS" {
			t.Errorf("%s: %v", tt.name, got.Header)
		}
	}
}

func TestAVisitorHasTheToolsThatRead(t *testing.T) {
	s := open(t, prepared.SQLite(t))
	list := as(t, s, "").rpc("tools/list", nil)
	for _, tool := range list.result["tools"].([]any) {
		if hints := tool.(js)["annotations"].(js); hints["readOnlyHint"] != true {
			t.Errorf("a visitor has %v", tool.(js)["name"])
		}
	}
	if !strings.Contains(list.text, `"find"`) {
		t.Error(list.text)
	}
}

func TestWithoutSignInThereIsNoAddressUnlessAsked(t *testing.T) {
	for _, tt := range []struct {
		open bool
		mcp  service.Switch
		want int
	}{{true, "", 404}, {true, service.On, 200}, {false, "", 200}, {false, service.Off, 404}} {
		s := open(t, prepared.SQLite(t), func(c *service.Config) { c.Open, c.MCP = tt.open, tt.mcp })
		if got := as(t, s, "").rpc("tools/list", nil); got.status != tt.want {
			t.Errorf("%+v: %d %s", tt, got.status, got.text)
		}
	}
}
