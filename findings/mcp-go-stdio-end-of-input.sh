#!/usr/bin/env bash
# github.com/modelcontextprotocol/go-sdk 1.8.0: on standard input and output, a request that was read
# before the input ends gets no answer, and Server.Run returns nil.  A client that
# keeps the input open gets the answer.  (Issue 1061 of the SDK.)
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >main.go <<'EOF'
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type output struct{ bytes.Buffer }

func (*output) Close() error { return nil }

// slowly delays the end of the input.
type slowly struct {
	io.Reader
	by time.Duration
}

func (s slowly) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err == io.EOF {
		time.Sleep(s.by)
	}
	return n, err
}

const messages = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"count","arguments":{}}}
`

func main() {
	for _, by := range []time.Duration{0, 2 * time.Second} {
		s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
		mcp.AddTool(s, &mcp.Tool{Name: "count"},
			func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
				time.Sleep(200 * time.Millisecond)
				return nil, 1, nil
			})
		var out output
		err := s.Run(context.Background(), &mcp.IOTransport{
			Reader: io.NopCloser(slowly{strings.NewReader(messages), by}), Writer: &out,
		})
		fmt.Println("open for", by, "answered", strings.Contains(out.String(), `"id":2`), "error", err)
	}
}
EOF
go mod init counting >/dev/null 2>&1
go get github.com/modelcontextprotocol/go-sdk/mcp@v1.8.0 >/dev/null 2>&1
go run . | tee seen
diff seen - <<'EOF'
open for 0s answered false error <nil>
open for 2s answered true error <nil>
EOF
