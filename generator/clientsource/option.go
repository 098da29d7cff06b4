// Options of a client.

package client

import (
	"encoding/base64"
	"net/http"
)

// Option sets up a client.
type Option func(*caller)

// WithHTTPClient makes requests go through another HTTP client than one with a
// timeout of a minute.
func WithHTTPClient(h *http.Client) Option { return func(c *caller) { c.http = h } }

// WithBasicAuth sends a user's name and password with each request.
func WithBasicAuth(user, password string) Option {
	credential := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	return func(c *caller) { c.header.Set("Authorization", "Basic "+credential) }
}

// WithBearer sends a token with each request.
func WithBearer(token string) Option {
	return func(c *caller) { c.header.Set("Authorization", "Bearer "+token) }
}

// WithUserAgent sets the User-Agent header.
func WithUserAgent(name string) Option {
	return func(c *caller) { c.header.Set("User-Agent", name) }
}

// WithLanguage names the deployment's language parameter, and the language that
// every request asks for unless it has a Language of its own; "" asks for none.
// It is an error on deployments without languages to send one.
func WithLanguage(parameter, language string) Option {
	return func(c *caller) { c.languageParam, c.language = parameter, language }
}

// WithRetry sets how requests are repeated; the zero Retry never repeats any.
func WithRetry(r Retry) Option { return func(c *caller) { c.retry = r } }

// WithUpdateMethod sends updates by another method than PATCH.  PUT and POST
// mean the same here, and pass through networks that stop PATCH.
func WithUpdateMethod(method string) Option { return func(c *caller) { c.updateMethod = method } }
