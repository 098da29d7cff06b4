package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"bookshop/generated"

	"almanac/runtime/model"
	"almanac/runtime/service/servicetest"
)

// tool calls a tool of the shop as a program with a token.
func tool(t *testing.T, s *servicetest.Server, token, name string, arguments map[string]any) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": name, "arguments": arguments},
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/mcp", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Authorization": {"Bearer " + token}, "Mcp-Protocol-Version": {"2025-11-25"},
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// The shop serves programs with a language model without a line of its own: hooks and actions count.
func TestAProgramSellsABook(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		staff(s)
		ed, err := s.Env.Users.CreateToken(t.Context(), "ed", "agent", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		ann, err := s.Env.Users.CreateToken(t.Context(), "ann", "agent", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		type js = map[string]any
		steps := []struct {
			token, tool string
			args        js
			want        string
		}{
			{ann, "describe", js{}, `"may":["find","get","create"]`},
			{ed, "describe", js{"resource": "orders"}, `"by_actions_only":true`},
			{ed, "create", js{"resource": "books", "values": js{"title": "Frankenstein", "price": "9.99 EUR", "authors": []js{{"name": "Mary Shelley", "birth_year": 1797}}}}, `"amount":"9.99"`},
			{ed, "create", js{"resource": "books", "values": js{"title": "Emma", "price": "9.99 EUR", "authors": []js{{"name": "Jane Austen", "born": 1775}}}}, `no field of authors in authors \"born\"`},
			{ann, "create", js{"resource": "orders", "values": js{"customer": "Ann", "books": []int{1}, "wanted_on": "2026-05-31"}}, "wanted_on must not be a day that is over"},
			{ann, "create", js{"resource": "orders", "values": js{"customer": "Ann", "books": []int{1}}}, `"status":"open"`},
			{ann, "act", js{"resource": "orders", "id": 1, "action": "pay", "version": 1}, `"status":403`},
			{ed, "act", js{"resource": "orders", "id": 1, "action": "pay", "version": 1}, "An order without a total cannot be paid."},
			{ed, "update", js{"resource": "orders", "id": 1, "version": 1, "values": js{"total": "9.99 EUR"}}, `"version":2`},
			{ed, "update", js{"resource": "orders", "id": 1, "version": 2, "values": js{"status": "paid"}}, `"isError":true`},
			{ed, "act", js{"resource": "orders", "id": 1, "action": "pay", "version": 1}, `"status":412`},
			{ed, "act", js{"resource": "orders", "id": 1, "action": "pay", "version": 2, "values": js{"note": "cash"}}, `"status":"paid"`},
			{ed, "act", js{"resource": "orders", "id": 1, "action": "payed", "version": 3}, `nearest is \"pay\"`},
			{ed, "find", js{"resource": "books", "filters": js{"price_to": "10"}}, `nearest is \"price_max\"`},
			{ed, "find", js{"resource": "orders", "filters": js{"status": []string{"open", "paid"}}}, `"total":1`},
			{ann, "delete", js{"resource": "orders", "id": 1, "version": 3}, `"status":403`},
		}
		for _, step := range steps {
			if got := tool(t, s, step.token, step.tool, step.args); !strings.Contains(got, step.want) {
				t.Errorf("%s %v: %s, want %s", step.tool, step.args, got, step.want)
			}
		}
	}, withHooks)
}

// No tool leads to what programs do not see, also not by what an action takes.
func TestAnActionTakesNothingThatIsHidden(t *testing.T) {
	var order, author *model.Resource
	for _, k := range generated.Service().Resources {
		switch k.Name {
		case "order":
			order = k
		case "author":
			author = k
		}
	}
	author.NoAgents = true
	send := order.ActionNamed("send")
	args := send.Args
	for _, a := range order.Args {
		if a.Name == "signed_by" {
			send.Args = append(slices.Clip(args), a)
		}
	}
	t.Cleanup(func() { author.NoAgents, send.Args = false, args })
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		staff(s)
		ed, err := s.Env.Users.CreateToken(t.Context(), "ed", "agent", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		about := tool(t, s, ed, "describe", map[string]any{"resource": "orders"})
		if strings.Contains(about, "signed_by") || !strings.Contains(about, `"packed_at"`) {
			t.Error(about)
		}
		for _, value := range []any{1, map[string]any{"name": "Jane Austen"}} {
			got := tool(t, s, ed, "act", map[string]any{
				"resource": "orders", "id": 1, "action": "send", "version": 1, "values": map[string]any{"signed_by": value},
			})
			if !strings.Contains(got, `no value of the action send \"signed_by\"`) {
				t.Errorf("%v: %s", value, got)
			}
		}
	})
}
