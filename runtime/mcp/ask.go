package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/httpapi"
)

// ask sends a request of the REST operation at a path below the namespace, for the caller of the message.
// What REST refuses is an error.
func (c *call) ask(
	method, path string, query url.Values, header http.Header, body map[string]any,
) (*httpapi.Sent, error) {
	content := []byte{}
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("write a request of a tool: %w", err)
		}
	}
	r, err := http.NewRequestWithContext(c.ctx, method, c.api.Env.Deployment.APIPath()+path, bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("make a request of a tool: %w", err)
	}
	if header != nil {
		r.Header = header
	}
	if r.URL.RawQuery = query.Encode(); body != nil {
		r.Header.Set("Content-Type", "application/json")
	} else {
		r.Body = io.NopCloser(http.NoBody)
	}
	r.RequestURI = r.URL.RequestURI()
	sent := c.api.Ask(r, protocol)
	switch {
	case sent.Err != nil:
		return nil, sent.Err
	case sent.Status < 200 || sent.Status >= 300:
		return nil, invalid(path, "%s", http.StatusText(sent.Status))
	}
	return sent, nil
}

// versionOf returns the version of the record in a response, 0 for none: a dry run leaves none.
func versionOf(sent *httpapi.Sent) int64 {
	tag, _, _ := strings.Cut(strings.Trim(sent.Header.Get("ETag"), `"`), "-")
	version, _ := strconv.ParseInt(tag, 10, 64) // The tag of a list has none.
	return version
}
