package conform

import (
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
	FixedClock bool                   // The server's clock stands still.
	Now        func() time.Time       // The server's time where its Date header does not tell it; nil where it does.
	Pass       func(time.Duration)    // Moves the server's clock, which then need not be waited for; nil waits.
}

// Credentials are what a user signs requests with.
type Credentials struct {
	User     string
	Password string
	Token    string // Bearer token; used instead of the password when set.
}

// Lacks says why a case is not meant for the target; empty when it is.
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
			return fmt.Sprintf("needs the extension %s", e)
		}
	}
	for _, e := range n.Without {
		if slices.Contains(t.extensions(), e) {
			return fmt.Sprintf("needs the extension %s to be off", e)
		}
	}
	return t.lacksUser(c)
}

// lacksUser says which user a case needs that the target has no password for.
func (t Target) lacksUser(c Case) string {
	if t.auth() == AuthOpen {
		return ""
	}
	for _, step := range append(slices.Clone(c.Setup), c.Request) {
		if step.Caller == Visitor {
			continue
		}
		if _, known := t.Users[step.Caller.role()]; !known {
			return "needs credentials of the role " + step.Caller.role()
		}
	}
	return ""
}

// role returns the caller's name among Target.Users.
func (c Caller) role() string {
	if c == Administrator {
		return "administrator"
	}
	return string(c)
}

func (t Target) deployment() string {
	if t.Deployment == "" {
		return DeploymentA
	}
	return strings.ToLower(t.Deployment)
}

func (t Target) language() string {
	if t.Language == "" {
		return "translation_language"
	}
	return t.Language
}

func (t Target) auth() string {
	if t.Auth == "" {
		return AuthOpen
	}
	return t.Auth
}

func (t Target) extensions() []string {
	if t.Extensions == nil {
		return []string{"geoloc", "ticketed"}
	}
	return t.Extensions
}

// client returns the client to use.  It follows no redirects: an answer that
// needs one is wrong.
func (t Target) client() *http.Client {
	c := http.Client{Timeout: 30 * time.Second}
	if t.Client != nil {
		c = *t.Client
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}
