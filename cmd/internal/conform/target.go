package conform

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Target is the server that cases are sent to.
type Target struct {
	Base       string                 // Address of the namespace, without a slash at the end.
	Client     *http.Client           // Nil means one with a time-out of 30 seconds.
	Users      map[string]Credentials // By role: "administrator", "editor", "author", "contributor", "subscriber".
	Deployment string                 // DeploymentA or DeploymentB; empty means DeploymentA.
	Auth       string                 // AuthOpen or AuthRequired; empty means AuthOpen.
	Extensions []string               // Extensions that are on; nil means geoloc and ticketed.
	Language   string                 // Name of the language parameter of deployment A; empty means translation_language.
	TimeZone   string                 // IANA name of the site's time zone; empty means UTC.
	FixedClock bool                   // The server's clock does not run.
	Now        func() time.Time       // The server's time; nil means that of its Date header.
	Pass       func(time.Duration)    // Moves the server's clock instead of waiting; nil waits.
}

// Credentials are those of one user.
type Credentials struct {
	User     string
	Password string
	Token    string // Bearer token; used instead of the password when set.
}

// Lacks says why a case is not for the target; empty when it is.
func (t Target) Lacks(c Case) string {
	n := c.Needs
	switch {
	case n.Deployment != "" && n.Deployment != t.deployment():
		return "needs deployment " + n.Deployment
	case n.Auth != "" && n.Auth != t.auth():
		return "needs --auth " + n.Auth
	case n.LiveClock && t.FixedClock:
		return "needs a running clock"
	}
	for _, e := range n.With {
		if !slices.Contains(t.extensions(), e) {
			return fmt.Sprintf("needs the %s extension", e)
		}
	}
	for _, e := range n.Without {
		if slices.Contains(t.extensions(), e) {
			return fmt.Sprintf("needs the %s extension to be off", e)
		}
	}
	return t.lacksUser(c)
}

// lacksUser says which role a case needs that the target has no credentials of.
func (t Target) lacksUser(c Case) string {
	if t.auth() == AuthOpen {
		return ""
	}
	for _, step := range c.Steps() {
		if _, known := t.Users[step.Caller.Role()]; !known && step.Caller != Visitor {
			return "needs credentials of the role " + step.Caller.Role()
		}
	}
	return ""
}

// Role returns the caller's name among Target.Users.
func (c Caller) Role() string { return cmp.Or(string(c), "administrator") }

func (t Target) deployment() string { return cmp.Or(strings.ToLower(t.Deployment), DeploymentA) }
func (t Target) language() string   { return cmp.Or(t.Language, "translation_language") }
func (t Target) auth() string       { return cmp.Or(t.Auth, AuthOpen) }

func (t Target) extensions() []string {
	if t.Extensions == nil {
		return []string{"geoloc", "ticketed"}
	}
	return t.Extensions
}

// client returns the client to use. It follows no redirects, because no response
// may be one.
func (t Target) client() *http.Client {
	c := http.Client{Timeout: 30 * time.Second}
	if t.Client != nil {
		c = *t.Client
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

// Get returns the status and the body of a GET below the namespace.
func (t Target) Get(ctx context.Context, path, query string) (int, []byte, error) {
	r, err := newRunner(t)
	if err != nil {
		return 0, nil, err
	}
	a, err := r.send(ctx, Step{Method: http.MethodGet, Path: path, Query: query}, &scope{})
	if err != nil {
		return 0, nil, err
	}
	return a.status, a.data, nil
}
