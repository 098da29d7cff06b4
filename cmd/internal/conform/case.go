package conform

import (
	"maps"
	"slices"
	"time"
)

// Case is one rule of the API with the request that shows it.
type Case struct {
	Name    string // A sentence.
	Area    string // Part of the API, such as "events_list".
	Needs   Needs  // Servers that the case is for; zero means all.
	Setup   Setup  // Sent first; each has to succeed unless it says otherwise.
	Request Step   // The request that is tested.
	Want    Want   // What its response has to look like.
}

// Deployments that a case may need.
const (
	DeploymentA = "a" // With a language parameter, 12 records a page.
	DeploymentB = "b" // Without, 10 records a page.
)

// Modes of authentication.
const (
	AuthOpen     = "open"     // Every caller is the administrator.
	AuthRequired = "required" // Anonymous clients read, users write.
)

// Needs says which servers a case is for.
type Needs struct {
	Deployment string   // DeploymentA or DeploymentB; empty for both.
	Auth       string   // AuthOpen or AuthRequired; empty for both.
	With       []string // Extensions that have to be on.
	Without    []string // Extensions that have to be off.
	LiveClock  bool     // The server's clock has to run.
}

// Caller is the role of the user who sends a request.
type Caller string

// The callers. The zero Caller is the administrator.
const (
	Administrator Caller = ""
	Editor        Caller = "editor"
	Author        Caller = "author"
	Contributor   Caller = "contributor"
	Subscriber    Caller = "subscriber"
	Visitor       Caller = "visitor" // Anonymous.
)

// Step is one request. Path, Query, Body, Headers and the values of matchers may
// have tokens: {uniq}, the case's random word; {v.id}, a member of the response
// that an earlier step named v; {day+1}, a date in the site's time zone; {now-1h},
// an instant in UTC; {lang}, the name of the language parameter; {answer.id}, a
// member of the tested response.
type Step struct {
	Caller  Caller
	Method  string
	Path    string // Below the namespace, or an absolute URL from a response.
	Query   string // Blanks and non-ASCII letters are escaped.
	Body    Body   // Nil sends none.
	Headers map[string]string
	Name    string        // Name of the response in later tokens.
	Expect  int           // Setup only: the required status; 0 means any 2xx.
	Pause   time.Duration // Time to wait before the request is sent.
}

// By sets the caller.
func (s Step) By(c Caller) Step { s.Caller = c; return s }

// As names the response for later tokens.
func (s Step) As(name string) Step { s.Name = name; return s }

// Failing sets the status that a setup step has to have.
func (s Step) Failing(status int) Step { s.Expect = status; return s }

// After sets the pause before the request.
func (s Step) After(d time.Duration) Step { s.Pause = d; return s }

// Header adds a request header.
func (s Step) Header(name, value string) Step {
	headers := map[string]string{name: value}
	maps.Copy(headers, s.Headers)
	s.Headers = headers
	return s
}

// Setup is the steps before the tested request.
type Setup []Step

// Then adds steps to those of a fixture, which other cases share.
func (s Setup) Then(steps ...Step) Setup { return slices.Concat(s, steps) }

// Want is what a response has to look like.
type Want struct {
	Status      int      // Zero means any status below 500.
	Code        string   // Error code; empty for any.
	Params      []string // Names that data.params has to have.
	Headers     []Header
	Checks      []Check
	OtherFormat bool // The response is not JSON, or has no body.
}

// WithHeader adds a response header.
func (w Want) WithHeader(name string, m Matcher) Want {
	w.Headers = append(slices.Clone(w.Headers), Header{name, m})
	return w
}

// NotJSON allows a response of another format, or without a body.
func (w Want) NotJSON() Want { w.OtherFormat = true; return w }

// Header is what one response header has to look like.
type Header struct {
	Name  string
	Match Matcher // Gets the values joined with ", ".
}

// Check is what the part of the body at a path has to look like. A path is member
// names and indexes separated by dots; "*" stands for all elements of a list; the
// empty path is the body itself.
type Check struct {
	Path  string
	Match Matcher
}

// Part is a part of a case: Setup, the tested Step, Want, or Needs.
type Part interface{ addTo(c *Case) }

func (s Setup) addTo(c *Case) { c.Setup = append(c.Setup, s...) }
func (s Step) addTo(c *Case)  { c.Request = s }
func (w Want) addTo(c *Case)  { c.Want = w }
func (n Needs) addTo(c *Case) { c.Needs = n }

// NewCase returns a case of its parts. A case with a caller other than the
// administrator needs a server with authentication.
func NewCase(name string, parts ...Part) Case {
	c := Case{Name: name}
	for _, p := range parts {
		p.addTo(&c)
	}
	if slices.ContainsFunc(c.Steps(), func(s Step) bool { return s.Caller != Administrator }) {
		c.Needs.Auth = AuthRequired
	}
	return c
}

// Steps returns the steps of the setup, and the tested one.
func (c Case) Steps() []Step { return c.Setup.Then(c.Request) }
