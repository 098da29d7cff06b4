package main

import (
	"strings"
	"testing"
)

func TestAProgramIsAnsweredOnStandardInput(t *testing.T) {
	db := database(t)
	if _, err := almanac(t, "a password of ed\n", "user", "add", "ed", "--role", "editor", "--database", db); err != nil {
		t.Fatal(err)
	}
	answers := talk(t, "mcp", "--database", db)
	if last := answers[len(answers)-1]; !strings.Contains(last, `"isError":true`) || !strings.Contains(last, `"status":401`) {
		t.Errorf("a visitor: %s", last)
	}
	answers = talk(t, "mcp", "--database", db, "--user", "ed")
	if last := answers[len(answers)-1]; !strings.Contains(last, `"name":"Jazz"`) || strings.Contains(last, `"isError":true`) {
		t.Errorf("an editor: %s", last)
	}
	log, err := almanac(t, "", "audit", "--kind", "tag", "--database", db)
	if err != nil || !strings.Contains(log, "mcp-stdio-") || !strings.Contains(log, "ed") {
		t.Errorf("%v %s", err, log)
	}
	if _, err := almanac(t, "", "mcp", "--database", db, "--user", "nobody"); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("an unknown user: %v", err)
	}
	if _, err := almanac(t, "", "mcp", "here", "--database", db); err == nil || !strings.Contains(err.Error(), "takes no arguments") {
		t.Errorf("an argument: %v", err)
	}
}

// talk runs a command that answers messages, which come all at once: it makes a tag, and returns the answers.
func talk(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := almanac(t, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"create","arguments":{"resource":"tags","values":{"name":"Jazz"}}}}
`, args...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out), "\n")
}
